package gesture_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
	"reeve/rules/rolechess"
)

const (
	ms    = time.Millisecond
	quiet = 300 * ms
)

// table is a RoleChess game under test: hands touch it, time passes, and what is
// read is asked for.
type table struct {
	*testing.T
	*gesture.Reader
	now     time.Duration
	reading gesture.Reading
	final   int          // how many steps became final while time passed last
	rests   board.Square // the die on which the attacker was put last, 0 for none: a1 is none
}

// start deals a game in which White is to move, with the steps already played.
func start(t *testing.T, steps ...string) *table {
	t.Helper()
	s, err := rolechess.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append([]string{"die 6", "die 1"}, steps...) {
		s = play(t, s, text)
	}
	g := &table{T: t, Reader: gesture.NewReader(quiet), now: time.Second}
	g.Set(s, s.Occupied(rules.Full), false)
	return g
}

func play(t *testing.T, s rules.State, text string) rules.State {
	t.Helper()
	step, err := s.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	next, _, err := s.Apply(step, nil)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// late is for how long a step stays open on a board with a fault, after the next seat's (rule 14).
const late = " ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~"

// hands does touches written "-b1" (lifted), "+c3" (placed), "~" (a quiet time
// passes), "." (10 ms pass) and "*" (the attacker is put on the die that is lit), 60 ms after one another, as quick hands do.
func (g *table) hands(script string) *table {
	g.Helper()
	for _, word := range strings.Fields(script) {
		switch word {
		case "~":
			g.pass(quiet + ms)
			continue
		case ".":
			g.pass(10 * ms)
			continue
		case "*":
			g.die()
			continue
		}
		square, ok := g.Base().Topology().Square(word[1:])
		if !ok {
			g.Fatalf("no square %q", word)
		}
		g.takeOff(word[0] == '+')
		g.now += 60 * ms
		g.Touch(board.Touch{Square: square, Placed: word[0] == '+', At: g.now})
		g.read()
		g.pass(2 * ms) // the scan is over
	}
	return g
}

// takeOff takes the attacker off the die if it is to be put down elsewhere.
func (g *table) takeOff(placed bool) {
	if placed && g.rests != 0 {
		g.Touch(board.Touch{Square: g.rests, At: g.now})
		g.rests = 0
	}
}

// die puts the attacker on the die, which everybody has seen, and leaves it there.
func (g *table) die() {
	g.Helper()
	g.pass(quiet)
	at := g.Guide(g.now).Throw
	if at.IsEmpty() {
		g.Fatal("no die is lit")
	}
	g.now += 60 * ms
	g.rests = at.First()
	g.Touch(board.Touch{Square: g.rests, Placed: true, At: g.now})
	for range 13 {
		if g.read(); g.reading.Thrown {
			return
		}
		g.pass(100 * ms)
	}
}

// tap lifts the piece on a square for so long.
func (g *table) tap(square string, lasts time.Duration) *table {
	g.Touch(touchOf(g, "-"+square))
	g.now += lasts
	g.Touch(touchOf(g, "+"+square))
	g.read()
	return g
}

// pass lets time pass, and reads whenever that is asked for.
func (g *table) pass(d time.Duration) {
	g.final = 0
	for until := g.now + d; ; {
		wake := g.reading.Wake
		if wake <= g.now || wake >= until || g.reading.Thrown {
			g.now = until
			break
		}
		g.now = wake
		g.read()
	}
	g.read()
}

// outage lets nothing be felt for a moment, in which these squares become empty, and these are filled.
func (g *table) outage(gone, come string) *table {
	g.Helper()
	taken, wood := slices.Clone(g.Taken()), g.Wood().Minus(squares(g.T, g.Base(), gone)).Union(squares(g.T, g.Base(), come))
	g.From(g.now, true)
	g.Resume(g.Base(), taken, g.Fixed(), wood, false)
	g.read()
	return g
}

// powerCut is the same where all that was felt before is forgotten, too.
func (g *table) powerCut(gone, come string) *table {
	g.Helper()
	s, taken, fixed := g.Base(), slices.Clone(g.Taken()), g.Fixed()
	wood := g.Wood().Minus(squares(g.T, s, gone)).Union(squares(g.T, s, come))
	g.Reader = gesture.NewReader(quiet)
	g.From(g.now, true)
	g.Resume(s, taken, fixed, wood, false)
	g.read()
	return g
}

func (g *table) read() {
	g.reading = g.Read(g.now)
	g.final += g.reading.Final
}

// taken says the steps read as text, "a b | c" where those before the bar are sealed.
func (g *table) taken() string {
	s := g.Base()
	var out []string
	for i, step := range g.reading.Steps {
		if i == g.reading.Sealed && i > 0 {
			out = append(out, "|")
		}
		out = append(out, s.Text(step))
		s, _, _ = s.Apply(step, nil)
	}
	text := strings.Join(out, " ")
	if g.reading.Thrown {
		text += " !"
	}
	return text
}

func (g *table) want(taken string) *table {
	g.Helper()
	if got := g.taken(); got != taken {
		g.Fatalf("taken %q, want %q", got, taken)
	}
	return g
}

// names says a set of squares.
func (g *table) names(s board.Set) string {
	return strings.Join(g.Base().Topology().Names(s), " ")
}

func TestRule2_AStepThatNothingExtendsIsTakenAtOnce(t *testing.T) {
	start(t).hands("-b1 +c3").want("b1-c3")
}

func TestRule2_AStepThatAnAttackMayExtendIsTakenAfterTheQuietTime(t *testing.T) {
	start(t, "b1-c3", "f7-e5").hands("-c3 +d5").want("").hands("~").want("c3-d5")
}

// Black slides a piece, White's goes on with a capture, and Black's takes where that had stood: that waited as if what was slid were in the hand still,
// and with the next step one capture by the piece that was slid was likelier (KaleidoChess, heavy, seed 1002482: it was sealed).
func TestRule2_WhatFollowsASlideIsTakenAtOnce(t *testing.T) {
	g := at(t, kaleidoOf("wD c2, wW e1, wP2 d5, bT1 c6, bV1 c7, bW c8, bE1 e11"), "").hands("-c2 -c6 +c6 ~ +b7 -c7 ~ ~").want("c2xc6 c7-b7")
	g.hands("-c8 -c6 +c8").want("c2xc6 c7-b7 c6xc8")
	g.hands("-b7 +c6 . . -d5 +c3 ~ ~ ~ ~ ~ ~").asks("c2xc6, c7-b7, c6xc8, b7-c6, d5-c3", "c2xc6, c7xc6, d5-c3")
}

func TestRule4_TheNextSeatsQuietStepSeals(t *testing.T) {
	g := start(t).hands("-b1 +c3").want("b1-c3")
	g.hands("-b7 +c5").want("b1-c3 b7-c5")
	g.hands("~").want("b1-c3 | b7-c5")
}

func TestRule4_AWithdrawnStepOpensTheOneBefore(t *testing.T) {
	g := start(t).hands("-b1 +c3 -b7 +c5 ~").want("b1-c3 | b7-c5")
	g.hands("-c5 +b7").want("b1-c3")
	if g.reading.Sealed != 0 {
		t.Fatal("the first step is still sealed")
	}
	g.hands("-c3 +b1").want("")
}

func TestRule4_AThirdStepMakesTheFirstFinal(t *testing.T) {
	g := start(t).hands("-b1 +c3 -b7 +c5 ~ -a2 +a3 ~")
	g.want("b7-c5 | a2-a3")
	if g.final != 1 {
		t.Fatalf("%d steps became final, want 1", g.final)
	}
	g.hands("-g6 +g5 ~").want("a2-a3 | g6-g5")
}

func TestRule5_ADraggedPieceIsOneStep(t *testing.T) {
	g := start(t).hands("-a2 +a3 -a3 +b3").want("a2-b3")
	g.hands("-b3 +a2").want("")
}

func TestRule12_PuttingBackIsUndo(t *testing.T) {
	start(t).hands("-b1 +c3 -c3 +b1").want("")
}

func TestNothingFits_TheSquareIsAtFaultAndNothingIsTaken(t *testing.T) {
	g := start(t).hands("-b1 +b4").want("")
	if got := g.names(g.reading.Wrong); got != "b4" {
		t.Fatalf("wrong %q, want b4", got)
	}
	if got := g.names(g.Guide(g.now).Place); got != "b1" {
		t.Fatalf("put back on %q, want b1", got)
	}
	g.hands("-b4 +b1").want("")
	g.hands("-b1 +c3").want("b1-c3")
}

func TestGuide_LiftedPieceShowsItsSquares(t *testing.T) {
	g := start(t).hands("-b1")
	guide := g.Guide(g.now)
	if got := g.names(guide.Legal); got != "a3 c3" {
		t.Fatalf("legal %q, want a3 c3", got)
	}
	if got := g.names(guide.Origin); got != "b1" {
		t.Fatalf("origin %q", got)
	}
}

func TestTwoOwnPiecesLiftedOnePutDown(t *testing.T) {
	g := start(t).hands("-b1 -a2 +c3").want("b1-c3")
	g.hands("+a2").want("b1-c3")
	g = start(t).hands("-b1 -a2 +a3").want("") // the Knight and the Lackey both could
	g.hands("+b1").want("a2-a3")
	start(t).hands("-b1 -a2 +a3 +a2").want("b1-a3")
}

// near deals a game in which White's Knight on d5 may attack b6, c7, e7 and f6,
// and the Knight on e4 may attack f6 too.
func near(t *testing.T) *table {
	return start(t, "b1-c3", "f7-e5", "c3-d5", "end", "a6-a5", "f1-e3", "a5-a4", "e3-f5", "end", "a4-b3", "end")
}

func TestRule6_HoldKnockAndPutOnTheDie(t *testing.T) {
	g := near(t).hands("-d5 -b6 +b6").want("")
	if _, _, on := g.Declared(); !on {
		t.Fatal("the knock declares nothing")
	}
	g.hands("*").want("d5*b6 !")
}

// White straightens a target while Black carries the attacker to where it may not go, which is lit as the die a moment before it comes there: the attacker
// rests there longer than on a die that somebody has seen (RoleChess, seed 56900042: it was thrown).
func TestRule6_OnADieThatNobodyHasSeenTheAttackerRestsLonger(t *testing.T) {
	g := near(t).hands("-d5 -b6 +b6")
	g.now += 128 * ms
	g.Touch(touchOf(g, "+"+g.names(g.Guide(g.now).Throw)))
	g.read()
	g.pass(4 * quiet)
	g.want("")
	g.pass(quiet)
	g.want("d5*b6 !")
}

// Whoever straightens the target, and however often: that is no throw.
func TestRule6_NoKnockThrows(t *testing.T) {
	near(t).hands("-d5 -b6 +b6 -b6 +b6 ~ -b6 +b6 ~ ~ ~ ~ -b6 +b6 -b6 +b6 ~ ~ ~ ~ ~ ~").want("").hands("*").want("d5*b6 !")
}

// A contact may let go of its piece by itself: a tap shorter than hands can tap knocks on nothing, nor adds a partner to what is declared.
func TestRule6_NoTapOfAMomentKnocks(t *testing.T) {
	g := near(t).hands("-d5 ~").tap("b6", 40*ms).hands("~")
	if _, _, on := g.Declared(); on {
		t.Error("declared by a tap of 40 ms")
	}
	g.tap("b6", 50*ms)
	if _, _, on := g.Declared(); !on {
		t.Error("not declared by a knock")
	}
	g.hands("~ *").want("d5*b6 !")
}

// Where three squares were found to be bad everybody is to see a step before it is sealed.
func TestRule14_OnABoardWithAFaultStepsAreSealedSlowly(t *testing.T) {
	for bad, slowly := range []bool{false, true, true} {
		g := start(t, "b1-c3")
		var squares board.Set
		for _, name := range []string{"g1", "g2"}[:bad] {
			squares.Add(sq(t, g, name))
		}
		g.Distrust(squares)
		g.hands("-f7 +e5 ~ -c3 +d5 ~ ~")
		if open := g.Fixed() == 0; open != slowly {
			t.Errorf("%d bad squares: %d steps sealed of %d", bad, g.Fixed(), len(g.Taken()))
		}
		g.pass(10 * quiet)
		if g.Fixed() == 0 {
			t.Errorf("%d bad squares: nothing is sealed after ten quiet times", bad)
		}
	}
}

func TestRule6_PuttingTheAttackerDownCancels(t *testing.T) {
	g := near(t).hands("-d5 -b6 +b6 ~ +d5 -b6 +b6").want("")
	if _, _, on := g.Declared(); on {
		t.Fatal("still declared")
	}
	g.hands("-d5 ~ -b6 +b6").want("").hands("~ *").want("d5*b6 !")
}

func TestRule6_ConsecutiveTapsNeverAttack(t *testing.T) {
	near(t).hands("-d5 +d5 ~ -b6 +b6 ~ -b6 +b6 ~ -b6 +b6 ~").want("")
}

func TestRule6_MovedPieceAttacks(t *testing.T) {
	g := start(t, "b1-c3", "f7-e5").hands("-c3 +d5 ~ -d5 -b6 +b6 ~").want("c3-d5")
	g.hands("*").want("c3-d5 d5*b6 !")
}

func TestRule6_ADifferentTargetIsDeclaredAnew(t *testing.T) {
	near(t).hands("-d5 -c7 +c7 ~ -b6 +b6 -b6 +b6").want("").hands("~ *").want("d5*b6 !")
}

func TestRule7_APartnerJoinsByATap(t *testing.T) {
	near(t).hands("-d5 -e7 +e7 ~").want("").hands("-f5 +f5 ~ *").want("d5+f5*e7 !")
}

func TestRule7_AnotherTapOfAPartnerSaysNothingMore(t *testing.T) {
	near(t).hands("-d5 -e7 +e7 ~ -f5 +f5 ~ -f5 +f5 ~ *").want("d5+f5*e7 !")
}

// Who taps a partner has knocked first: one that was lifted as the knock ended was straightened by somebody who has not seen it lit (RoleChess, light,
// seed 1500505: the pair was thrown).
func TestRule7_NobodyJoinsAsTheKnockEnds(t *testing.T) {
	for after, want := range map[time.Duration]string{4 * ms: "d5*e7 !", 60 * ms: "d5+f5*e7 !"} {
		g := near(t).hands("-d5 -e7")
		g.hastily("+e7", 200*ms, after)
		g.tap("f5", 260*ms).hands("~ *").want(want)
	}
}

// The target was straightened while the attacker was held, as a knock, and a partner was tapped idly: the knock that was meant says the attack anew,
// alone, and whoever joins taps after it. What a knock says while the attacker rests on its die is not meant.
func TestRule7_AKnockSaysTheAttackAnewAlone(t *testing.T) {
	near(t).hands("-d5 ~ -e7 +e7 ~ -f5 +f5 ~ -e7 +e7 ~ *").want("d5*e7 !")
	near(t).hands("-d5 ~ -e7 +e7 ~ -f5 +f5 ~ -e7 +e7 ~ -f5 +f5 ~ *").want("d5+f5*e7 !")
	g := near(t).hands("-d5 -e7 +e7 ~ -f5 +f5 ~")
	g.hands("+" + g.names(g.Guide(g.now).Throw) + " -e7 +e7 ~ ~ ~ ~ ~").want("d5+f5*e7 !")
}

// Who is on the way to the die does not throw what has just changed.
func TestRule7_ADieIsLitElsewhereForEachAttack(t *testing.T) {
	g := near(t).hands("-d5 -e7 +e7 ~")
	dice := map[string]bool{g.names(g.Guide(g.now).Throw): true}
	for i, more := range []string{"-f5 +f5 ~", "-b6 +b6 -b6 +b6 ~", "-e7 +e7 -e7 +e7 ~"} {
		g.hands(more)
		at := g.names(g.Guide(g.now).Throw)
		if known := dice[at]; known != (i == 2) {
			t.Errorf("after %s the die is %s", more, at)
		}
		dice[at] = true
	}
	g.hands("*").want("d5*e7 !")
}

// Of two targets that were knocked on one was touched idly, by whoever: neither is declared.
func TestRule6_TwoTargetsDeclareNeither(t *testing.T) {
	for _, both := range []string{"-b6 +b6 -c7 +c7", "-c7 +c7 -b6 +b6", "-b6 -c7 +c7 +b6", "-c7 -b6 +c7 +b6", "-c7 +c7 ~ ~ -b6 +b6"} {
		g := near(t).hands("-d5 ~ " + both + " ~")
		if _, _, on := g.Declared(); on {
			t.Errorf("%s declares", both)
		}
		g.hands("-b6 +b6 ~ *").want("d5*b6 !")
		g = start(t, "b1-c3", "f7-e5").hands("-c3 +d5 . . . . . . . . -d5 " + both + " ~")
		if _, at, on := g.Declared(); on {
			t.Errorf("%s declares %v after a move", both, g.Base().Topology().Name(at))
		}
	}
}

// Who then straightens a third target declares nothing either: only a knock on one of the two says which was meant (RoleChess, seed 100484).
func TestRule6_AThirdTargetDeclaresNothing(t *testing.T) {
	for _, both := range []string{"-e7 -c7 +c7 +e7", "-e7 +e7 -c7 +c7", "-e7 -c7 +c7 ~ +e7"} {
		g := near(t).hands("-d5 ~ " + both + " -b6 +b6 ~")
		if _, _, on := g.Declared(); on {
			t.Errorf("%s and a third declare", both)
		}
		g.hands("-e7 +e7 ~ *").want("d5*e7 !")
	}
	near(t).hands("-d5 ~ -e7 +e7 -c7 +c7 ~ +d5 ~ -d5 -b6 +b6 ~ *").want("d5*b6 !") // begun again
}

// Two contacts may be felt in the wrong order: who lifts the target with the attacker knocks, though the target is felt first (RoleChess, light,
// seed 100187). It declared nothing, so that the next target to be straightened was thrown at.
func TestRule6_TheTargetMayBeFeltBeforeTheAttacker(t *testing.T) {
	for _, tt := range []struct {
		after    time.Duration
		declares bool
	}{{4 * ms, true}, {16 * ms, true}, {60 * ms, false}} {
		g := near(t)
		g.Touch(touchOf(g, "-e7"))
		g.read()
		g.now += tt.after
		g.Touch(touchOf(g, "-d5"))
		g.read()
		g.pass(80 * ms)
		if _, _, on := g.hands("+e7 ~").Declared(); on != tt.declares {
			t.Errorf("the attacker is lifted %v later: declared %v", tt.after, on)
		}
	}
}

// A die of another attack throws nothing, and its piece is still in the hand.
func TestRule6_WhatRestsOnADieOfAnotherAttackIsNotThrown(t *testing.T) {
	g := near(t).hands("-d5 -e7 +e7 ~")
	at := g.names(g.Guide(g.now).Throw)
	g.hands("-f5 +f5 ~ +" + at + " ~ ~ ~ ~ ~").want("")
	if !g.reading.Wrong.IsEmpty() {
		t.Error("it is wrong there")
	}
	g.hands("-" + at + " *").want("d5+f5*e7 !")
}

// Nor is it wrong on a die that went dark when another target was touched.
func TestRule6_WhatRestsOnADieThatWentDarkIsInTheHand(t *testing.T) {
	g := near(t).hands("-d5 -e7 +e7 ~")
	at := g.names(g.Guide(g.now).Throw)
	g.hands("-b6 +b6 +" + at + " ~ ~ ~ ~ ~ ~").want("")
	if !g.reading.Wrong.IsEmpty() || !g.Guide(g.now).Throw.IsEmpty() {
		t.Error("it is wrong there, or lit")
	}
	g.hands("-e7 +e7 ~ ~ ~ ~ ~ ~").want("d5*e7 !")
}

// A square that feels nothing may be a die: a second one is lit after a while.
func TestRule6_AnotherDieIsLitAfterAWhile(t *testing.T) {
	g := near(t).hands("-d5 -b6 +b6")
	first := g.Guide(g.now).Throw
	for g.reading.Wake != 0 && g.now < 10*time.Second {
		g.pass(g.reading.Wake - g.now)
	}
	second := g.Guide(g.now).Throw.Minus(first)
	if first.Len() != 1 || second.Len() != 1 {
		t.Fatalf("lit were %s, then also %s", g.names(first), g.names(second))
	}
	g.hands("+" + g.names(second) + " ~ ~ ~ ~ ~").want("d5*b6 !")
}

// The dice are squares that hands have changed in this game, if there is one.
func TestRule6_TheDieIsASquareThatIsKnownToFeel(t *testing.T) {
	g := start(t).hands("-b1 +c3 -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6")
	known := squares(t, g.Base(), "b1 c3 f7")
	if lit := g.Guide(g.now).Throw; lit.IsEmpty() || !lit.Within(known) {
		t.Errorf("the die is %s", g.names(lit))
	}
}

// A contact that does what the one beside it does is no die: it would throw by itself (seed 950000267 of RoleChess,
// worn: b4 closes with b5).
func TestRule6_TheDieIsNoSquareThatChangesWithAnother(t *testing.T) {
	g := start(t).hands("-b1 +c3 ~ -a6")
	b4, _ := g.Base().Topology().Square("b4")
	both := func(word string) {
		g.hands(word)
		g.now += 3 * ms
		g.Touch(board.Touch{Square: b4, Placed: word[0] == '+', At: g.now})
		g.read()
	}
	both("+b5")
	g.hands("-g1 +g1 ~ ~ -c3")
	both("-b5")
	both("+b5")
	for range 20 {
		g.now += 100 * ms
		if g.read(); g.reading.Thrown {
			t.Fatalf("thrown by b4, with %s lit", g.names(g.Guide(g.now).Throw))
		}
	}
}

// Another piece may have closed the die with its own square, just before or just after: nothing rolls until that is known (RoleChess, worn,
// seed 9904390: a piece was straightened beside the die).
func TestRule6_WhatClosesWithAnotherContactMayBeNoAttackerOnItsDie(t *testing.T) {
	for _, apart := range []time.Duration{5 * ms, 11 * ms, 60 * ms} {
		for _, dieFirst := range []bool{false, true} {
			g := near(t).hands("-d5 -b6 +b6 ~ -g1 ~")
			touches := []string{"+g1", "+" + g.names(g.Guide(g.now).Throw)}
			if dieFirst {
				slices.Reverse(touches)
			}
			for _, touch := range touches {
				g.Touch(touchOf(g, touch))
				g.now += apart
			}
			g.read()
			g.pass(5 * time.Second)
			if _, _, on := g.Declared(); on && apart < 12*ms || g.reading.Thrown == (apart < 12*ms) {
				t.Errorf("%v, %v apart: declared %v, thrown %v", touches, apart, on, g.reading.Thrown)
			}
		}
	}
}

// Who takes the attacker off the die before it was thrown has thrown nothing.
func TestRule6_TakingTheAttackerOffTheDieCancelsNothing(t *testing.T) {
	g := near(t).hands("-d5 -b6 +b6 ~")
	at := g.names(g.Guide(g.now).Throw)
	g.hands("+" + at + " ~ -" + at + " ~ ~ ~ ~").want("")
	if _, _, on := g.Declared(); !on {
		t.Error("it is not declared any more")
	}
	g.hands("*").want("d5*b6 !")
}

// Where nobody looked at the board for longer than it takes to throw, what was touched meanwhile is heard before anything is thrown.
func TestRule6_NothingIsThrownByAWakeThatComesTooLate(t *testing.T) {
	g := near(t).hands("-d5 -b6 +b6 ~")
	at := g.names(g.Guide(g.now).Throw)
	g.hands("+" + at)
	g.now += 700 * ms
	if g.read(); g.reading.Thrown {
		t.Fatal("the board stood still for 700 ms, and what was on the die then is thrown")
	}
	g.hands("-" + at + " ~ ~ ~ ~").want("")
	g.hands("*").want("d5*b6 !")
}

// stand lets everything stand still: nothing is felt or read from one instant to another, and then what was touched is heard within
// three scans. Hands do their touches as time passes, each at its instant after now.
func (g *table) stand(from, to, until time.Duration, words map[time.Duration]string) {
	begun, still := g.now, func(at time.Duration) bool { return at >= from && at < to }
	for at := time.Duration(0); at <= until; at += ms {
		for when, word := range words {
			told, stamped := when, when
			if still(when) { // a scan that is late stamps what was lifted when it should have been made, and what was put down late
				if told = to + 8*ms; word[0] == '-' {
					stamped = from + 4*ms
				} else {
					stamped = to
				}
			}
			if told == at {
				t := touchOf(g, word)
				t.At = begun + stamped
				g.Touch(t)
			}
		}
		g.now = begun + at
		if wake := g.reading.Wake; !still(at) && (at == to || wake != 0 && wake <= g.now) && !g.reading.Thrown {
			g.read()
		}
	}
}

// Whenever everything stands still, and for however long: who took the attacker off the die in good time, before or meanwhile,
// has thrown nothing, and who left it there has.
func TestRule6_AStallThrowsNothing(t *testing.T) {
	for _, lasts := range []time.Duration{30 * ms, 66 * ms, 163 * ms, 600 * ms, 2 * time.Second} {
		for from := 10 * ms; from < 620*ms; from += 31 * ms {
			for _, off := range []time.Duration{0, from + 5*ms, from + lasts/2, from + lasts - 5*ms} {
				g := near(t).hands("-d5 -b6 +b6 ~")
				at := g.names(g.Guide(g.now).Throw)
				g.hands("+" + at)
				words := map[time.Duration]string{}
				if off != 0 && off < 570*ms {
					words[off] = "-" + at
				}
				g.stand(from, from+lasts, from+lasts+1500*ms, words)
				if g.reading.Thrown != (len(words) == 0) {
					t.Fatalf("a stall of %v at %v, taken off at %v: thrown is %v", lasts, from, off, g.reading.Thrown)
				}
			}
		}
	}
}

// The same of what seals: who takes the answering move back while everything stands still has sealed nothing.
func TestRule4_AStallSealsNothing(t *testing.T) {
	for _, lasts := range []time.Duration{30 * ms, 66 * ms, 163 * ms, 600 * ms} {
		for from := 10 * ms; from < 320*ms; from += 17 * ms {
			for _, off := range []time.Duration{from + 5*ms, from + lasts/2} {
				if off > 270*ms {
					continue
				}
				g := start(t).hands("-b1 +c3 -b7 +c5")
				g.stand(from, from+lasts, from+lasts+40*ms, map[time.Duration]string{off: "-c5"})
				if g.reading.Sealed != 0 {
					t.Fatalf("a stall of %v at %v, lifted at %v: sealed is %s", lasts, from, off, g.taken())
				}
			}
		}
	}
}

// A machine that is late for every look, as a small one under load is, throws and seals all the same, a little later: no
// more than 0.1 s and ten times what it is late by.
func TestRule6_AMachineThatIsAlwaysLateThrows(t *testing.T) {
	comesAfter := func(g *table, late time.Duration, done func() bool) time.Duration {
		from := g.now
		for end := from + 8*time.Second; !done() && g.reading.Wake != 0 && g.now < end; {
			g.now = g.reading.Wake + late
			g.read()
		}
		if !done() {
			t.Fatalf("late by %v for every look: nothing is thrown or sealed within 8 s", late)
		}
		return g.now - from
	}
	throws := func(late time.Duration) time.Duration {
		g := near(t).hands("-d5 -b6 +b6 ~")
		g.hands("+" + g.names(g.Guide(g.now).Throw))
		return comesAfter(g, late, func() bool { return g.reading.Thrown })
	}
	seals := func(late time.Duration) time.Duration {
		g := start(t).hands("-b1 +c3 -b7 +c5")
		return comesAfter(g, late, func() bool { return g.reading.Sealed > 0 })
	}
	for _, late := range []time.Duration{4 * ms, 6 * ms, 15 * ms, 60 * ms, 250 * ms} {
		if more, most := max(throws(late)-throws(0), seals(late)-seals(0)), 100*ms+10*late; more > most {
			t.Errorf("late by %v for every look: thrown or sealed %v later, more than %v", late, more, most)
		}
	}
}

// Nothing is thrown while anything else is in the air.
func TestRule6_WhatRestsOnTheDieWaitsForTheHands(t *testing.T) {
	g := near(t).hands("-d5 -b6 +b6 ~")
	at := g.names(g.Guide(g.now).Throw)
	g.hands("-g1 +" + at + " ~ ~ ~ ~ ~ ~").want("").hands("+g1").want("").hands("~ ~ ~ ~ ~").want("d5*b6 !")
}

func TestRule8_EndIsImpliedByTheNextSeatsMove(t *testing.T) {
	g := start(t, "b1-c3", "f7-e5").hands("-c3 +d5 ~ -a6").want("c3-d5")
	g.hands("+a5").want("c3-d5 end a6-a5").hands("~").want("c3-d5 end | a6-a5")
}

func TestRule8_EndIsNotImpliedByTapsOrADeclaration(t *testing.T) {
	g := start(t, "b1-c3", "f7-e5").hands("-c3 +d5 ~ -a6 +a6 -f6 +f6 ~").want("c3-d5")
	g.hands("-d6 -d5 +d5 ~ +d6 ~").want("c3-d5")
}

func TestRule8_EndIsImpliedByTheNextSeatsThrownAttack(t *testing.T) {
	start(t, "b1-c3", "f7-e5").hands("-c3 +d5 ~ -d6 -d5 +d5 ~ *").want("c3-d5 end d6*d5 !")
}

// White's Emperor on a7 is walled in by its own Lackeys, which can go nowhere.
func walledIn(t *testing.T) *table {
	t.Helper()
	stands := map[string]string{"wE": "a7", "wL1": "b7", "wL2": "c7", "wL3": "a6", "wL4": "b6", "bE": "g1", "bG1": "e1"}
	first, err := rolechess.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	view := play(t, play(t, first, "die 6"), "die 1").View(rules.Full)
	for i := range view.Pieces {
		p := &view.Pieces[i]
		if at, on := stands[p.ID]; on {
			p.At = &at
		} else {
			p.At, *p.Energy = nil, 0
		}
	}
	text, err := json.Marshal(view)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.ReadPosition([]*rules.Game{rolechess.Game}, text)
	if err != nil {
		t.Fatal(err)
	}
	g := &table{T: t, Reader: gesture.NewReader(quiet), now: time.Second}
	g.Set(s, s.Occupied(rules.Full), false)
	return g
}

func TestRule8_AForcedPassIsSaidByATapAndSealedByTheNextSeat(t *testing.T) {
	g := walledIn(t)
	if got := g.names(g.Guide(g.now).Choose); got != "a6 a7 b6 b7 c7" {
		t.Fatalf("lit to pass: %q", got)
	}
	g.hands("-e1 +e1 ~").want("") // the other seat's tap says nothing
	g.hands("-a6 +a6").want("pass")
	g.hands("-e1 +e2 ~").want("pass | e1-e2")
}

func TestRule8_AForcedPassIsNeverImplied(t *testing.T) {
	walledIn(t).hands("-e1 +e2 ~").want("")
}

func TestRule8_AForcedPassIsConfirmed(t *testing.T) {
	g := walledIn(t)
	steps, ok := g.Confirm(rules.Referee)
	if !ok || len(steps) != 1 || g.Base().Text(steps[0]) != "pass" {
		t.Fatalf("confirm says %v, %t", steps, ok)
	}
}

func TestRule8_AForcedPassIsConfirmedWithTheStepBeforeIt(t *testing.T) {
	g := at(t, func(testing.TB) rules.State { return play(t, walledIn(t).Base(), "pass") }, "").hands("-e1 +e2 ~")
	for by, want := range map[rules.Seat]string{rules.Referee: "e1-e2, pass", 0: "e1-e2, pass", 1: "e1-e2"} {
		if steps, ok := g.Confirm(by); !ok || texts(g.Base(), steps) != want {
			t.Errorf("seat %d confirms %q, %t, want %q", by, texts(g.Base(), steps), ok, want)
		}
	}
}

func TestRule10_AfterAnAdvanceTheNextSeatPlays(t *testing.T) {
	g := near(t)
	s := play(t, play(t, play(t, g.Base(), "d5*b6"), "die 6"), "die 1")
	wood := s.Occupied(rules.Full)
	wood.Add(sq(t, g, "b6")) // the dead piece still stands there
	wood.Remove(sq(t, g, "d5"))
	g.Set(s, wood, true)
	g.hands("-b6 +b6").want("advance").hands("-g6 +g5 ~").want("advance | g6-g5")
}

func sq(t *testing.T, g *table, name string) board.Square {
	t.Helper()
	square, ok := g.Base().Topology().Square(name)
	if !ok {
		t.Fatalf("no square %s", name)
	}
	return square
}

func TestRule4_QuickHandsLeaveNoQuietTimeAndAreReadAllTheSame(t *testing.T) {
	g := start(t).hands("-b1 +c3 -a6 +a5 -c3 +b5 -g6 +g5 -a2 +a3 -f6 +f5")
	g.want("b1-c3 a6-a5 c3-b5 end g6-g5 a2-a3 f6-f5")
	g.hands("~").want("b1-c3 a6-a5 c3-b5 end g6-g5 a2-a3 | f6-f5")
	g.hands("-b2 +b3 -f5 +f4 ~").want("f6-f5 b2-b3 | f5-f4")
}

// The Knight from d6 and the Lackey from b6 could have gone to b5 and c5 the
// other way about; but the Knight stood on e4 when b5 was filled.
func TestRule1_APieceThatIsPutDownWasInTheAir(t *testing.T) {
	g := start(t, "b1-c3", "a6-a5", "c3-b5", "b5*d6", "die 6", "die 1", "advance", "a5-a4")
	g.hands("-d6 +e4 -b6 +b5 -e4 +c5").want("d6-e4 end b6-b5").hands("~").want("d6-e4 end b6-b5 | e4-c5")
}

func TestRule6_AnAttackAfterQuickTurns(t *testing.T) {
	for quick := range 32 {
		pause := func(i int) string {
			if quick>>i&1 == 0 {
				return " ~ "
			}
			return " "
		}
		g := start(t, "b1-c3", "a6-a5", "c3-b5", "b5*d6", "die 6", "die 1")
		wood := g.Wood()
		wood.Remove(sq(t, g, "b5"))
		wood.Add(sq(t, g, "d6")) // the dead piece
		g.Set(g.Base(), wood, true)
		g.hands("-d6 ~ +d6" + pause(0) + "-a5 +a4" + pause(1) + "-d6 +e4" + pause(2) + "-b6 +b5" + pause(3) + "-e4 +c5" + pause(4) + "-c5 -d7 +d7")
		if _, _, on := g.Declared(); !on {
			t.Errorf("pauses %05b: nothing is declared; taken %q", quick, g.taken())
		}
		g.hands("~ *")
		if !g.reading.Thrown {
			t.Errorf("pauses %05b: nothing is thrown; taken %q", quick, g.taken())
		}
	}
}

// Who was in the hand when reading began is to be put back; once it was, it is lifted like any piece.
func TestAPieceIsAskedBackNoLongerThanItIsMissed(t *testing.T) {
	g := start(t)
	g.Set(g.Base(), g.Wood().Minus(squares(t, g.Base(), "b1")), true)
	if got := g.names(g.Guide(g.now).Place); got != "b1" {
		t.Errorf("in the hand from the beginning, and %q waits for its piece", got)
	}
	g.hands("+b1 ~ -b1")
	if guide := g.Guide(g.now); !guide.Place.IsEmpty() || g.names(guide.Origin) != "b1" {
		t.Errorf("put back and lifted again, and %q waits for its piece", g.names(guide.Place))
	}
}
