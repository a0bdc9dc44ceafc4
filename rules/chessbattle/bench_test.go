package chessbattle

import (
	"math/rand/v2"
	"testing"

	"reeve/rules"
)

// battleStart plays the opening of seed at random, to the first turn of the battle.
func battleStart(t testing.TB, given map[string]any, seed uint64) State {
	t.Helper()
	s, err := Game.Start(given)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 7))
	for s.Phase() != "battle" {
		legal := s.Legal(nil)
		if s, _, err = s.Apply(legal[r.IntN(len(legal))], nil); err != nil {
			t.Fatal(err)
		}
	}
	return s.(State)
}

// BenchmarkBattle plays battles at random through the contract.
func BenchmarkBattle(b *testing.B) {
	for name, given := range map[string]map[string]any{"cards": nil, "sure": {"combat": "sure"}} {
		b.Run(name, func(b *testing.B) {
			var start rules.State = battleStart(b, given, 1)
			r := rand.New(rand.NewPCG(1, 2))
			var legal []rules.Step
			var fx []rules.Effect
			var err error
			s, n := start, 0
			b.ReportAllocs()
			for b.Loop() {
				if legal = s.Legal(legal[:0]); len(legal) == 0 {
					s = start
					legal = s.Legal(legal[:0])
				}
				if s, fx, err = s.Apply(legal[r.IntN(len(legal))], fx[:0]); err != nil {
					b.Fatal(err)
				}
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}
