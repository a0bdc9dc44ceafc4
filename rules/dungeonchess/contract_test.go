package dungeonchess

import (
	"testing"

	"reeve/rules"
	"reeve/rules/rulestest"
)

var games = []*rules.Game{Game}

func TestContract(t *testing.T) {
	rulestest.Run(t, Game, nil, map[string]any{"players": 3, "handicap_west": 7}, map[string]any{"players": 4})
}

func TestLongContract(t *testing.T) { TestContract(t) }

func TestHoursContract(t *testing.T) { TestContract(t) }

func TestPerft(t *testing.T) { rulestest.Perft(t, games, "testdata") }

func TestGolden(t *testing.T) {
	rulestest.Golden(t, Game, nil, 2)
	rulestest.Golden(t, Game, map[string]any{"players": 3}, 3)
	rulestest.Golden(t, Game, map[string]any{"players": 4}, 4)
}

func BenchmarkTwo(b *testing.B)  { rulestest.Bench(b, Game, nil) }
func BenchmarkFour(b *testing.B) { rulestest.Bench(b, Game, map[string]any{"players": 4}) }

func TestHashes(t *testing.T) { rulestest.Hashes(t, Game) }

func TestHoursHashes(t *testing.T) { TestHashes(t) }
