package rolechess

import (
	"reeve/rules"
)

// scratch is a position to think on.
type scratch struct {
	State
	placed uint64 // hash of where the pieces stand; 0 if it is not known
	shape  shape  // of where the pieces stood when it was last asked for
	seen   shapes // shared by all copies
}

// Scratch returns the position to think on.
func (s State) Scratch() rules.Scratch { return &scratch{State: s} }

func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.winners, s.phase == over }

func (s *scratch) Copy(from rules.Scratch) {
	f := from.(*scratch)
	if f.seen == nil {
		f.seen = make(shapes, 1<<shapesBits)
	}
	*s = *f
}

func (s *scratch) Actors() rules.Seats {
	switch s.phase {
	case first, battle:
		return rules.SeatsOf(rules.Chance)
	case over:
		return 0
	}
	return rules.SeatsOf(s.turn)
}

func (s *scratch) Forced() bool                       { return false }
func (s *scratch) Loud(dst []rules.Step) []rules.Step { return rules.Gaining(s, dst) }

func (s *scratch) Do(step rules.Step) { s.do(&step) }

func (s *scratch) do(step *rules.Step) {
	if s.phase == battle && s.dieLeft() {
		s.add(step.Arg[0])
		return
	}
	var room [4]rules.Effect
	before := s.occupied
	s.apply(step, room[:0])
	if s.occupied != before {
		s.placed = 0
	}
}

// Draw writes the dice of an outcome, which are all that are left, and carries out the last alone.
func (s *scratch) Draw(l *rules.Luck) {
	for i := range l.N {
		if s.phase == battle && i+1 < l.N {
			s.add(l.Steps[i].Arg[0])
		} else {
			s.do(&l.Steps[i])
		}
	}
}

// places hashes where the pieces stand.
func (s *scratch) places() uint64 {
	if s.placed == 0 {
		s.placed = rules.MixBytes(0, s.at[:])
	}
	return s.placed
}

func (s *scratch) Hash() uint64 {
	h := rules.MixBytes(s.places(), s.energy[:])
	fell := uint64(0)
	if s.phase == battle {
		fell = s.fell()
	}
	h = rules.Mix(h, uint64(s.phase)|uint64(s.turn)<<8|uint64(s.toss.white)<<16|uint64(s.moved)<<24|uint64(s.from)<<32|
		uint64(s.attackers[0])<<40|uint64(s.attackers[1])<<48|uint64(s.target)<<56)
	return rules.Mix(h, fell|uint64(s.thrown)<<24|uint64(s.circle)<<32|
		uint64(s.winners)<<40|uint64(boolean(s.pass))<<48|uint64(boolean(s.before))<<49|uint64(s.dice[White]-1)<<50|uint64(s.dice[Black]-1)<<52)
}
