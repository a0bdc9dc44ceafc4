package example

import (
	_ "embed" // RULES.md

	"reeve/rules"
)

// law is the numbered rules.
//
//go:embed RULES.md
var law string

// lookUp shows a pawn with an enemy ahead and one diagonally ahead, and a capture.
func lookUp() rules.Card {
	at := rules.Sketch{Phase: "turn", ToAct: "white", Pieces: map[string]string{"wP1": "c3", "bP1": "c4", "bP2": "d4"}}
	between := rules.Sketch{Phase: "turn", ToAct: "white", Pieces: map[string]string{"wP1": "c3", "wP2": "c4", "bP1": "b4", "bP2": "d4"}}
	return rules.Card{
		Pieces: []rules.CardPiece{{Kind: "pawn", From: "c3", Shows: []rules.Sketch{at, between}}},
		Fight:  rules.Example{At: at, Actions: []string{"c3xd4"}},
	}
}
