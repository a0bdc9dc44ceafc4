package robot

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// maxRun is how many steps of one piece are looked at for a cheaper way.
const maxRun = 5

// sayable reports whether hands can say a step after those before it: several
// steps of one piece in a turn are one displacement to them, and stand for the
// cheapest way there is (hands.md rule 5); of steps that are done alike the first counts.
func (t *truth) sayable(s rules.State, step rules.Step) bool {
	h := s.Hands(step)
	if !carriesOne(h) {
		return h.Manner != rules.Carried || h.Armed || h.Takes.IsEmpty() || leadsTo(s, firstOf(s, h)) == leadsTo(s, step)
	}
	from, origin := t.runOf(step.By, h.Carries[0].From)
	if from == len(t.steps) && (origin != h.Carries[0].From || h.Cost == 0) {
		return origin == h.Carries[0].From
	}
	after, _, err := s.Apply(step, nil)
	if err != nil || origin == h.Carries[0].To {
		return false
	}
	cost := int(h.Cost)
	for i := from; i < len(t.steps); i++ {
		cost += int(t.at[i].Hands(t.steps[i]).Cost)
	}
	w := way{to: h.Carries[0].To, by: step.By, least: cost + 1}
	begin := s
	if from < len(t.steps) {
		begin = t.at[from]
	}
	w.walk(begin, rules.Carry{From: origin, To: origin}, 0, 0)
	return w.least == cost && w.best == after
}

// firstOf returns the first legal step that hands do like h.
func firstOf(s rules.State, h rules.Hands) rules.Step {
	legal := s.Legal(nil)
	return legal[slices.IndexFunc(legal, func(step rules.Step) bool {
		o := s.Hands(step)
		return o.Manner == h.Manner && o.Carries == h.Carries && o.Takes == h.Takes && o.Armed == h.Armed
	})]
}

// leadsTo returns the position after a legal step.
func leadsTo(s rules.State, step rules.Step) rules.State {
	next, _, err := s.Apply(step, nil)
	if err != nil {
		panic("robot: a legal step was refused: " + err.Error())
	}
	return next
}

// runOf returns where the run of the piece on sq began, in the truth and on the
// board. What it did earlier in the turn, with other pieces' steps between, is
// said by an origin that is no longer where it stands.
func (t *truth) runOf(seat rules.Seat, sq board.Square) (from int, origin board.Square) {
	from, origin = len(t.steps), sq
	for i := from - 1; i >= 0 && t.steps[i].By == seat; i-- {
		h := t.at[i].Hands(t.steps[i])
		if !carriesOne(h) || h.Carries[0].To != origin {
			continue
		}
		if i+1 != from {
			return len(t.steps), h.Carries[0].From
		}
		from, origin = i, h.Carries[0].From
	}
	return from, origin
}

// carriesOne reports whether a step carries one piece and takes nothing off.
func carriesOne(h rules.Hands) bool {
	return h.Manner == rules.Carried && h.Takes.IsEmpty() && h.Carries[1] == rules.NoCarry && h.Carries[0].From != rules.NoCarry.From
}

// way is the search for the cheapest way of one piece.
type way struct {
	to    board.Square
	by    rules.Seat
	least int
	best  rules.State
}

// walk goes on from where the piece stands. Of equal ways the first counts.
func (w *way) walk(s rules.State, c rules.Carry, cost, steps int) {
	if c.To == w.to && steps > 0 {
		if cost < w.least {
			w.least, w.best = cost, s
		}
		return
	}
	if steps == maxRun {
		return
	}
	for _, step := range s.Legal(nil) {
		h := s.Hands(step)
		if step.By != w.by || !carriesOne(h) || h.Carries[0].From != c.To || cost+int(h.Cost) >= w.least {
			continue
		}
		next, _, err := s.Apply(step, nil)
		if err == nil {
			w.walk(next, rules.Carry{From: c.From, To: h.Carries[0].To}, cost+int(h.Cost), steps+1)
		}
	}
}
