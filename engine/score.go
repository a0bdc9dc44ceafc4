package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Score is how a match stands, of the first player.
type Score struct {
	Game     string         `json:"game"`
	Options  map[string]any `json:"options,omitempty"`
	Players  [2]string      `json:"players"`
	Seed     uint64         `json:"seed"`
	Opening  int            `json:"opening"`
	Fixed    bool           `json:"fixed,omitempty"` // the first player had the first seat in every game
	Games    int            `json:"games"`
	Distinct int            `json:"distinct"` // games that are unlike
	Wins     int            `json:"wins"`
	Draws    int            `json:"draws"`
	Losses   int            `json:"losses"`
	Unended  int            `json:"unended"` // given up, and counted as draws
	Points   float64        `json:"points"`  // a win 1, a draw a half, a share of a shared win
	Rate     float64        `json:"rate"`    // points a game
	Interval [2]float64     `json:"interval"`
	Elo      float64        `json:"elo"`       // the first player above the second
	EloError float64        `json:"elo_error"` // half the width of its interval
	Length   float64        `json:"length"`    // decisions a game
	Nodes    [2]float64     `json:"nodes"`     // a decision, by player
	Ends     map[string]int `json:"ends"`      // by why
	Results  string         `json:"results"`   // w, d or l a game, in the order of play
	decided  int
	nodes    [2]int
	moves    [2]int
}

func (s *Score) add(g *game) {
	s.Games++
	s.Points += g.points
	switch {
	case g.points > 0.5:
		s.Wins++
		s.Results += "w"
	case g.points < 0.5:
		s.Losses++
		s.Results += "l"
	default:
		s.Draws++
		s.Results += "d"
	}
	if s.Ends == nil {
		s.Ends = map[string]int{}
	}
	if g.unended {
		s.Unended++
	} else {
		s.Ends[g.whyEnded]++
	}
	s.decided += g.decided
	for i := range g.nodes {
		s.nodes[i] += g.nodes[i]
		s.moves[i] += g.moves[i]
	}
}

// z is how many standard deviations hold 95 % of a normal distribution.
const z = 1.96

// reckon works out rate, interval and Elo.
func (s *Score) reckon() {
	n := float64(s.Games)
	s.Rate = s.Points / n
	s.Interval = wilson(s.Rate, n)
	s.Elo = elo(s.Rate, n)
	s.EloError = (elo(s.Interval[1], n) - elo(s.Interval[0], n)) / 2
	s.Length = float64(s.decided) / n
	for i := range s.Nodes {
		s.Nodes[i] = float64(s.nodes[i]) / math.Max(1, float64(s.moves[i]))
	}
}

// wilson is the 95 % interval of a rate seen in n games (Wilson, 1927). Draws count
// half, which makes it a little wide.
func wilson(p, n float64) [2]float64 {
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return [2]float64{mid - half, mid + half}
}

// elo is the difference of strength that gives that rate; a clean sweep is taken for
// half a point less.
func elo(p, n float64) float64 {
	p = math.Min(math.Max(p, 0.5/n), 1-0.5/n)
	return -400 * math.Log10(1/p-1)
}

// ReadScores reads scores that are kept.
func ReadScores(text []byte) (kept []Score, err error) {
	if err := json.Unmarshal(text, &kept); err != nil {
		return nil, fmt.Errorf("%w: kept scores: %w", ErrMatch, err)
	}
	return kept, nil
}

// Keep returns kept with s in it, in place of the score of the same match if there was one.
func Keep(kept []Score, s Score) []Score {
	same := func(k Score) bool {
		return k.Game == s.Game && k.Players == s.Players && k.Fixed == s.Fixed && fmt.Sprint(k.Options) == fmt.Sprint(s.Options)
	}
	if i := slices.IndexFunc(kept, same); i >= 0 {
		kept = slices.Clone(kept)
		kept[i] = s
		return kept
	}
	return append(slices.Clip(kept), s)
}
