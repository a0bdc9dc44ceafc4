package web

import (
	"errors"
	"net/http"

	"reeve/referee"
	"reeve/rules"
)

// getEngines lists the programs that can play.
func (s *Server) getEngines(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, append([]referee.Engine{}, s.cfg.Engines...))
}

// postPlayers says who plays a seat from now on: that seat's key may, or the admin's.
func (s *Server) postPlayers(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Seat, Player string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("seat", body.Seat)
	}
	if err == nil {
		err = checkPlayers(map[string]string{body.Seat: body.Player})
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if s.keysFor(r) && s.who(r).admin {
		seat, err := s.seatNamed(body.Seat, http.StatusUnprocessableEntity)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		s.do(w, r, nil, body.guard, referee.Sit{Seat: seat, Player: body.Player})
		return
	}
	seat, err := s.actorOf(r, body.Seat)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.do(w, r, seat, body.guard, referee.Sit{Seat: *seat, Player: body.Player})
}

// postHint shows a seat what a strong player would do; in a game that hides nothing the one to act, if whoever asks acts for all.
func (s *Server) postHint(w http.ResponseWriter, r *http.Request) {
	var body struct{ Seat string }
	err := readBody(w, r, &body, false)
	var asks *rules.Seat
	if err == nil {
		asks, err = s.actorOf(r, body.Seat)
	}
	viewer, seat := rules.Table, asks
	if asks != nil {
		viewer = *asks
	} else if err == nil {
		seat, err = s.onlyToAct()
	}
	if err == nil && s.cfg.Hint == nil {
		err = refuse(http.StatusConflict, rules.Say("no.engines"), rules.Message{})
	}
	if err == nil {
		err = s.cfg.Hint(r.Context(), *seat)
	}
	if stale := (*referee.Stale)(nil); errors.As(err, &stale) {
		s.failStale(w, r, viewer)
		return
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, s.tableOf(r, viewer))
}

// onlyToAct is the one seat whose turn it is, where nothing is hidden.
func (s *Server) onlyToAct() (*rules.Seat, error) {
	game := s.cfg.Session.Game()
	if act := s.cfg.Session.Table(rules.Table).Position.ToAct; len(act) == 1 && !game.Hidden {
		if seat, player := game.SeatOf(act[0]); player {
			return &seat, nil
		}
	}
	return nil, refuse(http.StatusConflict, rules.Say("no.hint"), rules.Say("do.open.any"))
}
