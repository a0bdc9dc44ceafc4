package referee

import (
	"errors"

	"reeve/dice"
	"reeve/rules"
)

// Refusal is why a command was not carried out; nothing has changed then.
type Refusal struct {
	Status int // as the HTTP interface answers: 400, 401, 403, 404, 409 or 422
	rules.Refusal
}

// Refuse returns the refusal of that status, with what would help, if anything.
func Refuse(status int, why, hint rules.Message) *Refusal {
	return &Refusal{status, rules.Refusal{Why: why, Hint: hint}}
}

func (r *Refusal) Unwrap() error { return &r.Refusal }

// nothing is the hint of who knows none.
var nothing rules.Message

// causes tells the status and the help of what the rules and the dice refuse.
var causes = []struct {
	cause  error
	status int
	hint   rules.Message
}{
	{rules.ErrIllegal, 409, rules.Say("do.legal")},
	{rules.ErrSecret, 409, rules.Say("do.legal")},
	{rules.ErrAction, 422, rules.Say("do.actions")},
	{rules.ErrOption, 422, rules.Say("do.docs")},
	{dice.ErrChoice, 422, rules.Say("do.docs")},
	{rules.ErrGame, 422, rules.Say("do.games")},
	{dice.ErrWordsLate, 409, nothing},
	{dice.ErrWords, 422, nothing},
}

// refused turns an error of the rules or the dice into a refusal.
func refused(err error) *Refusal {
	var ours *Refusal
	if errors.As(err, &ours) {
		return ours
	}
	var r *rules.Refusal
	if !errors.As(err, &r) {
		return Refuse(409, rules.Say("no.trouble", "trouble", rules.Quote(err.Error())), nothing)
	}
	out := &Refusal{409, *r}
	for _, c := range causes {
		if errors.Is(err, c.cause) {
			out.Status = c.status
			if out.Hint.IsZero() {
				out.Hint = c.hint
			}
			break
		}
	}
	return out
}

// noDisk refuses whatever has to be recorded.
func (l *ledger) noDisk() error {
	return Refuse(409, rules.Say("no.record", "trouble", l.outbox.trouble), rules.Say("do.disk"))
}

// notNow is why seat is not to act: others are, or it has done its part.
func notNow(s rules.State, seat rules.Seat) rules.Message {
	if s.ToAct().Has(seat) {
		return rules.Say("no.yours")
	}
	return rules.NotTurn(s)
}

// goingOn refuses whatever needs a game that goes on.
func (l *ledger) goingOn() error {
	if _, over := l.match.state().Result(); over {
		return Refuse(409, rules.Say("no.over"), rules.Say("do.new"))
	}
	return nil
}
