package catalog_test

import (
	"reflect"
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

// The fight of every card is played by the rules, and something happens in it that
// is seen on the board. Where the players choose how the game begins there is an
// example of it.
func TestEveryCardHasAFight(t *testing.T) {
	for _, g := range catalog.Games() {
		card := g.Card()
		panels, err := card.Fight.Panels(g)
		if err != nil || len(panels) < 2 {
			t.Errorf("%s: %d pictures: %v", g.Name, len(panels), err)
			continue
		}
		first, last := panels[0], panels[len(panels)-1]
		if len(first.Ways) == 0 || reflect.DeepEqual(first.Pieces, last.Pieces) {
			t.Errorf("%s: nothing happens: %v", g.Name, card.Fight.Actions)
		}
		start, err := g.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		if stands := len(rules.DiagramOf(start, start.Topology().Name(0)).Pieces) > 0; stands == (card.Start.Phase != "") {
			t.Errorf("%s: the example of a start is %v", g.Name, card.Start)
		}
		if card.Start.Phase != "" {
			if _, err := g.Compose(card.Start); err != nil {
				t.Errorf("%s: the start: %v", g.Name, err)
			}
		}
	}
}
