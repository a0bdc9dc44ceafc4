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
	if thin(t) {
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

// A contact that fails in the middle of a game is found by who does the same again: what was played is among the choices, with
// the square that is at fault, and the answer takes it.
func TestRule14_AContactThatFailsInTheGameIsFoundByDoingTheSameAgain(t *testing.T) {
	most := 30
	if thin(t) {
		most = 6
	}
	for _, a := range tables {
		t.Run(a.name, func(t *testing.T) {
			tried, found := 0, 0
			for seed := range most {
				rnd := rand.New(rand.NewPCG(uint64(seed), 7))
				first, second, ok := twoSteps(a.start(t), rnd)
				if !ok {
					continue
				}
				for _, dead := range []bool{true, false} {
					if dead && a.alsoGoes(t, first, second) || !dead && displaces(a.start(t).Hands(first)) {
						continue // who takes from a square that feels something for ever seems to tap its victim
					}
					s := a.sitAgain(t, first, second, dead)
					if tried++; s.asked && s.end() == s.truth[len(s.truth)-1] {
						found++
					}
					if s.wrong != "" {
						t.Errorf("%d, dead %v: %s: %s", seed, dead, s.wrong, s.told())
					}
				}
			}
			if t.Logf("%d of %d found", found, tried); found*3 < tried*2 {
				t.Errorf("only %d of %d found", found, tried)
			}
		})
	}
}

func displaces(h rules.Hands) bool { return h.Takes.Has(h.Carries[0].To) }

// alsoGoes reports whether the piece of first may go, or take, where second moves, or takes itself: what is in the air for the
// board explains that.
func (a *action) alsoGoes(t *testing.T, first, second rules.Step) bool {
	start := a.start(t)
	after, _, _ := start.Apply(first, nil)
	h, c := start.Hands(first), after.Hands(second).Carries[0]
	can := reach(start, h.Carries[0].From)
	return !h.Takes.IsEmpty() || can.Has(c.To) || can.Has(c.From) || after.Hands(second).Cost > 0
}

// sitAgain does steps of which one square feels nothing any more, or something for ever, puts back what the board does not
// understand, does it again, and answers.
func (a *action) sitAgain(t *testing.T, first, second rules.Step, dead bool) *sitting {
	start := a.start(t)
	s := &sitting{TB: t, a: a, r: gesture.NewReader(quiet), pace: paces[1], now: time.Second, truth: []rules.State{start}, wood: start.Occupied(rules.Full)}
	s.begin()
	h := start.Hands(first)
	bad := h.Carries[0].From
	if dead {
		bad = h.Carries[0].To
	}
	feel := func(sq board.Square, placed bool) {
		if sq != bad && s.wood.Has(sq) != placed {
			s.step(sq, placed, s.pace)
		}
	}
	s.mean([]rules.Step{first})
	for range 3 {
		for sq := range h.Takes.All() {
			feel(sq, false)
		}
		feel(h.Carries[0].From, false)
		feel(h.Carries[0].To, true)
		s.pass(7 * quiet)
		if len(s.reading.Ask) == 0 && dead { // the others play
			after, _, _ := start.Apply(first, nil)
			c := after.Hands(second).Carries[0]
			feel(c.From, false)
			feel(c.To, true)
			if s.pass(7 * quiet); len(s.reading.Ask) > 0 {
				s.mean([]rules.Step{second})
				break
			}
			feel(c.To, false)
			feel(c.From, true)
		}
		if len(s.reading.Ask) > 0 {
			break
		}
		feel(h.Carries[0].To, false)
		feel(h.Carries[0].From, true)
		for sq := range h.Takes.All() {
			feel(sq, true)
		}
		s.pass(2 * quiet)
	}
	s.accused()
	return s
}

// accused answers which contact is at fault, as the referee does.
func (s *sitting) accused() {
	for i, steps := range s.reading.Ask {
		at := s.r.Base()
		for _, step := range steps {
			at, _, _ = at.Apply(step, nil)
		}
		if at == s.truth[len(s.truth)-1] && i < len(s.reading.Faults) {
			steps = slices.Clone(steps)
			s.r.Distrust(board.SetOf(s.reading.Faults[i]))
			s.r.Choose(steps, len(steps))
			s.pass(s.pace)
			s.asked = true
			return
		}
	}
}

func TestLongRule14_WhatIsLitNeverGivesWayBesideAFaultWithoutAQuestion(t *testing.T) {
	TestRule14_WhatIsLitNeverGivesWayBesideAFaultWithoutAQuestion(t)
}

func TestLongRule14_AContactThatFailsInTheGameIsFoundByDoingTheSameAgain(t *testing.T) {
	TestRule14_AContactThatFailsInTheGameIsFoundByDoingTheSameAgain(t)
}
