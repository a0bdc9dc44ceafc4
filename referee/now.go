package referee

import (
	"slices"

	"reeve/rules"
)

// now is what viewer is told to do: whose turn it is, and what may be done. acts
// are who is to act as viewer may know it, by name; taps says that a tap begins a roll that opens the turn. Nothing when the game is over.
func now(s rules.State, viewer rules.Seat, acts []string, taps bool) rules.Message {
	what := s.Now(viewer)
	if what.IsZero() {
		return rules.Message{}
	}
	if mustPass(s) {
		what = rules.Say("now.pass")
	}
	mine := viewer < rules.MaxSeats && s.ToAct().Has(viewer)
	others := len(acts) > 1
	switch {
	case s.ToAct().Has(rules.Chance) && s.Ask().Deck != nil:
		return follow(rules.Say("turn.chance"), "what", what)
	case s.ToAct().Has(rules.Chance) && !taps:
		return follow(rules.Say("throw.confirm", "seat", s.Game().SeatKey(s.Ask().For)), "what", what)
	case s.ToAct().Has(rules.Chance):
		return follow(rules.Say("throw.open", "seat", s.Game().SeatKey(s.Ask().For)), "what", what)
	case mine && !others:
		return follow(rules.Say("turn.you"), "what", what)
	case others && !mine && viewer < rules.MaxSeats:
		return rules.Say("turn.done")
	case others && s.Seated().Len() == 2:
		return follow(rules.Say("turn.both"), "what", what)
	case others:
		return follow(rules.Say("turn.all"), "what", what)
	}
	return follow(rules.Say("turn", "seat", "@seat."+acts[0]), "what", what)
}

// follow puts what another message says into a gap of m.
func follow(m rules.Message, gap string, what rules.Message) rules.Message {
	args := []string{gap, "@" + what.Key}
	for _, said := range []map[string]string{m.Args, what.Args} {
		for name, arg := range said {
			args = append(args, name, arg)
		}
	}
	return rules.Say(m.Key, args...)
}

// mustPass reports whether a pass is all that is legal.
func mustPass(s rules.State) bool {
	legal := s.Legal(nil)
	return len(legal) == 1 && s.Hands(legal[0]).Manner == rules.Passed
}

// choosing reports whether the turn may also be ended as it is: where a piece in
// hand goes is then a player's to choose, not to be put right.
func choosing(s rules.State) bool {
	return slices.ContainsFunc(s.Legal(nil), func(step rules.Step) bool { return s.Hands(step).Manner == rules.Implied })
}
