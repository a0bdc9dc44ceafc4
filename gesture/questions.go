package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// questions are what is asked about.
type questions struct {
	changes
	asked     [][]rules.Step // what is asked about
	doubted   int            // where one sequence begins to be in doubt
	accused   []board.Square // of each of them the square that would be at fault, if that is asked about
	refusal   refusal        // the wood that nothing explains
	suspicion suspicion      // what would, if a square were at fault
	open      [][]rules.Step // what was asked, for one quiet time, when the last touch came: a tap may answer it
	litFrom   time.Duration  // since when something is asked
	denied    int            // nothing is asked until there are more touches than this
}

// suspicion is what would explain the wood if one square were at fault.
type suspicion struct {
	touches int // that were looked at, 0 for none
	steps   [][]rules.Step
	squares []board.Square
}

// refusal is wood that no reading explains, and how often hands have come back to it.
type refusal struct {
	wood  board.Set
	times int
	at    time.Duration // the last touch, the last time
}

// Unnamed counts the steps taken that a question need not name, nor its answer speak for: all choices begin with them, or the doubt of one comes later.
func (r *questions) Unnamed() (k int) {
	for len(r.asked) > 0 && k < len(r.taken) && (len(r.asked) > 1 || k < r.doubted) && !slices.ContainsFunc(r.asked, func(steps []rules.Step) bool {
		return len(steps) <= k+1 || steps[k] != r.taken[k]
	}) {
		k++
	}
	for _, steps := range r.asked {
		_, at := doings(r.base, steps, 0)
		next, _ := slices.BinarySearch(at, k+1)
		k = at[next-1] // a run is one thing done
	}
	return k
}

// Deny turns down all that is asked about, and what would explain that wood; nothing is asked again before the next touch.
func (r *questions) Deny() {
	r.denied, r.asked, r.refusal = len(r.touches), nil, refusal{r.wood, insists - 1, r.last()}
}

// instead reports whether the wood is whole without what is armed, and asks about it once hands are still for long: people change their minds.
func (r *questions) instead(now time.Duration, out *Reading) bool {
	armed := r.armed
	r.armed = nil
	r.search()
	var found [][]rules.Step
	for i := range r.nodes {
		if n := &r.nodes[i]; n.guess.IsEmpty() && n.odd == 0 && len(n.steps) > len(r.taken) && r.complete(n) && r.accounts(n) {
			found = with(found, n.steps)
		}
	}
	r.armed = armed
	r.search()
	instead := len(found) > 0 && len(r.touches) > r.denied
	if instead && !out.until(r.last()+longQuiets*r.quiet, now) {
		r.asked = append(r.asked, found...)
	}
	return instead
}

// byHand returns the choices that a tap may answer with: none of what is taken alone, for hands are at work on its squares, or of a contact at fault.
func (r *questions) byHand() [][]rules.Step {
	if len(r.asked) == 1 && slices.Equal(r.asked[0], r.taken) || len(r.accused) > 0 {
		return nil
	}
	return r.asked
}

// askBetween asks which of the sequences was meant, unless that was turned down; or whether n was, if hands were unusual: what only goes on from what
// is unsettled is no other. While all others have a piece in the air, or lead to the same position, there is nothing to ask; but play goes on only for so long.
func (r *questions) askBetween(n *node, k int, rivals []*node) {
	from := turnOf(n.steps, max(min(k, len(n.steps)-1)-1, 0))
	if u := r.unsettled; len(u) > 0 && begins(n.steps, u[0].steps) {
		from = turnOf(u[0].steps, max(turnOf(u[0].steps, len(u[0].steps)-1)-1, 0))
		rivals = slices.DeleteFunc(slices.Clone(rivals), func(m *node) bool { return begins(m.steps, u[0].steps) })
	}
	others := slices.DeleteFunc(slices.Clone(rivals), func(m *node) bool { return m.air > n.air || m.leadsTo(n) })
	if len(r.touches) <= r.denied || len(r.asked) > 0 || len(rivals) > 0 && len(others) == 0 && n.turns < mostOpen {
		return
	}
	if !begins(n.steps, r.reopened) {
		from = min(from, common(n.steps, r.reopened))
	}
	r.asked, r.doubted = with(append(r.asked, n.steps), stepsOf(others)...), from
	for _, m := range rivals {
		r.doubted = min(r.doubted, common(n.steps, m.steps))
	}
}

// with is choices with more, but for those that are among them.
func with(choices [][]rules.Step, more ...[]rules.Step) [][]rules.Step {
	for _, steps := range more {
		if !slices.ContainsFunc(choices, func(c []rules.Step) bool { return slices.Equal(c, steps) }) {
			choices = append(choices, steps)
		}
	}
	return choices
}

// accuse asks, where hands have come back to wood that nothing explains, whether a contact is at fault.
func (r *questions) accuse(now time.Duration, out *Reading) {
	if r.wood == r.expectedWood() || len(r.touches) == 0 || out.until(r.last()+longQuiets*r.quiet, now) || !r.insist() || len(r.touches) <= r.denied {
		return
	}
	s := &r.suspicion
	if s.touches != len(r.touches) {
		s.touches = len(r.touches)
		s.steps, s.squares = r.suspect()
	}
	if n := len(s.steps); n > 0 && n <= mostAccused {
		r.asked, r.accused = append(r.asked, s.steps...), s.squares
	}
}

// insist notes that nothing explains the wood that lies still; it reports whether hands have come back to it so often that a contact may be at fault.
func (r *questions) insist() bool {
	f := &r.refusal
	switch {
	case f.wood != r.wood || f.times == 0:
		*f = refusal{r.wood, 1, r.last()}
	case f.at != r.last():
		f.times, f.at = f.times+1, r.last()
	}
	return f.times >= insists
}

// ask asks about what neither the wood tells apart nor any touch to come, unless it was turned down, once hands are still for so long (rules 3 and 13).
func (r *questions) ask(rivals []*node, quiets, now time.Duration, out *Reading) {
	if out.until(r.last()+quiets*r.quiet, now) || len(r.touches) <= r.denied {
		return
	}
	rivals = slices.DeleteFunc(slices.Clone(rivals), func(n *node) bool { return !r.accounts(n) && n.guess.IsEmpty() })
	r.asked = with(r.asked, stepsOf(rivals)...)
}

// answers is what a question was answered with.
type answers struct {
	chosen  []rules.Step  // the sequence
	named   []bool        // which steps of chosen a question has named: those are answered for
	besides board.Set     // where a tap answered: the squares that would have been another answer
	spoken  time.Duration // the last touch then: it says nothing of what comes later
}

// answered reports whether n goes on from what a question was answered with.
func (r *answers) answered(n *node) bool { return len(r.chosen) > 0 && begins(n.steps, r.chosen) }

// goesOn notes that the piece on sq is lifted: an answer that ends with a run of it speaks for what comes before, for a run is one displacement.
func (r *answers) goesOn(base rules.State, sq board.Square) {
	did, at := doings(base, r.chosen, 0)
	if k := len(did) - 1; k >= 0 && did[k].Cost > 0 && did[k].Carries[0].To == sq {
		r.chosen, r.named = r.chosen[:at[k]], r.named[:at[k]]
	}
}

// settled reports whether a question was answered with the first k steps of n.
func (r *answers) settled(n *node, k int) bool {
	return begins(r.chosen, n.steps[:min(k, len(n.steps))])
}

// answeredFor reports whether the last of the first k steps of n was answered for.
func (r *answers) answeredFor(n *node, k int) bool { return k > 0 && r.settled(n, k) && r.named[k-1] }

// heeds reports whether n does not depart from what a question was answered with, after what the question did not name.
func (r *answers) heeds(n *node) bool { return !r.stopsShort(n) || begins(r.chosen, n.steps) }

// stopsShort reports whether n departs from that, or does not do all of it.
func (r *answers) stopsShort(n *node) bool {
	k := common(r.chosen, n.steps)
	return k < len(r.chosen) && r.named[k]
}

// add notes that steps were the answer, of which the first unnamed were not named; whole says that it ends with them. What was answered before stays.
func (r *answers) add(steps []rules.Step, unnamed int, whole bool) {
	if k := common(r.chosen, steps); k < len(steps) || whole {
		r.chosen, r.named = slices.Clone(steps), append(r.named[:k:k], make([]bool, len(steps)-k)...)
	}
	for i := unnamed; i < len(steps); i++ {
		r.named[i] = true
	}
}
