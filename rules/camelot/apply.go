package camelot

import (
	"reeve/board"
	"reeve/rules"
)

// next makes s the position after step. room holds the keys kept with s. If it
// has room for one more that is put in, and no State is returned: s and room are
// what to go on with, which saves a copy. See rules.State.
func (s *position) next(step *rules.Step, fx []rules.Effect, room []byte) (rules.State, []rules.Effect, error) {
	if why := s.refuse(step); !why.IsZero() {
		return nil, fx, rules.Illegal(s.Text(*step), why)
	}
	keys := room[:int(s.seen)*s.order.keyLength()]
	fx = told(step, fx)
	all := s.spread()
	if s.apply(step, &all); s.over {
		return s.keep(nil, 0, nil), append(fx, over), nil
	}
	if s.quiet == 0 {
		keys, s.seen = nil, 0
	}
	here := s.key(new([longestKey]byte))
	at, count := find(keys, here)
	if count+1 == maxSeen {
		s.finish(0, whyRepetition)
		return s.keep(nil, 0, nil), append(fx, over), nil
	}
	s.seen++
	if n := len(keys) + len(here); keys != nil && n <= len(room) {
		insert(room[:n], keys, at, here)
		return nil, fx, nil
	}
	return s.keep(keys, at, here), fx, nil
}

// over tells that the game is over.
var over = rules.Effect{Kind: rules.EffectOver, From: board.None, To: board.None}

// told appends what a step that refuse does not refuse does on the wood.
func told(step *rules.Step, fx []rules.Effect) []rules.Effect {
	if step.By == rules.Referee {
		return fx
	}
	var room [maxLegs]stage
	for _, l := range stages(room[:0], step) {
		fx = append(fx, rules.Effect{Kind: rules.EffectMoved, From: squareOf[l.from], To: squareOf[l.to]})
		if l.jump {
			fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: squareOf[l.over], To: board.None})
		}
	}
	return fx
}

// apply carries out a step that refuse does not refuse, up to what the keys of
// earlier positions decide. all is where the pieces stand before and after.
func (s *position) apply(step *rules.Step, all *spread) {
	if step.By == rules.Referee {
		r, _ := rules.RefereeResult(s.Seated(), *step)
		s.finish(r.Winners, whyOf(r.Why))
		return
	}
	s.quiet++
	if s.carry(step, all) {
		s.quiet = 0
	}
	s.endTurn(all)
}

// endTurn gives the turn to the opponent, unless the game is over.
func (s *position) endTurn(all *spread) {
	mover := s.turn
	s.turn = 1 - mover
	why := s.decided(mover, s.quiet == 0)
	if why == 0 {
		var free bool
		if s.bound, free = s.survey(all); !free {
			why = whyStalemate
		}
	}
	switch {
	case why != 0:
		s.finish(s.reward(mover, why), why)
	case s.quiet == maxQuiet:
		s.finish(0, whyQuiet)
	}
}

func (s *position) finish(winners rules.Seats, why uint8) {
	s.turn, s.bound, s.seen, s.over = White, false, 0, true
	s.winners, s.why = winners, why
}

func whyOf(name string) uint8 {
	for i, why := range whys {
		if why == name {
			return uint8(i)
		}
	}
	return 0
}
