package camelot

import (
	"testing"

	"reeve/rules"
	"reeve/rules/rulestest"
)

func TestContract(t *testing.T) { rulestest.Run(t, Game) }

func TestLongContract(t *testing.T) { TestContract(t) }

func TestHoursContract(t *testing.T) { TestContract(t) }

func TestPerft(t *testing.T) { rulestest.Perft(t, []*rules.Game{Game}, "testdata") }

// Beside the others it counts what has more than a hundred million sequences.
func TestLongPerft(t *testing.T) { TestPerft(t) }

func TestGolden(t *testing.T) {
	for seed := range uint64(3) {
		rulestest.Golden(t, Game, nil, seed+1)
	}
}

func BenchmarkDecisions(b *testing.B) { rulestest.Bench(b, Game, nil) }

func BenchmarkPerft3(b *testing.B) {
	start, _ := Game.Start(nil)
	for b.Loop() {
		if n := rules.Perft(start, 3); n == 0 {
			b.Fatal("nothing counted")
		}
	}
}

func TestHashes(t *testing.T) { rulestest.Hashes(t, Game) }

func TestHoursHashes(t *testing.T) { TestHashes(t) }
