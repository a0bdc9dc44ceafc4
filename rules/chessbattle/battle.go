package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// beginTurn begins the turn of s.turn.
func (s *State) beginTurn() {
	s.command = s.points[s.turn] // rule 13
	s.used = 0
	s.rest()
}

// rest ends the use of the active unit.
func (s *State) rest() { s.active, s.moves, s.hits = nobody, 0, 0 }

// might is what a piece can still spend in this turn. The King's three are one
// (rule 13).
type might struct {
	moves, hits uint8
	whole       bool // nothing is spent: it may cross the river without a bridge
}

// mightOf returns what p of the acting seat, on the board, can still spend.
func (s *State) mightOf(p piece) might {
	switch k := kindOf[p]; {
	case k == king:
		return might{s.command, s.command, s.command == s.points[s.turn]}
	case p == s.active:
		return might{s.moves, s.hits, s.moves == paces[k]}
	case s.command > 0 && s.used&p.bit() == 0:
		return might{paces[k], blows[k], true}
	}
	return might{}
}

// spend takes what a step or an attack of p costs: of a unit movement and
// fighting points, and a command point if its use begins; of the King command.
func (s *State) spend(p piece, moves, hits uint8) {
	if kindOf[p] == king {
		s.command -= moves
		s.rest()
		return
	}
	m := s.mightOf(p)
	if p != s.active {
		s.command--
		s.used |= p.bit()
		s.active = p
	}
	s.moves, s.hits = m.moves-moves, m.hits-hits
}

// bridged reports whether a bridge leads from sq over the river.
func (s *State) bridged(sq board.Square) bool {
	return s.river && facing(sq) != noSquare && s.bridge&(1<<(sq%files)) != 0
}

// neighbour returns the square next to sq in direction d, over a bridge too.
func (s *State) neighbour(sq board.Square, d int) board.Square {
	if d == overBridge(sq) && s.bridged(sq) {
		return facing(sq)
	}
	return near[s.water()][sq][d]
}

// overBridge is the direction from a bank over the river.
func overBridge(bank board.Square) int {
	if bank < home {
		return north
	}
	return south
}

// direction returns in which direction b is a's neighbour; false if it is none (rule 16).
func (s *State) direction(a, b board.Square) (int, bool) {
	for d := range dirs {
		if to := s.neighbour(a, d); to == b && to != noSquare {
			return d, true
		}
	}
	return 0, false
}

// stepCost returns the movement points of a step in direction d (rule 14).
func stepCost(d int) uint8 {
	if d < straights {
		return 1
	}
	return 2
}

// blowCost returns what a melee attack of kind k in direction d takes of m;
// false if m is too little (rule 14).
func blowCost(k kind, m might, d int) (moves, hits uint8, ok bool) {
	switch {
	case k == crossbowmen:
		return 0, 0, false
	case k == pikemen:
		return paces[k], blows[k], m.moves == paces[k]
	case m.moves == 0 || m.hits == 0:
		return 0, 0, false
	case d < straights:
		return 1, 1, true
	case m.moves >= 2 && m.hits >= 2:
		return 2, 2, true
	}
	return min(m.moves, 2), 1, true
}

// crossing returns where p may cross the river from sq without a bridge, or
// noSquare (rule 14).
func (s *State) crossing(sq board.Square, m might) board.Square {
	if !s.river || !m.whole || s.bridged(sq) {
		return noSquare
	}
	return facing(sq)
}

func (s *State) legalBattle(dst []rules.Step) []rules.Step {
	base := piece(s.turn) * perSide
	for p := base; p < base+perSide; p++ {
		if kindOf[p] == camp || !s.stands(p) {
			continue
		}
		if m := s.mightOf(p); m.moves > 0 {
			dst = s.legalUse(dst, p, m)
		}
	}
	return append(dst, step(s.turn, kindEnd))
}

// legalUse appends the steps and attacks of p.
func (s *State) legalUse(dst []rules.Step, p piece, m might) []rules.Step {
	k, from := kindOf[p], s.at[p]
	row := near[s.water()][from]
	if s.bridged(from) {
		row[overBridge(from)] = facing(from)
	}
	for d, to := range row {
		switch {
		case !standing(to):
		case s.on[to] == nobody:
			if m.moves >= stepCost(d) {
				dst = append(dst, pathStep(s.turn, kindMove, from, to))
			}
		case s.on[to].owner() != s.turn:
			if _, _, ok := blowCost(k, m, d); ok {
				dst = s.legalStrikes(dst, p, from, to)
			}
		}
	}
	if to := s.crossing(from, m); to != noSquare && s.on[to] == nobody {
		dst = append(dst, pathStep(s.turn, kindMove, from, to))
	}
	if k == crossbowmen && m.moves == paces[k] {
		for to := range shots[s.water()][from].All() {
			if s.own(1-s.turn, to) {
				dst = append(dst, pathStep(s.turn, kindShot, from, to))
			}
		}
	}
	return dst
}

// legalStrikes appends the strikes of p at to: one, or one for each extra kill
// that must be chosen between.
func (s *State) legalStrikes(dst []rules.Step, p piece, from, to board.Square) []rules.Step {
	if s.sure {
		if x := s.extras(from, to); x.choose {
			for _, sq := range x.at[:x.n] {
				dst = append(dst, choiceStep(s.turn, from, to, sq))
			}
			return dst
		}
	}
	return append(dst, pathStep(s.turn, kindStrike, from, to))
}

// applyBattle carries out a legal step of the phase battle.
func (s *State) applyBattle(t rules.Step, fx []rules.Effect) []rules.Effect {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	switch t.Kind {
	case kindEnd:
		return s.endTurn(fx)
	case kindMove:
		s.move(from, to)
		return append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
	case kindShot:
		s.spend(s.on[from], paces[crossbowmen], blows[crossbowmen])
	case kindStrike:
		d, _ := s.direction(from, to)
		p := s.on[from]
		moves, hits, _ := blowCost(kindOf[p], s.mightOf(p), d)
		s.spend(p, moves, hits)
	}
	if s.sure {
		return s.slay(t, fx)
	}
	return s.meet(s.on[from], s.on[to], t.Kind == kindShot, fx)
}

func (s *State) move(from, to board.Square) {
	p := s.on[from]
	s.spend(p, s.moveCost(from, to), 0)
	s.put(p, to)
}

// moveCost returns the movement points that a legal step takes; a crossing
// without a bridge takes all.
func (s *State) moveCost(from, to board.Square) uint8 {
	if d, ok := s.direction(from, to); ok {
		return stepCost(d)
	}
	return s.mightOf(s.on[from]).moves
}

// endTurn gives the turn to the other side; too many turns in a row without a
// removal are a draw (rule 30).
func (s *State) endTurn(fx []rules.Effect) []rules.Effect {
	s.quiet++
	if s.quiet >= 2*s.limit {
		return s.finish(0, whyQuiet, fx)
	}
	s.turn = 1 - s.turn
	s.beginTurn()
	return fx
}
