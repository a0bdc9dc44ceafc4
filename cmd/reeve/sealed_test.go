package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// whiteSecrets are steps of White's, and blackSecrets of Black's, before the boards are joined.
var (
	whiteSecrets = []string{"spy 7h", "army levy=2", "train 1", "deploy king e1"}
	blackSecrets = []string{"spy 9s", "army levy=1", "deploy king d16"}
)

// resigned plays a Chess Battle that is resigned before the boards are joined.
func resigned(t *testing.T) *secretStage {
	s := newStage(t, settingsBattle)
	for _, said := range strings.Split("setup, "+opened+", white spy 7h, black spy 9s, "+revealed+
		", white army levy=2, white pays, black army levy=1, black pays, white train 1, white pays, black train 0, white deploy king e1, black deploy king d16, black resign", ", ") {
		s.do(said)
	}
	return s
}

// knows is how much of what is listed a text tells: all, none, or some.
func knows(text string, list []string) string {
	n := 0
	for _, said := range list {
		if strings.Contains(text, said) {
			n++
		}
	}
	return map[int]string{0: "none", len(list): "all"}[n]
}

// A game that ends before its boards are joined stays sealed: a seat's key opens what
// that seat knew as long as the game lies on the table, the admin's key all of it,
// calling from this machine nothing.
func TestASealedGameIsOpenedByKeysAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := resigned(t)
		defer s.end()
		routes := []string{"/api/archive/1", "/api/archive/1/export", "/api/archive/1/replay"}
		check := func(who, key, white, black string) {
			t.Helper()
			for _, path := range routes {
				text := s.must("GET", path, "", key).Body.String()
				if knows(text, whiteSecrets) != white || knows(text, blackSecrets) != black || strings.Contains(text, `"seed"`) != (white == "all" && black == "all" && strings.Contains(path, "export")) {
					t.Errorf("%s tells %s %s of White's and %s of Black's secrets, want %s and %s:\n%s", path, who, knows(text, whiteSecrets), knows(text, blackSecrets), white, black, text)
				}
			}
		}
		check("everybody", "", "none", "none")
		check("White", s.keys["white"], "all", "none")
		check("Black", s.keys["black"], "none", "all")
		check("the admin", secretAdmin, "all", "all")
		old := s.keys["white"]
		s.do("clear")
		s.do("begin chessbattle")
		check("who had White's key", old, "none", "none")
		check("the next White", s.keys["white"], "none", "none")
		check("the admin, later", secretAdmin, "all", "all")
		for key, want := range map[string]int{"": 409, s.keys["white"]: 409, secretAdmin: 200} {
			if got := s.ask("GET", "/api/archive/1/verify", "", key).Code; got != want {
				t.Errorf("verifying with key %q: %d, want %d", key, got, want)
			}
		}
	})
}

// Its replay shows every position as its viewer saw it, and the command line opens it
// when it is told to.
func TestASealedGameIsSteppedThroughAsItWasSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := resigned(t)
		defer s.end()
		var replay struct{ Steps []struct{ Action string } }
		if err := json.Unmarshal(s.must("GET", "/api/archive/1/replay", "", "").Body.Bytes(), &replay); err != nil {
			t.Fatal(err)
		}
		for n := range len(replay.Steps) + 1 {
			text := s.must("GET", fmt.Sprintf("/api/archive/1/replay/%d", n), "", "").Body.String()
			if !strings.Contains(text, `"view":"table"`) || strings.Contains(text, `"kind":"levy"`) || strings.Contains(text, `"e1"`) {
				t.Errorf("after step %d everybody sees %s", n, text)
			}
		}
		if last := replay.Steps[len(replay.Steps)-1].Action; last != "resign black" {
			t.Errorf("it ends with %s", last)
		}
		for _, c := range []struct {
			args []string
			want string
		}{{[]string{"export", "1"}, "none"}, {[]string{"show", "1"}, "none"}, {[]string{"export", "1", "--secrets"}, "all"}, {[]string{"export", "1", "--score", "--secrets"}, "all"}} {
			out, status := runArchive(t, append(c.args, "--state", s.settings.State)...)
			if status != 0 || knows(out, whiteSecrets) != c.want {
				t.Errorf("reeve archive %v: status %d, tells %s of White's secrets:\n%s", c.args, status, knows(out, whiteSecrets), out)
			}
		}
	})
}

// The end of a game whose boards were joined opens its record.
func TestAGameThatWasJoinedIsOpenWhenItIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, settingsBattle)
		defer s.end()
		for _, said := range append(strings.Split("setup, "+opened+", "+revealed, ", "), "black army", "white army", "white train 0", "black train 0", "white deploy king e1", "black deploy king d16", "white done white") {
			s.do(said)
		}
		if text := s.must("GET", "/api/archive/1/export", "", "").Body.String(); strings.Contains(text, "deploy") {
			t.Errorf("before the joining: %s", text)
		}
		s.do("black done black")
		s.do("white resign")
		time.Sleep(time.Second)
		text := s.must("GET", "/api/archive/1/export", "", "").Body.String()
		if !strings.Contains(text, "deploy king e1") || !strings.Contains(text, `"seed"`) {
			t.Errorf("after the end: %s", text)
		}
		if w := s.ask("GET", "/api/archive/1/verify", "", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"verified":true`) {
			t.Errorf("verified: %d %s", w.Code, w.Body)
		}
	})
}
