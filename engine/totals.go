package engine

import (
	"cmp"
	"math"
	"slices"

	"reeve/rules"
)

// Totals is a game told in sums. Of each seat Start, Luck, Play and Hand come to its Result.
type Totals struct {
	Game    string    `json:"game"`
	Seats   []string  `json:"seats"`
	Start   []float64 `json:"start"` // expected before the first step
	Luck    []float64 `json:"luck"`  // by throws and cards
	Play    []float64 `json:"play"`  // by what it decided better than the others
	Hand    []float64 `json:"hand"`  // by how it was ended by hand
	Result  []float64 `json:"result"`
	Gave    []float64 `json:"gave"`    // what its decisions gave away against the best ones, summed
	Turning []Turning `json:"turning"` // the greatest three, in the order of play

	turnings []Turning
	thrown   []float64 // by the throws under way
}

// Turning is a step after which much was different.
type Turning struct {
	N    int     `json:"n"`
	Seat string  `json:"seat"` // who gained by luck, or gave away
	Kind string  `json:"kind"` // "luck" or "play"
	By   float64 `json:"by"`   // how much
	Best string  `json:"best,omitempty"`
}

func newTotals(start rules.State, expect []float64) Totals {
	t := Totals{Game: start.Game().Name, Start: expect, Turning: []Turning{}}
	for _, seat := range start.Seated().All() {
		t.Seats = append(t.Seats, start.Game().SeatName(seat))
	}
	for _, sum := range []*[]float64{&t.Luck, &t.Play, &t.Hand, &t.Gave, &t.thrown} {
		*sum = make([]float64, len(expect))
	}
	return t
}

// add counts a step.
func (t *Totals) add(j Judged) {
	t.Result = j.Expect
	for i, d := range j.delta {
		switch {
		case j.Luck != nil:
			t.Luck[i] += d
			t.thrown[i] += d
		case j.by >= 0:
			t.Play[i] += d
		default:
			t.Hand[i] += d
		}
	}
	if j.Luck != nil {
		t.lucky(j)
		return
	}
	clear(t.thrown)
	if j.by >= 0 {
		t.Gave[j.by] += j.Cost
	}
	if j.Best != "" {
		t.turnings = append(t.turnings, Turning{N: j.N, Seat: t.Seats[j.by], Kind: "play", By: j.Cost, Best: j.Best})
	}
}

// lucky notes a throw; the throws of one attack count as one.
func (t *Totals) lucky(j Judged) {
	if last := len(t.turnings) - 1; last >= 0 && t.turnings[last].Kind == "luck" && t.turnings[last].N == j.N-1 {
		t.turnings = t.turnings[:last]
	}
	who := 0
	for i, v := range t.thrown {
		if v > t.thrown[who] {
			who = i
		}
	}
	t.turnings = append(t.turnings, Turning{N: j.N, Seat: t.Seats[who], Kind: "luck", By: t.thrown[who]})
}

// turns chooses the greatest.
func (t *Totals) turns() {
	great := slices.DeleteFunc(slices.Clone(t.turnings), func(x Turning) bool { return math.Abs(x.By) < worthTelling })
	slices.SortStableFunc(great, func(a, b Turning) int { return cmp.Compare(b.By, a.By) })
	great = great[:min(len(great), 3)]
	slices.SortFunc(great, func(a, b Turning) int { return a.N - b.N })
	t.Turning = append(t.Turning, great...)
}
