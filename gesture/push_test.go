package gesture_test

import (
	"testing"
	"time"
)

// push slides a piece to the square beside, on which it is felt for so long before its old one lets it go.
func (g *table) push(from, to string, lasts time.Duration) *table {
	g.Helper()
	g.hands("+" + to)
	g.pass(lasts)
	return g.hands("-" + from)
}

// taking is a table where either of two of White's may take the piece on c4, and one of them that on c6.
var taking = kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9")

// Who was taken is in somebody's hand, and is not what is put down when a piece is pushed after that: nobody else took it.
func TestAPieceIsPushedWhileOneThatWasTakenIsInTheHand(t *testing.T) {
	g := at(t, taking, "").hands("-c3 -c4 +c4 ~").push("c6", "c7", 1600*ms).want("c3xc4 c6-c7")
	g.push("b2", "c3", 1800*ms).want("c3xc4 c6-c7 b2-c3")
	g.pass(10 * time.Second)
	g.want("c3xc4 c6-c7 | b2-c3")
}

// Who is put down while others are in the hand may be one of them, or be pushed from the square beside: the charge could have taken this one,
// and that one have gone there.
func TestAPieceIsPushedWhileTheVictimsOfAChargeAreInTheHand(t *testing.T) {
	for _, lasts := range []time.Duration{400, 1900} {
		g := at(t, camelotOf("wM1 F7, wM2 C4, wM3 D4, bM1 F6, bM2 G6, bM3 H6, bM4 I7, bM5 J12, bM6 I12"), "")
		g.hands("-F7 +J7 ~ -G6 -H6 -I7 ~").want("F7xH5xH7xJ7").push("F6", "G5", lasts*ms)
		g.pass(10 * time.Second)
		g.asks("F7xH5xH7xJ7, F6-G5", "F7xF5xH7xJ7, H6-G5")
	}
}

// What was asked about stays in doubt when a piece is pushed for so long that only the wood says so.
func TestWhatTheWoodSaysSettlesNoDoubtOfWhatWasBefore(t *testing.T) {
	for _, lasts := range []time.Duration{1600, 2500} {
		g := at(t, taking, "").hands("-c5 -c4 +c4 -c6 +c6 ~ ~ ~ ~ ~").asks("c5xc4", "c5xc6")
		g.push("d13", "d14", lasts*ms).pass(10 * time.Second)
		if len(g.reading.Ask) < 2 || g.reading.Sealed > 0 {
			t.Errorf("pushed for %v: taken %q, asked %v", lasts*ms, g.taken(), g.reading.Ask)
		}
	}
}

// The wood lies as if the piece that was taken had gone on, for as long as another is pushed to where it could have gone.
func TestWhatTheWoodSaysIsNotSealedWhileAPieceIsPushed(t *testing.T) {
	g := at(t, kaleidoOf("wP1 c16, wD c1, wW b2, bW b9, bT1 d13"), "")
	g.hands("-c1 +b14 ~ -b14 +c1 -c1 +b13 ~ -b9 -b13 +b12 -b12 +b13").push("c16", "c15", 1900*ms)
	g.pass(10 * time.Second)
	g.want("c1-b13 b9xb13 | c16-c15")
}

// The wood lies as if who has captured had gone elsewhere, for as long as another is pushed to there: what is taken stands.
func TestWhatIsTakenStandsWhileAPieceIsPushed(t *testing.T) {
	for _, order := range []string{"-c4 -c5 +c4 ~", "-c5 -c4 +c4 ~"} {
		for _, lasts := range []time.Duration{100, 900, 1900} {
			g := at(t, taking, "").hands(order).want("c5xc4").hands("+d9")
			g.pass(lasts * ms)
			g.want("c5xc4").hands("-c6 ~")
			g.pass(900 * ms)
			g.want("c5xc4 c6-d9")
		}
	}
}

// Only what could have been pushed there is waited for: after that the wood decides.
func TestWhatIsPushedForTooLongIsNoPush(t *testing.T) {
	g := at(t, taking, "").hands("-c4 -c5 +c4 ~ +d9")
	g.pass(2500 * ms)
	g.want("c5-d9")
}

// The board wakes while a piece is pushed: nothing is played in the dark that this explains.
func TestAPieceIsPushedAsTheBoardWakes(t *testing.T) {
	g := at(t, taking, "").hands("-c4 -c5 +c4 ~").want("c5xc4")
	wood := g.Wood()
	wood.Add(sq(t, g, "d9"))
	g.From(g.now, true)
	g.Onward()
	g.Resume(g.Base(), g.reading.Steps, g.reading.Sealed, wood, false)
	g.pass(1900 * ms)
	g.want("c5xc4").hands("-c6 ~")
	g.pass(time.Second)
	g.want("c5xc4 c6-d9")
}

// A piece that is pushed and knocks at once attacks from where it came to, and not from where it stood.
func TestAnAttackerThatWasPushedAttacksFromWhereItCameTo(t *testing.T) {
	at(t, roleOf("wE a1, wG1 d4, wL1 b1, bL1 f4, bE g7"), "").push("d4", "e4", 1800*ms).hands("-e4 -f4 +f4 *").want("d4-e4 e4*f4 !")
}

// Where nothing else explains wood that lay on an empty square before an attack, the attack is not thrown without a question.
func TestAnAttackAfterWoodThatNothingExplainsIsAskedAbout(t *testing.T) {
	g := at(t, roleOf("wE a1, wG1 d4, wL1 b1, bL1 f4, bE g7"), "").hands("+e6 ~ -e6 -d4 -f4 +f4 *").asks("d4*f4")
	g.answer("d4*f4").want("d4*f4 !")
}

// A piece is pushed to the square beside: who was put back far away, before another came to the square of the dead, did not advance to it.
func TestWhoStoodFarAwayWasNotPushedThere(t *testing.T) {
	g := killed(t).hands("-b6 ~ +d5 ~ ~ ~ ~ -c7 +b6 ~ ~ ~ ~ -d5 -b6 +b6 *")
	g.want("stay c7-b6 end d5*b6 !")
}

// Whoever attacks from where it was pushed for a moment may as well have been dropped there: it is slid in both.
func TestAnAttackerThatWasPushedForAMomentIsAskedAbout(t *testing.T) {
	at(t, roleOf("wE a1, wG1 d4, wL1 b1, bL1 f4, bE g7"), "").push("d4", "e4", 4*ms).hands("-e4 -f4 +f4 *").asks("d4*f4", "d4-e4, e4*f4")
}

// What lay on a square before is lifted off: what is felt there after that is no more of it.
func TestAnAttackerIsPushedToWhereOneHadRolled(t *testing.T) {
	g := at(t, roleOf("wE a1, wG1 d4, wL1 b1, bL1 f4, bE g7"), "")
	wood := g.Wood().Minus(squares(t, g.Base(), "d4")).Union(squares(t, g.Base(), "e4"))
	g.Set(g.Base(), wood, true)
	g.hands("-e4 +d4 ~").push("d4", "e4", 1800*ms).hands("-e4 -f4 +f4 *").want("d4-e4 e4*f4 !")
}

// Who is knocked on wobbles: moments that come together are one knock, which declares as any other does. One flicker is no knock.
func TestRule6_AKnockThatBouncesDeclares(t *testing.T) {
	position := roleOf("wE a1, wG1 d4, wL1 b1, bL1 f4, bL2 d6, bE g7")
	bounces := func() *table {
		g := at(t, position, "").hands("-d4").tap("f4", 30*ms)
		g.pass(60 * ms)
		return g.tap("f4", 30*ms)
	}
	bounces().hands("*").want("d4*f4 !")
	if g := bounces().hands("-d6 +d6 ~"); !g.Guide(g.now).Throw.IsEmpty() {
		t.Error("of two that were knocked on one is taken")
	}
	at(t, position, "").hands("-d4").tap("f4", 30*ms).hands("-d6 +d6 *").want("d4*d6 !")
}

// Two targets were knocked on: from where its piece was put last only one can be attacked.
func TestOnlyWhatCanBeAttackedFromWhereItsPieceWasPutLastIsAttacked(t *testing.T) {
	g := at(t, roleOf("wE a1, wG1 d4, wL1 b1, bL1 e7, bL2 d6, bE g7"), "").hands("-d4 +e4 -e4 -d6 +d6 -e7 +e7 *")
	g.want("d4-e4 e4*e7 !")
}

// Quick hands push a piece, and push it on in the next turn: that it had gone there at once would leave it astray while the other one moved.
func TestAPieceThatIsPushedTwiceWasAstrayInNoTurn(t *testing.T) {
	for _, first := range []string{"-c5 +c6 .", "-c5 +c6 ~"} {
		g := at(t, battle(dry, "wL1 e4, wL2 c5, bL1 c12, bL2 f12"), "").hands(first).push("e4", "d3", 600*ms)
		g.hands("-c12 +c11 -d3 . . . +e3").pass(10 * time.Second)
		g.want("c5-c6 e4-d3 end c12-c11 end | d3-e3")
	}
}

// What has only just been taken nobody has seen: a step in its place is taken at once, though a piece beside could be pushed to there.
func TestWhatHasJustBeenTakenGivesWay(t *testing.T) {
	for _, order := range []string{"-c5 -c4 ~ +c4 +c5 ~ -c5 +d9 ~ ~", "-c4 -c5 +c4 -c4 +d9 +c4 ~ ~"} {
		at(t, taking, "").hands(order).want("c5-d9")
	}
}

// A piece that was pushed may go on: it stood on g7 before g6 let it go, and attacks from h7, where it was put last (Chess Battle, seed 700419:
// the attack from g7 was thrown).
func TestAPieceThatWasPushedGoesOnAndAttacks(t *testing.T) {
	g := at(t, battle(nil, "wN1 g6, wL2 b4, wX1 a4, bL1 h8, bP2 c14"), "").push("g6", "g7", 1300*ms).hands("~ ~ ~ ~").want("g6-g7")
	g.hands("-g7 +h7 ~ ~ ~ ~").want("g6-h7").hands("-h7 -h8 +h8 ~ *").want("g6-h7 h7*h8 !")
}

// A square that is not to be trusted would not be felt to let go: nothing is waited for that could be pushed from there, and who goes on is read.
func TestNothingIsPushedFromWhereNothingIsFelt(t *testing.T) {
	g := at(t, battle(dry, "wL1 c4, wL2 f4, bL1 c12, bL2 d12"), "")
	g.Distrust(squares(t, g.Base(), "d12"))
	g.hands("-c4 +c5 ~ -c12 +c11" + late).want("c4-c5 end | c12-c11").hands("-c11 +d11 ~").want("c4-c5 end | c12-d11")
}

// Who was put down on the way may be pushed on from there: that is one way of it, and the attack is from where it stands then (Chess Battle, seed
// 730045: the other was lit, and then neither was).
func TestAPieceIsPushedOnFromWhereItStoodOnItsWay(t *testing.T) {
	g := at(t, battle(nil, "wN1 c8, wL2 g4, wX1 h3, bL1 b8, bP2 c14"), "").hands("-c8 +b7 ~ ~ ~ ~").want("c8-b7").push("b7", "a7", 336*ms).hands("~").want("c8-b7 b7-a7")
	g.hands("-a7 -b8 +b8 ~ *").want("c8-b7 b7-a7 a7*b8 !")
}
