package web

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"reeve/rules"
)

// The most that one call may play on the simulated board.
const (
	maxContacts = 1000
	maxSpan     = 60 * time.Second
)

// contactBody is one contact as sent.
type contactBody struct {
	Square  string `json:"square"`
	Closed  *bool  `json:"closed"`
	AfterMS int64  `json:"after_ms"`
}

// readContacts reads and checks the contacts of a request.
func readContacts(w http.ResponseWriter, r *http.Request) ([]Contact, error) {
	var body []contactBody
	if err := readBody(w, r, &body, false); err != nil {
		return nil, err
	}
	if len(body) > maxContacts {
		return nil, refuse(http.StatusUnprocessableEntity, rules.Say("no.contacts", "n", strconv.Itoa(len(body))), rules.Say("do.contacts"))
	}
	contacts := make([]Contact, len(body))
	var span time.Duration
	for i, c := range body {
		if c.Square == "" || c.Closed == nil {
			return nil, refuse(http.StatusBadRequest, rules.Say("no.contact.lacks", "n", strconv.Itoa(i)), rules.Say("do.send", "sample", `{"square":"b1","closed":false}`))
		}
		if c.AfterMS < 0 || c.AfterMS > maxSpan.Milliseconds() {
			return nil, refuse(http.StatusUnprocessableEntity, rules.Say("no.contact.after", "n", strconv.Itoa(i), "m", strconv.FormatInt(c.AfterMS, 10)), rules.Say("do.range", "n", "60000"))
		}
		contacts[i] = Contact{c.Square, *c.Closed, time.Duration(c.AfterMS) * time.Millisecond}
		span += contacts[i].After
	}
	if span > maxSpan {
		return nil, refuse(http.StatusUnprocessableEntity, rules.Say("no.contacts.span", "span", span.String()), rules.Say("do.contacts.span"))
	}
	return contacts, nil
}

// simRoom is where the simulated board is played, beside the game.
type simRoom struct {
	tables
	wood Simulation // nil: the board is not simulated
}

func (s *simRoom) routes() []route {
	return []route{
		post("/api/sim/contacts", s.simulated(s.admin(s.postContacts))),
		post("/api/sim/setup", s.simulated(s.admin(s.postSetup))),
	}
}

// simulated hides h on a board that is not simulated.
func (s *simRoom) simulated(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.wood == nil {
			writeError(w, http.StatusNotFound, rules.Say("no.simulated"), rules.Say("do.sim"))
			return
		}
		h(w, r)
	}
}

// postContacts plays raw contacts. It does not hold the gate: a minute of
// contacts must not keep a new game waiting.
func (s *simRoom) postContacts(w http.ResponseWriter, r *http.Request) {
	contacts, err := readContacts(w, r)
	if err == nil {
		err = s.knownSquares(contacts)
	}
	patient(w, maxSpan)
	if err == nil {
		err = s.wood.Contacts(r.Context(), contacts)
	}
	s.answer(w, r, rules.Table, err)
}

func (s *simRoom) knownSquares(contacts []Contact) error {
	t := s.session.Topology()
	for _, c := range contacts {
		if _, ok := t.Square(c.Square); !ok {
			return refuse(http.StatusUnprocessableEntity, rules.Say("no.square.named", "name", rules.Quote(c.Square)), rules.Say("do.topology"))
		}
	}
	return nil
}

// postSetup puts the wood to the position.
func (s *simRoom) postSetup(w http.ResponseWriter, r *http.Request) {
	var body struct{}
	err := readBody(w, r, &body, true)
	if err == nil {
		err = s.wood.Setup(r.Context(), s.session.Topology().Names(s.session.Standing()))
	}
	s.answer(w, r, rules.Table, err)
}

// simboard is the simulated board alone.
type simboard struct {
	reply
	sim     Simulation
	changed func() <-chan struct{}
}

// Simboard serves the simulated board alone: its contacts, its set-up to the
// squares named, its LEDs. The channel of changed is closed when they next change.
func Simboard(sim Simulation, changed func() <-chan struct{}) http.Handler {
	b := simboard{reply{slog.New(slog.DiscardHandler)}, sim, changed}
	healthy := func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, map[string]string{"status": "ok"}) }
	return mux([]route{
		{method: http.MethodGet, pattern: "/healthz", handler: healthy},
		{method: http.MethodGet, pattern: "/api/sim/leds", handler: b.leds, query: []string{"lit"}},
		{method: http.MethodPost, pattern: "/api/sim/contacts", handler: b.contacts},
		{method: http.MethodPost, pattern: "/api/sim/setup", handler: b.setup},
	}, missing)
}

// leds tells the LEDs: with ?lit=SQUARE as soon as that one glows, or after the longest time that a call may take.
func (b simboard) leds(w http.ResponseWriter, r *http.Request) {
	patient(w, maxSpan)
	over := time.After(maxSpan)
	for {
		changed, colours := b.changed(), b.sim.Colours()
		if lit := r.URL.Query().Get("lit"); lit == "" || colours[lit] != "" {
			writeJSON(w, colours)
			return
		}
		select {
		case <-changed:
		case <-over:
			writeJSON(w, colours)
			return
		case <-r.Context().Done():
			return
		}
	}
}

func (b simboard) contacts(w http.ResponseWriter, r *http.Request) {
	contacts, err := readContacts(w, r)
	patient(w, maxSpan)
	if err == nil {
		err = b.sim.Contacts(r.Context(), contacts)
	}
	b.answerTo(w, r, err)
}

func (b simboard) setup(w http.ResponseWriter, r *http.Request) {
	var body struct{ Squares []string }
	err := readBody(w, r, &body, false)
	if err == nil {
		err = b.sim.Setup(r.Context(), body.Squares)
	}
	b.answerTo(w, r, err)
}

func (b simboard) answerTo(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		b.fail(w, r, err)
		return
	}
	writeJSON(w, map[string]string{"status": "ok"})
}
