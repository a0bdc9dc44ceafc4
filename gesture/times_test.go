package gesture_test

import (
	"strings"
	"testing"
	"time"
)

// A time of timing.go stands for what is seen just before it and just after.
func holds(t *testing.T, name string, value time.Duration, seen func(t *testing.T, after time.Duration) bool) {
	t.Helper()
	off := max(value/20, ms/4)
	if seen(t, value-off) {
		t.Errorf("%s: seen already after %v", name, value-off)
	}
	if !seen(t, value+off) {
		t.Errorf("%s: not seen after %v", name, value+off)
	}
}

// onDie is a table where the attack on a square was declared, and its attacker was just put on the die.
func onDie(t *testing.T, target string) *table {
	t.Helper()
	g := near(t).hands("-d5 -" + target + " +" + target + " ~")
	g.Touch(touchOf(g, "+"+g.names(g.Guide(g.now).Throw)))
	g.read()
	return g
}

func TestTimes_TheAttackerRestsOnTheDie(t *testing.T) {
	for _, c := range []struct {
		name, target string
		value        time.Duration
	}{{"roll", "b6", 600 * ms}, {"rollPair", "e7", 1200 * ms}} {
		holds(t, c.name, c.value, func(t *testing.T, after time.Duration) bool {
			g := onDie(t, c.target)
			g.pass(after)
			return g.reading.Thrown
		})
	}
}

func TestTimes_ASecondDieIsLitLater(t *testing.T) {
	holds(t, "dieAgain", 5*time.Second, func(t *testing.T, after time.Duration) bool {
		g := near(t).hands("-d5 -b6")
		g.now += 60 * ms
		g.Touch(touchOf(g, "+b6"))
		g.read()
		g.pass(after)
		return g.Guide(g.now).Throw.Len() == 2
	})
}

func TestTimes_TheRestOfAScanMayComeIn(t *testing.T) {
	holds(t, "scan", 2*ms, func(t *testing.T, after time.Duration) bool {
		g := start(t).hands("-b1")
		g.now += 60 * ms
		g.Touch(touchOf(g, "+c3"))
		g.read()
		g.pass(after)
		return g.taken() == "b1-c3"
	})
}

func TestTimes_WhatCannotStandGivesWayAfterASlide(t *testing.T) {
	holds(t, "slide", 200*ms, func(t *testing.T, after time.Duration) bool {
		g := at(t, chains, "").hands("-D12 +F16 -E13 -F15 ~ -F13")
		g.now += 60 * ms
		g.Touch(touchOf(g, "-D13"))
		g.read()
		g.pass(after)
		return g.taken() == "D12xD14xF12xF14xF16"
	})
}

func TestTimes_ALateLookSaysThatEverythingStoodStill(t *testing.T) {
	late := func(by time.Duration) *table {
		g := onDie(t, "b6")
		g.pass(560 * ms)
		g.now = g.reading.Wake + by
		g.read()
		return g
	}
	holds(t, "stalled", 5*ms, func(t *testing.T, by time.Duration) bool {
		g := late(by)
		g.pass(60 * ms)
		return !g.reading.Thrown
	})
	holds(t, "rest", 100*ms, func(t *testing.T, after time.Duration) bool {
		g := late(30 * ms)
		g.pass(after)
		return g.reading.Thrown
	})
}

func TestTimes_TwoContactsMayCloseForOnePiece(t *testing.T) {
	holds(t, "together", 12*ms, func(t *testing.T, after time.Duration) bool {
		g := near(t).hands("-d5 -g1 -b6")
		g.now += 60 * ms
		g.Touch(touchOf(g, "+g1"))
		g.now += after
		g.Touch(touchOf(g, "+b6"))
		g.read()
		_, _, on := g.Declared()
		return on
	})
}

// A piece that was pushed for longer is taken, too, but only once hands are still: the wood says it.
func TestTimes_APieceThatIsPushedIsFeltOnBothSquares(t *testing.T) {
	holds(t, "push", 2100*ms, func(t *testing.T, after time.Duration) bool {
		g := start(t)
		g.now += 60 * ms
		g.Touch(touchOf(g, "+a3"))
		g.read()
		g.pass(after)
		g.Touch(touchOf(g, "-a2"))
		g.read()
		g.pass(quiet)
		return g.taken() != "a2-a3"
	})
}

// Two contacts of one hand may be felt in the wrong order: who was lifted so soon after stands there, and not who was in the hand.
func TestTimes_TwoContactsMayBeFeltInTheWrongOrder(t *testing.T) {
	holds(t, "outOfOrder", 16*ms, func(t *testing.T, after time.Duration) bool {
		g := start(t).hands("-a2")
		g.now += 60 * ms
		g.Touch(touchOf(g, "+c3"))
		g.now += after
		g.Touch(touchOf(g, "-b1"))
		g.pass(2 * quiet)
		return g.taken() != "b1-c3"
	})
}

// A square that changes only together with another is not known to feel anything, and is no die where another is free.
func TestTimes_TwoContactsMayHaveOneCause(t *testing.T) {
	holds(t, "oneCause", 20*ms, func(t *testing.T, after time.Duration) bool {
		g := near(t)
		for _, both := range []string{"-a2 +g4", "+a2 -g4"} {
			one, other, _ := strings.Cut(both, " ")
			g.now += time.Second
			g.Touch(touchOf(g, one))
			g.now += after
			g.Touch(touchOf(g, other))
			g.read()
		}
		g.pass(4 * quiet)
		g.hands("-d5 -b6 +b6")
		return g.names(g.Guide(g.now).Throw) == "g4"
	})
}
