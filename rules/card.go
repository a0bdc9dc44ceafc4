package rules

import (
	"strings"

	"reeve/board"
)

// Card is a game's reference for players: the values of its pieces, small positions that show how each moves, and
// its tables. Its sentences in the catalogue are "card.GAME.aim", "turn", "end", and "card.GAME.KIND" for a kind
// of piece.
type Card struct {
	Pieces []CardPiece
	Tables []CardTable
	Fight  Example
	Start  Sketch // how a game may stand when the play begins, where players choose that; else the zero Sketch
}

// Example is a small position and the actions played in it.
type Example struct {
	At      Sketch
	Actions []string
}

// Panel is one picture of an example: the pieces, and the paths of the next action, each from square to square.
type Panel struct {
	Pieces []Piece
	Ways   [][]string
}

// Panels are the example's pictures: one before each action that is visible on the board, and one of the end. It
// wraps ErrPosition, or the refusal of an action.
func (e Example) Panels(g *Game) (list []Panel, err error) {
	s, err := g.Compose(e.At)
	if err != nil {
		return nil, err
	}
	for _, text := range e.Actions {
		step, err := s.Parse(text)
		if err != nil {
			return nil, err
		}
		if ways := waysOf(s, step, text); len(ways) > 0 {
			list = append(list, Panel{standing(s), ways})
		}
		if s, _, err = s.Apply(step, nil); err != nil {
			return nil, err
		}
	}
	return append(list, Panel{Pieces: standing(s)}), nil
}

// waysOf are the ways that hands take with a step; a piece that is carried passes
// the squares that the step's text names.
func waysOf(s State, step Step, text string) (ways [][]string) {
	h, name := s.Hands(step), s.Topology().Name
	if h.Manner == Knocked {
		for _, from := range []board.Square{h.Attacker, h.Partner} {
			if from != board.None {
				ways = append(ways, []string{name(from), name(h.Target)})
			}
		}
		return ways
	}
	var way []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-x*~ ", r) }) {
		if _, ok := s.Topology().Square(word); ok {
			way = append(way, word)
		}
	}
	if h.Manner != Carried || len(way) < 2 {
		return nil
	}
	return [][]string{way}
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

// CardRow is a row of a table: a name, its meaning, and its figures.
type CardRow struct {
	Name, Means Message
	Figures     []Figure
}

// Diagram shows the reach of the piece on From: its moves and attacks among these pieces.
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
	d.Pieces = standing(s)
	return d
}

// standing are the pieces on the board.
func standing(s State) []Piece {
	list := []Piece{}
	for _, p := range s.View(Table).Pieces {
		if p.At != nil {
			list = append(list, p)
		}
	}
	return list
}

func names(s State, squares board.Set) []string {
	out := []string{}
	for sq := range squares.All() {
		out = append(out, s.Topology().Name(sq))
	}
	return out
}

// Reach returns the squares to which the piece on from may move by hands in s, and those of the pieces that it may
// attack or take.
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
