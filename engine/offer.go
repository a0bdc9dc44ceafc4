package engine

import (
	"fmt"

	"reeve/rules"
)

// Offered returns the levels of g that are worth a choice: the lowest, and then each that was seen to
// beat the one offered before it, by the matches that are kept. Where nothing was measured it is nil.
func Offered(g *rules.Game) (levels []int, err error) {
	if g.Ladder == nil {
		return nil, nil
	}
	scores, err := ReadScores(g.Ladder)
	if err != nil {
		return nil, err
	}
	levels = []int{1}
	for n := 2; n <= Levels; n++ {
		if beats(scores, n, levels[len(levels)-1]) {
			levels = append(levels, n)
		}
	}
	return levels, nil
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
