package gesture_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/rules"
)

// An outage is one scan more: where nothing has changed, and no piece was in a hand, it is as if contacts had never failed.
func TestAnOutageInWhichNothingChangesChangesNothing(t *testing.T) {
	for game, begin := range map[string]func() *table{
		"rolechess":    func() *table { return start(t) },
		"camelot":      func() *table { return at(t, camelotOf("wM1 F7, wM2 C4, wM3 D4, bM1 F6, bM2 G6, bM3 H6, bM4 I7"), "") },
		"kaleidochess": func() *table { return at(t, taking, "") },
		"dungeonchess": func() *table { return at(t, dungeonOf(dungeonMen), "") },
		"chessbattle":  func() *table { return at(t, battle(nil, "wN1 d3, wL1 h6, bL1 h8, bL2 b14"), "") },
	} {
		dark, seeds := 0, 15
		if testing.Short() { // on an emulated processor
			seeds = 5
		}
		for seed := range uint64(seeds) {
			dark += sameInTheDark(t, game, begin(), begin(), rand.New(rand.NewPCG(seed, 1)))
		}
		if dark < seeds {
			t.Errorf("%s: only %d outages", game, dark)
		}
	}
}

// sameInTheDark lets the same hands touch two boards, the contacts of one of which fail now and then; it returns how often.
func sameInTheDark(t *testing.T, game string, plain, fails *table, rnd *rand.Rand) (dark int) {
	all, pieces := plain.Base().Topology().All(), plain.Wood().Len()
	for range 6 + rnd.IntN(8) {
		wood := plain.Wood()
		from := oneOf(rnd, wood)
		to := oneOf(rnd, all.Minus(wood))
		if rnd.IntN(4) == 0 {
			to = from
		}
		short, long := time.Duration(20+rnd.IntN(400))*ms, time.Duration(20+rnd.IntN(900))*ms
		for _, g := range []*table{plain, fails} {
			g.pass(long)
			g.Touch(board.Touch{Square: from, At: g.now})
			g.pass(short)
			g.Touch(board.Touch{Square: to, Placed: true, At: g.now})
		}
		if rnd.IntN(3) == 0 && fails.Wood().Len() == pieces {
			plain.pass(10 * ms)
			fails.pass(10 * ms)
			fails.outage("", "")
			dark++
		}
	}
	plain.pass(time.Minute)
	fails.pass(time.Minute)
	if plain.taken() != fails.taken() || !reflect.DeepEqual(plain.reading.Ask, fails.reading.Ask) {
		t.Errorf("%s: %q, asked %v; without an outage %q, asked %v", game, fails.taken(), fails.reading.Ask, plain.taken(), plain.reading.Ask)
	}
	return dark
}

// What hands did while nothing was felt is read with what they did before and after that.
func TestWhatChangedInAnOutageIsReadAsOneScan(t *testing.T) {
	for _, tt := range [...]struct{ before, gone, come, after, want string }{
		{"", "b1", "c3", "~ ~", "b1-c3"},
		{"", "b1 a6", "c3 a5", "~ ~", "b1-c3 a6-a5"},
		{"-b1", "", "c3", "~ ~ ~ ~ ~ ~ -a6 +a5 ~ ~", "b1-c3 | a6-a5"},
		{"-b1", "", "c3", "~ ~ ~ -a6 +a5 ~ ~", "b1-c3 a6-a5"}, // people see what is lit after a moment
		{"", "b1", "", "+c3 ~ -a6 +a5 ~ ~", "b1-c3 a6-a5"},
		{"", "b1", "", "+c3 ~ ~ ~ ~ ~ ~ -a6 +a5 ~ ~", "b1-c3 | a6-a5"},
		{"-b1 +c3 ~", "c3", "b1", "~ ~", ""},                  // put back
		{"-b1 +c3 ~", "c3", "d5", "~ ~ ~ ~ ~ ~ ~", "b1-c3"},   // no move: to be put right
		{"-b1 +c3 ~ -a6", "", "", "+a5 ~ ~", "b1-c3 | a6-a5"}, // in the hand all the time
		{"-b1 +c3 ~", "a6", "", "+a5 ~ ~", "b1-c3 | a6-a5"},
		{"-b1 +c3 ~", "", "", "-a6 +a5 ~ ~", "b1-c3 | a6-a5"},
		{"-b1", "a6", "c3", "+a5 ~ ~", "b1-c3 a6-a5"}, // lifted before White's move was lit: who plays next makes that final
	} {
		start(t).hands("-g2 . +g2 ~ "+tt.before).outage(tt.gone, tt.come).hands(tt.after).want(tt.want)
	}
}

// White's two pieces and Black's were moved, and each gone on; the second was lifted while nothing was felt. What came before that and what came after is one
// history: each has gone two steps, and none is put back (KaleidoChess, heavy, seed 4901826: c12-c11, d1-c1 was sealed).
func TestWhatWentOnAfterAnOutageIsNotPutBack(t *testing.T) {
	g := at(t, kaleidoOf("wR1 c12, wW b2, bR1 d1, bW b9"), "").hands("-c12 +d19 ~ ~")
	g.outage("d1", "").hands("+d24 . . ~ ~ ~ ~ ~ -d19 . +c12 . -c12 +c11 . -d24 . +d1 . -d1 +c1 ~ ~ ~ ~ ~ ~ ~ ~")
	g.want("d1-d24 d19-c11 | d24-c1").asks()
}

// A piece was in the hand as the board woke, and the other player moved: the wood lies as if the first had taken something before, but it is in the hand, and
// put back. Two things done after what is lit may be read then, and none in its place (an evening of DungeonChess, seed 23).
func TestRule15_WhatIsLitStandsThoughItsPieceIsInTheHandAsTheBoardWakes(t *testing.T) {
	g := at(t, kaleidoOf("wR1 c16, wP1 d1, wW a1, bR1 c4, bP1 d9, bW b9"), "").hands("-b9 . +b9 . ~ -a1 . +b1 ~ ~ ~ ~ ~ ~ -b1 ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~")
	g.outage("", "").hands("-c4 . +c7 ~ ~ ~ ~ ~ ~ ~").want("a1-b1").hands("+b1 ~ ~ ~ ~").want("a1-b1 c4-c7").asks()
}

// A capture that was felt is likelier than one that nobody felt: before a computer's turn, where stillness seals, nobody is asked.
func TestRule1_ACaptureThatWasFeltIsLikelierThanOneThatWasNot(t *testing.T) {
	g := at(t, kaleidoOf("wR1 c16, wP1 d1, wW a1, bR1 c4, bP1 b7, bW b9"), "")
	g.Handless(rules.SeatsOf(0))
	g.hands("-a1 . -b9 . +b9 . .").outage("c4", "").hands("+c7 ~ ~ ~ ~ ~ ~ ~").want("c4-c7").asks()
}

// What nobody felt is read by the same model as what was: these histories are told apart by one condition each.
func TestRule1_WhatChangedUnfeltCameAtOnce(t *testing.T) {
	later := "~ ~ ~ ~ ~ ~ " // everybody has seen what is lit
	duel := kaleidoOf("wR1 c16, wP1 d1, wW a1, bR1 c4, bP1 b7, bW b9")
	for name, tt := range map[string]struct {
		from                      func(testing.TB) rules.State
		before, gone, come, after string
		want, ask                 string
	}{
		"it came after the piece before it, though both came in one scan":    {battle(nil, "wN1 d3, wL1 h6, bL1 h8, bL2 b14"), "-e1 .", "d3", "d2", "+c4", "e1-d2 d3-c4", ""},
		"squares that closed in one scan need not have felt one piece":       {taking, "-c5 ~ .", "b9", "a7 d5", later + "-c1 +d3", "c5-d5 b9-a7 | c1-d3", ""},
		"what nobody has seen lit seals nothing":                             {battle(nil, "wN1 d3, wL1 h6, bL1 h8, bL2 b14"), "-h8 .", "", "h7", "", "end h8-h7", ""},
		"who was felt to come later did not come unfelt":                     {taking, "-c1 +d3 . .", "c4", "", "-c3 +c3", "c1-d3 | c4xc3", ""},
		"where a square was left meanwhile, wood did not lie all the time":   {duel, "-a1 ~ . -b7 .", "b9", "", "+b7", "a1xb7 b9xb7", ""},
		"what was left later says nothing of the time when nothing was felt": {duel, "-a1 .", "", "", "~ -b9 -b7 +b7", "a1xb7 b9xb7", "a1xb7, b9xb7"},
		"who was felt to come is explained by that first":                    {taking, "-c5 . . +c5 . . . .", "c5", "", ". -c6 +c6 ~ ~ -c4 +c4 -c4 ~ . +b4 . . ~ ~ ~ ~ ~ -b2 +a7 ~ . -b9 +b5", "b2-a7 | b9-b5", ""},
		"who may be in the hand has not vanished":                            {taking, "-c5 .", "c4", "b4", "~ -c3 ~ +c3", "c5-b4 c4xc3", ""},
		"who vanished took what stood there when the piece before it came":   {kaleidoOf("wR1 c12, wW b2, bR1 d1, bW b9"), "-b2 +b1 . -b9 . . . +b6 -b1 . . ~ .", "d1", "", ". . +e22", "b2-b1 b9-b6 b1xb6 d1-e22", "b2-b1, b9-b6, b1xb6, d1-e22"},
		"who goes unfelt is lifted after the piece before it has come":       {duel, "-a1 ~ -b9 . +b9 -c4 ~ .", "b9", "b5 d7", "", "a1xb9 c4-d7 b9-b5", ""},
	} {
		g := at(t, tt.from, "").hands(tt.before).outage(tt.gone, tt.come).hands(tt.after + " ~ ~ ~ ~ ~ ~ ~")
		t.Log(name)
		if g.want(tt.want); tt.ask == "" {
			g.asks()
		} else {
			g.asks(tt.ask)
		}
	}
}

// A capture that nobody felt, and that was answered for, was not done by what comes to its square later: that is another's (DungeonChess for four, heavy
// noise, seed 7101380: nothing was taken any more).
func TestRule13_WhatWasAnsweredForUnfeltIsNoLaterTouch(t *testing.T) {
	g := at(t, kaleidoOf("wR1 c16, wP1 d1, wW a1, bR1 c4, bP1 b7, bW b9"), "").hands("-a1 .").outage("", "").hands("~ ~ ~ ~ ~ ~ ~").answer("a1xb7")
	g.hands("~ ~ ~ ~ -c4 +c7 . -d1 +e1 ~ ~ ~ ~").want("a1xb7 c4-c7 | d1-e1")
	g.outage("b7", "").hands(". -b9 . +b7 ~ ~ ~ ~").want("d1-e1 | b9xb7")
}

// What an answer says was done while nothing was felt is explained so after another outage, too, though its piece is in the air then (RoleChess, heavy, seed
// 9100191: an advance was given up, and what was not meant was thrown).
func TestRule13_WhatWasAnsweredForUnfeltOutlastsAnotherOutage(t *testing.T) {
	g := at(t, kaleidoOf("wR1 c16, wP1 d1, wW a1, bR1 c4, bP1 b7, bW b9"), "").hands("-a1 .").outage("", "").hands("~ ~ ~ ~ ~ ~ ~").answer("a1xb7")
	g.hands("-b9 . +b10").outage("b7", "").hands("-b10 . +b10 ~ +b8 ~ ~ ~ ~ ~ ~ ~").want("a1xb7 b9-b10 b7-b8").asks()
}

// Wood that lies where a sequence has none for a while may have been a step, and an outage has hidden what followed it: that the piece has gone on from there
// before the other player did anything is asked about (KaleidoChess, heavy, seed 9102930: sealed).
func TestRule4_WoodThatLayAstrayBeforeAnOutageMayHaveBeenAStep(t *testing.T) {
	g := at(t, kaleidoOf("wE1 e1, bH1 d9"), "").hands("-d9 . -e1 . +d3 . +d9 ~ ~ ~ ~ -d9 . -d3 . +d3 ~ +d10 ~ ~ ~ ~").want("e1-d3 | d9-d10")
	g.outage("d3", "").hands("~ -d10 ~ +c5 . +e5 ~ ~ ~ ~ ~ ~ ~ ~").asks("e1-d3, d9-c5, d3-e5")
}

// A tap after a move that nobody felt rolls nothing: it may be the answer to it.
func TestRule9_NotAfterWhatChangedInAnOutage(t *testing.T) {
	g := die(t).hands("-c5 .").outage("", "c6").hands("~ ~ ~ ~ ~").want("c5-c6").hands("-d13 +d13 ~").want("c5-c6")
	if lit := g.names(g.Guide(g.now).Throw); lit != "" {
		t.Errorf("lit to throw: %q", lit)
	}
}

// Two like pieces were lifted while nothing was felt, nobody knows how long before the board woke: either may have been put down at once.
func TestRule13_WhoWasLiftedInAnOutageIsMixedUpAtOnce(t *testing.T) {
	g := hurt(t).hands("-c1 . +c1 ~").outage("b6 c6", "").hands("+b6 ~ +c6 ~ -g6 +g5 ~ -d5 -b6 +b6 ~ *").want("g6-g5")
	if g.reading.Mixed == nil {
		t.Error("nobody is mixed up")
	}
}

// Hands may have exchanged two pieces while nothing was felt: what the driver says of them then is new.
func TestMarks_AreForgottenInAnOutage(t *testing.T) {
	m := hurt(t).marks(each).told().hands("-c1 . +c1=c1 ~")
	m.outage("", "")
	m.hands("-b6 -c6 ~ +b6=c6 +c6=b6 ~").wrong("")
}

// Hands that touched something three seconds before the board is felt again are at work: the piece is in one. Later people have stopped, for the page says that the
// board is not felt, and what is not in its place is put right.
func TestTimes_HandsThatWereAtWorkHaveNotStopped(t *testing.T) {
	for since, settles := range map[time.Duration]bool{2900 * ms: false, 3100 * ms: true} {
		g := start(t).hands("-a2 +a3")
		g.pass(since)
		if g.outage("b1", ""); g.Settling() != settles {
			t.Errorf("%v after the last touch to be put right: %v", since, !settles)
		}
	}
}

// An attack that was declared is so after an outage, too, wherever its attacker was meanwhile; but for one that is on no die any more, and one that was put down.
func TestRule6_ADeclaredAttackOutlastsAnOutage(t *testing.T) {
	for _, tt := range [...]struct {
		name       string
		rests      bool
		gone, come func(die string) string
		want       string
	}{
		{"in the hand", false, nothing, nothing, "c3-d5"},
		{"rests on the die", true, nothing, itself, "c3-d5 d5*b6 !"},
		{"comes to the die", false, nothing, itself, "c3-d5 d5*b6 !"},
		{"is taken off it", true, nothing, nothing, "c3-d5"},
	} {
		g := start(t, "b1-c3", "f7-e5").hands("-c3 +d5 ~ ~ -d5 -b6 +b6 ~ ~").want("c3-d5")
		die := g.names(board.SetOf(g.Guide(g.now).Throw.First()))
		if tt.rests {
			g.Touch(touchOf(g, "+"+die))
			g.read()
		}
		g.outage(tt.gone(die), tt.come(die)).pass(5 * time.Second)
		t.Log(tt.name)
		g.want(tt.want)
		if _, _, on := g.Declared(); !on && !g.reading.Thrown {
			t.Error("it is declared no more")
		}
	}
	g := start(t, "b1-c3", "f7-e5").hands("-c3 +d5 ~ ~ -d5 -b6 +b6 ~ ~").outage("", "d5").want("c3-d5")
	if _, _, on := g.Declared(); on {
		t.Error("its attacker stands")
	}
}

func nothing(string) string { return "" }

func itself(die string) string { return die }

// Where the wood was to be put right it is so after an outage.
func TestWhatIsToBePutRightIsSoAfterAnOutage(t *testing.T) {
	g := start(t).hands("-g2 . +g2 ~")
	g.Resume(g.Base(), nil, 0, g.Wood().Minus(squares(t, g.Base(), "a2 b2")), false)
	if g.outage("", ""); !g.Settling() {
		t.Error("it is in order")
	}
}

// What is undone on the page, or said there, while contacts fail counts: the wood has yet to follow.
func TestWhatThePageSaysInAnOutageCounts(t *testing.T) {
	g := start(t).hands("-a2 +a3 . -a6 +a5 .").want("a2-a3 a6-a5")
	g.From(g.now, true)
	if g.Resume(g.Base(), slices.Clone(g.Taken())[:1], 0, g.Wood(), false); !g.Settling() {
		t.Error("Black's move is undone, and a5 is not to be put back")
	}
	g = start(t).hands("-g2 . +g2 ~")
	said := play(t, g.Base(), "a2-a3")
	g.From(g.now, true)
	if g.Resume(said, nil, 0, g.Wood(), false); g.Base() != said {
		t.Error("what was said is forgotten")
	}
}

// Who attacked lay on the die, and is taken off. Another piece comes to that square: it has to be explained as on any other (RoleChess, heavy, seed 5101337:
// it was one of the dead, and an attack that its hand had touched on the way stayed lit for ever). And it may be a die again.
func TestRule6_TheSquareOfADieIsAsAnyOnceItHasRolled(t *testing.T) {
	g := start(t, "b1-c3", "f7-e5").hands("-c3 +d5 ~ ~ -d5 -b6 +b6 ~ ~")
	die := g.names(board.SetOf(g.Guide(g.now).Throw.First()))
	if g.die(); !g.reading.Thrown {
		t.Fatal("it has not rolled")
	}
	s := g.Base()
	for _, text := range []string{"c3-d5", "d5*b6", "die 6", "die 1"} {
		s = play(t, s, text)
	}
	g.Resume(s, nil, 0, s.Occupied(rules.Full).Minus(squares(t, s, "d5")).Union(squares(t, s, die)), true)
	g.rests = 0
	g.hands("-" + die + " +d5 ~ ~ -e5 +" + die + " ~ ~ ~").want("stay | e5-" + die)
	g.hands("-" + die + " +e5 ~ ~ -e6 -d5 +d5 ~ ~").pass(6 * time.Second)
	if lit := g.names(g.Guide(g.now).Throw); !strings.Contains(lit, die) {
		t.Errorf("lit are %s, and not %s", lit, die)
	}
}

func oneOf(rnd *rand.Rand, squares board.Set) board.Square {
	k := rnd.IntN(squares.Len())
	for sq := range squares.All() {
		if k--; k < 0 {
			return sq
		}
	}
	return board.None
}

// Whatever piece is lifted after a power cut, and wherever one is put down, what the record has is read with it: the later of two recorded moves
// may give way to what the wood alone tells (Chess Battle, power cuts, seed 9900003: the reader ended in an index of -1).
func TestAfterAPowerCutAnythingMayBeDone(t *testing.T) {
	recorded := func() *table {
		return at(t, battle(nil, "wL1 e6, wL2 g7, wL3 c3, wN1 f8, bL1 h14, bL2 g14, bP1 f16"), "").hands("-c3 +c4 ~ ~ -e6 +f7 ~ ~").powerCut("", "")
	}
	g := recorded()
	on := g.Base().Topology()
	g.hands("-g7 +e6 ~ ~ ~ ~ ~ ~").want("c3-c4 g7-f7")
	for lifted := range recorded().Wood().All() {
		for put := range on.All().Minus(recorded().Wood()).All() {
			g := recorded().hands("-" + on.Name(lifted) + " +" + on.Name(put))
			g.pass(4 * time.Second)
			if guide := g.Guide(g.now); !g.Accounted() && len(g.reading.Ask) == 0 && guide.Lift.IsEmpty() && guide.Place.IsEmpty() && g.reading.Wrong.IsEmpty() {
				t.Errorf("-%s +%s: taken is %s, and nothing is lit", on.Name(lifted), on.Name(put), g.taken())
			}
		}
	}
}
