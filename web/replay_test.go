package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/rules/rolechess"
	"reeve/web"
)

// played is an archive of a finished game of RoleChess, number 1, and one that
// goes on, number 2.
type played struct{ records }

var (
	playedSteps = []string{"die 5", "die 2", "b1-c3", "a6-a5", "resign white"}
	playedBy    = []string{"chance", "chance", "white", "black", "referee"}
)

func (played) List(context.Context, int, int64) (any, error) {
	return []map[string]any{playedGame("2"), playedGame("1")}, nil
}

func playedGame(id string) map[string]any {
	g := map[string]any{"id": id, "game": "rolechess", "players": map[string]string{"white": "Ann", "black": "reeve:4"}, "started": "2026-11-21T10:00:00Z", "events": 6}
	if id == "1" {
		g["ended"], g["outcome"] = "2026-11-21T10:30:00Z", map[string]any{"winners": []string{"black"}, "why": "resigned"}
		g["ran_out"] = "white"
	}
	return g
}

func (played) Show(_ context.Context, id string, _ web.Reader) (any, error) {
	g := playedGame(id)
	g["dice"], g["commitment"] = "fair", "5f2a"
	var steps []map[string]any
	for i, action := range playedSteps {
		steps = append(steps, map[string]any{"n": i + 1, "by": playedBy[i], "action": action})
	}
	g["steps"] = steps
	return g, nil
}

func (played) Verify(context.Context, string, web.Reader) (any, error) {
	return map[string]any{"verified": true, "computed": 2, "entered": 0}, nil
}

func (played) Replay(_ context.Context, id string, _ web.Reader) (web.Replay, error) {
	if id != "1" {
		return web.Replay{}, referee.Refuse(409, rules.Say("no.goes.on", "n", id), rules.Message{})
	}
	state, err := rolechess.Game.Start(nil)
	out := web.Replay{Game: rolechess.Game, Viewer: rules.Table, Start: state}
	for i, text := range playedSteps {
		step, err := state.Parse(text)
		if err != nil {
			return out, err
		}
		after, _, err := state.Apply(step, nil)
		if err != nil {
			return out, err
		}
		out.Steps = append(out.Steps, web.Played{By: playedBy[i], Action: text, Before: state, After: after, Step: step, RanOut: i == len(playedSteps)-1})
		state = after
	}
	return out, err
}

func (played) Export(_ context.Context, id string, _ web.Reader, w io.Writer) error {
	_, err := fmt.Fprintf(w, `{"reeve":1,"game":"rolechess","options":{}}`+"\n"+`{"n":1,"kind":"taken"}`+"\n")
	return err
}

func withPlayed(cfg *web.Config, _ *session) { cfg.Archive, cfg.Games = played{}, catalog.Games() }

func TestAFinishedGameIsReplayedByTheInterface(t *testing.T) {
	h := build(t, withPlayed)
	var r struct {
		Game     string
		Topology struct{ Squares []struct{ Name string } }
		Steps    []struct{ Action, Text string }
	}
	if w := h.do(call{method: "GET", path: "/api/archive/1/replay"}); w.Code != 200 || json.Unmarshal(w.Body.Bytes(), &r) != nil {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if r.Game != "rolechess" || len(r.Topology.Squares) != 49 || len(r.Steps) != len(playedSteps) || r.Steps[2].Text != "Knight 1 to c3" || r.Steps[4].Text != "White runs out of time" {
		t.Errorf("%+v", r)
	}
	at := func(step string) (string, int) {
		w := h.do(call{method: "GET", path: "/api/archive/1/replay/" + step})
		var p struct {
			Position struct {
				Pieces []struct{ ID, At string }
			}
		}
		json.Unmarshal(w.Body.Bytes(), &p)
		for _, piece := range p.Position.Pieces {
			if piece.ID == "wN1" {
				return piece.At, w.Code
			}
		}
		return "", w.Code
	}
	for step, want := range map[string]string{"0": "b1", "2": "b1", "3": "c3", "5": "c3"} {
		if got, _ := at(step); got != want {
			t.Errorf("after step %s the knight is on %q, want %q", step, got, want)
		}
	}
	for _, step := range []string{"6", "-1", "x"} {
		if _, code := at(step); code != 404 {
			t.Errorf("step %s: status %d", step, code)
		}
	}
	if w := h.do(call{method: "GET", path: "/api/archive/2/replay"}); w.Code != 409 {
		t.Errorf("a game that goes on: %d %s", w.Code, w.Body)
	}
}

func TestPage_AFinishedGameIsSteppedThrough(t *testing.T) {
	t.Parallel()
	h := build(t, withPlayed)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/archive"), chromedp.WaitReady(chromedp.CSS(".games")))
	b.until(`document.querySelector(".games tbody").rows[1].textContent.includes("Black won: White ran out of time")`)
	b.until(`document.querySelector(".games tbody").rows[1].textContent.includes("White Ann · Black reeve, level 4")`)
	b.until(`[...document.querySelectorAll(".games tbody th")].map((el) => el.innerText + !!el.querySelector("a")).join() === "2false,Replay game 1true"`) // the game that goes on has no link
	b.shoot("archive-list")
	b.run(pressOn(".games tbody th a"), chromedp.WaitReady(chromedp.CSS(".steps")))
	knight := func(square string) {
		t.Helper()
		b.until(`document.querySelector('[data-square="` + square + `"]').ariaLabel.startsWith("` + square + `: White Knight 1")`)
	}
	press := func(key string) {
		t.Helper()
		b.run(pressOn(`[data-go="games.` + key + `"]`))
	}
	if !evaluate[bool](b, `document.querySelector(".dock input[type=range]").checkVisibility()`) {
		t.Error("the slider of the steps is not seen")
	}
	knight("b1")
	for range 3 {
		press("next")
	}
	knight("c3")
	b.until(`document.querySelector(".message").textContent === "Knight 1 to c3" && document.querySelector(".detail").textContent.startsWith("Step 3 of ")`)
	press("before")
	knight("b1")
	press("last")
	b.until(`document.querySelector('[aria-current="step"] code').textContent === "resign white"`)
	b.run(pressOn("#verify"))
	b.until(`[...document.querySelectorAll("[role=status]")].some((e) => e.textContent === "The dice are genuine: 2 rolls recomputed, 0 typed in.")`)
	if href := evaluate[string](b, `document.querySelector(".export").getAttribute("href")`); href != "/api/archive/1/export" {
		t.Errorf("the export leads to %q", href)
	}
	b.shoot("archive-replay")
}

func TestWhatIsRebuiltIsToldToEverybody(t *testing.T) {
	h := build(t, func(cfg *web.Config, s *session) {
		cfg.AdminKey = adminKey
		g := *s.game
		g.Rebuilt = "the figures"
		s.game = &g
	})
	var about struct{ Title, Rebuilt string }
	w := h.do(call{method: "GET", path: "/api/about"})
	if err := json.Unmarshal(w.Body.Bytes(), &about); err != nil || about.Title != "RoleChess" || about.Rebuilt != "the figures" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
