package guidance

import (
	"strconv"
	"strings"

	"reeve/board"
	"reeve/messages"
	"reeve/rules"
)

// Message says what is asked for, with the pieces' names where the viewer, whose view of the position it is, knows them.
func (r Request) Message(view rules.View, on *board.Topology) rules.Message {
	switch {
	case r.swaps:
		return r.swapMessage(on, view)
	case len(r.Pairs) == 1:
		return r.moveMessage(on, view)
	case len(r.Pairs) > 1:
		return rules.Say("settle.moves", "ways", ways(on, r.Pairs))
	}
	return r.SetUpMessage(view, on, r.settleMessage(on, view))
}

// swapMessage names the piece that is to go first, and the one that takes its place.
func (r Request) swapMessage(on *board.Topology, view rules.View) rules.Message {
	p := pieceOn(view, on.Name(r.swap.To))
	if p == nil {
		return rules.Say("settle.lift", "lift", strings.Join(on.Names(r.Lift), ","))
	}
	return rules.Say("settle.exchange", "dead", r.dead, "piece", nameOf(view.Game, *p), "from", on.Name(r.swap.From), "at", on.Name(r.swap.To))
}

// moveMessage names the piece that is to be led back if it is known to be that.
func (r Request) moveMessage(on *board.Topology, view rules.View) rules.Message {
	from, to := on.Name(r.Pairs[0].From), on.Name(r.Pairs[0].To)
	if p := pieceOn(view, to); p != nil && r.known {
		return rules.Say("settle.move", "piece", nameOf(view.Game, *p), "from", from, "to", to)
	}
	return rules.Say("settle.move.any", "from", from, "to", to)
}

// settleMessage names what is to be taken off or put on the board.
func (r Request) settleMessage(on *board.Topology, view rules.View) rules.Message {
	lift, place := strings.Join(on.Names(r.Lift), ","), strings.Join(on.Names(r.Place), ",")
	switch {
	case place == "" && r.dead != "":
		return rules.Say("settle.lift.piece", "piece", r.dead, "at", lift)
	case place == "":
		return rules.Say("settle.lift", "lift", lift)
	case lift != "":
		return rules.Say("settle", "lift", lift, "place", place)
	}
	var pieces []string
	for _, at := range on.Names(r.Place) {
		if p := pieceOn(view, at); p != nil && r.Place.Len() <= atATime {
			pieces = append(pieces, nameOf(view.Game, *p)+" "+at)
		}
	}
	if len(pieces) < r.Place.Len() {
		return rules.Say("settle.place.any", "place", place)
	}
	return rules.Say("settle.place", "pieces", strings.Join(pieces, ","))
}

// pieceOn is the piece that stands on a square in a view, nil if none is known to.
func pieceOn(view rules.View, at string) *rules.Piece {
	for i, p := range view.Pieces {
		if p.At != nil && *p.At == at {
			return &view.Pieces[i]
		}
	}
	return nil
}

// nameOf is a piece as an argument of a message: the keys of its owner and kind, and its number if it has one.
func nameOf(game string, p rules.Piece) string {
	name := "@seat." + p.Owner + " @" + game + "." + p.Kind
	if n := number(p); n > 0 {
		name += " " + strconv.Itoa(n)
	}
	return name
}

// ways writes pairs as "c4 → b1, d5 → e2".
func ways(on *board.Topology, pairs []board.Pair) string {
	var all []string
	for _, p := range pairs {
		all = append(all, on.Name(p.From)+" → "+on.Name(p.To))
	}
	return strings.Join(all, ", ")
}

// SetUpMessage is the sentence for one kind of pieces to be put on their squares,
// those with energy by number, since each has its own; otherwise is said where
// the kind is not known.
func (r Request) SetUpMessage(view rules.View, on *board.Topology, otherwise rules.Message) rules.Message {
	switch {
	case len(r.kind) == 0:
		return otherwise
	case !r.Lift.IsEmpty(): // the wrong piece first
		return rules.Say("settle.lift", "lift", strings.Join(on.Names(r.Lift), ","))
	}
	key := "setup.kind"
	var squares []string
	for _, p := range r.kind {
		at := *p.At
		if n := number(p); n > 0 && p.Energy != nil {
			key, at = "setup.numbers", strconv.Itoa(n)+" "+at
		}
		squares = append(squares, at)
	}
	return messages.SayOr(key, otherwise, "seat", "@seat."+r.kind[0].Owner, "kind", messages.Named(view.Game+"."+r.kind[0].Kind, r.kind[0].Kind),
		"n", strconv.Itoa(len(r.kind)), "squares", strings.Join(squares, ", "))
}
