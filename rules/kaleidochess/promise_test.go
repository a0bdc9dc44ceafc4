package kaleidochess

import (
	"math"
	"testing"

	"reeve/rules"
)

// What the next throws promise: White may enter a third castle with its Pawn (1 or 6), Black's Tiger may take the Roc there (3
// or 6), and what one side is promised the other one lacks.
func TestWhatThrowsPromise(t *testing.T) {
	s := setup{men: threeCastles, given: map[string]any{"die": true}}.state(t)
	x, _ := rules.NewScratch(s)
	white, black := make([]float32, len(promises)), make([]float32, len(promises))
	x.(*scratch).Foretell(White, white)
	x.(*scratch).Foretell(Black, black)
	want := []float64{0, 1. / 3, -1. / 3, 1./6 - 1./4, 0, 1, 0, 1. / 6, 2. / 9, 0}
	for i, name := range promises {
		if math.Abs(float64(white[i])-want[i]) > 1e-6 || white[i] != -black[i] {
			t.Errorf("%s: White %v, Black %v, want %v", name, white[i], black[i], want[i])
		}
	}
	s = do(t, s, "die 1", "e2-e1")
	x, _ = rules.NewScratch(s)
	x.(*scratch).Foretell(Black, black)
	if three, takes := black[4], black[9]; math.Abs(float64(three)+2./3) > 1e-6 || math.Abs(float64(takes)-1./3) > 1e-6 {
		t.Errorf("White holds three castles: %v, and Black throws: %v", three, takes)
	}
}
