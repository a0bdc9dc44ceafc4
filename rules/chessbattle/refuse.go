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
	case camps:
		return s.placing(t.By).refuseCamp(t)
	case bridges:
		return unless(t.Arg[0] < files && t == step(t.By, kindBridge, t.Arg[0]), rules.Say("no.bridge"))
	case espionage:
		return s.cards[t.By].refuseEspionage(t)
	case army:
		return s.cards[t.By].refuseArmy(t)
	case training:
		return s.cards[t.By].refuseTraining(t)
	case pay:
		return s.payment().refuse(t)
	case deployment:
		return s.placing(t.By).refuseDeployment(t)
	case special:
		return s.cards[t.By].refuseSpecial(t)
	case draw:
		return s.fight.refuseDraw(t)
	}
	return unless(t == step(t.By, kindDesert, t.Arg[0]) && s.field.unitOf(1-t.By, board.Square(t.Arg[0])), rules.Say("no.desert"))
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

func (s *State) refuseReferee(t rules.Step) rules.Message {
	own := rules.RefuseReferee(s.Seated(), t)
	if own.IsZero() {
		return own
	}
	mark, n := seatMark(t.Arg[0]), uint16(t.Arg[1])<<8|uint16(t.Arg[2])
	switch {
	case t != timeStep(mark, n) || mark > 2 || mark == 0 && n != 0:
		return own
	case s.scenario == noLimit || (s.scenario == clocks) != (mark != 0):
		return rules.Say("no.time")
	case s.phase == special || s.phase == draw:
		return rules.Say("no.fight.first")
	}
	return unless(s.phase == battle, rules.Say("no.time.battle"))
}
