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

func (m *mover) refuseTurn(step rules.Step) rules.Message {
	a, b, c := squaresOf(&step)
	switch step {
	case moveStep(m.turn, a, b):
		return m.refuseMove(a, b)
	case attackStep(m.turn, a, b):
		return m.refuseAttack(a, b)
	case pairStep(m.turn, a, b, c):
		return m.refusePair(a, b, c)
	case plainStep(m.turn, kindPass):
		if !m.pass && m.canAct(m.turn) {
			return rules.Say("no.pass")
		}
		return rules.Message{}
	}
	return rules.Say("no.now")
}

func (m *mover) refuseFollowUp(step rules.Step) rules.Message {
	a, b, c := squaresOf(&step)
	switch {
	case step == plainStep(m.turn, kindEnd):
		return rules.Message{}
	case step == moveStep(m.turn, a, b):
		return rules.Say("no.moved.turn", "at", topology.Name(m.at[m.moved]))
	case step != attackStep(m.turn, a, b) && step != pairStep(m.turn, a, b, c):
		return rules.Say("no.now")
	case a != m.at[m.moved]:
		return rules.Say("no.moved", "at", topology.Name(m.at[m.moved]))
	case step.Kind == kindAttack:
		return m.refuseAttack(a, b)
	}
	return m.refusePair(a, b, c)
}

// refuseMove says why what stands on a cannot move to b.
func (m *mover) refuseMove(a, b board.Square) rules.Message {
	p := m.on(m.turn, a)
	switch {
	case p == nobody:
		return m.notYours(a)
	case m.occupied[m.turn].has(b):
		return rules.Say("no.own", "at", topology.Name(b))
	case !reach(p, a, m.all()).has(b):
		return m.unreached(p, b)
	case m.all().has(b):
		return rules.Say("no.attack", "at", topology.Name(b))
	}
	return rules.Message{}
}

// refuseAttack says why what stands on a cannot attack what stands on b.
func (m *mover) refuseAttack(a, b board.Square) rules.Message {
	p := m.on(m.turn, a)
	switch {
	case p == nobody:
		return m.notYours(a)
	case m.occupied[m.turn].has(b):
		return rules.Say("no.own", "at", topology.Name(b))
	case !m.all().has(b):
		return rules.Say("no.nobody", "at", topology.Name(b))
	case !m.targets(p).has(b):
		return m.unreached(p, b)
	}
	return rules.Message{}
}

// refusePair says why what stands on a cannot attack what stands on c together
// with what stands on b.
func (m *mover) refusePair(a, b, c board.Square) rules.Message {
	if why := m.refuseAttack(a, c); !why.IsZero() {
		return why
	}
	second := m.on(m.turn, b)
	switch {
	case second == nobody || a == b:
		return rules.Say("no.second", "at", topology.Name(b))
	case !m.targets(second).has(c):
		return m.unreached(second, c)
	case !m.seconds(second).has(c):
		return rules.Say("no.second.before", "at", topology.Name(b), "to", topology.Name(c))
	}
	return rules.Message{}
}

// notYours says why nobody's own stands on a.
func (m *mover) notYours(a board.Square) rules.Message {
	if m.occupied[1-m.turn].has(a) {
		return rules.Say("no.theirs", "at", topology.Name(a), "owner", "@seat."+seatNames[1-m.turn])
	}
	return rules.Say("no.empty", "at", topology.Name(a))
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
