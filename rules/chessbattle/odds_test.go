package chessbattle

import (
	"math"
	"testing"

	"reeve/board"
	"reeve/rules"
)

// duel is a battle of two pieces, each standing as said, with nobody near.
func duel(sure bool, attacker, target piece, from, to string) State {
	s := empty(rules.Options{"river": false, "combat": map[bool]string{true: "sure", false: "cards"}[sure], "time": "none", "removal_limit": 100})
	s.joined, s.revealed, s.phase, s.ended = true, true, battle, 1
	s.cards[White].hand, s.cards[Black].hand = 0, 0
	square := func(name string) board.Square { sq, _ := topologies[0].Square(name); return sq }
	for p, at := range map[piece]string{
		pieceOf(White, camp, 0): "a1", pieceOf(White, camp, 1): "h1", pieceOf(Black, camp, 0): "a16", pieceOf(Black, camp, 1): "h16",
		kingOf(White): "d1", kingOf(Black): "d16", attacker: from, target: to,
	} {
		s.field.at[p] = noSquare
		s.field.put(p, square(at))
	}
	s.turn = White
	s.beginTurn()
	return s
}

// Of one card each, from 1 1 2 2 3 3 4 4, two are equal with 1 in 4: each side has the
// higher one with 3 in 8; equal cards fell both in melee, and nobody by a shot.
func TestOddsOfKnownFights(t *testing.T) {
	lev, black := pieceOf(White, levy, 0), pieceOf(Black, levy, 0)
	bow := pieceOf(White, crossbowmen, 0)
	for _, c := range []struct {
		name string
		s    State
		act  string
		want rules.Odds
	}{
		{"Levy meets Levy", duel(false, lev, black, "d5", "d6"), "d5*d6", rules.Odds{Hit: 0.625, Kill: 0.625, Fall: 0.625}},
		{"Levy is shot at", duel(false, bow, black, "d5", "d7"), "d5!d7", rules.Odds{Hit: 0.375, Kill: 0.375}},
		{"Pikemen meet Knights", duel(false, pieceOf(White, pikemen, 0), pieceOf(Black, knights, 0), "d5", "d6"), "d5*d6", rules.Odds{Hit: 1, Kill: 1}},
		{"Knights meet Pikemen", duel(false, pieceOf(White, knights, 0), pieceOf(Black, pikemen, 0), "d5", "d6"), "d5*d6", rules.Odds{Hit: 1, Kill: 1, Fall: 1}},
		{"without chance", duel(true, lev, black, "d5", "d6"), "d5*d6", rules.Odds{Hit: 1, Kill: 1}},
	} {
		step, err := c.s.Parse(c.act)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := rules.OddsOf(c.s, step)
		if off := math.Abs(got.Hit-c.want.Hit) + math.Abs(got.Kill-c.want.Kill) + math.Abs(got.Fall-c.want.Fall); !ok || off > 1e-4 {
			t.Errorf("%s: %+v, %t, want %+v", c.name, got, ok, c.want)
		}
	}
}
