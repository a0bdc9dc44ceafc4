package gesture_test

import (
	"slices"
	"testing"
	"time"

	"reeve/board"
)

// atWork is how long hands must have stopped before an outage ends, so that what is taken goes on as a record.
const atWork = 4 * time.Second

// What could not be told apart before an outage is asked about after it as it was, and not as other hands that were looked at since: h10 is not to be
// trusted, and may have gone unfelt where f12 went (Chess Battle, worn, seed 2900722: the question named what nobody had done, and its answer sealed that).
func TestRule13_WhatIsAskedAfterAnOutageIsWhatWasInDoubtBefore(t *testing.T) {
	g := at(t, battleIn(nil, "wX1 d6, wX2 a2, wN1 c6, wP2 a7, wN2 f2, wL2 a6, bX1 f12, bN1 h10, bP1 f13, bP2 c15, bX2 b14", nil), "")
	g.Distrust(squares(t, g.Base(), "c2 c5 d8 h9 h10"))
	g.hands("-a2 ~ +a3 -f2 +f2 -a7 +a8 ~ -f2 +f2 -f2 +g2 ~ -a3 +a3 ~ -f12 ~ +g13 ~")
	g.pass(atWork)
	g.From(g.now, true)
	g.Resume(g.Base(), slices.Clone(g.Taken()), 0, g.Wood(), false)
	g.hands("-b14 ~ +b13 ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~").asks("a2-a3, a7-a8, f2-g2, end, f12-g13, b14-b13", "a2-a3, a7-a8, f2-g2, end, h10-h11, h11-h12, h12-g13")
}

// What was unusual before an outage is asked about by its own last two turns, and once, however it went on.
func TestRule13_WhatWasMeantBeforeAnOutageIsAskedOnce(t *testing.T) {
	g := start(t)
	g.Distrust(squares(t, g.Base(), "a2"))
	g.hands("-b1 +c3 ~ -f7 +e5 +d5").pass(200 * ms)
	g.hands("-d5" + late).asks("b1-c3, f7-e5")
	taken, wood := slices.Clone(g.Taken()), g.Wood()
	wood.Add(sq(t, g, "a3"))
	g.pass(atWork)
	g.From(g.now, true)
	g.Resume(g.Base(), taken, g.Fixed(), wood, false)
	g.hands("-a3 ~ +a3 ~ ~ ~ ~ ~ ~").asks("b1-c3, f7-e5, a2-a3").namesFrom(2)
	g.answer("b1-c3, f7-e5, a2-a3").hands("-c6 +c5 -g2 +g3 ~ ~ ~ ~").asks("b1-c3, f7-e5, a2-a3, c6-c5, g2-g3").namesFrom(0)
	g.Choose(slices.Clone(g.Taken()), 2)
	g.hands(late).want("c6-c5 | g2-g3").asks()
}

// What was done before the wood was not felt for a while counts as done when it is felt again.
func TestRule4_AfterAnOutageNothingIsSealedSoonerThanElse(t *testing.T) {
	g := at(t, field, "")
	g.Distrust(squares(t, g.Base(), "a1"))
	g.hands("-d7 +d6").pass(10 * ms)
	g.pass(quiet)
	taken := slices.Clone(g.Taken())
	g.pass(time.Minute)
	g.pass(atWork)
	g.From(g.now, false)
	g.Resume(g.Base(), taken, 0, g.Wood(), false)
	g.pass(9 * quiet)
	g.want("end d7-d6")
	g.pass(2 * quiet)
	g.want("end | d7-d6")
}

// Here White's move before is open, too: the question does not name it, and its answer speaks for what it names.
func TestRule13_WhatWasAnsweredAfterAnOutageIsNotAskedAgain(t *testing.T) {
	g := start(t, "b1-c3", "b7-c5", "c3-d5", "end", "b6-a5").hands("-a2 +a3 ~ -c7 +b6 ~ -d5 ~ -b6 +b7")
	g.pass(5 * ms)
	g.Touch(board.Touch{Square: sq(t, g, "b6"), Placed: true, At: g.now})
	g.hands("~").hands("-b6 -b7")
	taken := slices.Clone(g.Taken())
	g.pass(quiet)
	g.pass(atWork)
	g.From(g.now, false)
	g.Resume(g.Base(), taken, 0, g.Wood().Union(board.SetOf(sq(t, g, "b6"), sq(t, g, "b7"))), false)
	g.pass(6 * quiet)
	g.asks("a2-a3, c7-b7, d5-b6", "a2-a3, c7-b6").namesFrom(1).answer("a2-a3, c7-b7, d5-b6").hands(late).asks()
}

// While nothing was felt White's piece left its square, and Black's next was in the hand as the board woke: White may have taken the piece on d1, which nobody
// would see, or have gone where Black's comes down. It is to be put right (DungeonChess for four, heavy, seed 4001474: the one that the wood shows was sealed).
func TestRule15_ACaptureThatNobodyFeltIsPutRightWhereHandsHadStopped(t *testing.T) {
	for victim, want := range map[string]string{"d1": "", "b9": "c16-c2 c4xc2"} {
		g := at(t, kaleidoOf("wR1 c16, wW b7, bW e9, bR1 c4, bP1 "+victim), "")
		g.pass(atWork)
		g.From(g.now, true)
		g.Resume(g.Base(), nil, 0, g.Wood().Minus(squares(t, g.Base(), "c16 c4")), false)
		g.hands("+c2 ~ ~ ~ ~ ~ ~").want(want)
	}
}
