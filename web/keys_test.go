package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/web"
)

func serve(h http.Handler, method, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
	return w
}

func keysOn(c *web.Config, _ *session) { c.KeysOn, c.AdminKey = true, adminKey }

func TestWhenKeysAreInForce(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*web.Config, *session)
		want   int
	}{
		{"an open game on the loopback", nil, 200},
		{"--keys on", keysOn, 401},
		{"a game that hides", func(_ *web.Config, s *session) { s.hide() }, 401},
		{"an address others can call", func(c *web.Config, _ *session) { c.Listen = "192.168.1.5:80" }, 401},
		{"every address", func(c *web.Config, _ *session) { c.Listen = "[::]:80" }, 401},
		{"the other loopback", func(c *web.Config, _ *session) { c.Listen = "[::1]:80" }, 200},
	} {
		if w := build(t, c.change).do(call{method: "GET", path: "/api/seat/white"}); w.Code != c.want {
			t.Errorf("%s: %d, want %d", c.name, w.Code, c.want)
		}
	}
}

func TestWhoMayDoWhat(t *testing.T) {
	h := build(t, keysOn)
	white, black := h.keys["white"].Key, h.keys["black"].Key
	act := func(seat string) call {
		return call{method: "POST", path: "/api/action", body: `{"action":"b1-c3"` + seat + `}`}
	}
	get := func(path string) call { return call{method: "GET", path: path} }
	for _, c := range []struct {
		call                              call
		none, white, black, admin, invent int
	}{
		{get("/api/table"), 200, 200, 200, 200, 200},
		{get("/api/topology"), 200, 200, 200, 200, 200},
		{get("/api/seat/white"), 401, 200, 403, 403, 401},
		{get("/api/events?seat=black"), 401, 403, 200, 403, 401},
		{act(`,"seat":"white"`), 401, 200, 403, 403, 401},
		{act(``), 401, 200, 200, 403, 401},
		{call{method: "POST", path: "/api/answer", body: `{"choice":"x"}`}, 401, 200, 200, 200, 401},
		{call{method: "POST", path: "/api/throw", body: `{"faces":[4]}`}, 401, 200, 200, 200, 401},
		{call{method: "POST", path: "/api/button", body: `{"button":"undo"}`}, 401, 200, 200, 200, 401},
		{call{method: "POST", path: "/api/button", body: `{"button":"undo","seat":"black"}`}, 401, 403, 200, 403, 401},
		{call{method: "POST", path: "/api/resign", body: `{"seat":"white"}`}, 401, 200, 403, 403, 401},
		{call{method: "POST", path: "/api/resign", body: `{}`}, 401, 200, 200, 400, 401},
		{call{method: "POST", path: "/api/sim/setup"}, 401, 403, 403, 200, 401},
		{call{method: "POST", path: "/api/sim/contacts", body: `[]`}, 401, 403, 403, 200, 401},
		{call{method: "POST", path: "/api/games", body: `{"game":""}`}, 401, 403, 403, 400, 401},
		{get("/api/games"), 401, 403, 403, 200, 401},
		{get("/api/keys"), 401, 403, 403, 200, 401},
		{get("/api/keys/white/qr"), 401, 403, 403, 200, 401},
	} {
		for key, want := range map[string]int{"": c.none, white: c.white, black: c.black, adminKey: c.admin, "invented": c.invent} {
			c.call.key, c.call.from = key, "127.0.0.1:4711"
			if key == "invented" {
				c.call.from = "10.1.1.1:4711"
			}
			if strings.Contains(c.call.path, "events") && want == 200 {
				continue // it goes on for ever; TestEvents opens it
			}
			if w := h.do(c.call); w.Code != want {
				t.Errorf("%s %s %s with key %q: %d, want %d", c.call.method, c.call.path, c.call.body, key, w.Code, want)
			}
		}
	}
}

func TestSecretsStayWithTheirSeat(t *testing.T) {
	h := build(t, keysOn)
	for _, c := range []call{
		{method: "GET", path: "/api/table", key: h.keys["white"].Key},
		{method: "GET", path: "/api/table"},
		{method: "POST", path: "/api/sim/setup", key: adminKey},
		{method: "POST", path: "/api/games", body: `{"game":"rolechess"}`, key: adminKey},
	} {
		if w := h.do(c); w.Code != 200 || strings.Contains(w.Body.String(), "secret of") {
			t.Errorf("%s %s: %d %s", c.method, c.path, w.Code, w.Body)
		}
	}
}

func TestALinkBecomesACookieOnce(t *testing.T) {
	h := build(t, keysOn)
	w := h.do(call{method: "GET", path: "/seat/white?key=" + h.keys["white"].Key})
	cookie := cookieOf(w)
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/seat/white" || cookie == nil {
		t.Fatalf("%d to %q with cookie %v", w.Code, w.Header().Get("Location"), cookie)
	}
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode {
		t.Errorf("cookie %v can be read or travels", cookie)
	}
	with := map[string]string{"Cookie": cookie.Name + "=" + cookie.Value}
	for path, want := range map[string]int{"/seat/white": 200, "/api/seat/white": 200, "/seat/black": 401, "/api/seat/black": 403} {
		if w := h.do(call{method: "GET", path: path, header: with}); w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
	if w := h.do(call{method: "GET", path: "/api/keys/white/qr", key: adminKey}); w.Code != http.StatusConflict {
		t.Errorf("the QR code of an opened seat: %d, want 409", w.Code)
	}
	if w := h.do(call{method: "GET", path: "/api/keys/black/qr", key: adminKey}); w.Code != 200 {
		t.Errorf("the QR code of the other seat: %d, want 200", w.Code)
	}
}

func TestWrongLinks(t *testing.T) {
	h := build(t, keysOn)
	for path, want := range map[string]int{
		"/seat/white":                                  401,
		"/seat/white?key=invented":                     401,
		"/seat/white?key=" + h.keys["black"].Key:       403,
		"/seat/red?key=" + h.keys["black"].Key:         404,
		"/?key=invented":                               401,
		"/sim?key=" + h.keys["black"].Key:              401,
		"/sim?key=" + adminKey:                         303,
		"/?key=" + adminKey:                            303,
		"/seat/black?key=" + h.keys["black"].Key + "x": 401,
	} {
		w := h.do(call{method: "GET", path: path})
		if w.Code != want || (cookieOf(w) != nil) != (want == 303) {
			t.Errorf("%s: %d with cookie %v, want %d", path, w.Code, cookieOf(w), want)
		}
	}
}

func TestANewGameHasNewKeys(t *testing.T) {
	h := build(t, keysOn)
	old := h.keys["white"].Key
	w := h.do(call{method: "POST", path: "/api/games", body: `{"game":"rolechess"}`, key: adminKey})
	var got struct{ Seats map[string]web.Link }
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Seats["white"].Key == "" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if want := "http://localhost:8080/seat/white?key=" + got.Seats["white"].Key; got.Seats["white"].URL != want {
		t.Errorf("url %q, want %q", got.Seats["white"].URL, want)
	}
	for key, want := range map[string]int{old: 401, got.Seats["white"].Key: 200} {
		if w := h.do(call{method: "GET", path: "/api/seat/white", key: key}); w.Code != want {
			t.Errorf("key %s: %d, want %d", key, w.Code, want)
		}
	}
}

func TestKeysOutliveARestart(t *testing.T) {
	file := t.TempDir() + "/keys.json"
	kept := func(fresh bool) string {
		return build(t, func(c *web.Config, _ *session) { c.KeysFile, c.FreshKeys = file, fresh }).keys["white"].Key
	}
	first := kept(false)
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("keys.json: %v, %v", info, err)
	}
	if second := kept(false); second != first {
		t.Error("a restart made new keys")
	}
	if third := kept(true); third == first {
		t.Error("a new game kept the old keys")
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := web.New(web.Config{Session: newSession(t), KeysFile: file, Listen: "127.0.0.1:1"}); err == nil {
		t.Error("a broken keys.json was read")
	}
}

// Wrong keys are answered the slower the more of them an address sends; right keys
// and proved cookies from the same address never are, and nothing waits for them.
func TestWrongKeysAreSlowAndRightOnesAreNot(t *testing.T) {
	for name, wrong := range map[string]call{
		"bearer":      {method: "GET", path: "/api/keys", key: "wrong"},
		"of a seat":   {method: "GET", path: "/api/seat/white", key: "wrong"},
		"to act":      {method: "POST", path: "/api/resign", body: `{"seat":"white"}`, key: "wrong"},
		"a stream":    {method: "GET", path: "/api/events?seat=white", key: "wrong"},
		"cookie":      {method: "GET", path: "/api/keys", header: map[string]string{"Cookie": "reeve-admin=wrong; reeve-seat-white=wrong"}},
		"seat's link": {method: "GET", path: "/seat/white?key=wrong"},
		"admin link":  {method: "GET", path: "/?key=wrong"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := build(t, keysOn)
				const many = 50
				start := time.Now()
				for range many {
					if w := h.do(wrong); w.Code != 401 {
						t.Fatalf("a wrong key: %d", w.Code)
					}
				}
				if took := time.Since(start); took < 25*time.Second {
					t.Errorf("%d wrong keys one after the other are answered in %v", many, took)
				}
				done, begun := make(chan time.Duration, many), start
				for range many { // and all at once
					go func() { h.do(wrong); done <- time.Since(begun) }()
				}
				synctest.Wait()
				start = time.Now()
				white := h.keys["white"].Key
				for _, c := range []call{
					{method: "GET", path: "/api/keys", key: adminKey}, {method: "GET", path: "/api/seat/white", key: white},
					{method: "GET", path: "/api/keys", header: map[string]string{"Cookie": "reeve-admin=" + adminKey}},
					{method: "GET", path: "/api/seat/white", header: map[string]string{"Cookie": "reeve-seat-black=old; reeve-seat-white=" + white}},
					{method: "GET", path: "/api/table"}, {method: "POST", path: "/api/games", body: `{"game":"rolechess"}`, key: adminKey},
				} {
					if w := h.do(c); w.Code != 200 || time.Since(start) != 0 {
						t.Errorf("%s %s beside wrong keys: %d after %v", c.method, c.path, w.Code, time.Since(start))
					}
				}
				elsewhere := wrong
				elsewhere.from = "10.0.0.2:5"
				if h.do(elsewhere); time.Since(start) != 0 {
					t.Errorf("another address waits for %v", time.Since(start))
				}
				for range many {
					<-done
				}
				if took := time.Since(start); took > 10*time.Second {
					t.Errorf("the last answer to a wrong key comes after %v", took)
				}
				time.Sleep(time.Minute)
				if start = time.Now(); h.do(wrong).Code != 401 || time.Since(start) != 0 {
					t.Errorf("a minute later a wrong key waits for %v", time.Since(start))
				}
			})
		})
	}
}

// However many addresses send wrong keys, few are remembered.
func TestAFloodOfAddressesIsForgotten(t *testing.T) {
	h := build(t, keysOn)
	for i := range 20_000 {
		h.do(call{method: "GET", path: "/api/keys", key: "wrong", from: fmt.Sprintf("10.%d.%d.1:5", i/256, i%256)})
	}
	if n := h.server.Remembered(); n > 4096 {
		t.Errorf("%d addresses are remembered", n)
	}
}

// Whom a proxy on this machine asks for has limits of his own, and cannot choose
// another's; others' word for that is not believed.
func TestACallerBehindAProxyIsOneAddress(t *testing.T) {
	type asked struct{ from, real, forwarded string }
	guilty, stranger := asked{"127.0.0.1:5", "10.0.0.1", "10.0.0.1"}, asked{"10.9.9.9:5", "10.0.0.2", ""}
	for _, c := range []struct {
		before, then asked
		slow         bool
	}{
		{guilty, asked{"127.0.0.1:5", "10.0.0.1", ""}, true}, {guilty, asked{"127.0.0.1:5", "", "10.0.0.7, 10.0.0.1"}, true},
		{guilty, asked{"[::1]:5", "10.0.0.1", "10.0.0.7,10.0.0.1"}, true}, {guilty, asked{"127.0.0.1:5", "10.0.0.2", ""}, false},
		{guilty, asked{"127.0.0.1:5", "", ""}, false}, {guilty, asked{"127.0.0.1:5", "10.0.0.3", "10.0.0.1"}, false}, {guilty, asked{"127.0.0.1:5", "nonsense", ""}, false},
		{stranger, asked{"10.9.9.9:5", "10.0.0.3", ""}, true}, {stranger, asked{"10.9.9.8:5", "10.0.0.2", ""}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := build(t, keysOn)
			wrong := func(a asked) time.Duration {
				start, header := time.Now(), map[string]string{"Via": "1.1 proxy"}
				for name, value := range map[string]string{"X-Real-IP": a.real, "X-Forwarded-For": a.forwarded} {
					if value != "" {
						header[name] = value
					}
				}
				h.do(call{method: "GET", path: "/api/keys", key: "wrong", from: a.from, header: header})
				return time.Since(start)
			}
			for range 20 {
				wrong(c.before)
			}
			if took := wrong(c.then); (took > 0) != c.slow {
				t.Errorf("after %v, %v is answered after %v", c.before, c.then, took)
			}
		})
	}
}

// An address that asks without end is told to slow down; others, this machine and
// who has a key are not.
func TestRequestsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := build(t, func(c *web.Config, _ *session) { c.Listen, c.AdminKey = "0.0.0.0:8080", adminKey })
		ask := func(from string) int { return h.do(call{method: "GET", path: "/healthz", from: from}).Code }
		allowed := 0
		for ask("10.0.0.1:5") == 200 {
			if allowed++; allowed > 2000 {
				t.Fatal("nobody is told to slow down")
			}
		}
		if allowed < 300 {
			t.Errorf("only %d requests at once: ten pages are more", allowed)
		}
		for key, want := range map[string]int{h.keys["white"].Key: 200, adminKey: 200, "wrong": 429} {
			bearer := call{method: "GET", path: "/healthz", from: "10.0.0.1:5", key: key}
			cookie := call{method: "GET", path: "/healthz", from: "10.0.0.1:5", header: map[string]string{"Cookie": "reeve-seat-white=" + key}}
			for _, c := range []call{bearer, cookie} {
				if got := h.do(c).Code; got != want {
					t.Errorf("with the key %s: %d, want %d", key, got, want)
				}
			}
		}
		for from, want := range map[string]int{"10.0.0.1:6": 429, "10.0.0.2:5": 200, "127.0.0.1:5": 200, "[::1]:5": 200} {
			if got := ask(from); got != want {
				t.Errorf("from %s: %d, want %d", from, got, want)
			}
		}
		time.Sleep(time.Second)
		if got := ask("10.0.0.1:7"); got != 200 {
			t.Errorf("a second later: %d, want 200", got)
		}
		for range 3000 {
			if got := ask("127.0.0.1:5"); got != 200 {
				t.Fatalf("this machine's own: %d", got)
			}
		}
	})
}

func TestForeignPagesAreRefused(t *testing.T) {
	h := build(t, func(c *web.Config, _ *session) { c.AllowHosts = []string{"Reeve.example"} })
	for _, c := range []struct {
		host, origin, site, path string
		want                     int
	}{
		{"localhost:8080", "", "", "/api/table", 200},
		{"127.0.0.1:8080", "", "", "/api/table", 200},
		{"[::1]:8080", "", "", "/api/table", 200},
		{"reeve.example", "", "", "/api/table", 200},
		{"LOCALHOST.", "", "", "/api/table", 200},
		{"evil.example:8080", "", "", "/api/table", 403},
		{"10.9.8.7:8080", "", "", "/api/table", 403},
		{"localhost:8080", "http://localhost:8080", "same-origin", "/api/table", 200},
		{"localhost:8080", "http://localhost:9090", "", "/api/table", 403},
		{"localhost:8080", "http://evil.example", "", "/api/table", 403},
		{"localhost:8080", "null", "", "/api/table", 403},
		{"localhost:8080", "", "cross-site", "/api/table", 403},
		{"localhost:8080", "", "same-site", "/api/table", 403},
		{"localhost:8080", "", "none", "/api/table", 200},
		{"localhost:8080", "", "cross-site", "/", 200},
	} {
		header := map[string]string{"Sec-Fetch-Mode": "navigate"}
		for name, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site} {
			if value != "" {
				header[name] = value
			}
		}
		if w := h.do(call{method: "GET", path: c.path, host: c.host, header: header}); w.Code != c.want {
			t.Errorf("%+v: %d", c, w.Code)
		}
	}
}

// Listening on every address, a call may name the one it came in on.
func TestOnEveryAddressTheOneCalledIsAName(t *testing.T) {
	h := build(t, func(c *web.Config, _ *session) { c.Listen = "0.0.0.0:8080" })
	for host, want := range map[string]int{"192.168.1.5:8080": 200, "192.168.1.6:8080": 403, "evil.example": 403, "localhost": 200} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = host
		local := &net.TCPAddr{IP: net.IPv4(192, 168, 1, 5), Port: 8080}
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, local)))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", host, w.Code, want)
		}
	}
}

func TestKeysAreNotLogged(t *testing.T) {
	var log bytes.Buffer
	h := build(t, func(c *web.Config, s *session) {
		keysOn(c, s)
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	h.session.refusal = errDisk
	key := h.keys["white"].Key
	h.do(call{method: "GET", path: "/api/table?key=" + key})
	h.do(call{method: "POST", path: "/api/action", body: `{"action":"b1-c3","seat":"white"}`, key: key})
	h.do(call{method: "GET", path: "/seat/white?key=" + key})
	h.do(call{method: "GET", path: "/seat/black?key=" + key})
	if log.Len() == 0 || strings.Contains(log.String(), key) {
		t.Errorf("the log says %q", log.String())
	}
}

// Keys are compared in one place, in constant time: no other line of the program
// sets a key beside anything but nothing.
func TestKeysAreComparedInConstantTime(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	fset, same := token.NewFileSet(), 0
	secret := func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.Ident:
			return strings.HasSuffix(strings.ToLower(e.Name), "key")
		case *ast.SelectorExpr:
			return strings.HasSuffix(e.Sel.Name, "Key")
		}
		return false
	}
	empty := func(e ast.Expr) bool { lit, ok := e.(*ast.BasicLit); return ok && lit.Value == `""` }
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(fset, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if (n.Op == token.EQL || n.Op == token.NEQ) && (secret(n.X) && !empty(n.Y) || secret(n.Y) && !empty(n.X)) {
					t.Errorf("%s compares a key", fset.Position(n.Pos()))
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "ConstantTimeCompare" {
					same++
				}
			}
			return true
		})
	}
	if same != 1 {
		t.Errorf("keys are compared in constant time in %d places, want 1", same)
	}
}
