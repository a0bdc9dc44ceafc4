package engine

import (
	"fmt"
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
func TestAlone_TrainingIsTheSameAgain(t *testing.T) {
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
		rises(t, g.Name, g.Weights)
		for _, c := range g.Weights.Curves {
			if _, err := g.Start(c.Options); err != nil || len(c.Curve) < 4 && c.Foresight == nil {
				t.Errorf("%s with %v has %d points of a curve: %v", g.Name, c.Options, len(c.Curve), err)
			}
			w := g.Weights.For(c.Options)
			rises(t, fmt.Sprint(g.Name, " with ", c.Options), w)
			if c.Foresight != nil {
				rises(t, fmt.Sprint(g.Name, " with ", c.Options, " foreseen"), w.Foreseeing())
				if len(c.Came) < 4 || c.Taken < 0 || c.Taken > 1 {
					t.Errorf("%s with %v: %d points of a curve, %v of what throws change", g.Name, c.Options, len(c.Came), c.Taken)
				}
			}
		}
	}
}

func rises(t *testing.T, name string, w rules.Weights) {
	t.Helper()
	last := float32(0)
	for percent := range 101 {
		x := float32(percent) / 100
		came, other := w.Result(x), w.Result(1-x)
		if came < last || came > 1 || math.Abs(float64(came+other-1)) > 0.01 {
			t.Errorf("%s: of %d %% comes %.3f, of one less %.3f, and for the other side %.3f", name, percent, came, last, other)
		}
		last = came
	}
}

// A game's curve is that of its options: of all that fit, the one with most of them.
func TestTheCurveIsThatOfTheOptions(t *testing.T) {
	curve := func(y float32) [][2]float32 { return [][2]float32{{0, y}, {1, y}} }
	w := rules.Weights{Curve: curve(0.1), Curves: []rules.OptionCurve{
		{Options: rules.Options{"magic": true}, Curve: curve(0.2)},
		{Options: rules.Options{"magic": true, "castles": 4.0}, Curve: curve(0.3)},
		{Options: rules.Options{"die": true}, Foresight: &rules.Foresight{}},
	}}
	for _, c := range []struct {
		options rules.Options
		want    float32
	}{
		{nil, 0.1},
		{rules.Options{"castles": 4}, 0.1},
		{rules.Options{"die": true}, 0.1},
		{rules.Options{"magic": true, "other": "x"}, 0.2},
		{rules.Options{"magic": true, "castles": 4}, 0.3},
		{rules.Options{"magic": true, "castles": 5}, 0.2},
	} {
		x := w.For(c.options)
		if got := x.Result(0.5); got != c.want {
			t.Errorf("%v: %v, want %v", c.options, got, c.want)
		}
	}
}

// The positions of one game have one end, and count as one: where nothing can be expected, the curve is level, however many
// positions of few games look alike.
func TestAlone_ACurveIsOfManyGames(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 5))
		var samples []sample
		for game := range 2000 {
			x, result := r.Float32(), float32(r.IntN(2))
			for range 20 {
				samples = append(samples, sample{features: []float32{x}, result: result, game: game})
			}
		}
		curve := fitCurve(samples, func(f []float32) float32 { return f[0] })
		for _, p := range curve {
			if math.Abs(float64(p[1])-0.5) > 0.1 {
				t.Fatalf("of coins that were tossed for 2000 games, seed %d: %v", seed, curve)
			}
		}
	}
}

// A long game says no more than a short one: of ten games with a position each there are ten, of two of which one has a
// thousand hardly more than one.
func TestLongGamesCountOnce(t *testing.T) {
	var even, uneven []sample
	for game := range 10 {
		even = append(even, sample{features: []float32{0.75}, result: 1, game: game})
	}
	for i := range 1001 {
		uneven = append(uneven, sample{features: []float32{0.75}, result: 1, game: i / 1000})
	}
	expect := func(f []float32) float32 { return f[0] }
	if a, b := calibration(even, expect)[7].Games, calibration(uneven, expect)[7].Games; a != 10 || b != 1 {
		t.Errorf("%d games, and %d", a, b)
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
		for _, c := range append([]rules.OptionCurve{{}}, g.Weights.Curves...) {
			if len(c.Curve) > 0 || len(c.Options) == 0 {
				t.Run(fmt.Sprint(g.Name, c.Options), func(t *testing.T) {
					t.Parallel()
					comesTrue(t, Training{Game: g, Options: c.Options, Nodes: 300}, g.Weights.For(c.Options))
				})
			}
			if c.Foresight == nil {
				continue
			}
			t.Run(fmt.Sprint(g.Name, c.Options, "Foreseen"), func(t *testing.T) {
				t.Parallel()
				w := g.Weights.For(c.Options)
				comesTrue(t, Training{Game: g, Options: c.Options, Nodes: 300, Foresee: true}, w.Foreseeing())
			})
		}
	}
}

func comesTrue(t *testing.T, of Training, w rules.Weights) {
	fresh, err := of.selfPlay(of.Game.Weights, 4711, 1500)
	if err != nil {
		t.Fatal(err)
	}
	for _, tenth := range calibration(fresh, expectation(w)) {
		if tenth.Games < 30 { // hardly ever is so much expected
			continue
		}
		chance := math.Sqrt(tenth.Came * (1 - tenth.Came) / float64(tenth.Games))
		t.Logf("expected %.3f, came %.3f, %d games", tenth.Expected, tenth.Came, tenth.Games)
		if off := math.Abs(tenth.Came - tenth.Expected); off > 0.03+2*chance {
			t.Errorf("of %d games %.1f of 100 were expected, and %.1f came", tenth.Games, 100*tenth.Expected, 100*tenth.Came)
		}
	}
}
