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
	keys := room[:int(s.seen)*s.keyLength()]
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
	from := cellOf[step.Arg[0]]
	to := from + legAt(step, 0).way()
	s.quiet++
	if step.Kind != kindPlain {
		to = s.leap(step, from)
	}
	s.put(s.on(s.turn, from), to)
	switch goal := 1 - s.turn; {
	case from.in(goal):
		s.castleMoves[s.turn]++
	case to.in(goal):
		s.quiet = 0
	}
	all.follow(step, s.turn, to)
	s.endTurn(all)
}

// leap takes off what a turn from c jumps, and returns where it ends.
func (s *position) leap(step *rules.Step, c cell) cell {
	for i := range int(step.N) {
		l := legAt(step, i)
		if l.jump() {
			s.put(s.on(1-s.turn, c+l.way()), gone)
			s.quiet = 0
		}
		c += 2 * l.way()
	}
	return c
}

// endTurn gives the turn to the opponent, unless the game is over.
func (s *position) endTurn(all *spread) {
	mover := s.turn
	s.turn = 1 - mover
	why := s.decided(mover)
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

// decided returns how the pieces say that the game is over after a turn of
// mover (rules 15 and 16), 0 if they do not.
func (s *position) decided(mover rules.Seat) uint8 {
	if s.within(1-mover, mover) == 2 {
		return whyCastle
	}
	if s.quiet > 0 {
		return 0 // nobody has gone
	}
	mine, theirs := s.count(mover), s.count(1-mover)
	switch {
	case theirs == 0 && mine >= 2:
		return whyCaptured
	case theirs <= 1 && mine <= 1:
		return whyBare
	}
	return 0
}

// reward returns who wins when a turn of mover ended the game for why.
func (s *position) reward(mover rules.Seat, why uint8) rules.Seats {
	if why == whyBare || why == whyStalemate && s.count(mover) < 2 {
		return 0
	}
	return rules.SeatsOf(mover)
}

// survey looks what the player to act may do: whether a capture is a duty
// (rule 8; rule 12 for the piece that must leave), and whether there is any
// legal turn. It finds out what is exposed in all.
func (s *position) survey(all *spread) (bound, free bool) {
	all.expose(s.turn)
	if p := s.mustLeave(s.turn); p != nobody {
		var v perspective
		v.see(s)
		c := s.at[p]
		bound = all.exposed.has(spotOf[c])
		return bound, bound || v.steps(c) || v.canters(c)
	}
	duty, me := uint64(0), &all.at[s.turn&1]
	for k, w := range &all.exposed {
		duty |= w & me[k]
	}
	return duty != 0, duty != 0 || s.strolls() || s.shuffles()
}

// strolls reports whether the player to act has a plain move.
func (s *position) strolls() bool {
	side := s.side(s.turn)
	for w := s.standing[s.turn]; w != 0; w &= w - 1 {
		if c := side[firstPiece(w)]; !c.in(1-s.turn) && s.walks(c) != 0 {
			return true
		}
	}
	return false
}

// walks returns in which directions the player to act could make a plain move from c.
func (s *position) walks(c cell) directions {
	first := c - back
	return toward(land[s.turn&1].from(first) &^ (s.occupied[White].from(first) | s.occupied[Black].from(first)) & around)
}

// shuffles reports whether the player to act, not bound, has a canter or a
// castle move.
func (s *position) shuffles() bool {
	var v perspective
	v.see(s)
	for _, c := range s.side(s.turn) {
		switch {
		case c == gone:
		case !v.inGoal(c):
			if v.canters(c) {
				return true
			}
		case s.castleMoves[s.turn] < maxCastleMoves:
			for _, other := range castles[1-s.turn] {
				if v.empty.has(other) {
					return true
				}
			}
		}
	}
	return false
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
