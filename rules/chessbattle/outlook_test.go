package chessbattle

import (
	"math"
	"slices"
	"testing"

	"reeve/rules"
)

// outlookOf is what foresight counts further by that name in a battle in which White is to move, and the Kings are lost unless
// pieces has them.
func outlookOf(t *testing.T, name, pieces string, state options) float64 {
	t.Helper()
	x, _ := rules.NewScratch(battleOf(t, nil, "white", "wK -, bK -, "+pieces, state))
	white, black := make([]float32, len(outlooks)), make([]float32, len(outlooks))
	x.(rules.Foreteller).Foretell(White, white)
	x.(rules.Foreteller).Foretell(Black, black)
	i := slices.Index(outlooks, name)
	if white[i] != -black[i] {
		t.Errorf("%s: %s is %v for White, %v for Black", pieces, name, white[i], black[i])
	}
	return float64(white[i])
}

// What foresight counts, by hand. The camps stand in the corners; a lone Levy on h9 is 5 and 9 uses from White's.
func TestOutlooks(t *testing.T) {
	hand := func(uses ...float64) float64 { return 8/(1+uses[0]) - 8/(1+uses[1]) }
	for _, c := range []struct {
		name, pieces string
		state        options
		want         float64
	}{
		{"force", "wN1 a2, bL1 h9", nil, 4 * math.Log(13./3)},
		{"force", "wN1 a2, bL1 h9, bC1 -", nil, 3 * math.Log(13./3)},
		{"force", "wN1 a2, bN1 h9", nil, 0},
		{"ends", "wL1 a13, bL1 h9", nil, hand(2+5, 5+9)},
		{"ends", "wL1 a13, bL1 h9, bC2 -", nil, hand(2, 5+9)},
		{"ends", "wN1 a13, bL1 h9, bC2 -", nil, hand(1, 5+9)},
		{"ends", "wP1 a14, bL1 h9, bC2 -", nil, hand(2, 5+9)},
		{"ends", "wX1 a14, bL1 h9, bC2 -", nil, hand(1, 5+9)},
		{"ends", "wX1 a13, bL1 h9, bC2 -", nil, hand(2, 5+9)},
		{"ends", "wK a10, bL1 h9, bC2 -", nil, hand(1, 5+9)},
		{"ends", "wL1 a8, bL1 h9, bC2 -", nil, hand(5, 5+9)}, // through the water
		{"ends", "wL1 a8, bL1 h9, bC2 -", options{"bridges": []string{"a"}}, hand(4, 5+8)},
		{"first_camp", "wL1 a13, bL1 h9", nil, 1./(1+2) - 1./(1+5)},
		{"first_camp", "wL1 a13, wK a2, bL1 h9", nil, 6./(6+2) - 1./(1+5)},
		{"best_attack", "wP1 d13, bN1 d14", nil, 12. / 16},
		{"best_attack", "wP1 d13, bN1 d14", options{"used": []string{"wP1"}, "command_left": 0}, 0},
		{"best_attack", "wL1 d13, bL1 d14", nil, 0}, // as likely lost as won
		{"best_attack", "wX1 a14, bL1 h9", nil, 3. / 8 * campGain / 16},
		{"apart", "wL1 a8, wL2 a7, bL1 d9", nil, (6. + 7 - 6) / 16},
		{"apart", "wL1 a8, wL2 a7, bL1 d9", options{"bridges": []string{"c"}}, (4. + 5 - 4) / 16},
		{"across", "wL1 a9, wL2 a8, bL1 h9", nil, 1},
		{"across", "wL1 a8, bL1 h8, bL2 h7", nil, -2},
	} {
		if got := outlookOf(t, c.name, c.pieces, c.state); math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%s of %s, %v: %.4f, want %.4f", c.name, c.pieces, c.state, got, c.want)
		}
	}
}

// Before the battle nothing of it is counted: nobody knows who will stand where.
func TestBeforeTheBattleThereIsNoOutlook(t *testing.T) {
	x, _ := rules.NewScratch(opening(t, nil))
	to := []float32{1, 1, 1, 1, 1, 1}
	if x.(rules.Foreteller).Foretell(White, to); slices.Max(to) != 0 {
		t.Errorf("%v", to)
	}
}
