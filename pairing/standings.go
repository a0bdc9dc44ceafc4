package pairing

import "slices"

// TieBreak is a way to tell apart who has the same points, called as FIDE calls it (C.07).
type TieBreak struct {
	Code string `json:"code"`
	Name string `json:"name"`
	of   func(t *Tournament, n int, tied []int) float64
}

// TieBreaks are all there are. At a table of more than two every opponent counts as one.
var TieBreaks = []TieBreak{
	{"DE", "Direct Encounter", direct},
	{"WIN", "Number of Wins", func(t *Tournament, n int, _ []int) float64 { return wins(t, n) }},
	{"WON", "Number of Games Won", func(t *Tournament, n int, _ []int) float64 { return won(t, n) }},
	{"BH", "Buchholz", func(t *Tournament, n int, _ []int) float64 { return buchholz(t, n, 0) }},
	{"BH-C1", "Buchholz Cut 1", func(t *Tournament, n int, _ []int) float64 { return buchholz(t, n, 1) }},
	{"SB", "Sonneborn-Berger", func(t *Tournament, n int, _ []int) float64 { return sonneborn(t, n) }},
	{"PS", "Progressive Scores", func(t *Tournament, n int, _ []int) float64 { return progressive(t, n) }},
	{"KS", "Koya System", func(t *Tournament, n int, _ []int) float64 { return koya(t, n) }},
}

// Named returns the tie-breaks with these codes, in their order; those that are not known
// are left out.
func Named(codes ...string) (list []TieBreak) {
	for _, code := range codes {
		for _, b := range TieBreaks {
			if b.Code == code {
				list = append(list, b)
			}
		}
	}
	return list
}

// Standing is where a player stands.
type Standing struct {
	Rank   int       `json:"rank"`   // shared where nothing tells apart
	Number int       `json:"number"` // of the player
	Halves int       `json:"halves"` // of points
	Breaks []float64 `json:"breaks"` // in the order of the tie-breaks asked for
}

// Standings says who stands where, by points, then by the tie-breaks in their order; the
// starting number orders who shares a rank.
func (t *Tournament) Standings(breaks []TieBreak) []Standing {
	list := make([]Standing, len(t.Players))
	tied := map[int][]int{}
	for i := range t.Players {
		list[i] = Standing{Number: i + 1, Halves: t.Players[i].Halves(), Breaks: []float64{}}
		tied[list[i].Halves] = append(tied[list[i].Halves], i+1)
	}
	for i := range list {
		for _, b := range breaks {
			list[i].Breaks = append(list[i].Breaks, b.of(t, list[i].Number, tied[list[i].Halves]))
		}
	}
	compare := func(a, b Standing) int {
		if a.Halves != b.Halves {
			return b.Halves - a.Halves
		}
		return slices.Compare(b.Breaks, a.Breaks)
	}
	slices.SortStableFunc(list, compare)
	for i := range list {
		if list[i].Rank = i + 1; i > 0 && compare(list[i-1], list[i]) == 0 {
			list[i].Rank = list[i-1].Rank
		}
	}
	return list
}

// direct is the points against those who are tied, if all of them have met.
func direct(t *Tournament, n int, tied []int) float64 {
	sum := 0.0
	for _, a := range tied {
		met := map[int]bool{a: true}
		for _, g := range t.Players[a-1].Rounds {
			if g.Played() {
				for _, b := range g.Opponents() {
					met[b] = true
				}
			}
		}
		for _, b := range tied {
			if !met[b] {
				return 0
			}
		}
	}
	for _, g := range t.Players[n-1].Rounds {
		if g.Played() && slices.ContainsFunc(g.Opponents(), func(b int) bool { return slices.Contains(tied, b) }) {
			sum += float64(g.Result.Halves()) / 2
		}
	}
	return sum
}

// wins counts rounds with as many points as a win, over the board or not.
func wins(t *Tournament, n int) (count float64) {
	for _, g := range t.Players[n-1].Rounds {
		if g.Result.Halves() == 2 {
			count++
		}
	}
	return count
}

// won counts wins over the board.
func won(t *Tournament, n int) (count float64) {
	for _, g := range t.Players[n-1].Rounds {
		if g.Played() && g.Result.Halves() == 2 {
			count++
		}
	}
	return count
}

// adjusted is what a player's score counts for his opponents: rounds from which he stayed
// away to the end count as draws (C.07, 16.3).
func adjusted(t *Tournament, n int) float64 {
	rounds := t.Players[n-1].Rounds
	last := len(rounds)
	for last > 0 && rounds[last-1].voluntary() {
		last--
	}
	sum := 0
	for i, g := range rounds {
		if i >= last {
			sum++
			continue
		}
		sum += g.Result.Halves()
	}
	return float64(sum) / 2
}

// contributions are the scores of the opponents of a player, and what he made against each.
// A round that he did not play counts as one against somebody with his own score (16.4).
func contributions(t *Tournament, n int) (scores, made []float64) {
	own := float64(t.Players[n-1].Halves()) / 2
	for _, g := range t.Players[n-1].Rounds {
		if g.Result == Open || g.Result == 0 {
			continue
		}
		points := float64(g.Result.Halves()) / 2
		if !g.Played() {
			scores, made = append(scores, own), append(made, points)
		}
		for _, b := range g.Opponents() {
			if g.Played() {
				scores, made = append(scores, adjusted(t, b)), append(made, points)
			}
		}
	}
	return scores, made
}

func buchholz(t *Tournament, n, cut int) (sum float64) {
	scores, _ := contributions(t, n)
	slices.Sort(scores)
	for _, s := range scores[min(cut, len(scores)):] {
		sum += s
	}
	return sum
}

func sonneborn(t *Tournament, n int) (sum float64) {
	scores, made := contributions(t, n)
	for i, s := range scores {
		sum += s * made[i]
	}
	return sum
}

func progressive(t *Tournament, n int) (sum float64) {
	now := 0
	for _, g := range t.Players[n-1].Rounds {
		now += g.Result.Halves()
		sum += float64(now) / 2
	}
	return sum
}

// koya is the points against those who have made at least half of what can be made.
func koya(t *Tournament, n int) (sum float64) {
	for _, g := range t.Players[n-1].Rounds {
		if g.Played() && slices.ContainsFunc(g.Opponents(), func(b int) bool { return t.Players[b-1].Halves() >= t.Done() }) {
			sum += float64(g.Result.Halves()) / 2
		}
	}
	return sum
}
