package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

type phase uint8

const (
	first   phase = iota // chance: who begins (rule 5)
	turn                 // a player may do any of rule 6
	attack               // a piece has moved and may attack
	battle               // chance: attackers' dice, then the defender's
	advance              // the attacker may take the freed circle (rule 12)
	over
)

var phaseNames = [...]string{"first", "turn", "attack", "battle", "advance", "over"}

// mover is the field as the player to act has it: what a turn can be.
type mover struct {
	field
	phase        phase
	turn         rules.Seat // whose turn it is; White in the phases first and over
	moved        piece      // who moved this turn
	from         board.Square
	pass, before bool // options: pass is always, pair_reach is before-and-after
}

// forget forgets what moved.
func (m *mover) forget() { m.moved, m.from = nobody, board.None }

// move carries the piece on one circle to another, and reports whether it can attack from there.
func (m *mover) move(from, to board.Square) bool {
	p := m.on(m.turn, from)
	m.put(p, to)
	if m.targets(p) == 0 {
		return false
	}
	m.moved, m.from = p, from
	return true
}

// legal appends the legal steps; see State.Legal.
func (m *mover) legal(dst []rules.Step) []rules.Step {
	switch m.phase {
	case first, battle:
		for face := range uint8(6) {
			dst = append(dst, dieStep(face+1))
		}
	case turn:
		before := len(dst)
		if dst = m.turnSteps(dst); m.pass || len(dst) == before {
			dst = append(dst, plainStep(m.turn, kindPass))
		}
	case attack:
		dst = m.followUps(dst)
		dst = append(dst, plainStep(m.turn, kindEnd))
	case advance:
		dst = append(dst, plainStep(m.turn, kindAdvance), plainStep(m.turn, kindStay))
	}
	return dst
}

// turnSteps appends alternatives a and c of rule 6.
func (m *mover) turnSteps(dst []rules.Step) []rules.Step {
	var aims [perSide]circles
	dst = m.moves(dst, &aims)
	men := m.at[int(m.turn)*perSide:][:perSide]
	for i, a := range aims {
		for t := a; t != 0; t &= t - 1 {
			dst = append(dst, attackStep(m.turn, men[i], t.first()))
		}
	}
	for i, a := range aims {
		if a == 0 {
			continue
		}
		for j, b := range aims {
			for t := a & b; i != j && t != 0; t &= t - 1 {
				dst = append(dst, pairStep(m.turn, men[i], men[j], t.first()))
			}
		}
	}
	return dst
}

// moves appends the moves, and notes which enemies each piece reaches where it stands.
func (m *mover) moves(dst []rules.Step, aims *[perSide]circles) []rules.Step {
	base := int(m.turn) * perSide
	occupied, enemies := m.all(), m.occupied[1-m.turn]
	for i, from := range m.at[base : base+perSide] {
		if from == board.None {
			continue
		}
		to := reach(piece(base+i), from, occupied)
		for free := to &^ occupied; free != 0; free &= free - 1 {
			dst = append(dst, moveStep(m.turn, from, free.first()))
		}
		aims[i] = to & enemies
	}
	return dst
}

// followUps appends the attacks of the piece that has moved, alone and with a
// second one (alternatives b and d of rule 6).
func (m *mover) followUps(dst []rules.Step) []rules.Step {
	from, targets := m.at[m.moved], m.targets(m.moved)
	for t := targets; t != 0; t &= t - 1 {
		dst = append(dst, attackStep(m.turn, from, t.first()))
	}
	base := int(m.turn) * perSide
	for i, sq := range m.at[base : base+perSide] {
		p := piece(base + i)
		if sq == board.None || p == m.moved {
			continue
		}
		for t := targets & m.seconds(p); t != 0; t &= t - 1 {
			dst = append(dst, pairStep(m.turn, from, sq, t.first()))
		}
	}
	return dst
}

// seconds returns the enemies that p may attack as the second of a pair: with
// pair_reach before-and-after only what it reached before the move, too (rule 8).
func (m *mover) seconds(p piece) circles {
	t := m.targets(p)
	if m.before && m.moved != nobody {
		t &= reach(p, m.at[p], m.all()&^one(m.at[m.moved])|one(m.from))
	}
	return t
}
