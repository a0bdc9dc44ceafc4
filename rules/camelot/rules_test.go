package camelot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

// Far from everything else, so that a side is not alone.
const (
	idleWhite = ", wM9 L4, wM10 L6"
	idleBlack = ", bM9 A13, bM10 A11"
	idle      = idleWhite + idleBlack
)

func TestRule1_160SquaresWithTwoCastles(t *testing.T) {
	var widths []string
	for rank := 1; rank <= 16; rank++ {
		row := ""
		for file := 'A'; file <= 'L'; file++ {
			if _, ok := topology.Square(fmt.Sprintf("%c%d", file, rank)); ok {
				row += string(file)
			}
		}
		widths = append(widths, row[:1]+row[len(row)-1:])
	}
	want := strings.Fields("FG CJ BK AL AL AL AL AL AL AL AL AL AL BK CJ FG")
	if !slices.Equal(widths, want) || topology.Len() != 160 {
		t.Errorf("%d squares in ranks %v, want %v", topology.Len(), widths, want)
	}
	for name, near := range map[string]int{"F1": 4, "G16": 4, "A4": 4, "C2": 4, "F8": 8, "L9": 5, "B3": 5} {
		sq, _ := topology.Square(name)
		if p := topology.Place(sq); len(p.Near) != near || !slices.IsSorted(p.Near) {
			t.Errorf("%s has %d neighbours, want %d", name, len(p.Near), near)
		}
	}
	var marked []string
	for sq, c := range cellOf {
		if len(topology.Place(squareOf[c]).Marks) > 0 {
			marked = append(marked, topology.Name(squareOf[cellOf[sq]]))
		}
	}
	if !slices.Equal(marked, []string{"F1", "G1", "F16", "G16"}) {
		t.Errorf("castles are %v", marked)
	}
}

func TestRule2_Start(t *testing.T) {
	const white = "wK1 C6, wK2 D7, wK3 I7, wK4 J6, wM1 D6, wM2 E6, wM3 F6, wM4 G6, wM5 H6, wM6 I6, wM7 E7, wM8 F7, wM9 G7, wM10 H7, "
	const black = "bK1 C11, bK2 D10, bK3 I10, bK4 J11, bM1 D11, bM2 E11, bM3 F11, bM4 G11, bM5 H11, bM6 I11, bM7 E10, bM8 F10, bM9 G10, bM10 H10"
	if want := placed(t, "white", white+black); begun() != want {
		t.Errorf("the start is %+v, want %+v", begun(), want)
	}
}

func TestRule3_PlainMove(t *testing.T) {
	for _, men := range []string{"wM1 D8", "wK1 D8"} {
		s := placed(t, "white", men+", bM1 A8"+idle)
		expectLegal(t, s, "D8", "D8-C7", "D8-C8", "D8-C9", "D8-D7", "D8-D9", "D8-E7", "D8-E8", "D8-E9")
	}
	s := placed(t, "white", "wM1 A4, wM2 A5, wM3 A6"+idle) // the edge, and one's own
	expectLegal(t, s, "A4", "A4-B3", "A4-B4", "A4-B5")
	s = placed(t, "black", "bM1 C2"+idle)
	expectLegal(t, s, "C2", "C2-B3", "C2-C3", "C2-D2", "C2-D3")
}

func TestRule4_CanterMayStopAnywhereAndRemovesNothing(t *testing.T) {
	for _, who := range []string{"wM1", "wK1"} {
		s := placed(t, "white", who+" E6, wM2 D7, wM3 B8"+idle)
		expectAllowed(t, s, true, "E6-C8", "E6-C8-A8")
		expectAllowed(t, s, false, "E6-G8", "E6-C8-C10", "E6-C4")
		next := play(t, s, "E6-C8-A8")
		if where(next, who) != "A8" || where(next, "wM2") != "D7" || where(next, "wM3") != "B8" {
			t.Errorf("after the canter: %s", fullText(t, next))
		}
	}
	s := placed(t, "white", "wM1 E6, wM2 D7, bM1 C8"+idle) // the square beyond is taken
	expectAllowed(t, s, false, "E6-C8")
	s = placed(t, "white", "wM1 E6, wK1 D7, bM1 B9"+idle) // over a knight, past an enemy: a man is free
	expectAllowed(t, s, true, "E6-C8")
}

func TestRule4_Decision_CanterNeverRevisitsASquareOfTheTurn(t *testing.T) {
	s := placed(t, "white", "wM1 D4, wM2 E4, wM3 F5, wM4 E6, wM5 D5, wM6 G6"+idle)
	expectAllowed(t, s, true, "D4-F4", "D4-F4-F6", "D4-F4-F6-D6", "D4-D6-F6-F4", "D4-D6-F6-H6")
	expectAllowed(t, s, false,
		"D4-F4-D4", "D4-F4-F6-D6-D4", // where it began
		"D4-F4-F6-F4", "D4-F4-F6-F4-F6", "D4-F4-F6-D6-D4-D6", "D4-F4-F6-H6-F6-D6") // any other square
}

func TestRule5_JumpGoesOnAsLongAsItCan(t *testing.T) {
	s := placed(t, "white", "wM1 H4, bM1 I4, bM2 K5"+idleBlack+", wM9 C7")
	expectLegal(t, s, "", "H4xJ4xL6")
	expectAllowed(t, s, false, "H4xJ4", "H4-H5", "C7-C8")
	next := play(t, s, "H4xJ4xL6")
	if where(next, "bM1") != "" || where(next, "bM2") != "" || where(next, "wM1") != "L6" {
		t.Errorf("after the jumps: %s", fullText(t, next))
	}
}

func TestRule5_TheBranchIsFree(t *testing.T) {
	s := placed(t, "white", "wM1 E6, bM1 E7, bM2 F7, bM3 H9, bM4 J11"+idle)
	expectLegal(t, s, "", "E6xE8xG6", "E6xG8xI10xK12") // no rule of the most
	expectAllowed(t, s, false, "E6xE8", "E6xG8", "E6xG8xI10")
}

func TestRule5_NotExposedWithoutAnEmptySquareBehind(t *testing.T) {
	for _, men := range []string{"wM1 B8, bM1 A8", "wM1 E6, bM1 E7, bM2 E8", "wM1 E6, bM1 E7, wM2 E8", "wM1 K3, bM1 J2"} {
		s := placed(t, "white", men+idle)
		if p, _ := part(s); p.bound {
			t.Errorf("%s: a capture is a duty", men)
		}
	}
}

func TestRule5_JumpChainMayReturnToItsOrigin(t *testing.T) {
	s := placed(t, "white", "wM1 D4, bM1 E4, bM2 F5, bM3 E6, bM4 D5"+idle)
	expectLegal(t, s, "", "D4xF4xF6xD6xD4", "D4xD6xF6xF4xD4")
	step, _ := s.Parse("D4xF4xF6xD6xD4")
	h := s.Hands(step)
	if h.Manner != rules.Carried || h.Carries[0].From != h.Carries[0].To || h.Takes.Len() != 4 || h.Via.Len() != 3 {
		t.Errorf("the hands are %+v", h)
	}
	if next := play(t, s, "D4xF4xF6xD6xD4"); where(next, "wM1") != "D4" || where(next, "bM3") != "" {
		t.Errorf("after the round: %s", fullText(t, next))
	}
	s = placed(t, "white", "wM1 D4, bM1 E4, bM2 F5, bM3 E6, bM4 D5, bM5 D3"+idle) // through the origin, and on
	expectAllowed(t, s, true, "D4xF4xF6xD6xD4xD2")
	expectAllowed(t, s, false, "D4xF4xF6xD6xD4")
}

func TestRule6_KnightsCharge(t *testing.T) {
	const men = " F6, wM2 F7, wM3 G8, wM4 I10, bM1 H9"
	s := placed(t, "white", "wK1"+men+idle)
	expectLegal(t, s, "F6-F8", "F6-F8", "F6-F8-H8xH10")
	next := play(t, s, "F6-F8-H8xH10")
	if where(next, "wK1") != "H10" || where(next, "bM1") != "" || where(next, "wM3") != "G8" {
		t.Errorf("after the charge: %s", fullText(t, next))
	}
	s = placed(t, "white", "wM1"+men+idle) // knights only
	expectLegal(t, s, "F6-F8", "F6-F8", "F6-F8-H8")
	expectAllowed(t, s, false, "F6-F8-H8xH10")
}

func TestRule6_ChargeGoesOnJumping(t *testing.T) {
	s := placed(t, "white", "wK1 F6, wM2 F7, bM1 G9, bM2 I11, wM3 H12"+idle)
	expectLegal(t, s, "F6-F8", "F6-F8xH10xJ12")
	expectAllowed(t, s, false, "F6-F8xH10", "F6-F8")
}

func TestRule6_ChargeIsNeverCompulsory(t *testing.T) {
	s := placed(t, "white", "wK1 F6, wM2 F7, bM1 G9"+idle)
	expectAllowed(t, s, true, "F6-F8xH10", "F6-E6", "L4-L5")
}

func TestRule6_ChargeMayEndWhereItBegan(t *testing.T) {
	s := placed(t, "white", "wK1 D4, wM2 E4, bM1 F5, bM2 E6, bM3 D5"+idle)
	expectAllowed(t, s, true, "D4-F4xF6xD6xD4")
	expectAllowed(t, s, false, "D4-F4-D4xD6") // the canter part does not come back
}

func TestRule6And7_NothingElseCombines(t *testing.T) {
	s := begun()
	for _, text := range []string{"F6xF8-H8", "F6-F8xH10-H12", "F6-F7-F9", "F6-F8-F9", "F6-F7xF9", "F6xF7", "F6-F6", "F6-G8", "F6xG8", "F6-F9"} {
		if _, err := s.Parse(text); !errors.Is(err, rules.ErrAction) {
			t.Errorf("%s: got %v, want ErrAction", text, err)
		}
	}
}

func TestRule8_DutyToCaptureWithAnyPieceAnyVictim(t *testing.T) {
	s := placed(t, "white", "wM1 D8, wM2 H8, bM1 D9, bM2 E8, bM3 H9"+idle)
	expectLegal(t, s, "", "D8xD10", "D8xF8", "H8xH10")
	s = placed(t, "white", "wM1 D8, wK1 H8, wM2 H9, bM1 D9, bM2 I10, bM3 I8"+idle) // or a charge by a knight
	expectLegal(t, s, "", "D8xD10", "H8xJ8", "H8-H10xJ10", "H9xJ7", "H9xJ11")
	s = placed(t, "white", "wM1 D8, wM3 H8, wM2 H9, bM1 D9"+idle) // no canter instead
	expectLegal(t, s, "", "D8xD10")
}

func TestRule8_APossibleChargeMakesNoDuty(t *testing.T) {
	s := placed(t, "white", "wK1 H8, wM2 H9, bM2 I11"+idle)
	expectAllowed(t, s, true, "H8-H10xJ12", "L4-L5", "H9-H10", "H8-G8")
	expectAllowed(t, s, false, "H8-H10") // but rule 9 holds
}

func TestRule8_APieceInTheEnemyCastleGivesNoDuty(t *testing.T) {
	s := placed(t, "white", "wM1 F16, bM1 F15"+idle)
	expectAllowed(t, s, true, "L4-L5", "F16-G16")
	expectAllowed(t, s, false, "F16xF14")
	s = placed(t, "white", "wM1 F12, bM1 F13"+idle) // elsewhere it does
	expectLegal(t, s, "", "F12xF14")
}

func TestRule9_KnightPassingAnExposedEnemyMustCapture(t *testing.T) {
	const men = " D4, wM2 D5, wM4 C6, wM5 F7, bM1 E6"
	s := placed(t, "white", "wK1"+men+idle)
	expectLegal(t, s, "D4-D6", "D4-D6xF6")
	expectAllowed(t, s, true, "L4-L5")
	expectAllowed(t, s, false, "D4-D6", "D4-D6-B6")
	s = placed(t, "white", "wM1"+men+idle) // men are free of it
	expectAllowed(t, s, true, "D4-D6", "D4-D6-B6")
}

func TestRule9_TheCaptureMayBeLaterInTheMove(t *testing.T) {
	s := placed(t, "white", "wK1 D4, wM2 D5, wM4 C6, wM5 F7, wM6 A8, bM1 E6, bM2 B7"+idle)
	expectLegal(t, s, "D4-D6", "D4-D6xF6", "D4-D6-B6xB8")
	expectAllowed(t, s, true, "L4-L5")                    // no duty, but a debt
	s = placed(t, "white", "wK1 D4, wM2 D5, wM4 C6"+idle) // nothing exposed: free to stop
	expectLegal(t, s, "D4-D6", "D4-D6", "D4-D6-B6")
	s = placed(t, "white", "wK1 D4, wM2 D5, bM1 E6, bM3 F6, bM4 F7"+idle) // next to an enemy that is not exposed
	expectLegal(t, s, "D4-D6", "D4-D6")
}

func TestRule9And13_ACastleEntryDoesNotPayADebt(t *testing.T) {
	const men = " H14, wM1 G14, wM2 F15, bM1 E13" // E13 is exposed to F14, the first landing
	s := placed(t, "white", "wK1"+men+idle)
	expectLegal(t, s, "H14-F14", "H14-F14xD12")
	expectAllowed(t, s, false, "H14-F14", "H14-F14-F16")
	expectAllowed(t, s, true, "L4-L5")
	s = placed(t, "white", "wK1"+men+", bM2 G15, bM3 H15"+idle) // one beside the castle square changes nothing
	expectAllowed(t, s, false, "H14-F14-F16")
	s = placed(t, "white", "wK1"+men+", bM2 D12"+idle) // not exposed: no debt
	expectLegal(t, s, "H14-F14", "H14-F14", "H14-F14-F16")
	s = placed(t, "white", "wM3"+men+idle) // a man owes nothing
	expectLegal(t, s, "H14-F14", "H14-F14", "H14-F14-F16")
}

// The duty of rule 9 is towards a piece that the knight can leap; in the enemy
// castle it stops (rule 13) and can leap none.
func TestRule9And13_AKnightCantersIntoTheCastleBesideAnEnemy(t *testing.T) {
	for _, c := range []struct{ toAct, men, way, on string }{
		{"white", "wK1 F14, wM1 F15, bM1 G15, bM2 H15", "F14-F16", "xH14"},
		{"white", "wK1 G14, wM1 G15, bM1 F15, bM2 E15", "G14-G16", "xE14"},
		{"white", "wK1 F14, wM1 F15, bM1 E15, bM2 D15", "F14-F16", "xD14"},
		{"black", "bK1 G3, bM1 G2, wM1 H2, wM2 I2", "G3-G1", "xI3"},
		{"black", "bK1 F3, bM1 F2, wM1 G2, wM2 H2", "F3-F1", "xH3"},
		{"white", "wK1 F12, wM1 F13, wM2 F15, bM1 G15, bM2 H15", "F12-F14-F16", "xH14"},
	} {
		s := placed(t, c.toAct, c.men+idle)
		expectAllowed(t, s, true, c.way)
		expectAllowed(t, s, false, c.way+c.on)
	}
	s := placed(t, "white", "wM1 G16, wK1 F14, wM2 F15, bM1 E15, bM2 D15")
	expectEnd(t, play(t, s, "F14-F16"), "castle", White)
}

func TestRule10_OwnCastleIsNotEnteredByPlainMoveOrCanter(t *testing.T) {
	s := placed(t, "white", "wM1 F3, wM2 F2, wK1 H3, wM3 G2"+idle)
	expectAllowed(t, s, false, "F2-F1", "F2-G1", "F3-F1", "H3-F1", "G2-G1")
	s = placed(t, "black", "bM1 F14, bM2 F15"+idle)
	expectAllowed(t, s, false, "F15-F16", "F14-F16", "F15-G16")
	s = placed(t, "white", "wM1 F1"+idle, leaving("F1")) // not within it, either
	expectLegal(t, s, "", "F1-E2", "F1-F2", "F1-G2")
	s = placed(t, "white", "wK1 H3, wM3 G2, bM1 E2"+idle) // nor by the canter part of a charge
	expectAllowed(t, s, false, "H3-F1xD3")
}

func TestRule11_OwnCastleMayBeEnteredByAJump(t *testing.T) {
	s := placed(t, "white", "wM1 F3, bM1 F2"+idle)
	next := play(t, s, "F3xF1")
	if d := stateOf(next); d.MustLeave == nil || *d.MustLeave != "F1" {
		t.Errorf("must leave: %+v", d)
	}
	s = placed(t, "white", "wM1 F3, bM1 F2, bM2 E2"+idle)
	expectAllowed(t, s, true, "F3xF1xD3") // and out of it again
	expectAllowed(t, s, false, "F3xF1")
}

func TestRule12_ThePieceInTheOwnCastleMustLeave(t *testing.T) {
	s := placed(t, "white", "wM1 F1, wM2 D8, bM1 D9"+idle, leaving("F1")) // whatever other captures offer
	expectLegal(t, s, "", "F1-E2", "F1-F2", "F1-G2")
	expectAllowed(t, s, false, "D8xD10", "D8-D7", "L4-L5")
	s = placed(t, "white", "wM1 F1, wM2 F2, wM3 E2"+idle, leaving("F1")) // by a canter, too
	expectLegal(t, s, "", "F1-D3", "F1-F3", "F1-G2")
	s = placed(t, "white", "wM1 F1, bM1 F2, bM2 E2, bM3 D3, wM2 D8, bM4 D9"+idle, leaving("F1")) // if it can jump out it must
	expectLegal(t, s, "", "F1xF3")
	s = placed(t, "white", "wK1 F1, wM2 G2, bM1 F2, bM2 I4"+idle, leaving("F1")) // or charge out
	expectLegal(t, s, "", "F1xF3", "F1-H3xJ5")
	s = placed(t, "white", "wM1 F1, wM2 G2, bM1 F2, bM2 I4"+idle, leaving("F1"))
	expectLegal(t, s, "", "F1xF3")
	next := play(t, s, "F1xF3")
	if d := stateOf(next); d.MustLeave != nil {
		t.Errorf("must leave: %s", *d.MustLeave)
	}
}

func TestRule12_BothPlayersMayHaveToLeave(t *testing.T) {
	s := placed(t, "white", "wM1 F3, bM1 F2, bM2 F14, wM2 F15"+idle)
	s = play(t, s, "F3xF1")
	expectLegal(t, s, "", "F14xF16")
	s = play(t, s, "F14xF16") // White acts, both must leave
	if d := stateOf(s); *d.MustLeave != "F1" {
		t.Errorf("must leave: %s", *d.MustLeave)
	}
	s = play(t, s, "F1-F2")
	if d := stateOf(s); *d.MustLeave != "F16" {
		t.Errorf("must leave: %s", *d.MustLeave)
	}
	expectLegal(t, s, "", "F16-E15", "F16-F15", "F16-G15")
}

// stuck are seven of Black's: the one in the castle, and six that wall it in.
const stuck = "bM1 F16, bM2 E15, bM3 F15, bM4 G15, bM5 D14, bM6 F14, bM7 H14"

func TestRule12_IfItCannotLeaveNoMoveIsLegal(t *testing.T) {
	s := placed(t, "white", stuck+", bM8 A6, wM1 L4, wM2 L5", leaving("F16"))
	expectEnd(t, play(t, s, "L4-K4"), "stalemate", White)
}

func TestRule13_APieceThatEntersTheEnemyCastleStopsThere(t *testing.T) {
	s := placed(t, "white", "wM1 F14, bM1 F15, bM2 G15, wM3 D14"+idle) // though G15 were exposed
	s = play(t, s, "F14xF16")
	if d := stateOf(s); d.Quiet != 0 || d.MustLeave != nil || len(d.Seen) != 0 {
		t.Errorf("state %+v", d)
	}
	s = placed(t, "white", "wM1 F14, wM2 F15, wM3 G15"+idle) // a canter goes on elsewhere, not from there
	expectAllowed(t, s, true, "F14-F16")
	expectAllowed(t, s, false, "F14-F16-H14")
	s = placed(t, "white", "wM1 F15, wM2 C4"+idle)
	s = play(t, s, "F15-G16; A13-A12")
	expectLegal(t, s, "G16", "G16-F16") // it never leaves
	expectAllowed(t, s, false, "G16-F15", "G16-G15")
}

func TestRule14_AtMostTwoCastleMoves(t *testing.T) {
	s := placed(t, "white", "wM1 F16"+idle)
	for n, text := range []string{"F16-G16", "G16-F16"} {
		s = play(t, s, text)
		if d := stateOf(s); d.CastleMoves.White != n+1 || d.CastleMoves.Black != 0 || d.Quiet != 2*n+1 {
			t.Errorf("state %+v", d)
		}
		s = play(t, s, []string{"A13-B13", "B13-A13"}[n])
	}
	expectAllowed(t, s, false, "F16-G16")
	expectLegal(t, s, "F16")
	s = placed(t, "black", "bK1 F1"+idle, castleMoves(0, 1))
	s = play(t, s, "F1-G1; L4-K4")
	expectLegal(t, s, "G1")
}

func TestRule14_NoCastleMoveWhileADutyBinds(t *testing.T) {
	s := placed(t, "white", "wM1 F16, wM2 D8, bM1 D9"+idle)
	expectLegal(t, s, "", "D8xD10")
	s = placed(t, "white", "wM1 F16, wM2 F1"+idle, leaving("F1"))
	expectLegal(t, s, "", "F1-E2", "F1-F2", "F1-G2")
	s = placed(t, "white", "wM1 F16, bM1 G16"+idle, leaving("G16")) // nor onto a taken square
	expectLegal(t, s, "F16")
}

func TestRule15_TwoPiecesInTheEnemyCastle(t *testing.T) {
	s := placed(t, "white", "wM1 F16, wM2 G15"+idle)
	expectEnd(t, play(t, s, "G15-G16"), "castle", White)
	s = placed(t, "black", "bM1 F1, bK2 G3, wM1 G2"+idle) // by a jump
	expectEnd(t, play(t, s, "G3xG1"), "castle", Black)
	s = placed(t, "white", "wM2 G15"+idle) // one is not enough
	expectOn(t, play(t, s, "G15-G16"))
}

func TestRule15_AllEnemyPiecesCaptured(t *testing.T) {
	s := placed(t, "white", "wM1 D8, wM2 L4, bM1 D9")
	expectEnd(t, play(t, s, "D8xD10"), "captured", White)
	s = placed(t, "white", "wM1 D8, wM2 L4, bM1 D9, bM2 A6")
	expectOn(t, play(t, s, "D8xD10"))
}

func TestRule15_NoLegalMove(t *testing.T) {
	const wall = "wM1 A7, wM2 A5, wM3 B5, wM4 B4, wM5 B3, wM6 C6, wM7 C4, wM8 C2, bM1 A4"
	s := placed(t, "white", wall)
	expectEnd(t, play(t, s, "A7-A6"), "stalemate", White)
	expectOn(t, play(t, s, "A7-B7"))
	s = placed(t, "white", "bM1 G1, wM1 L4, wM2 L5", castleMoves(0, 2)) // in the castle, its moves made
	expectEnd(t, play(t, s, "L4-K4"), "stalemate", White)
	s = placed(t, "white", "bM1 G1, wM1 L4, wM2 L5", castleMoves(0, 1))
	expectOn(t, play(t, s, "L4-K4"))
}

func TestRule15_NoLegalMoveAgainstFewerThanTwoPiecesIsADraw(t *testing.T) {
	s := placed(t, "white", stuck+", wM1 L4", leaving("F16"))
	expectEnd(t, play(t, s, "L4-K4"), "stalemate")
}

func TestRule16_OneAgainstOneOrNone(t *testing.T) {
	s := placed(t, "white", "wM1 D8, bM1 D9, bM2 A6")
	expectEnd(t, play(t, s, "D8xD10"), "bare")
	s = placed(t, "white", "wM1 D8, bM1 D9, bM2 F11")
	expectEnd(t, play(t, s, "D8xD10"), "bare")
	s = placed(t, "white", "wM1 D8, bM1 D9, bM2 E10")
	expectEnd(t, play(t, s, "D8xD10xF10"), "bare")
}

func TestRule16_TwoAgainstOneIsNotDecided(t *testing.T) {
	s := placed(t, "white", "wM1 D8, wM2 L4, bM1 D9, bM2 A6")
	s = play(t, s, "D8xD10")
	expectOn(t, s)
	expectOn(t, play(t, s, "A6-A7; D10-D11"))
}

const shuffle = "C6-B5; C11-B12; B5-C6; B12-C11"

func TestRule16_Decision_ThirdOccurrenceEndsTheGameByItself(t *testing.T) {
	s := play(t, begun(), shuffle)
	expectOn(t, s)
	s = play(t, s, "C6-B5; C11-B12; B5-C6")
	expectOn(t, s)
	expectEnd(t, play(t, s, "B12-C11"), "repetition")
	expectOn(t, play(t, s, "B12-C12")) // and only that one
}

func TestRule16_TheSameSideMustBeToMove(t *testing.T) {
	// White takes three moves for its way back, Black two: the same squares recur with Black to move.
	s := play(t, begun(), "C6-B6; C11-B12; B6-B5; B12-C11; B5-C6")
	expectOn(t, s)
	if d := stateOf(s); len(d.Seen) != 5 {
		t.Errorf("seen %v", d.Seen)
	}
	s = play(t, s, "C11-B12; C6-B6; B12-C11; B6-B5; C11-B12; B5-C6; B12-C11")
	expectOn(t, s) // the squares of the start for the third time, with White to move for the second
	if k := keyAt(s); stateOf(s).Seen[k] != 1 {
		t.Errorf("%s was seen %v", k, stateOf(s).Seen)
	}
}

func TestRule16_CastleMovesMakeAnotherPosition(t *testing.T) {
	s := placed(t, "white", "wM1 F16"+idle)
	first := keyAt(s)
	s = play(t, s, "F16-G16; A13-B13; G16-F16; B13-A13")
	if keyAt(s) == first || len(stateOf(s).Seen) != 4 {
		t.Errorf("castle moves are not counted: %v", stateOf(s).Seen)
	}
}

func TestRule16_LikePiecesAreAlike(t *testing.T) {
	const exchange = "A8-A9; L4-L5; B8-A8; L5-L4; A9-B9; L4-L5; B9-B8; L5-L4"
	s := placed(t, "white", "wM1 A8, wM2 B8, bM1 L4, bM2 F12")
	for range 2 {
		expectOn(t, s)
		s = play(t, s, exchange)
	}
	expectEnd(t, s, "repetition")
	s = placed(t, "white", "wM1 A8, wK2 B8, bM1 L4, bM2 F12") // a man and a knight are not
	s = play(t, play(t, s, exchange), exchange)
	expectOn(t, s)
	expectOn(t, play(t, s, exchange))
}

func TestRule16_ACaptureForgetsEarlierPositions(t *testing.T) {
	s := placed(t, "white", "wM1 D8, wM2 L4, bM1 D10, bM2 A6, bM3 A5")
	s = play(t, s, "L4-L5; D10-D9; D8xD10")
	if d := stateOf(s); len(d.Seen) != 0 || d.Quiet != 0 {
		t.Errorf("state %+v", d)
	}
}

func TestRule16_Decision_FiftyQuietTurnsEachEndTheGameByThemselves(t *testing.T) {
	for n, over := range map[int]bool{98: false, 99: true} {
		s := play(t, placed(t, "white", "wM1 D8, wM2 F15, bM1 A8"+idle, quiet(n)), "D8-D9")
		if _, ended := s.Result(); ended != over {
			t.Errorf("after %d quiet plies and one more: over %t", n, ended)
		}
		if over {
			expectEnd(t, s, "quiet")
		}
	}
	at99 := placed(t, "white", "wM1 D8, wM2 F15, bM1 A8"+idle, quiet(99))
	s := play(t, at99, "F15-F16") // a castle entry counts anew
	expectOn(t, s)
	if d := stateOf(s); d.Quiet != 0 {
		t.Errorf("quiet is %d", d.Quiet)
	}
	s = placed(t, "white", "wM1 D8, bM1 D9"+idle, quiet(99)) // so does a capture
	expectOn(t, play(t, s, "D8xD10"))
	s = placed(t, "white", "wM1 F16"+idle, quiet(99)) // a castle move does not
	expectEnd(t, play(t, s, "F16-G16"), "quiet")
	s = placed(t, "white", "bM1 G1, wM1 L4, wM2 L5", castleMoves(0, 2), quiet(99)) // a win comes first
	expectEnd(t, play(t, s, "L4-K4"), "stalemate", White)
}

func TestRule16_RefereesEnds(t *testing.T) {
	expectEnd(t, play(t, begun(), "draw"), "agreed")
	expectEnd(t, play(t, begun(), "resign white"), "resigned", Black)
	expectEnd(t, play(t, begun(), "resign black"), "resigned", White)
	expectEnd(t, play(t, begun(), "abandon"), "abandoned")
}

func TestRule17_Notation(t *testing.T) {
	for _, c := range []struct{ men, text string }{
		{"wM1 C8, bM1 L9", "C8-D9"},
		{"wM1 E6, wM2 D7, wM3 B8, bM1 L9", "E6-C8-A8"},
		{"wM1 H4, bM1 I4, bM2 K5", "H4xJ4xL6"},
		{"wK1 F6, wM2 F7, wM3 G8, bM1 H9", "F6-F8-H8xH10"},
	} {
		s := placed(t, "white", c.men+", wM8 C2, wM9 D2"+idleBlack)
		expectAllowed(t, s, true, c.text)
	}
	for _, text := range []string{
		"", "C8", "C8-", "-C8", "c8-d9", "C8-D17", "C8 -D9", "C8-D9 ", "C08-D9", "C8-A1", "C8--D9", "C8x", "C8:D9", "wM1 C8-D9",
		"F6" + strings.Repeat("-F8-F6", 20), "resign", "resign red", "Draw",
	} {
		if _, err := begun().Parse(text); !errors.Is(err, rules.ErrAction) {
			t.Errorf("%q: got %v, want ErrAction", text, err)
		}
	}
}

func TestRule17_TurnsDifferByTheirWholePath(t *testing.T) {
	s := placed(t, "white", "wM1 D4, wM2 E4, wM3 F5, wM4 E6, wM5 D5"+idle)
	a, _ := s.Parse("D4-F4-F6")
	b, _ := s.Parse("D4-D6-F6")
	if a == b {
		t.Error("two paths are one step")
	}
	ha, hb := s.Hands(a), s.Hands(b)
	if ha.Carries != hb.Carries || ha.Takes != hb.Takes || ha.Via == hb.Via {
		t.Errorf("by hands they are %+v and %+v", ha, hb)
	}
	x, _, _ := s.Apply(a, nil)
	y, _, _ := s.Apply(b, nil)
	if x != y {
		t.Error("one outcome makes two positions")
	}
}

// keyAt returns the canonical text of s.
func keyAt(s rules.State) string {
	p, _ := part(s)
	return p.order.keyText(p.key(new([longestKey]byte)))
}

// outcomes returns one step for each start, end and set of captures.
func outcomes(s rules.State) map[rules.Hands]rules.Step {
	out := map[rules.Hands]rules.Step{}
	for _, step := range s.Legal(nil) {
		h := s.Hands(step)
		h.Via = [4]uint64{}
		out[h] = step
	}
	return out
}

func TestRule17_OutcomesFromTheStart(t *testing.T) {
	first := outcomes(begun())
	second := 0
	for _, step := range first {
		next, _, err := begun().Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		second += len(outcomes(next))
	}
	if len(first) != 100 || second != 10026 {
		t.Errorf("%d and %d outcomes, want 100 and 10026", len(first), second)
	}
}

// With a handicap a side begins with so many men, and all its knights; those left out never stand on the board, in
// documents neither. A position keeps its handicap as text (rule 18).
func TestRule18_FewerMenBegin(t *testing.T) {
	for n, without := range map[int]string{10: "", 9: "D11", 8: "D11 I11", 6: "D11 I11 E10 H10", 4: "D11 I11 E10 H10 E11 H11"} {
		s, err := Game.Start(map[string]any{"men_black": n})
		if err != nil {
			t.Fatal(err)
		}
		full, _ := Game.Start(nil)
		missing := full.Occupied(rules.Full).Minus(s.Occupied(rules.Full))
		want := strings.Fields(without)
		slices.Sort(want)
		if got := topology.Names(missing); !slices.Equal(got, want) {
			t.Errorf("%d men: without %v, want %v", n, got, want)
		}
		for range 40 {
			text, _ := json.Marshal(s.View(rules.Full))
			again, err := rules.ReadPosition([]*rules.Game{Game}, text)
			if err != nil {
				t.Fatalf("%d men: %v", n, err)
			}
			if second, _ := json.Marshal(again.View(rules.Full)); !bytes.Equal(second, text) {
				t.Fatalf("%d men: read back it is\n%s, not\n%s", n, second, text)
			}
			if s, _, err = s.Apply(s.Legal(nil)[0], nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, _ := Game.Start(map[string]any{"men_white": 9})
	text, _ := json.Marshal(s.View(rules.Full))
	back := strings.Replace(string(text), `"id":"wM1","kind":"man","owner":"white","at":null`, `"id":"wM1","kind":"man","owner":"white","at":"D6"`, 1)
	if _, err := rules.ReadPosition([]*rules.Game{Game}, []byte(back)); back == string(text) || !errors.Is(err, rules.ErrPosition) {
		t.Errorf("a man that was left out is taken: %v", err)
	}
}
