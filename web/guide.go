package web

import (
	"net/http"

	"reeve/messages"
	"reeve/rules"
)

// guide is what players look up of a game, as pages draw it.
type guide struct {
	Game   string       `json:"game"`
	Aim    said         `json:"aim"`
	Turn   said         `json:"turn"`
	Fight  *said        `json:"fight,omitempty"`
	End    said         `json:"end"`
	Board  surface      `json:"board"`
	Pieces []guidePiece `json:"pieces"`
	Tables []guideTable `json:"tables"`
}

// guidePiece is a kind of piece: its figures, and what the rules let it do in
// small positions.
type guidePiece struct {
	Kind     string          `json:"kind"`
	Owner    string          `json:"owner"` // whose colours it is drawn in
	Name     said            `json:"name"`
	Note     *said           `json:"note,omitempty"`
	Figures  []rules.Figure  `json:"figures"`
	Diagrams []rules.Diagram `json:"diagrams"`
}

type guideTable struct {
	Title said       `json:"title"`
	Rows  []guideRow `json:"rows"`
}

type guideRow struct {
	Name    said           `json:"name"`
	Means   *said          `json:"means,omitempty"`
	Figures []rules.Figure `json:"figures"`
}

// said is a sentence of the catalogue, with its English text.
type said struct {
	Key  string            `json:"key"`
	Args map[string]string `json:"args,omitempty"`
	Text string            `json:"text"`
}

func saidOf(m rules.Message) said { return said{m.Key, m.Args, messages.Text(m)} }

// perhaps is a sentence where the catalogue has it.
func perhaps(m rules.Message) *said {
	if !messages.Has(m.Key) {
		return nil
	}
	out := saidOf(m)
	return &out
}

// guideOf draws up a game's guide. A position of the card that an owner's own
// board does not have is left out.
func guideOf(g *rules.Game) (guide, error) {
	start, err := g.Start(nil)
	if err != nil {
		return guide{}, err
	}
	about := func(part string) rules.Message { return rules.Say("card." + g.Name + "." + part) }
	card := g.Card()
	out := guide{Game: g.Name, Aim: saidOf(about("aim")), Turn: saidOf(about("turn")), Fight: perhaps(about("fight")), End: saidOf(about("end")),
		Board: surfaceOf(start.Topology()), Pieces: []guidePiece{}, Tables: []guideTable{}}
	for _, p := range card.Pieces {
		out.Pieces = append(out.Pieces, guidePiece{
			Kind: p.Kind, Owner: g.Seats[0], Name: saidOf(rules.Say(g.Name + "." + p.Kind)), Note: perhaps(about(p.Kind)),
			Figures: append([]rules.Figure{}, p.Figures...), Diagrams: p.Diagrams(g),
		})
	}
	for _, t := range card.Tables {
		table := guideTable{Title: saidOf(about(t.Name)), Rows: []guideRow{}}
		for _, r := range t.Rows {
			table.Rows = append(table.Rows, guideRow{saidOf(r.Name), perhaps(r.Means), append([]rules.Figure{}, r.Figures...)})
		}
		out.Tables = append(out.Tables, table)
	}
	return out, nil
}

// getGuide answers with a game's guide. It is the same for everybody.
func (s *Server) getGuide(w http.ResponseWriter, r *http.Request) {
	g, ok := s.gameNamed(w, r)
	if !ok {
		return
	}
	out, err := guideOf(g)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, out)
}

// gameNamed is the game that the address names; else it is refused.
func (s *Server) gameNamed(w http.ResponseWriter, r *http.Request) (*rules.Game, bool) {
	g, err := rules.Find(s.cfg.Games, r.PathValue("game"))
	if err != nil {
		writeError(w, http.StatusNotFound, rules.Say("no.game", "name", rules.Quote(r.PathValue("game"))), nothing)
	}
	return g, err == nil
}

// rulesPage shows a game's numbered rules, to which "(rule 7)" links.
func (s *Server) rulesPage(w http.ResponseWriter, r *http.Request) {
	g, ok := s.gameNamed(w, r)
	if !ok {
		return
	}
	assetOf("rules.html", document(g.Law)).serve(w, r)
}
