package camelot

import (
	_ "embed"

	"reeve/rules"
)

// law is the numbered rules.
//
//go:embed RULES.md
var law string

// lookUp shows the four moves: the plain one, the canter and the jump of any
// piece, the charge of a knight (rules 3 to 6).
func lookUp() rules.Card {
	at := func(pieces map[string]string) rules.Sketch {
		return rules.Sketch{Phase: "turn", ToAct: "white", Pieces: pieces, State: map[string]any{"seen": map[string]int{}}}
	}
	fight := rules.Example{At: at(map[string]string{"wM1": "F8", "wM2": "E7", "bM1": "F9", "bM2": "G11", "bM3": "E12"}), Actions: []string{"F8xF10xH12"}}
	return rules.Card{Fight: fight, Pieces: []rules.CardPiece{
		{Kind: kindNames[man], From: "F8", Shows: []rules.Sketch{
			at(map[string]string{"wM1": "F8", "wM2": "G9", "wM3": "H11", "bM1": "A4", "bM2": "A5"}),
			at(map[string]string{"wM1": "F8", "bM1": "F9", "bM2": "G11", "bM3": "G8", "bM4": "H8"}),
		}},
		{Kind: kindNames[knight], From: "F6", Shows: []rules.Sketch{
			at(map[string]string{"wK1": "F6", "wM1": "F7", "bM1": "G9", "bM2": "A12"}),
		}},
	}}
}
