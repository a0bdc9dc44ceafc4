package gesture_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// What was taken and lit is never replaced by another reading without a question where the next player moves a piece from or to
// a square that is known to feel nothing, or always something.
func TestRule14_WhatIsLitNeverGivesWayBesideAFaultWithoutAQuestion(t *testing.T) {
	most := 60
	if thin() {
		most = 10
	}
	for _, a := range tables {
		t.Run(a.name, func(t *testing.T) {
			start, said := a.start(t), 0
			for seed := range most {
				rnd := rand.New(rand.NewPCG(uint64(seed), 6))
				first, second, ok := twoSteps(start, rnd)
				if !ok {
					continue
				}
				for _, dead := range []bool{true, false} {
					s := a.sitBeside(t, first, second, dead, rnd.IntN(2) == 0)
					lit, asks := s.reading.Steps, len(s.reading.Ask) > 0
					if len(lit) == 0 || lit[0] != first || slices.ContainsFunc(s.reading.Ask, func(steps []rules.Step) bool { return len(steps) == 0 }) {
						if !asks {
							t.Errorf("%d, dead %v: %s", seed, dead, s.told())
						}
					}
					if s.wrong != "" {
						t.Errorf("%d, dead %v: %s: %s", seed, dead, s.wrong, s.told())
					}
					if asks || len(lit) > 1 {
						said++
					}
				}
			}
			t.Logf("%d asked or taken", said)
		})
	}
}

// twoSteps draws a step of one seat and one of the next, each by one piece.
func twoSteps(at rules.State, rnd *rand.Rand) (first, second rules.Step, ok bool) {
	plain := func(s rules.State) (steps []rules.Step) {
		for _, step := range s.Legal(nil) {
			if h := s.Hands(step); h.Manner == rules.Carried && !h.Armed && h.Carries[0].From != board.None && h.Carries[0].From != h.Carries[0].To && h.Carries[1] == rules.NoCarry {
				steps = append(steps, step)
			}
		}
		return steps
	}
	one := plain(at)
	if takes := slices.DeleteFunc(slices.Clone(one), func(s rules.Step) bool { return at.Hands(s).Takes.IsEmpty() }); len(takes) > 0 && rnd.IntN(3) > 0 {
		one = takes
	}
	if len(one) == 0 {
		return first, second, false
	}
	first = one[rnd.IntN(len(one))]
	after, _, _ := at.Apply(first, nil)
	two := slices.DeleteFunc(plain(after), func(s rules.Step) bool { return s.By == first.By || !after.Hands(s).Takes.IsEmpty() })
	if len(two) == 0 {
		return first, second, false
	}
	return first, two[rnd.IntN(len(two))], true
}

// sitBeside does two steps, where one square of the second is known to be at fault, and waits.
func (a *action) sitBeside(t *testing.T, first, second rules.Step, dead, from bool) *sitting {
	start := a.start(t)
	s := &sitting{TB: t, a: a, r: gesture.NewReader(quiet), pace: paces[1], now: time.Second, truth: []rules.State{start}, wood: start.Occupied(rules.Full)}
	after, _, _ := start.Apply(first, nil)
	c := after.Hands(second).Carries[0]
	bad := c.To
	if from {
		bad = c.From
	}
	s.wood.Set(bad, !dead)
	s.r.Distrust(board.SetOf(bad))
	s.begin()
	s.mean([]rules.Step{first})
	feel := func(sq board.Square, placed bool) {
		if sq != bad && s.wood.Has(sq) != placed {
			s.step(sq, placed, s.pace)
		}
	}
	h := start.Hands(first)
	for sq := range h.Takes.All() {
		feel(sq, false)
	}
	feel(h.Carries[0].From, false)
	feel(h.Carries[0].To, true)
	s.pass(7 * quiet)
	s.tell()
	s.mean([]rules.Step{second})
	feel(c.From, false)
	feel(c.To, true)
	s.pass(7 * quiet)
	return s
}
