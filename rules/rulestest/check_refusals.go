package rulestest

import (
	"errors"
	"fmt"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// refusal returns err as the value that a refusal has to be, with a cause and a reason.
func refusal(err, cause error) (*rules.Refusal, error) {
	var r *rules.Refusal
	switch {
	case !errors.Is(err, cause):
		return nil, fmt.Errorf("got %v, want %v", err, cause)
	case !errors.As(err, &r):
		return nil, fmt.Errorf("got %v, which is no *rules.Refusal", err)
	}
	return r, reason(r.Why)
}

// reason asks that m is a reason that people can be told: a key of the
// refusals', and arguments of one line.
func reason(m rules.Message) error {
	if !strings.HasPrefix(m.Key, "no.") {
		return fmt.Errorf("%q is no reason", m.Key)
	}
	for name, arg := range m.Args {
		if arg == "" || arg == "@" || strings.HasSuffix(arg, ".") && strings.HasPrefix(arg, "@") || strings.ContainsAny(arg, "\r\n") {
			return fmt.Errorf("%s: the argument %s is %q", m.Key, name, arg)
		}
	}
	return nil
}

// checkReasons asks why what stands on a square can do nothing with another: there
// is a reason unless some legal step does.
func checkReasons(n *node) error {
	size := n.s.Topology().Len()
	for from := range n.s.Occupied(rules.Full).All() {
		for range 4 {
			to := board.Square(n.rand.IntN(size))
			why := n.s.Why(from, to)
			if why.IsZero() && !n.leads(from, to) {
				return fmt.Errorf("%s to %s: no step does it, and there is no reason", n.s.Topology().Name(from), n.s.Topology().Name(to))
			}
			if why.IsZero() {
				continue
			}
			if err := reason(why); err != nil {
				return fmt.Errorf("%s to %s: %w", n.s.Topology().Name(from), n.s.Topology().Name(to), err)
			}
			if err := n.spoken(why, "Why"); err != nil {
				return err
			}
		}
	}
	return nil
}

// leads reports whether some legal step brings what stands on from to the other
// square, or does something to what stands there.
func (n *node) leads(from, to board.Square) bool {
	for _, step := range n.legal {
		h := n.s.Hands(step)
		if h.Attacker == from && h.Target == to {
			return true
		}
		for _, c := range h.Carries {
			if c.From == from && (c.To == to || h.Takes.Has(to)) {
				return true
			}
		}
	}
	return false
}
