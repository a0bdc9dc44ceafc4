package robot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
)

// judgeAt is how many steps of the truth the referee has taken, -1 if what it
// has taken is not of the truth. What is sealed stands: a position that was there
// before, too, is not gone back to.
func (g *game) judgeAt() int {
	s, _ := g.judge.State()
	if k := g.truth.find(s); k >= min(g.record.surely, g.record.sealed) {
		return k
	}
	return -1
}

// shown reports whether the board shows what was meant. What is implied by the
// next player need not be there yet.
func (g *game) shown() bool {
	k := g.judgeAt()
	if k < 0 || g.judge.Asked() != nil || g.broken() && !g.judge.Guide(g.now).Declared.IsEmpty() {
		return false
	}
	for i := k; i < len(g.truth.steps); i++ {
		if g.truth.at[i].Hands(g.truth.steps[i]).Manner != rules.Implied {
			return false
		}
	}
	return true
}

// slowest is how long hands may have to be still until wood that lies as it was meant is read so.
const slowest = 1500 * time.Millisecond

// refused keeps the hands still for so long, where healthy contacts feel the wood as it was meant, and counts what is not read
// or asked about even then. False if it is read meanwhile.
func (g *game) refused() bool {
	want := g.truth.last().Occupied(rules.Full)
	if g.broken() || g.off || g.wood != want || g.sensed != want || g.judge.Settling() {
		return true
	}
	g.pass(max(0, g.stirred+slowest-g.now))
	if g.shown() || g.judge.Asked() != nil {
		return false
	}
	g.report.Refused++
	g.log.note(g.now, "refused", g.record.tail())
	return true
}

// mostAsked is how often people answer before they give up.
const mostAsked = 24

// reconcile looks at the board until it shows what was meant, and does what a
// person does meanwhile: wait, answer, follow the lights, show the piece again,
// press the button, take back and do again.
func (g *game) reconcile() {
	outages, most, best := g.outages, g.outages+8, g.judgeAt()
	for try := 0; !g.failed && !g.shown(); try++ {
		if k := g.judgeAt(); k > best && try > 4 { // it gets there step by step
			best, try = k, 4
		}
		if try > 3 && g.outages != outages && g.outages < most {
			try-- // it was no fault of theirs
		}
		outages = g.outages
		switch {
		case try > mostAsked:
			g.fail(stuckGame, "the board asks again and again")
		case g.judge.Asked() != nil:
			g.answer()
		case try == 0:
			g.pass(g.between(350, 900))
		case try < 3 && g.broken() && g.judgeAt() < 0: // a player who sees such a board presses the button at once
			g.again()
		case try == 1:
			g.tidy(true)
			g.pass(g.between(350, 900))
		case g.broken() && !g.judge.Guide(g.now).Declared.IsEmpty():
			g.press("undo") // an attack that nobody means
		case try == 2 && !g.refused():
		case try == 2:
			g.tap(g.moved)
			g.pass(g.between(350, 900))
		case try == 3:
			g.confirm()
		case try < 7:
			g.again()
		case try < 9 && g.broken():
			g.sayMissing()
		default:
			g.fail(stuckGame, fmt.Sprintf("the board shows %s", g.record.tail()))
		}
	}
}

// answer answers the board's question truthfully: with the choice that is meant,
// or with none of them.
func (g *game) answer() {
	q := g.judge.Asked()
	last := len(q.Choices) - 1
	choice, best := q.Choices[last], 0
	for _, from := range g.begins(q.Choices[:last]) {
		for _, c := range q.Choices {
			if n := g.meant(c, from); n > best || c == referee.Kept {
				choice, best = c, n
			}
		}
	}
	g.do(referee.Answer{Choice: choice}, "answer "+choice)
	g.pass(g.between(350, 900))
}

// begins are how many steps of the truth may stand before the choices, which leave out what all
// of them begin with if it stands; -1 alone if that cannot be told.
func (g *game) begins(choices []string) (from []int) {
	for _, s := range g.record.at[g.record.sealed:] {
		if at := g.truth.find(s); at >= 0 && !slices.ContainsFunc(choices, func(c string) bool { return !says(s, c) }) {
			from = append(from, at)
		}
	}
	if len(from) == 0 {
		return []int{-1}
	}
	return from
}

// says reports whether a choice can be done at s.
func says(s rules.State, choice string) bool {
	for _, text := range strings.Split(choice, ", ") {
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
func (g *game) meant(choice string, from int) (best int) {
	n := len(g.truth.steps)
	for k := min(64, n); k > 0; k-- {
		if from >= 0 && n-k != from {
			continue
		}
		s, strange, by := g.truth.at[n-k], 0, rules.Referee
		for _, text := range strings.Split(choice, ", ") {
			step, err := s.Parse(text)
			if err != nil {
				return best
			}
			next, _, err := s.Apply(step, nil)
			if err != nil || step.By != by && by != rules.Referee && g.truth.find(s) < 0 {
				s = nil // or another's turn would have ended otherwise
				break
			}
			if s, by = next, step.By; g.truth.find(s) < 0 {
				strange++
			}
		}
		if s == nil {
			continue
		}
		if at := g.truth.find(s); at > n-k && at >= g.record.surely && (strange == 0 || !g.broken()) {
			best = max(best, 256*(at+1)-64*min(strange, 3)+k)
		}
	}
	return best
}

// again takes back what the board has wrong, lays the wood as it shows it, and
// does by hand, plainly, what is missing.
func (g *game) again() {
	g.report.Redone++
	g.redoing = true
	defer func() { g.redoing = false }()
	for try := 0; try < 4 && g.judgeAt() < 0; try++ {
		g.press("undo")
	}
	k := g.judgeAt()
	if k < 0 {
		return
	}
	g.lost(k)
	outages := g.outages
	g.lay(g.truth.at[k])
	for i := k; i < len(g.truth.steps) && !g.failed && g.outages == outages && g.judge.Asked() == nil; i++ {
		d := g.deedOf(g.truth.at[i], g.truth.steps[i])
		switch {
		case d.step.By >= rules.Chance:
			return
		case d.hands.Manner == rules.OnPage || d.hands.Armed:
			if !g.do(referee.Act{Seat: &d.step.By, Text: textOf(d.state, d.step)}, textOf(d.state, d.step)) {
				return
			}
			g.tidy(true)
		case d.hands.Manner == rules.Implied || d.hands.Manner == rules.Passed:
			if g.confirm(); g.judgeAt() <= i {
				return
			}
		case d.hands.Manner == rules.Knocked && g.broken(): // a partner may not be felt
			g.sayMissing()
			return
		default:
			g.log.note(g.now, "again", textOf(d.state, d.step))
			words := d.orders()[0].words()
			for _, w := range words {
				if w == "+z" && !g.look(d) {
					break // who does it again looks before it is thrown
				}
				g.word(d, w)
				g.pass(g.between(100, 250))
			}
			g.pass(g.between(350, 900))
		}
	}
}

// broken reports whether contacts of the board may be broken, or are said to be.
func (g *game) broken() bool {
	return g.suspected || g.opt.Noise >= sim.Worn || len(g.opt.Faults) > 0 || g.opt.Columns > 0
}

// confirmUnfelt presses the button where the wood lies as it should and the board does not
// see it: a person who looks says so.
func (g *game) confirmUnfelt() {
	for try := 0; try < 3 && !g.failed && g.broken() && g.judge.Settling() && g.judgeAt() >= 0; try++ {
		if s, _ := g.judge.State(); s.Occupied(rules.Full) != g.wood {
			return
		}
		g.press("confirm")
	}
}

// sayMissing says on the page what the board cannot be shown by hand.
func (g *game) sayMissing() {
	if !g.broken() {
		return
	}
	g.report.Redone++
	g.typed = g.typed || secret(g.truth.last()) // nobody looks for faults behind a screen
	if g.judgeAt() == len(g.truth.steps) && g.record.sealed < len(g.record.steps) {
		g.press("undo") // it stands where nothing is felt
	}
	for try := 0; try < 4 && g.judgeAt() < 0; try++ {
		g.press("undo")
	}
	k := g.judgeAt()
	for n := len(g.truth.steps); k >= 0 && k < n && !g.failed; k++ {
		step := g.truth.steps[k]
		if step.By >= rules.Chance {
			return
		}
		if !g.do(referee.Act{Seat: &step.By, Text: textOf(g.truth.at[k], step)}, textOf(g.truth.at[k], step)) {
			g.lay(g.truth.at[k]) // the board is to be set up first
			g.press("confirm")
			return
		}
	}
	g.tidy(true)
	g.pass(g.between(350, 900))
	g.confirmUnfelt()
}

// lay lays the wood as a position has it.
func (g *game) lay(s rules.State) {
	g.takeOff()
	want := s.Occupied(rules.Full)
	for sq := range g.wood.Minus(want).All() {
		g.lift(sq)
		g.pass(g.between(40, 200))
	}
	for sq := range want.Minus(g.wood).All() {
		g.place(sq)
		g.pass(g.between(40, 200))
	}
	g.pass(g.between(350, 900))
}
