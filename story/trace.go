package story

import (
	"fmt"

	"reeve/board"
	"reeve/rules"
)

// Step is a step that stands and that the viewer may know of, with the positions
// around it.
type Step struct {
	Before, After rules.State
	Step          rules.Step
}

// trace is what a viewer knows of a game, step by step.
type trace struct {
	game   *rules.Game
	viewer rules.Seat
	steps  []moment
	end    rules.State
}

// moment is one step: what it did, and how many pieces of each seat it took off the board.
type moment struct {
	Step
	effects []rules.Effect
	left    [rules.MaxSeats]int // pieces on the board after it
	fell    [rules.MaxSeats]int
}

// follow makes the trace of a game. It wraps rules.ErrIllegal for a step that is none.
func follow(start rules.State, steps []Step, viewer rules.Seat) (trace, error) {
	t := trace{game: start.Game(), viewer: viewer, end: start}
	for i, s := range steps {
		_, effects, err := s.Before.Apply(s.Step, nil)
		if err != nil {
			return trace{}, fmt.Errorf("story: step %d: %w", i+1, err)
		}
		m := moment{Step: s, effects: effects, left: count(s.After, viewer)}
		for _, fx := range effects {
			if fx.Kind != rules.EffectRemoved {
				continue
			}
			if owner, seen := ownerAt(s.Before, fx.From, viewer); seen {
				m.fell[owner]++
			}
		}
		t.steps, t.end = append(t.steps, m), s.After
	}
	return t, nil
}

// count returns how many pieces of each seat stand on squares that viewer knows of.
func count(s rules.State, viewer rules.Seat) (n [rules.MaxSeats]int) {
	for sq := range s.Occupied(viewer).All() {
		if man, ok := s.At(sq); ok && man.Owner < rules.MaxSeats {
			n[man.Owner]++
		}
	}
	return n
}

// ownerAt returns whose piece stands on sq; false if viewer knows of none there.
func ownerAt(s rules.State, sq board.Square, viewer rules.Seat) (rules.Seat, bool) {
	if sq == board.None || !s.Occupied(viewer).Has(sq) {
		return 0, false
	}
	man, ok := s.At(sq)
	return man.Owner, ok && man.Owner < rules.MaxSeats
}

// pieceAt returns the piece on sq as the viewer sees it; false if its kind is hidden.
func (t trace) pieceAt(s rules.State, sq board.Square) (rules.Piece, bool) {
	name := s.Topology().Name(sq)
	for _, p := range s.View(t.viewer).Pieces {
		if p.At != nil && *p.At == name {
			return p, p.Kind != "?"
		}
	}
	return rules.Piece{}, false
}

// kindKey names the kind of a piece.
func (t trace) kindKey(p rules.Piece) string { return "@" + t.game.Name + "." + p.Kind }

// taken is how many pieces of others the step took.
func (m moment) taken() (n int) {
	for owner, fell := range m.fell {
		if rules.Seat(owner) != m.Step.Step.By {
			n += fell
		}
	}
	return n
}

// lost is how many pieces fell at all.
func (m moment) lost() (n int) {
	for _, fell := range m.fell {
		n += fell
	}
	return n
}
