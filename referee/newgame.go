package referee

import (
	"time"

	"reeve/dice"
	"reeve/rules"
)

// do closes the current game as abandoned and starts another; the wood is
// left as it lies.
func (c NewGame) do(j *Judge, _ time.Duration) error {
	next, err := j.cfg.prepare(c)
	if err != nil {
		return refused(err)
	}
	if j.match.lesson != nil {
		j.match = j.match.lesson.aside
	}
	j.sealAll()
	if _, over := j.match.state().Result(); !over {
		j.take(rules.Abandon(), false)
	}
	j.closeIfOver()
	j.begin(next)
	return nil
}

// do starts the game anew with the seats changed. Dice that were agreed before are
// fair ones now: they would fall as they fell.
func (Rematch) do(j *Judge, now time.Duration) error {
	m := j.match
	if _, over := m.state().Result(); !over || m.isOpen() || m.lesson != nil {
		return Refuse(409, rules.Say("no.rematch"), rules.Say("do.rematch"))
	}
	moved := m.changedSeats()
	next := NewGame{Game: m.game.Name, Options: m.game.Moved(m.header.Options, moved), Clock: m.header.Clock, Players: map[string]string{}}
	if m.header.Dice == string(dice.Manual) {
		next.Dice.Kind = string(dice.Manual)
	}
	for seat, player := range m.players.names() {
		next.Players[moved[seat]] = player
	}
	if err := next.do(j, now); err != nil {
		return err
	}
	j.match.rematch = moved
	return nil
}

// changedSeats says where each seat's player sits after a change of seats: two change places, of
// more each takes the seat of who acts next.
func (m *seating) changedSeats() map[string]string {
	seats, out := m.start.Seated().All(), map[string]string{}
	for i, seat := range seats {
		out[m.game.SeatName(seat)] = m.game.SeatName(seats[(i+1)%len(seats)])
	}
	return out
}
