package web_test

import (
	"net/http"
	"strings"
	"testing"

	"reeve/web"
)

// A record is longer than what a page ever sends: a game of some hundred kilobytes is taken, and what
// no game can be is refused as that.
func TestARecordMayBeLongerThanOtherRequests(t *testing.T) {
	h := build(t, func(cfg *web.Config, _ *session) { cfg.Archive = records{} })
	for _, c := range []struct {
		bytes, status int
		says          string
	}{
		{300 << 10, http.StatusCreated, `"id":"1"`},
		{4<<20 + 1, http.StatusRequestEntityTooLarge, "no.record.long"},
	} {
		w := h.do(call{method: "POST", path: "/api/archive", body: strings.Repeat("x", c.bytes)})
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%d bytes: %d %s", c.bytes, w.Code, w.Body)
		}
	}
}
