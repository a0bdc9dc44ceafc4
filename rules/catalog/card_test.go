package catalog_test

import (
	"slices"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// Every position of every card is one of its game, in which the piece that it
// shows stands where it says and can do something.
func TestEveryCardShowsWhatIsLegal(t *testing.T) {
	for _, g := range catalog.Games() {
		shown := 0
		for _, p := range g.Card().Pieces {
			for i, k := range p.Shows {
				s, err := g.Compose(k)
				if err != nil {
					t.Errorf("%s: %s %d: %v", g.Name, p.Kind, i, err)
					continue
				}
				shown++
				d := rules.DiagramOf(s, p.From)
				if !slices.ContainsFunc(d.Pieces, func(q rules.Piece) bool { return *q.At == p.From && q.Kind == p.Kind }) {
					t.Errorf("%s: no %s stands on %s", g.Name, p.Kind, p.From)
				}
				if len(d.Moves)+len(d.Attacks) == 0 {
					t.Errorf("%s: the %s on %s can do nothing", g.Name, p.Kind, p.From)
				}
				if len(d.Attacks) == 0 && (p.Kind != "man" || i > 0) {
					t.Errorf("%s: the %s on %s attacks nobody", g.Name, p.Kind, p.From)
				}
			}
		}
		if shown < 2 {
			t.Errorf("%s: %d positions are shown", g.Name, shown)
		}
	}
}
