package robot_test

import (
	"strings"
	"testing"

	"reeve/hw/sim"
	"reeve/robot"
)

// The longest turns of Camelot: friends to leap, enemies to jump, and the ways.
const (
	chainFriends = "wK2 D5, wK3 F5, wK4 H5, wM1 J5, wM2 K5, wM3 J7, wM4 H7, wM5 F7, wM6 D7, wM7 C7, wM8 D9, wM9 F9, wM10 H9"
	chainEnemies = "bK1 J11, bK2 J12, bK3 H12, bK4 F12, bM1 D12, bM2 B12, bM3 A11, bM4 B10, bM5 B9, bM6 A7, bM7 A5, bM8 B3, bM9 D2"
	chainCanter  = "C4-E6-G4-I6-K4-K6-I8-G6-E8-C6-C8-E10-G8-I10"
	chainJump    = "I10xK12xI12xG12xE12xC12xA12xA10xC10xA8xA6xA4xC2xE2"
)

// Robots do Camelot's longest turns in every order they know, on contacts of every
// level: the turn is sealed and nothing else is.
func TestRobotsDoTheLongestTurnsOfCamelot(t *testing.T) {
	for _, tt := range []struct{ name, stands, does, end string }{
		{"canter", "wK1 C4, " + chainFriends + ", bM10 L13", chainCanter, "resigned"},
		{"jumps", "wK1 I10, wM1 L5, " + chainEnemies + ", bM10 L13", chainJump, "resigned"},
		{"charge", "wK1 C4, " + chainFriends + ", " + chainEnemies + ", bM10 L13", chainCanter + strings.TrimPrefix(chainJump, "I10"), "resigned"},
		{"jumps that end the game", "wK1 I10, wM1 L5, " + chainEnemies + ", bM10 F3", chainJump + "xG4", "captured"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			games := beginning(t, "camelot", nil, "", tt.stands, nil)
			for noise, count := range map[sim.Noise]int{sim.None: 12, sim.Light: 12, sim.Heavy: 6} {
				o := robot.Options{Games: games, Game: "camelot", Noise: noise, Seed: 1, Most: 2}
				r, err := robot.Soak(robot.Doing(o, tt.does), count, nil)
				if err != nil {
					t.Fatal(err)
				}
				if sound(t, r); r.Ends[tt.end] != count {
					t.Errorf("%s: ends %v", noise, r.Ends)
				}
			}
		})
	}
}
