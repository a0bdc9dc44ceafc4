package camelot

import (
	"strconv"

	"reeve/rules"
)

// Hands says what a legal step asks of the hands: one piece is carried from the
// turn's first square to its last, its landings may be touched on the way, and
// what it has jumped is taken off.
func (s position) Hands(step rules.Step) rules.Hands {
	if step.By == rules.Referee || !sound(&step) {
		return rules.NoHands(rules.OnPage)
	}
	var room [maxLegs]stage
	legs := stages(room[:0], &step)
	last := len(legs) - 1
	h := rules.CarryHands(squareOf[legs[0].from], squareOf[legs[last].to])
	for i, l := range legs {
		if i < last {
			h.Via.Add(squareOf[l.to])
		}
		if l.jump {
			h.Takes.Add(squareOf[l.over])
		}
	}
	return h
}

// tellKeys are the sentences by kind.
var tellKeys = [...]string{
	kindPlain: "camelot.move", kindCanter: "camelot.canter", kindJump: "camelot.jump", kindCharge: "camelot.charge",
}

// Tell returns the sentence of step. Its keys are "camelot." and move, castle, canter, jump or charge, with
// the gaps piece, from, to, way (the action's text) and, after captures, captured (how many); those of the
// referee's steps are "rules.resign", "rules.draw" and "rules.abandon".
func (s position) Tell(step rules.Step) rules.Message {
	switch {
	case step.By == rules.Referee:
		return rules.TellReferee(Game, step)
	case !sound(&step):
		return rules.Say("camelot.unknown")
	}
	var room [maxLegs]stage
	legs := stages(room[:0], &step)
	from, to := legs[0].from, legs[len(legs)-1].to
	key := tellKeys[step.Kind]
	if from.in(1-step.By&1) && to.in(1-step.By&1) {
		key = "camelot.castle"
	}
	args := []string{"from", from.name(), "to", to.name(), "way", s.Text(step)}
	if i := s.sides[step.By&1].on(from); i != nobody {
		args = append(args, "piece", "@camelot."+kindNames[kindOf(i)])
	}
	if jumps := s.Hands(step).Takes.Len(); jumps > 0 {
		args = append(args, "captured", strconv.Itoa(jumps))
	}
	return rules.Say(key, args...)
}
