package hall_test

import (
	"testing"
	"testing/synctest"
	"time"
)

// However much later spectators see what boards do: which boards there are they see at once, also after a start of the hall; and
// nothing of how they are before its time.
func TestSpectatorsSeeAtOnceWhichBoardsThereAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 12)
		h.join("Table 1", "camelot", 10*time.Second)
		if err := h.hall.SetDelay(2 * time.Minute); err != nil {
			t.Fatal(err)
		}
		h.wait(time.Minute)
		h.close()
		h.open()
		for _, after := range []struct {
			wait   time.Duration
			status string
		}{{0, "never"}, {110 * time.Second, "never"}, {20 * time.Second, "play"}} {
			h.wait(after.wait)
			f := h.frame("size=100")
			if f.Count.Faults != 0 {
				t.Errorf("%s on %d boards are at fault", after.wait, f.Count.Faults)
			}
			if len(f.Cards) != 1 || f.Cards[0].Name != "Table 1" || f.Cards[0].Status != after.status || f.Count.Boards != 1 || (after.status == "never") != (len(f.Cards[0].Pieces) == 0) {
				t.Errorf("%s on a spectator sees %+v", after.wait, f)
			}
		}
	})
}
