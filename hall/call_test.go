package hall_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/rules"
)

// A call is on the arbiter's page within a second, in front of all others, whatever else
// boards say; while the hall is away it waits, and is there within a second of its return as
// boards notice it.
func TestACallIsBeforeTheArbiterWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 4)
		for _, name := range []string{"Table 1", "Table 2", "Table 3"} {
			h.join(name, "camelot", 500*time.Millisecond)
		}
		h.wait(time.Second)
		first := func() string {
			f := h.frame("size=9")
			if len(f.Cards) == 0 || f.Cards[0].Calls == nil {
				return ""
			}
			return f.Cards[0].Name + " " + f.Cards[0].Calls.Seat
		}
		called := func(within time.Duration, want string) {
			t.Helper()
			rung := time.Now()
			for first() != want {
				if h.wait(10 * time.Millisecond); time.Since(rung) > within {
					t.Fatalf("after %s the first card is %q, want %q", time.Since(rung), first(), want)
				}
			}
			t.Logf("%q after %s", want, time.Since(rung))
		}
		h.boards[2].link.Ring("black", true)
		called(time.Second, "Table 3 black")
		h.boards[2].link.Ring("black", false)
		called(time.Second, "")

		h.air.set(true, false)
		h.wait(8 * time.Second)
		h.boards[1].link.Ring("", true)
		h.wait(8 * time.Second)
		h.air.set(false, false)
		called(time.Second, "Table 2 ")
	})
}

// Each kind of word comes by itself. A call overtakes whatever else waits at the hall, and what it overtook counts
// nevertheless, but for whether somebody calls.
func TestACallWaitsBehindNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 44)
		b := h.join("Table 1", "camelot", 400*time.Millisecond)
		h.wait(2 * time.Second)
		h.air.delay(map[string]time.Duration{"table": 3 * time.Second, "ev": 4 * time.Second})
		for range 3 {
			h.wait(2 * time.Second)
			b.link.Ring("white", true)
			for range 10 {
				h.wait(300 * time.Millisecond)
				if h.frame("size=9").Count.Calls != 1 {
					t.Fatal("the call is not there, or is gone again")
				}
			}
			b.link.Ring("white", false)
			if h.wait(300 * time.Millisecond); h.frame("size=9").Count.Calls != 0 {
				t.Fatal("the call is still there")
			}
		}
		if text := h.text("/metrics"); !strings.Contains(text, "\nreeve_hall_messages_replayed_total 0\n") {
			t.Error("what was overtaken is taken for an old message said again")
		}
		h.settled()
		if f := h.frame("size=9"); f.Cards[0].Steps == 0 || f.Cards[0].Steps != b.Session.Table(rules.Table).Length {
			t.Errorf("the page is at step %d of %d", f.Cards[0].Steps, b.Session.Table(rules.Table).Length)
		}
		h.equal()
	})
}
