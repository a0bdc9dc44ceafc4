package chessbattle

import (
	"strconv"

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
		return s.refuseCamp(t)
	case bridges:
		return unless(t.Arg[0] < files && t == step(t.By, kindBridge, t.Arg[0]), rules.Say("no.bridge"))
	case espionage:
		return s.refuseEspionage(t)
	case army:
		return s.refuseArmy(t)
	case training:
		return s.refuseTraining(t)
	case pay:
		if t != cardStep(t.By, kindPay, card(t.Arg[0])) {
			return rules.Say("no.paying", "n", strconv.Itoa(int(s.due)))
		}
		return s.refusePay(card(t.Arg[0]))
	case deployment:
		return s.refuseDeployment(t)
	case special:
		return s.refuseSpecial(t)
	case draw:
		return s.refuseDraw(t)
	}
	sq := board.Square(t.Arg[0])
	return unless(t == step(t.By, kindDesert, t.Arg[0]) && s.own(1-t.By, sq) && kindOf[s.on[sq]] != camp, rules.Say("no.desert"))
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

func (s *State) refuseCamp(t rules.Step) rules.Message {
	sq := board.Square(t.Arg[0])
	switch {
	case t != step(t.By, kindCamp, t.Arg[0]):
		return rules.Say("no.camp.named")
	case !ownBoard(t.By, sq):
		return rules.Say("no.half", "at", squareName(sq))
	}
	if s.on[sq] != nobody {
		return rules.Say("no.taken", "at", squareName(sq))
	}
	return rules.Message{}
}

func (s *State) refuseEspionage(t rules.Step) rules.Message {
	switch t {
	case step(t.By, kindDone):
		return rules.Message{}
	case cardStep(t.By, kindSpy, card(t.Arg[0])):
		return s.refuseCard(t.By, card(t.Arg[0]))
	}
	return rules.Say("no.spy")
}

func (s *State) refuseCard(seat rules.Seat, c card) rules.Message {
	return unless(c < cardCount && s.hand[seat]&c.pile() != 0, rules.Say("no.card.hand"))
}

func (s *State) refuseArmy(t rules.Step) rules.Message {
	a := [units]uint8(t.Arg[:units])
	if t != armyStep(t.By, a) {
		return rules.Say("no.army")
	}
	for k, n := range a {
		if n > most[k] {
			return rules.Say("no.army.many", "n", strconv.Itoa(int(most[k])), "kind", kindKey(kind(k)))
		}
	}
	return s.refuseCost(costOf(a))
}

func (s *State) refuseTraining(t rules.Step) rules.Message {
	k := t.Arg[0]
	if t != step(t.By, kindTrain, k) || int(k) >= len(trainingCost) {
		return rules.Say("no.train")
	}
	return s.refuseCost(trainingCost[k])
}

// refuseCost says why the acting seat cannot pay cost (rule 9).
func (s *State) refuseCost(cost int) rules.Message {
	hand := s.hand[s.turn]
	p := newPurse(hand, s.spent[s.turn])
	switch {
	case p.pays(cost):
		return rules.Message{}
	case hand.total() < cost:
		return rules.Say("no.worth", "n", strconv.Itoa(hand.total()), "cost", strconv.Itoa(cost))
	}
	return rules.Say("no.exact", "n", strconv.Itoa(cost))
}

// refusePay says why c cannot be the next card of the payment (rule 9).
func (s *State) refusePay(c card) rules.Message {
	if why := s.refuseCard(s.turn, c); !why.IsZero() {
		return why
	}
	hand, paid := s.hand[s.turn], s.payment(s.turn)
	if paid.after(c) != 0 {
		return rules.Say("no.highest")
	}
	whole := (hand | paid).sums()
	exact := whole.has(int(s.due) + paid.total())
	return unless(payable(hand, s.spent[s.turn], c, int(s.due), exact), rules.Say("no.pay"))
}

func (s *State) refuseDeployment(t rules.Step) rules.Message {
	k, sq := kind(t.Arg[0]), board.Square(t.Arg[1])
	switch {
	case t == step(t.By, kindDone):
		for k := range camp {
			if s.nextToDeploy(t.By, k) != nobody {
				return rules.Say("no.placed", "kind", kindKey(k))
			}
		}
		return rules.Message{}
	case t != step(t.By, kindDeploy, uint8(k), uint8(sq)) || k >= camp:
		return rules.Say("no.place")
	case !ownBoard(t.By, sq):
		return rules.Say("no.half", "at", squareName(sq))
	case s.on[sq] != nobody:
		return rules.Say("no.taken", "at", squareName(sq))
	case s.nextToDeploy(t.By, k) == nobody:
		return rules.Say("no.place.left", "kind", kindKey(k))
	}
	return rules.Message{}
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

func (s *State) refuseSpecial(t rules.Step) rules.Message {
	switch c := t.Arg[0]; {
	case t != specialStep(t.By, c):
		return rules.Say("no.special")
	case c == 0:
		return rules.Message{}
	default:
		return s.refuseCard(t.By, card(c-1))
	}
}

func (s *State) refuseDraw(t rules.Step) rules.Message {
	why := rules.Say("no.draw")
	var count [5]uint8
	if t.N != s.toDraw() {
		return why
	}
	for _, v := range t.Arg[:t.N] {
		if v < 1 || v > 4 || count[v] == 2 {
			return why
		}
		count[v]++
	}
	return unless(t == drawStep(count), why)
}
