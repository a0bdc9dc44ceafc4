package referee_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// stand puts wood onto squares and takes all other off, as one who sets up slowly.
func (r *room) stand(names ...string) {
	r.Helper()
	on := r.Session.Topology()
	var want, have board.Set
	for _, name := range names {
		sq, _ := on.Square(name)
		want.Add(sq)
	}
	for _, name := range r.table().Wood {
		sq, _ := on.Square(name)
		have.Add(sq)
	}
	script := ""
	for sq := range have.Minus(want).All() {
		script += "-" + on.Name(sq) + " "
	}
	for sq := range want.Minus(have).All() {
		script += "+" + on.Name(sq) + " "
	}
	r.hands(script + "~")
}

// A lesson is learnt with hands alone: its position is lit, then the piece to take
// and where it goes; what is legal but not to be done now is not taken; what is over
// goes on by itself; and the game comes back as it stood, with nothing in its record.
func TestALessonIsLearntByHand(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 5, 2)
		defer r.stop()
		r.hands("-b1 +c3 ~")
		before, events := r.table(), len(r.disk.events)
		wood := slices.Clone(before.Wood)
		r.do(referee.Learn{Game: "rolechess"})
		now := r.table()
		if now.Lesson == nil || now.Status != referee.StatusSetup || now.Lesson.Steps < 8 {
			t.Fatalf("no lesson is set up: %v, %s", now.Lesson, now.Status)
		}
		r.stand("d2", "e2", "b1", "e5", "d7")
		r.settle(10 * time.Second) // the dice fall for who begins
		if now = r.table(); now.Message.Key != "lesson.rolechess.leap" || strings.Join(now.Lights["d2"], "") != "lift" {
			t.Fatalf("the Knight is not shown: %s, %v", now.Message.Key, now.Lights)
		}
		r.hands("-d2")
		if now = r.table(); !slices.Contains(now.Lights["c4"], "legal") || slices.Contains(now.Lights["f3"], "legal") {
			t.Errorf("not just c4 is lit: %v", now.Lights)
		}
		r.hands("+f3 ~")
		if now = r.table(); now.Lesson.Step != 0 {
			t.Errorf("f3 was taken, which is legal but not the lesson")
		}
		r.hands("-f3 +c4 ~")
		if now = r.table(); now.Lesson.Step != 1 || now.Message.Key != "lesson.rolechess.attack" {
			t.Errorf("c4 is not taken: step %d, %s", now.Lesson.Step, now.Message.Key)
		}
		for _, action := range []string{"c4*e5", "d7-d6", "c4+e2*e5", "stay"} {
			r.do(referee.Act{Text: action})
		}
		if now = r.table(); !now.Lesson.Done || !now.Lesson.Won || now.energy("bL1") != 0 {
			t.Errorf("the lesson is not done: %+v", now.Lesson)
		}
		r.settle(25 * time.Second)
		if now = r.table(); now.Lesson == nil || now.Lesson.Lesson != 1 {
			t.Errorf("the next lesson has not begun")
		}
		r.refused(referee.GiveUp{Seat: rules.Seat(0)}, 409)
		r.do(referee.Leave{})
		r.stand(wood...)
		after := r.table()
		if after.Lesson != nil || after.actions() != before.actions() || after.Length != before.Length {
			t.Errorf("the game comes back with %q, not with %q", after.actions(), before.actions())
		}
		if got := len(r.disk.events); got != events {
			t.Errorf("%d events were recorded in the lessons", got-events)
		}
		r.refused(referee.Leave{}, 409)
		r.refused(referee.Learn{Game: "rolechess", Lesson: 99}, 404)
	})
}
