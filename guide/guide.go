// Package guide puts together what players look up of a game: its aim, what each
// piece may do, its tables, whose turn it is and how it ends.
//
// It must not know any game, nor how a page or a sheet shows it. The one idea: the
// figures and positions are the rules' (rules.Card), the words the catalogue's
// ("card.GAME.…"), and nothing is said twice.
package guide

import (
	"reeve/messages"
	"reeve/rules"
)

// Guide is what players look up of a game.
type Guide struct {
	Game   string  `json:"game"`
	Aim    Said    `json:"aim"`
	Order  Said    `json:"order"` // who begins, and who is next
	Turn   Said    `json:"turn"`
	Fight  *Said   `json:"fight,omitempty"`
	End    Said    `json:"end"`
	Pieces []Piece `json:"pieces"`
	Tables []Table `json:"tables"`
}

// Piece is a kind of piece: its figures, and what the rules let it do in small
// positions.
type Piece struct {
	Kind     string          `json:"kind"`
	Owner    string          `json:"owner"` // whose colours it is drawn in
	Name     Said            `json:"name"`
	Note     *Said           `json:"note,omitempty"`
	Figures  []rules.Figure  `json:"figures"`
	Diagrams []rules.Diagram `json:"diagrams"`
}

// Table is a table of the rules: spells, targets, prices.
type Table struct {
	Title Said  `json:"title"`
	Rows  []Row `json:"rows"`
}

// Row is a line of a table.
type Row struct {
	Name    Said           `json:"name"`
	Means   *Said          `json:"means,omitempty"`
	Figures []rules.Figure `json:"figures"`
}

// Said is a sentence of the catalogue, with its English text.
type Said struct {
	Key  string            `json:"key"`
	Args map[string]string `json:"args,omitempty"`
	Text string            `json:"text"`
}

// In is the sentence in a language.
func (s Said) In(lang string) string {
	return messages.In(lang, rules.Message{Key: s.Key, Args: s.Args})
}

func said(m rules.Message) Said { return Said{m.Key, m.Args, messages.Text(m)} }

// perhaps is a sentence where the catalogue has it.
func perhaps(m rules.Message) *Said {
	if !messages.Has(m.Key) {
		return nil
	}
	out := said(m)
	return &out
}

// Of draws up a game's guide. A position of the card that an owner's own board
// does not have is left out.
func Of(g *rules.Game) Guide {
	about := func(part string) rules.Message { return rules.Say("card." + g.Name + "." + part) }
	card := g.Card()
	out := Guide{Game: g.Name, Aim: said(about("aim")), Order: said(about("order")), Turn: said(about("turn")), Fight: perhaps(about("fight")), End: said(about("end")),
		Pieces: []Piece{}, Tables: []Table{}}
	for _, p := range card.Pieces {
		out.Pieces = append(out.Pieces, Piece{
			Kind: p.Kind, Owner: g.Seats[0], Name: said(rules.Say(g.Name + "." + p.Kind)), Note: perhaps(about(p.Kind)),
			Figures: append([]rules.Figure{}, p.Figures...), Diagrams: p.Diagrams(g),
		})
	}
	for _, t := range card.Tables {
		table := Table{Title: said(about(t.Name)), Rows: []Row{}}
		for _, r := range t.Rows {
			table.Rows = append(table.Rows, Row{said(r.Name), perhaps(r.Means), append([]rules.Figure{}, r.Figures...)})
		}
		out.Tables = append(out.Tables, table)
	}
	return out
}
