package rules

import "reeve/board"

// Card is what players look up of a game: the figures of its pieces, small
// positions in which the rules show how each moves, and its tables. The
// sentences are in the catalogue: "card.GAME.aim", "turn" and "end", and
// "card.GAME.KIND" for what is special of a piece.
type Card struct {
	Pieces []CardPiece
	Tables []CardTable
}

// CardPiece is one kind of piece.
type CardPiece struct {
	Kind    string
	Figures []Figure
	Shows   []Sketch // the piece that moves is "on" From
	From    string   // the square it stands on in them
}

// Figure is one number of the rules, by its name in the catalogue: "figure.NAME".
type Figure struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
}

// CardTable is a table of the rules: formulas, targets, prices. Its title is
// "card.GAME.NAME".
type CardTable struct {
	Name string
	Rows []CardRow
}

// CardRow is a line of a table: what is meant, and what the rules say of it.
type CardRow struct {
	Name, Means Message
	Figures     []Figure
}

// Diagram is what the rules say of the piece on From: where it may go, whom it
// may attack or capture, among these pieces.
type Diagram struct {
	From    string   `json:"from"`
	Moves   []string `json:"moves"`
	Attacks []string `json:"attacks"`
	Pieces  []Piece  `json:"pieces"`
}

// DiagramOf draws up the diagram of a position that everybody may know.
func DiagramOf(s State, from string) Diagram {
	d := Diagram{From: from, Moves: []string{}, Attacks: []string{}, Pieces: []Piece{}}
	sq, ok := s.Topology().Square(from)
	if !ok {
		return d
	}
	moves, attacks := Reach(s, sq)
	d.Moves, d.Attacks = names(s, moves), names(s, attacks)
	for _, p := range s.View(Table).Pieces {
		if p.At != nil {
			d.Pieces = append(d.Pieces, p)
		}
	}
	return d
}

func names(s State, squares board.Set) []string {
	out := []string{}
	for sq := range squares.All() {
		out = append(out, s.Topology().Name(sq))
	}
	return out
}

// Reach is what the piece on from may do in s by hands: the squares it may be
// put on, and those of pieces that it may attack or take off.
func Reach(s State, from board.Square) (moves, attacks board.Set) {
	for _, step := range s.Legal(nil) {
		h := s.Hands(step)
		switch {
		case h.Armed:
		case h.Manner == Knocked && h.Attacker == from:
			attacks.Add(h.Target)
		case h.Manner == Carried && (h.Attacker == from || h.Carries[0].From == from):
			for sq := range h.Takes.All() {
				attacks.Add(sq)
			}
			if to := h.Carries[0].To; to != from && to != board.None && !h.Takes.Has(to) {
				moves.Add(to)
			}
		}
	}
	return moves, attacks
}

// Diagrams are those of the piece's positions that the game can read: an owner's
// own board may lack squares of some.
func (p CardPiece) Diagrams(g *Game) []Diagram {
	out := []Diagram{}
	for _, k := range p.Shows {
		if s, err := g.Compose(k); err == nil {
			out = append(out, DiagramOf(s, p.From))
		}
	}
	return out
}
