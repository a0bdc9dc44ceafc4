package opponent

import (
	"context"

	"reeve/referee"
	"reeve/rules"
)

// Talk is a conversation with one engine, for tests.
type Talk struct{ conversation }

// NewTalk begins one.
func NewTalk(e Engine, l Limits) *Talk { return &Talk{conversation{engine: e, limits: l.whole()}} }

// Ask puts a question.
func (t *Talk) Ask(ctx context.Context, q Question) (Reply, error) { return t.ask(ctx, q) }

// Pid is the engine's process, 0 if none runs.
func (t *Talk) Pid() int {
	if t.child == nil {
		return 0
	}
	return t.child.ID()
}

// Who is who the engine says it is.
func (t *Talk) Who() string { return t.who.Name + "|" + t.who.Version }

// End ends the engine.
func (t *Talk) End() { t.end() }

// Give shows advice for the position of t.
func (a *Adviser) Give(ctx context.Context, seat rules.Seat, t *referee.Table, action string) error {
	return a.give(ctx, seat, t, action)
}
