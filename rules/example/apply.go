package example

import (
	"reeve/board"
	"reeve/rules"
)

// Apply returns the position after step.
func (s State) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	if why := s.refuse(step); !why.IsZero() {
		return nil, fx, rules.Illegal(s.Text(step), why)
	}
	fx = s.apply(step, fx)
	return s, fx, nil
}

// apply carries out a legal step.
func (s *State) apply(step rules.Step, fx []rules.Effect) []rules.Effect {
	if r, ok := rules.RefereeResult(s.Seated(), step); ok {
		return s.over(r, fx)
	}
	from, to := squaresOf(step)
	if victim := s.on(to); victim != nobody {
		s.at[victim] = board.None
		fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: to, To: board.None})
	}
	s.at[s.on(from)] = to
	fx = append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
	if why := s.won(s.turn); why != "" {
		return s.over(rules.Result{Winners: rules.SeatsOf(s.turn), Why: why}, fx)
	}
	s.turn = 1 - s.turn
	return fx
}

// won says why seat has won as the pawns stand; "" if it has not (rules 5 and 6).
func (f *field) won(seat rules.Seat) string {
	for _, sq := range f.of(seat) {
		if sq != board.None && row(seat, sq) == farthest {
			return whyReached
		}
	}
	for _, sq := range f.of(1 - seat) {
		if sq != board.None {
			return ""
		}
	}
	return whyCaptured
}

func (s *State) over(r rules.Result, fx []rules.Effect) []rules.Effect {
	s.end, s.turn = r, White
	return append(fx, rules.Effect{Kind: rules.EffectOver, From: board.None, To: board.None})
}
