package board

import (
	"errors"
	"fmt"
	"math"
	"sort"
)

// ErrUnsound is the cause of every topology that New refuses.
var ErrUnsound = errors.New("board: unsound topology")

// Shape is how a square is drawn on the surface.
type Shape uint8

// The shapes there are.
const (
	Box    Shape = iota // a square beside squares
	Circle              // a circle, joined to its neighbours by lines
	Cell                // a part of a ring around the middle of the surface
)

var shapeNames = [...]string{Box: "box", Circle: "circle", Cell: "cell"}

// String returns box, circle or cell.
func (s Shape) String() string { return shapeNames[s] }

// Place is what a topology knows of one square.
type Place struct {
	Name  string
	X, Y  float64  // the middle of the square in millimetres, right and up from the lower left corner of the playing surface
	Near  []Square // neighbours along the drawn lines, rising
	Marks []string // what is special about it: "castle", "town", "alcove" …
	Shape Shape
	Dark  bool // one of the darker squares, where the surface is chequered
}

// Topology names and places the squares of one playing surface. It is
// immutable after New and may be shared.
type Topology struct {
	name   string
	places []Place
	byName map[string]Square
	sorted []Square // all squares by name, bytewise
	beside []Set    // of each square those beside it
}

// New makes a topology of places, whose order numbers the squares. It wraps
// ErrUnsound if there are none or more than MaxSquares, if a name is empty or
// stands twice, or if a neighbour is no square.
func New(name string, places []Place) (*Topology, error) {
	if len(places) == 0 || len(places) > MaxSquares {
		return nil, fmt.Errorf("%w: %s has %d squares, 1 to %d can be", ErrUnsound, name, len(places), MaxSquares)
	}
	t := &Topology{name: name, places: places, byName: make(map[string]Square, len(places))}
	for i, p := range places {
		if _, twice := t.byName[p.Name]; twice || p.Name == "" {
			return nil, fmt.Errorf("%w: %s: square %d: name %q is empty or stands twice", ErrUnsound, name, i, p.Name)
		}
		t.byName[p.Name] = Square(i)
		t.sorted = append(t.sorted, Square(i))
		for _, n := range p.Near {
			if int(n) >= len(places) {
				return nil, fmt.Errorf("%w: %s: square %s: neighbour %d is no square", ErrUnsound, name, p.Name, n)
			}
		}
	}
	sort.Slice(t.sorted, func(i, j int) bool { return t.Name(t.sorted[i]) < t.Name(t.sorted[j]) })
	for i := range places {
		t.beside = append(t.beside, t.around(Square(i)))
	}
	return t, nil
}

// around finds the neighbours of sq, and what is as near as neighbours on the diagonal are.
func (t *Topology) around(sq Square) Set {
	around, others, least := SetOf(t.places[sq].Near...), t.All(), math.Inf(1)
	others.Remove(sq)
	for other := range others.All() {
		least = min(least, t.Distance(sq, other))
	}
	for other := range others.All() {
		if t.Distance(sq, other) < 1.5*least {
			around.Add(other)
		}
	}
	return around
}

// MustNew is New for surfaces written in the program itself; it panics where
// New would return an error.
func MustNew(name string, places []Place) *Topology {
	t, err := New(name, places)
	if err != nil {
		panic(err)
	}
	return t
}

// String returns the name of the playing surface.
func (t *Topology) String() string { return t.name }

// Len counts the squares.
func (t *Topology) Len() int { return len(t.places) }

// Name returns the name of sq, "" for None and for a stranger's square.
func (t *Topology) Name(sq Square) string {
	if int(sq) >= len(t.places) {
		return ""
	}
	return t.places[sq].Name
}

// Square returns the square of that name, None and false if there is none.
func (t *Topology) Square(name string) (Square, bool) {
	sq, ok := t.byName[name]
	if !ok {
		return None, false
	}
	return sq, true
}

// Place returns what is known of sq, which must be a square of t.
func (t *Topology) Place(sq Square) Place { return t.places[sq] }

// Distance is the straight way between the middles of two squares in millimetres.
func (t *Topology) Distance(a, b Square) float64 {
	p, q := t.places[a], t.places[b]
	return math.Hypot(p.X-q.X, p.Y-q.Y)
}

// Beside returns the squares that may feel a magnet on sq, too: its neighbours, and what is as near as neighbours on the
// diagonal are.
func (t *Topology) Beside(sq Square) Set { return t.beside[sq] }

// All returns the set of all squares.
func (t *Topology) All() Set {
	var s Set
	for i := range t.places {
		s.Add(Square(i))
	}
	return s
}

// Names returns the names of the squares of s, sorted bytewise, never nil.
func (t *Topology) Names(s Set) []string {
	names := make([]string, 0, s.Len())
	for _, sq := range t.sorted {
		if s.Has(sq) {
			names = append(names, t.places[sq].Name)
		}
	}
	return names
}
