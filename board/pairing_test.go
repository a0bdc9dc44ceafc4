package board_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"reeve/board"
)

var pairingGrid = board.MustNew("grid", board.Grid(7, 7, 50, 'a'))

// wayOf is the way of all pairs in millimetres.
func wayOf(on *board.Topology, pairs []board.Pair) (mm float64) {
	for _, p := range pairs {
		a, b := on.Place(p.From), on.Place(p.To)
		mm += math.Hypot(a.X-b.X, a.Y-b.Y)
	}
	return mm
}

// cheapestWay tries every pairing.
func cheapestWay(on *board.Topology, lift, place []board.Square) float64 {
	if len(lift) == 0 || len(place) == 0 {
		return 0
	}
	if len(lift) > len(place) {
		lift, place = place, lift
	}
	best := math.Inf(1)
	for i := range place {
		rest := append(append([]board.Square{}, place[:i]...), place[i+1:]...)
		mm := wayOf(on, []board.Pair{{From: lift[0], To: place[i]}})
		best = min(best, mm+cheapestWay(on, lift[1:], rest))
	}
	return best
}

// drawSquares draws up to most squares, all different.
func drawSquares(t *rapid.T, name string, most int, not board.Set) (set board.Set) {
	for _, sq := range rapid.SliceOfNDistinct(rapid.Uint8Range(0, 48), 0, most, rapid.ID).Draw(t, name) {
		set.Add(board.Square(sq))
	}
	return set.Minus(not)
}

func TestPairsGoTheLeastWayInAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lift := drawSquares(t, "lift", 6, board.Set{})
		place := drawSquares(t, "place", 6, lift)
		pairs := board.Pairs(pairingGrid, lift, place)
		var from, to board.Set
		last := 0.0
		for _, p := range pairs {
			from.Add(p.From)
			to.Add(p.To)
			mm := wayOf(pairingGrid, []board.Pair{p})
			if mm < last {
				t.Fatalf("%v: the shortest way does not come first", pairs)
			}
			last = mm
		}
		if n := min(lift.Len(), place.Len()); len(pairs) != n || from.Len() != n || to.Len() != n || !from.Within(lift) || !to.Within(place) {
			t.Fatalf("%v is no pairing of %v and %v", pairs, pairingGrid.Names(lift), pairingGrid.Names(place))
		}
		want := cheapestWay(pairingGrid, slices.Collect(lift.All()), slices.Collect(place.All()))
		if got := wayOf(pairingGrid, pairs); math.Abs(got-want) > 1e-6 {
			t.Fatalf("%v goes %g mm, %g would do", pairs, got, want)
		}
	})
}

// The greedy way would take the nearest square first and send the other piece
// across the board.
func TestTheNearestSquareIsNotAlwaysTheRightOne(t *testing.T) {
	square := func(name string) board.Square { sq, _ := pairingGrid.Square(name); return sq }
	lift, place := board.SetOf(square("b1"), square("d1")), board.SetOf(square("c1"), square("g1"))
	pairs := board.Pairs(pairingGrid, lift, place)
	if pairs[0] != (board.Pair{From: square("b1"), To: square("c1")}) || pairs[1].To != square("g1") {
		t.Fatalf("pairs %v", pairs)
	}
	if pairs := board.Pairs(pairingGrid, board.Set{}, place); pairs != nil {
		t.Fatalf("nothing to lift, and pairs %v", pairs)
	}
}

func BenchmarkPairs(b *testing.B) {
	var lift, place board.Set
	for sq := range board.Square(21) {
		lift.Add(sq)
		place.Add(48 - sq)
	}
	for b.Loop() {
		board.Pairs(pairingGrid, lift, place)
	}
}
