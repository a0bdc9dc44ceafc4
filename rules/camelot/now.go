package camelot

import "reeve/rules"

// Now returns what is to be done.
func (s position) Now(rules.Seat) rules.Message {
	leaver := s.mustLeave()
	switch {
	case s.over:
		return rules.Message{}
	case leaver != nobody:
		return rules.Say("now.camelot.leave", "at", s.own().at[leaver].name())
	case s.bound:
		return rules.Say("now.camelot.capture")
	}
	return rules.Say("now.move")
}
