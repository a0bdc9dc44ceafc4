package robot_test

import (
	"strings"
	"testing"

	"reeve/hw/sim"
	"reeve/robot"
	"reeve/rules/catalog"
)

// Every game is set up from the empty table by the lights alone, and camps are put
// and armies deployed by hand, each seat on its own board, at every level of noise.
func TestGamesAreSetUpFromTheEmptyTable(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, noise := range []sim.Noise{sim.None, sim.Light, sim.Heavy} {
			t.Run(g.Name+"/"+noise.String(), func(t *testing.T) {
				deployed := 0
				for seed := range uint64(6) {
					most := 3
					if g.Name == "chessbattle" {
						most = 120
					}
					placed, confirmed := 0, 0
					o := robot.Options{Games: catalog.Games(), Game: g.Name, Seed: seed, Noise: noise, Most: most}
					o.Tell = func(line string) {
						if strings.Contains(line, "taken #") && (strings.Contains(line, " deploy ") || strings.Contains(line, " camp ")) {
							placed++
						}
						if strings.Contains(line, "do confirm for ") {
							confirmed++
						}
					}
					r, err := robot.Play(o)
					if err != nil {
						t.Fatal(err)
					}
					sound(t, r)
					if confirmed == 2 && placed > 20 {
						deployed++
					}
				}
				if g.Name == "chessbattle" && deployed < 3 {
					t.Errorf("deployed by hand in %d of 6 games", deployed)
				}
			})
		}
	}
}
