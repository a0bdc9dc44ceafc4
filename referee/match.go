package referee

import (
	"maps"
	"slices"
	"strings"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/dice"
	"reeve/referee/guidance"
	"reeve/rules"
)

// Recorded is a game of the archive to go on with.
type Recorded struct {
	ID     int64
	Header archive.Header
	Events []archive.Event
}

// match is the game on the table. It is made of layers, each of which knows only those that it embeds: the history;
// who plays each seat; and what stands behind screens. What knows no more than a position is a value of its own.
type match struct {
	screens
	header      archive.Header
	chance      chance
	clocks      clocks
	offers      offers
	hint        *hint
	deployment  deployment
	logs        map[rules.Seat]shownLog // as each viewer was shown it last
	lesson      *lesson                 // what it teaches; nil of a game
	rematch     map[string]string       // of a rematch: where each seat's player sits now; else nil
	ready       bool                    // the wood has been set up for this game once
	endRecorded bool                    // its end is recorded
	pageAhead   board.Set               // what was recorded last was done on the page, and then the power went: where hands may have yet to follow
}

// newMatch is a match before its first step, with nobody at its seats.
func newMatch(h archive.Header, g *rules.Game, start rules.State, source *dice.Source) *match {
	m := &match{header: h, chance: chance{dice: source}}
	m.game, m.start, m.surface = g, start, start.Topology().All()
	m.clocks.running = rules.Referee
	return m
}

// firstMatch goes on with the recorded game, or starts the first one.
func (j *Judge) firstMatch(r *Recorded, first NewGame) (*match, error) {
	if r == nil {
		m, err := j.cfg.prepare(first)
		if err == nil {
			j.begin(m)
		}
		return m, err
	}
	m, err := j.cfg.resumed(r)
	if err == nil {
		j.outbox.id = r.ID
	}
	return m, err
}

// resumed is the match that a record tells of, as it was left.
func (c *Config) resumed(r *Recorded) (*match, error) {
	m, err := c.recordedStart(r.Header)
	if err != nil {
		return nil, err
	}
	if _, err = archive.Resume(c.Games, r.Header, r.Events, m.chance.dice); err != nil {
		return nil, err
	}
	standing, err := archive.Fold(r.Events)
	if err != nil {
		return nil, err
	}
	m.events = len(r.Events)
	for _, st := range standing {
		if err := m.replay(st); err != nil {
			return nil, err
		}
	}
	m.retrace(r.Events)
	m.findBase()
	m.ready = len(m.played) > 0
	m.players = players{by: archive.Sittings(r.Header, r.Events), trouble: map[string]rules.Message{}}
	return m, nil
}

// recordedStart is the match that a record's header tells of, before its first step.
func (c *Config) recordedStart(h archive.Header) (*match, error) {
	g, err := rules.Find(c.Games, h.Game)
	if err != nil {
		return nil, err
	}
	start, err := g.Start(h.Options)
	if err != nil {
		return nil, err
	}
	source, err := dice.New(dice.Choice{Kind: dice.Kind(h.Dice), Seed: h.Seed, Script: h.Script}, c.Random)
	if err != nil {
		return nil, err
	}
	m := newMatch(h, g, start, source)
	if m.clocks, err = parseClock(h.Clock, h.Options); err != nil {
		return nil, err
	}
	return m, nil
}

// retrace takes from the events what is no step: the clocks, whether the game is over,
// and whether hands follow the page.
func (m *match) retrace(events []archive.Event) {
	for _, e := range events {
		switch e.Kind {
		case archive.Clock:
			m.clocks.set(m.start, e.Note)
		case archive.End:
			m.endRecorded = true
		case archive.Taken, archive.Sealed:
			m.pageAhead = board.Set{}
		case archive.Undo:
			m.pageAhead = m.start.Topology().All()
		case archive.Stepped:
			m.pageAhead = m.pageAhead.Union(m.handsFollow(e))
		}
	}
}

// noSeat refuses a player where nobody sits, and says who does.
func noSeat(start rules.State, why rules.Message) error {
	var names []string
	for _, seat := range start.Seated().All() {
		names = append(names, start.Game().SeatName(seat))
	}
	return &rules.Refusal{Cause: rules.ErrOption, Why: why, Hint: rules.Say("do.seats", "seats", strings.Join(names, ", "))}
}

// prepare makes a new game that is not yet on the table.
func (c *Config) prepare(w NewGame) (*match, error) {
	g, err := rules.Find(c.Games, w.Game)
	if err != nil {
		return nil, err
	}
	start, err := g.Start(w.Options)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(w.Players)) {
		if seat, ok := g.SeatOf(name); !ok {
			return nil, noSeat(start, rules.Say("no.option.seat", "game", g.Title, "name", rules.Quote(name)))
		} else if !start.Seated().Has(seat) {
			return nil, noSeat(start, rules.Say("no.sits"))
		}
		if err := c.checkPlayer(w.Players[name]); err != nil {
			return nil, err
		}
	}
	if c.Carries != nil && !c.Carries(start.Topology()) {
		return nil, Refuse(409, rules.Say("no.carry", "game", g.Title), rules.Say("do.carry"))
	}
	times, err := parseClock(w.Clock, w.Options)
	if err != nil {
		return nil, err
	}
	if err := needsClock(g, w.Options, times); err != nil {
		return nil, err
	}
	source, err := dice.New(dice.Choice{Kind: dice.Kind(w.Dice.Kind), Seed: w.Dice.Seed, Script: w.Dice.Scripted}, c.Random)
	if err != nil {
		return nil, err
	}
	choice := source.Choice()
	h := archive.Header{
		Game: g.Name, Options: w.Options, Players: w.Players, Dice: string(choice.Kind), Commitment: source.Commitment(),
		Seed: choice.Seed, Script: choice.Script, Clock: w.Clock, Started: time.Now().UTC(),
	}
	m := newMatch(h, g, start, source)
	m.clocks, m.players = times, seated(w.Players)
	return m, nil
}

// begin puts a prepared game on the table and queues its header.
func (j *Judge) begin(m *match) {
	j.outbox.begin(&m.header)
	j.lay(m)
}

// lay puts a game or a lesson on the table; the wood is settled by light.
func (j *Judge) lay(m *match) {
	j.match = m
	j.pictures.clear()
	j.lead = guidance.Lead{}
	j.faults.FollowNothing()
	j.reader.Forget()
	j.resumeReader(false)
}
