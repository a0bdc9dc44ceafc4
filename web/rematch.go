package web

import (
	"net/http"

	"reeve/referee"
	"reeve/rules"
)

// postRematch starts a game that is over anew, with the seats changed: any seat's key may,
// or the admin's. The keys go with their holders, so that everybody plays on as he is.
func (gs *gamesRoom) postRematch(w http.ResponseWriter, r *http.Request) {
	var body struct{ guard }
	err := readBody(w, r, &body, true)
	if c := gs.who(r); err == nil && gs.keysFor(r) && !c.admin && len(c.seats) == 0 {
		err = c.refuse(http.StatusUnauthorized, rules.Say("no.key.seat"), rules.Say("do.open.any"))
	}
	if err == nil {
		err = gs.again(r, body.guard.on(referee.Rematch{}, rules.Table))
	}
	gs.answer(w, r, rules.Table, err)
}

// again starts the rematch with the gate shut, and hands on the keys of its seats.
func (gs *gamesRoom) again(r *http.Request, c referee.Command) error {
	gs.gate.Lock()
	defer gs.gate.Unlock()
	if err := gs.session.Do(r.Context(), c); err != nil {
		return err
	}
	return gs.keys.handOn(gs.session.Table(rules.Table).Rematch)
}
