package example

import (
	"testing"

	"reeve/rules"
	"reeve/rules/rulestest"
)

func TestContract(t *testing.T) { rulestest.Run(t, Game, nil, map[string]any{"rows": 1}) }

func TestPerft(t *testing.T) { rulestest.Perft(t, []*rules.Game{Game}, "testdata") }

func TestGolden(t *testing.T) { rulestest.Golden(t, Game, nil, 1) }

func TestHashes(t *testing.T) { rulestest.Hashes(t, Game) }

func BenchmarkDecisions(b *testing.B) { rulestest.Bench(b, Game, nil) }
