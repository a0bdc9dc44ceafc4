package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// preparation is how it comes to a battle: camps and bridges, espionage, purchases, and
// the deployment, with which the boards are joined (rules 3 to 11).
type preparation struct {
	market
	joined bool // the boards are: everything is open (rule 11)
	field  field
}

func (p *preparation) legalPreparation(dst []rules.Step) []rules.Step {
	switch p.phase {
	case camps:
		return p.field.placing(p.turn).legalCamps(dst)
	case bridges:
		for f := range uint8(files) {
			dst = append(dst, step(p.turn, kindBridge, f))
		}
		return dst
	case espionage, deployment:
		return p.legalAtOnce(dst)
	}
	return p.legalPurchases(dst)
}

// legalAtOnce appends the steps of a hidden phase of the seats that have not finished it.
func (p *preparation) legalAtOnce(dst []rules.Step) []rules.Step {
	for _, seat := range [2]rules.Seat{White, Black} {
		switch {
		case p.done.Has(seat):
		case p.phase == deployment:
			dst = p.field.placing(seat).legalDeployment(dst)
		default:
			dst = append(p.cards[seat].legalCards(dst, seat, kindSpy), step(seat, kindDone))
		}
	}
	return dst
}

func (p *preparation) refusePreparation(t rules.Step) rules.Message {
	switch p.phase {
	case camps:
		return p.field.placing(t.By).refuseCamp(t)
	case bridges:
		return unless(t.Arg[0] < files && t == step(t.By, kindBridge, t.Arg[0]), rules.Say("no.bridge"))
	case espionage:
		return p.cards[t.By].refuseEspionage(t)
	case deployment:
		return p.field.placing(t.By).refuseDeployment(t)
	}
	return p.refusePurchase(t)
}

// applyPreparation carries out a step before the battle, but for what ends a hidden phase.
func (p *preparation) applyPreparation(t rules.Step, fx []rules.Effect) []rules.Effect {
	switch t.Kind {
	case kindCamp:
		return p.applyCamp(board.Square(t.Arg[0]), fx)
	case kindBridge:
		p.field.bridges |= 1 << t.Arg[0]
		p.pass(espionage)
	case kindSpy:
		p.cards[t.By].lay(card(t.Arg[0]))
	case kindArmy:
		p.applyArmy([units]uint8(t.Arg[:units]))
	case kindTrain:
		p.train(t.Arg[0])
	case kindPay:
		p.applyPay(card(t.Arg[0]))
	case kindDeploy:
		p.field.put(p.field.placing(t.By).next(kind(t.Arg[0])), board.Square(t.Arg[1]))
	}
	return fx
}

func (p *preparation) applyCamp(sq board.Square, fx []rules.Effect) []rules.Effect {
	if p.field.placing(p.turn).nameCamp(sq) {
		next := espionage
		if p.field.river {
			next = bridges
		}
		p.pass(next)
	}
	return append(fx, rules.Effect{Kind: rules.EffectEntered, From: noSquare, To: sq})
}

func (p *preparation) applyArmy(a [units]uint8) {
	for k, n := range a {
		for i := range int(n) {
			p.field.at[pieceOf(p.turn, kind(k), i)] = noSquare
		}
	}
	p.charge(army, costOf(a))
}

// applyDone ends a hidden phase for seat, and for both when it is the second; it
// reports whether the boards can be joined.
func (p *preparation) applyDone(seat rules.Seat) (deployed bool) {
	if p.phase == espionage && p.done == 0 {
		p.ended = seatMark(seat) + 1
	}
	if !p.finished(seat) {
		return false
	}
	if p.phase == deployment {
		return true
	}
	p.reveal()
	p.phase, p.turn = army, p.loser()
	return false
}

func (p *preparation) nowPreparation(viewer rules.Seat) rules.Message {
	switch p.phase {
	case camps:
		if p.field.stands(pieceOf(p.turn, camp, 0)) {
			return rules.Say("now.chessbattle.camp.second")
		}
		return rules.Say("now.chessbattle.camp")
	case bridges:
		return rules.Say("now.chessbattle.bridge")
	case espionage:
		return p.nowSpy(viewer)
	case army, training:
		return p.nowBuy(viewer)
	case pay:
		return p.nowPay(viewer)
	}
	return p.nowDeploy(viewer)
}

// nowSpy says to who has laid every card, and knows it, that there is none left.
func (p *preparation) nowSpy(viewer rules.Seat) rules.Message {
	if p.waiting().Has(viewer) && p.cards[viewer].hand == 0 {
		return rules.Say("now.chessbattle.espionage.none")
	}
	return rules.Say("now.chessbattle.espionage")
}

func (p *preparation) nowDeploy(viewer rules.Seat) rules.Message {
	if p.waiting().Has(viewer) {
		if _, waits := p.field.placing(viewer).waits(); !waits {
			return rules.Say("now.chessbattle.deployed")
		}
	}
	return rules.Say("now.chessbattle.deploy")
}
