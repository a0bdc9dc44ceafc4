package link

import (
	"slices"
	"sync/atomic"
	"time"

	"reeve/hall/wire"
	"reeve/referee"
)

// call is who calls for the arbiter.
type call struct {
	on   bool
	from time.Time
	seat string
}

// bell is rung for the arbiter, from any goroutine.
type bell struct {
	call atomic.Pointer[call]
	rung chan struct{} // call has changed
}

// Ring calls for the arbiter; on false ends the call. seat is the caller, "" for nobody in particular. It is safe
// for concurrent use.
func (b *bell) Ring(seat string, on bool) {
	was := b.call.Load()
	if was.on == on || !b.call.CompareAndSwap(was, &call{on, time.Now(), seat}) {
		return
	}
	select {
	case b.rung <- struct{}{}:
	default: // it is about to be told
	}
}

func (b *bell) calls() *wire.Call {
	c := b.call.Load()
	if !c.on {
		return nil
	}
	return &wire.Call{Seat: c.seat, For: time.Since(c.from).Milliseconds()}
}

// showing has the hall see the table, and who calls.
type showing struct {
	delivery
	bell
	table *referee.Table // the latest
	due   bool           // it is to be told
	shown time.Time      // when one was told last
	shows *time.Timer    // when the table is told
	game  wire.Game      // on the table
}

// soon schedules the table: after the lights, and not too often.
func (s *showing) soon() {
	if !s.due {
		s.due = true
		s.shows.Reset(max(soonIn, rest-time.Since(s.shown)))
	}
}

// ring tells the hall at once who calls.
func (s *showing) ring() {
	if s.session != "" {
		s.publish(s.place.Call(), &wire.Called{V: wire.Version, Session: s.session, Seq: s.number(), Call: s.calls()})
	}
	s.show()
}

// show sends the public table to the hall.
func (s *showing) show() {
	if s.table == nil || s.session == "" || !s.bus.Here() {
		return
	}
	game, err := s.box.latest(s.game)
	if err != nil {
		s.troubled(err)
		return
	}
	s.game = game
	t := short(s.table)
	t.V, t.Session, t.Seq, t.Game, t.Call, t.Simulated = wire.Version, s.session, s.number(), game, s.calls(), s.board.Simulated
	s.publish(s.place.Table(), t)
}

// short is a table as a hall needs it: what a small picture shows.
func short(t *referee.Table) *wire.Table {
	out := &wire.Table{
		Kind: t.Game, Options: t.Position.Options, Status: string(t.Status), ToAct: t.Position.ToAct, Pieces: []wire.Piece{},
		Players: t.Players, Message: message(t.Message), Steps: t.Length, Paused: t.Paused,
	}
	if t.Lesson != nil {
		out.Status = "lesson"
	}
	out.Begun = slices.ContainsFunc(t.Log, func(e referee.Entry) bool { return e.By != "chance" && e.By != "referee" })
	for _, p := range t.Position.Pieces {
		if p.At != nil {
			out.Pieces = append(out.Pieces, wire.Piece{ID: p.ID, Kind: p.Kind, Owner: p.Owner, At: *p.At, Energy: p.Energy})
		}
	}
	if o := t.Position.Outcome; o != nil {
		out.Outcome = &wire.Outcome{Winners: o.Winners, Why: o.Why, Scores: o.Scores}
	}
	for seat, value := range t.Clocks {
		switch v := value.(type) {
		case int64:
			if out.Clocks == nil {
				out.Clocks = map[string]int64{}
			}
			out.Clocks[seat] = v
		case string:
			out.Running = v
		}
	}
	for _, text := range t.Hardware.Faults {
		out.Faults = append(out.Faults, wire.Message{Text: text})
	}
	for _, m := range t.Hardware.Squares {
		out.Faults = append(out.Faults, message(m))
	}
	if n := len(t.Log); n > 0 {
		out.Last = t.Log[n-1].Action
	}
	return out
}

func message(m referee.Message) wire.Message {
	return wire.Message{Key: m.Key, Args: m.Args, Text: m.Text}
}
