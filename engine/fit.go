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
	chance   bool       // what comes next is a throw
	throw    *seenThrow // of the first games, where that is asked
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

// A curve is fitted in at most so many parts, each of positions from at least so many games: the positions of one game have
// one end, so that of few games a part would say how those happened to go.
const (
	curveParts = 100
	partGames  = 300
)

// point is the mean of n samples: what was expected, and what came.
type point struct{ x, y, n float64 }

// and is the mean of both.
func (a point) and(b point) point {
	n := a.n + b.n
	return point{(a.x*a.n + b.x*b.n) / n, (a.y*a.n + b.y*b.n) / n, n}
}

// fitCurve returns what games came to by what was expected, as the middles of about equally
// many samples each: expected, and the mean result, rising (isotonic regression: Ayer and
// others, 1955). Both sides of the board are alike: each sample counts for both.
func fitCurve(samples []sample, expect func([]float32) float32) [][2]float32 {
	parts := rising(partsOf(samples, expect))
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

// witnesses counts games by how many positions are from each: as many games as would say as much if each had as many positions
// (Kish, 1965). All positions of a game have the same end, so that a long one says no more than a short one.
type witnesses struct {
	of         map[int]int
	n, squares int
}

func (w *witnesses) add(game int) {
	if w.of == nil {
		w.of = map[int]int{}
	}
	w.squares += 2*w.of[game] + 1
	w.of[game]++
	w.n++
}

func (w *witnesses) count() int { return w.n * w.n / max(w.squares, 1) }

// partsOf are the samples in the order of what was expected, many to a point.
func partsOf(samples []sample, expect func([]float32) float32) (parts []point) {
	type one struct {
		point
		game int
	}
	var all []one
	for _, s := range samples {
		x := float64(expect(s.features))
		all = append(all, one{point{x, float64(s.result), 1}, s.game}, one{point{1 - x, 1 - float64(s.result), 1}, s.game})
	}
	slices.SortFunc(all, func(a, b one) int { return cmp.Compare(a.x, b.x) })
	part, games := point{}, witnesses{}
	for _, o := range all {
		part = part.and(o.point)
		if games.add(o.game); int(part.n) >= len(all)/curveParts && games.count() >= partGames {
			parts = append(parts, part)
			part, games = point{}, witnesses{}
		}
	}
	switch {
	case part.n > 0 && len(parts) > 0: // too few for a part of their own
		parts[len(parts)-1] = parts[len(parts)-1].and(part)
	case part.n > 0:
		parts = append(parts, part)
	}
	return parts
}

// rising puts points together whose results do not rise.
func rising(points []point) (parts []point) {
	for _, p := range points {
		parts = append(parts, p)
		for n := len(parts); n > 1 && parts[n-1].y < parts[n-2].y; n = len(parts) {
			parts = append(parts[:n-2], parts[n-2].and(parts[n-1]))
		}
	}
	return parts
}

// tenth is how well what was expected agrees with what came, of the positions of which
// so much was expected.
type Tenth struct {
	Expected float64 `json:"expected"`
	Came     float64 `json:"came"`
	Games    int     `json:"games"` // that positions are from; of few long ones it counts few
	N        int     `json:"n"`
}

// calibration compares both, by tenths of what was expected.
func calibration(samples []sample, expect func([]float32) float32) []Tenth {
	tenths := make([]Tenth, 10)
	games := make([]witnesses, 10)
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
			games[i].add(s.game)
		}
	}
	for i := range tenths {
		if t := &tenths[i]; t.N > 0 {
			t.Expected /= float64(t.N)
			t.Came /= float64(t.N)
			t.Games = games[i].count()
		}
	}
	return tenths
}
