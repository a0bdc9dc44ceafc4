package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules"
	"reeve/web"
)

// club is a hall that lets in whoever has its invitation.
type club struct {
	mu    sync.Mutex
	state web.HallState
}

func (c *club) State() web.HallState {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

func (c *club) Join(_ context.Context, invitation string) error {
	if !strings.Contains(invitation, "/join#") {
		return referee.Refuse(http.StatusUnprocessableEntity, rules.Say("no.hall.form"), rules.Say("do.hall.form"))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state.Joined, c.state.Title, c.state.Name, c.state.Here = true, "City Hall", "Table 7", true
	return nil
}

func (c *club) Call(seat string, on bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.state.Joined {
		return referee.Refuse(http.StatusConflict, rules.Say("no.hall"), rules.Say("do.hall"))
	}
	c.state.Calls, c.state.Seat = on, seat
	return nil
}

// Who may act may call the arbiter, the admin joins a hall, and nobody else does either.
func TestWhoMayCallTheArbiterAndJoinAHall(t *testing.T) {
	c := &club{}
	h := build(t, func(cfg *web.Config, s *session) {
		keysOn(cfg, s)
		cfg.Hall = c
	})
	for _, try := range []struct {
		path, body, key string
		status          int
		has             string
	}{
		{"/api/call", `{}`, h.keys["white"].Key, 409, `"key":"no.hall"`},
		{"/api/hall", `{"invitation":"http://h/join#x"}`, "", 401, ""},
		{"/api/hall", `{"invitation":"http://h/join#x"}`, h.keys["white"].Key, 403, ""},
		{"/api/hall", `{"invitation":"tea"}`, adminKey, 422, `"key":"no.hall.form"`},
		{"/api/hall", `{}`, adminKey, 400, "invitation is missing"},
		{"/api/hall", `{"invitation":"http://h/join#x"}`, adminKey, 200, `"joined":true,"title":"City Hall","name":"Table 7","here":true,"heard_ms":-1`},
		{"/api/call", `{}`, "", 401, ""},
		{"/api/call", `{"seat":"black"}`, h.keys["white"].Key, 403, ""},
		{"/api/call", `{"seat":"white"}`, h.keys["white"].Key, 200, `"calls":true,"seat":"white"`},
		{"/api/call", `{"on":false}`, h.keys["white"].Key, 200, `"calls":false`},
	} {
		w := h.do(call{method: "POST", path: try.path, body: try.body, key: try.key})
		if w.Code != try.status || !strings.Contains(w.Body.String(), try.has) {
			t.Errorf("%s %s: %d %s", try.path, try.body, w.Code, w.Body)
		}
	}
	if w := build(t, nil).do(call{method: "POST", path: "/api/call", body: "{}"}); w.Code != 409 {
		t.Errorf("a board that can join no hall: %d", w.Code)
	}
}

// metricLine is one line of the text form of Prometheus.
var metricLine = regexp.MustCompile(`^(# (HELP|TYPE) reeve_[a-z_]+ .+|reeve_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+]+)$`)

func TestMetrics(t *testing.T) {
	c := &club{state: web.HallState{Joined: true, Waiting: 3, Calls: true}}
	h := build(t, func(cfg *web.Config, _ *session) { cfg.Hall = c })
	text := h.do(call{method: "GET", path: "/metrics"}).Body.String()
	for line := range strings.Lines(text) {
		if !metricLine.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("%q is no line of figures", line)
		}
	}
	for _, want := range []string{`reeve_game_info{game="rolechess",status="play"} 1`, "reeve_hall_lines_waiting 3", "reeve_hall_calling 1", "reeve_hall_connected 0", "reeve_faults 0", "reeve_streams 0"} {
		if !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	c.state = web.HallState{}
	if text := h.do(call{method: "GET", path: "/metrics"}).Body.String(); !strings.Contains(text, "reeve_hall_member 0\n") || strings.Contains(text, "reeve_hall_lines") {
		t.Errorf("without a hall:\n%s", text)
	}
}

// On the board's page the admin joins a hall by what an arbiter has sent, and then anybody
// calls the arbiter, sees that it is called, and when it was heard.
func TestPage_ABoardJoinsAHallAndCallsTheArbiter(t *testing.T) {
	t.Parallel()
	c := &club{}
	h := build(t, func(cfg *web.Config, _ *session) { cfg.Hall = c })
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("[data-square]")))
	if evaluate[bool](b, `!!document.querySelector(".member")`) {
		t.Error("a board of no hall calls an arbiter")
	}
	evaluate[bool](b, `(document.querySelector(".box.more").open = true)`)
	b.until(`document.querySelector(".joins")`)
	evaluate[bool](b, `(document.querySelector(".joins").open = true)`)
	enter := func(text string) {
		t.Helper()
		as, _ := json.Marshal(text)
		evaluate[bool](b, `(document.querySelector(".joins input").value = `+string(as)+`, document.querySelector(".joins button").click(), true)`)
	}
	enter("http://127.0.0.1:1/nothing")
	b.until(`document.querySelector(".note.toast").textContent.includes("This is no invitation of a hall")`)
	b.allow("422")
	enter("http://127.0.0.1:1/join#x.y")
	b.until(`document.querySelector(".member p")?.textContent === "Table 7 in City Hall" && document.querySelector(".joins [role=status]").textContent === "Table 7 in City Hall"`)
	b.shoot("hall-joined")
	evaluate[bool](b, `(document.querySelector("[data-button=arbiter]").click(), true)`)
	b.until(`document.querySelector(".member [role=status]").textContent === "The arbiter is called"`)
	b.accessible("a board of a hall")
	b.shoot("hall-called")
	if err := c.Call("", false); err != nil { // the arbiter has heard it
		t.Fatal(err)
	}
	b.until(`document.querySelector("[data-button=arbiter]").textContent === "Call the arbiter"`)

	b.run(chromedp.Navigate(b.base+"/seat/white?key="+h.keys["white"].Key), chromedp.WaitReady(chromedp.CSS(".member button")))
	evaluate[bool](b, `(document.querySelector("[data-button=arbiter]").click(), true)`)
	b.until(`document.querySelector(".member [role=status]").textContent === "The arbiter is called (White)"`)
}
