package engine

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// made are samples of games whose outcomes follow the given weights.
func made(n int, weights []float32, seed uint64) (list []sample) {
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		s := sample{features: make([]float32, len(weights)), game: i}
		sum := float32(0)
		for j := range s.features {
			s.features[j] = float32(r.IntN(7) - 3)
			sum += weights[j] * s.features[j]
		}
		if r.Float32() < rules.Logistic(sum) {
			s.result = 1
		}
		list = append(list, s)
	}
	return list
}

// Weights by which games were made are found again.
func TestWeightsAreFoundAgain(t *testing.T) {
	want := []float32{0.8, -0.3, 0.1, 0}
	got := fit(made(20000, want, 1), make([]float32, len(want)), 1)
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 0.06 {
			t.Errorf("of %v fitted are %v", want, got)
		}
	}
}

// What errs by half is put right by the curve, which rises.
func TestTheCurveCorrects(t *testing.T) {
	half := func(f []float32) float32 { return rules.Logistic(f[0] * 0.5) }
	list := made(40000, []float32{1}, 2)
	w := rules.Weights{Curve: fitCurve(list, half)}
	for i := 1; i < len(w.Curve); i++ {
		if a, b := w.Curve[i-1], w.Curve[i]; b[0] < a[0] || b[1] < a[1] {
			t.Fatalf("%v", w.Curve)
		}
	}
	worst := func(expect func([]float32) float32) (most float64) {
		for _, tenth := range calibration(made(40000, []float32{1}, 3), expect) {
			if tenth.N > 500 {
				most = max(most, math.Abs(tenth.Came-tenth.Expected))
			}
		}
		return most
	}
	before, after := worst(half), worst(func(f []float32) float32 { return w.Result(half(f)) })
	if before < 0.08 || after > 0.03 {
		t.Errorf("off by %.3f before and %.3f after", before, after)
	}
}

// The same seed trains the same weights, and ones that do not win stay out.
func TestTrainingIsTheSameAgain(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "rolechess")
	run := func() Trained {
		trained, err := Training{Game: g, Seed: 3, Games: 4, Nodes: 60, Match: 2, Think: 60}.Run()
		if err != nil {
			t.Fatal(err)
		}
		return trained
	}
	a, b := run(), run()
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%+v, then %+v", a, b)
	}
	if a.Accepted || a.Features["emperor"] != g.Weights.Values[0] || a.Fitted["emperor"] == a.Features["emperor"] || a.Samples < 50 {
		t.Errorf("of two games no weights are taken: %+v", a)
	}
}

// Every game has a line from what its weights expect to what came of it, which rises and serves both sides alike.
func TestEveryGameHasACurve(t *testing.T) {
	for _, g := range catalog.Games() {
		if len(g.Weights.Curve) < 4 {
			t.Errorf("%s has no curve: reeve train --game %s --match 0", g.Name, g.Name)
		}
		last := float32(0)
		for percent := range 101 {
			x := float32(percent) / 100
			came, other := g.Weights.Result(x), g.Weights.Result(1-x)
			if came < last || came > 1 || math.Abs(float64(came+other-1)) > 0.01 {
				t.Errorf("%s: of %d %% comes %.3f, of one less %.3f, and for the other side %.3f", g.Name, percent, came, last, other)
			}
			last = came
		}
	}
}

// Of however few samples a curve is fitted, it is numbers that rise; of none there is none.
func TestACurveOfFewSamplesIsACurve(t *testing.T) {
	for n := range 60 {
		samples := make([]sample, n)
		for i := range samples {
			samples[i] = sample{features: []float32{float32(i) / 60}, result: float32(i % 2)}
		}
		curve := fitCurve(samples, func(f []float32) float32 { return f[0] })
		if (len(curve) == 0) != (n == 0) {
			t.Errorf("of %d samples there are %d points", n, len(curve))
		}
		for i, p := range curve {
			if !(p[0] >= 0 && p[0] <= 1 && p[1] >= 0 && p[1] <= 1) || i > 0 && (p[0] < curve[i-1][0] || p[1] < curve[i-1][1]) {
				t.Fatalf("of %d samples: %v", n, curve)
			}
		}
	}
}

// Of positions of games that were never seen before what is expected comes true within 3 points of 100, in every tenth
// and game, as far as so many games can tell.
func TestHoursWhatIsExpectedComesTrue(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			w := g.Weights
			fresh, err := Training{Game: g, Nodes: 300}.selfPlay(w, 4711, 1500)
			if err != nil {
				t.Fatal(err)
			}
			for _, tenth := range calibration(fresh, expectation(w)) {
				chance := math.Sqrt(tenth.Came * (1 - tenth.Came) / float64(max(tenth.Games, 1)))
				off := math.Abs(tenth.Came - tenth.Expected)
				t.Logf("expected %.3f, came %.3f, %d games", tenth.Expected, tenth.Came, tenth.Games)
				if tenth.Games < 30 || off > 0.03+2*chance {
					t.Errorf("of %d games %.1f of 100 were expected, and %.1f came", tenth.Games, 100*tenth.Expected, 100*tenth.Came)
				}
			}
		})
	}
}
