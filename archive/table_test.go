//go:build linux

package archive_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// table is a game played by hand on a referee, in virtual time. The hands do
// what comes to their mind; what the referee makes of it is what is recorded.
type table struct {
	*testing.T
	judge     *referee.Judge
	next      referee.NewGame // what follows a game that is over
	rnd       *rand.Rand
	now, wake time.Duration
	wood      board.Set
	wrote     func() // called when everything that was to be written is
}

// sit takes a place at the table, with the wood as it lies.
func (t *table) sit() {
	t.now = time.Second
	t.judge.Wood(t.wood, t.now)
	t.proceed()
}

func (t *table) proceed() {
	t.wake = t.judge.Proceed(t.now)
	must(t, t.judge.Flush())
	t.wrote()
}

func (t *table) pass(d time.Duration) {
	until := t.now + d
	for t.wake != 0 && t.wake <= until {
		t.now = max(t.wake, t.now+time.Millisecond)
		t.proceed()
	}
	t.now = max(t.now, until)
	t.proceed()
}

func (t *table) touch(placed bool, sq board.Square) {
	if sq == board.None || t.wood.Has(sq) == placed {
		return
	}
	t.wood.Set(sq, placed)
	t.judge.Touch(board.Touch{Square: sq, Placed: placed, At: t.now})
	t.pass(time.Duration(40+t.rnd.IntN(200)) * time.Millisecond)
}

func (t *table) tap(sq board.Square) {
	t.touch(false, sq)
	t.touch(true, sq)
}

func (t *table) do(c referee.Command) {
	_ = t.judge.Do(c, t.now) // what is refused changes nothing
	t.proceed()
}

func (t *table) press(button string) { t.do(referee.Press{Button: button}) }

// any is a random square of a set, None of an empty one.
func (t *table) any(s board.Set) board.Square {
	sq, seen := board.None, 0
	for each := range s.All() {
		if seen++; t.rnd.IntN(seen) == 0 {
			sq = each
		}
	}
	return sq
}

// tidy lays the wood as the position has it.
func (t *table) tidy(s rules.State) {
	want := s.Occupied(rules.Full)
	for sq := range t.wood.Minus(want).All() {
		t.touch(false, sq)
	}
	for sq := range want.Minus(t.wood).All() {
		t.touch(true, sq)
	}
}

// turn does one thing.
func (t *table) turn() {
	s, _ := t.judge.State()
	q := t.judge.Asked()
	_, over := s.Result()
	switch {
	case q != nil:
		t.do(referee.Answer{Choice: q.Choices[t.rnd.IntN(len(q.Choices))]})
	case over:
		t.press([]string{"confirm", "undo"}[t.rnd.IntN(2)])
		t.do(t.next)
	case t.judge.Settling():
		t.tidy(s)
	case s.ToAct().Has(rules.Chance):
		t.throw(s)
	default:
		t.decide(s)
	}
	t.pass(time.Duration(t.rnd.IntN(800)) * time.Millisecond)
}

// throw does what a throw may wait for.
func (t *table) throw(s rules.State) {
	legal := s.Legal(nil)
	t.pass(1100 * time.Millisecond)
	switch t.rnd.IntN(3) {
	case 0:
		t.do(referee.Throw{Text: s.Text(legal[t.rnd.IntN(len(legal))])})
	case 1:
		t.tap(t.any(s.Occupied(rules.Full).Intersect(t.wood)))
	default:
		t.press("confirm")
	}
}

func (t *table) decide(s rules.State) {
	legal := s.Legal(nil)
	step := legal[t.rnd.IntN(len(legal))]
	switch t.rnd.IntN(20) {
	case 7:
		t.leave(step.By)
	case 0:
		t.press("undo")
		s, _ = t.judge.State()
		t.tidy(s)
	case 1:
		t.press("confirm")
	case 2:
		t.tap(t.any(t.wood))
	case 3:
		for _, seat := range s.Seated().All() {
			t.do(referee.MakeOffer{Seat: seat, Kind: "undo", Accept: true})
		}
	case 4:
		t.do(referee.Words{Seat: step.By, Words: "löyly"})
	case 5, 6:
		t.do(referee.Act{Text: s.Text(step)})
	default:
		t.byHand(s, step)
	}
}

// leave may end the game.
func (t *table) leave(seat rules.Seat) {
	switch t.rnd.IntN(8) {
	case 0:
		t.do(referee.GiveUp{Seat: seat})
	case 1:
		t.do(t.next)
	}
}

// byHand does a step as the rules ask it of the hands, and now and then undoes it.
func (t *table) byHand(s rules.State, step rules.Step) {
	h := s.Hands(step)
	if _, one := s.ToAct().Only(); !one { // done in secret
		h.Manner = rules.OnPage
	}
	switch h.Manner {
	case rules.Carried:
		for sq := range h.Takes.All() {
			t.touch(false, sq)
		}
		t.touch(false, h.Carries[0].From)
		t.touch(true, h.Carries[0].To)
		if t.rnd.IntN(5) == 0 {
			t.touch(false, h.Carries[0].To)
			t.touch(true, h.Carries[0].From)
			for sq := range h.Takes.All() {
				t.touch(true, sq)
			}
		}
	case rules.Knocked:
		t.touch(false, h.Attacker)
		t.tap(h.Target)
		t.pass(400 * time.Millisecond)
		t.tap(h.Target)
	case rules.Implied, rules.Passed:
		t.press("confirm")
	default:
		t.do(referee.Act{Text: s.Text(step)})
	}
}
