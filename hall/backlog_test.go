package hall_test

import (
	"testing"
	"testing/synctest"
	"time"
)

// What a board did while its hall was away it says together: a signature for many lines, and each line once.
func TestABacklogIsSaidTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 9)
		h.most = 400
		h.join("Table 1", "rolechess", 100*time.Millisecond)
		h.wait(time.Second)
		h.air.set(true, false)
		h.wait(12 * time.Second)
		h.boards[0].Rest()
		h.air.mu.Lock()
		before := h.air.count["ev"]
		h.air.mu.Unlock()
		had := len(h.lines(0))
		h.air.set(false, false)
		h.wait(time.Minute)
		lines := h.equal() - had
		h.air.mu.Lock()
		said := h.air.count["ev"] - before
		h.air.mu.Unlock()
		if lines < 80 || said > lines/10 {
			t.Errorf("%d lines are said in %d messages", lines, said)
		}
	})
}

// lines are those of a board's first game that the hall has.
func (h *house) lines(board int) [][]byte {
	h.Helper()
	lines, err := h.store.Lines(h.boards[board].id, 1)
	if err != nil {
		h.Fatal(err)
	}
	return lines
}
