package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

// The kinds of steps; squares are Arg.
const (
	kindMove    uint8 = iota + 1 // from, to
	kindAttack                   // attacker, target
	kindPair                     // initiator, second attacker, target
	kindEnd                      // after a move, no attack
	kindPass                     //
	kindDie                      // the face
	kindAdvance                  //
	kindStay                     //
)

func moveStep(by rules.Seat, from, to board.Square) rules.Step {
	return rules.Step{By: by, Kind: kindMove, Arg: [rules.StepArgs]uint8{uint8(from), uint8(to)}}
}

func attackStep(by rules.Seat, from, target board.Square) rules.Step {
	return rules.Step{By: by, Kind: kindAttack, Arg: [rules.StepArgs]uint8{uint8(from), uint8(target)}}
}

func pairStep(by rules.Seat, from, second, target board.Square) rules.Step {
	return rules.Step{By: by, Kind: kindPair, Arg: [rules.StepArgs]uint8{uint8(from), uint8(second), uint8(target)}}
}

func dieStep(face uint8) rules.Step {
	return rules.Step{By: rules.Chance, Kind: kindDie, Arg: [rules.StepArgs]uint8{face}}
}

// dieSteps tabulates the step of each face. A step copied whole is read faster than one just written byte by
// byte, whose load has to wait for the stores.
var dieSteps = allDieSteps()

func allDieSteps() (t [7]rules.Step) {
	for face := range t {
		t[face] = dieStep(uint8(face))
	}
	return t
}

func plainStep(by rules.Seat, kind uint8) rules.Step { return rules.Step{By: by, Kind: kind} }

// Legal appends the legal steps: the moves by piece and square, the attacks by
// piece and target, the pairs by initiator, second attacker and target; then
// what ends a turn.
func (s State) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }

func (s *State) legal(dst []rules.Step) []rules.Step {
	switch s.phase {
	case first, battle:
		for face := range uint8(6) {
			dst = append(dst, dieStep(face+1))
		}
	case turn:
		before := len(dst)
		if dst = s.turnSteps(dst); s.pass || len(dst) == before {
			dst = append(dst, plainStep(s.turn, kindPass))
		}
	case attack:
		dst = s.followUps(dst)
		dst = append(dst, plainStep(s.turn, kindEnd))
	case advance:
		dst = append(dst, plainStep(s.turn, kindAdvance), plainStep(s.turn, kindStay))
	}
	return dst
}

// turnSteps appends alternatives a and c of rule 6.
func (s *State) turnSteps(dst []rules.Step) []rules.Step {
	var aims [perSide]circles
	dst = s.moves(dst, &aims)
	men := s.at[int(s.turn)*perSide:][:perSide]
	for i, a := range aims {
		for t := a; t != 0; t &= t - 1 {
			dst = append(dst, attackStep(s.turn, men[i], t.first()))
		}
	}
	for i, a := range aims {
		if a == 0 {
			continue
		}
		for j, b := range aims {
			for t := a & b; i != j && t != 0; t &= t - 1 {
				dst = append(dst, pairStep(s.turn, men[i], men[j], t.first()))
			}
		}
	}
	return dst
}

// moves appends the moves, and notes which enemies each piece reaches where it stands.
func (s *State) moves(dst []rules.Step, aims *[perSide]circles) []rules.Step {
	base := int(s.turn) * perSide
	occupied, enemies := s.all(), s.occupied[1-s.turn]
	for i, from := range s.at[base : base+perSide] {
		if from == board.None {
			continue
		}
		to := reach(piece(base+i), from, occupied)
		for free := to &^ occupied; free != 0; free &= free - 1 {
			dst = append(dst, moveStep(s.turn, from, free.first()))
		}
		aims[i] = to & enemies
	}
	return dst
}

// followUps appends the attacks of the piece that has moved, alone and with a
// second one (alternatives b and d of rule 6).
func (s *State) followUps(dst []rules.Step) []rules.Step {
	from, targets := s.at[s.moved], s.targets(s.moved)
	for t := targets; t != 0; t &= t - 1 {
		dst = append(dst, attackStep(s.turn, from, t.first()))
	}
	base := int(s.turn) * perSide
	for i, sq := range s.at[base : base+perSide] {
		p := piece(base + i)
		if sq == board.None || p == s.moved {
			continue
		}
		for t := targets & s.seconds(p); t != 0; t &= t - 1 {
			dst = append(dst, pairStep(s.turn, from, sq, t.first()))
		}
	}
	return dst
}

// targets returns the enemies within the reach of p (rule 4).
func (f *field) targets(p piece) circles {
	return reach(p, f.at[p], f.all()) & f.occupied[1-p.owner()]
}

// seconds returns the enemies that p may attack as the second of a pair: with
// pair_reach before-and-after only what it reached before the move, too (rule 8).
func (s *State) seconds(p piece) circles {
	t := s.targets(p)
	if s.before && s.moved != nobody {
		t &= reach(p, s.at[p], s.all()&^one(s.at[s.moved])|one(s.from))
	}
	return t
}

// canAct reports whether seat has any move or attack.
func (f *field) canAct(seat rules.Seat) bool {
	base := int(seat) * perSide
	occupied := f.all()
	for i, sq := range f.at[base : base+perSide] {
		if sq != board.None && reach(piece(base+i), sq, occupied)&^f.occupied[seat] != 0 {
			return true
		}
	}
	return false
}
