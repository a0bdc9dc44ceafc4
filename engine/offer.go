package engine

import "fmt"

// Offered returns the levels that are worth a choice: the lowest, and then each that was seen to
// beat the one offered before it in the matches of a ladder.
func Offered(scores []Score) []int {
	levels := []int{1}
	for n := 2; n <= Levels; n++ {
		if beats(scores, n, levels[len(levels)-1]) {
			levels = append(levels, n)
		}
	}
	return levels
}

// beats reports whether a kept match with the game's own options tells level n from m, with 95 %.
func beats(scores []Score, n, m int) bool {
	players := [2]string{fmt.Sprint("reeve:", n), fmt.Sprint("reeve:", m)}
	for _, s := range scores {
		if s.Players == players && len(s.Options) == 0 && !s.Fixed {
			return s.Interval[0] > 0.5
		}
	}
	return false
}
