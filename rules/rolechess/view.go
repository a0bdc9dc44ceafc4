package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

// stateDoc is the game's own part of a position as text.
type stateDoc struct {
	Moved  *string    `json:"moved"`
	From   *string    `json:"from"`
	Battle *battleDoc `json:"battle"`
	First  []int      `json:"first"`
}

type battleDoc struct {
	Attackers []string `json:"attackers"`
	Target    string   `json:"target"`
	Throws    []int    `json:"throws"`
	Circle    *string  `json:"circle,omitempty"`
}

// options returns the options as the interchange has them.
func (s *State) options() rules.Options {
	o := rules.Options{"pass": "stuck", "pair_reach": "after", "energy_white": int(s.begins[White]), "energy_black": int(s.begins[Black]),
		"dice_white": int(s.dice[White]), "dice_black": int(s.dice[Black])}
	if s.pass {
		o["pass"] = "always"
	}
	if s.before {
		o["pair_reach"] = "before-and-after"
	}
	return o
}

// fresh is the energy of a fresh piece of each kind, for pages.
func fresh() any {
	energy := map[string]uint8{}
	for k, name := range kindNames {
		energy[name] = uint8(fullEnergy[k])
	}
	return map[string]any{"energy": energy}
}

// View returns the position; nothing is hidden from anybody.
func (s State) View(viewer rules.Seat) rules.View {
	v := rules.NewView(s, Game.Changed(s.options()), viewer)
	for p, id := range ids {
		energy := int(s.energy[p])
		v.Pieces = append(v.Pieces, rules.Piece{
			ID: id, Kind: kindNames[kindOf[p]], Owner: seatNames[p/perSide], At: nameOf(s.at[p]), Energy: &energy,
		})
	}
	rules.SortPieces(v.Pieces)
	v.State = stateDoc{Moved: idOf(s.moved), From: nameOf(s.from), Battle: s.fight.doc(), First: s.toss.doc()}
	return v
}

// nameOf returns the circle's name, nil off the board.
func nameOf(sq board.Square) *string { return rules.SquareName(topology, sq) }

// idOf returns the piece's id, nil for nobody.
func idOf(p piece) *string {
	if p == nobody {
		return nil
	}
	id := ids[p]
	return &id
}
