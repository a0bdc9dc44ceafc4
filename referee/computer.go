package referee

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/gesture"
	"reeve/messages"
	"reeve/rules"
)

// Engine is a program that can play seats.
type Engine struct {
	Name   string `json:"name"`   // as it is chosen: "reeve" of "reeve:4"
	Levels int    `json:"levels"` // from 1 on
	// Apart are the levels that can be told apart, by game; of a game that is not in it all are worth a choice.
	Apart map[string][]int `json:"apart,omitempty"`
}

// Computer is a program that plays a seat, as everybody may know it.
type Computer struct {
	Engine  string   `json:"engine"`
	Level   int      `json:"level"`
	Resigns bool     `json:"resigns,omitempty"` // it gives up when it has lost
	Name    string   `json:"name,omitempty"`    // as it calls itself, once it has
	Version string   `json:"version,omitempty"`
	Trouble *Message `json:"trouble,omitempty"` // what keeps it from playing
}

// Sit says who plays a seat from now on: a person by name, nobody by name, or a computer
// ("reeve:4").
type Sit struct {
	Seat   rules.Seat
	Player string
}

// Introduce says what the computer on a seat calls itself. It is recorded if it is new.
type Introduce struct {
	Seat     rules.Seat
	Player   string // as it was asked for
	Identity archive.Identity
}

// Complain says what keeps the computer on a seat from playing; no message: nothing any more.
type Complain struct {
	Seat rules.Seat
	Why  rules.Message
}

// players are who plays each seat.
type players struct {
	by      map[string]archive.Sitting
	trouble map[string]rules.Message
}

// computer returns the computer on the named seat; false if a person plays it.
func (p players) computer(seat string) (archive.Computer, bool) {
	return archive.ParseComputer(p.by[seat].Player)
}

// names are the players by seat, as they are written.
func (p players) names() map[string]string {
	out := map[string]string{}
	for seat, s := range p.by {
		out[seat] = s.Player
	}
	return out
}

// computers are the programs among them, nil if there are none.
func (p players) computers() map[string]Computer {
	var out map[string]Computer
	for seat, s := range p.by {
		c, ok := archive.ParseComputer(s.Player)
		if !ok {
			continue
		}
		if out == nil {
			out = map[string]Computer{}
		}
		told := Computer{Engine: c.Engine, Level: c.Level, Resigns: c.Resigns, Name: s.Name, Version: s.Version}
		if why, amiss := p.trouble[seat]; amiss {
			m := say(why)
			told.Trouble = &m
		}
		out[seat] = told
	}
	return out
}

// seating is who plays the game's seats.
type seating struct {
	history
	players players
}

// handless are the seats of computers: their steps come without touches.
func (m *seating) handless() (seats rules.Seats) {
	for _, seat := range m.start.Seated().All() {
		if _, ok := m.players.computer(m.game.SeatName(seat)); ok {
			seats |= rules.SeatsOf(seat)
		}
	}
	return seats
}

// waitsForComputers reports whether nothing is open and the game waits for computers alone: no hands go
// on from here.
func (m *seating) waitsForComputers() bool {
	return m.base < len(m.played) && !m.isOpen() && gesture.Waits(m.state(), m.handless())
}

// checkPlayer refuses a computer that there is not, also one written otherwise than ParseComputer reads: nobody would move
// for a person of that name.
func (c *Config) checkPlayer(text string) error {
	asked, ok := archive.ParseComputer(text)
	if !ok {
		name, _, colon := strings.Cut(text, ":")
		if slices.ContainsFunc(c.Engines, func(e Engine) bool { return e.Name == name || colon && strings.EqualFold(e.Name, name) }) {
			return Refuse(422, rules.Say("no.engine", "name", rules.Quote(text)), rules.Say("do.there", "names", c.engines()))
		}
		return nil
	}
	i := slices.IndexFunc(c.Engines, func(e Engine) bool { return e.Name == asked.Engine })
	switch {
	case i < 0 && len(c.Engines) == 0:
		return Refuse(422, rules.Say("no.engines"), rules.Say("do.person"))
	case i < 0:
		return Refuse(422, rules.Say("no.engine", "name", asked.Engine), rules.Say("do.there", "names", c.engines()))
	case asked.Level > c.Engines[i].Levels:
		return Refuse(422, rules.Say("no.level", "engine", asked.Engine, "level", strconv.Itoa(asked.Level)), rules.Say("do.there", "names", c.engines()))
	}
	return nil
}

// engines lists what can be asked for.
func (c *Config) engines() string {
	var all []string
	for _, e := range c.Engines {
		all = append(all, e.Name+":1 … "+e.Name+":"+strconv.Itoa(e.Levels))
	}
	return strings.Join(all, ", ")
}

// seated takes the players of a game that begins.
func seated(named map[string]string) players {
	p := players{by: map[string]archive.Sitting{}, trouble: map[string]rules.Message{}}
	for seat, name := range named {
		p.by[seat] = archive.Sitting{Player: name}
	}
	return p
}

// do has somebody else play a seat.
func (c Sit) do(j *Judge, _ time.Duration) error {
	m := j.match
	if err := j.goingOn(); err != nil {
		return err
	}
	if !m.start.Seated().Has(c.Seat) {
		return Refuse(422, rules.Say("no.sits"), nothing)
	}
	if err := j.cfg.checkPlayer(c.Player); err != nil {
		return err
	}
	j.seat(m.game.SeatName(c.Seat), archive.Sitting{Player: c.Player})
	return nil
}

// seat records who plays a seat, if it is somebody else.
func (j *handling) seat(name string, s archive.Sitting) {
	m := j.match
	if m.players.by[name] == s {
		return
	}
	var note json.RawMessage
	if s.Identity != (archive.Identity{}) {
		note, _ = json.Marshal(s.Identity)
	}
	j.record(archive.Event{Kind: archive.Player, By: name, Action: s.Player, Note: note})
	m.players.by, m.players.trouble = maps.Clone(m.players.by), maps.Clone(m.players.trouble)
	m.players.by[name] = s
	if s.Player == "" {
		delete(m.players.by, name)
	}
	delete(m.players.trouble, name)
	j.reader.Handless(m.handless())
}

// do records what a computer calls itself, unless somebody else has its seat by now.
func (c Introduce) do(j *Judge, _ time.Duration) error {
	m := j.match
	name := m.game.SeatName(c.Seat)
	if _, over := m.state().Result(); over || m.players.by[name].Player != c.Player {
		return Refuse(409, rules.Say("no.computer", "seat", "@seat."+name), nothing)
	}
	j.seat(name, archive.Sitting{Player: c.Player, Identity: c.Identity})
	return nil
}

// do notes what keeps a computer from playing.
func (c Complain) do(j *Judge, _ time.Duration) error {
	m := j.match
	name := m.game.SeatName(c.Seat)
	if _, ok := m.players.computer(name); !ok {
		return Refuse(409, rules.Say("no.computer", "seat", "@seat."+name), nothing)
	}
	m.players.trouble = maps.Clone(m.players.trouble)
	if m.players.trouble[name] = c.Why; c.Why.Key == "" {
		delete(m.players.trouble, name)
	}
	return nil
}

// free reports whether a seat without hands may act: no question, no declared attack, no piece in the air, and the
// wood agrees with the position, unless the phase is secret and wood follows later.
func (g *glance) free(t *Table) bool {
	m := g.j.match
	if t.Ask != nil || t.Declared != nil || !m.ready || !g.j.felt || g.j.fault != "" || m.chance.awaitsEntry || m.isOpen() && !m.secret() {
		return false
	}
	return m.secret() || g.j.here().Minus(g.j.faults.Doubted()) == m.state().Occupied(rules.Full).Minus(g.j.faults.Doubted())
}

// computerMessage is the sentence while a computer is to act; no key if a person is.
func (m *seating) computerMessage() rules.Message {
	seat, one := m.state().ToAct().Only()
	if !one || seat >= rules.MaxSeats {
		return rules.Message{}
	}
	name := m.game.SeatName(seat)
	c, ok := m.players.computer(name)
	if !ok {
		return rules.Message{}
	}
	if why, amiss := m.players.trouble[name]; amiss && messages.Has(why.Key) {
		return why
	}
	return rules.Say("turn.computer", "seat", "@seat."+name, "engine", c.Engine, "level", strconv.Itoa(c.Level))
}

// thinking are the pieces of the computer to act that everybody may know; none while anything else is waited for.
func (g *glance) thinking() (pieces board.Set) {
	m := g.j.match
	seat, one := m.state().ToAct().Only()
	if !one || !m.ready || !g.j.felt || m.secret() || m.isOpen() || !m.handless().Has(seat) || g.j.reader.Settling() {
		return pieces
	}
	for sq := range m.state().Occupied(rules.Table).All() {
		if man, ok := m.state().At(sq); ok && man.Owner == seat {
			pieces.Add(sq)
		}
	}
	return pieces
}
