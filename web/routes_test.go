package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
)

var (
	white = rules.Seat(0)
	black = rules.Seat(1)
)

func TestEveryRouteAnswers(t *testing.T) {
	for _, c := range []struct {
		method, path, body string
		status             int
		has                string // in the answer
		does               referee.Command
	}{
		{"GET", "/", "", 200, "<!doctype html>", nil},
		{"GET", "/sim", "", 200, "<!doctype html>", nil},
		{"GET", "/seat/white", "", 200, "<!doctype html>", nil},
		{"GET", "/seat/red", "", 404, "no seat red", nil},
		{"GET", "/nowhere", "", 404, "nothing", nil},
		{"GET", "/assets/page.css", "", 200, "prefers-color-scheme", nil},
		{"GET", "/assets/sim.html", "", 404, "", nil},
		{"GET", "/assets/no.js", "", 404, "", nil},
		{"GET", "/healthz", "", 200, `{"status":"ok","version":"test"}`, nil},
		{"GET", "/metrics", "", 200, "reeve_game_info{", nil},
		{"GET", "/api/hall", "", 200, `{"joined":false,"here":false,"heard_ms":-1,"waiting":0,"calls":false}`, nil},
		{"POST", "/api/hall", `{"invitation":"x"}`, 409, `"key":"no.hall"`, nil},
		{"POST", "/api/call", `{}`, 409, `"key":"no.hall"`, nil},
		{"GET", "/api/table", "", 200, `"game":"rolechess"`, nil},
		{"GET", "/api/table?rgb=1", "", 200, `"rgb":{"b1":"00ff40"}`, nil},
		{"GET", "/api/seat/white", "", 200, `"legal":["secret of white"]`, nil},
		{"GET", "/api/seat/red", "", 404, "no seat red", nil},
		{"GET", "/api/nothing", "", 404, "nothing at /api/nothing", nil},
		{"GET", "/api/topology", "", 200, `{"name":"a1","x":`, nil},
		{"GET", "/api/hardware", "", 200, `"driver":"sim"`, nil},
		{"GET", "/api/games", "", 200, `"default":"stuck"`, nil},
		{"GET", "/api/keys", "", 200, `"seats":{"black":{"key":`, nil},
		{"GET", "/api/keys/white/qr", "", 200, "<svg", nil},
		{"GET", "/api/keys/red/qr", "", 404, "no seat red", nil},
		{"GET", "/api/archive", "", 200, `[{"id":1}]`, nil},
		{"GET", "/api/archive/1", "", 200, `{"id":"1"}`, nil},
		{"GET", "/api/archive/2", "", 404, `"key":"no.archived"`, nil},
		{"GET", "/api/archive/1/export", "", 200, `{"reeve":1}`, nil},
		{"GET", "/api/archive/2/export", "", 404, `"key":"no.archived"`, nil},
		{"GET", "/api/archive/1/verify", "", 200, `{"ok":true}`, nil},
		{"GET", "/api/archive/2/verify", "", 404, `"key":"no.archived"`, nil},
		{"GET", "/api/events?seat=red", "", 404, "no seat red", nil},

		{"POST", "/api/action", `{"action":"b1-c3"}`, 200, `"seq":2`, referee.Act{Text: "b1-c3"}},
		{"POST", "/api/action", `{"action":"b1-c3","seat":"black"}`, 200, "secret of black", referee.Act{Seat: &black, Text: "b1-c3"}},
		{"POST", "/api/arm", `{"action":"cast swap","seat":"black"}`, 200, "secret of black", referee.Arm{Seat: black, Text: "cast swap"}},
		{"POST", "/api/arm", `{"seat":"black"}`, 200, "", referee.Arm{Seat: black}},
		{"POST", "/api/arm", `{"action":"cast swap"}`, 400, "seat is missing", nil},
		{"POST", "/api/action", `{"action":"b1-c3","seat":"red"}`, 422, "no seat red", nil},
		{"POST", "/api/action", `{}`, 400, "action is missing", nil},
		{"POST", "/api/action", ``, 400, "", nil},
		{"POST", "/api/action", `[]`, 400, "", nil},
		{"POST", "/api/action", `{"action":"b1-c3","sit":"white"}`, 400, "sit", nil},
		{"POST", "/api/action", `{"action":"b1-c3"} {}`, 400, "There is more", nil},
		{"POST", "/api/action", `{"action":4}`, 400, "", nil},
		{"POST", "/api/answer", `{"choice":"c3*d5"}`, 200, "", referee.Answer{Choice: "c3*d5"}},
		{"POST", "/api/answer", `{"choice":""}`, 400, "choice", nil},
		{"POST", "/api/throw", `{"faces":[4,2]}`, 200, "", referee.Throw{Faces: []int{4, 2}}},
		{"POST", "/api/throw", `{"action":"die 4"}`, 200, "", referee.Throw{Text: "die 4"}},
		{"POST", "/api/throw", `{"action":"die 4","faces":[4]}`, 400, "", nil},
		{"POST", "/api/throw", `{}`, 400, "", nil},
		{"POST", "/api/button", `{"button":"confirm"}`, 200, "", referee.Press{Button: "confirm"}},
		{"POST", "/api/button", `{"button":"undo","seat":"white"}`, 200, "", referee.Press{Button: "undo", Seat: &white}},
		{"POST", "/api/button", `{"button":"fire"}`, 422, `"key":"no.button"`, nil},
		{"POST", "/api/button", `{}`, 400, "", nil},
		{"POST", "/api/offer", `{"seat":"white","kind":"draw","accept":true}`, 200, "", referee.MakeOffer{Seat: white, Kind: "draw", Accept: true}},
		{"POST", "/api/offer", `{"seat":"black","kind":"undo","accept":false}`, 200, "", referee.MakeOffer{Seat: black, Kind: "undo"}},
		{"POST", "/api/offer", `{"seat":"white","kind":"tea"}`, 422, "tea", nil},
		{"POST", "/api/offer", `{"kind":"draw"}`, 400, "seat is missing", nil},
		{"POST", "/api/resign", `{"seat":"black"}`, 200, "", referee.GiveUp{Seat: black}},
		{"POST", "/api/resign", `{}`, 400, "seat is missing", nil},
		{"POST", "/api/words", `{"seat":"white","words":"hullo"}`, 200, "", referee.Words{Seat: white, Words: "hullo"}},
		{"POST", "/api/players", `{"seat":"black","player":"reeve:4"}`, 200, "", referee.Sit{Seat: black, Player: "reeve:4"}},
		{"POST", "/api/hint", `{"seat":"black"}`, 200, "secret of black", referee.Advise{Seat: black}},
		{"POST", "/api/hint", `{}`, 200, `"seq"`, referee.Advise{Seat: white}},
		{"POST", "/api/hint", `{"seat":"red"}`, 422, "no seat red", nil},
		{"POST", "/api/players", `{"seat":"black"}`, 200, "", referee.Sit{Seat: black}},
		{"POST", "/api/players", `{"player":"reeve:4"}`, 400, "seat is missing", nil},
		{"POST", "/api/players", `{"seat":"red","player":"reeve:4"}`, 422, "no seat red", nil},
		{"POST", "/api/players", `{"seat":"white","player":"` + strings.Repeat("x", 101) + `"}`, 422, "cannot be", nil},
		{"POST", "/api/players", `{"seat":"white","player":"Ann\nBo"}`, 422, "on one line", nil},
		{"POST", "/api/players", `{"seat":"white","player":"` + strings.Repeat("ä", 100) + `"}`, 200, "", referee.Sit{Seat: white, Player: strings.Repeat("ä", 100)}},
		{"GET", "/api/engines", "", 200, `[{"name":"reeve","levels":8}]`, nil},
		{"POST", "/api/games", `{"game":"rolechess","options":{"pass":"always"},"dice":"fair","players":{"white":"Ann"}}`, 200, `"seats":{"black"`,
			referee.NewGame{Game: "rolechess", Options: map[string]any{"pass": "always"}, Dice: referee.DiceChoice{Kind: "fair"}, Players: map[string]string{"white": "Ann"}}},
		{"POST", "/api/games", `{"game":"rolechess","dice":{"seeded":"00ff"}}`, 200, "", referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{0, 255}}}},
		{"POST", "/api/games", `{"game":"rolechess","dice":{"scripted":[4,3]}}`, 200, "", referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{4, 3}}}},
		{"POST", "/api/games", `{"game":"rolechess","dice":{"seeded":"xx"}}`, 422, `"key":"no.dice.kind"`, nil},
		{"POST", "/api/games", `{"game":"rolechess","dice":"loaded"}`, 422, `"key":"no.dice.kind"`, nil},
		{"POST", "/api/games", `{"dice":"fair"}`, 400, "game is missing", nil},

		{"POST", "/api/sim/contacts", `[{"square":"b1","closed":false,"after_ms":0}]`, 200, `"wood":[]`, nil},
		{"POST", "/api/sim/contacts", `[{"square":"b1","closed":true},{"square":"z9","closed":true}]`, 422, "no square z9", nil},
		{"POST", "/api/sim/contacts", `[{"square":"b1"}]`, 400, "lacks", nil},
		{"POST", "/api/sim/contacts", `[{"square":"b1","closed":true,"after_ms":-1}]`, 422, "after_ms", nil},
		{"POST", "/api/sim/contacts", `[{"square":"b1","closed":true,"after_ms":40000},{"square":"b1","closed":true,"after_ms":20001}]`, 422, "60 s", nil},
		{"POST", "/api/sim/contacts", "[" + strings.Repeat(`{"square":"b1","closed":true},`, 1000) + `{"square":"b1","closed":true}]`, 422, "1001", nil},
		{"POST", "/api/sim/contacts", "[" + strings.Repeat(`{"square":"b1","closed":true},`, 999) + `{"square":"b1","closed":true}]`, 200, "", nil},
		{"POST", "/api/sim/setup", ``, 200, `"wood":["a1","a2","a6","a7"`, nil},
		{"POST", "/api/sim/setup", `{}`, 200, "", nil},
		{"POST", "/api/sim/setup", `{"squares":[]}`, 400, "", nil},
		{"POST", "/api/action", `{"action":"` + strings.Repeat("x", 200_000) + `"}`, 413, "too long", nil},
	} {
		h := build(t, nil)
		h.admin = h.server.AdminLink().Key
		w := h.do(call{method: c.method, path: c.path, body: c.body})
		shown := c.body[:min(len(c.body), 60)]
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.has) {
			t.Errorf("%s %s %s: %d %.300s; want %d and %q", c.method, c.path, shown, w.Code, w.Body, c.status, c.has)
		}
		if done := h.session.lastDone(); !reflect.DeepEqual(done, c.does) {
			t.Errorf("%s %s %s: did %+v, want %+v", c.method, c.path, shown, done, c.does)
		}
		if c.status >= 400 && strings.HasPrefix(c.path, "/api/") {
			errorShape(t, c.path, w.Body.Bytes())
		}
	}
}

// errorShape fails if an error is not {"error","hint"}, and what they are as messages.
func errorShape(t *testing.T, path string, body []byte) {
	t.Helper()
	var got struct {
		Error, Hint, Key string
		HintKey          string `json:"hint_key"`
		Args             map[string]string
		HintArgs         map[string]string `json:"hint_args"`
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&got); err != nil || got.Error == "" || !messages.Has(got.Key) || got.HintKey != "" && !messages.Has(got.HintKey) {
		t.Errorf("%s: the error is %s (%v)", path, body, err)
	}
}

func TestMethodsThatAreNotThere(t *testing.T) {
	for _, c := range []struct{ method, path, allow string }{
		{"POST", "/api/table", "GET, HEAD"},
		{"GET", "/api/action", "POST"},
		{"DELETE", "/api/games", "GET, HEAD, POST"},
		{"PUT", "/api/seat/white", "GET, HEAD"},
		{"POST", "/healthz", "GET, HEAD"},
		{"GET", "/api/sim/contacts", "POST"},
		{"OPTIONS", "/api/button", "POST"},
		{"POST", "/", "GET, HEAD"},
	} {
		w := build(t, nil).do(call{method: c.method, path: c.path})
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != c.allow {
			t.Errorf("%s %s: %d, Allow %q, want 405 and %q", c.method, c.path, w.Code, w.Header().Get("Allow"), c.allow)
		}
		errorShape(t, c.path, w.Body.Bytes())
	}
}

func TestRefusalsOfTheSession(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		text   string
	}{
		{referee.Refuse(409, rules.Say("no.now"), rules.Say("do.wait")), 409, `{"error":"That is not possible now","hint":"Wait for your turn","key":"no.now","hint_key":"do.wait"}`},
		{rules.Illegal("b1-b9", rules.Say("no.own", "at", "b9")), 409, `"key":"no.own","args":{"at":"b9"}`},
		{rules.Malformed("b1", rules.NoAction("b1")), 422, `"hint_key":"do.actions"`},
		{errDisk, 500, `"key":"no.daemon"`},
	} {
		h := build(t, nil)
		h.session.refusal = c.err
		w := h.do(call{method: "POST", path: "/api/action", body: `{"action":"b1-c3"}`})
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.text) || strings.Contains(w.Body.String(), "secrets") {
			t.Errorf("%v: %d %s, want %d %s", c.err, w.Code, w.Body, c.status, c.text)
		}
	}
}

func TestBoardsThatAreNotSimulatedAndGamesNotArchived(t *testing.T) {
	h := build(t, func(c *web.Config, _ *session) { c.Simulation, c.Archive = nil, nil })
	for _, c := range []call{
		{method: "GET", path: "/sim"}, {method: "POST", path: "/api/sim/setup"}, {method: "POST", path: "/api/sim/contacts", body: "[]"},
		{method: "GET", path: "/api/archive"}, {method: "GET", path: "/api/archive/1"},
	} {
		if w := h.do(c); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", c.path, w.Code)
		}
	}
}

func TestAssetsAreNotSentTwice(t *testing.T) {
	h := build(t, nil)
	first := h.do(call{method: "GET", path: "/assets/page.css"})
	tag := first.Header().Get("ETag")
	again := h.do(call{method: "GET", path: "/assets/page.css", header: map[string]string{"If-None-Match": tag}})
	if tag == "" || again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("ETag %q, then %d with %d bytes", tag, again.Code, again.Body.Len())
	}
}

func TestPagesHoldNoCodeAndNoStyle(t *testing.T) {
	h := build(t, nil)
	for _, path := range []string{"/", "/sim", "/seat/white", "/nowhere"} {
		w := h.do(call{method: "GET", path: path})
		policy := w.Header().Get("Content-Security-Policy")
		if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s: policy %q", path, policy)
		}
		page := w.Body.String()
		for _, bad := range []string{"<style", "style=", "onclick", "javascript:", "http://", "https://"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s holds %q", path, bad)
			}
		}
		if strings.Count(page, "<script") != strings.Count(page, `<script type="module" src="/assets/`) {
			t.Errorf("%s holds a script of its own", path)
		}
	}
}

// Pages are plain modules that import each other and nothing else, without a step
// that builds them; what draws boards knows no game by name.
func TestPagesArePlainModulesThatKnowNoGame(t *testing.T) {
	files, err := filepath.Glob("assets/*")
	if err != nil || len(files) < 25 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains([]string{".js", ".css", ".html", ".svg", ".webmanifest"}, filepath.Ext(file)) || len(text) > 20_000 {
			t.Errorf("%s, %d bytes, is no small file of a page", file, len(text))
		}
		for _, late := range regexp.MustCompile(`part\("([^"]*)"\)`).FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat("assets/" + late[1] + ".js"); err != nil {
				t.Errorf("%s needs the part %q, which is none", file, late[1])
			}
		}
		if filepath.Base(file) == "lazy.js" { // which imports what others name
			continue
		}
		for _, from := range regexp.MustCompile(`(?:from |import |import\()"([^"]*)"|import\(`).FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat("assets/" + strings.TrimPrefix(from[1], "./")); !strings.HasPrefix(from[1], "./") || err != nil && from[1] != "./drawings.js" {
				t.Errorf("%s imports %q", file, from[1])
			}
		}
		if base := filepath.Base(file); base == "naming.js" || base == "symbols.js" {
			continue // the names of things, and what they look like
		}
		for _, g := range catalog.Games() {
			if strings.Contains(strings.ToLower(string(text)), g.Name) {
				t.Errorf("%s knows %s", file, g.Name)
			}
		}
	}
}

// A brace too many or too few lets a browser pass over the rules that follow it.
func TestEveryStyleSheetsBlocksEnd(t *testing.T) {
	files, err := filepath.Glob("assets/*.css")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d style sheets: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		deep := 0
		for n, line := range strings.Split(string(text), "\n") {
			if deep += strings.Count(line, "{") - strings.Count(line, "}"); deep < 0 {
				t.Fatalf("%s:%d: a brace too many", file, n+1)
			}
		}
		if deep > 0 {
			t.Errorf("%s: %d braces too few", file, deep)
		}
	}
}

func TestDarkLEDsAreToldToo(t *testing.T) {
	h := build(t, func(c *web.Config, _ *session) { c.Colours = func(rules.Seat) map[string]string { return nil } })
	for path, want := range map[string]bool{"/api/table?rgb=1": true, "/api/table": false} {
		if got := strings.Contains(h.do(call{method: "GET", path: path}).Body.String(), `"rgb":{}`); got != want {
			t.Errorf("%s has colours: %v, want %v", path, got, want)
		}
	}
}

func TestSimboardServesTheBoardAlone(t *testing.T) {
	s := newSession(t)
	b := &wood{session: s}
	h := web.Simboard(b, func() <-chan struct{} { return nil })
	for _, c := range []struct {
		method, path, body string
		status             int
		has                string
	}{
		{"GET", "/api/sim/leds", "", 200, `{"b1":"00ff40"}`},
		{"GET", "/api/sim/leds?lit=b1", "", 200, `{"b1":"00ff40"}`},
		{"POST", "/api/sim/setup", `{"squares":["a1","b2"]}`, 200, "ok"},
		{"POST", "/api/sim/contacts", `[{"square":"a1","closed":false}]`, 200, "ok"},
		{"POST", "/api/sim/setup", ``, 400, "error"},
		{"GET", "/api/table", "", 404, "error"},
		{"GET", "/api/sim/setup", "", 405, "error"},
	} {
		w := serve(h, c.method, c.path, c.body)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.has) {
			t.Errorf("%s %s: %d %s, want %d %s", c.method, c.path, w.Code, w.Body, c.status, c.has)
		}
	}
	if got := b.contacts(); !reflect.DeepEqual(got, []string{"a1 false"}) || !reflect.DeepEqual(s.wood, []string{"b2"}) {
		t.Errorf("contacts %v, wood %v", got, s.wood)
	}
}
