package engine

import (
	"slices"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// Who pays a ransom in a game of DungeonChess does not when the game has lasted long,
// unless nothing else can be done.
func TestALongGameIsNotProlonged(t *testing.T) {
	g, err := rules.Find(catalog.Games(), "dungeonchess")
	if err != nil {
		t.Fatal(err)
	}
	think := new(Thinker)
	paid := 0
	for seed := range uint64(8) {
		walk(t, g, nil, seed, longGame, func(s rules.State, seat rules.Seat, history []string) {
			ransom := func(step rules.Step) bool { return strings.HasPrefix(s.Text(step), "ransom ") }
			own := ownSteps(s, seat)
			if !slices.ContainsFunc(own, ransom) {
				return
			}
			pays := func(played int) bool {
				table := tableOf(t, s, seat, history)
				table.History = make([]string, played) // what they were is not asked
				a, err := think.Think(table, Limits{Level: 4, Nodes: 100})
				if err != nil {
					t.Fatal(err)
				}
				return ransom(a.Step)
			}
			must := !slices.ContainsFunc(own, func(step rules.Step) bool { return !ransom(step) })
			if pays(longGame-1) && !must {
				paid++
			}
			if pays(longGame) != must {
				t.Errorf("seed %d: in a long game it pays: %t; nothing else can be done: %t", seed, !must, must)
			}
		})
	}
	if paid == 0 {
		t.Error("nobody paid a ransom")
	}
}
