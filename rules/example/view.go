package example

import "reeve/rules"

// View returns the position; nothing is hidden from anybody.
func (s State) View(viewer rules.Seat) rules.View {
	v := rules.NewView(s, Game.Changed(rules.Options{"rows": int(s.rows)}), viewer)
	for p, at := range s.at {
		if p := pawn(p); s.plays(p) {
			v.Pieces = append(v.Pieces, rules.Piece{ID: p.id(), Kind: "pawn", Owner: seatNames[p.owner()], At: rules.SquareName(topology, at)})
		}
	}
	rules.SortPieces(v.Pieces)
	v.State = struct{}{} // all is said by the pieces and who is to act
	return v
}
