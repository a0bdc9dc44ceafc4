package web_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/engine"
	"reeve/referee"
	"reeve/rules"
	"reeve/web"
)

// judged is the analysis of the finished game of RoleChess, as the daemon answers.
func judged(t *testing.T) map[string]any {
	t.Helper()
	rec, err := played{}.Replay(t.Context(), "1", web.Reader{})
	if err != nil {
		t.Fatal(err)
	}
	var steps []engine.Played
	for _, s := range rec.Steps {
		steps = append(steps, engine.Played{Before: s.Before, After: s.After, Step: s.Step})
	}
	all := []engine.Judged{}
	total, err := engine.Analyse(rec.Start, steps, 500, func(j engine.Judged) { all = append(all, j) })
	if err != nil {
		t.Fatal(err)
	}
	all[2].Cost, all[2].Best, all[2].Line = 0.21, "b1-a3", []string{"b1-a3", "a6-a4"} // no first move of RoleChess gives so much away
	total.Turning = []engine.Turning{{N: 2, Seat: "white", Kind: "luck", By: 0.07}, {N: 3, Seat: "white", Kind: "play", By: 0.21, Best: "b1-a3"}}
	return map[string]any{"state": "done", "steps": all, "totals": total}
}

// withAnalysis answers as the daemon does: it waits, works, and is done once ready is set.
func withAnalysis(t *testing.T, ready *atomic.Bool) func(cfg *web.Config, s *session) {
	done := judged(t)
	return func(cfg *web.Config, s *session) {
		withPlayed(cfg, s)
		cfg.Analysis = func(_ context.Context, id string, _ web.Reader, begin bool) (any, error) {
			if id != "1" {
				return nil, referee.Refuse(409, rules.Say("no.goes.on", "n", id), rules.Message{})
			}
			switch {
			case begin:
				return map[string]any{"state": "waits"}, nil
			case !ready.Load():
				return map[string]any{"state": "works", "done": 2, "of": 5}, nil
			}
			return done, nil
		}
	}
}

func TestAnAnalysisIsAskedFor(t *testing.T) {
	var ready atomic.Bool
	h := build(t, withAnalysis(t, &ready))
	for _, c := range []struct {
		call
		code int
		says string
	}{
		{call{method: "POST", path: "/api/analysis", body: `{}`}, 400, "game"},
		{call{method: "POST", path: "/api/analysis", body: `{"game":"2"}`}, 409, "no.goes.on"},
		{call{method: "POST", path: "/api/analysis", body: `{"game":"1"}`}, 200, `"waits"`},
		{call{method: "GET", path: "/api/archive/1/analysis"}, 200, `"works"`},
		{call{method: "GET", path: "/api/archive/1/analysis"}, 200, `"totals"`},
	} {
		if w := h.do(c.call); w.Code != c.code || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%+v: %d %s", c.call, w.Code, w.Body)
		}
		ready.Store(strings.Contains(c.says, "works"))
	}
	if w := build(t, withPlayed).do(call{method: "GET", path: "/api/archive/1/analysis"}); w.Code != 409 || !json.Valid(w.Body.Bytes()) {
		t.Errorf("where nobody can: %d %s", w.Code, w.Body)
	}
}

// The page has a game analysed, draws the curve, and leads to each turning point.
func TestPage_AFinishedGameIsAnalysed(t *testing.T) {
	t.Parallel()
	var ready atomic.Bool
	h := build(t, withAnalysis(t, &ready))
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/archive?game=1"), chromedp.WaitReady(chromedp.CSS("body.ready #analyse")))
	press := func(what string) { // not at a place: what is drawn meanwhile moves it
		t.Helper()
		b.until(`(document.querySelector("` + what + `").click(), true)`)
	}
	press("#analyse")
	b.until(`document.querySelector(".analysis progress")?.value === 2`)
	ready.Store(true)
	b.until(`document.querySelector(".expected .curve")?.getAttribute("points").split(" ").length === 6`)
	b.until(`document.querySelectorAll(".sums tbody tr").length === 2`)
	b.until(`document.querySelector(".turning li:nth-child(2)").textContent === "Step 3: White gives away 21 points: Knight 1 to c3. Better was White Knight 1 from b1 to a3."`)
	press(".turning li:nth-child(2) button")
	b.until(`document.querySelector(".expected .cursor").getAttribute("x1") === "2"`)
	press("[data-go='games.next']")
	b.until(`document.querySelector(".analysis").textContent.includes("Better was White Knight 1 from b1 to a3: 21 points. Then: a6-a4")`)
	b.shoot("archive-analysis")
}
