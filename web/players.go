package web

import (
	"net/http"

	"reeve/referee"
	"reeve/rules"
)

// getEngines lists the programs that can play.
func (p *playRoom) getEngines(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, append([]referee.Engine{}, p.engines...))
}

// postPlayers says who plays a seat from now on: that seat's key may, or the admin's.
func (p *playRoom) postPlayers(w http.ResponseWriter, r *http.Request) {
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
	var seat rules.Seat
	var actor *rules.Seat // nil: the admin
	switch {
	case err != nil:
	case p.keysFor(r) && p.who(r).admin:
		seat, err = p.seatNamed(body.Seat, http.StatusUnprocessableEntity)
	default:
		if actor, err = p.actorOf(r, body.Seat); err == nil {
			seat = *actor
		}
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.do(w, r, actor, body.guard, referee.Sit{Seat: seat, Player: body.Player})
}

// postHint shows a seat what a strong player would do; in a game that hides nothing the one to act, if whoever asks acts for all.
func (p *playRoom) postHint(w http.ResponseWriter, r *http.Request) {
	var body struct{ Seat string }
	err := readBody(w, r, &body, false)
	var asks *rules.Seat
	if err == nil {
		asks, err = p.actorOf(r, body.Seat)
	}
	viewer, seat := rules.Table, asks
	if asks != nil {
		viewer = *asks
	} else if err == nil {
		seat, err = p.onlyToAct()
	}
	if err == nil && p.hint == nil {
		err = refuse(http.StatusConflict, rules.Say("no.engines"), rules.Message{})
	}
	if err == nil {
		err = p.hint(r.Context(), *seat)
	}
	p.answer(w, r, viewer, err)
}

// onlyToAct is the one seat whose turn it is, where nothing is hidden.
func (p *playRoom) onlyToAct() (*rules.Seat, error) {
	game := p.session.Game()
	if act := p.session.Table(rules.Table).Position.ToAct; len(act) == 1 && !game.Hidden {
		if seat, player := game.SeatOf(act[0]); player {
			return &seat, nil
		}
	}
	return nil, refuse(http.StatusConflict, rules.Say("no.hint"), rules.Say("do.open.any"))
}
