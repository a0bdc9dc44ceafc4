package engine

import (
	"cmp"
	"math"
	"slices"
)

// sample is a position of a game that was played: its features for the first seat, and
// the part of the game that this seat won.
type sample struct {
	features []float32
	result   float32
	game     int
}

// fit returns the weights whose logistic function says best how the games of the samples
// ended (Newton's method on the likelihood), drawn a little to near, as if each weight had
// been seen there so many times.
func fit(samples []sample, near []float32, pull float64) []float32 {
	n := len(near)
	w := make([]float64, n)
	for i, v := range near {
		w[i] = float64(v)
	}
	for range 12 {
		slope, curve := make([]float64, n), make([][]float64, n)
		for i := range curve {
			curve[i] = make([]float64, n)
			slope[i] = pull * (float64(near[i]) - w[i])
			curve[i][i] = pull
		}
		for _, s := range samples {
			sum := 0.0
			for i, f := range s.features {
				sum += w[i] * float64(f)
			}
			p := 1 / (1 + math.Exp(-sum))
			miss, spread := float64(s.result)-p, p*(1-p)
			for i, f := range s.features {
				if f == 0 {
					continue
				}
				slope[i] += miss * float64(f)
				for j := range i + 1 {
					curve[i][j] += spread * float64(f) * float64(s.features[j])
				}
			}
		}
		for i, d := range solve(curve, slope) {
			w[i] += d
		}
	}
	out := make([]float32, n)
	for i, v := range w {
		out[i] = float32(math.Round(v*1e4) / 1e4)
	}
	return out
}

// solve returns x with a·x = b, of which a is symmetric and positive; its lower half is
// given (Cholesky's decomposition).
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	x := slices.Clone(b)
	for i := range n {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-9))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	for i := range n {
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}

// curveParts is how many parts a curve is fitted in.
const curveParts = 100

// fitCurve returns what games came to by what was expected, as the middles of equally
// many samples each: expected, and the mean result, rising (isotonic regression: Ayer and
// others, 1955). Both sides of the board are alike: each sample counts for both.
func fitCurve(samples []sample, expect func([]float32) float32) [][2]float32 {
	type point struct{ x, y, n float64 }
	var all []point
	for _, s := range samples {
		x := float64(expect(s.features))
		all = append(all, point{x, float64(s.result), 1}, point{1 - x, 1 - float64(s.result), 1})
	}
	slices.SortFunc(all, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	var parts []point
	for i := range curveParts {
		var sum point
		for _, p := range all[i*len(all)/curveParts : (i+1)*len(all)/curveParts] {
			sum.x, sum.y, sum.n = sum.x+p.x, sum.y+p.y, sum.n+1
		}
		if sum.n == 0 { // there are fewer samples than parts
			continue
		}
		parts = append(parts, point{sum.x / sum.n, sum.y / sum.n, sum.n})
		for n := len(parts); n > 1 && parts[n-1].y < parts[n-2].y; n = len(parts) {
			a, b := parts[n-2], parts[n-1]
			both := a.n + b.n
			parts = append(parts[:n-2], point{(a.x*a.n + b.x*b.n) / both, (a.y*a.n + b.y*b.n) / both, both})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	rounded := func(x, y float64) [2]float32 {
		return [2]float32{float32(math.Round(x*1e4) / 1e4), float32(math.Round(y*1e4) / 1e4)}
	}
	curve := [][2]float32{rounded(0, parts[0].y)} // beyond the outermost part it is level: what looks lost is not always
	for _, p := range parts {
		if p.x < 0.5 {
			curve = append(curve, rounded(p.x, min(p.y, 0.5)))
		}
	}
	curve = append(curve, rounded(0.5, 0.5))
	for i := len(curve) - 2; i >= 0; i-- {
		curve = append(curve, rounded(1-float64(curve[i][0]), 1-float64(curve[i][1])))
	}
	return curve
}

// tenth is how well what was expected agrees with what came, of the positions of which
// so much was expected.
type Tenth struct {
	Expected float64 `json:"expected"`
	Came     float64 `json:"came"`
	Games    int     `json:"games"` // unlike games that positions are from
	N        int     `json:"n"`
}

// calibration compares both, by tenths of what was expected.
func calibration(samples []sample, expect func([]float32) float32) []Tenth {
	tenths := make([]Tenth, 10)
	last := make([]int, 10)
	for i := range last {
		last[i] = -1
	}
	for _, s := range samples {
		for side := range 2 {
			x, y := expect(s.features), s.result
			if side == 1 {
				x, y = 1-x, 1-y
			}
			i := min(int(x*10), 9)
			t := &tenths[i]
			t.Expected += float64(x)
			t.Came += float64(y)
			t.N++
			if last[i] != s.game {
				last[i] = s.game
				t.Games++
			}
		}
	}
	for i := range tenths {
		if t := &tenths[i]; t.N > 0 {
			t.Expected /= float64(t.N)
			t.Came /= float64(t.N)
		}
	}
	return tenths
}
