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
		if s.stands(pieceOf(s.turn, camp, 0)) {
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
		return s.nowBattle()
	case special:
		if s.fight.defending {
			key := "now.chessbattle.special.defend"
			if viewer == s.committing() {
				key = "now.chessbattle.special.defend.you"
			}
			return rules.Say(key, "piece", kindKey(kindOf[s.fight.target]), "at", squareName(s.at[s.fight.target]))
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
	if !s.actors().Has(viewer) {
		return rules.Say("now.chessbattle.deploy")
	}
	for k := range camp {
		if s.nextToDeploy(viewer, k) != nobody {
			return rules.Say("now.chessbattle.deploy")
		}
	}
	return rules.Say("now.chessbattle.deployed")
}

// nowBattle says which unit is in use, or how many can still be.
func (s *State) nowBattle() rules.Message {
	switch {
	case s.active != nobody && s.moves > 0:
		return rules.Say("now.chessbattle.active", "piece", kindKey(kindOf[s.active]), "at", squareName(s.at[s.active]))
	case s.command == 0:
		return rules.Say("now.chessbattle.spent")
	}
	return rules.Say("now.chessbattle.battle", "n", strconv.Itoa(int(s.command)))
}
