package camelot

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"reeve/rules"
)

// BenchmarkPlayouts plays whole random games through the contract, of at most
// 500 turns a side.
func BenchmarkPlayouts(b *testing.B) {
	start, _ := Game.Start(nil)
	r := rand.New(rand.NewPCG(1, 2))
	var legal []rules.Step
	var fx []rules.Effect
	var err error
	games, plies := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		s := start
		for range 1000 {
			if legal = s.Legal(legal[:0]); len(legal) == 0 {
				break
			}
			if s, fx, err = s.Apply(legal[r.IntN(len(legal))], fx[:0]); err != nil {
				b.Fatal(err)
			}
			plies++
		}
		games++
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "playouts/s")
	b.ReportMetric(float64(plies)/float64(games), "plies/playout")
}

// BenchmarkScratchPlayouts plays them through what search uses, as openings of matches are picked, and counts processor
// time.
func BenchmarkScratchPlayouts(b *testing.B) {
	start, _ := Game.Start(nil)
	r := rand.New(rand.NewPCG(1, 2))
	root, _ := rules.NewScratch(start)
	x, _ := rules.NewScratch(start)
	picker, pick := rules.PickerOf(x), r.IntN
	games, plies := 0, 0
	begin := cpu()
	b.ReportAllocs()
	for b.Loop() {
		x.Copy(root)
		for range 1000 {
			step, ok := picker.Pick(pick)
			if !ok {
				break
			}
			x.Do(step)
			plies++
		}
		games++
	}
	b.ReportMetric(float64(games)/(cpu()-begin).Seconds(), "playouts/cpu-s")
	b.ReportMetric(float64(plies)/float64(games), "plies/playout")
}

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
