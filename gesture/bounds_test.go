package gesture_test

import (
	"strings"
	"testing"

	"reeve/board"
)

// tiger may take four pieces: which one, the wood does not say.
var tiger = kaleidoOf("wD c1, wW b2, wT1 d15, bP1 d13, bP2 d14, bP3 d16, bP4 d17, bT1 e15, bT2 e16, bV1 c10, bV2 c11, bW b9, bD c9")

// Three ways to the wood as it lies are asked about, and no more: four nobody reads.
func TestBounds_ThreeWaysToTheWoodAreAskedAbout(t *testing.T) {
	for taps, want := range map[string][]string{
		"d14 d16 e15":     {"d15xd14", "d15xd16", "d15xe15"},
		"d14 d16 e15 c10": nil,
	} {
		g := at(t, tiger, "")
		for _, sq := range strings.Fields(taps) {
			g.hands("-" + sq + " +" + sq + " ~")
		}
		g.hands("-d15 ~")
		g.pass(8 * quiet)
		g.asks(want...)
	}
}

// What was touched 390 touches ago still says which piece may have been taken.
func TestBounds_FourHundredTouchesAreKept(t *testing.T) {
	g := at(t, tiger, "").hands("-d14 +d14 ~ -d16 +d16 ~" + strings.Repeat(" -b9 +b9", 193) + " ~ -d15 ~")
	g.pass(8 * quiet)
	g.asks("d15xd14", "d15xd16")
}

// Quick hands may be sixteen turns ahead of the sealing.
func TestBounds_SixteenTurnsMayBeOpen(t *testing.T) {
	g := at(t, camelotOf("wM1 C4, wM2 D4, wM3 E4, wM4 F4, wM5 G4, wM6 H4, wM7 I4, wM8 J4, bM1 C13, bM2 D13, bM3 E13, bM4 F13, bM5 G13, bM6 H13, bM7 I13, bM8 J13"), "")
	played := ""
	for file := range strings.FieldsSeq("C D E F G H I J") {
		played += file + "4-" + file + "5 " + file + "13-" + file + "12 "
	}
	for step := range strings.FieldsSeq(played) {
		for i, square := range strings.Split(step, "-") {
			g.now += 60 * ms
			g.Touch(board.Touch{Square: sq(t, g, square), Placed: i == 1, At: g.now})
			g.read()
		}
	}
	g.pass(quiet)
	g.want(strings.TrimSpace(strings.Replace(played, " J13", " | J13", 1)))
}

// What relies on two squares that are not to be trusted is asked about.
func TestBounds_WhatReliesOnTwoSquaresIsAskedAbout(t *testing.T) {
	g := at(t, tiger, "")
	g.Distrust(board.SetOf(sq(t, g, "c1"), sq(t, g, "c9")))
	g.hands("+b1 +b8 ~")
	g.pass(8 * quiet)
	g.asks("c1-b1, c9-b8")
}
