package hall_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"reeve/rules/catalog"
)

// Boards of all games tell their hall of them: every line is there, in order and once, and
// the record of every game that ended is verified.
func TestWhole_WhatBoardsTellIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 1)
		for _, g := range catalog.Games() {
			h.join("Table "+g.Title, g.Name, 400*time.Millisecond)
		}
		h.wait(20 * time.Second)
		h.settled()
		if n := h.equal(); n < 200 {
			t.Errorf("only %d lines were told", n)
		}
		games, err := h.store.Games("")
		if err != nil {
			t.Fatal(err)
		}
		states := map[string]int{}
		for _, g := range games {
			states[g.State]++
			if g.State == "wrong" {
				t.Errorf("%s of %s: %s", g.Kind, g.Name, g.Why)
			}
		}
		if states["verified"] < 3 || states["open"] != len(catalog.Games()) {
			t.Errorf("the games are %v", states)
		}
		if f := h.frame("size=100"); len(f.Cards) != len(catalog.Games()) || f.Count.Playing == 0 {
			t.Errorf("the screen shows %d cards, %+v", len(f.Cards), f.Count)
		}
	})
}

// Whatever is lost, however often hall and boards are started anew: nothing is missing, and
// nothing is there twice.
func TestWhole_NothingIsLostWhateverTheBusLoses(t *testing.T) { loses(t, 4, 2, 2*time.Second) }

func TestLongNothingIsLostWhateverTheBusLoses(t *testing.T) { loses(t, 12, 5, time.Second) }

func TestHoursNothingIsLostWhateverTheBusLoses(t *testing.T) { loses(t, 60, 5, 500*time.Millisecond) }

func loses(t *testing.T, rounds, boards int, pace time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 2)
		for _, g := range catalog.Games()[:boards] {
			h.join(g.Title, g.Name, pace)
		}
		h.air.loses(40)
		for round := range rounds {
			h.wait(10 * time.Second)
			switch b := h.boards[round%len(h.boards)]; round % 4 {
			case 0:
				h.close()
				h.wait(3 * time.Second)
				h.open()
			case 1:
				b.stop()
				h.wait(4 * time.Second)
				h.connect(b)
			case 2:
				h.air.set(true, false)
				h.wait(10 * time.Second)
				h.air.set(false, false)
			case 3:
				h.air.set(false, true)
				h.wait(time.Minute)
				h.air.set(false, false)
			}
		}
		h.air.loses(0)
		h.settled()
		if n := h.equal(); n < 50*rounds {
			t.Errorf("only %d lines were told", n)
		}
	})
}

// A board that rests is seen again soon after a hall's start, whatever of its words was lost.
func TestABoardThatRestsIsSeenWhateverIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 9)
		for i := range 8 {
			h.join(fmt.Sprint(i), "camelot", time.Second).Rests.Store(true)
		}
		h.wait(5 * time.Second)
		h.close()
		h.air.loses(60)
		h.open()
		h.wait(20 * time.Second)
		h.air.loses(0)
		h.wait(40 * time.Second)
		for _, c := range h.frame("size=100").Cards {
			if c.Status == "never" || c.Silent {
				t.Errorf("board %s is %q", c.Name, c.Status)
			}
		}
	})
}
