package example

import (
	_ "embed" // weights.json

	"reeve/board"
	"reeve/rules"
)

// scratch is a position to think on.
type scratch struct{ State }

// Scratch returns the position to think on.
func (s State) Scratch() rules.Scratch { return &scratch{s} }

func (s *scratch) Copy(from rules.Scratch)             { *s = *from.(*scratch) }
func (s *scratch) Actors() rules.Seats                 { return s.ToAct() }
func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Loud(dst []rules.Step) []rules.Step  { return rules.Gaining(s, dst) }
func (s *scratch) Forced() bool                        { return false }
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck  { return dst }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.end.Winners, s.end.Why != "" }

func (s *scratch) Do(step rules.Step) {
	var room [3]rules.Effect
	s.apply(step, room[:0])
}

func (s *scratch) Hash() uint64 {
	return rules.Mix(rules.MixBytes(0, s.at[:]), uint64(s.turn)|uint64(s.end.Winners)<<8|uint64(len(s.end.Why))<<16)
}

// Gain is for captures, and for who reaches the far row.
func (s *scratch) Gain(step rules.Step) int {
	_, to := squaresOf(step)
	switch {
	case row(s.turn, to) == farthest:
		return 100
	case step.Kind == kindCapture:
		return 10
	}
	return 0
}

var featureNames = []string{"pawns", "advance", "to_act"}

//go:embed weights.json
var weightsJSON []byte

// Features counts pawns and the squares of how far they have come, each as own minus
// enemy's, and whose turn it is.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	for p, sq := range s.at {
		if sq == board.None {
			continue
		}
		owner, sign := pawn(p).owner(), float32(1)
		if owner != seat {
			sign = -1
		}
		far := row(owner, sq)
		to[0] += sign
		to[1] += sign * float32(far*far)
	}
	to[2] = -1
	if s.turn == seat {
		to[2] = 1
	}
}
