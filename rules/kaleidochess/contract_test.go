package kaleidochess

import (
	"fmt"
	"testing"

	"reeve/rules"
	"reeve/rules/rulestest"
)

var optionSets = []map[string]any{
	nil,
	{"magic": true},
	{"die": true},
	{"magic": true, "die": true},
	{"fly_over_pieces": true, "hold": false},
	{"magic": true, "fly_over_pieces": true, "hold": false, "castles_to_win": 4},
}

// handicapped are options with handicaps (rule 16).
var handicapped = map[string]any{"magic": true, "pieces_white": 9, "pieces_black": 6}

func TestContract(t *testing.T) { rulestest.Run(t, Game, append(optionSets, handicapped)...) }

func TestLongContract(t *testing.T) { TestContract(t) }

func TestHoursContract(t *testing.T) { TestContract(t) }

func TestPerft(t *testing.T) { rulestest.Perft(t, []*rules.Game{Game}, "testdata") }

func TestGolden(t *testing.T) {
	for i, given := range optionSets {
		t.Run(fmt.Sprint(given), func(t *testing.T) { rulestest.Golden(t, Game, given, uint64(i+1)) })
	}
}

func BenchmarkBasic(b *testing.B) { rulestest.Bench(b, Game, nil) }

func BenchmarkMagic(b *testing.B) { rulestest.Bench(b, Game, map[string]any{"magic": true}) }

func TestHashes(t *testing.T) {
	rulestest.Hashes(t, Game, nil, map[string]any{"magic": true, "die": true})
}

func TestHoursHashes(t *testing.T) { TestHashes(t) }
