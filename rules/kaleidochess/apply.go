package kaleidochess

import (
	"reeve/board"
	"reeve/rules"
)

// Apply returns the position after step. It wraps rules.ErrIllegal.
func (s State) Apply(st rules.Step, effects []rules.Effect) (rules.State, []rules.Effect, error) {
	if st.By == rules.Referee {
		return s.applyReferee(st, effects)
	}
	if why := s.refuse(st); !why.IsZero() {
		return nil, effects, rules.Illegal(s.Text(st), why)
	}
	effects = s.apply(st, effects)
	return s, effects, nil
}

func (s State) applyReferee(st rules.Step, effects []rules.Effect) (rules.State, []rules.Effect, error) {
	result, ok := rules.RefereeResult(s.Seated(), st)
	if !ok || s.phase == over {
		return nil, effects, rules.Illegal(s.Text(st), rules.Say("no.seat.over"))
	}
	s.end(whyNamed(result.Why), result.Winners)
	return s, append(effects, rules.Effect{Kind: rules.EffectOver}), nil
}

func whyNamed(name string) why {
	for w, n := range whyNames {
		if n == name {
			return why(w)
		}
	}
	return goesOn
}

// apply carries out a legal step in place.
func (s *State) apply(st rules.Step, fx []rules.Effect) []rules.Effect {
	switch st.Kind {
	case kindDie:
		s.phase, s.thrown = inTurn, st.Arg[0]
		return append(fx, rules.Effect{Kind: rules.EffectThrown, From: off, To: off, N: int16(st.Arg[0])})
	case kindPass:
		s.passOn()
	default:
		var quiet, lasting bool
		fx, quiet, lasting = s.carry(st, fx)
		s.endTurn(quiet, lasting)
	}
	if s.phase == over {
		fx = append(fx, rules.Effect{Kind: rules.EffectOver})
	}
	return fx
}

// carry does what a legal step of a player but pass does to the pieces and spells. quiet tells that nothing was
// captured, cast or entered; lasting that the step cannot be taken back.
func (s *forces) carry(st rules.Step, fx []rules.Effect) (done []rules.Effect, quiet, lasting bool) {
	a, b := fieldsOf(st)
	switch st.Kind {
	case kindMove:
		return s.move(a, b, fx), !s.ground().castles.has(b), false
	case kindCapture:
		fx = s.capture(s.pieceOn(b), fx)
		return s.move(a, b, fx), false, true
	case kindCancel:
		s.active[s.turn][formula(st.Arg[0])-firstLasting] = uint8(off)
		return fx, true, true
	case kindFire:
		before := len(fx)
		fx = s.burn(a, fx)
		return fx, len(fx) == before, true
	}
	f, _ := formulaOf(st.Kind)
	s.tiles[s.turn] &^= 1 << f
	return s.cast(f, st, fx), false, true
}

func (a *armies) move(from, to board.Square, fx []rules.Effect) []rules.Effect {
	a.put(a.pieceOn(from), to)
	return append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
}

// capture takes p off the board and ends the formulas on it; a Wizard takes all
// of its owner's with it (rule 9).
func (s *forces) capture(p piece, fx []rules.Effect) []rules.Effect {
	f := s.at[p]
	s.put(p, off)
	for seat := range s.active {
		for _, lasting := range [...]formula{imprison, weaken, strengthen} {
			if on := &s.active[seat][lasting-firstLasting]; *on == uint8(p) {
				*on = uint8(off)
			}
		}
	}
	if s.ground().kind[p] == wizard {
		s.tiles[p.owner()] = 0
		s.endFormulas(p.owner())
	}
	return append(fx, rules.Effect{Kind: rules.EffectRemoved, From: f, To: off})
}

// endFormulas ends all active formulas of seat.
func (m *spells) endFormulas(seat rules.Seat) {
	for i := range m.active[seat] {
		m.active[seat][i] = uint8(off)
	}
}

// lift ends f where it lies on that piece, field or spot, whoever cast it, and
// reports whether it lay there.
func (m *spells) lift(f formula, on uint8) bool {
	for seat := range m.active {
		if at := &m.active[seat][f-firstLasting]; *at == on && on != uint8(off) {
			*at = uint8(off)
			return true
		}
	}
	return false
}

// cast does what rule 11 says of f.
func (s *forces) cast(f formula, st rules.Step, fx []rules.Effect) []rules.Effect {
	a, b := fieldsOf(st)
	switch f {
	case teleport:
		if victim := s.pieceOn(b); victim != nobody {
			fx = s.capture(victim, fx)
		}
		return s.move(a, b, fx)
	case swap:
		p, q := s.pieceOn(a), s.pieceOn(b)
		s.put(p, off)
		s.put(q, a)
		s.put(p, b)
		return append(fx, rules.Effect{Kind: rules.EffectMoved, From: a, To: b}, rules.Effect{Kind: rules.EffectMoved, From: b, To: a})
	case revive:
		s.put(piece(st.Arg[0]), a)
		return append(fx, rules.Effect{Kind: rules.EffectEntered, From: off, To: a})
	case ghost:
		return s.capture(s.pieceOn(a), fx)
	case lightning:
		return s.strike(a, st.Arg[1], st.Arg[2], fx)
	case selfdestruct:
		return s.explode(fx)
	case heal:
		s.healAt(a, st.Arg[1])
	case block:
		s.active[s.turn][block-firstLasting] = uint8(a)
	case barrier:
		spot, _ := s.ground().spotOf(a, b)
		s.active[s.turn][barrier-firstLasting] = spot
	default: // on a piece
		s.active[s.turn][f-firstLasting] = uint8(s.pieceOn(a))
	}
	return fx
}

// strike is Lightning's one effect.
func (s *forces) strike(f board.Square, what, line uint8, fx []rules.Effect) []rules.Effect {
	p := s.pieceOn(f)
	switch what {
	case atPiece:
		return s.capture(p, fx)
	case atImprison:
		s.lift(imprison, uint8(p))
	case atStrengthen:
		s.lift(strengthen, uint8(p))
	case atBarrier:
		v := s.survey()
		seat, _ := v.barrierAt(f, line)
		s.active[seat][barrier-firstLasting] = uint8(off)
	}
	return fx
}

func (s *forces) healAt(f board.Square, what uint8) {
	switch what {
	case atImprison:
		s.lift(imprison, uint8(s.pieceOn(f)))
	case atWeaken:
		s.lift(weaken, uint8(s.pieceOn(f)))
	case atBlock:
		s.lift(block, uint8(f))
	}
}

// explode is Self-destruction: blocks and barriers within two flying steps go,
// and all pieces but those in castles and towns, and the Wizard wherever it is.
func (s *forces) explode(fx []rules.Effect) []rules.Effect {
	w := wizardOf(s.turn)
	zone := s.ground().within(flies, 2, s.at[w]).or(one(s.at[w]))
	for seat := range s.active {
		if at := &s.active[seat][block-firstLasting]; *at != uint8(off) && zone.has(board.Square(*at)) {
			*at = uint8(off)
		}
		if at := &s.active[seat][barrier-firstLasting]; *at != uint8(off) && !zone.and(s.ground().spots[*at].fields()).empty() {
			*at = uint8(off)
		}
	}
	for p, f := range s.at {
		if f != off && (piece(p) == w || zone.and(s.ground().plain).has(f)) {
			fx = s.capture(piece(p), fx)
		}
	}
	return fx
}

// burn is the Dragon's fire on f (rule 12).
func (s *forces) burn(f board.Square, fx []rules.Effect) []rules.Effect {
	barred := false
	for seat := range s.active {
		at := &s.active[seat][barrier-firstLasting]
		if *at != uint8(off) && s.ground().spots[*at].fields().has(f) {
			*at, barred = uint8(off), true
		}
	}
	p := s.pieceOn(f)
	if p == nobody {
		return fx
	}
	freed := s.lift(imprison, uint8(p))
	weaker := s.lift(strengthen, uint8(p))
	if barred || freed || weaker {
		return fx
	}
	return s.capture(p, fx)
}
