package gesture_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// at begins a table in any position; what is armed begins with arm.
func at(t *testing.T, from func(testing.TB) rules.State, arm string) *table {
	t.Helper()
	s := from(t)
	g := &table{T: t, Reader: gesture.NewReader(quiet), now: time.Second}
	g.Set(s, s.Occupied(rules.Full), false)
	if arm != "" {
		g.arm(arm)
	}
	return g
}

func (g *table) arm(begins string) {
	g.Helper()
	var armed []rules.Step
	for _, step := range g.Base().Legal(nil) {
		if strings.HasPrefix(g.Base().Text(step), begins) {
			armed = append(armed, step)
		}
	}
	if len(armed) == 0 {
		g.Fatalf("nothing begins with %q", begins)
	}
	g.Arm(armed)
}

// asks wants exactly these choices, each said as its steps with commas between.
func (g *table) asks(choices ...string) *table {
	g.Helper()
	var got []string
	for _, steps := range g.reading.Ask {
		got = append(got, texts(g.Base(), steps))
	}
	slices.Sort(got)
	slices.Sort(choices)
	if !slices.Equal(got, choices) {
		g.Fatalf("asks %q, want %q; taken %q", got, choices, g.taken())
	}
	return g
}

// namesFrom wants the question to name its choices from so many steps on.
func (g *table) namesFrom(from int) *table {
	g.Helper()
	if got := g.Unnamed(); got != from {
		g.Fatalf("%d steps are not named, want %d; taken %q", got, from, g.taken())
	}
	return g
}

// answer answers with a choice.
func (g *table) answer(choice string) *table {
	g.Helper()
	for _, steps := range g.reading.Ask {
		if texts(g.Base(), steps) == choice {
			g.Choose(slices.Clone(steps), len(steps))
			g.pass(10 * ms)
			return g
		}
	}
	g.Fatalf("%q is no choice", choice)
	return nil
}

// wait lets time pass and wants nothing to be asked in between.
func (g *table) wait(d time.Duration) *table {
	g.Helper()
	for range 20 {
		g.pass(d / 20)
		if len(g.reading.Ask) > 0 || g.reading.Mixed != nil {
			g.asks()
		}
	}
	return g
}

// touchOf is a touch written "-b1" or "+c3", now.
func touchOf(g *table, word string) board.Touch {
	g.Helper()
	return board.Touch{Square: sq(g.T, g, word[1:]), Placed: word[0] == '+', At: g.now}
}

func TestRule1_IdleTouchesAreReadAcrossTheTurnsBorder(t *testing.T) {
	g := start(t).hands("-g1 +g1 -b1 -d7 +c3 -a7 +d7 +a7 -b7 +c5 -a2 +a2")
	g.want("b1-c3 b7-c5").hands("~").want("b1-c3 | b7-c5")
}

func TestRule1_APieceInTheAirMayBeAnyThatWasLifted(t *testing.T) {
	start(t).hands("-a2 -b2 +b3").want("").hands("+b2").want("a2-b3")
	start(t).hands("-a2 -b2 +b3").want("").hands("+a2").want("b2-b3")
}

func TestRule2_TakenWithinTenMilliseconds(t *testing.T) {
	g := start(t).hands("-b1")
	g.now += 50 * ms
	g.Touch(touchOf(g, "+c3"))
	g.pass(10 * ms)
	g.want("b1-c3")
}

func TestRule2_AnExtendableStepIsTakenAfterTheQuietTimeAndNotBefore(t *testing.T) {
	g := start(t, "b1-c3", "f7-e5").hands("-c3")
	g.now += 50 * ms
	g.Touch(touchOf(g, "+d5"))
	g.read()
	if want := g.now + quiet; g.reading.Wake != want {
		t.Fatalf("read again at %v, want %v", g.reading.Wake, want)
	}
	g.pass(quiet - ms)
	g.want("")
	g.pass(ms)
	g.want("c3-d5")
}

func TestRule2_AStepThatAnotherHasFollowedIsTakenAtOnce(t *testing.T) {
	g := at(t, field, "").hands("-d3 +d4 -c4 +c5") // the Knights may go on, and so may the Levy
	g.want("d3-d4").hands("~").want("d3-d4 c4-c5")
}

// The seat that goes on with another piece has done with the one before: a power cut would lose two moves at once.
func TestRule2_AStepIsTakenWhenItsSeatLiftsAnotherPiece(t *testing.T) {
	at(t, field, "").hands("-d3 +d4 -c4").want("d3-d4").hands("+c5 ~").want("d3-d4 c4-c5")
}

func TestRule2_LaterTouchesReplaceAStepThatIsTaken(t *testing.T) {
	start(t).hands("-b1 +c3 ~").want("b1-c3").hands("-c3 +a3 ~").want("b1-a3").hands("-a3 +b1 -a2 +a3 ~").want("a2-a3")
}

func TestRule3_VictimsThatStillTellApartAreLitAndWaitedFor(t *testing.T) {
	g := at(t, chains, "").hands("-D12 +F16")
	g.wait(time.Minute)
	if got := g.names(g.Guide(g.now).Target); got != "D13 E13 E15 F13 F15" {
		t.Fatalf("victims lit: %q", got)
	}
	g.hands("-E13 -F15 ~").want("D12xF14xF16")
}

func TestRule3_NothingIsAskedWhileAPieceIsInTheAir(t *testing.T) {
	from := kaleidoOf("wP1 c3, wT1 c5, wT2 d4, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")
	g := at(t, from, "").hands("-c6 -c4 -c5 +c4")
	g.wait(time.Minute)
	g.hands("+c6 ~ ~ ~ ~ ~").asks("c5xc4", "c5xc6").answer("c5xc6").want("c5xc6")
}

func TestRule3_WhatIsTurnedDownIsNotAskedAgainBeforeTheNextTouch(t *testing.T) {
	from := kaleidoOf("wP1 c3, wT1 c5, wT2 d4, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")
	g := at(t, from, "").hands("-c6 -c4 -c5 +c4 +c6 ~ ~ ~ ~ ~").asks("c5xc4", "c5xc6")
	g.Deny()
	g.wait(time.Minute)
}

func TestRule4_NothingIsSealedBeforeThePiecesAreAccountedFor(t *testing.T) {
	g := start(t).hands("-a7 -b1 +c3 -b7 +c5 ~ ~ ~")
	if g.reading.Sealed != 0 {
		t.Fatalf("sealed with a piece in the air: %q", g.taken())
	}
	g.hands("+a7 ~").want("b1-c3 | b7-c5")
}

func TestRule4_ConfirmSealsWhatIsTaken(t *testing.T) {
	g := start(t, "b1-c3", "f7-e5").hands("-c3 +d5 ~")
	steps, ok := g.Confirm(rules.Referee)
	if !ok || texts(g.Base(), steps) != "c3-d5, end" {
		t.Fatalf("confirm seals %q, %t", texts(g.Base(), steps), ok)
	}
	g.hands("-d5")
	if steps, ok := g.Confirm(rules.Referee); ok {
		t.Fatalf("confirm seals %q with its piece in the air", texts(g.Base(), steps))
	}
}

// A battle in which White's Knights on d3 have four points.
var field = battle(nil, "wL1 c4, wL2 g4, wN1 d3, bL1 d7, bP1 f7")

func TestRule5_SeveralStepsOfOnePieceAreOneDisplacementTheCheapestWay(t *testing.T) {
	g := at(t, field, "").hands("-d3 +e5 ~").want("d3-d4 d4-e5") // three points, as by d5
	same := at(t, field, "").hands("-d3 +d4 ~ -d4 +e4 ~ -e4 +e5 ~")
	if g.taken() != same.taken() {
		t.Fatalf("put down on the way it is %q, straight it is %q", same.taken(), g.taken())
	}
}

// Where a step gives way and another may be read without it, nothing has to be touched for that.
func TestRule5_ARunThatGoesAnotherWayIsReadAnewByItself(t *testing.T) {
	g := at(t, field, "").hands("-c4 +c5 ~ -d7 +d6 ~").want("c4-c5 end | d7-d6")
	s := g.After()
	end, _ := s.Parse("end")
	taken := append(slices.Clone(g.Taken()), end)
	g.Resume(g.Base(), taken, len(taken), g.Wood(), false)
	g.hands("-d3 +d4 ~ -d4 +e5 ~").want("c4-c5 end d7-d6 end | d3-d4 d4-e5").hands("-e5")
	g.Touch(touchOf(g, "+f5"))
	for g.read(); g.reading.Wake != 0; g.read() {
		g.now = g.reading.Wake
	}
	g.want("c4-c5 end d7-d6 end | d3-e4 e4-f5")
}

func TestRule5_NoDisplacementIsNoStep(t *testing.T) {
	at(t, field, "").hands("-d3 +d4 ~ -d4 +d5 ~").want("d3-d4 d4-d5").hands("-d5 +d3 ~").want("")
	start(t).hands("-a2 +a3 -a3 +b3 -b3 +a2 ~").want("")
}

func TestRule5_ADisplacementEndsWithAnotherPiecesStep(t *testing.T) {
	at(t, field, "").hands("-d3 +d4 ~ -c4 +c5 ~").want("d3-d4 c4-c5")
}

func TestRule8_StayIsImpliedByTheNextSeatsMove(t *testing.T) {
	g := near(t)
	s := play(t, play(t, play(t, g.Base(), "d5*b6"), "die 6"), "die 1")
	g.Set(s, s.Occupied(rules.Full).Union(squares(t, s, "b6")), true)
	g.hands("-b6 -a7 +a7 ~").want("")
	g.hands("-g6 +g5 ~").want("stay | g6-g5")
}

// Either of two men may be a victim, and the other the one who plays next and is taken for that: it is he
// who was lifted last. Both lead to the same position, and become final with it.
func TestRule10_WhoWasLiftedLastHasMoved(t *testing.T) {
	for _, c := range []struct{ hands, want string }{
		{"-C10 -D10 -E10 -F10 . -B10", "B9xD11xD9xF11xF9 B10-C9"},
		{"-C10 -B10 -E10 -F10 . -D10", "B9xB11xD9xF11xF9 D10-C9"},
	} {
		g := at(t, camelotOf("wM1 B9, wM2 C8, bM1 B10, bM2 C10, bM3 D10, bM4 E10, bM5 F10, bM6 J12"), "")
		g.hands("-B9 +F9 ~ " + c.hands + " +C9 -C8 +C10 -C9 ~ ~ ~ ~ ~ ~").want(c.want + " C8xC10").hands("-J12 +J11 ~ ~ ~ ~ ~ ~").want(c.want + " C8xC10 | J12-J11")
	}
}

// The die: White has thrown for a piece of reach 2.
func die(t *testing.T) *table { return at(t, kaleidoThrown(2, kaleidoMen), "") }

func TestRule9_ATapOfAnOwnPieceThrowsAndSealsTheMoveBefore(t *testing.T) {
	g := die(t).hands("-c5 +c6 ~").want("c5-c6")
	g.pass(time.Second)
	if got := g.names(g.Guide(g.now).Throw); got != "b11 c7 c9 d13" {
		t.Fatalf("lit to throw: %q", got)
	}
	g.hands("-d13 +d13").want("c5-c6 !")
	if g.reading.Sealed != 1 {
		t.Fatal("the move is not sealed")
	}
}

func TestRule9_NotBeforeTheWoodWasStillForASecond(t *testing.T) {
	g := die(t).hands("-c5 +c6 ~ ~ -d13 +d13").want("c5-c6")
	g.pass(900 * ms)
	g.hands("-d13 +d13").want("c5-c6")
	g.pass(time.Second)
	g.hands("-d13 ~ +d13").want("c5-c6 !")
}

// On a board with a fault another contact may be bad, and the other player touches a piece before anybody has seen what is lit (KaleidoChess, worn, seed
// 7101505: a capture was read as a move beside it, and that rolled).
func TestRule9_OnABoardWithAFaultPeopleSeeFirstWhatIsLit(t *testing.T) {
	g := die(t)
	g.Distrust(squares(t, g.Base(), "e11"))
	g.hands("-c5 +c6 ~").want("c5-c6").pass(2 * time.Second)
	g.hands("-d13 +d13").want("c5-c6").pass(time.Second)
	g.hands("-d13 +d13").want("c5-c6 !")
}

// A contact may have let go of its piece for a moment.
func TestRule9_ATapOfAMomentThrowsNothing(t *testing.T) {
	g := die(t).hands("-c5 +c6 ~").want("c5-c6")
	g.pass(time.Second)
	g.tap("d13", 40*ms).pass(10 * quiet)
	g.want("c5-c6").tap("d13", 50*ms).want("c5-c6 !")
}

func TestRule9_NotWhileSomethingIsInTheAir(t *testing.T) {
	g := die(t).hands("-c1 -c5 +c6")
	g.pass(2 * time.Second)
	g.hands("-d13 +d13").want("c5-c6")
	g.hands("+c1")
	g.pass(2 * time.Second)
	g.hands("-d13 +d13").want("c5-c6 !")
}

func TestRule9_OnlyATapOfTheSeatThatThrows(t *testing.T) {
	g := die(t).hands("-c5 +c6")
	g.pass(2 * time.Second)
	g.hands("-c1 +c1").want("c5-c6") // White's
	g.pass(2 * time.Second)
	g.hands("-c6 +c6").want("c5-c6") // the mover itself
	g.pass(2 * time.Second)
	g.hands("-c7 +c7").want("c5-c6 !")
}

// The power went when Black was about to tap for the roll, and somebody moved what White had just moved: no tap rolls after what nobody felt, for that is
// perhaps not what was played. *Confirm* does (KaleidoChess with power cuts and its die, seed 3700298: it rolled).
func TestRule9_NotAfterWhatNobodyFelt(t *testing.T) {
	g := die(t).hands("-c5 +c6 ~ ~ ~ ~ ~").want("c5-c6")
	g.powerCut("c6", "b5").pass(2 * time.Second)
	g.want("c5-b5").hands("-d13 +d13 ~").want("c5-b5")
	if lit := g.names(g.Guide(g.now).Throw); lit != "" {
		t.Fatalf("lit to throw: %q", lit)
	}
	if steps, whole := g.Confirm(rules.Referee); !whole || len(steps) != 1 {
		t.Fatalf("confirm says %v, %t", steps, whole)
	}
}

func TestRule9_ACaptureIsNoTap(t *testing.T) {
	g := die(t).hands("-c5")
	g.pass(2 * time.Second)
	g.hands("-c7")
	g.pass(2 * time.Second)
	g.hands("+c7 ~").want("c5xc7")
	if g.reading.Thrown {
		t.Fatal("the capture throws")
	}
}

// Of two pieces that a teleport could have captured a tap of the other is that, and not a throw: it is not lit, and nobody is
// told to tap it.
func TestRule9_NoPieceIsLitToThrowThatATeleportCouldHaveCaptured(t *testing.T) {
	g := at(t, thrown(5, kaleido(true, true), magicMen), "teleport ").hands("-c4 -c5 +c5 ~").want("teleport c4>c5")
	g.pass(time.Second)
	if got := g.names(g.Guide(g.now).Throw); got != "d13 d8" {
		t.Errorf("lit to throw: %q", got)
	}
	g.hands("-d8 +d8").want("teleport c4>c5 !")
}

// White's man on D12 reaches F16 over E13 and F15, over D13 and E15, or over D13,
// E13, F13 and F15.
var chains = camelotOf("wM1 D12, wM2 H5, wK1 J5, bM1 D13, bM2 E13, bM3 E15, bM4 F15, bM5 J12, bM6 F13")

func TestRule10_VictimsGoBeforeDuringOrAfter(t *testing.T) {
	for _, order := range []string{"-E13 -F15 -D12 +F16", "-D12 -E13 -F15 +F16", "-D12 -E13 +F16 -F15", "-D12 +F16 -F15 -E13"} {
		at(t, chains, "").hands(order + " ~").want("D12xF14xF16")
	}
}

func TestRule10_TheRemovedVictimsDecide(t *testing.T) {
	at(t, chains, "").hands("-D12 +F16 -D13 -E15 ~").want("D12xD14xF16")
}

func TestRule10_ALargerSetReplacesASmallerOne(t *testing.T) {
	g := at(t, chains, "").hands("-D12 +F16 -E13 -F15 ~").want("D12xF14xF16")
	g.hands("-F13 -D13 ~").want("D12xD14xF12xF14xF16")
}

// What is taken is lit, and both players have seen it. That the second capture may have taken some of the dead of the first leads to the same
// position, and looks no likelier: the first becomes final with the second.
func TestRule10_TheDeadOfACaptureThatIsLitAreNotGivenToTheNext(t *testing.T) {
	g := at(t, camelotOf("bK1 I10, bM1 I9, bM2 J12, bM3 I12, wM1 H7, wM2 F6, wM3 F7, wM4 G7, wM5 H5, wM6 I6, wM7 H6, wM8 G5, wM9 C4"), "").hands("-C4 +C5 ~")
	g.hands("-I10 +I4 -H5 -F6 -F7 -G7 -H7 -I6 +I5 ~").want("C4-C5 I10-I8xG6xE6xG8xG6xI4 | I6-I5")
	g.hands("-I4 +I6 -I6 -G5 -I5 -H6 ~ +I6 ~ -I6 +G6 -G6 +G4 ~ ~ ~ ~ ~").want("C4-C5 I10-I8xG6xE6xG8xG6xI4 I6-I5 I4xI6xG6xG4")
	g.hands("-C5 +C6 ~ ~ ~ ~ ~").want("C4-C5 I10-I8xG6xE6xG8xG6xI4 I6-I5 I4xI6xG6xG4 | C5-C6")
}

// I7 still stands, by a slow hand or a bad contact. Without it nothing that was seen speaks for H8 as the victim, and J8 in the hand.
func TestRule4_ACaptureWhoseLastVictimStandsIsAskedAboutBeforeAnUnlikelierIsSealed(t *testing.T) {
	from := with(game("camelot", nil, ""), "bK1 J11, bM1 I10, bM2 I9, bM3 J14, wK1 J8, wM1 I7, wM2 H8, wM3 I6, wM4 C4, wM5 G6, wM6 H10", func(doc, _ object) { doc["to_act"] = "black" })
	g := at(t, from, "").hands("-J11 -J8 -G6 +F5 ~").want("J11-H9-J9xJ7xH7xF5")
	g.hands("-H8 +J10 -I9").pass(3 * time.Second)
	g.want("J11-H9xH7xF5 J8-H6-J6-H8xJ10").asks("J11-H9xH7xF5, J8-H6-J6-H8xJ10", "J11-H9-J9xJ7xH7xF5, H8xJ10")
	g.hands("-I7 ~ ~ ~").want("J11-H9-J9xJ7xH7xF5 H8xJ10").asks()
}

func TestRule10_ACaptureIsWithdrawnWhenTheCapturerIsBack(t *testing.T) {
	from := kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")
	at(t, from, "").hands("-c4 -c3 +c4").want("c3xc4").hands("-c4 +c3 ~").want("").hands("+c4 ~").want("")
}

func TestRule10_AChosenExtraKillIsChosenByLiftingIt(t *testing.T) {
	from := battle(sure, "wL1 d4, wL2 g4, wN1 b2, bL1 e4, bL2 e5, bL3 e3, bL4 d5, bP1 h7")
	for _, choice := range []string{"e5", "e3"} {
		g := at(t, from, "").hands("-d4 -e4 ~").want("")
		if lit := g.names(g.Guide(g.now).Target); !strings.Contains(lit, choice) {
			t.Fatalf("lit: %q", lit)
		}
		g.hands("-" + choice + " +d4 ~").want("d4*e4/" + choice)
	}
}

func TestRule11_OnlyWhatIsArmedIsRead(t *testing.T) {
	g := at(t, magicOf(magicMen), "ghost ").hands("-b3 +b4 ~").want("")
	if got := g.names(g.reading.Wrong); got != "b4" {
		t.Fatalf("wrong: %q, want b4", got)
	}
	g.hands("-b4 +b3 ~ -c3 ~").want("ghost c3")
}

func TestRule11_CancelledItIsNotReadAnyMore(t *testing.T) {
	g := at(t, magicOf(magicMen), "ghost ").hands("-c3 ~").want("ghost c3").hands("+c3 ~").want("")
	g.Arm(nil)
	g.hands("-c3 ~").want("").hands("+c3 -b3 +b4 ~").want("b3-b4")
}

// A spell was shown, and one piece put down is felt on two squares: where the other piece would have gone instead is not what confirm says (KaleidoChess, worn,
// seed 3000612: it was sealed, and the die rolled).
func TestRule11_ConfirmSaysNothingInThePlaceOfWhatWasShown(t *testing.T) {
	g := at(t, magicOf(magicMen), "ghost ").hands("-c4 ~ ~ ~").want("ghost c4").hands("-c1 ~ +c1 +b4 ~")
	if steps, ok := g.Lies(g.now); ok {
		t.Errorf("confirm says %v", texts(g.Base(), steps))
	}
}

func TestRule11_ASwapIsCompleteWhenBothWereInTheAirTogether(t *testing.T) {
	at(t, magicOf(magicMen), "swap ").hands("-c3 -c5 +c5 +c3 ~").want("swap c3,c5")
	at(t, magicOf(magicMen), "swap ").hands("-c3 +c3 -c5 +c5 ~").want("")
}

// One of the pair was in the hand when others seemed to be swapped, which were straightened while one of it was held: however slow the hands, that
// is not too late.
func TestRule11_ASwapOfAPieceThatWasInTheHandIsNotTooLate(t *testing.T) {
	g := at(t, magicOf(magicMen), "swap ").hands("-c3 ~ -c5 ~ -c4 ~ +c4 ~ +c3 ~ -d8 ~ +d8 ~ +c5 ~ ~ -b11 +o ~")
	g.pass(8 * quiet)
	if g.asks("swap c3,c4, b11-o", "swap c3,c5, b11-o", "swap c4,c5, b11-o"); g.reading.Sealed > 0 {
		t.Error("one of them is sealed")
	}
}

// Two pieces were straightened together while a swap was to be shown, and lit as it; the swap that was meant came seconds later: either may be it
// (an idle history: the first was sealed).
func TestRule11_OfTwoSwapsThatWereShownEitherMayBeMeant(t *testing.T) {
	g := at(t, magicOf(magicMen), "swap ").hands("-d16 ~ -c10 ~ +d16 ~ +c10 ~ ~ ~ ~").want("swap c10,d16").hands("-c3 ~ -c5 ~ +c5 ~ +c3 ~ ~ -b11 ~ +o ~")
	g.pass(8 * quiet)
	g.asks("swap c10,d16, b11-o", "swap c3,c5, b11-o").want("swap c10,d16 b11-o")
}

// A piece was teleported to a square that was not meant, and is lifted from there again: where it goes then is meant, however late.
func TestRule11_WhatWasShownIsPutRight(t *testing.T) {
	g := at(t, magicOf(magicMen), "teleport ").hands("-c3 ~ +a5 ~ ~ ~ ~ ~").want("teleport c3>a5").hands("-a5 ~ ~ ~ ~ -c5 ~ +c5 ~ ~ -b11 +o ~ ~")
	g.want("teleport c3>c5 b11-o")
}

// Both came by the same touch, whichever was put down last: either can leave again, and wait for
// another to be taken.
func TestRule11_WhatComesAfterASwapFindsBothWhereTheyCame(t *testing.T) {
	for _, tt := range []struct{ swap, then, want string }{
		{"-c3 -c5 +c3 +c5 ~", "-c3 +c2 ~ -c4 -c5 +c5 ~", "c3-c2 | c4xc5"},
		{"-c3 -c5 +c5 +c3 ~", "-c5 +c6 ~ -c4 -c3 +c3 ~", "c5-c6 | c4xc3"},
		{"-c3 -c5 +c5 +c3 ~", "-c3 +c3 -c5 -c4 +c4 ~", "swap c3,c5 c5xc4"},
	} {
		at(t, magicOf(magicMen), "swap ").hands(tt.swap).want("swap c3,c5").hands(tt.then).want(tt.want)
	}
}

func TestRule11_APieceIsShownByATapAndAnEmptySquareByAPress(t *testing.T) {
	at(t, magicOf(magicMen), "imprison ").hands("-c5 +c5 ~").want("imprison c5")
	at(t, magicOf(magicMen), "block ").hands("+c8 -c8 ~").want("block c8")
}

func TestRule11_OfAPairOnceOneIsShownWhatGoesWithItIsLit(t *testing.T) {
	g := at(t, magicOf(magicMen), "barrier ").hands("+c8 -c8 ~").want("")
	if got := g.names(g.Guide(g.now).Target); got != "b8 d12 d13" {
		t.Fatalf("lit: %q, want b8 d12 d13", got)
	}
	g.hands("+b8 -b8 ~").want("barrier b8|c8")
}

func TestRule11_ARansomStaysOpenUntilTheMoveAfterItIsSealed(t *testing.T) {
	g := at(t, dungeonOf(dungeonMen), "ransom ").hands("+e0 ~").want("ransom sC2@e0")
	g.hands("-c4 +c3 ~").want("ransom sC2@e0 c4-c3").hands("-h3 +h4 ~ ~").want("ransom sC2@e0 c4-c3 | h3-h4")
	g.hands("-h4 +h3 ~").want("ransom sC2@e0 c4-c3").hands("-c3 +c4 ~").want("ransom sC2@e0")
}

func TestRule12_OnlyTheLatestStepIsUndone(t *testing.T) {
	g := start(t).hands("-a2 +a3 -a6 +a5 ~").want("a2-a3 | a6-a5")
	g.hands("-a3 +a2 ~").want("a2-a3 | a6-a5")
	if got := g.names(g.Guide(g.now).Place); got != "a3" {
		t.Fatalf("goes back to %q, want a3", got)
	}
	g.hands("-a2 +a3 -a5 +a6 ~").want("a2-a3").hands("-a3 +a2 ~").want("")
}

func TestRule12_VictimsGoBackFirst(t *testing.T) {
	g := at(t, chains, "").hands("-D12 +F16 -E13 -F15 ~").want("D12xF14xF16")
	g.hands("+E13 +F15 -F16 +D12 ~").want("")
}

func TestRule12_NothingCrossesAThrow(t *testing.T) {
	g := near(t)
	s := play(t, play(t, play(t, g.Base(), "d5*b6"), "die 1"), "die 6")
	g.Set(s, s.Occupied(rules.Full).Minus(squares(t, s, "d5")), true)
	g.hands("+d5 ~ -f5 +e3 ~").want("")
}

// hurt is a game in which Black's Lackey on b6 has lost energy and Black is to move.
func hurt(t *testing.T) *table { return at(t, role(nearPlayed+", d5*b6, die 1, die 1"), "") }

func TestRule13_LikePiecesThatDifferAreAskedAboutBeforeTheThrow(t *testing.T) {
	g := hurt(t).hands("-b6 -c6 ~ +b6 +c6 ~ -g6 +g5 ~").wait(time.Second).want("g6-g5")
	g.hands("-d5 -b6 +b6 ~ *")
	b6, c6 := sq(t, g, "b6"), sq(t, g, "c6")
	if m := g.reading.Mixed; g.reading.Thrown || m == nil || *m != (gesture.Mixed{A: min(b6, c6), B: max(b6, c6)}) {
		t.Fatalf("asked about %v, thrown %t", m, g.reading.Thrown)
	}
	if got := g.names(g.Guide(g.now).Choose); got != "b6 c6" {
		t.Fatalf("lit to choose: %q", got)
	}
	g.Sort(false)
	g.read()
	g.want("g6-g5 d5*b6 !")
}

// What a hand has lifted it does not put down elsewhere in no time: a metre takes it a second, and two contacts that change together none.
func TestRule13_NoHandCarriesAPieceSoFast(t *testing.T) {
	hurt(t).hands("-b6 -c6 +b6 ~ +c6 ~ -g6 +g5 ~ -d5 -b6 +b6 ~ *").want("g6-g5 d5*b6 !")
	g := hurt(t).hands("-b6 -c6 . . . . . . +b6 ~ +c6 ~ -g6 +g5 ~ -d5 -b6 +b6 ~ *").want("g6-g5")
	if g.reading.Mixed == nil {
		t.Error("nobody is mixed up")
	}
}

// Who was tapped while another was in the hand is mixed up with nobody, however often that is lifted later.
func TestRule13_ATapMixesNobodyUp(t *testing.T) {
	hurt(t).hands("-b6 ~ -c6 +c6 ~ +b6 ~ -b6 ~ -d6 +d6 ~ +b6 ~ -g6 +g5 ~ -d5 -b6 +b6 ~ *").want("g6-g5 d5*b6 !")
}

// Who was mixed up with another may be that other, whoever it is lifted with next.
func TestRule13_WhoWasMixedUpMayBeTheOther(t *testing.T) {
	g := hurt(t).hands("-b6 -c6 ~ +b6 +c6 ~ -c6 -d6 ~ +c6 +d6 ~ -g6 +g5 ~ -d5 -b6 +b6 ~ *")
	for _, other := range []string{"c6", "d6"} {
		b6, like := sq(t, g, "b6"), sq(t, g, other)
		if m := g.reading.Mixed; m == nil || *m != (gesture.Mixed{A: min(b6, like), B: max(b6, like)}) {
			t.Fatalf("asked about %v, not %s", m, other)
		}
		g.Sort(false)
		g.read()
	}
	g.want("g6-g5 d5*b6 !")
}

func TestRule13_WhatHasChangedPlacesIsPutRightBeforeTheThrow(t *testing.T) {
	g := hurt(t).hands("-b6 -c6 ~ +b6 +c6 ~ -g6 +g5 ~ -d5 -b6 +b6 ~ *")
	g.Sort(true)
	g.read()
	g.want("g6-g5")
	if g.hands("~ -b6 +b6 ~").want("g6-g5"); !g.Guide(g.now).Throw.IsEmpty() {
		t.Error("a die is lit before that")
	}
	if got := g.names(g.Guide(g.now).Lift); got != "b6 c6" {
		t.Fatalf("to be lifted: %q", got)
	}
	g.hands("-b6 -c6 +c6 +b6 ~ -b6 +b6").want("g6-g5").hands("~ *").want("g6-g5 d5*b6 !")
}

// Nor does the next game wait for it.
func TestRule13_WhatHasChangedPlacesIsForgottenWithTheGame(t *testing.T) {
	g := hurt(t).hands("-b6 -c6 ~ +b6 +c6 ~ -g6 +g5 ~").wait(time.Second).hands("-d5 -b6 +b6 ~ * ~")
	g.Sort(true)
	g.Forget()
	g.hands("+d5 ~ -d5 -e7 +e7 ~ *").want("g6-g5 d5*e7 !")
}

func TestRule13_NothingIsAskedAboutPiecesThatAreEqual(t *testing.T) {
	g := hurt(t).hands("-c6 -d6 +c6 +d6 ~ -g6 +g5 ~ -d5 -b6 +b6 ~ *")
	g.want("g6-g5 d5*b6 !")
}

// A piece that stands where nothing is felt is not in the hand with whatever is lifted.
func TestRule13_NothingIsAskedAboutPiecesThatWereLiftedAfterOneAnother(t *testing.T) {
	g := hurt(t)
	g.Distrust(squares(t, g.Base(), "c1"))
	g.Set(g.Base(), g.Wood().Minus(squares(t, g.Base(), "c1")), true)
	g.hands("-c6 -f6 +f6 +c6 -b6 -f6 +f6 +b6 ~ -g6 +g5 ~").want("g6-g5").hands("-d5 -b6 . . . +b6 ~ *").want("g6-g5 d5*b6 !")
}

func TestRule13_NothingIsAskedAboutATap(t *testing.T) {
	hurt(t).hands("-b6 +b6 -c6 +c6 ~ -g6 +g5 ~ -d5 -b6 +b6 ~ *").want("g6-g5 d5*b6 !")
}

func TestRule13_AnAnswerIsATapOnASquareOfOneChoiceAlone(t *testing.T) {
	from := kaleidoOf("wP1 c3, wT1 c5, wT2 d4, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")
	g := at(t, from, "").hands("-c6 -c4 -c5 +c4 +c6 ~ ~ ~ ~ ~").asks("c5xc4", "c5xc6")
	if got := g.names(g.Guide(g.now).Choose); got != "c4 c6" {
		t.Fatalf("lit to choose: %q", got)
	}
	g.hands("-c6 +c6 ~").want("c5xc4").asks("c5xc4", "c5xc6") // too soon for somebody who saw the light
	g.hands("~ -c6 +c6 ~").want("c5xc6")
}

// A contact may have let go of the piece there.
func TestRule13_NoTapOfAMomentAnswers(t *testing.T) {
	g := at(t, kaleidoOf("wP1 c3, wT1 c5, wT2 d4, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9"), "")
	g.hands("-c6 -c4 -c5 +c4 +c6 ~ ~ ~ ~ ~").asks("c5xc4", "c5xc6")
	g.hands("~").tap("c6", 20*ms).hands("~").asks("c5xc4", "c5xc6")
	g.hands("~ -c6 +c6 ~").want("c5xc6")
}

// Whoever holds a piece that may attack knocks there.
func TestRule13_ATapOnWhatThePieceInHandMayAttackIsNoAnswer(t *testing.T) {
	g := start(t, "b1-c3", "f7-e5").hands("-c3 +d5 ~ -d5 -b6 +b5 -b5")
	g.Distrust(squares(t, g.Base(), "b5"))
	g.hands("+b6 ~").pass(5 * time.Second)
	g.asks("c3-d5, end, b6-b5, d5-b6")
	g.Cancel()
	if lit := g.names(g.Guide(g.now).Choose); lit != "b5 c3 d5" {
		t.Fatalf("lit to choose: %q", lit)
	}
	g.hands("-b6 +b6 ~").want("c3-d5")
	if _, _, on := g.Declared(); !on {
		t.Error("nothing is declared")
	}
}

func TestRule13_MustAskWhichCaptiveIsRansomed(t *testing.T) {
	from := dungeonOf("sC1 c4, sL1 d0, sL2 h5, sC2 f1, nC1 c6, nC2 h3, nM e6, nG h7, nL1 a8, nL2 d7")
	g := at(t, from, "ransom ").hands("+e0 ~").asks("ransom sG@e0", "ransom sM@e0")
	g.answer("ransom sM@e0").want("ransom sM@e0").hands("-e0 +d1 ~").want("ransom sM@e0 e0-d1").asks() // it goes on, and is still that one
}

func TestRule13_MustAskWhichEffectOfLightning(t *testing.T) {
	from := with(kaleido(true, false), magicMen, func(_, state object) {
		state["active"] = []object{
			{"formula": "imprison", "owner": "white", "on": "bP1"}, {"formula": "strengthen", "owner": "black", "on": "bP1"},
		}
		state["tiles"].(object)["white"] = []string{"ghost", "lightning"}
		state["tiles"].(object)["black"] = []string{"ghost"}
	})
	g := at(t, from, "lightning ").hands("-c3 +c3 ~").asks("lightning c3/imprison", "lightning c3/strengthen")
	g.answer("lightning c3/imprison").want("lightning c3/imprison")
}

func TestRule14_AStepThatNeedsAFaultySquareIsAskedAbout(t *testing.T) {
	g := start(t)
	g.Distrust(squares(t, g.Base(), "c3"))
	g.hands("-b1 ~ ~").want("").asks()
	g.pass(2 * time.Second)
	if !slices.ContainsFunc(g.reading.Ask, func(s []rules.Step) bool { return texts(g.Base(), s) == "b1-c3" }) {
		t.Fatalf("asks %d choices, taken %q", len(g.reading.Ask), g.taken())
	}
	g.want("").answer("b1-c3").want("b1-c3").hands("-b7 +c5" + late).want("b1-c3 | b7-c5")
}

// A contact known to be loose lets go for a moment: nothing begins anew with that.
func TestRule14_WhatASquareAtFaultDoesForAMomentIsNoTouch(t *testing.T) {
	g := start(t)
	g.Distrust(squares(t, g.Base(), "c3 g1"))
	g.hands("-b1").pass(10 * quiet)
	g.asks("b1-c3")
	g.tap("g1", 40*ms).asks("b1-c3")
	g.tap("g1", 60*ms).asks().pass(5 * quiet)
	g.asks("b1-c3").Deny()
	g.tap("g1", 20*ms).pass(10 * quiet)
	g.asks()
}

// A stuck contact lets go when the piece that was answered to stand there is lifted, and is believed again.
func TestRule14_WhatWasAnsweredAboutASquareStandsThoughItIsMended(t *testing.T) {
	g := start(t)
	s, c3 := g.Base(), squares(t, g.Base(), "c3")
	g.Distrust(c3)
	g.Set(s, s.Occupied(rules.Full).Union(c3), true)
	g.hands("-b1").pass(10 * quiet)
	g.answer("b1-c3").want("b1-c3")
	g.Touch(touchOf(g, "-c3"))
	g.Distrust(board.Set{})
	g.pass(quiet)
	g.want("b1-c3").hands("+c3 ~ -b7 +c5" + late).want("b1-c3 | b7-c5")
}

// The square a piece has left sticks, and the contacts fail for a moment after that was answered: the other player lifts the piece to capture it
// (RoleChess, worn, seed 3400495: the answer was withdrawn, and something else sealed).
func TestRule14_WhatWasAnsweredAboutASquareStandsAfterAnOutage(t *testing.T) {
	g := start(t)
	g.Distrust(squares(t, g.Base(), "b1"))
	g.hands("+c3 ~ ~ ~ ~ ~ ~").asks("b1-c3").answer("b1-c3").want("b1-c3")
	taken := slices.Clone(g.Taken())
	g.pass(atWork)
	g.From(g.now, false)
	g.Resume(g.Base(), taken, 0, g.Wood(), false)
	g.hands("~ -c3 ~").want("b1-c3")
}

// What was done after that by squares that feel may still be put back.
func TestRule14_WhatCameAfterAnAnswerIsPutBackAfterAnOutage(t *testing.T) {
	g := start(t)
	g.Distrust(squares(t, g.Base(), "b1"))
	g.hands("+c3 ~ ~ ~ ~ ~ ~").asks("b1-c3").answer("b1-c3").hands("-a6 +a5 ~").want("b1-c3 a6-a5")
	taken, wood := slices.Clone(g.Taken()), g.Wood()
	g.pass(atWork)
	g.From(g.now, false)
	g.Resume(g.Base(), taken, 0, wood, false)
	g.hands("~ -a5 +a6 ~ ~").want("b1-c3")
}

func TestRule14_WhatNeedsNoFaultySquareIsReadAsEver(t *testing.T) {
	g := start(t)
	g.Distrust(squares(t, g.Base(), "e4"))
	g.hands("-b1 +c3").want("b1-c3").hands("+e4 ~ -e4 ~").want("b1-c3").hands("-b7 +c5" + late).want("b1-c3 | b7-c5")
}

// Where who advanced stands the dead lie no more: what is felt there is who advanced, and has not gone elsewhere (RoleChess, worn, seed 6204962: another piece
// went to where it may go from a contact that did not let go, and that it had gone was sealed).
func TestRule15_WhoStandsWhereTheDeadLayHasNotGone(t *testing.T) {
	g := at(t, game("rolechess", nil, "die 1, die 4, b6-b5, b1-a3, a3*b5, die 6, die 5"), "")
	s := g.Base()
	g.Set(s, g.Wood().Union(squares(t, s, "b5")), true)
	g.hands("-b5 ~ -a3 +b5 ~ ~ -c6 +c5 ~ ~ +d4 ~")
	if steps, ok := g.Lies(g.now); ok {
		t.Errorf("the wood lies as after %d steps", len(steps))
	}
	g.hands("~ ~ ~ ~ ~ ~ ~ ~").want("advance | c6-c5")
	if wrong := g.names(g.reading.Wrong); wrong != "d4" {
		t.Errorf("wrong is %q, want d4", wrong)
	}
}

// A piece put down short, and its victim lifted last: the wood says so as soon as on a sound board, for no square at fault is needed.
func TestRule15_TheWoodDecidesAsSoonWhereASquareIsAtFault(t *testing.T) {
	for _, faulty := range []string{"", "d14"} {
		g := at(t, taking, "")
		g.Distrust(squares(t, g.Base(), faulty))
		g.hands("-c5 +d9 ~").want("c5-d9").hands("-d9 -c4 +c4").pass(2 * quiet)
		g.want("c5xc4")
	}
}

// A piece is lifted again beside a square at fault: it may be in the hand, and the wood does not decide that it went there.
func TestRule15_TheWoodDecidesNothingThatRestsOnASquareAtFault(t *testing.T) {
	g := at(t, battle(dry, "wL1 e4, wL2 h2, bL1 c12, bL2 h12"), "")
	g.Distrust(squares(t, g.Base(), "f5"))
	g.hands("-e4 +f4 ~").want("e4-f4").hands("-f4").pass(3 * quiet)
	g.want("e4-f4")
}

func TestRule14_AFaultyTargetIsNotThrownAt(t *testing.T) {
	g := near(t)
	g.Distrust(squares(t, g.Base(), "b6"))
	g.hands("-d5 ~ ~").want("")
	g.pass(5 * time.Second)
	if g.reading.Thrown {
		t.Fatal("thrown without a knock")
	}
}

func TestRule11_ATapThatShowsMagicOutlastsAPowerCut(t *testing.T) {
	for _, c := range []struct{ arm, hands, want string }{
		{"block ", "+c8 -c8 ~", "block c8"},
		{"imprison ", "-c5 +c5 ~", "imprison c5"},
	} {
		g := at(t, magicOf(magicMen), c.arm).hands(c.hands)
		if g.want(c.want); len(g.Taken()) == 0 {
			continue
		}
		g.Resume(g.Base(), g.Taken(), 0, g.Wood(), false)
		g.hands("-b3 +b3 ~ ~").want(c.want)
	}
}

// killed is a game in which Black has just killed the piece on b6, which still
// lies there, and has the attacker in the hand.
func killed(t *testing.T) *table {
	g := at(t, role(nearPlayed+", d5*b6, die 6, die 1"), "")
	s := g.Base()
	g.Set(s, s.Occupied(rules.Full).Minus(squares(t, s, "d5")).Union(squares(t, s, "b6")), true)
	return g
}

func TestRule10_TheDeadLiftedPutBackAndLiftedAgainHideNobody(t *testing.T) {
	g := killed(t).hands("+d5 ~ -b6 ~ +b6 . . -b6 . . -d5 . . . . . . +b6 . . . . . . . -g6 -f6 ~ +f6 . . +g5 ~")
	g.want("advance | g6-g5")
}

// A piece that seems to have been slid in, and is the last that did anything, may be in the hand: it seals nothing
// that was not done then.
func TestRule4_AStepThatSlidInMayBeAPieceInTheHand(t *testing.T) {
	slid := "+d5 ~ -b6 -c7 +b6 ~ +c7 -d5 ~ ~ ~ ~ ~ ~"
	killed(t).hands(slid).want("stay c7-b6 end d5-c7").hands("-b6 +b6 ~").asks("advance", "stay, c7-b6, end, d5-c7")
	killed(t).hands(slid + " -g6 +g5 ~ ~ ~ ~ ~ ~").want("stay c7-b6 end d5-c7 end | g6-g5")
}

// A square may have felt who was put down beside it, and not the piece of its own.
func TestRule14_APieceFeltTogetherWithTheOneBesideItMayBeElsewhere(t *testing.T) {
	g := killed(t).hands("+d5 ~ -b6 ~ ~ -d5 +b6 ~").want("advance").hands("-c7 -b6 +b6 ~ -d6")
	g.now += 60 * ms
	g.Touch(touchOf(g, "+d5"))
	g.now += 4 * ms
	g.Touch(touchOf(g, "+d6"))
	g.hands("~ ~").pass(10 * quiet)
	g.want("stay c7-b6").hands("-b6 +b6 ~").pass(10 * quiet)
	g.want("stay c7-b6").asks()
}

// The square that felt it by mistake may be the first: White's piece is on b1, c1 has felt it too, and Black lifts another near there (KaleidoChess, worn,
// seed 3700819: White's move to c1 was sealed).
func TestRule14_OfTwoSquaresThatFeltOnePieceTheFirstMayBeMistaken(t *testing.T) {
	g := at(t, kaleidoOf("wR1 c16, wW b7, bW b9, bT1 b2"), "").hands("-c16")
	g.now += 60 * ms
	g.Touch(touchOf(g, "+c1"))
	g.read()
	g.now += 5 * ms
	g.Touch(touchOf(g, "+b1"))
	g.pass(160 * ms)
	g.hands("-b2 ~ ~ ~ ~ ~ ~ ~").want("c16-c1 b2-b1")
}

func TestRule4_AnAttackerPutBackLongBeforeTheNextMoveHasHardlyAdvanced(t *testing.T) {
	g := killed(t).hands("-b6 +b6 . . +d5 ~ ~ ~ ~ -e6 ~ -f6 +f6 ~ -d5 +d5 ~ ~ ~ ~ ~")
	if g.reading.Sealed > 0 {
		t.Errorf("sealed %q", g.taken())
	}
}

func TestRule10_VictimsPutBackAndLiftedAgainAreStruckOnce(t *testing.T) {
	at(t, battleIn(sure, crowd, object{"bridges": []string{"d"}}), "").
		hands("-g7 -f8 ~ +f8 . . . . . . . . . . -f8 ~ +g7 ~ -e6 +e7 ~").want("g7*f8 e6-e7")
}

// echoed is a game in which a capturer was put down, two squares closed, and the board asks.
func echoed(t *testing.T) *table {
	t.Helper()
	g := at(t, kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9"), "")
	g.hands("-c5 -c4")
	g.now += 100 * ms
	for _, name := range []string{"b4", "c4"} {
		g.Touch(touchOf(g, "+"+name))
		g.now += 4 * ms
		g.read()
	}
	g.hands("-b9 +o ~").pass(2 * time.Second)
	g.asks("c5-b4, b9-o", "c5xc4, b9-o")
	return g
}

// A contact that feels the piece beside it closes with it: which of the two squares
// the piece was put on nobody knows.
func TestRule14_ACaptureThatClosesAnotherSquareIsAskedAbout(t *testing.T) {
	g := echoed(t)
	if g.reading.Sealed > 0 {
		t.Errorf("sealed %q", g.taken())
	}
}

// Another piece may be in the hand still where one seems to have made room for it, whatever is touched after
// that, and though a piece elsewhere could leave unfelt.
func TestRule14_APieceInTheHandIsNotForgottenForAnotherThatCouldLeaveUnfelt(t *testing.T) {
	for _, faulty := range []string{"", "F3"} {
		g := at(t, camelotOf("wM1 F8, wM2 F3, bM1 H8, bM2 G8, bM3 G13"), "")
		if faulty != "" {
			g.Distrust(squares(t, g.Base(), faulty))
		}
		g.hands("-H8 -F8").pass(100 * ms)
		g.Touch(touchOf(g, "+E8"))
		g.pass(4 * ms)
		g.Touch(touchOf(g, "+F8"))
		g.hands("~ -G13 +G13 ~").want("F8-E8 H8-F8")
		g.pass(10 * quiet)
		g.want("F8-E8 H8-F8")
	}
}

func TestRule10_TheDeadPutBackWhileAnotherIsInTheAir(t *testing.T) {
	killed(t).hands("+d5 ~ -b6 ~ ~ -e1 +b6 . . . . . . +e1 ~ -d5 ~ -b6 ~ +b6 ~ -g6 . . +g5 ~").want("advance | g6-g5")
}

func TestRule3_AWrongTurnPutRightIsNotAskedAbout(t *testing.T) {
	g := start(t).hands("-d6 +d4 ~ ~ -d4 +d6 ~ ~ -b1 +c3 ~ -a6 +a5 ~ ~ ~").asks().want("b1-c3 | a6-a5")
	g.hands("-f1 +e3 ~ ~").asks()
}

// However slow hands are: what was done out of turn, and put right, is nothing.
func TestRule3_AWrongTurnPutRightBySlowHandsIsNotAskedAbout(t *testing.T) {
	for _, each := range []time.Duration{500 * ms, 1500 * ms, 2500 * ms} {
		g := start(t)
		for _, word := range strings.Fields("-d6 +d4 -d4 +d6 -b1 +c3 -a6 +a5") {
			g.hands(word)
			g.pass(each)
		}
		g.asks().pass(2 * time.Second)
		g.asks().want("b1-c3 | a6-a5")
	}
}

func TestRule12_WhatWasTakenBackAndDoneAgainIsForgottenWithItsStep(t *testing.T) {
	g := at(t, camelotOf("wM1 J11, wM2 F6, bM1 J10, bM2 C4, bM3 L9"), "")
	g.hands("-J10 -J11 +J9 ~ -J9 +J10 . +J11 ~ -J11 +J9 -J10 ~ -C4 +C5 ~").want("J11xJ9 | C4-C5")
	g.hands("-F6 +F7 ~").want("C4-C5 | F6-F7").hands("-C5 +C6 ~").want("F6-F7 | C5-C6")
}

func TestRule10_ACaptureAfterAnotherSquareIsTakenInTheEnd(t *testing.T) {
	g := at(t, kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bW b9"), "")
	g.hands("-c5 +b4 ~").want("c5-b4").hands("-b4 -c4 +c4 ~").want("c5-b4") // it may be in the hand
	g.pass(5 * quiet)
	g.want("c5xc4").hands("-b9 +o ~").pass(5 * quiet)
	g.want("c5xc4 | b9-o")
}

func TestRule9_ATapBegunBeforeTheMoveThrowsNothing(t *testing.T) {
	g := die(t)
	g.pass(2 * time.Second)
	g.hands("-c7 -c5 +c6 +c7").want("c5-c6")
	g.pass(2 * time.Second)
	g.hands("-c7 +c7").want("c5-c6 !")
}

// A capture by a tap of the victim may as well be a step to a square that feels nothing, and
// an idle tap.
func TestRule14_NoTapThrowsWhereSomethingUnfeltIsAsLikely(t *testing.T) {
	for faulty, want := range map[string]string{"": "c5xc7 !", "c6": "c5xc7"} {
		g := die(t)
		if faulty != "" {
			g.Distrust(board.SetOf(sq(t, g, faulty)))
		}
		g.hands("-c5 -c7 ~ +c7 ~")
		g.pass(2 * time.Second)
		g.hands("-d13 ~ +d13").want(want)
	}
}

// A sleeve knocks a piece for a moment while another is in the hand: that looks like its
// capture.
func TestRule4_ATouchOfAMomentDoesNotSealWhatWasBefore(t *testing.T) {
	for lasts, want := range map[time.Duration]string{20 * ms: "b2-b1 c6xc5", 80 * ms: "b2-b1 | c6xc5"} {
		g := at(t, kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9"), "").hands("-b2 +b1 ~ -c6 ~ -c5")
		g.now += lasts
		g.Touch(touchOf(g, "+c5"))
		g.pass(quiet + ms)
		g.want(want)
		g.pass(5 * quiet)
		g.want("b2-b1 | c6xc5")
	}
}

// Pieces that have gone round lie where others were: no hands that only play have done that, but nothing
// is amiss on the board.
func TestRule1_WhereEverythingLiesAsItShouldReadingBeginsAnew(t *testing.T) {
	g := start(t).hands("-b1 +c4 ~ -a1 +b1 ~ -c4 +a1 ~").hands("-b2 +b3 ~").want("")
	g.hands("-b3 +b2 ~ ~ ~ ~ ~ ~ -b2 +b3 ~").want("b2-b3")
}

func TestRule10_OneOfTheDeadMayBePutBackMoreThanOnce(t *testing.T) {
	g := start(t)
	g.Set(g.Base(), g.Base().Occupied(rules.Full).Union(board.SetOf(sq(t, g, "c3"))), true)
	g.hands("-b1 -c3 ~ +c3 ~").want("b1-c3").hands("-c3 +b1 ~").want("")
	g.now += 20 * ms
	g.Touch(touchOf(g, "+c3")) // it lies there again, and in the same scan another piece is touched
	g.Touch(touchOf(g, "-a2"))
	g.hands("+a2 ~ -c3 -b1 +c3 ~").want("b1-c3")
}

// More wood than there are pieces, while none of them was missing: something was put there, or a contact lied.
func TestRule4_WoodThatWasTooMuchIsAskedAboutOnABadBoard(t *testing.T) {
	g := start(t).hands("-b1 +c3 ~ -f7 +e5 +d5")
	g.pass(10 * ms)
	g.hands("-d5 ~").asks().want("b1-c3 | f7-e5")
	g = start(t).hands("-b1 +c3 ~ -f7 +e5 +d5")
	g.pass(200 * ms)
	g.hands("-d5 ~").asks().want("b1-c3 | f7-e5") // but the wood lies so in one way alone
	g = start(t)
	g.Distrust(board.SetOf(sq(t, g, "g2")))
	g.Distrust(board.Set{}) // unless contacts of this board were at fault
	g.hands("-b1 +c3 ~ -f7 +e5 +d5")
	g.pass(200 * ms)
	g.hands("-d5" + late).asks("b1-c3, f7-e5").want("b1-c3 f7-e5")
}

func TestRule14_WhatWasAnsweredAboutASquareAtFaultStandsWhateverIsTouched(t *testing.T) {
	g := start(t)
	g.Distrust(board.SetOf(sq(t, g, "b1")))
	g.hands("+c3 ~ ~ ~ ~ ~ ~").asks("b1-c3").answer("b1-c3").hands("-c3 -a2 +a3 ~ ~").want("b1-c3")
}

// A run that an answer ends with goes on as one displacement: it is not held to where its piece stood then (Chess Battle, heavy, seed 910027:
// a wrong seal).
func TestRule5_ARunGoesOnAfterAnAnswer(t *testing.T) {
	g := at(t, battleIn(sure, crowd, object{"bridges": []string{"d"}}), "").hands("-e6 +d6 ~")
	wood := g.Wood()
	wood.Remove(sq(t, g, "b9"))
	wood.Add(sq(t, g, "b8"))
	g.From(g.now, true) // played in the dark
	g.Onward()
	g.Handless(rules.SeatsOf(0, 1)) // so it is asked at once
	g.Resume(g.Base(), g.reading.Steps, g.reading.Sealed, wood, false)
	g.read()
	g.pass(8 * quiet)
	g.asks("e6-d6, end, b9-b8")
	g.Handless(0)
	g.answer("e6-d6, end, b9-b8").hands("-b8 +a9 ~ ~ ~ ~ ~ ~ -a9 -g7 +h7 +a9 ~")
	g.pass(8 * quiet)
	g.want("b9-a9 end | g7-h7").asks()
}

// A run that may have ended on the way, where nothing is felt: whichever is answered, it is not asked about again (all of it was, again and again: Chess Battle,
// worn, seed 3200518).
func TestRule14_HowFarAPieceWentIsAskedOnce(t *testing.T) {
	for answer, want := range map[string]string{"d3-d4": "d3-d4", "d3-d4, d4-d5": "d3-d4 d4-d5"} {
		g := at(t, field, "")
		g.Set(g.Base(), g.Base().Occupied(rules.Full).Union(board.SetOf(sq(t, g, "d5"))), true) // one of the dead lies there
		g.Distrust(board.SetOf(sq(t, g, "d4")))
		g.hands("-d3 -d5 +d5 ~ ~ ~ ~ ~ ~").asks("d3-d4", "d3-d4, d4-d5").answer(answer).want(want)
		g.wait(time.Minute)
	}
}

func TestRule6_ATapOfTheDeadTakesNoDeclaredAttackAway(t *testing.T) {
	g := near(t)
	g.Set(g.Base(), g.Base().Occupied(rules.Full).Union(board.SetOf(sq(t, g, "c3"))), true) // one of the dead lies there
	g.hands("-d5 -b6 +b6 ~ -c3 +c3 ~ ~").want("d5-c3")                                      // it is taken for the Knight
	g.hands("*").want("d5*b6 !")
}

func TestWhatIsAskedIsForgottenWithItsPosition(t *testing.T) {
	g := echoed(t)
	next := play(t, play(t, g.Base(), "c5-b4"), "b9-o")
	g.Set(next, g.Wood(), true)
	if got := g.names(g.Guide(g.now).Choose); got != "" {
		t.Errorf("lit to answer: %q", got)
	}
}

// Who comes to the square that was won, and by that says that the winner stays, may be the
// winner itself, if its own square has not let it go.
func TestRule8_WhoComesWhereTheWinnerMightHaveComeSealsLater(t *testing.T) {
	g := killed(t).hands("+d5 ~ -b6 ~ ~ -c7 ~ +b6 ~").want("stay c7-b6")
	g.pass(5 * quiet)
	g.want("stay | c7-b6")
}

// Who is felt there before another is lifted beside it may be the winner as well, which its own square has not let go (RoleChess, worn, seed 4701954:
// Black straightened the other, and "stay" was sealed).
func TestRule8_WhoIsFeltWhereTheWinnerMightHaveComeBeforeItIsLiftedSealsLater(t *testing.T) {
	g := at(t, role(nearPlayed+", d5*b6, die 6, die 1"), "").hands("+b6 . . -c7 ~ ~").want("stay c7-b6")
	g.pass(5 * quiet)
	g.want("stay | c7-b6")
}

// Black's piece was felt where it came to, and then lifted: it may as well be in the hand, and seals White's move once that had time to show.
func TestRule4_WhoMayBeInTheHandSealsLater(t *testing.T) {
	g := start(t).hands("-b1 +c3 ~ +c5 . . -b7 ~ ~").want("b1-c3 b7-c5")
	g.pass(5 * quiet)
	g.want("b1-c3 | b7-c5")
}

func TestRule14_WhatWasTakenWithASquareAtFaultIsNotDoneAgainByLaterTouches(t *testing.T) {
	g := start(t)
	g.Distrust(squares(t, g.Base(), "c3"))
	g.hands("-b1 ~ ~ ~ ~ ~ ~").answer("b1-c3").hands("-b7 +c5" + late).want("b1-c3 | b7-c5")
	g.hands("-a2 +b1 ~ -b1 +a3" + late).want("b7-c5 | a2-a3") // it is put down where the Knight was, and goes on
}

// A piece that was moved a while ago goes on while the other player has a capturer and its victim in the hand.
func TestRule3_AMoveThatGoesOnUnderAnothersHandsIsTaken(t *testing.T) {
	for goes, want := range map[string]string{"-b1 ~ +b3 ~": "b2-b3 | c6xc5", "": "b2-b1 | c6xc5"} {
		g := at(t, castles, "").hands("-b2 +b1 ~ -c6 -c5 ~ " + goes + " +c5 ~")
		g.pass(5 * quiet)
		g.asks().want(want)
	}
}

// The power went while two moves were lit, and nobody knows how they were touched: the first is not sealed by the second, which was not felt, but by what
// the next player does; people have time to look (KaleidoChess with power cuts, seed 3500228: another way to the same wood was sealed at once).
func TestRule4_WhatWasOpenAtAPowerCutIsSealedByWhatIsFeltAfterIt(t *testing.T) {
	g := start(t).hands("-a2 +a3 ~ -a6 +a5 .")
	g.powerCut("", "").pass(time.Minute)
	g.want("a2-a3 a6-a5").hands("-b1 +c3 ~ ~").want("a2-a3 a6-a5 | b1-c3")
}

// What hands put back after an outage was read wrong before it, or what came before it was: that is sealed by what the next player does (RoleChess, worn,
// seed 4100477: with the move that was put back a move by squares at fault had been read, and that sealed the one before).
func TestRule4_OfARecordThatHandsHaveContradictedNoStepSealsAnother(t *testing.T) {
	g := start(t).hands("-a2 +a3 . -a6 +a5 . -b1 +c3")
	g.pass(atWork)
	g.From(g.now, false)
	g.Resume(g.Base(), slices.Clone(g.Taken()), 0, g.Wood(), false)
	g.hands("-c3 +b1")
	g.pass(time.Minute)
	g.want("a2-a3 a6-a5").hands("-b1 +c3 ~ ~").want("a2-a3 a6-a5 | b1-c3")
}

// Who undoes one step may want to undo another (RoleChess, worn, seed 4104869: *undo* sealed what came before, at once).
func TestRule12_UndoSealsNothing(t *testing.T) {
	g := start(t).hands("-a2 +a3 . -a6 +a5 . -b1 +c3")
	g.Resume(g.Base(), slices.Clone(g.Taken())[:2], 0, g.Wood().Union(squares(t, g.Base(), "b1")).Minus(squares(t, g.Base(), "c3")), false)
	g.pass(time.Minute)
	g.want("a2-a3 a6-a5").hands("-b1 +c3 ~ ~").want("a2-a3 a6-a5 | b1-c3")
}

// Two contacts have closed for one knock, and the board goes dark before the next has said so: it is in doubt as it would be without that.
func TestRule4_AKnockThatLooksLikeMovesIsNotSealedAfterAnOutage(t *testing.T) {
	g := start(t, "b1-c3", "b7-c5", "c3-d5", "end", "b6-a5", "a2-a3").hands("-c7 +b6 ~ -d5 ~ -b6 +b7")
	g.pass(5 * ms)
	g.Touch(board.Touch{Square: sq(t, g, "b6"), Placed: true, At: g.now})
	g.hands("~").want("c7-b7 d5-b6").hands("-b6 -b7")
	g.pass(quiet)
	g.outage("", "b6 b7").wait(6 * quiet).want("c7-b7 d5-b6").hands("-f7 . +e5 ~ ~ ~ ~ ~ ~ ~").want("c7-b7 d5-b6 end f7-e5")
}

var castles = kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")

// The next victim of a capturer may have been dropped a square short of it: that looks like the
// other player's move, however long after the capture, for hands may be slow and others idle.
func TestRule4_AMoveThatMayBeTheCapturerASquareShortSealsTheCaptureLate(t *testing.T) {
	for _, between := range []string{" . . ", " ~ ~ ", " ~ ~ -b9 ~ ~ +b9 ~ ~ "} {
		g := at(t, castles, "").hands("-c5 ~ -c4 +c4" + between + "-c6 +c7 ~")
		g.pass(10 * quiet)
		g.want("c5xc4 c6-c7")
		g.pass(5 * quiet)
		g.want("c5xc4 | c6-c7")
	}
	g := at(t, castles, "").hands("-c5 ~ -c4 +c4 ~ ~ -b9 +b8 ~")
	g.pass(5 * quiet)
	g.want("c5xc4 | b9-b8")
}

// The square a piece has left sticks, which was answered for: in the same turn it goes on from where it stands (Chess Battle, worn, seed 3801578: that was
// never read, and with a neighbour knocked on the way two other moves were sealed).
func TestRule14_WhoWasAnsweredForMayGoOn(t *testing.T) {
	g := at(t, battle(object{"river": false}, "wN1 c4, wL2 a2, bN1 d6, bL2 b14"), "")
	g.Distrust(squares(t, g.Base(), "c4"))
	g.hands("+c5 ~ ~ ~ ~ ~ ~").asks("c4-c5").answer("c4-c5").want("c4-c5").hands("-c5 ~ +c6 ~ ~").want("c4-c5 c5-c6")
}

// The Knights have gone to d6 by c6 and attack d7, or to c6 alone: both ways begin with c4-c5, where no hand has put them, so a question names the whole way
// (Chess Battle, heavy, seed 3800574: it named c5-d6, and the answer was none of these).
func TestRule13_AQuestionNamesAWholeRun(t *testing.T) {
	for target, way := range map[string][3]string{"d7": {"c5", "c6", "d6"}, "e6": {"d4", "d5", "d6"}} {
		g := at(t, battle(object{"combat": "sure", "river": false}, "wN1 c4, wL2 a2, wL3 b5, bN1 "+target+", bL2 b14, bL3 c"+map[string]string{"d7": "9", "e6": "5"}[target]), "")
		for i, from := range []string{"c4", way[0], way[1]} {
			g.hands("-" + from + " . . . . . . +" + way[i] + " ~ . .")
		}
		g.hands("-d6 . . . . . -" + target + " . . . . . +" + target + " ~ ~ ~").namesFrom(0)
		if len(g.reading.Ask) < 2 {
			t.Errorf("%s: asks %d", target, len(g.reading.Ask))
		}
	}
}

// White's Levy attacks the Knights and goes on, a square too far at first: that is also the Knights' attack on the Levy, and their way on (Chess Battle,
// seed 3700003: the end of White's turn was sealed before the Levy was put down where it was meant).
func TestRule4_WhoTakesMayHaveBeenAttackedByWhomItTook(t *testing.T) {
	g := at(t, battle(object{"combat": "sure"}, "wN1 d3, wL2 b8, bN1 c8, bL2 b14"), "")
	g.hands("-d3 ~ +d2 ~ ~ ~ ~ ~ -b8 . -c8 . . . . . . . . +b8 . . . . . . . . . -b8 . . . . . +d8 ~ ~ ~").want("d3-d2 end c8*b8 b8-c8 c8-d8")
	g.hands("-d8 ~ +c8 ~ ~ ~ ~ ~ ~ ~").asks("d3-d2, b8*c8, b8-c8", "d3-d2, end, c8*b8, b8-c8")
}

func TestRule4_ACaptureAfterASlipSealsLater(t *testing.T) {
	for slip, want := range map[string]string{"": "b2-b1 | c6xc5", "+e9 ~ -e9 ": "b2-b1 c6xc5"} {
		g := at(t, castles, "").hands("-b2 +b1 ~ -c6 ~ " + slip + "-c5")
		g.pass(80 * ms)
		g.hands("+c5 ~").want(want)
		g.pass(5 * quiet)
		g.want("b2-b1 | c6xc5")
	}
}

// An attack by who is not to act yet says that the turn was passed, or that the victim was touched
// while another was in the hand.
func TestRule4_ACaptureAfterATurnInWhichNothingWasDoneSealsLater(t *testing.T) {
	for hands, want := range map[string]string{"-f8 -g7 ~ +f8 ~ ~": "f8*g7", "-f8 +f9 ~ ~": "f8-f9"} {
		g := at(t, battleIn(sure, crowd, object{"bridges": []string{"d"}}), "").hands(hands)
		if want == "f8*g7" {
			g.want("end " + want)
			g.pass(5 * quiet)
		}
		g.want("end | " + want)
	}
}

// Two touches change what was done and do what the next player does: they may be one thing that goes on.
func TestRule4_WhatAStepGaveWayToIsSealedLater(t *testing.T) {
	g := start(t, "b1-c3", "b7-c5", "c3-d5", "end", "b6-a5", "a2-a3").hands("-c7 +b6 ~").want("c7-b6")
	g.hands("-b6 -d5 +b7 +b6 ~").want("c7-b7 d5-b6").pass(5*quiet - 10*ms)
	g.want("c7-b7 | d5-b6")
}

// If the victim was off for a moment only, it is asked about: it may not have been lifted at all,
// and who was to act may have done what was not felt.
func TestRule4_ACaptureInAMomentAfterATurnInWhichNothingWasDoneIsAskedAbout(t *testing.T) {
	for lasts, want := range map[time.Duration]string{20 * ms: "end d7*d6", 80 * ms: "end | d7*d6"} {
		g := at(t, battleIn(sure, "wL1 d6, wL2 c5, bN1 d7, bL1 f8", object{"bridges": []string{"d"}}), "").hands("-d7 ~ -d6")
		g.now += lasts
		g.Touch(touchOf(g, "+d6"))
		g.pass(quiet + ms)
		g.pass(5 * quiet)
		g.want(want)
		if lasts < 45*ms {
			g.asks("end, d7*d6")
		}
	}
}

func TestRule4_WhatWasSealedOnceIsGivenUpOnlyByAnAnswer(t *testing.T) {
	g := start(t).hands("-b1 +c3 ~ -b7 +c5 ~").want("b1-c3 | b7-c5").hands("-c5 +b7 ~").want("b1-c3")
	g.hands("-c3 +a3 ~ ~ -b7 +c5 ~ ~ ~ ~ ~ ~").asks("b1-a3, b7-c5").want("b1-a3 b7-c5")
	g.answer("b1-a3, b7-c5").want("b1-a3 | b7-c5")
}

func TestRule8_WhoIsStuckPassesByATapAgainAndAgain(t *testing.T) {
	g := at(t, dungeonStuck("south"), "").hands("-d0 +d0 ~").want("pass").hands("-h8 +g8 ~").want("pass | h8-g8")
	g.hands("-d0 +d0 ~").want("h8-g8 | pass").hands("-g8 +h8 ~").want("pass | g8-h8").hands("-e0 +e0 ~").want("g8-h8 | pass")
}

// An Assassin of Black's on e1 goes to f1, and is dropped on c1 before it knocks: the King of White's that was straightened
// in between has not moved, and does not attack itself.
func TestRule6_WhoWasDroppedOnItsWayAttacksFromWhereItStood(t *testing.T) {
	black := with(role(""), "bA2 e1, bE f6, wE e2, wG1 b1", func(doc, _ object) { doc["to_act"] = "black" })
	g := at(t, black, "").hands("-e1 +d1 ~ ~ -d1 +f1 -e2 +e2 -f1 +c1 ~ ~ -c1 -e2 +e2 ~ ~ *")
	g.want("e1-f1 f1*e2 !")
}

// Where its piece was put last, by whatever run, it has gone (rule 5), however short that was; not where no step leads to.
func TestRule6_AnAttackStartsWhereItsPieceWasPutLast(t *testing.T) {
	from := battle(nil, "wN1 b9, wL2 g4, bL1 b11, bP1 f13")
	for hands, want := range map[string]string{
		"-b9 +c10 ~ ~ ~ -c10 +a11 -a11 -b11 +b11 ~ *":     "b9-b10 b10-a11 a11*b11 !",
		"-b9 +c10 ~ ~ ~ -c10 +a11 ~ ~ -a11 -b11 +b11 ~ *": "b9-b10 b10-a11 a11*b11 !",
		"-b9 +c10 ~ ~ ~ -c10 +d16 ~ ~ -d16 -b11 +b11 ~ *": "b9-c10 c10*b11 !",
	} {
		at(t, from, "").hands(hands).want(want)
	}
}

// White's piece was held while its neighbour was touched, and then the neighbour moved: or the neighbour had moved first, and the piece was put short. That
// is less likely by one piece held. Who plays on at once is asked about it; who does after 1.5 s has seen what is lit (Chess Battle, seed 5800053).
func TestRule4_WhatHasBeenLitForLongGivesWayToNothingLessLikely(t *testing.T) {
	for _, lit := range []time.Duration{0, 5 * quiet} {
		g := at(t, battle(nil, "wL1 f7, wL2 f6, bL1 b15"), "").hands("-f7 . -f6 . +e7 ~ +f6 ~ -f6 . +e6 ~")
		g.pass(lit)
		g.hands("-b15 . +a14 ~ ~ ~ ~")
		if lit == 0 {
			g.want("f7-e7 f6-e6 end b15-a14").asks("f6-e7, f7-e6, end, b15-a14", "f7-e7, f6-e6, end, b15-a14")
		} else {
			g.want("f7-e7 f6-e6 end | b15-a14").asks()
		}
	}
}

// Somebody moved Black's f10 while nothing was felt, and that was lit as Black's move; White plays on before it was lit for 1.5 s, and then f10 is put back. It
// may have been no move at all: nobody who began to play had seen it lit for long (Chess Battle with power cuts, seed 3600390: it was sealed).
func TestRule4_WhoPlaysOnAtOnceHasNotSeenWhatIsLit(t *testing.T) {
	g := at(t, battle(nil, "wL1 d6, wL2 g3, bL1 f10, bL2 b14"), "").hands("-d6 +e7" + strings.Repeat(" ~", 20) + " -g3" + strings.Repeat(" ~", 30))
	g.outage("f10", "f11").hands("+f4 ~ ~ ~ -f4 +g3 ~ ~ -g3 +h3 ~ -f11 +f10 ~ ~ ~ ~ ~ ~ ~").want("d6-e7 end f10-f11 end g3-h3 end f11-f10")
	g.asks("d6-e7, end, f10-f11, end, g3-h3, end, f11-f10", "d6-e7, g3-h3")
}

// White has advanced; Black's piece, that a sleeve had knocked, sets out and is dropped where White's attacker came from: it is not
// sealed at once that White stayed, and Black's piece stands where White's does.
func TestRule4_WhatGaveWayInTwoStagesIsSealedLater(t *testing.T) {
	g := at(t, role(nearPlayed+", d5*b6, die 6, die 1"), "").hands("-d5 -c7 -b6 +b6").want("advance").hands("+c7 ~ ~ ~ ~ -c7 +d5 ~")
	if g.reading.Sealed > 0 {
		t.Fatalf("sealed: %q", g.taken())
	}
}

// White's Adjutant has killed the Lackey on d4 and advances; Black's Guard goes to d5, where White stood, bounces there and is tapped. It
// is likelier that all of them stand than that White stays and the Guard is in the hand: it has not knocked on d5.
func TestRule6_WhereItIsLikelierThatAllStandNobodyAttacks(t *testing.T) {
	g := at(t, won("wE a1, wA1 d5, bE a7, bL1 d4, bG1 d7", "d5*d4"), "")
	s := g.Base()
	g.Set(s, s.Occupied(rules.Full).Minus(squares(t, s, "d5")).Union(squares(t, s, "d4")), true)
	g.hands("+d5 ~ ~ -d5 -d4 +d4 ~ -d7 +d5 -d5 +d5").want("advance")
	if attackers, target, on := g.Declared(); on {
		t.Errorf("declared: %v on %v", attackers, target)
	}
	g.hands("~ ~ -d5 -d4 +d4 *").want("advance d7-d5 d5*d4 !")
}

// Two things done are asked about where the touches tell something else, and hands are still for long: here two pieces were put home to one another's squares.
func TestRule15_WhatTwoThingsDoneExplainIsAskedAbout(t *testing.T) {
	g := at(t, battle(dry, crowd), "").hands("-d5 +e4 ~ -e4 +a4 -e10 +e4 ~ -a4 +e10 ~ -e10 +f9 ~ ~").want("")
	g.hands("~ ~ ~ ~").asks("d5-e4, end, e10-f9", "end, e10-f9, end, d5-e4")
	g.answer("d5-e4, end, e10-f9").want("d5-e4 end | e10-f9")
}

// Two pieces are astray in a crowd: who still stands where it stood was not the last to go, and nobody's runs from there are tried at each look (they were five
// sixths of its work).
func TestRule15_WhoStillStandsWasNotTheLastToGo(t *testing.T) {
	g := at(t, battle(dry, crowd), "").hands("-d5 +e4 ~ -e4 +a4 -e10 +e4 ~ -a4 +e10 ~ -e10 +f9 ~ ~")
	if n := testing.AllocsPerRun(3, func() { g.Read(g.now) }); n > 12_000 {
		t.Errorf("a look allocates %v times", n)
	}
}
