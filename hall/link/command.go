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

// arbiter does what arbiters command, each command once.
type arbiter struct{ showing }

// commanded runs an arbiter's command and replies to the sender.
func (a *arbiter) commanded(ctx context.Context, m bus.Message) {
	var c wire.Command
	if err := wire.Open(a.member.Hall.Key(), m.Subject, m.Data, &c); err != nil || m.Subject != a.place.To(string(c.Do)) {
		return // not the hall's: no answer
	}
	text, err := wire.Seal(a.member.key(), m.Subject, a.once(ctx, c))
	if err == nil && m.Asked() {
		err = m.Reply(text)
	}
	if err != nil {
		a.board.Log.Warn("an arbiter is not answered", "part", "hall", "error", err)
	}
}

// once runs a command with the next number, and repeats the reply to one that was run. It stores on disk that a
// command has begun before it runs: after a power cut in between the reply says that the outcome is unknown.
func (a *arbiter) once(ctx context.Context, c wire.Command) *wire.Reply {
	m := a.member
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
	if err := a.do(ctx, c); err != nil {
		reply.Refused = refused(err)
	}
	a.board.Log.Info("an arbiter's command", "part", "hall", "n", c.N, "do", c.Do, "who", c.Who, "why", c.Why, "refused", reply.Refused != nil)
	m.Replied = reply
	if err := m.save(); err != nil {
		a.board.Log.Warn("what came of a command is not kept", "part", "hall", "error", err)
	}
	return reply
}

// do does what a command says.
func (a *arbiter) do(ctx context.Context, c wire.Command) error {
	if c.Of != nil && *c.Of != a.game {
		return referee.Refuse(409, rules.Say("no.game.now"), rules.Message{})
	}
	if c.Do == wire.Acknowledged {
		a.call.Store(new(call))
		a.ring()
		return nil
	}
	command, err := a.command(c)
	if err == nil {
		err = a.board.Session.Do(ctx, command)
	}
	if err == nil && (c.Do == wire.Pause || c.Do == wire.Resume) {
		a.member.Paused = c.Do == wire.Pause
	}
	return err
}

// command is what a command means to the session.
func (a *arbiter) command(c wire.Command) (referee.Command, error) {
	switch c.Do {
	case wire.Pause, wire.Resume:
		return referee.Pause{On: c.Do == wire.Pause}, nil
	case wire.Clock:
		seat, err := a.seat(c.Seat)
		return referee.SetClock{Seat: seat, Left: time.Duration(c.MS) * time.Millisecond}, err
	case wire.Result:
		if c.Draw {
			return referee.Decree{}, nil
		}
		seat, err := a.seat(c.Seat)
		return referee.Decree{Winner: &seat}, err
	case wire.Start:
		return referee.NewGame{Game: c.Game, Options: c.Options, Players: c.Players, Clock: c.Clock}, nil
	}
	return nil, referee.Refuse(422, rules.Say("no.command", "name", rules.Quote(string(c.Do))), rules.Message{})
}

// seat is a seat of the game on the table.
func (a *arbiter) seat(name string) (rules.Seat, error) {
	if a.table != nil {
		if g, err := rules.Find(a.board.Games, a.table.Game); err == nil {
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
