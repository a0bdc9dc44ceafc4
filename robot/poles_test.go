package robot_test

import (
	"testing"

	"reeve/hw/sim"
	"reeve/robot"
	"reeve/rules/catalog"
)

// On boards that feel poles whole games are played as on any other: what a pole tells takes nothing away.
func TestGamesOnBoardsThatFeelPoles(t *testing.T) {
	for game, n := range map[string]int{"rolechess": 4, "camelot": 1, "kaleidochess": 2, "dungeonchess": 3, "chessbattle": 1} {
		t.Run(game, func(t *testing.T) { sound(t, withPoles(t, game, n, true)) })
	}
}

// TestLongPolesAskLess plays as many games on boards that feel only presence and on such as feel poles: with them the
// board asks less.
func TestLongPolesAskLess(t *testing.T) {
	var asked, acted [2]int
	for game, n := range map[string]int{"rolechess": 60, "kaleidochess": 20, "dungeonchess": 20} {
		for i, poles := range []bool{false, true} {
			r := withPoles(t, game, n, poles)
			sound(t, r)
			asked[i], acted[i] = asked[i]+r.Questions, acted[i]+r.Actions
		}
	}
	t.Logf("%d questions in %d actions without poles, %d in %d with them", asked[0], acted[0], asked[1], acted[1])
	if asked[1]*acted[0] >= asked[0]*acted[1] {
		t.Error("no fewer questions with poles")
	}
}

func withPoles(t *testing.T, game string, games int, poles bool) robot.Report {
	t.Helper()
	r, err := robot.Soak(robot.Options{Games: catalog.Games(), Game: game, Seed: 2000, Noise: sim.None, Poles: poles}, games, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
