package rules

import (
	"fmt"
	"slices"
	"strings"

	"reeve/board"
)

// NoPosition returns why the document is no position of its game, wrapping ErrPosition.
func (d Document) NoPosition(format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrPosition, d.Game, fmt.Sprintf(format, args...))
}

// ReadActor returns the one player who is to act, of the game's seats.
func (d Document) ReadActor(seats []string) (Seat, error) {
	if len(d.ToAct) == 1 {
		if i := slices.Index(seats, d.ToAct[0]); i >= 0 {
			return Seat(i), nil
		}
	}
	return 0, d.NoPosition("phase %s: to_act %q is no player", d.Phase, []string(d.ToAct))
}

// ReadResult returns how the game ended; nothing while it goes on. An outcome stands in
// phase over and only there. Whether it fits the pieces, and its scores, the game says.
func (d Document) ReadResult(seats []string) (r Result, err error) {
	switch {
	case (d.Outcome != nil) != (d.Phase == "over"):
		return Result{}, d.NoPosition("phase %s: the outcome stands in over and only there", d.Phase)
	case d.Outcome == nil:
		return Result{}, nil
	case d.Outcome.Why == "":
		return Result{}, d.NoPosition("phase over: the outcome does not say why")
	}
	for _, name := range d.Outcome.Winners {
		i := slices.Index(seats, name)
		if i < 0 || r.Winners.Has(Seat(i)) {
			return Result{}, d.NoPosition("winners cannot be %q", d.Outcome.Winners)
		}
		r.Winners |= SeatsOf(Seat(i))
	}
	r.Why = d.Outcome.Why
	return r, nil
}

// ReadSquare returns the square that name is in the action text. It refuses what is no
// square, wrapping ErrAction.
func ReadSquare(top *board.Topology, text, name string) (board.Square, error) {
	sq, ok := top.Square(name)
	if !ok {
		return board.None, Malformed(text, Say("no.square.named", "name", Quote(name)))
	}
	return sq, nil
}

// SquareName returns the name of sq as a Piece has it: nil off the board.
func SquareName(top *board.Topology, sq board.Square) *string {
	if sq == board.None {
		return nil
	}
	name := top.Name(sq)
	return &name
}

// SortPieces puts the pieces of a view into the order of the interchange: by id.
func SortPieces(list []Piece) {
	slices.SortFunc(list, func(a, b Piece) int { return strings.Compare(a.ID, b.ID) })
}
