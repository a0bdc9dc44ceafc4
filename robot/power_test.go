package robot_test

import (
	"testing"

	"reeve/robot"
	"reeve/rules/catalog"
)

// The power is cut at any instant, in the middle of a lift, of a chain, of a settle
// and between a throw and the removal of the dead, and the board is changed now and
// then meanwhile: every game goes on from its last step, to its end.
func TestPowerCutsAtAnyInstantLoseNothing(t *testing.T) {
	for _, tt := range []struct {
		game    string
		options map[string]any
		games   int
	}{
		{"rolechess", nil, 20},
		{"camelot", nil, 4},
		{"kaleidochess", nil, 8},
		{"kaleidochess", map[string]any{"die": true, "magic": true}, 4},
		{"dungeonchess", nil, 12},
		{"chessbattle", nil, 4},
		{"chessbattle", map[string]any{"combat": "sure"}, 2},
	} {
		t.Run(tt.game, func(t *testing.T) {
			r, err := robot.Soak(robot.Options{Games: catalog.Games(), Game: tt.game, Options: tt.options, Seed: 1, Most: 150, Cuts: 20}, tt.games, nil)
			if err != nil {
				t.Fatal(err)
			}
			sound(t, r)
			if r.Cuts < r.Touches/40 {
				t.Errorf("only %d cuts in %d touches", r.Cuts, r.Touches)
			}
		})
	}
}
