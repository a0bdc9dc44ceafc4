package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"reeve/web"
)

// A page of an origin that the owner has named reads what everybody may see, of every
// public route, and nothing else; it is nobody, whatever its browser sends with it.
func TestNamedForeignPagesReadWhatEverybodyMaySee(t *testing.T) {
	const friend = "https://overlay.example"
	h := build(t, func(c *web.Config, s *session) {
		keysOn(c, s)
		c.Origins = []string{friend}
	})
	public := map[string]bool{"/healthz": true, "/api/table": true, "/api/about": true, "/api/topology": true, "/api/archive": true, "/api/archive/1": true, "/api/archive/1/export": true, "/api/archive/1/verify": true}
	fill := strings.NewReplacer("/{$}", "/", "{seat}", "white", "{name}", "page.css", "{id}", "1", "{step}", "0", "{game}", "rolechess")
	for _, r := range h.server.Routes() {
		path := fill.Replace(r.Pattern)
		if path == "/api/events" || slices.Contains([]string{"replay", "story", "analysis"}, strings.Split(path+"/////", "/")[4]) {
			continue // a stream stays open; the fake has no game to step through
		}
		for origin, named := range map[string]bool{friend: true, "https://other.example": false, friend + ".evil": false, "null": false} {
			w := h.do(call{method: r.Method, path: path, key: adminKey, body: "{}", header: map[string]string{"Origin": origin, "Sec-Fetch-Site": "cross-site", "Cookie": "reeve-seat-white=" + h.keys["white"].Key}})
			reads := named && r.Method == http.MethodGet && public[path]
			if got := w.Header().Get("Access-Control-Allow-Origin"); (w.Code == 200) != reads || (got == origin) != reads || w.Header().Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s %s from %s: %d, allowed %q", r.Method, path, origin, w.Code, got)
			}
			asked := h.do(call{method: "OPTIONS", path: path, header: map[string]string{"Origin": origin, "Access-Control-Request-Method": r.Method}})
			if (asked.Code == http.StatusNoContent) != reads {
				t.Errorf("may %s %s from %s: %d", r.Method, path, origin, asked.Code)
			}
		}
	}
	for _, path := range []string{"/api/events?seat=white", "/api/seat/white", "/api/keys"} {
		if w := h.do(call{method: "GET", path: path, key: h.keys["white"].Key, header: map[string]string{"Origin": friend}}); w.Code != http.StatusForbidden {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := build(t, nil).do(call{method: "GET", path: "/api/table", header: map[string]string{"Origin": friend}}); w.Code != http.StatusForbidden {
		t.Errorf("without --allow-origin: %d", w.Code)
	}
}
