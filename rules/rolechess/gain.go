package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

// Gain returns an attack's mean gain, for move ordering.
func (s *scratch) Gain(step rules.Step) int {
	var target piece
	second := kinds // nobody
	switch step.Kind {
	case kindAttack:
		target = s.on(1-s.turn, board.Square(step.Arg[1]))
	case kindPair:
		second = kindOf[s.on(s.turn, board.Square(step.Arg[1]))]
		target = s.on(1-s.turn, board.Square(step.Arg[2]))
	default:
		return 0
	}
	attacker := s.on(s.turn, board.Square(step.Arg[0]))
	return int(gains[duoOf(kindOf[attacker], second)][kindOf[target]][s.energy[target]])
}

// gains tabulates the mean gain of a battle, by attackers, kind of target and its energy.
var gains = allGains()

func allGains() *[duos][kindRoom][energyRoom]int16 {
	// The worth of a fresh piece. Half of it is lost with its life, half in proportion to its energy.
	worth := [kinds]float64{emperor: 8000, adjutant: 1000, knight: 240, guard: 160, lackey: 20}
	t := new([duos][kindRoom][energyRoom]int16)
	for a := range kinds {
		for b := range kinds + 1 {
			for target := range kinds {
				losses, full := &wholeLosses[0][0][a][b][target], int(fullEnergy[target])
				for left := 1; left <= full; left++ {
					falls, lives := losses.between(left, mostLoss), losses.between(0, left-1)
					lost := float64(falls.weight)*float64(full+left) + float64(lives.weight)*lives.mean
					t[duoOf(a, b)][target][left] = 1 + int16(worth[target]*lost/float64(2*full))
				}
			}
		}
	}
	return t
}
