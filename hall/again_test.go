package hall_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hall/wire"
)

// What a hall misses in a minute's black hole, or while it is away for a day, it is told once it is back, and boards say at most
// twice as many lines again as it missed.
func TestWhole_WhatIsMissedIsSaidAgainTwiceAtMost(t *testing.T) { missed(t, 2, time.Hour) }

func TestLongWhatIsMissedIsSaidAgainTwiceAtMost(t *testing.T) { missed(t, 20, 24*time.Hour) }

func missed(t *testing.T, holes int, away time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 60)
		h.join("Quick", "rolechess", time.Second)
		h.join("Slow", "camelot", time.Minute)
		h.wait(10 * time.Second)
		all := func() (n int) {
			for _, b := range h.boards {
				for id := range b.Record.Last() {
					n += len(told(t, b.Record, id+1))
				}
			}
			return n
		}
		missed, again := 0, 0
		cut := func(name string, gone, black bool, long time.Duration) {
			h.air.mu.Lock()
			h.air.said = nil
			h.air.mu.Unlock()
			before := all()
			h.air.set(gone, black)
			h.wait(long)
			lines := all() - before
			h.air.set(false, false)
			h.wait(time.Minute)
			twice := h.twice()
			if twice > 2*lines {
				t.Errorf("%s: %d lines were missed, %d said again", name, lines, twice)
			}
			missed, again = missed+lines, again+twice
		}
		for range holes {
			cut("a black hole", false, true, time.Minute)
		}
		h.boards[0].Rest()
		cut("away", true, false, away)
		t.Logf("%d lines were missed, %d said again", missed, again)
		h.settled()
		if n := h.equal(); n < missed || missed < 50*holes {
			t.Errorf("%d lines are told, %d were missed", n, missed)
		}
	})
}

// twice is how many lines of games were said that had been said, since what was said was last forgotten.
func (h *house) twice() (n int) {
	h.Helper()
	type line struct {
		subject string
		n       int
	}
	there := map[line]bool{}
	h.air.mu.Lock()
	defer h.air.mu.Unlock()
	for _, s := range h.air.said {
		_, body, _ := strings.Cut(string(s.data), "\n")
		var said wire.Lines
		if strings.HasSuffix(s.subject, ".have") || json.Unmarshal([]byte(body), &said) != nil {
			continue
		}
		for _, l := range said.Lines {
			if at := (line{s.subject, l.N}); there[at] {
				n++
			} else {
				there[at] = true
			}
		}
	}
	return n
}
