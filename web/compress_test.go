package web_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"reeve/referee"
	"reeve/web/webtest"
)

// Who accepts gzip gets every text packed, and each event whole as soon as it is
// there; who does not gets none.
func TestWhatIsAskedForPackedComesPacked(t *testing.T) {
	h := build(t, nil)
	h.session.change(func(t *referee.Table) { t.Log = entries(200, "c3-d5") })
	for _, path := range []string{"/", "/api/table", "/api/archive/1/export", "/assets/page.css", "/api/nothing"} {
		bare := h.do(call{method: "GET", path: path})
		packed := h.do(call{method: "GET", path: path, header: map[string]string{"Accept-Encoding": "br, gzip;q=0.8"}})
		if bare.Header().Get("Content-Encoding") != "" || packed.Header().Get("Content-Encoding") != "gzip" || !strings.Contains(strings.Join(packed.Header().Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%s: %v, asked for packed %v", path, bare.Header(), packed.Header())
			continue
		}
		in, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatal(path, err)
		}
		if text, err := io.ReadAll(in); err != nil || string(text) != bare.Body.String() || packed.Code != bare.Code {
			t.Errorf("%s: unpacked it is otherwise: %v", path, err)
		}
	}
	for _, header := range []string{"gzip;q=0", "br", "identity", ""} {
		if w := h.do(call{method: "GET", path: "/api/table", header: map[string]string{"Accept-Encoding": header}}); w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%q asked for no gzip", header)
		}
	}
	if w := h.do(call{method: "GET", path: "/api/table", header: map[string]string{"Accept-Encoding": "gzip"}}); w.Body.Len() > 6000 {
		t.Errorf("a log of 200 entries is %d bytes packed", w.Body.Len())
	}
	tag := h.do(call{method: "GET", path: "/assets/page.css", header: map[string]string{"Accept-Encoding": "gzip"}}).Header().Get("ETag")
	if w := h.do(call{method: "GET", path: "/assets/page.css", header: map[string]string{"Accept-Encoding": "gzip", "If-None-Match": tag}}); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("ETag %s: %d, %d bytes", tag, w.Code, w.Body.Len())
	}
}

func TestAPackedStreamSaysEachEventAtOnce(t *testing.T) {
	h := build(t, nil)
	ts := httptest.NewServer(h.server)
	t.Cleanup(ts.Close)
	r, _ := http.NewRequestWithContext(t.Context(), "GET", ts.URL+"/api/events", nil)
	r.Host = "localhost"
	r.Header.Set("Accept-Encoding", "gzip") // so that this client unpacks nothing itself
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal(answer.Header)
	}
	in, err := gzip.NewReader(bufio.NewReader(answer.Body))
	if err != nil {
		t.Fatal(err)
	}
	var f webtest.Follower
	f.Open(in)
	for n := range 20 { // none waits for the one after it
		table, err := f.Next()
		if err != nil || len(table.Log) != n {
			t.Fatalf("event %d: %d entries: %v", n, len(table.Log), err)
		}
		h.session.change(func(t *referee.Table) { t.Log = entries(n+1, "c3-d5"); t.Message.Text = fmt.Sprint(n) })
	}
}

// What pages are made of is packed once, as small as it gets, and is the same to who has it already.
func TestPagesArePackedOnce(t *testing.T) {
	h := build(t, nil)
	plain, small := 0, 0
	for _, path := range []string{"/", "/sim", "/assets/page.css", "/assets/room.css", "/assets/panel.js", "/assets/board.js", "/assets/hands.js", "/assets/words.en.json"} {
		ask := func(header map[string]string) *httptest.ResponseRecorder {
			return h.do(call{method: "GET", path: path, header: header})
		}
		bare, packed := ask(nil), ask(map[string]string{"Accept-Encoding": "gzip"})
		if again := ask(map[string]string{"Accept-Encoding": "gzip"}); packed.Header().Get("Content-Encoding") != "gzip" || again.Body.String() != packed.Body.String() {
			t.Errorf("%s is packed anew", path)
		}
		plain, small = plain+bare.Body.Len(), small+packed.Body.Len()
	}
	if t.Logf("%d bytes are %d packed", plain, small); small > plain*35/100 {
		t.Errorf("%d bytes are %d packed", plain, small)
	}
}
