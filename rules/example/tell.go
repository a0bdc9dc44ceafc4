package example

import "reeve/rules"

// Tell returns the sentence that tells people of step: "example.move" or
// "example.capture", or the referee's.
func (s State) Tell(step rules.Step) rules.Message {
	if step.By == rules.Referee {
		return rules.TellReferee(Game, step)
	}
	from, to := squaresOf(step)
	key := "example.move"
	if step.Kind == kindCapture {
		key = "example.capture"
	}
	return rules.Say(key, "piece", "@example.pawn", "from", topology.Name(from), "to", topology.Name(to))
}

// Now returns what is to be done.
func (s State) Now(rules.Seat) rules.Message {
	if s.end.Why != "" {
		return rules.Message{}
	}
	return rules.Say("now.example.turn")
}
