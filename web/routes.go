package web

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"reeve/rules"
)

// route is one address of the interface and one method that it answers to.
type route struct {
	method, pattern string
	handler         http.HandlerFunc
	query           []string // what may stand behind the "?" of an address under /api/
	public          bool     // shows everybody the same, so that foreign pages may be let in (--allow-origin)
}

// What may stand behind the "?" of the addresses that show or answer a table.
var tableQuery = []string{"log", "rgb"}

// wrapper puts something around a handler.
type wrapper func(http.HandlerFunc) http.HandlerFunc

// get is a route that shows something.
func get(pattern string, h http.HandlerFunc, query ...string) route {
	return route{method: http.MethodGet, pattern: pattern, handler: h, query: query}
}

// open is a route that shows something, and that pages of other sites may be let in to.
func open(pattern string, h http.HandlerFunc, query ...string) route {
	return route{method: http.MethodGet, pattern: pattern, handler: h, query: query, public: true}
}

// send is a route that does something.
func send(pattern string, h http.HandlerFunc) route {
	return route{method: http.MethodPost, pattern: pattern, handler: h}
}

// post is a route that does something and answers with a table.
func post(pattern string, h http.HandlerFunc) route {
	return route{method: http.MethodPost, pattern: pattern, handler: h, query: tableQuery}
}

// routes is the whole interface, room by room.
func (s *Server) routes() []route {
	return slices.Concat(s.pageRoutes(), s.showRoutes(), s.playRoutes(), s.hostRoutes(), s.simRoutes(), s.reference.routes(), s.trust.routes(),
		s.hall.routes(s.during), s.archive.routes(s.during))
}

// pageRoutes are the pages and what they are made of.
func (s *Server) pageRoutes() []route {
	return []route{
		get("/{$}", s.page("table.html")),
		get("/sim", s.simPage),
		get("/here", s.page("here.html")),
		get("/learn", s.page("learn.html")),
		get("/seat/{seat}", s.during(s.seatPage)),
		get("/archive", s.page("archive.html")),
		get("/doctor", s.page("doctor.html")),
		get("/start", s.page("start.html")),
		get("/trust", s.page("trust.html")),
		get("/assets/{name}", s.asset),
	}
}

// showRoutes show the game on the table and how the daemon does.
func (s *Server) showRoutes() []route {
	return []route{
		open("/healthz", s.health),
		get("/metrics", s.during(s.metrics)),
		open("/api/table", s.during(s.getTable), tableQuery...),
		get("/api/seat/{seat}", s.during(s.getSeat), tableQuery...),
		get("/api/seat/{seat}/odds", s.during(s.getOdds), "from"),
		open("/api/events", s.events, "log", "rgb", "seat"),
		open("/api/about", s.during(s.getAbout)),
		get("/api/engines", s.getEngines),
		open("/api/topology", s.during(s.getTopology)),
		get("/api/hardware", s.during(s.getHardware)),
		get("/api/doctor", s.admin(s.during(s.getDoctor))),
	}
}

// playRoutes are what players do.
func (s *Server) playRoutes() []route {
	return []route{
		post("/api/action", s.during(s.postAction)),
		post("/api/arm", s.during(s.postArm)),
		post("/api/answer", s.during(s.postAnswer)),
		post("/api/throw", s.during(s.postThrow)),
		post("/api/button", s.during(s.postButton)),
		post("/api/offer", s.during(s.postOffer)),
		post("/api/resign", s.during(s.postResign)),
		post("/api/words", s.during(s.postWords)),
		post("/api/rematch", s.postRematch),
		post("/api/players", s.during(s.postPlayers)),
		post("/api/hint", s.during(s.postHint)),
	}
}

// hostRoutes are what the host does: games, lessons, keys.
func (s *Server) hostRoutes() []route {
	return []route{
		get("/api/games", s.admin(s.getGames)),
		post("/api/games", s.admin(s.postGames)),
		get("/api/lessons", s.getLessons),
		post("/api/lessons", s.admin(s.postLessons)),
		get("/api/keys", s.keeper(s.during(s.getKeys))),
		get("/api/keys/{seat}/qr", s.keeper(s.during(s.getQR))),
	}
}

// simRoutes play the simulated board.
func (s *Server) simRoutes() []route {
	return []route{
		post("/api/sim/contacts", s.simulated(s.admin(s.postContacts))),
		post("/api/sim/setup", s.simulated(s.admin(s.postSetup))),
	}
}

// Route is an address of the interface, its variable parts in braces as
// net/http has them, and a method that it answers to.
type Route struct{ Method, Pattern string }

// Routes returns every route there is: whoever holds something for all of them
// need not know them.
func (s *Server) Routes() []Route {
	var out []Route
	for _, r := range s.routes() {
		out = append(out, Route{r.method, r.pattern})
	}
	return out
}

// mux serves the routes; an address that is none of theirs goes to missing, if
// there is one.
func mux(routes []route, missing http.HandlerFunc) *http.ServeMux {
	table := map[string]methods{}
	for _, r := range routes {
		if table[r.pattern] == nil {
			table[r.pattern] = methods{}
		}
		table[r.pattern][r.method] = r
	}
	m := http.NewServeMux()
	for pattern, methods := range table {
		m.HandleFunc(pattern, methods.serve)
	}
	if missing != nil {
		m.HandleFunc("/", missing)
	}
	return m
}

// methods is what one address answers to.
type methods map[string]route

// serve picks the handler of the request's method, or refuses it with the
// methods there are (RFC 9110, 15.5.6). HEAD is served as GET.
func (m methods) serve(w http.ResponseWriter, r *http.Request) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	found, ok := m[method]
	if !ok {
		m.refuse(w, r)
		return
	}
	if err := found.checkQuery(r.URL); err != nil {
		writeRefusal(w, err)
		return
	}
	found.handler(w, r)
}

func (m methods) refuse(w http.ResponseWriter, r *http.Request) {
	allow := slices.Collect(maps.Keys(m))
	if _, ok := m[http.MethodGet]; ok {
		allow = append(allow, http.MethodHead)
	}
	slices.Sort(allow)
	w.Header().Set("Allow", strings.Join(allow, ", "))
	writeError(w, http.StatusMethodNotAllowed, rules.Say("no.method", "method", rules.Quote(r.Method), "path", rules.Quote(r.URL.Path)), rules.Say("do.methods", "methods", strings.Join(allow, ", ")))
}

// checkQuery refuses what an address under /api/ does not know behind its "?",
// as bodies are refused for a field that is not known.
func (rt route) checkQuery(u *url.URL) error {
	if !strings.HasPrefix(rt.pattern, "/api/") {
		return nil
	}
	given, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return refuse(http.StatusBadRequest, rules.Say("no.query"), rules.Say("do.query"))
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(rt.query, name) {
			return refuse(http.StatusBadRequest, rules.Say("no.query.known", "name", rules.Quote(name)), rt.asks(name))
		}
		if len(given[name]) > 1 {
			return refuse(http.StatusBadRequest, rules.Say("no.query.twice", "name", rules.Quote(name)), rules.Say("do.query.once"))
		}
		if form := forms[name]; form != nil && !form.MatchString(given.Get(name)) {
			return refuse(http.StatusUnprocessableEntity, rules.Say("no.query.value", "name", name, "value", rules.Quote(given.Get(name))), rules.Say("do.docs"))
		}
	}
	return nil
}

// forms are how what stands behind a "?" is written.
var forms = map[string]*regexp.Regexp{
	"log":   regexp.MustCompile(`^[0-9]{1,9}$`),
	"rgb":   regexp.MustCompile(`^[01]$`),
	"limit": regexp.MustCompile(`^[1-9][0-9]{0,5}$`),
	"after": regexp.MustCompile(`^[1-9][0-9]{0,17}$`),
}

// asks says what may stand behind the "?", the nearest to a name first.
func (rt route) asks(name string) rules.Message {
	if len(rt.query) == 0 {
		return rules.Say("do.query.nothing")
	}
	if near := rules.Nearest(name, rt.query); near != "" {
		return rules.Say("do.mean", "name", near)
	}
	return rules.Say("do.query.known", "names", strings.Join(rt.query, ", "))
}

// missing answers for addresses that are not there.
func missing(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		writeError(w, http.StatusNotFound, rules.Say("no.at", "path", rules.Quote(r.URL.Path)), nothing)
		return
	}
	writeNotice(w, r, http.StatusNotFound, rules.Say("no.address"))
}

// during holds game and keys still while h runs. It reads the body before and writes the answer after, so that a
// slow client does not delay a new game.
func (s *Server) during(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			s.fail(w, r, bodyFault(err))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		answer := delayedAnswer{w: w, status: http.StatusOK}
		s.gate.RLock()
		defer func() { answer.send(r.Context()) }()
		defer s.gate.RUnlock()
		h(&answer, r)
	}
}

// delayedAnswer is an answer that waits to be sent.
type delayedAnswer struct {
	w      http.ResponseWriter
	status int
	wait   time.Duration // before it is sent
	body   bytes.Buffer
}

func (h *delayedAnswer) Header() http.Header         { return h.w.Header() }
func (h *delayedAnswer) WriteHeader(status int)      { h.status = status }
func (h *delayedAnswer) Write(b []byte) (int, error) { return h.body.Write(b) }

func (h *delayedAnswer) send(ctx context.Context) {
	waitFor(ctx, h.wait)
	h.w.WriteHeader(h.status)
	h.w.Write(h.body.Bytes())
}

// simulated hides h on a board that is not simulated.
func (s *Server) simulated(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.cfg.Simulation == nil {
			writeError(w, http.StatusNotFound, rules.Say("no.simulated"), rules.Say("do.sim"))
			return
		}
		h(w, r)
	}
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, map[string]string{"status": "ok", "version": s.cfg.Version})
}
