package web

import (
	"net/http"

	"reeve/guide"
	"reeve/rules"
)

// getGuide answers with what players look up of a game. It is the same for everybody.
func (l *reference) getGuide(w http.ResponseWriter, r *http.Request) {
	g, ok := l.gameNamed(w, r)
	if !ok {
		return
	}
	start, err := g.Start(nil)
	if err != nil {
		l.fail(w, r, err)
		return
	}
	writeJSON(w, struct {
		guide.Guide
		Board surface `json:"board"`
	}{guide.Of(g), surfaceOf(start.Topology())})
}

// gameNamed is the game that the address names; else it is refused.
func (l *reference) gameNamed(w http.ResponseWriter, r *http.Request) (*rules.Game, bool) {
	g, err := rules.Find(l.games, r.PathValue("game"))
	if err != nil {
		writeError(w, http.StatusNotFound, rules.Say("no.game", "name", rules.Quote(r.PathValue("game"))), nothing)
	}
	return g, err == nil
}

// rulesPage shows a game's numbered rules, to which "(rule 7)" links.
func (l *reference) rulesPage(w http.ResponseWriter, r *http.Request) {
	g, ok := l.gameNamed(w, r)
	if !ok {
		return
	}
	page := newRendering(g.Law, func(target string) string { return target })
	l.helpShell(w, r, "<article lang=\"en\">\n"+page.html()+"</article>\n")
}

// cardSheet serves a game's card for the printer, in the reader's language.
func (l *reference) cardSheet(w http.ResponseWriter, r *http.Request) {
	g, ok := l.gameNamed(w, r)
	if !ok {
		return
	}
	if l.card == nil {
		missing(w, r)
		return
	}
	sheet, err := l.card(g, language(r))
	if err != nil {
		l.fail(w, r, err)
		return
	}
	assetOf("card.pdf", sheet).serve(w, r)
}
