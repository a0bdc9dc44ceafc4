package chessbattle

import (
	"strconv"

	"reeve/rules"
)

// Now returns what is to be done. Whether all of a seat's pieces stand only that
// seat may know while they are placed.
func (s State) Now(viewer rules.Seat) rules.Message {
	switch s.phase {
	case camps:
		if s.field.stands(pieceOf(s.turn, camp, 0)) {
			return rules.Say("now.chessbattle.camp.second")
		}
		return rules.Say("now.chessbattle.camp")
	case bridges:
		return rules.Say("now.chessbattle.bridge")
	case espionage:
		return s.nowSpy(viewer)
	case army, training:
		return s.nowBuy(viewer)
	case pay:
		return s.nowPay(viewer)
	case deployment:
		return s.nowDeploy(viewer)
	case battle:
		return s.nowBattle()
	case special:
		if s.fight.defending {
			key := "now.chessbattle.special.defend"
			if viewer == s.committing() {
				key = "now.chessbattle.special.defend.you"
			}
			return rules.Say(key, "piece", kindKey(kindOf[s.fight.target]), "at", squareName(s.field.at[s.fight.target]))
		}
		return rules.Say("now.chessbattle.special")
	case draw:
		return rules.Say("now.chessbattle.draw")
	case desert:
		return rules.Say("now.chessbattle.desert", "n", strconv.Itoa(int(s.deserts)))
	}
	return rules.Message{}
}

// nowPay says to others than who pays only what is being bought: the public phase
// is that of the purchase until it is paid (rule 32).
func (s *State) nowPay(viewer rules.Seat) rules.Message {
	switch {
	case viewer == s.turn:
		return rules.Say("now.chessbattle.pay", "n", strconv.Itoa(int(s.due)))
	case s.payFor() == training:
		return rules.Say("now.chessbattle.training")
	}
	return rules.Say("now.chessbattle.army")
}

// nowBuy says to who buys, and knows the own cards, when they pay for nothing.
func (s *State) nowBuy(viewer rules.Seat) rules.Message {
	switch {
	case viewer == s.turn && len(s.legal(nil)) == 1:
		return rules.Say("now.chessbattle.none")
	case s.phase == army:
		return rules.Say("now.chessbattle.army")
	}
	return rules.Say("now.chessbattle.training")
}

// nowSpy says to who has laid every card, and knows it, that there is none left.
func (s *State) nowSpy(viewer rules.Seat) rules.Message {
	if s.actors().Has(viewer) && s.cards[viewer].hand == 0 {
		return rules.Say("now.chessbattle.espionage.none")
	}
	return rules.Say("now.chessbattle.espionage")
}

// nowBattle says whether the unit in use can go on, and whether another can be used.
func (s *State) nowBattle() rules.Message {
	var active, others bool
	for _, step := range s.legalBattle(nil) {
		if step.Kind != kindEnd {
			inUse := s.field.on[step.Arg[0]] == s.orders.active
			active, others = active || inUse, others || !inUse
		}
	}
	switch {
	case active && others:
		return s.nowActive("now.chessbattle.active")
	case active:
		return s.nowActive("now.chessbattle.active.last")
	case others:
		return rules.Say("now.chessbattle.battle", "n", strconv.Itoa(int(s.orders.command)))
	case s.orders.command == 0:
		return rules.Say("now.chessbattle.spent")
	}
	return rules.Say("now.chessbattle.stuck")
}

func (s *State) nowActive(key string) rules.Message {
	p := s.orders.active
	return rules.Say(key, "piece", kindKey(kindOf[p]), "at", squareName(s.field.at[p]))
}

func (s *State) nowDeploy(viewer rules.Seat) rules.Message {
	if s.actors().Has(viewer) {
		if _, waits := s.placing(viewer).waits(); !waits {
			return rules.Say("now.chessbattle.deployed")
		}
	}
	return rules.Say("now.chessbattle.deploy")
}
