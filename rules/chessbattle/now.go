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
		return rules.Say("now.chessbattle.espionage")
	case army:
		return rules.Say("now.chessbattle.army")
	case training:
		return rules.Say("now.chessbattle.training")
	case pay:
		return s.nowPay(viewer)
	case deployment:
		return s.nowDeploy(viewer)
	case battle:
		return s.orders.now(&s.field)
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

func (s *State) nowDeploy(viewer rules.Seat) rules.Message {
	if s.actors().Has(viewer) {
		if _, waits := s.placing(viewer).waits(); !waits {
			return rules.Say("now.chessbattle.deployed")
		}
	}
	return rules.Say("now.chessbattle.deploy")
}
