package example

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// refuse says why step is not legal now, nothing if it is.
func (s *State) refuse(step rules.Step) rules.Message {
	from, to := squaresOf(step)
	switch {
	case s.end.Why != "":
		return rules.Say("no.over")
	case step.By == rules.Referee:
		return rules.RefuseReferee(s.Seated(), step)
	case step.By != s.turn:
		return rules.NotTurn(*s)
	case step != stepOf(s.turn, kindMove, from, to) && step != stepOf(s.turn, kindCapture, from, to):
		return rules.Say("no.now")
	}
	return s.refuseWay(step.Kind, from, to)
}

// refuseWay says why what stands on from cannot go to the square, or take what stands there.
func (s *State) refuseWay(kind uint8, from, to board.Square) rules.Message {
	p, there := s.on(from), s.on(to)
	name := topology.Name
	if p == nobody || p.owner() != s.turn {
		return rules.NotYours(*s, from)
	}
	way := slices.Index(ahead[s.turn][from][:], to)
	switch {
	case there != nobody && there.owner() == s.turn:
		return rules.Say("no.own", "at", name(to))
	case to == board.None || way < 0:
		return rules.Say("no.reach", "piece", "@example.pawn", "from", name(from), "to", name(to))
	case there != nobody && way == straight:
		return rules.Say("no.way", "piece", "@example.pawn", "from", name(from), "to", name(to))
	case there == nobody && kind == kindCapture:
		return rules.Say("no.nobody", "at", name(to))
	case there != nobody && kind == kindMove:
		return rules.Say("no.attack", "at", name(to))
	}
	return rules.Message{}
}

// Why says why what stands on from can do nothing with to.
func (s State) Why(from, to board.Square) rules.Message {
	kind := kindMove
	if s.on(to) != nobody {
		kind = kindCapture
	}
	return s.refuse(stepOf(s.turn, kind, from, to))
}
