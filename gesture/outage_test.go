package gesture_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"reeve/board"
)

// An outage is one scan more: where nothing has changed, and no piece was in a hand, it is as if contacts had never failed.
func TestAnOutageInWhichNothingChangesChangesNothing(t *testing.T) {
	same, dark := 0, 0
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		plain, fails := start(t), start(t)
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
				fails.outage("", "")
				dark++
			}
		}
		for _, g := range []*table{plain, fails} {
			g.pass(time.Minute)
		}
		if plain.taken() != fails.taken() || !reflect.DeepEqual(plain.reading.Ask, fails.reading.Ask) {
			t.Errorf("seed %d: %q, asked %v; without an outage %q, asked %v", seed, fails.taken(), fails.reading.Ask, plain.taken(), plain.reading.Ask)
			continue
		}
		same++
	}
	t.Logf("%d histories with %d outages", same, dark)
}

// What hands did while nothing was felt is read with what they did before and after that.
func TestWhatChangedInAnOutageIsReadAsOneScan(t *testing.T) {
	for _, tt := range [...]struct{ before, gone, come, after, want string }{
		{"", "b1", "c3", "~ ~", "b1-c3"},
		{"", "b1 a6", "c3 a5", "~ ~", "b1-c3 a6-a5"},
		{"-b1", "", "c3", "-a6 +a5 ~ ~", "b1-c3 | a6-a5"},
		{"", "b1", "", "+c3 ~ -a6 +a5 ~ ~", "b1-c3 | a6-a5"},
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
	g.outage("d1", "").hands("+d24 . . -d19 . +c12 . -c12 +c11 . -d24 . +d1 . -d1 +c1 ~ ~ ~ ~ ~ ~ ~ ~")
	g.want("c12-d19 d1-d24 d19-c11 | d24-c1").asks()
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
	g := start(t)
	g.Resume(g.Base(), nil, 0, g.Wood().Minus(squares(t, g.Base(), "a2 b2")), false)
	if g.outage("", ""); !g.Settling() {
		t.Error("it is in order")
	}
}

// What was undone on the page while contacts failed is undone.
func TestWhatIsUndoneInAnOutageIsUndone(t *testing.T) {
	g := start(t).hands("-a2 +a3 . -a6 +a5 .").want("a2-a3 a6-a5")
	g.From(g.now, true)
	g.Resume(g.Base(), slices.Clone(g.Taken())[:1], 0, g.Wood().Union(squares(t, g.Base(), "a6")).Minus(squares(t, g.Base(), "a5")), false)
	g.hands("~").want("a2-a3")
	g.From(g.now, true) // and what is said there counts, though the wood has yet to follow
	if g.Resume(play(t, g.Base(), "a2-a3"), nil, 0, g.Wood(), false); g.Base() == start(t).Base() {
		t.Error("nothing was said")
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
