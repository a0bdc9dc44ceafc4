package hall

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"reeve/board"
	"reeve/hall/wire"
	"reeve/rules"
)

//go:embed assets words
var files embed.FS

// Pages are a hall's pages and its HTTP interface.
type Pages struct {
	Hall    *Hall
	Base    string // where others call them: "http://192.168.1.5:8090"
	Version string

	Asset    func(name string) (text []byte, kind string, ok bool) // files that boards' pages have, too
	Kind     func(name string) string
	Language func(*http.Request) string
	Surface  func(*board.Topology) any
	QR       func(text string) ([]byte, error)

	told publicTournaments
}

// cookie holds an arbiter's key.
const cookie = "arbiter"

// policy lets a page use what this hall serves and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the pages.
func (p *Pages) Handler() http.Handler {
	m := http.NewServeMux()
	for _, page := range pagePaths {
		m.HandleFunc("GET "+page, p.page)
	}
	m.HandleFunc("GET /", p.nothing)
	m.HandleFunc("GET /arbiter", p.enter)
	m.HandleFunc("GET /assets/{name}", p.asset)
	m.HandleFunc("GET /healthz", p.health)
	m.HandleFunc("GET /metrics", p.metrics)
	m.HandleFunc("POST /api/join", p.join)
	m.HandleFunc("GET /api/me", p.me)
	m.HandleFunc("GET /api/events", p.events)
	m.HandleFunc("GET /api/cards", p.cards)
	m.HandleFunc("GET /api/surface/{game}", p.surface)
	m.HandleFunc("GET /api/boards/{board}/games", p.games)
	m.HandleFunc("GET /api/qr/{board}", p.qr)
	m.HandleFunc("GET /games.json", p.list)
	m.HandleFunc("GET /games/{board}/{file}", p.game)
	m.HandleFunc("POST /api/boards/{board}/order", p.arbiter(p.order))
	m.HandleFunc("POST /api/boards/{board}", p.arbiter(p.change))
	m.HandleFunc("GET /api/boards/{board}/orders", p.arbiter(p.orders))
	m.HandleFunc("POST /api/invitations", p.arbiter(p.invite))
	m.HandleFunc("POST /api/delay", p.arbiter(p.delay))
	m.HandleFunc("GET /api/offers", p.arbiter(p.offers))
	p.tournamentRoutes(m)
	return p.guarded(m)
}

// guarded keeps foreign pages out of what changes anything, and sets the headers that keep
// a page to itself.
func (p *Pages) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
		} {
			w.Header().Set(name, value)
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.URL.Path != "/api/join" && !own(r) {
			refuse(w, http.StatusForbidden, "hall.no.origin")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		next.ServeHTTP(w, r)
	})
}

// own reports whether no page of another origin made the request.
func own(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	origin := r.Header.Get("Origin")
	u, err := url.Parse(origin)
	return origin == "" || err == nil && strings.EqualFold(u.Host, r.Host)
}

// who returns the arbiter whose key was sent; "" for anybody else. The address proves nothing: a proxy on this
// machine passes on others' requests.
func (p *Pages) who(r *http.Request) string {
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if c, err := r.Cookie(cookie); err == nil && key == "" {
		key = c.Value
	}
	if key == "" {
		return ""
	}
	who, err := p.Hall.cfg.Store.Arbiter(key)
	if err != nil {
		p.Hall.cfg.Log.Warn("arbiters are not known now", "part", "hall", "error", err)
	}
	return who
}

// arbiter lets arbiters only.
func (p *Pages) arbiter(h func(http.ResponseWriter, *http.Request, string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if who := p.who(r); who != "" {
			h(w, r, who)
			return
		}
		time.Sleep(wrongKey)
		refuse(w, http.StatusUnauthorized, "hall.no.arbiter")
	}
}

// wrongKey is the delay of the answer to a wrong key, against guessing.
const wrongKey = 200 * time.Millisecond

// shell is what all pages begin as; each has its own script and style.
//
//go:embed assets/shell.html
var shell string

// pagePaths are where pages are.
var pagePaths = []string{"/{$}", "/wall", "/board/{board}", "/overlay/{board}", "/join", "/tournament", "/tournament/{id}"}

// nothing says where there is nothing so, with a way back for people.
func (p *Pages) nothing(w http.ResponseWriter, r *http.Request) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.NotFound(w, r)
		return
	}
	p.shell(w, r, http.StatusNotFound)
}

// page serves a page.
func (p *Pages) page(w http.ResponseWriter, r *http.Request) { p.shell(w, r, http.StatusOK) }

func (p *Pages) shell(w http.ResponseWriter, r *http.Request, status int) {
	script, style, class := "hall.js", "board.css", ""
	switch {
	case strings.HasPrefix(r.URL.Path, "/overlay/"):
		script, class = "overlay.js", "overlay"
	case r.URL.Path == "/join":
		script = "join-page.js"
	case strings.HasPrefix(r.URL.Path, "/tournament"):
		script, style = "tournament.js", "tournament.css"
	}
	text := strings.NewReplacer("{lang}", p.Language(r), "{title}", html.EscapeString(p.Hall.cfg.Title), "{script}", script, "{style}", style, "{class}", class).Replace(shell)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Language, Cookie")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	io.WriteString(w, text)
}

// enter takes an arbiter's key out of a link.
func (p *Pages) enter(w http.ResponseWriter, r *http.Request) {
	key := r.URL.Query().Get("key")
	if who, err := p.Hall.cfg.Store.Arbiter(key); err != nil || who == "" {
		time.Sleep(wrongKey)
		http.Error(w, "This link is none of an arbiter of this hall. `reeve-hall arbiter NAME` prints one.", http.StatusUnauthorized)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: key, Path: "/", MaxAge: 90 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (p *Pages) asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	w.Header().Set("Cache-Control", "no-cache")
	text, err := files.ReadFile("assets/" + name)
	kind := p.Kind(name)
	if err != nil || path.Ext(name) == ".html" {
		var ok bool
		if text, kind, ok = p.Asset(name); !ok {
			http.NotFound(w, r)
			return
		}
		if lang, is := strings.CutPrefix(strings.TrimSuffix(name, ".json"), "words."); is {
			text = withWords(text, lang)
		}
	}
	w.Header().Set("Content-Type", kind)
	w.Write(text)
}

// withWords adds the hall's sentences to those of the boards' pages.
func withWords(text []byte, lang string) []byte {
	ours, err := files.ReadFile("words/" + lang + ".json")
	all := map[string]json.RawMessage{}
	if err == nil {
		err = errors.Join(json.Unmarshal(text, &all), json.Unmarshal(ours, &all))
	}
	if err != nil {
		return text
	}
	out, _ := json.Marshal(all)
	return out
}

func (p *Pages) health(w http.ResponseWriter, _ *http.Request) {
	answer(w, map[string]string{"status": "ok", "version": p.Version})
}

// me says who asks.
func (p *Pages) me(w http.ResponseWriter, r *http.Request) {
	answer(w, map[string]any{"arbiter": p.who(r), "title": p.Hall.cfg.Title, "delay": p.Hall.Delay().Milliseconds(), "swiss": p.Hall.pairsSwiss()})
}

// join lets a board in.
func (p *Pages) join(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	if err == nil {
		text, err = p.Hall.Join(text)
	}
	switch {
	case errors.Is(err, ErrRefused):
		time.Sleep(wrongKey)
		http.Error(w, strings.TrimPrefix(err.Error(), ErrRefused.Error()+": "), http.StatusForbidden)
	case err != nil:
		p.Hall.cfg.Log.Warn("a board cannot join", "part", "hall", "error", err)
		http.Error(w, "the hall cannot write now: try again later", http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write(text)
	}
}

// filter reads what somebody wants to see.
func filter(q url.Values) Filter {
	f := Filter{Search: q.Get("search"), Kind: q.Get("kind"), State: q.Get("state"), Sort: q.Get("sort"), Board: wire.ID(q.Get("board")), Size: pageSize}
	if n, err := strconv.Atoi(q.Get("size")); err == nil && n >= 1 && n <= 100 {
		f.Size = n
	}
	if n, err := strconv.Atoi(q.Get("page")); err == nil && n >= 0 && n < 100_000 {
		f.Page = n
	}
	f.Search, f.Kind, f.State = short(f.Search), short(f.Kind), short(f.State)
	switch {
	case f.Board != "":
		f = Filter{Board: wire.ID(short(string(f.Board))), Sort: "name", Size: 1}
	case f.Sort != "name":
		f.Sort = "urgent"
	}
	return f
}

// short is as much of a word as anybody searches for.
func short(text string) string {
	if len(text) > 100 {
		return text[:100]
	}
	return text
}

// screen is what the caller may see: arbiters what is, spectators what was.
func (p *Pages) screen(r *http.Request) *screen {
	if r.URL.Query().Get("as") != "spectator" && p.who(r) != "" {
		return p.Hall.floor.live
	}
	return p.Hall.floor.public
}

func (p *Pages) cards(w http.ResponseWriter, r *http.Request) {
	text := p.screen(r).now(filter(r.URL.Query()))
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(text[len("data: ") : len(text)-2])
}

// Times of a stream.
const (
	beats     = 15 * time.Second // between comments that keep a silent line open
	writeWait = 5 * time.Second  // after which a viewer who does not read is dropped

	// givesWay is what a viewer is told last whose search gives way to others.
	givesWay = "retry: 30000\n: too many search for something else\n\n"
)

// events shows cards as they change.
func (p *Pages) events(w http.ResponseWriter, r *http.Request) {
	frames, stop := p.screen(r).watch(filter(r.URL.Query()))
	defer stop()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	rc := http.NewResponseController(w)
	if err := rc.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return
	}
	tick := time.NewTicker(beats)
	defer tick.Stop()
	text := []byte("retry: 1000\n\n")
	for {
		if err := rc.SetWriteDeadline(time.Now().Add(writeWait)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return
		}
		if _, err := w.Write(text); err != nil || rc.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case frame, more := <-frames:
			if text = frame; !more {
				w.Write([]byte(givesWay)) // it may not arrive: then he calls again sooner
				return
			}
		case <-tick.C:
			text = []byte(": beat\n\n")
		}
	}
}

// surface is the board of a game.
func (p *Pages) surface(w http.ResponseWriter, r *http.Request) {
	g, err := rules.Find(p.Hall.cfg.Games, r.PathValue("game"))
	if err != nil {
		refuse(w, http.StatusNotFound, "hall.no.game")
		return
	}
	var options map[string]any
	if text := r.URL.Query().Get("options"); text != "" && json.Unmarshal([]byte(text), &options) != nil {
		refuse(w, http.StatusBadRequest, "hall.no.form")
		return
	}
	start, err := g.Start(options)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "hall.no.form")
		return
	}
	seats := []string{}
	for _, seat := range start.Seated().All() {
		seats = append(seats, g.SeatName(seat))
	}
	out := map[string]any{"surface": p.Surface(start.Topology()), "title": g.Title, "seats": seats, "options": g.Options}
	if g.Figures != nil {
		out["figures"] = g.Figures()
	}
	answer(w, out)
}

// qr draws the link to a board.
func (p *Pages) qr(w http.ResponseWriter, r *http.Request) {
	text, err := p.QR(p.Base + "/board/" + url.PathEscape(r.PathValue("board")))
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "hall.no.form")
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Write(text)
}

// answer writes JSON.
func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.Encode(v)
}

// refuse writes why something is not done, as a key of the hall's words.
func refuse(w http.ResponseWriter, status int, key string, more ...any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	out := map[string]any{"key": key}
	if len(more) > 0 {
		out["error"] = fmt.Sprint(more...)
	}
	json.NewEncoder(w).Encode(out)
}

// fail writes what an error means.
func (p *Pages) fail(w http.ResponseWriter, err error) {
	var r *refusal
	switch {
	case errors.As(err, &r):
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		json.NewEncoder(w).Encode(map[string]any{"key": r.key, "args": r.args, "error": r.text})
	case errors.Is(err, ErrNone):
		refuse(w, http.StatusNotFound, "hall.no.there", err)
	case errors.Is(err, ErrRefused):
		refuse(w, http.StatusUnprocessableEntity, "hall.no.form", err)
	case errors.Is(err, ErrSilent):
		refuse(w, http.StatusGatewayTimeout, "hall.no.answer", err)
	default:
		p.Hall.cfg.Log.Warn("a request failed", "part", "hall", "error", err)
		refuse(w, http.StatusInternalServerError, "hall.no.disk")
	}
}
