package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

// refuse says why step is not legal now, nothing if it is.
func (s *State) refuse(step rules.Step) rules.Message {
	switch {
	case s.phase == over:
		return rules.Say("no.over")
	case step.By == rules.Referee:
		return rules.RefuseReferee(s.Seated(), step)
	case s.phase == first || s.phase == battle:
		if face := step.Arg[0]; step != dieStep(face) || face < 1 || face > 6 {
			return rules.Say("no.die")
		}
		return rules.Message{}
	case step.By != s.turn:
		return rules.NotTurn(*s)
	}
	switch s.phase {
	case turn:
		return s.refuseTurn(step)
	case attack:
		return s.refuseFollowUp(step)
	}
	if step != plainStep(s.turn, kindAdvance) && step != plainStep(s.turn, kindStay) {
		return rules.Say("no.advance", "at", topology.Name(s.circle))
	}
	return rules.Message{}
}

func (s *State) refuseTurn(step rules.Step) rules.Message {
	a, b, c := squaresOf(&step)
	switch step {
	case moveStep(s.turn, a, b):
		return s.refuseMove(a, b)
	case attackStep(s.turn, a, b):
		return s.refuseAttack(a, b)
	case pairStep(s.turn, a, b, c):
		return s.refusePair(a, b, c)
	case plainStep(s.turn, kindPass):
		if !s.pass && s.canAct(s.turn) {
			return rules.Say("no.pass")
		}
		return rules.Message{}
	}
	return rules.Say("no.now")
}

func (s *State) refuseFollowUp(step rules.Step) rules.Message {
	a, b, c := squaresOf(&step)
	switch {
	case step == plainStep(s.turn, kindEnd):
		return rules.Message{}
	case step == moveStep(s.turn, a, b):
		return rules.Say("no.moved.turn", "at", topology.Name(s.at[s.moved]))
	case step != attackStep(s.turn, a, b) && step != pairStep(s.turn, a, b, c):
		return rules.Say("no.now")
	case a != s.at[s.moved]:
		return rules.Say("no.moved", "at", topology.Name(s.at[s.moved]))
	case step.Kind == kindAttack:
		return s.refuseAttack(a, b)
	}
	return s.refusePair(a, b, c)
}

// refuseMove says why what stands on a cannot move to b.
func (s *State) refuseMove(a, b board.Square) rules.Message {
	p := s.on(s.turn, a)
	switch {
	case p == nobody:
		return rules.NotYours(*s, a)
	case s.occupied[s.turn].has(b):
		return rules.Say("no.own", "at", topology.Name(b))
	case !reach(p, a, s.all()).has(b):
		return s.unreached(p, b)
	case s.all().has(b):
		return rules.Say("no.attack", "at", topology.Name(b))
	}
	return rules.Message{}
}

// refuseAttack says why what stands on a cannot attack what stands on b.
func (s *State) refuseAttack(a, b board.Square) rules.Message {
	p := s.on(s.turn, a)
	switch {
	case p == nobody:
		return rules.NotYours(*s, a)
	case s.occupied[s.turn].has(b):
		return rules.Say("no.own", "at", topology.Name(b))
	case !s.all().has(b):
		return rules.Say("no.nobody", "at", topology.Name(b))
	case !s.targets(p).has(b):
		return s.unreached(p, b)
	}
	return rules.Message{}
}

// refusePair says why what stands on a cannot attack what stands on c together
// with what stands on b.
func (s *State) refusePair(a, b, c board.Square) rules.Message {
	if why := s.refuseAttack(a, c); !why.IsZero() {
		return why
	}
	second := s.on(s.turn, b)
	switch {
	case second == nobody || a == b:
		return rules.Say("no.second", "at", topology.Name(b))
	case !s.targets(second).has(c):
		return s.unreached(second, c)
	case !s.seconds(second).has(c):
		return rules.Say("no.second.before", "at", topology.Name(b), "to", topology.Name(c))
	}
	return rules.Message{}
}

// unreached says why sq is out of the reach of p: too far, or something is in the way.
func (f *field) unreached(p piece, sq board.Square) rules.Message {
	key := "no.reach"
	if reach(p, f.at[p], 0).has(sq) {
		key = "no.way"
	}
	return rules.Say(key, "piece", "@rolechess."+kindNames[kindOf[p]], "from", topology.Name(f.at[p]), "to", topology.Name(sq))
}

// Why says why what stands on from can do nothing with to.
func (s State) Why(from, to board.Square) rules.Message {
	switch seat := s.turn; {
	case s.phase == over || s.phase == first || s.phase == battle:
		return s.refuse(moveStep(seat, from, to))
	case s.on(seat, from) != nobody && s.occupied[1-seat].has(to):
		return s.refuse(attackStep(seat, from, to))
	default:
		return s.refuse(moveStep(seat, from, to))
	}
}
