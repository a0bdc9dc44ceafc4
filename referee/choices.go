package referee

import (
	"slices"

	"reeve/rules"
)

// More stands at the end of a choice that names only its first turns.
const More = "…"

// fewTurns is how many turns of a choice are named: an answer speaks for these alone, and what differs later is asked about after it.
const fewTurns = 2

// part is what a question names of a sequence: the steps from one up to another.
type part struct {
	steps    []rules.Step
	from, to int
}

// first is the part as far as its first few turns go.
func (p part) first() part {
	turns := fewTurns
	for i := p.from; i < p.to; i++ {
		if i > p.from && p.steps[i].By != p.steps[i-1].By {
			turns--
		}
		if turns == 0 {
			p.to = i
		}
	}
	return p
}

// following counts the steps at the end of taken that all which is asked about ends with, too, as far as the choices
// are told apart without them: hands that play on while something is asked make no other question of it.
func following(taken []rules.Step, asked [][]rules.Step) (k int) {
	for len(asked) > 1 && k < len(taken) && !slices.ContainsFunc(asked, func(steps []rules.Step) bool {
		return len(steps) <= k || steps[len(steps)-1-k] != taken[len(taken)-1-k]
	}) {
		k++
	}
	for k > 0 && oneBeginsAnother(asked, k) {
		k--
	}
	return k
}

// oneBeginsAnother reports whether one of the sequences without its last k steps is the beginning of another, or the other.
func oneBeginsAnother(asked [][]rules.Step, k int) bool {
	for i, a := range asked {
		for _, b := range asked[i+1:] {
			if n := min(len(a), len(b)) - k; slices.Equal(a[:n], b[:n]) {
				return true
			}
		}
	}
	return false
}
