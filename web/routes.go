package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// methods is what one address answers to.
type methods map[string]http.HandlerFunc

// Routes lists all that is answered, "GET /api/table" and so on, sorted.
func (s *Server) Routes() []string {
	var list []string
	for pattern, methods := range s.routes() {
		for method := range methods {
			list = append(list, method+" "+pattern)
		}
	}
	slices.Sort(list)
	return list
}

// routes is the whole interface, by address.
func (s *Server) routes() map[string]methods {
	return map[string]methods{
		"/{$}":                            {"GET": s.page("table.html")},
		"/sim":                            {"GET": s.simPage},
		"/seat/{seat}":                    {"GET": s.during(s.seatPage)},
		"/archive":                        {"GET": s.page("archive.html")},
		"/doctor":                         {"GET": s.page("doctor.html")},
		"/api/doctor":                     {"GET": s.admin(s.during(s.getDoctor))},
		"/assets/{name}":                  {"GET": s.asset},
		"/healthz":                        {"GET": s.health},
		"/api/table":                      {"GET": s.during(s.getTable)},
		"/api/seat/{seat}":                {"GET": s.during(s.getSeat)},
		"/api/events":                     {"GET": s.events},
		"/api/games":                      {"GET": s.admin(s.getGames), "POST": s.admin(s.postGames)},
		"/api/about":                      {"GET": s.during(s.getAbout)},
		"/api/topology":                   {"GET": s.during(s.getTopology)},
		"/api/hardware":                   {"GET": s.during(s.getHardware)},
		"/api/keys":                       {"GET": s.keeper(s.during(s.getKeys))},
		"/api/keys/{seat}/qr":             {"GET": s.keeper(s.during(s.getQR))},
		"/api/arm":                        {"POST": s.during(s.postArm)},
		"/api/action":                     {"POST": s.during(s.postAction)},
		"/api/answer":                     {"POST": s.during(s.postAnswer)},
		"/api/throw":                      {"POST": s.during(s.postThrow)},
		"/api/button":                     {"POST": s.during(s.postButton)},
		"/api/offer":                      {"POST": s.during(s.postOffer)},
		"/api/resign":                     {"POST": s.during(s.postResign)},
		"/api/words":                      {"POST": s.during(s.postWords)},
		"/api/sim/contacts":               {"POST": s.simulated(s.admin(s.postContacts))},
		"/api/sim/setup":                  {"POST": s.simulated(s.admin(s.postSetup))},
		"/api/archive":                    {"GET": s.archived(s.getArchive)},
		"/api/archive/{id}":               {"GET": s.archived(s.getArchived)},
		"/api/archive/{id}/export":        {"GET": s.archived(s.getExport)},
		"/api/archive/{id}/verify":        {"GET": s.archived(s.getVerified)},
		"/api/archive/{id}/replay":        {"GET": s.archived(s.getReplay)},
		"/api/archive/{id}/replay/{step}": {"GET": s.archived(s.getReplayed)},
	}
}

// mux serves the table; an address that is not in it goes to missing.
func mux(table map[string]methods, missing http.HandlerFunc) http.Handler {
	m := http.NewServeMux()
	for pattern, methods := range table {
		m.HandleFunc(pattern, methods.serve)
	}
	m.HandleFunc("/", missing)
	return m
}

// serve picks the handler of the request's method, or refuses it with the
// methods there are (RFC 9110, 15.5.6). HEAD is served as GET.
func (m methods) serve(w http.ResponseWriter, r *http.Request) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if h := m[method]; h != nil {
		h(w, r)
		return
	}
	var allow []string
	for name := range m {
		allow = append(allow, name)
	}
	if m["GET"] != nil {
		allow = append(allow, "HEAD")
	}
	slices.Sort(allow)
	w.Header().Set("Allow", strings.Join(allow, ", "))
	writeError(w, http.StatusMethodNotAllowed, "the method "+r.Method+" is not for "+r.URL.Path, "use "+strings.Join(allow, " or "))
}

// missing answers for addresses that are not there.
func (s *Server) missing(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		writeError(w, http.StatusNotFound, "there is nothing at "+r.URL.Path, "")
		return
	}
	writeNotice(w, r, http.StatusNotFound, "There is nothing at this address.")
}

// during runs h with the game and its keys held still. The body is read before
// and the answer written after, so that no slow caller holds up a new game.
func (s *Server) during(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			s.fail(w, r, bodyFault(err))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		answer := held{w: w, status: http.StatusOK}
		s.gate.RLock()
		defer func() { answer.send(r.Context()) }()
		defer s.gate.RUnlock()
		h(&answer, r)
	}
}

// held is an answer that waits to be sent.
type held struct {
	w      http.ResponseWriter
	status int
	wait   time.Duration // before it is sent
	body   bytes.Buffer
}

func (h *held) Header() http.Header         { return h.w.Header() }
func (h *held) WriteHeader(status int)      { h.status = status }
func (h *held) Write(b []byte) (int, error) { return h.body.Write(b) }

func (h *held) send(ctx context.Context) {
	waitFor(ctx, h.wait)
	h.w.WriteHeader(h.status)
	h.w.Write(h.body.Bytes())
}

// simulated hides h on a board that is not simulated.
func (s *Server) simulated(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.cfg.Simulation == nil {
			writeError(w, http.StatusNotFound, "this board is not simulated", "start the daemon with --board sim")
			return
		}
		h(w, r)
	}
}

// archived hides h where nothing is archived. The keys that open a record are those
// of the game on the table: both are held still.
func (s *Server) archived(h http.HandlerFunc) http.HandlerFunc {
	h = s.during(h)
	return func(w http.ResponseWriter, r *http.Request) {
		if s.cfg.Archive == nil {
			writeError(w, http.StatusNotFound, "there is no archive", "")
			return
		}
		h(w, r)
	}
}

func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, map[string]string{"status": "ok", "version": s.cfg.Version})
}
