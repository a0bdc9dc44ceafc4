package web

import (
	"errors"
	"net/http"

	"reeve/referee"
	"reeve/rules"
)

// postRematch starts a game that is over anew, with the seats changed: any seat's key may,
// or the admin's. The keys go with their holders, so that everybody plays on as he is.
func (s *Server) postRematch(w http.ResponseWriter, r *http.Request) {
	var body struct{ guard }
	err := readBody(w, r, &body, true)
	if c := s.who(r); err == nil && s.keysFor(r) && !c.admin && len(c.seats) == 0 {
		err = c.refuse(http.StatusUnauthorized, rules.Say("no.key.seat"), rules.Say("do.open.any"))
	}
	if err == nil {
		err = s.again(r, body.guard.on(referee.Rematch{}, rules.Table))
	}
	var stale *referee.Stale
	if errors.As(err, &stale) {
		s.failStale(w, r, rules.Table)
		return
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, s.tableOf(r, rules.Table))
}

// again starts the rematch with the gate shut, and hands on the keys of its seats.
func (s *Server) again(r *http.Request, c referee.Command) error {
	s.gate.Lock()
	defer s.gate.Unlock()
	if err := s.cfg.Session.Do(r.Context(), c); err != nil {
		return err
	}
	return s.keys.handOn(s.cfg.Session.Table(rules.Table).Rematch)
}
