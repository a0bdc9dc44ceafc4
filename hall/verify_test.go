package hall_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hall"
)

// However many games end while one record is checked, all are checked as soon as that is: none waits for the next look, a minute later.
func TestWhole_ManyGamesThatEndAtOnceAreCheckedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		goOn := make(chan struct{})
		h := newHouseThat(t, 12, func() { <-goOn })
		h.most = 1 // then it is given up
		for i := range 3 {
			h.join(fmt.Sprint("Table ", i+1), "camelot", 50*time.Millisecond)
		}
		h.wait(18 * time.Second)
		for _, b := range h.boards {
			b.Rest()
		}
		h.wait(10 * time.Second)
		if n := h.states()[hall.Told]; n < 260 {
			t.Fatalf("only %d games wait", n)
		}
		close(goOn)
		h.wait(time.Second)
		if n := h.states(); n[hall.Told] > 0 || n[hall.Verified] < 260 {
			t.Errorf("a second later the games are %v", n)
		}
	})
}

// states says how many games the hall has in each state.
func (h *house) states() map[string]int {
	h.Helper()
	games, err := h.store.Games("")
	if err != nil {
		h.Fatal(err)
	}
	n := map[string]int{}
	for _, g := range games {
		n[g.State]++
	}
	return n
}
