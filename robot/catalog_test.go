package robot_test

import (
	"fmt"
	"testing"

	"reeve/hw/sim"
	"reeve/robot"
	"reeve/rules/catalog"
)

// Every game of the catalog, with every value that an option can have, is begun by robot
// hands: nothing that must not happen does.
func TestLongEveryGameAndOptionIsPlayedByHands(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, given := range g.Variants() {
			t.Run(fmt.Sprint(g.Name, given), func(t *testing.T) {
				r, err := robot.Soak(robot.Options{Games: catalog.Games(), Game: g.Name, Options: given, Seed: 1, Noise: sim.Light, Most: 150}, 2, nil)
				if err != nil {
					t.Fatal(err)
				}
				sound(t, r)
			})
		}
	}
}
