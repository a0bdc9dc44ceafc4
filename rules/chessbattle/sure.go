package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// extras are the squares of the pieces that an attack without chance may hit
// besides its target; of several one is to be chosen, or all fall.
type extras struct {
	at     [8]board.Square
	n      int
	choose bool
}

func (x *extras) has(sq board.Square) bool {
	for _, at := range x.at[:x.n] {
		if at == sq {
			return true
		}
	}
	return false
}

// extras returns whom a strike from a square at a target hits besides (rules 25
// to 28): the enemies on the figure's yellow squares, and one only of them when
// an enemy unit stands on a blue one.
func (s *State) extras(from, target board.Square) (x extras) {
	pos := s.positionOf(from, target)
	enemy := s.on[target].owner()
	away := int(target)%files - int(from)%files
	if away == 0 {
		away = 1
	}
	ahead := facingOf(enemy)
	for _, o := range table.yellow[pos] {
		if sq := offset(target, o[0]*away, o[1]*ahead, s.river); s.unitOf(enemy, sq) {
			x.at[x.n] = sq
			x.n++
		}
	}
	if x.n < 2 {
		return x
	}
	for _, o := range table.blue[pos] {
		if s.unitOf(enemy, offset(from, o[0]*away, o[1]*ahead, s.river)) {
			x.choose = true
		}
	}
	return x
}

// unitOf reports whether a unit or the King of seat stands on sq.
func (s *State) unitOf(seat rules.Seat, sq board.Square) bool {
	return s.own(seat, sq) && kindOf[s.on[sq]] != camp
}

// victims returns the squares of all that fall by a legal strike or shot
// without chance, and whether the attacker falls too.
func (s *State) victims(t rules.Step) (fall board.Set, attackerFalls bool) {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	fall.Add(to)
	if t.Kind == kindShot {
		return fall, false
	}
	x := s.extras(from, to)
	if t.N == 1 {
		fall.Add(board.Square(t.Arg[2]))
		x.n = 0
	}
	for _, sq := range x.at[:x.n] {
		fall.Add(sq)
	}
	if kindOf[s.on[from]] != knights || s.positionOf(from, to) == rear {
		return fall, false
	}
	for sq := range fall.All() {
		attackerFalls = attackerFalls || kindOf[s.on[sq]] == pikemen
	}
	return fall, attackerFalls
}

// slay carries out an attack without chance: all removals at once, then Knights
// that live stand where the target stood (rules 24 to 28).
func (s *State) slay(t rules.Step, fx []rules.Effect) []rules.Effect {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	p := s.on[from]
	fall, attackerFalls := s.victims(t)
	for sq := range fall.All() {
		fx = s.remove(s.on[sq], fx)
	}
	switch {
	case attackerFalls:
		fx = s.remove(p, fx)
	case kindOf[p] == knights:
		s.put(p, to)
		fx = append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
	}
	return s.judge(fx)
}
