package engine

import (
	"reeve/rules"
)

// judge says what a position is worth to one seat, from 0 (lost) to 1 (won).
type judge struct {
	weights *rules.Weights
	me      rules.Seat
	share   float32 // of a seat in a draw
	noise   float32 // how far a judgement may err, fixed for each position as long as one decision is thought about
	seed    uint64
	room    []float32
}

func newJudge(s rules.State, me rules.Seat, noise float32, seed uint64) judge {
	w := &s.Game().Weights
	return judge{weights: w, me: me, share: 1 / float32(s.Seated().Len()), noise: noise, seed: seed, room: make([]float32, len(w.Names))}
}

// rate judges a position that is not over.
func (j *judge) rate(s rules.Scratch) float32 {
	v := j.weights.Expect(s, j.me, j.room)
	if j.noise > 0 {
		x := float32(rules.Mix(j.seed, s.Hash())>>40) / (1 << 24) // 0 to 1
		v = min(max(v+j.noise*(2*x-1), 0.001), 0.999)
	}
	return v
}

// result is what an end is worth; the sooner a win and the later a loss, the better.
func (j *judge) result(winners rules.Seats, ply int) float32 {
	late := float32(ply) * 1e-4
	switch {
	case winners == 0:
		return j.share
	case !winners.Has(j.me):
		return late
	case winners.Len() > 1:
		return 1 / float32(winners.Len())
	}
	return 1 - late
}
