package kaleidochess

import (
	_ "embed"

	"reeve/rules"
)

// law is the numbered rules.
//
//go:embed RULES.md
var law string

// shownFrom is where pieces stand in the diagrams of the card.
const shownFrom = "d7"

// around are the pieces that stand about it: two enemies and a friend.
var around = map[string]string{"wP1": "c5", "bP1": "e7", "bP2": "c7", "bW": "a1"}

// lookUp is the table of rules 2 and 3, the die's and the formulas.
func (g *ground) lookUp() rules.Card {
	var c rules.Card
	for k := range kindCount {
		id := ""
		for p := range piece(pieces) {
			if g.kind[p] == k && p.owner() == White {
				id = g.id[p]
				break
			}
		}
		men := map[string]string{id: shownFrom}
		for other, at := range around {
			if other != id {
				men[other] = at
			}
		}
		m := kinds[k]
		c.Pieces = append(c.Pieces, rules.CardPiece{
			Kind: m.name, From: shownFrom,
			Figures: []rules.Figure{{Name: "steps." + gaitNames[m.gait], Value: m.reach}, {Name: "crosses", Value: m.crosses}},
			Shows:   []rules.Sketch{{Phase: "turn", ToAct: "white", Pieces: men, State: map[string]any{"seen": map[string]int{}}}},
		})
	}
	c.Fight = rules.Example{
		At:      rules.Sketch{Phase: "turn", ToAct: "white", Pieces: map[string]string{"wE1": shownFrom, "wP1": "c5", "bP1": "b5", "bH1": "c6"}, State: map[string]any{"seen": map[string]int{}}},
		Actions: []string{"d7xc6"},
	}
	c.Tables = []rules.CardTable{{Name: "formulas", Rows: formulaRows()}}
	return c
}

var gaitNames = [...]string{walks: "walks", flies: "flies"}

func formulaRows() (rows []rules.CardRow) {
	for _, name := range formulaNames {
		rows = append(rows, rules.CardRow{Name: rules.Say("kaleidochess." + name), Means: rules.Say("card.kaleidochess." + name)})
	}
	return rows
}
