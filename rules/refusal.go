package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"reeve/board"
)

// Refusal is the error of what is not allowed, or not known: what was asked, why
// not, and what would help, said in keys and arguments, so that everybody is told
// in the own language. No code reads its text.
type Refusal struct {
	Cause error   // what it wraps: ErrIllegal and the like; nil if nothing
	Asked string  // the action's text; "" if it was none
	Why   Message // why it is refused
	Hint  Message // what would help; without a key if nothing is known to
}

// Error says it for logs: the cause, what was asked, and the key with its arguments.
func (r *Refusal) Error() string {
	var parts []string
	if r.Cause != nil {
		parts = append(parts, r.Cause.Error())
	}
	if r.Asked != "" {
		parts = append(parts, Quote(r.Asked))
	}
	return strings.Join(append(parts, r.Why.String()), ": ")
}

func (r *Refusal) Unwrap() error { return r.Cause }

// Illegal returns the refusal of the action text, wrapping ErrIllegal. A step that
// names a square or a piece that there is not is refused as what cannot be done.
func Illegal(text string, why Message) error {
	for _, arg := range why.Args {
		if arg == "" {
			why = Say("no.now")
		}
	}
	return &Refusal{Cause: ErrIllegal, Asked: text, Why: why}
}

// Malformed returns the refusal of text that is no action, wrapping ErrAction. Blanks are not seen in what is said of
// the rest: where they are at fault they are named.
func Malformed(text string, why Message) error {
	if text != "" && strings.Join(strings.Fields(text), " ") != text {
		why = Say("no.action.blanks")
	}
	return &Refusal{Cause: ErrAction, Asked: text, Why: why}
}

// NoAction is the reason of a text that is no action at all.
func NoAction(text string) Message { return Say("no.action", "action", Quote(text)) }

// longestQuote is how much of what somebody sent is repeated, in bytes.
const longestQuote = 100

// Quote returns text that somebody sent, fit to be an argument: one short line that
// is not empty, and no key.
func Quote(text string) string {
	line := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	line = strings.TrimLeft(line, "@")
	switch {
	case strings.TrimSpace(line) == "":
		return "…"
	case len(line) > longestQuote:
		return strings.ToValidUTF8(line[:longestQuote], "") + "…"
	}
	return line
}

// String returns the key and the arguments, for logs.
func (m Message) String() string {
	var b strings.Builder
	b.WriteString(m.Key)
	for _, name := range slices.Sorted(maps.Keys(m.Args)) {
		fmt.Fprintf(&b, " %s:%s", name, m.Args[name])
	}
	return b.String()
}

// IsZero reports whether m says nothing: as a reason, that nothing is refused.
func (m Message) IsZero() bool { return m.Key == "" }

// NotTurn is the reason of who is not to act: another seat is, or chance.
func NotTurn(s State) Message {
	g, to := s.Game(), s.ToAct()
	if seat, one := to.Only(); one && seat < MaxSeats {
		return Say("no.turn", "seat", g.SeatKey(seat))
	}
	if to.Has(Chance) {
		return Say("no.chance")
	}
	return Say("no.turn.others")
}

// NotYours is the reason of an action with what stands on sq, which is nothing or
// a piece of somebody else's.
func NotYours(s State, sq board.Square) Message {
	at := s.Topology().Name(sq)
	if man, ok := s.At(sq); ok {
		return Say("no.theirs", "at", at, "owner", s.Game().SeatKey(man.Owner))
	}
	return Say("no.empty", "at", at)
}
