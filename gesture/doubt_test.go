package gesture_test

import "testing"

// The Knight leaps on over a piece that it takes, from either side: both ways lead to the same position, and how the piece lay before tells
// them apart (Camelot, fidgets, seed 100579: D7-C8 was sealed).
func TestOfTwoWaysToOnePositionTheLikelierIsTaken(t *testing.T) {
	g := at(t, camelotOf("wM1 D7, wM2 C6, wM3 H7, wM4 I7, bK1 C11, bM1 C10, bM2 D10, bM3 H11"), "")
	g.hands("-D7 +C8 . . -C8 +D8 ~ -C11 +E9 . . . . -E9 -C6 -D8 +E9 -E9 +C7 -C7 +C5 ~").want("D7-D8 | C11-E9xC7xC5")
}
