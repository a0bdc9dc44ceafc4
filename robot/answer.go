package robot

import (
	"slices"
	"strings"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// answer answers the board's question truthfully: with the choice that is meant,
// or with none of them.
func (g *player) answer() {
	q := g.judge.Asked()
	last := len(q.Choices) - 1
	choice, best, told := q.Choices[last], 0, 0
	for _, from := range g.begins(q.Choices[:last]) {
		for _, c := range q.Choices {
			if n := g.meant(c, from); n > best || c == referee.Kept {
				choice, best, told = c, n, from+len(named(c))
			}
		}
	}
	g.questions.told = told
	g.do(referee.Answer{Choice: choice}, "answer "+choice)
	g.pass(g.between(350, 900))
}

// begins are how many steps of the truth may stand before the choices, which leave out what all
// of them begin with if it stands; -1 alone if that cannot be told. Who has just answered for a step
// is asked about what came later: the same position may come again.
func (g *player) begins(choices []string) (from []int) {
	for _, s := range g.record.at[g.record.sealed:] {
		if at := g.truth.find(s); at >= 0 && !slices.ContainsFunc(choices, func(c string) bool { return !says(s, c) }) {
			from = append(from, at)
		}
	}
	if later := slices.IndexFunc(from, func(at int) bool { return at >= g.questions.told }); later > 0 {
		return from[later:]
	}
	if len(from) == 0 {
		return []int{-1}
	}
	return from
}

// named are the steps that a choice names.
func named(choice string) []string {
	return strings.Split(strings.TrimSuffix(choice, ", "+referee.More), ", ")
}

// says reports whether a choice can be done at s.
func says(s rules.State, choice string) bool {
	for _, text := range named(choice) {
		step, err := s.Parse(text)
		if err != nil {
			return false
		}
		if s, _, err = s.Apply(step, nil); err != nil {
			return false
		}
	}
	return true
}

// meant returns how well a choice says the end of the truth, 0 if it does not: after that many
// steps of it, or after some if that is less than none, it leads at least to what is sealed; the
// farther the better, then the less it says that was not meant, and then the more it says. Of
// several steps of one piece a person thinks as one.
func (g *player) meant(choice string, from int) (best int) {
	n := len(g.truth.steps)
	for k := min(64, n); k > 0; k-- {
		if from >= 0 && n-k != from {
			continue
		}
		s, strange, by, on := g.truth.at[n-k], 0, rules.Referee, board.None
		for _, text := range named(choice) {
			step, err := s.Parse(text)
			if err != nil {
				return best
			}
			next, _, err := s.Apply(step, nil)
			if err != nil || step.By != by && by != rules.Referee && g.truth.find(s) < 0 {
				s = nil // or another's turn would have ended otherwise
				break
			}
			c := s.Hands(step).Carries[0]
			if strange > 0 && on != board.None && c.From == on { // it was put down on its way
				strange--
			}
			if s, by, on = next, step.By, c.To; g.truth.find(s) < 0 {
				strange++
			}
		}
		if s == nil {
			continue
		}
		if at := g.truth.find(s); at > n-k && at >= g.record.surely && (strange == 0 || !g.broken()) {
			if strange == 0 && strings.HasSuffix(choice, referee.More) {
				at = n // it goes on, and all of it that is said was meant
			}
			best = max(best, 256*(at+1)-64*min(strange, 3)+k)
		}
	}
	return best
}
