package gesture_test

import "testing"

// Whoever knocks and puts the attacker on the die attacks: what has no attack on that target explains neither, and is not asked about.
func TestRule6_WhatHasNoAttackOnTheTargetIsNotAskedAbout(t *testing.T) {
	from := roleOf("wE a1, wG1 d4, wL1 b1, bL1 e6, bE g7")
	at(t, from, "").hands("-d4 -b1 +b1 +e4 -e4 -e6 +e6 *").want("d4-e4 e4*e6 !")
}

// On a square where a piece was put down for less than a quiet time, and then on another for one, it was on its way; for as long it is asked about.
func TestRule6_WhereAPieceStoodForAMomentBeforeItStoodElsewhereItDoesNotAttackFrom(t *testing.T) {
	from := roleOf("wE a1, wG1 d3, wL1 b1, bL1 e4, bE g7")
	at(t, from, "").hands("-d3 +d4 -d4 +e3 ~ -e3 -e4 +e4 *").want("d3-e3 e3*e4 !")
	at(t, from, "").hands("-d3 +d4 ~ -d4 +e3 ~ -e3 -e4 +e4 *").asks("d3-d4, d4*e4", "d3-e3, e3*e4")
	at(t, from, "").hands("-d3 +d4 -d4 +e3 -e3 -e4 +e4 *").asks("d3-d4, d4*e4", "d3-e3, e3*e4")
}

// Who has ended the turn may have an attack after that: what would be thrown in its place is asked about (Chess Battle: a knock on the piece that
// had just come there was read as another's piece put down there, and that threw).
func TestRule6_AnAttackAfterTheEndOfATurnIsNoLessAnAttack(t *testing.T) {
	at(t, battleIn(nil, crowd, object{"bridges": []string{"d"}}), "").hands("-f5 +e4 -e8 ~ -e4 ~ +e4 ~ +f7 ~ -g7 ~ -f7 ~ +f7 ~ ~ -f7 +f7 ~ -f7 +f7 ~ -f7 +f7 ~ *").
		asks("f5-e4, end, e8-f7, end, g7*f7", "f5-e4, g7-f7, end, e8*f7")
}
