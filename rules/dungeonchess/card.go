package dungeonchess

import (
	_ "embed"
	"strconv"

	"reeve/rules"
)

// law is the numbered rules.
//
//go:embed RULES.md
var law string

// lookUp is the tables of rules 3 and 12, and how characters move from d4.
func lookUp() rules.Card {
	var c rules.Card
	for k := range kinds {
		p := rules.CardPiece{Kind: kindNames[k], From: "d4", Figures: []rules.Figure{{Name: "points", Value: table.points[k]}}}
		if drawn() {
			p.Shows = []rules.Sketch{shown(k)}
		}
		c.Pieces = append(c.Pieces, p)
	}
	t := rules.CardTable{Name: "targets"}
	for i, one := range table.cards {
		t.Rows = append(t.Rows, rules.CardRow{Name: rules.Say("card.dungeonchess.number", "n", strconv.Itoa(i+1)), Means: one.says(), Figures: []rules.Figure{{Name: "points", Value: one.points}}})
	}
	if drawn() {
		c.Fight = rules.Example{At: shown(knight), Actions: []string{"d4xd6"}}
	}
	c.Tables = []rules.CardTable{t}
	return c
}

// says is what a card asks for, in the words of the pages.
func (c card) says() rules.Message {
	key, args := "target."+countNames[c.counts], []string{"n", strconv.Itoa(c.least)}
	if c.counts != ofChests && c.kind != anyKind {
		key, args = key+".kind", append(args, "kind", "@dungeonchess."+kindNames[c.kind])
	}
	return rules.Say(key, args...)
}

// drawn reports whether this dungeon has the squares of the diagrams; a corrected one may lack them.
func drawn() bool {
	for _, name := range []string{"d4", "f4", "d2", "d6", "f6", "e4"} {
		if _, ok := table.topology.Square(name); !ok {
			return false
		}
	}
	return true
}

// shown is South's character of a kind on d4, with a friend and enemies about it;
// who else there is has been captured.
func shown(k kind) rules.Sketch {
	at := map[string]string{}
	held := map[string][]string{"south": {}, "north": {}}
	south, north := []string{"f4", "d2"}, []string{"d6", "f6", "e4"}
	mover := true
	for _, p := range table.sorted {
		id := table.ids[p]
		switch {
		case p.owner() == South && table.kindOf[p] == k && mover:
			at[id], mover = "d4", false
		case p.owner() == South && len(south) > 0 && table.kindOf[p] != k:
			at[id], south = south[0], south[1:]
		case p.owner() == North && len(north) > 0:
			at[id], north = north[0], north[1:]
		case p.owner() == South:
			held["north"] = append(held["north"], id)
		case p.owner() == North:
			held["south"] = append(held["south"], id)
		}
	}
	return rules.Sketch{Phase: "turn", ToAct: "south", Pieces: at, State: map[string]any{"held": held, "kept": map[string]int{"south": 1, "north": 2}}}
}
