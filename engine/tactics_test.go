package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// Games without dice or cards to draw, as far as options go: what wins there is sure.
var sureGames = map[string]map[string]any{
	"camelot": nil, "kaleidochess": {"hold": false}, "dungeonchess": {"calm": 6}, "chessbattle": {"combat": "sure"},
}

// winsAtOnce are the own steps that end the game with seat as its only winner.
func winsAtOnce(s rules.State, seat rules.Seat) (wins []rules.Step) {
	for _, step := range ownSteps(s, seat) {
		next, _, err := s.Apply(step, nil)
		if r, over := next.Result(); err == nil && over && r.Winners == rules.SeatsOf(seat) {
			wins = append(wins, step)
		}
	}
	return wins
}

// holds are the own steps after which no other seat wins at once.
func holds(s rules.State, seat rules.Seat) (safe []rules.Step) {
	for _, step := range ownSteps(s, seat) {
		next, _, err := s.Apply(step, nil)
		if err != nil {
			continue
		}
		r, over := next.Result()
		lost := over && r.Winners != 0 && !r.Winners.Has(seat)
		for _, other := range next.Seated().All() {
			lost = lost || other != seat && next.ToAct().Has(other) && len(winsAtOnce(next, other)) > 0
		}
		if !lost {
			safe = append(safe, step)
		}
	}
	return safe
}

// inAllWorlds reports whether right says the same in positions that seat cannot tell
// from s: what hangs on another's card is no tactics.
func inAllWorlds(t *testing.T, s rules.State, seat rules.Seat, history []string, right func(rules.State, rules.Seat) []rules.Step) bool {
	t.Helper()
	want := right(s, seat)
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		other, err := tableAt(history, s, seat).Sample(r.IntN)
		if err != nil {
			t.Fatal(err)
		}
		if s.Game().Sample == nil {
			break
		}
		if !slices.Equal(right(other, seat), want) {
			return false
		}
	}
	return true
}

// tactics looks for positions in random games where some step wins at once, or where
// some steps let the other win at once and some do not: all steps are tried, by the
// rules in full. The best level must find one of the right steps in 95 of 100.
func tactics(t *testing.T, each, nodes int) {
	for _, g := range catalog.Games() {
		given, sure := sureGames[g.Name]
		if !sure {
			continue
		}
		asked, solved, wins := 0, 0, 0
		for seed := uint64(0); asked < each && seed < 4000; seed++ {
			walk(t, g, given, seed, 400, func(s rules.State, seat rules.Seat, history []string) {
				if asked >= each || s.Phase() != "turn" && s.Phase() != "battle" {
					return
				}
				best := winsAtOnce(s, seat)
				if len(best) > 0 {
					if wins == each/2 || !inAllWorlds(t, s, seat, history, winsAtOnce) {
						return
					}
					wins++
				} else if asked-wins == each/2 || seed%2 == 0 || len(history) < 20 {
					return
				} else if best = holds(s, seat); len(best) == 0 || len(best) == len(ownSteps(s, seat)) || !inAllWorlds(t, s, seat, history, holds) {
					return
				}
				asked++
				a, err := Think(tableAt(history, s, seat), Limits{Level: Levels, Nodes: nodes, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				if slices.Contains(best, a.Step) {
					solved++
				} else if len(winsAtOnce(s, seat)) > 0 {
					t.Errorf("%s: %v does not win at once: %v", g.Name, a.Text, a.Score)
				}
			})
		}
		if asked < each || wins == 0 || solved*100 < asked*95 {
			t.Errorf("%s: %d of %d solved, of them %d with a win at once", g.Name, solved, asked, wins)
		}
		t.Logf("%s: %d of %d solved, %d with a win at once", g.Name, solved, asked, wins)
	}
}

// Who can win at once does, and who can keep the other from it does that.
func TestWinsAndThreatsAreSeen(t *testing.T) { tactics(t, 4, 4000) }

func TestLongWinsAndThreatsAreSeen(t *testing.T) { tactics(t, 40, 20000) }
