package rulestest

import (
	"math/rand/v2"
	"testing"

	"reeve/rules"
)

// Bench plays whole random games through the contract, as a computer opponent
// would: Legal, a choice, Apply. It reports decisions/s; throws count.
func Bench(b *testing.B, g *rules.Game, given map[string]any) {
	b.Helper()
	start, err := g.Start(given)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	var legal []rules.Step
	var fx []rules.Effect
	s, decisions := start, 0
	b.ReportAllocs()
	for b.Loop() {
		if legal = s.Legal(legal[:0]); len(legal) == 0 {
			s = start
			legal = s.Legal(legal[:0])
		}
		if s, fx, err = s.Apply(legal[r.IntN(len(legal))], fx[:0]); err != nil {
			b.Fatal(err)
		}
		decisions++
	}
	b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
}
