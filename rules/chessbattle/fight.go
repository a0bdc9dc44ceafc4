package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// mostDraws is the most cards a side draws (rule 18).
const mostDraws = 5

// automatic says how an attack with cards ends without a draw (rule 23 and the
// table of phase III): who falls, and whether it is so.
func (s *State) automatic(attacker, target piece, shot bool) (attackerFalls, ok bool) {
	a, t := kindOf[attacker], kindOf[target]
	switch {
	case t == crossbowmen:
		return false, true
	case shot:
		return false, false
	case a == pikemen && t == knights:
		return false, true
	}
	return true, a == knights && t == pikemen
}

// meet begins a fight with cards, or ends it at once where its result is automatic.
func (s *State) meet(attacker, target piece, shot bool, fx []rules.Effect) []rules.Effect {
	if falls, ok := s.automatic(attacker, target, shot); ok {
		to := s.at[target]
		fx = s.remove(target, fx)
		if falls {
			fx = s.remove(attacker, fx)
		}
		return s.judge(s.follow(attacker, to, fx))
	}
	s.fight = fight{attacker: attacker, target: target, shot: shot, draws: s.drawsOf(attacker, target, shot)}
	s.phase = special
	s.skipEmptyHands()
	return fx
}

// skipEmptyHands goes past the fighters who have no Special Card to commit
// (rule 22), to the draws when both have been asked.
func (s *State) skipEmptyHands() {
	if s.hand[s.committing()] != 0 {
		return
	}
	if !s.fight.defending {
		s.fight.defending = true
		s.skipEmptyHands()
		return
	}
	s.phase, s.fight.defending = draw, false
}

// drawsOf returns how many cards the attacker and the target draw (rules 19 to 21).
func (s *State) drawsOf(attacker, target piece, shot bool) [2]uint8 {
	n := [2]uint8{1, 1}
	switch {
	case shot && kindOf[target] == pikemen:
		n[0] = 2
	case !shot && kindOf[attacker] == knights:
		n[0] = 2
	}
	if kindOf[target] == knights {
		n[1] = 2
	}
	if !shot {
		n[0] += uint8(s.positionOf(s.at[attacker], s.at[target]))
	}
	for d := range dirs {
		sq := s.neighbour(s.at[attacker], d)
		if sq == noSquare || s.on[sq] == nobody || s.on[sq] == target {
			continue
		}
		if _, near := s.direction(sq, s.at[target]); near {
			n[side(s.on[sq], attacker)]++
		}
	}
	return [2]uint8{min(n[0], mostDraws), min(n[1], mostDraws)}
}

// side is 0 for a piece of the attacker's owner, 1 for one of the target's.
func side(p, attacker piece) int {
	if p.owner() == attacker.owner() {
		return 0
	}
	return 1
}

// facingOf is the direction of ranks in which seat's pieces face (rule 20).
func facingOf(seat rules.Seat) int { return 1 - 2*int(seat) }

// positionOf returns where an attack from a neighbouring square comes from, seen
// from the piece on the target's square (rule 20).
func (s *State) positionOf(from, target board.Square) position {
	face := facingOf(s.on[target].owner())
	across := int(from)%files - int(target)%files
	ahead := (int(from)/files - int(target)/files) * face
	return table.from[across*face+1][ahead+1]
}

// applySpecial commits a card, plus 1, or none, and asks the next who has any.
func (s *State) applySpecial(c uint8) {
	seat, i := s.committing(), 0
	if s.fight.defending {
		i = 1
	}
	s.fight.special[i] = c
	if c > 0 {
		s.hand[seat] &^= card(c - 1).pile()
	}
	if s.fight.defending {
		s.phase, s.fight.defending = draw, false
		return
	}
	s.fight.defending = true
	s.skipEmptyHands()
}

// applyDraw notes the attacker's draw, or settles the fight with the defender's.
func (s *State) applyDraw(t rules.Step, fx []rules.Effect) []rules.Effect {
	f := s.fight
	at := s.at[f.attacker]
	if f.defending {
		at = s.at[f.target]
	}
	for _, v := range t.Arg[:t.N] {
		fx = append(fx, rules.Effect{Kind: rules.EffectThrown, From: at, To: noSquare, N: int16(v)})
	}
	if !f.defending {
		copy(s.fight.drawn[:], t.Arg[:t.N])
		s.fight.defending = true
		return fx
	}
	attack, defence := f.scores(t)
	s.phase = battle
	s.fight = fight{attacker: nobody, target: nobody}
	s.lose(f)
	to := s.at[f.target]
	if attack > defence || attack == defence && !f.shot {
		fx = s.remove(f.target, fx)
	}
	if attack <= defence && !f.shot {
		fx = s.remove(f.attacker, fx)
	}
	return s.judge(s.follow(f.attacker, to, fx))
}

// follow lets Knights that live stand where their target stood, on a square that is
// free now, if the option says so (rule 24).
func (s *State) follow(attacker piece, to board.Square, fx []rules.Effect) []rules.Effect {
	if !s.advance || kindOf[attacker] != knights || !s.stands(attacker) || s.on[to] != nobody {
		return fx
	}
	from := s.at[attacker]
	s.put(attacker, to)
	return append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
}

// scores returns both sums with t as the defender's draw.
func (f *fight) scores(t rules.Step) (attack, defence int) {
	sum := [2]int{}
	for i, c := range f.special {
		if c > 0 {
			sum[i] += card(c - 1).value()
		}
	}
	for _, v := range f.drawn {
		sum[0] += int(v)
	}
	for _, v := range t.Arg[:t.N] {
		sum[1] += int(v)
	}
	return sum[0], sum[1]
}

// lose puts the committed Special Cards away.
func (s *State) lose(f fight) {
	for i, c := range f.special {
		if c > 0 {
			seat := s.turn
			if i == 1 {
				seat = 1 - s.turn
			}
			s.spent[seat] |= card(c - 1).pile()
		}
	}
}
