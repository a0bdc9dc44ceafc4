package rulestest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"reeve/board"
	"reeve/rules"
)

func viewText(s rules.State, viewer rules.Seat) ([]byte, error) {
	return json.Marshal(s.View(viewer))
}

// sameView compares two views as text, who looks left out.
func sameView(a, b rules.View) bool {
	a.Viewer, b.Viewer = "", ""
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && bytes.Equal(x, y)
}

func hides(s rules.State) bool { return !sameView(s.View(rules.Table), s.View(rules.Full)) }

func viewers(s rules.State) []rules.Seat {
	return append(s.Seated().All(), rules.Table, rules.Full)
}

// checkViews asks that there is a view for everybody, that it agrees with
// itself, and that a game that hides nothing hides nothing.
func checkViews(n *node) error {
	full := n.s.View(rules.Full)
	for _, viewer := range viewers(n.s) {
		v := n.s.View(viewer)
		text, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("viewer %d: %w", viewer, err)
		}
		if err := n.checkView(viewer, v); err != nil {
			return fmt.Errorf("viewer %d: %w\nview %s", viewer, err, text)
		}
		if !n.g.Hidden && !sameView(v, full) {
			return fmt.Errorf("viewer %d sees less than all of a game that hides nothing", viewer)
		}
		if viewer == rules.Full {
			continue
		}
		if _, err := rules.ReadPosition([]*rules.Game{n.g}, text); !errors.Is(err, rules.ErrPosition) {
			return fmt.Errorf("viewer %d: a view as input: got %v, want ErrPosition", viewer, err)
		}
	}
	return checkSquares(n.s)
}

func (n *node) checkView(viewer rules.Seat, v rules.View) error {
	name := n.g.SeatName(viewer)
	if v.Game != n.g.Name || (v.Phase != n.s.Phase() && (!n.g.Hidden || viewer == rules.Full)) || v.Viewer != name {
		return fmt.Errorf("it is of game %q, phase %q, for %q", v.Game, v.Phase, v.Viewer)
	}
	var squares board.Set
	for i, p := range v.Pieces {
		if i > 0 && v.Pieces[i-1].ID >= p.ID {
			return fmt.Errorf("pieces are not sorted by id: %s, %s", v.Pieces[i-1].ID, p.ID)
		}
		if _, ok := n.g.SeatOf(p.Owner); !ok || p.Kind == "" {
			return fmt.Errorf("piece %s is %q of %q", p.ID, p.Kind, p.Owner)
		}
		if p.At == nil {
			continue
		}
		sq, ok := n.s.Topology().Square(*p.At)
		if !ok || squares.Has(sq) {
			return fmt.Errorf("piece %s: square %q is unknown or taken", p.ID, *p.At)
		}
		squares.Add(sq)
	}
	if squares != n.s.Occupied(viewer) {
		return fmt.Errorf("occupied are %v, the pieces stand on %v",
			n.s.Topology().Names(n.s.Occupied(viewer)), n.s.Topology().Names(squares))
	}
	return nil
}

// checkSquares asks that At knows the pieces of Occupied, and nothing elsewhere.
func checkSquares(s rules.State) error {
	occupied := s.Occupied(rules.Full)
	for sq := range board.Square(board.MaxSquares) {
		man, there := s.At(sq)
		if there != occupied.Has(sq) || there && !s.Seated().Has(man.Owner) {
			return fmt.Errorf("square %d: At says %+v, %t", sq, man, there)
		}
	}
	if _, there := s.At(board.None); there {
		return errors.New("a piece stands off the board")
	}
	return nil
}

// checkRead asks that the full text form reads back to an equal position, in
// which the legal steps have the same order.
func checkRead(n *node) error {
	back, err := rules.ReadPosition([]*rules.Game{n.g}, n.full)
	if err != nil {
		return err
	}
	if back != n.s {
		return fmt.Errorf("it reads back as another position: %+v, not %+v", back, n.s)
	}
	if legal := back.Legal(nil); !slices.Equal(legal, n.legal) {
		return fmt.Errorf("read back, its legal steps are %s", texts(back, legal))
	}
	return nil
}

// unseen are the ends that a position does not show: what all agreed, what a clock said
// or what only the moves before it tell.
var unseen = []string{"agreed", "resigned", "abandoned", "time", "value", "repetition", "quiet"}

// checkEnded asks that a position in which the game is over is not read as one in which
// it goes on with somebody else to act than who ended it.
func checkEnded(n *node) error {
	r, over := n.s.Result()
	if !over || slices.Contains(unseen, r.Why) || n.before == nil {
		return nil
	}
	v := n.s.View(rules.Full)
	v.Outcome, v.Phase = nil, n.before.Phase()
	for _, seat := range (n.s.Seated() &^ n.before.ToAct()).All() {
		v.ToAct = rules.ActorNames{n.g.SeatName(seat)}
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		if _, err := rules.ReadPosition([]*rules.Game{n.g}, text); !errors.Is(err, rules.ErrPosition) {
			return fmt.Errorf("the game is over (%s), and reads as phase %s with %s to act: got %v, want ErrPosition", r.Why, v.Phase, v.ToAct[0], err)
		}
	}
	return nil
}

// checkSecrecy asks that a step whose outcome the table cannot tell from
// another's is not given away by its effects or its sentence, and that what a
// seat may do depends on nothing that it cannot see.
func checkSecrecy(n *node) error {
	if !n.g.Hidden {
		return nil
	}
	steps := n.some(6)
	for i, x := range steps {
		for _, y := range steps[:i] {
			if x.By != y.By {
				continue
			}
			if err := n.compare(x, y); err != nil {
				return fmt.Errorf("%s and %s: %w", n.s.Text(x), n.s.Text(y), err)
			}
		}
	}
	return nil
}

func (n *node) compare(x, y rules.Step) error {
	a, fxA, errA := n.s.Apply(x, nil)
	b, fxB, errB := n.s.Apply(y, nil)
	if err := errors.Join(errA, errB); err != nil || a == b {
		return err
	}
	if sameView(a.View(rules.Table), b.View(rules.Table)) {
		if !slices.Equal(fxA, fxB) {
			return fmt.Errorf("the table cannot tell them apart, but by effects %v and %v", fxA, fxB)
		}
		if !rules.Sees(n.s, x, rules.Table) && !rules.Sees(n.s, y, rules.Table) {
			return n.indistinct(x, a, b)
		}
		if tellX, tellY := fmt.Sprint(n.s.Tell(x)), fmt.Sprint(n.s.Tell(y)); tellX != tellY {
			return fmt.Errorf("the table cannot tell them apart, but by %s and %s", tellX, tellY)
		}
	}
	return n.indistinct(x, a, b)
}

// indistinct asks that who does not see what x did, and came to a, takes b for the same.
func (n *node) indistinct(x rules.Step, a, b rules.State) error {
	for _, seat := range append(n.s.Seated().All(), rules.Table) {
		if seat != x.By && sameView(a.View(seat), b.View(seat)) {
			if err := Indistinct(seat, a, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// Indistinct returns an error if viewer can tell a from b: by its view, by the
// squares it knows to be occupied, or by what it may do. Tests of a game's
// secrets say with it what a viewer must not notice.
func Indistinct(viewer rules.Seat, a, b rules.State) error {
	if !sameView(a.View(viewer), b.View(viewer)) {
		x, _ := viewText(a, viewer)
		y, _ := viewText(b, viewer)
		return fmt.Errorf("viewer %d sees\n%s\nand\n%s", viewer, x, y)
	}
	if x, y := a.Occupied(viewer), b.Occupied(viewer); x != y {
		return fmt.Errorf("viewer %d knows of pieces on %v and on %v", viewer, a.Topology().Names(x), b.Topology().Names(y))
	}
	if x, y := a.Now(viewer).String(), b.Now(viewer).String(); x != y {
		return fmt.Errorf("viewer %d is told to do %s and %s", viewer, x, y)
	}
	if x, y := stepsBy(a, viewer), stepsBy(b, viewer); !slices.Equal(x, y) {
		return fmt.Errorf("viewer %d may do %v and %v", viewer, texts(a, x), texts(b, y))
	}
	return nil
}

func stepsBy(s rules.State, seat rules.Seat) []rules.Step {
	return slices.DeleteFunc(s.Legal(nil), func(step rules.Step) bool { return step.By != seat })
}
