package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// refuse says why t is not legal now, nothing if it is.
func (s *State) refuse(t rules.Step) rules.Message {
	switch {
	case s.phase == over:
		return rules.Say("no.over")
	case t.By == rules.Referee:
		return s.refuseReferee(t)
	case !s.actors().Has(t.By):
		return s.refuseSeat(t.By)
	}
	switch s.phase {
	case battle:
		return s.refuseBattle(t)
	case special:
		return s.cards[t.By].refuseSpecial(t)
	case draw:
		return s.fight.refuseDraw(t)
	case desert:
		return s.refuseDesertion(t)
	}
	return s.refusePreparation(t)
}

func unless(ok bool, why rules.Message) rules.Message {
	if ok {
		return rules.Message{}
	}
	return why
}

// refuseSeat says why seat is not to act: it has finished what both do at once, or
// it is not its turn.
func (s *State) refuseSeat(seat rules.Seat) rules.Message {
	switch s.phase {
	case espionage, deployment:
		return rules.Say("no.finished")
	case draw:
		return rules.Say("no.draw")
	}
	return rules.NotTurn(*s)
}

func (s *State) refuseBattle(t rules.Step) rules.Message {
	if t == step(t.By, kindEnd) {
		return rules.Message{}
	}
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	switch {
	case t.Kind < kindMove || t.Kind > kindShot || !standing(to):
		return rules.Say("no.now")
	case !s.field.own(t.By, from):
		return rules.NotYours(*s, from)
	}
	u := s.use(s.field.on[from])
	switch {
	case kindOf[u.piece] == camp:
		return rules.Say("no.camp.moves")
	case u.might.moves == 0:
		return s.orders.refuse(u.piece, &s.field)
	case s.field.own(t.By, to):
		return rules.Say("no.own", "at", squareName(to))
	}
	return u.refuse(t)
}

// Why says why what stands on from can do nothing with to. Before the boards are
// joined it tells nothing of what stands where.
func (s State) Why(from, to board.Square) rules.Message {
	if s.phase == battle && s.field.own(s.turn, from) && s.field.own(1-s.turn, to) {
		u := s.use(s.field.on[from])
		return s.refuse(u.attackStep(to))
	}
	return s.refuse(pathStep(s.turn, kindMove, from, to))
}
