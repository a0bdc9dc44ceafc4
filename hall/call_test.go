package hall_test

import (
	"testing"
	"testing/synctest"
	"time"
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
