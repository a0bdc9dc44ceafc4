package rulestest

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

// How many positions are hashed for each set of options.
const (
	mostHashes = 10_000_000 // in tests named TestHours
	fewHashes  = 60_000     // in all others
)

// hashedStates is a position's hash, and a print of what can happen in it.
type hashedStates struct{ hash, print uint64 }

// Hashes asks that positions with the same hash are alike: they have the same steps.
// All positions that follow those of random games are looked at.
func Hashes(t *testing.T, g *rules.Game, optionSets ...map[string]any) {
	t.Helper()
	n := fewHashes
	if strings.HasPrefix(t.Name(), "TestHours") {
		n = mostHashes
	}
	if len(optionSets) == 0 {
		optionSets = []map[string]any{nil}
	}
	for _, given := range optionSets {
		list := make([]hashedStates, 0, n)
		for seed := uint64(0); len(list) < n; seed++ {
			list = hashGame(t, g, given, seed, list)
		}
		slices.SortFunc(list, func(a, b hashedStates) int { return cmp.Compare(a.hash, b.hash) })
		for i := range list[1:] {
			if a, b := list[i], list[i+1]; a.hash == b.hash && a.print != b.print {
				t.Fatalf("%s %v: two unlike positions have the hash %x", g.Name, given, a.hash)
			}
		}
	}
}

// hashGame adds the positions of one random game to list, up to its capacity.
func hashGame(t *testing.T, g *rules.Game, given map[string]any, seed uint64, list []hashedStates) []hashedStates {
	s, err := g.Start(given)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 5))
	x, _ := rules.NewScratch(s)
	y, _ := rules.NewScratch(s)
	var steps, more []rules.Step
	for range 400 {
		if steps = x.Legal(steps[:0]); len(steps) == 0 {
			return list
		}
		for i := range min(len(steps), 40) { // of so many a sample
			y.Copy(x)
			y.Do(steps[(i*7919+int(seed))%len(steps)])
			if _, over := y.Winners(); over {
				continue
			}
			if len(list) == cap(list) {
				return list
			}
			more = y.Legal(more[:0])
			list = append(list, hashedStates{y.Hash(), printOf(y, more)})
		}
		x.Do(steps[r.IntN(len(steps))])
		if _, over := x.Winners(); over {
			return list
		}
	}
	return list
}

// printOf says the same of positions with the same steps to choose from. In what order
// they are listed does not matter: like pieces that have changed places are alike.
func printOf(x rules.Scratch, steps []rules.Step) uint64 {
	h := uint64(x.Actors())
	for _, step := range steps {
		h += rules.MixBytes(uint64(step.By)<<16|uint64(step.Kind)<<8|uint64(step.N), step.Arg[:])
	}
	return h
}
