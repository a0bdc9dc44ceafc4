package board_test

import (
	"errors"
	"slices"
	"testing"

	"reeve/board"

	"pgregory.net/rapid"
)

func TestSetIsASetOfSquares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		squares := rapid.SliceOf(rapid.Uint8Range(0, board.MaxSquares-1)).Draw(t, "squares")
		others := rapid.SliceOf(rapid.Uint8Range(0, board.MaxSquares-1)).Draw(t, "others")
		s, o := setOf(squares), setOf(others)
		want := slices.Compact(slices.Sorted(slices.Values(squares)))
		var got []uint8
		for sq := range s.All() {
			got = append(got, uint8(sq))
		}
		if !slices.Equal(got, want) || s.Len() != len(want) || s.IsEmpty() != (len(want) == 0) {
			t.Fatalf("%v holds %v", squares, got)
		}
		for sq := range s.All() {
			if !s.Has(sq) || !s.Union(o).Has(sq) || s.Intersect(o).Has(sq) != o.Has(sq) || s.Minus(o).Has(sq) == o.Has(sq) {
				t.Fatalf("square %d of %v and %v", sq, squares, others)
			}
		}
		if !s.Within(s.Union(o)) || !s.Intersect(o).Within(s) || s.Minus(o).Union(s.Intersect(o)) != s {
			t.Fatalf("laws of %v and %v", squares, others)
		}
		if len(want) > 0 && s.First() != board.Square(want[0]) {
			t.Fatalf("the first of %v is %d", want, s.First())
		}
	})
}

func setOf(squares []uint8) board.Set {
	var s board.Set
	for _, sq := range squares {
		s.Add(board.Square(sq))
	}
	return s
}

func TestNoneIsInNoSet(t *testing.T) {
	s := board.SetOf(board.None, 3)
	if s.Has(board.None) || s.Len() != 1 || (board.Set{}).First() != board.None {
		t.Error("None is a square")
	}
}

func TestTopologyRefusesWhatIsUnsound(t *testing.T) {
	for name, places := range map[string][]board.Place{
		"no squares":              {},
		"an empty name":           {{Name: ""}},
		"a name twice":            {{Name: "a1"}, {Name: "a1"}},
		"a neighbour that is not": {{Name: "a1", Near: []board.Square{1}}},
		"too many":                make([]board.Place, board.MaxSquares+1),
	} {
		if _, err := board.New("test", places); !errors.Is(err, board.ErrUnsound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGridIsNumberedRankByRank(t *testing.T) {
	g := board.MustNew("grid", board.Grid(12, 16, 40, 'A'))
	sq, ok := g.Square("C15")
	if p := g.Place(sq); !ok || sq != 14*12+2 || p.X != 100 || p.Y != 580 || len(p.Near) != 8 {
		t.Errorf("C15 is %d, %+v", sq, p)
	}
	if corner, _ := g.Square("A1"); len(g.Place(corner).Near) != 3 {
		t.Error("a corner has three neighbours")
	}
	if names := g.Names(board.SetOf(12, 1, 0)); !slices.Equal(names, []string{"A1", "A2", "B1"}) {
		t.Errorf("names %v", names)
	}
	if g.All().Len() != g.Len() || g.Name(board.None) != "" {
		t.Error("all squares")
	}
	if none, ok := g.Square("Z9"); ok || none != board.None {
		t.Error("Z9 is no square")
	}
}

// A magnet may be felt by the squares beside its own: neighbours along lines, however far, and what is as near as the diagonal.
func TestBesideASquareIsWhatMayFeelItsMagnet(t *testing.T) {
	cross := board.MustNew("cross", []board.Place{{Name: "a", Near: []board.Square{4}}, {Name: "b", X: 30}, {Name: "c", Y: 40}, {Name: "d", X: 30, Y: 40}, {Name: "e", X: 200}})
	if d := cross.Distance(1, 2); d != 50 {
		t.Errorf("from b to c are %v mm", d)
	}
	for sq, want := range []board.Set{board.SetOf(1, 2, 4), board.SetOf(0, 3), board.SetOf(0, 3), board.SetOf(1, 2), board.SetOf(0, 1, 2, 3)} {
		if got := cross.Beside(board.Square(sq)); got != want {
			t.Errorf("beside %s are %v", cross.Name(board.Square(sq)), cross.Names(got))
		}
	}
}
