package gesture_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// ways is how many histories are tried at every table.
var ways = flag.Int("ways", 60, "histories of attacks with touches on the way at every table")

// A piece in the hand may be put down on its way, for as long as hesitating hands do: no attack is thrown or sealed but the one that is
// meant, and who answers what is asked gets it. Whoever attacks with a roll is put where no step leads: elsewhere it has gone (rule 5).
func TestWhatWasTouchedOnTheWayIsNoStepThatAnAttackStartsFrom(t *testing.T) {
	most := uint64(*ways)
	if thin(t) {
		most = min(most, 8)
	}
	for _, a := range tables {
		if _, _, ok := attackAfterMove(a.start(t), rand.New(rand.NewPCG(0, 5))); !ok {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			done, meant, asked := 0, 0, 0
			for seed := range most {
				s := a.attackOn(t, seed)
				if s == nil {
					continue
				}
				if meant++; s.asked {
					asked++
				}
				if s.wrong != "" {
					t.Errorf("history %d: %s\n%s", seed, s.wrong, s.told())
				} else if s.end() == s.truth[len(s.truth)-1] {
					done++
				}
			}
			if t.Logf("%d of %d understood, %d asked about", done, meant, asked); done*10 < meant*8 {
				t.Errorf("only %d of %d attacks were understood", done, meant)
			}
		})
	}
}

// attackOn plays a move and an attack of the same piece, or an attack alone; nil if there is none.
func (a *action) attackOn(t *testing.T, seed uint64) *sitting {
	rnd := rand.New(rand.NewPCG(seed, 5))
	start := a.start(t)
	s := &sitting{TB: t, a: a, r: gesture.NewReader(quiet), pace: paces[rnd.IntN(2)], now: time.Second, truth: []rules.State{start}, wood: start.Occupied(rules.Full)}
	move, attack, ok := attackAfterMove(start, rnd)
	if !ok {
		return nil
	}
	s.begin()
	if move != nil {
		c, short := start.Hands(*move).Carries[0], rnd.IntN(2) == 0
		s.step(c.From, false, s.pace)
		if s.strays(rnd, board.Set{}, board.Set{}, short); short {
			s.mean([]rules.Step{*move})
			s.step(c.To, true, s.between(rnd, 60, 280))
		} else {
			s.mean([]rules.Step{*move})
			s.step(c.To, true, s.between(rnd, 320, 1400))
		}
		s.tell()
		if short {
			s.attack(attack, rnd, short)
			return s
		}
	}
	if sq := one(s.wood.Minus(squaresOfAttack(s.truth[len(s.truth)-1], attack)), rnd); rnd.IntN(3) == 0 {
		s.step(sq, false, s.between(rnd, 50, 200))
		s.step(sq, true, s.pace)
	}
	s.attack(attack, rnd, false)
	return s
}

// squaresOfAttack are those of the attacker and its victims.
func squaresOfAttack(at rules.State, attack rules.Step) board.Set {
	h := at.Hands(attack)
	return h.Takes.Union(board.SetOf(h.Attacker, h.Target, h.Carries[0].From))
}

// attackAfterMove draws a move and the attack that follows it by the same piece, or an attack.
func attackAfterMove(at rules.State, rnd *rand.Rand) (move *rules.Step, attack rules.Step, ok bool) {
	legal, alone := at.Legal(nil), rnd.IntN(4) == 0
	rnd.Shuffle(len(legal), func(i, k int) { legal[i], legal[k] = legal[k], legal[i] })
	for _, step := range legal {
		h := at.Hands(step)
		if alone || h.Manner != rules.Carried || h.Armed || h.Carries[0].From == board.None || h.Carries[1] != rules.NoCarry || !h.Takes.IsEmpty() {
			continue
		}
		next, _, _ := at.Apply(step, nil)
		if found := slices.DeleteFunc(next.Legal(nil), func(then rules.Step) bool { return then.By != step.By || !attacks(next, then, h.Carries[0].To) }); len(found) > 0 {
			return &step, found[rnd.IntN(len(found))], true
		}
	}
	for _, step := range legal {
		if attacks(at, step, board.None) {
			return nil, step, true
		}
	}
	return nil, attack, false
}

// attacks reports whether step is an attack without a partner by the piece on from, or by any for None.
func attacks(at rules.State, step rules.Step, from board.Square) bool {
	h := at.Hands(step)
	by := h.Attacker
	if h.Manner == rules.Carried && h.Carries[0].From != h.Carries[0].To {
		by = h.Carries[0].From
	}
	plain := h.Manner == rules.Knocked && h.Partner == board.None || h.Manner == rules.Carried && !h.Armed && h.Carries[1] == rules.NoCarry && !h.Takes.IsEmpty()
	return plain && !h.Takes.Has(h.Attacker) && by != board.None && (from == board.None || by == from)
}

// attack does an attack by a piece that strays.
func (s *sitting) attack(step rules.Step, rnd *rand.Rand, short bool) {
	at := s.truth[len(s.truth)-1]
	h := at.Hands(step)
	if h.Manner == rules.Knocked {
		s.step(h.Attacker, false, s.pace)
		gone := reach(at, h.Attacker)
		for _, before := range s.truth {
			for sq := range before.Occupied(rules.Full).Minus(at.Occupied(rules.Full)).All() {
				gone = gone.Union(reach(before, sq)).Union(board.SetOf(sq))
			}
		}
		s.strays(rnd, gone, board.Set{}, short)
		s.mean([]rules.Step{step})
		for try := 0; try < 5 && !s.reading.Thrown && s.wrong == ""; try++ {
			s.step(h.Target, false, s.between(rnd, 80, 250))
			s.step(h.Target, true, s.between(rnd, 350, 900))
			if at := s.r.Guide(s.now).Throw; !at.IsEmpty() {
				s.touch(at.First(), true)
				s.pass(1300 * ms)
				s.tell()
				s.touch(at.First(), false)
				s.pass(s.pace)
			}
		}
		return
	}
	c := h.Carries[0]
	from := c.From
	if c.From == c.To {
		from = h.Attacker
	}
	s.step(from, false, s.pace)
	s.strays(rnd, board.Set{}, reach(at, from).Union(h.Takes), short)
	for sq := range h.Takes.All() {
		s.step(sq, false, s.pace)
	}
	s.mean([]rules.Step{step})
	s.step(c.To, true, s.pace)
	s.pass(7 * quiet)
	s.tell()
}

// strays puts the piece in the hand down where it is not meant, up to twice: for long only where no step leads to from where it
// stood, of which there are those given, and only if nothing is short; never on those where it has gone.
func (s *sitting) strays(rnd *rand.Rand, gone, lead board.Set, short bool) {
	free := s.truth[0].Topology().All().Minus(s.wood).Minus(gone).Minus(s.truth[len(s.truth)-1].Occupied(rules.Full))
	for range rnd.IntN(3) {
		sq, most := one(free, rnd), 1400
		if short || lead.Has(sq) {
			most = 280
		}
		s.step(sq, true, s.between(rnd, 20, most))
		s.step(sq, false, s.pace)
	}
}

// tell answers what is asked with what is meant, or with none if that is no choice.
func (s *sitting) tell() {
	for try := 0; len(s.reading.Ask) > 0 && try < 4; try++ {
		s.asked = true
		best, most := -1, -1
		for i, steps := range s.reading.Ask {
			at := s.r.Base()
			for _, step := range steps {
				at, _, _ = at.Apply(step, nil)
			}
			if k := slices.Index(s.truth, at); k > most {
				best, most = i, k
			}
		}
		if best < 0 {
			s.r.Deny()
			s.note("[none of " + s.choices() + "]")
		} else {
			s.note(fmt.Sprintf("[%d of %s]", best+1, s.choices()))
			s.r.Choose(slices.Clone(s.reading.Ask[best]), len(s.reading.Ask[best]))
		}
		s.pass(s.pace)
	}
}

// between is a random time of so many milliseconds.
func (s *sitting) between(rnd *rand.Rand, least, most int) time.Duration {
	return time.Duration(least+rnd.IntN(most-least)) * ms
}

func TestLongWhatWasTouchedOnTheWayIsNoStepThatAnAttackStartsFrom(t *testing.T) {
	TestWhatWasTouchedOnTheWayIsNoStepThatAnAttackStartsFrom(t)
}
