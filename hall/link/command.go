package link

import (
	"context"
	"errors"
	"time"

	"reeve/bus"
	"reeve/hall/wire"
	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
)

// doing is the time limit of a command.
const doing = 5 * time.Second

// commanded runs an arbiter's command and replies to the sender.
func (l *Link) commanded(ctx context.Context, m bus.Message) {
	var c wire.Command
	if err := wire.Open(l.member.Hall.Key(), m.Subject, m.Data, &c); err != nil || m.Subject != l.place.To(string(c.Do)) {
		return // not the hall's: no answer
	}
	text, err := wire.Seal(l.member.key(), m.Subject, l.once(ctx, c))
	if err == nil && m.Asked() {
		err = m.Reply(text)
	}
	if err != nil {
		l.board.Log.Warn("an arbiter is not answered", "part", "hall", "error", err)
	}
}

// once runs a command with the next number, and repeats the reply to one that was run. It stores on disk that a
// command has begun before it runs: after a power cut in between the reply says that the outcome is unknown.
func (l *Link) once(ctx context.Context, c wire.Command) *wire.Reply {
	m := l.member
	reply := &wire.Reply{V: wire.Version, N: c.N}
	switch {
	case c.N == m.Done && m.Replied != nil:
		return m.Replied
	case c.N == m.Done:
		reply.Refused = said(rules.Say("no.known"))
		return reply
	case c.N != m.Done+1:
		reply.Next = m.Done + 1
		return reply
	}
	m.Done, m.Replied = c.N, nil
	if err := m.save(); err != nil {
		m.Done = c.N - 1
		reply.Refused, reply.Next = said(rules.Say("no.record", "trouble", err.Error())), c.N
		return reply
	}
	ctx, cancel := context.WithTimeout(ctx, doing)
	defer cancel()
	if err := l.do(ctx, c); err != nil {
		reply.Refused = refused(err)
	}
	l.board.Log.Info("an arbiter's command", "part", "hall", "n", c.N, "do", c.Do, "who", c.Who, "why", c.Why, "refused", reply.Refused != nil)
	m.Replied = reply
	if err := m.save(); err != nil {
		l.board.Log.Warn("what came of a command is not kept", "part", "hall", "error", err)
	}
	return reply
}

// do does what a command says.
func (l *Link) do(ctx context.Context, c wire.Command) error {
	if c.Of != nil && *c.Of != l.game {
		return referee.Refuse(409, rules.Say("no.game.now"), rules.Message{})
	}
	if c.Do == wire.Acknowledged {
		l.call.Store(new(call))
		l.ring()
		return nil
	}
	command, err := l.command(c)
	if err == nil {
		err = l.board.Session.Do(ctx, command)
	}
	if err == nil && (c.Do == wire.Pause || c.Do == wire.Resume) {
		l.member.Paused = c.Do == wire.Pause
	}
	return err
}

// command is what a command means to the session.
func (l *Link) command(c wire.Command) (referee.Command, error) {
	switch c.Do {
	case wire.Pause, wire.Resume:
		return referee.Pause{On: c.Do == wire.Pause}, nil
	case wire.Clock:
		seat, err := l.seat(c.Seat)
		return referee.SetClock{Seat: seat, Left: time.Duration(c.MS) * time.Millisecond}, err
	case wire.Result:
		if c.Draw {
			return referee.Decree{}, nil
		}
		seat, err := l.seat(c.Seat)
		return referee.Decree{Winner: &seat}, err
	case wire.Start:
		return referee.NewGame{Game: c.Game, Options: c.Options, Players: c.Players, Clock: c.Clock}, nil
	}
	return nil, referee.Refuse(422, rules.Say("no.command", "name", rules.Quote(string(c.Do))), rules.Message{})
}

// seat is a seat of the game on the table.
func (l *Link) seat(name string) (rules.Seat, error) {
	if l.table != nil {
		if g, err := rules.Find(l.board.Games, l.table.Game); err == nil {
			if seat, ok := g.SeatOf(name); ok {
				return seat, nil
			}
		}
	}
	return 0, referee.Refuse(422, rules.Say("no.seat", "name", rules.Quote(name)), rules.Message{})
}

// refused is why something was not done, as a hall shows it.
func refused(err error) *wire.Message {
	var r *referee.Refusal
	if errors.As(err, &r) {
		return said(r.Why)
	}
	return &wire.Message{Text: err.Error()}
}

func said(m rules.Message) *wire.Message {
	return &wire.Message{Key: m.Key, Args: m.Args, Text: messages.Text(m)}
}
