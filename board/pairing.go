package board

import (
	"cmp"
	"math"
	"slices"
)

// assignment is the cheapest assignment of rows to at least as many columns, by
// shortest augmenting paths (Kuhn and Munkres). Rows and columns count from 1;
// column 0 is where a path begins.
type assignment struct {
	cost      func(row, column int) float64
	u, v      []float64 // what rows and columns are worth: u+v is at most the cost, and equal where assigned
	row       []int     // of each column; 0 for none
	least     []float64 // of each column, what the path to it costs beyond u+v
	came      []int     // the column before it on that path
	reachable []bool    // the path to it is known to be the shortest
}

// Pair is one piece to be put back: from where it lies to a square that lacks
// one.
type Pair struct{ From, To Square }

// Pairs pairs wood that is to be lifted with squares that wait for a piece, so
// that the pieces go the least way in all, in millimetres. As many are paired as
// both sets allow. The shortest way comes first, the lower square among equals.
func Pairs(on *Topology, lift, place Set) []Pair {
	from, to := slices.Collect(lift.All()), slices.Collect(place.All())
	turned := len(from) > len(to)
	if turned {
		from, to = to, from
	}
	var pairs []Pair
	for i, k := range assign(on, from, to) {
		p := Pair{from[i], to[k]}
		if turned {
			p = Pair{p.To, p.From}
		}
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(on.Distance(a.From, a.To), on.Distance(b.From, b.To)), cmp.Compare(a.From, b.From))
	})
	return pairs
}

// assign returns the column of each of from, in to.
func assign(on *Topology, from, to []Square) []int {
	n, m := len(from), len(to)
	a := assignment{
		cost: func(row, column int) float64 { return on.Distance(from[row-1], to[column-1]) },
		u:    make([]float64, n+1), v: make([]float64, m+1), row: make([]int, m+1),
		least: make([]float64, m+1), came: make([]int, m+1), reachable: make([]bool, m+1),
	}
	for row := 1; row <= n; row++ {
		a.add(row)
	}
	columns := make([]int, n)
	for column := 1; column <= m; column++ {
		if a.row[column] > 0 {
			columns[a.row[column]-1] = column - 1
		}
	}
	return columns
}

// add assigns one row more, and others anew along the way.
func (a *assignment) add(row int) {
	a.row[0] = row
	for k := range a.least {
		a.least[k], a.reachable[k] = math.Inf(1), false
	}
	column := 0
	for a.row[column] != 0 {
		column = a.reach(column)
	}
	for column != 0 {
		before := a.came[column]
		a.row[column] = a.row[before]
		column = before
	}
}

// reach follows the path over one column more and returns the next nearest.
func (a *assignment) reach(column int) int {
	a.reachable[column] = true
	row, next, delta := a.row[column], 0, math.Inf(1)
	for k := 1; k < len(a.row); k++ {
		if a.reachable[k] {
			continue
		}
		if c := a.cost(row, k) - a.u[row] - a.v[k]; c < a.least[k] {
			a.least[k], a.came[k] = c, column
		}
		if a.least[k] < delta {
			delta, next = a.least[k], k
		}
	}
	for k := range a.row {
		if a.reachable[k] {
			a.u[a.row[k]] += delta
			a.v[k] -= delta
		} else {
			a.least[k] -= delta
		}
	}
	return next
}
