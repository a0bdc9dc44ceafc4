package referee

import (
	"encoding/hex"
	"fmt"
	"slices"
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

// match is the game on the table.
type match struct {
	header      archive.Header
	game        *rules.Game
	start       rules.State
	surface     board.Set // its squares; the board may have more
	dice        *dice.Source
	played      []playedStep // the steps that stand
	base        int          // how many of them the reader can no longer change
	lastDie     board.Set    // where the attacker rested that was thrown last
	events      int          // the number of the last event
	ready       bool         // the wood has been set up for this game once
	awaitsDice  bool         // real dice are to be entered now
	drawTrouble string       // why chance has no answer; "" when it has
	endRecorded bool         // its end is recorded
	pageAhead   bool         // what was recorded last was done on the page, and then the power went: hands may have yet to follow
	declined    []Offer      // by another seat, since something was last done or offered
	offers      []Offer
	players     players
	hint        *hint
	clocks      clocks

	screens    screens
	deployment deployment
	shownLogs  map[rules.Seat]shownLog // the log as each viewer was shown it last
	lesson     *lesson                 // what it teaches; nil of a game
	rematch    map[string]string       // of a rematch: where each seat's player sits now; else nil
}

// playedStep is one step that stands.
type playedStep struct {
	step    rules.Step
	text    string
	tell    rules.Message
	after   rules.State
	effects []rules.Effect
	at      time.Time
	n       int // the event that records it
	sealing int // the event that sealed it
	open    bool
}

// state returns the position after all steps that stand.
func (m *match) state() rules.State { return m.before(len(m.played)) }

// before returns the position before step i of those that stand.
func (m *match) before(i int) rules.State {
	if i == 0 {
		return m.start
	}
	return m.played[i-1].after
}

// firstMatch goes on with the recorded game, or starts the first one.
func (j *Judge) firstMatch(r *Recorded, first NewGame) (*match, error) {
	if r == nil {
		m, err := j.prepare(first)
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
	if _, err = archive.Resume(c.Games, r.Header, r.Events, m.dice); err != nil {
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
func (c *Config) recordedStart(h archive.Header) (m *match, err error) {
	m = &match{header: h}
	if m.game, err = rules.Find(c.Games, h.Game); err != nil {
		return nil, err
	}
	if m.start, err = m.game.Start(h.Options); err != nil {
		return nil, err
	}
	m.surface = m.start.Topology().All()
	if m.dice, err = dice.New(dice.Choice{Kind: dice.Kind(h.Dice), Seed: h.Seed, Script: h.Script}, c.Random); err != nil {
		return nil, err
	}
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
			m.setClocks(e.Note)
		case archive.End:
			m.endRecorded = true
		case archive.Undo, archive.Taken, archive.Sealed:
			m.pageAhead = e.Kind == archive.Undo
		case archive.Stepped:
			m.pageAhead = m.pageAhead || m.handsFollow(e)
		}
	}
}

// handsFollow reports whether what was done on the page is to be done on the board, too.
func (m *match) handsFollow(e archive.Event) bool {
	_, player := m.game.SeatOf(e.By)
	i := slices.IndexFunc(m.played, func(p playedStep) bool { return p.n == e.N })
	return player && (i < 0 || m.before(i).Occupied(rules.Full) != m.played[i].after.Occupied(rules.Full))
}

// replay puts a recorded step that stands back in its place.
func (m *match) replay(st archive.Standing) error {
	before := m.state()
	step, ok := rules.ParseReferee(m.game, st.Action)
	if !ok || st.By != "referee" {
		var err error
		if step, err = before.Parse(st.Action); err != nil {
			return err
		}
	}
	after, effects, err := before.Apply(step, nil)
	if err != nil {
		return fmt.Errorf("referee: event %d: %w", st.N, err)
	}
	p := playedStep{step: step, text: st.Action, tell: before.Tell(step), after: after, effects: effects, at: st.At, n: st.N, sealing: st.Sealing, open: st.Open}
	m.played = append(m.played, p)
	return nil
}

// findBase finds how many steps the reader can no longer change: all before the
// first open one, but for the turn before it, which is open again if the open
// one is withdrawn.
func (m *match) findBase() {
	m.base = 0
	for m.base < len(m.played) && !m.played[m.base].open {
		m.base++
	}
	if m.base == len(m.played) {
		return
	}
	for open := m.played[m.base].n; m.base > 0 && m.played[m.base-1].sealing > open; {
		m.base--
	}
}

// prepare makes a new game that is not yet on the table.
func (j *Judge) prepare(c NewGame) (*match, error) {
	g, err := rules.Find(j.cfg.Games, c.Game)
	if err != nil {
		return nil, err
	}
	start, err := g.Start(c.Options)
	if err != nil {
		return nil, err
	}
	for name, player := range c.Players {
		if seat, ok := g.SeatOf(name); !ok || !start.Seated().Has(seat) {
			return nil, &rules.Refusal{Cause: rules.ErrOption, Why: rules.Say("no.option.seat", "game", g.Title, "name", rules.Quote(name))}
		}
		if err := j.checkPlayer(player); err != nil {
			return nil, err
		}
	}
	if j.cfg.Carries != nil && !j.cfg.Carries(start.Topology()) {
		return nil, Refuse(409, rules.Say("no.carry", "game", g.Title), rules.Say("do.carry"))
	}
	times, err := parseClock(c.Clock, c.Options)
	if err != nil {
		return nil, err
	}
	if err := needsClock(g, c.Options, times); err != nil {
		return nil, err
	}
	source, err := dice.New(dice.Choice{Kind: dice.Kind(c.Dice.Kind), Seed: c.Dice.Seed, Script: c.Dice.Scripted}, j.cfg.Random)
	if err != nil {
		return nil, err
	}
	choice := source.Choice()
	h := archive.Header{
		Game: g.Name, Options: c.Options, Players: c.Players, Dice: string(choice.Kind), Commitment: source.Commitment(),
		Seed: choice.Seed, Script: choice.Script, Clock: c.Clock, Started: time.Now().UTC(),
	}
	return &match{header: h, game: g, start: start, surface: start.Topology().All(), dice: source, clocks: times, players: seated(c.Players)}, nil
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
	j.reader.Forget()
	j.resumeReader(false)
}

// diceState is what everybody may know of the dice.
func (m *match) diceState() DiceState {
	d := DiceState{Kind: m.header.Dice, Commitment: m.header.Commitment}
	if _, over := m.state().Result(); over && !rules.Sealed(m.state()) {
		d.Seed = hex.EncodeToString(m.header.Seed)
	}
	d.Words = m.dice.Words()
	return d
}
