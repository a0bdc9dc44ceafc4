package link

import (
	"slices"
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

// Ring calls for the arbiter; on false ends the call. seat is the caller, "" for nobody in particular. It is safe
// for concurrent use.
func (l *Link) Ring(seat string, on bool) {
	was := l.call.Load()
	if was.on == on || !l.call.CompareAndSwap(was, &call{on, time.Now(), seat}) {
		return
	}
	select {
	case l.rung <- struct{}{}:
	default: // it is about to be told
	}
}

// ring tells the hall at once who calls.
func (l *Link) ring() {
	if l.session != "" {
		l.publish(l.place.Call(), &wire.Called{V: wire.Version, Session: l.session, Seq: l.number(), Call: l.calls()})
	}
	l.show()
}

func (l *Link) calls() *wire.Call {
	c := l.call.Load()
	if !c.on {
		return nil
	}
	return &wire.Call{Seat: c.seat, For: time.Since(c.from).Milliseconds()}
}

// show sends the public table to the hall.
func (l *Link) show() {
	if l.table == nil || l.session == "" || !l.bus.Here() {
		return
	}
	game, err := l.box.latest(l.game)
	if err != nil {
		l.troubled(err)
		return
	}
	l.game = game
	t := short(l.table)
	t.V, t.Session, t.Seq, t.Game, t.Call, t.Simulated = wire.Version, l.session, l.number(), game, l.calls(), l.board.Simulated
	l.publish(l.place.Table(), t)
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
