package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"reeve/web"
)

// traces are what proxies that pass a call on may leave in it.
var traces = map[string]map[string]string{
	"none":               {},
	"X-Real-IP":          {"X-Real-IP": "192.168.1.9"},
	"Via":                {"Via": "1.1 proxy"},
	"Forwarded":          {"Forwarded": "for=192.168.1.9"},
	"X-Forwarded-For":    {"X-Forwarded-For": "192.168.1.9"},
	"X-Forwarded-Proto":  {"X-Forwarded-Proto": "https"},
	"X-Forwarded-Server": {"X-Forwarded-Server": "museum"},
	"True-Client-IP":     {"True-Client-IP": "192.168.1.9"},
	"CF-Connecting-IP":   {"CF-Connecting-IP": "192.168.1.9"},
}

// admins are the calls for the admin: those that give keys away, and the others.
var admins = map[bool][]call{
	true: {{method: "GET", path: "/api/keys"}, {method: "GET", path: "/api/keys/white/qr"}},
	false: {{method: "GET", path: "/api/games"}, {method: "GET", path: "/api/doctor"}, {method: "POST", path: "/api/sim/setup"},
		{method: "POST", path: "/api/sim/contacts", body: "[]"}, {method: "POST", path: "/api/games", body: `{"game":"rolechess"}`}},
}

// adminLink is the admin's link, as the daemon keeps it in the file.
func adminLink(t *testing.T, file string) (link struct{ Key, URL string }) {
	t.Helper()
	text, err := os.ReadFile(file)
	var kept struct{ Admin struct{ Key, URL string } }
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil || len(kept.Admin.Key) < 26 || !strings.HasSuffix(kept.Admin.URL, "/start?key="+url.QueryEscape(kept.Admin.Key)) {
		t.Fatalf("%s tells no link of the admin: %v", text, err)
	}
	return kept.Admin
}

// Without an admin key of the settings nobody is the admin for calling from an
// address: no call without the link's key gives a key away, and none that came by
// another way than straight from this machine, or while keys are in force, does
// what is the admin's.
func TestNobodyIsTheAdminForAnAddress(t *testing.T) {
	for name, way := range map[string]struct {
		change func(*web.Config, *session)
		open   bool // no keys are in force
	}{
		"an open game": {func(*web.Config, *session) {}, true},
		"--keys on":    {func(c *web.Config, _ *session) { c.KeysOn = true }, false},
		"hides":        {func(_ *web.Config, s *session) { s.hide() }, false},
		"everywhere":   {func(c *web.Config, _ *session) { c.Listen = "0.0.0.0:8080" }, false},
	} {
		for trace, header := range traces {
			h := build(t, func(c *web.Config, s *session) {
				c.Doctor, c.AllowHosts = newFeeling().get, []string{"museum.example"}
				way.change(c, s)
			})
			link := h.server.AdminLink()
			for _, host := range []string{"localhost:8080", "museum.example"} {
				for givesKeys, calls := range admins {
					for _, c := range calls {
						c.header, c.host = header, host
						want := http.StatusUnauthorized
						if way.open && !givesKeys && trace == "none" && host != "museum.example" {
							want = http.StatusOK
						}
						w := h.do(c)
						if w.Code != want || strings.Contains(w.Body.String(), h.server.Links()["white"].Key) {
							t.Errorf("%s, %s by %s, trace %s: %d, want %d: %.80s", name, c.path, host, trace, w.Code, want, w.Body)
						}
						c.key = link.Key
						if w := h.do(c); w.Code != http.StatusOK && !(c.path == "/api/doctor" && name == "hides") {
							t.Errorf("%s, %s %s with the admin's key: %d %.80s", name, c.path, trace, w.Code, w.Body)
						}
					}
				}
			}
		}
	}
}

// What came through a proxy that says so acts for a seat with its key only, also
// in an open game on the loopback.
func TestWhatAProxyPassesOnNeedsTheSeatsKey(t *testing.T) {
	h := build(t, nil)
	for trace, header := range traces {
		for _, c := range []call{
			{method: "GET", path: "/api/seat/white"}, {method: "GET", path: "/seat/white"}, {method: "POST", path: "/api/action", body: `{"action":"b1-c3","seat":"white"}`},
			{method: "POST", path: "/api/button", body: `{"button":"undo"}`}, {method: "POST", path: "/api/action", body: `{"action":"b1-c3"}`},
		} {
			c.header = header
			want := http.StatusUnauthorized
			if trace == "none" {
				want = http.StatusOK
			}
			if w := h.do(c); w.Code != want {
				t.Errorf("%s %s, trace %s: %d, want %d", c.method, c.path, trace, w.Code, want)
			}
			if c.key = h.keys["white"].Key; c.method == "POST" || strings.HasPrefix(c.path, "/api") {
				if w := h.do(c); w.Code != http.StatusOK {
					t.Errorf("%s %s, trace %s, with the key: %d", c.method, c.path, trace, w.Code)
				}
			}
		}
	}
}

// A game begun without the admin's key tells nobody the keys of its seats.
func TestKeysAreToldToTheAdminOnly(t *testing.T) {
	h := build(t, nil)
	begin := call{method: "POST", path: "/api/games", body: `{"game":"rolechess"}`}
	for _, key := range []string{"", h.server.AdminLink().Key} {
		begin.key = key
		w := h.do(begin)
		var got struct{ Seats map[string]web.Link }
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		link, want := got.Seats["white"], "http://localhost:8080/seat/white"
		if key != "" {
			want += "?key=" + h.server.Links()["white"].Key
		}
		if link.URL != want || (link.Key != "") != (key != "") || key == "" && strings.Contains(w.Body.String(), h.server.Links()["black"].Key) {
			t.Errorf("with key %q: %+v, want %s", key, link, want)
		}
	}
}

// The link of the admin sets the admin's cookie, is in the file that only the
// daemon's user can read, and is the same after a restart and after a new game.
func TestTheAdminsLink(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys.json")
	with := func(c *web.Config, _ *session) { c.KeysFile, c.KeysOn = file, true }
	h := build(t, with)
	link := adminLink(t, file)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if got := h.server.AdminLink(); got.Key != link.Key || got.URL != "http://127.0.0.1:8080/start?key="+link.Key {
		t.Errorf("link %+v", got)
	}
	w := h.do(call{method: "GET", path: "/?key=" + link.Key})
	cookie := cookieOf(w)
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/" || cookie == nil || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode {
		t.Fatalf("the link: %d, cookie %v", w.Code, cookie)
	}
	keys := call{method: "GET", path: "/api/keys", header: map[string]string{"Cookie": cookie.Name + "=" + cookie.Value}}
	for range 2 {
		if w := h.do(keys); w.Code != 200 || strings.Contains(w.Body.String(), link.Key) {
			t.Errorf("with the cookie: %d %s", w.Code, w.Body)
		}
		h.do(call{method: "POST", path: "/api/games", body: `{"game":"rolechess"}`, key: link.Key})
		h = build(t, with) // a restart
	}
	given := build(t, func(c *web.Config, s *session) { with(c, s); c.AdminKey = adminKey })
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), "admin") || given.server.AdminLink() != nil {
		t.Errorf("with a key of the settings the file says %s", text)
	}
	if w := given.do(keys); w.Code != http.StatusUnauthorized {
		t.Errorf("the old link beside a key of the settings: %d", w.Code)
	}
}

// Behind a proxy that ends TLS links say https, and cookies never leave it.
func TestBehindTLS(t *testing.T) {
	h := build(t, keysOn)
	secure := map[string]string{"X-Forwarded-Proto": "https"}
	if w := h.do(call{method: "GET", path: "/api/keys", key: adminKey, header: secure}); !strings.Contains(w.Body.String(), `"url":"https://localhost:8080/seat/white?key=`) {
		t.Errorf("links: %s", w.Body)
	}
	for _, header := range []map[string]string{secure, nil} {
		cookie := cookieOf(h.do(call{method: "GET", path: "/?key=" + adminKey, header: header}))
		if cookie == nil || cookie.Secure != (header != nil) {
			t.Errorf("with %v: cookie %v", header, cookie)
		}
	}
}
