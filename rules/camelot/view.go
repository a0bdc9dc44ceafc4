package camelot

import (
	"slices"

	"reeve/rules"
)

// stateDoc is the game's own part of a position as text.
type stateDoc struct {
	CastleMoves castleDoc      `json:"castle_moves"`
	MustLeave   *string        `json:"must_leave"`
	Quiet       int            `json:"quiet"`
	Seen        map[string]int `json:"seen"`
}

type castleDoc struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// view returns the view of state, which is s with keys.
func (s *position) view(state rules.State, viewer rules.Seat, keys []byte) rules.View {
	v := rules.NewView(state, Game.Changed(rules.Options{"men_white": int(s.begins[White]), "men_black": int(s.begins[Black])}), viewer)
	for p, id := range ids {
		v.Pieces = append(v.Pieces, rules.Piece{
			ID: id, Kind: kindNames[piece(p).kind()], Owner: seatNames[piece(p).owner()], At: nameOf(s.where(piece(p))),
		})
	}
	rules.SortPieces(v.Pieces)
	v.State = stateDoc{
		CastleMoves: castleDoc{White: int(s.castleMoves[White]), Black: int(s.castleMoves[Black])},
		MustLeave:   nameOf(s.leaving()),
		Quiet:       int(s.quiet),
		Seen:        s.earlier(keys),
	}
	return v
}

// earlier returns the counts of the positions before this one.
func (s *position) earlier(keys []byte) map[string]int {
	counts := map[string]int{}
	if s.over {
		return counts
	}
	n := s.order.keyLength()
	for k := range slices.Chunk(keys[:n*int(s.seen)], n) {
		counts[s.order.keyText(k)]++
	}
	here := s.order.keyText(s.key(new([longestKey]byte)))
	if counts[here]--; counts[here] == 0 {
		delete(counts, here)
	}
	return counts
}

// nameOf returns the square's name, nil off the board.
func nameOf(c cell) *string {
	return rules.SquareName(topology, squareOf[c])
}
