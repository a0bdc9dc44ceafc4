package web

import (
	"errors"
	"net/http"

	"reeve/referee"
	"reeve/rules"
)

// guard is what every body of a POST that plays may hold besides: the number of
// the table that the caller saw. Nothing is done if it is another by then.
type guard struct{ Seq *uint64 }

// on is c with the guard before it.
func (g guard) on(c referee.Command, viewer rules.Seat) referee.Command {
	if g.Seq == nil {
		return c
	}
	return referee.Guarded{Command: c, Viewer: viewer, Seq: *g.Seq}
}

// do carries out c and answers with the table of who called.
func (s *Server) do(w http.ResponseWriter, r *http.Request, who *rules.Seat, g guard, c referee.Command) {
	viewer := rules.Table
	if who != nil {
		viewer = *who
	}
	err := s.cfg.Session.Do(r.Context(), g.on(c, viewer))
	var stale *referee.Stale
	if errors.As(err, &stale) {
		s.failStale(w, r, viewer)
		return
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, s.tableOf(r, viewer))
}

// failStale answers with the newer table.
func (s *Server) failStale(w http.ResponseWriter, r *http.Request, viewer rules.Seat) {
	writeFault(w, http.StatusConflict, struct {
		fault
		Table any `json:"table"`
	}{faultOf(rules.Say("no.changed"), rules.Say("do.again")), s.tableOf(r, viewer)})
}

// need refuses a body in which a field is missing.
func need(field, value string) error {
	if value == "" {
		return refuse(http.StatusBadRequest, rules.Say("no.missing", "name", field), rules.Say("do.docs"))
	}
	return nil
}

func (s *Server) postAction(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Action, Seat string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("action", body.Action)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	seat, err := s.actorOf(r, body.Seat)
	if err == nil && seat == nil && s.keysFor(r) && s.cfg.Session.Table(rules.Table).Lesson == nil { // who teaches acts for all
		err = refuse(http.StatusForbidden, rules.Say("no.admin.acts"), rules.Say("do.seat.key"))
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.do(w, r, seat, body.guard, referee.Act{Seat: seat, Text: body.Action})
}

// postArm chooses what the hands will show next: the actions of a seat that begin
// so, or nothing any more (hands.md rule 11).
func (s *Server) postArm(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Action, Seat string
		guard
	}
	err := readBody(w, r, &body, false)
	s.doNamed(w, r, err, body.Seat, body.guard, func(seat rules.Seat) referee.Command {
		return referee.Arm{Seat: seat, Text: body.Action}
	})
}

func (s *Server) postAnswer(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Choice string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("choice", body.Choice)
	}
	s.doUnnamed(w, r, err, body.guard, referee.Answer{Choice: body.Choice})
}

func (s *Server) postThrow(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Faces  []int
		Action string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil && (len(body.Faces) == 0) == (body.Action == "") {
		err = refuse(http.StatusBadRequest, rules.Say("no.throw.form"), rules.Say("do.send", "sample", `{"faces":[4]}`))
	}
	s.doUnnamed(w, r, err, body.guard, referee.Throw{Faces: body.Faces, Text: body.Action})
}

// doUnnamed carries out a command that no seat is named for: with keys in force
// any seat's will do, or the admin's.
func (s *Server) doUnnamed(w http.ResponseWriter, r *http.Request, err error, g guard, c referee.Command) {
	if err != nil {
		s.fail(w, r, err)
		return
	}
	seat, err := s.actorOf(r, "")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.do(w, r, seat, g, c)
}

var buttons = map[string]bool{"confirm": true, "undo": true, "energy": true}

func (s *Server) postButton(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Button, Seat string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("button", body.Button)
	}
	if err == nil && !buttons[body.Button] {
		err = refuse(http.StatusUnprocessableEntity, rules.Say("no.button", "name", rules.Quote(body.Button)), rules.Say("do.buttons"))
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	seat, err := s.actorOf(r, body.Seat)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.do(w, r, seat, body.guard, referee.Press{Button: body.Button, Seat: seat})
}

func (s *Server) postOffer(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Seat, Kind string
		Accept     *bool
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("kind", body.Kind)
	}
	if err == nil && body.Kind != "draw" && body.Kind != "undo" {
		err = refuse(http.StatusUnprocessableEntity, rules.Say("no.offer", "kind", rules.Quote(body.Kind)), rules.Say("do.kinds"))
	}
	accept := body.Accept == nil || *body.Accept
	s.doNamed(w, r, err, body.Seat, body.guard, func(seat rules.Seat) referee.Command {
		return referee.MakeOffer{Seat: seat, Kind: body.Kind, Accept: accept}
	})
}

func (s *Server) postResign(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Seat string
		guard
	}
	err := readBody(w, r, &body, false)
	s.doNamed(w, r, err, body.Seat, body.guard, func(seat rules.Seat) referee.Command { return referee.GiveUp{Seat: seat} })
}

func (s *Server) postWords(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Seat, Words string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("words", body.Words)
	}
	if err == nil && len(body.Words) > 1000 {
		err = refuse(http.StatusUnprocessableEntity, rules.Say("no.words.many"), rules.Say("do.bytes.words"))
	}
	s.doNamed(w, r, err, body.Seat, body.guard, func(seat rules.Seat) referee.Command {
		return referee.Words{Seat: seat, Words: body.Words}
	})
}

// doNamed carries out a command that is always one seat's.
func (s *Server) doNamed(w http.ResponseWriter, r *http.Request, err error, name string, g guard, command func(rules.Seat) referee.Command) {
	var seat *rules.Seat
	if err == nil {
		seat, err = s.actorOf(r, name)
	}
	if err == nil && seat == nil {
		err = need("seat", "")
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.do(w, r, seat, g, command(*seat))
}
