package robot_test

import (
	"strings"
	"testing"

	"reeve/hw/sim"
	"reeve/robot"
)

const (
	magicMen   = "wW b3, wP1 c4, wT1 c1, wD c9, wE1 d20, bP1 c3, bP2 c5, bT1 d8, bV1 d16, bT2 c10, bW b11, bD d13"
	reviveMen  = "wW b3, wP1 c4, wT1 c1, wD c9, wE1 d20, wR1 d1, wR2 d2, wE2 d3, wV2 d4, wL1 e3, bP1 c3, bP2 c5, bT1 d8, bW b11, bD d13"
	dungeonMen = "sC1 c4, sM e4, sG b1, sL1 d0, sL2 h5, nC1 c6, nC2 h3, nM e6, nG h7, nL1 a8, nL2 d7"
	dealt      = "deal south 1 2, deal north 3 4, keep 1, keep 3"
)

// bewitched has two formulas lying that White may heal.
var bewitched = map[string]any{
	"active": []map[string]any{{"formula": "imprison", "owner": "white", "on": "bP1"}, {"formula": "weaken", "owner": "black", "on": "wP1"}},
	"tiles":  map[string]any{"white": []string{"ghost", "heal"}, "black": []string{"ghost"}},
}

// What is chosen on the page is shown by hand: its squares touched, it is taken, and
// nothing is asked where the choice and the squares say all.
func TestMagicAndRansomsAreShownByHand(t *testing.T) {
	for _, tt := range []struct {
		game, before, stands, does string
		state                      map[string]any
	}{
		{"kaleidochess", "", magicMen, "teleport c3>c8", nil},
		{"kaleidochess", "", magicMen, "teleport c3>c4", nil}, // and captures
		{"kaleidochess", "", magicMen, "swap c3,c5", nil},
		{"kaleidochess", "", magicMen, "swap c3,c4", nil},
		{"kaleidochess", "", reviveMen, "revive wV1@b4", nil},
		{"kaleidochess", "", magicMen, "ghost c3", nil},
		{"kaleidochess", "", magicMen, "lightning c3", nil},
		{"kaleidochess", "", magicMen, "selfdestruct", nil},
		{"kaleidochess", "", magicMen, "imprison c5", nil},
		{"kaleidochess", "", magicMen, "block c8", nil},
		{"kaleidochess", "", magicMen, "weaken c3", nil},
		{"kaleidochess", "", magicMen, "barrier c3|d4", nil},
		{"kaleidochess", "", magicMen, "barrier b7|c7", nil},
		{"kaleidochess", "", magicMen, "cancel imprison", bewitched},
		{"kaleidochess", "", magicMen, "strengthen c4", nil},
		{"kaleidochess", "", magicMen, "fire c10", nil},
		{"kaleidochess", "", magicMen, "heal c4/weaken", bewitched},
		{"dungeonchess", dealt, dungeonMen, "ransom sC2@e0", nil},
	} {
		t.Run(tt.game+"/"+tt.does, func(t *testing.T) {
			var options map[string]any
			if tt.game == "kaleidochess" {
				options = magic
			}
			games := beginning(t, tt.game, options, tt.before, tt.stands, tt.state)
			for _, noise := range []sim.Noise{sim.None, sim.Light} {
				shown, asked := 0, 0
				for seed := range uint64(40) {
					o := robot.Options{Games: games, Game: tt.game, Options: options, Noise: noise, Seed: seed, Most: 1}
					r, armed := byHand(t, robot.Doing(o, tt.does), tt.does)
					if !r.Sound() {
						t.Fatalf("%s, seed %d: %+v", noise, seed, r.Failures)
					}
					if armed {
						shown++
						asked += r.Questions
					}
				}
				if shown < 8 || 4*asked > shown {
					t.Errorf("%s: shown by hand in %d of 40 games, with %d questions", noise, shown, asked)
				}
			}
		})
	}
}

// byHand plays one game and reports whether an action was armed and then taken by
// its touches.
func byHand(t *testing.T, o robot.Options, action string) (r robot.Report, shown bool) {
	t.Helper()
	armed := false
	o.Tell = func(line string) {
		armed = armed && !strings.Contains(line, "do cancel") || strings.Contains(line, "do arm ")
		shown = shown || armed && strings.Contains(line, "taken #") && strings.HasSuffix(line, " "+action)
	}
	r, err := robot.Play(o)
	if err != nil {
		t.Fatal(err)
	}
	return r, shown
}
