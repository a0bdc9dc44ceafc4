package engine

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// Who pays a ransom in a game of DungeonChess does not when the game has lasted long,
// unless nothing else can be done.
func TestAlone_ALongGameIsNotProlonged(t *testing.T) {
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

// A level looks at no more than it has, and who asks for none, as for a hint, has what is asked for: KaleidoChess's
// highest level is far from as well as can be.
func TestOnlyALevelIsBound(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "kaleidochess")
	s, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	seat, _ := someSeat(s)
	most := levelOf(g, Levels).nodes
	for level, want := range map[int]int{Levels: most, 0: 2 * most} {
		if a, err := Think(tableAt(nil, s, seat), Limits{Level: level, Nodes: 2 * most}); err != nil || a.Nodes < want*9/10 || a.Nodes > want+mostPlies {
			t.Errorf("level %d: %d positions, not %d, error %v", level, a.Nodes, want, err)
		}
	}
}

// A game that is won is won, not drawn by doing the same again: a judgement is never as good as the win itself.
func TestAWonGameIsWon(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "camelot")
	for _, men := range []map[string]string{
		{"wM1": "F16", "wM2": "D15", "wM3": "C15", "wK1": "F14", "wM4": "H15", "bM1": "D9"}, // one step from its end
		{"wM1": "C3", "wM2": "D3", "wM3": "E3", "wK1": "F3", "wM4": "G3", "wM5": "H3", "bM1": "E13", "bM2": "F13", "bK1": "J13"},
		{"wM1": "F16", "wK1": "J13", "wK2": "C13", "wM3": "C4", "wM4": "D4", "bM1": "E4", "bM2": "E13"},
	} {
		s, err := g.Compose(rules.Sketch{Phase: "turn", ToAct: "white", Pieces: men})
		if err != nil {
			t.Fatal(err)
		}
		think, r := new(Thinker), rand.New(rand.NewPCG(5, 1))
		decisions := 0
		for end, over := s.Result(); ; end, over = s.Result() {
			if decisions++; over || decisions > 150 {
				if end.Winners != rules.SeatsOf(0) {
					t.Errorf("%v: after %d decisions: %v %s", men, decisions, end.Winners, end.Why)
				}
				break
			}
			seat, _ := someSeat(s)
			own := ownSteps(s, seat)
			step := own[r.IntN(len(own))]
			if seat == 0 {
				a, err := think.Think(tableAt(nil, s, seat), Limits{Nodes: 1000})
				if err != nil {
					t.Fatal(err)
				}
				step = a.Step
			}
			if s, _, err = s.Apply(step, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}
