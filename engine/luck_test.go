package engine

import (
	"math"
	"testing"

	"reeve/rules/catalog"
)

// How much of a result is luck: how it correlates with the luck that the analysis finds,
// and how many times smaller the variance of the result less its luck is.
func TestFigureLuck(t *testing.T) {
	for _, g := range catalog.Games() {
		if g.Name == "camelot" {
			continue // it has none
		}
		t.Run(g.Name, func(t *testing.T) {
			var results, lucks, rests []float64
			for seed := range uint64(80) {
				start, steps := record(t, g, seed, "nodes:300", "nodes:300")
				total, err := Analyse(start, steps, 1, func(Judged) {})
				if err != nil {
					t.Fatal(err)
				}
				results = append(results, total.Result[0])
				lucks = append(lucks, total.Luck[0])
				rests = append(rests, total.Result[0]-total.Luck[0])
			}
			t.Logf("%s: luck correlates with the result by %.2f; less luck its variance is %.2f times smaller",
				g.Name, correlation(results, lucks), variance(results)/max(variance(rests), 1e-9))
		})
	}
}

func mean(list []float64) (sum float64) {
	for _, v := range list {
		sum += v / float64(len(list))
	}
	return sum
}

func covariance(a, b []float64) (sum float64) {
	x, y := mean(a), mean(b)
	for i := range a {
		sum += (a[i] - x) * (b[i] - y) / float64(len(a))
	}
	return sum
}

func variance(list []float64) float64 { return covariance(list, list) }

func correlation(a, b []float64) float64 {
	return covariance(a, b) / math.Sqrt(max(variance(a)*variance(b), 1e-12))
}
