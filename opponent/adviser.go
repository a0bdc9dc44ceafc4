package opponent

import (
	"context"
	"errors"
	"log/slog"
	"reflect"

	"reeve/referee"
	"reeve/rules"
)

// Adviser gives hints from its engine at full strength. The engine gets the view of the seat that asks.
type Adviser struct {
	Session *referee.Session
	Engine  Engine
	Limits  Limits
	Log     *slog.Logger

	busy chan struct{}
}

// NewAdviser returns a, ready for use.
func NewAdviser(a Adviser) *Adviser {
	a.Limits, a.busy = a.Limits.whole(), make(chan struct{}, 1)
	return &a
}

// Hint shows the seat which piece to play, and when asked again in the same position where to. It returns the
// session's error, or a *referee.Refusal. It computes one hint at a time.
func (a *Adviser) Hint(ctx context.Context, seat rules.Seat) error {
	t := a.Session.Table(seat)
	if t == nil || len(t.Legal) == 0 || t.Hint != nil {
		return a.Session.Do(ctx, referee.Advise{Seat: seat}) // it knows why there is none
	}
	select {
	case a.busy <- struct{}{}:
		defer func() { <-a.busy }()
	default:
		return referee.Refuse(409, rules.Say("no.hint.busy"), rules.Say("do.wait"))
	}
	talk := conversation{engine: a.Engine, limits: a.Limits}
	defer talk.end()
	reply, err := talk.ask(ctx, questionOf(t, 0))
	if err != nil {
		var what *Trouble
		if errors.As(err, &what) {
			a.Log.Warn("a hint fails", "part", "opponent", "error", what.Key)
			return referee.Refuse(409, what.message("reeve"), rules.Say("do.again"))
		}
		return err
	}
	return a.give(ctx, seat, t, reply.Action)
}

// give shows advice for the position of t. It is valid while that position stands; lights, settling pieces and
// players may change meanwhile.
func (a *Adviser) give(ctx context.Context, seat rules.Seat, t *referee.Table, action string) error {
	for {
		err := a.Session.Do(ctx, referee.Guarded{Command: referee.Advise{Seat: seat, Text: action}, Viewer: seat, Seq: t.Seq})
		now := a.Session.Table(seat)
		if stale := (*referee.Stale)(nil); !errors.As(err, &stale) || now == nil || now.Length != t.Length || !reflect.DeepEqual(now.Position, t.Position) {
			return err
		}
		t = now
	}
}
