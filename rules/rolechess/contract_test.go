package rolechess

import (
	"testing"

	"reeve/rules"
	"reeve/rules/rulestest"
)

func TestContract(t *testing.T) {
	rulestest.Run(t, Game, nil,
		map[string]any{"pass": "always", "energy_white": 35, "dice_black": 2},
		map[string]any{"pair_reach": "before-and-after"},
		map[string]any{"pass": "always", "pair_reach": "before-and-after"})
}

func TestLongContract(t *testing.T) { TestContract(t) }

func TestHoursContract(t *testing.T) { TestContract(t) }

func TestPerft(t *testing.T) { rulestest.Perft(t, []*rules.Game{Game}, "testdata") }

func TestGolden(t *testing.T) { rulestest.Golden(t, Game, nil, 1) }

func BenchmarkDecisions(b *testing.B) { rulestest.Bench(b, Game, nil) }

func TestHashes(t *testing.T) { rulestest.Hashes(t, Game) }

func TestHoursHashes(t *testing.T) { TestHashes(t) }
