package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// Hands says what a legal step asks of the hands. An attack with cards is
// knocked, whether its result is automatic or not. One without chance takes its
// victims off while the attacker is lifted and put back, Knights on the target's
// square; Knights that fall are taken off too.
func (s State) Hands(t rules.Step) rules.Hands {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	switch t.Kind {
	case kindCamp:
		return rules.CarryHands(noSquare, from)
	case kindDeploy:
		return rules.CarryHands(noSquare, to)
	case kindMove:
		h := rules.CarryHands(from, to)
		u := s.use(s.field.on[from])
		h.Cost = u.moveCost(to)
		return h
	case kindStrike, kindShot:
		if s.sure {
			return s.field.attackOf(t).hands(t)
		}
		return rules.KnockHands(from, board.None, to)
	case kindDesert:
		h := rules.NoHands(rules.Carried)
		h.Takes.Add(from)
		return h
	case kindEnd:
		return rules.NoHands(rules.Implied)
	}
	return rules.NoHands(rules.OnPage)
}

// hands says what t, this attack without chance, asks of the hands.
func (a attack) hands(t rules.Step) rules.Hands {
	fall, attackerFalls := a.victims(t)
	h := rules.CarryHands(a.from, a.from)
	switch {
	case attackerFalls:
		h = rules.NoHands(rules.Carried)
		fall.Add(a.from)
	case kindOf[a.attacker()] == knights:
		h = rules.CarryHands(a.from, a.to)
	}
	h.Takes, h.Attacker, h.Target = fall, a.from, a.to
	return h
}
