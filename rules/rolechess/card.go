package rolechess

import (
	_ "embed"

	"reeve/rules"
)

// law is the numbered rules.
//
//go:embed RULES.md
var law string

// shown are the small positions in which each kind moves from d4: what it
// reaches, whom it may attack, and who stands in its way.
var shown = [kinds]map[string]string{
	emperor:  {"wE": "d4", "bL1": "e5", "wL1": "d3", "bE": "a7"},
	adjutant: {"wA1": "d4", "bL1": "f6", "bL2": "d5", "wL1": "c3", "wE": "c1", "bE": "a6"},
	knight:   {"wN1": "d4", "bL1": "f5", "wL1": "c2", "wL2": "d5", "bL2": "e5", "wE": "a1", "bE": "a7"},
	guard:    {"wG1": "d4", "bL1": "d6", "wL1": "b4", "wE": "a1", "bE": "a7"},
	lackey:   {"wL1": "d4", "bL1": "e5", "wL2": "c5", "wE": "a1", "bE": "a7"},
}

// lookUp is rule 2's table, and what the rules make of the positions shown.
func lookUp() rules.Card {
	var c rules.Card
	for k, name := range kindNames {
		c.Pieces = append(c.Pieces, rules.CardPiece{
			Kind: name, From: "d4",
			Figures: []rules.Figure{{Name: "energy", Value: int(fullEnergy[k])}, {Name: "attack", Value: attackOf[k]}, {Name: "defence", Value: defenceOf[k]}},
			Shows:   []rules.Sketch{{Phase: "turn", ToAct: "white", Pieces: shown[k]}},
		})
	}
	c.Fight = rules.Example{
		At:      rules.Sketch{Phase: "turn", ToAct: "white", Pieces: map[string]string{"wN1": "c4", "wG1": "e2", "wE": "c2", "bL1": "e5", "bE": "d6"}},
		Actions: []string{"c4*e5", "die 3", "die 3"},
	}
	return c
}
