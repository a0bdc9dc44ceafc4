package chessbattle

import (
	"testing"
	"unsafe"

	"reeve/rules"
	"reeve/rules/rulestest"
)

func TestContract(t *testing.T) {
	rulestest.Run(t, Game, nil,
		map[string]any{"combat": "sure"},
		map[string]any{"river": false, "removal_limit": 3, "knights_advance": true},
		map[string]any{"river": false, "combat": "sure", "time": "agreed"},
		map[string]any{"time": "clocks", "removal_limit": 1, "cards_white": 15, "cards_black": 8})
}

func TestLongContract(t *testing.T) { TestContract(t) }

func TestHoursContract(t *testing.T) { TestContract(t) }

func TestPerft(t *testing.T) { rulestest.Perft(t, []*rules.Game{Game}, "testdata") }

func TestGolden(t *testing.T) {
	for seed, given := range []map[string]any{
		nil, {"combat": "sure"}, {"river": false}, {"river": false, "combat": "sure", "removal_limit": 5},
	} {
		rulestest.Golden(t, Game, given, uint64(seed)+1)
	}
}

// TestAllocations asks for none by Legal and one by Apply in every phase.
func TestAllocations(t *testing.T) {
	for _, s := range samples(t) {
		legal, fx := make([]rules.Step, 0, 2048), make([]rules.Effect, 0, 128)
		if n := testing.AllocsPerRun(20, func() { legal = s.Legal(legal[:0]) }); n != 0 {
			t.Errorf("phase %s: Legal allocates %v times", s.Phase(), n)
		}
		for _, step := range legal[:min(len(legal), 40)] {
			if n := testing.AllocsPerRun(5, func() { _, fx, _ = s.Apply(step, fx[:0]) }); n > 1 {
				t.Errorf("phase %s, %s: Apply allocates %v times", s.Phase(), s.Text(step), n)
			}
		}
	}
}

// TestPositionIsSmall holds a position to the size class in which Apply allocates it.
func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(State{}); size > 320 {
		t.Errorf("a position has %d bytes", size)
	}
}

func BenchmarkWholeGames(b *testing.B) { rulestest.Bench(b, Game, nil) }

func TestHashes(t *testing.T) { rulestest.Hashes(t, Game) }

func TestHoursHashes(t *testing.T) { TestHashes(t) }
