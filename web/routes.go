package web

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

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
func (all *rooms) routes() []route {
	during := all.gate.during
	return slices.Concat(all.pages.routes(during), all.table.routes(during), all.events.routes(), all.play.routes(during), all.games.routes(during), all.seatKeys.routes(during),
		all.status.routes(during), all.sim.routes(), all.reference.routes(), all.trust.routes(), all.hall.routes(during), all.archive.routes(during))
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
