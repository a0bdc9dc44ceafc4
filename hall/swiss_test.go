package hall_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"

	"reeve/hall"
	"reeve/pairing"
)

// mostObjects is how many objects a player may cost when a round is paired, ten times what one does. Standings that are counted
// anew for each comparison of two tables cost 15 000.
const mostObjects = 40

// The largest Swiss is paired without counting its standings over and over, and those with the most points sit first.
func TestASwissOfAThousandIsPaired(t *testing.T) {
	const most, rounds = 1000, 9
	var players []pairing.Player
	for i := range most {
		p := pairing.Player{Name: fmt.Sprint("Player ", i+1)}
		for r := range rounds {
			g := pairing.Game{Against: (i ^ 1) + 1, Colour: pairing.Colour("wb"[i%2]), Result: pairing.Drawn}
			if won := (i/2*7+r)%10 < 5; won {
				g.Result = []pairing.Result{pairing.Won, pairing.Lost}[i%2]
			}
			p.Rounds = append(p.Rounds, g)
		}
		players = append(players, p)
	}
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 14)
		h.swiss = func(context.Context, *pairing.Tournament) (pairs []pairing.Pair, err error) {
			for n := 1; n < most; n += 2 {
				pairs = append(pairs, pairing.Pair{White: n, Black: n%most + 1})
			}
			return pairs, nil
		}
		made, err := h.hall.NewTournament(hall.Change{Plan: &hall.Plan{Name: "Open", System: hall.Swiss, Rounds: rounds + 1}, Players: players}, "Ann")
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := h.hall.Pair(t.Context(), made.ID, nil, "Ann", "")
		if err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if n := (after.Mallocs - before.Mallocs) / most; n > mostObjects {
			t.Errorf("each player cost %d objects", n)
		}
		var best []int
		for _, m := range got.Rounds[0].Tables {
			best = append(best, max(players[m.Players[0]-1].Halves(), players[m.Players[1]-1].Halves()))
		}
		if len(best) != most/2 || !slices.IsSortedFunc(best, func(a, b int) int { return b - a }) || best[0] == best[len(best)-1] {
			t.Errorf("the best of each table have halves of points: %v", best)
		}
	})
}
