package referee

import (
	"fmt"
	"slices"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/rules"
)

// history is a game from its start through the steps that stand.
type history struct {
	game    *rules.Game
	start   rules.State
	surface board.Set    // the squares of the game; the board may have more
	played  []playedStep // the steps that stand
	base    int          // how many of them the reader can no longer change
	events  int          // the number of the last event
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
func (m *history) state() rules.State { return m.before(len(m.played)) }

// rolled reports whether a roll stands; of real dice the source does not know.
func (m *history) rolled() bool {
	return slices.ContainsFunc(m.played, func(p playedStep) bool { return p.step.By == rules.Chance })
}

// before returns the position before step i of those that stand.
func (m *history) before(i int) rules.State {
	if i == 0 {
		return m.start
	}
	return m.played[i-1].after
}

// handsFollow returns the squares on which what a player did on the page is to be done on the board, too.
func (m *history) handsFollow(e archive.Event) board.Set {
	i := slices.IndexFunc(m.played, func(p playedStep) bool { return p.n == e.N })
	switch _, player := m.game.SeatOf(e.By); {
	case !player:
		return board.Set{}
	case i < 0:
		return m.start.Topology().All()
	}
	return symmetricDifference(m.before(i).Occupied(rules.Full), m.played[i].after.Occupied(rules.Full))
}

// replay puts a recorded step that stands back in its place.
func (m *history) replay(st archive.Standing) error {
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
func (m *history) findBase() {
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
