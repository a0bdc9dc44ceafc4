package web_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
)

// kept is an archive of one finished game.
type kept struct {
	played
	replay web.Replay
}

func (k kept) Replay(context.Context, string, web.Reader) (web.Replay, error) { return k.replay, nil }

// byChance is a game of so many steps by chance.
func byChance(t *testing.T, g *rules.Game, steps int) web.Replay {
	t.Helper()
	state, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	rng, out := rand.New(rand.NewPCG(22, 1)), web.Replay{Game: g, Viewer: rules.Table, Start: state}
	for range steps {
		legal := state.Legal(nil)
		if len(legal) == 0 {
			break
		}
		step := legal[rng.IntN(len(legal))]
		after, _, err := state.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		out.Steps = append(out.Steps, web.Played{By: g.SeatName(step.By), Action: state.Text(step), Before: state, After: after, Step: step})
		state = after
	}
	return out
}

// A replay opens where there is something to see: at the start of a game that begins with its pieces, and at the
// battle where armies are put in first.
func TestAReplayOpensWhereThereIsSomethingToSee(t *testing.T) {
	for _, g := range catalog.Games() {
		game := byChance(t, g, 300)
		h := build(t, func(cfg *web.Config, _ *session) { cfg.Archive, cfg.Games = kept{replay: game}, catalog.Games() })
		var got struct {
			Opens int
			Steps []struct{}
		}
		if w := h.do(call{method: "GET", path: "/api/archive/1/replay"}); w.Code != 200 || json.Unmarshal(w.Body.Bytes(), &got) != nil || len(got.Steps) < 20 {
			t.Fatalf("%s: %d %d steps", g.Name, w.Code, len(got.Steps))
		}
		begins := !game.Start.Occupied(rules.Table).IsEmpty()
		if begins && got.Opens != 0 {
			t.Errorf("%s opens after step %d", g.Name, got.Opens)
		}
		if !begins && (got.Opens == 0 || game.Steps[got.Opens-1].After.Phase() != "battle" || game.Steps[got.Opens-1].Before.Phase() == "battle") {
			t.Errorf("%s opens after %d of %d steps, in the phase %s", g.Name, got.Opens, len(got.Steps), game.Steps[max(got.Opens, 1)-1].After.Phase())
		}
	}
}
