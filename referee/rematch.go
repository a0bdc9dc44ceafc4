package referee

import (
	"reeve/dice"
	"reeve/rules"
)

// rematch starts the game anew with the seats changed. Dice that were agreed before are
// fair ones now: they would fall as they fell.
func (j *Judge) rematch() error {
	m := j.match
	if _, over := m.state().Result(); !over || m.isOpen() || m.lesson != nil {
		return Refuse(409, rules.Say("no.rematch"), rules.Say("do.rematch"))
	}
	moved := m.moved()
	next := NewGame{Game: m.game.Name, Options: m.game.Moved(m.header.Options, moved), Clock: m.header.Clock, Players: map[string]string{}}
	if m.header.Dice == string(dice.Manual) {
		next.Dice.Kind = string(dice.Manual)
	}
	for seat, player := range m.players.names() {
		next.Players[moved[seat]] = player
	}
	if err := j.newGame(next); err != nil {
		return err
	}
	j.match.rematch = moved
	return nil
}

// moved says where each seat's player sits after a change of seats: two change places, of
// more each takes the seat of who acts next.
func (m *match) moved() map[string]string {
	seats, out := m.start.Seated().All(), map[string]string{}
	for i, seat := range seats {
		out[m.game.SeatName(seat)] = m.game.SeatName(seats[(i+1)%len(seats)])
	}
	return out
}
