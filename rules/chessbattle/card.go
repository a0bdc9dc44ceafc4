package chessbattle

import (
	_ "embed"
	"maps"

	"reeve/rules"
)

// law is the numbered rules.
//
//go:embed RULES.md
var law string

// shown are the small positions in which each kind acts from d4.
var shown = [kinds]map[string]string{
	levy:        {"wL1": "levy d4", "bL1": "levy d5", "wL2": "levy c4"},
	knights:     {"wN1": "knights d4", "bL1": "levy e5", "wL1": "levy c4"},
	pikemen:     {"wP1": "pikemen d4", "bN1": "knights d5", "wL1": "levy c4"},
	crossbowmen: {"wX1": "crossbowmen d4", "bL1": "levy d6", "bL2": "levy f5", "wL1": "levy d5"},
	king:        {"bL1": "levy d5", "bL2": "levy c5", "wL1": "levy e4"},
	camp:        {},
}

// lookUp is the table of phase III and the King's training, and how units act.
func lookUp() rules.Card {
	var c rules.Card
	for k := range kinds {
		figures := []rules.Figure{{Name: "most", Value: int(most[k])}}
		if k < units {
			figures = append(figures, rules.Figure{Name: "price", Value: price[k]}, rules.Figure{Name: "movement", Value: int(paces[k])}, rules.Figure{Name: "fighting", Value: int(blows[k])})
		}
		c.Pieces = append(c.Pieces, rules.CardPiece{Kind: kindNames[k], From: "d4", Figures: figures, Shows: sketches(k)})
	}
	t := rules.CardTable{Name: "training"}
	for n, cost := range trainingCost {
		if n > 0 {
			t.Rows = append(t.Rows, rules.CardRow{Name: rules.Say("card.chessbattle.upgrade", "n", numeral(uint8(n))), Figures: []rules.Figure{{Name: "price", Value: cost}}})
		}
	}
	cards := rules.CardTable{Name: "cards", Rows: []rules.CardRow{
		{Name: rules.Say("card.chessbattle.hand"), Means: rules.Say("card.chessbattle.hand.means")},
		{Name: rules.Say("card.chessbattle.deck"), Means: rules.Say("card.chessbattle.deck.means")},
	}}
	c.Fight = rules.Example{At: stands(1, map[string]string{"wK": "b2", "wN1": "knights c5", "bL1": "levy d5", "bL2": "levy f5"}), Actions: []string{"c5*d5", "draw 1,2,3", "draw 2"}}
	c.Start = stands(1, map[string]string{
		"wK": "d2", "wN1": "knights c3", "wN2": "knights f3", "wP1": "pikemen e3", "wX1": "crossbowmen d3", "wL1": "levy b4", "wL2": "levy d4", "wL3": "levy e4", "wL4": "levy g4",
		"bK": "e15", "bN1": "knights c14", "bN2": "knights f14", "bP1": "pikemen d14", "bX1": "crossbowmen e14", "bL1": "levy b13", "bL2": "levy d13", "bL3": "levy e13", "bL4": "levy g13",
	})
	c.Tables = []rules.CardTable{cards, t}
	return c
}

// sketches is White's unit of a kind in the battle, with all cards spent.
func sketches(k kind) []rules.Sketch {
	if k == camp {
		return nil
	}
	at := map[string]string{}
	points := 1
	if k == king {
		at["wK"], points = "d4", 3
	}
	maps.Copy(at, shown[k])
	return []rules.Sketch{stands(points, at)}
}

// stands is a position of the battle with White to move, so many points of White's
// King, camps and Kings in the corners, and all cards spent.
func stands(points int, more map[string]string) rules.Sketch {
	at := map[string]string{"wC1": "a1", "wC2": "h1", "bC1": "a16", "bC2": "h16", "wK": "a3", "bK": "h14"}
	maps.Copy(at, more)
	return rules.Sketch{Phase: "battle", ToAct: "white", Pieces: at, State: map[string]any{
		"cards": map[string][]string{"white": {}, "black": {}}, "spent": map[string][]string{"white": whole(White), "black": whole(Black)},
		"bridges": []string{"b", "g"}, "command_left": points, "king_points": map[string]int{"white": points, "black": 1},
	}}
}

// whole is all cards of a seat.
func whole(seat rules.Seat) []string { return fullPile.names(seat) }
