package robot

import (
	"fmt"
	"slices"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// player does a step with hands, looks at the lights and at the page whether it was understood, and mends what was not.
type player struct {
	hands
	typed   bool // pieces that come onto the board by their square alone are said on the page
	careful bool // looks at the lights before throwing alone; in pairs all do
	outages int  // how many there were before the last step was begun
}

// slowest is how long hands may have to be still until wood that lies as it was meant is read so.
const slowest = 1500 * time.Millisecond

// refused keeps the hands still for so long, where healthy contacts feel the wood as it was meant, and counts what is not read
// or asked about even then; but for what leaves the wood as it was, and an outage has called off. False if it is read meanwhile.
func (g *player) refused() bool {
	want := g.truth.last().Occupied(rules.Full)
	if g.broken() || g.power.off || g.wood != want || g.felt.wood != want || g.judge.Settling() {
		return true
	}
	g.pass(max(0, g.felt.stirred+slowest-g.now))
	if g.shown() || g.judge.Asked() != nil {
		return false
	}
	if last := len(g.truth.steps) - 1; !g.blind && g.felt.outages == g.outages || g.truth.at[last].Occupied(rules.Full) != want {
		g.report.Refused++
		g.log.note(g.now, "refused", g.record.tail())
	}
	return true
}

// mostAsked is how often people answer before they give up.
const mostAsked = 24

// reconcile looks at the board until it shows what was meant, and does what a
// person does meanwhile: wait, answer, follow the lights, show the piece again,
// press the button, take back and do again.
func (g *player) reconcile() {
	outages, most, best := g.felt.outages, g.felt.outages+8, g.judgeAt()
	asked, answered := 0, false
	for try := 0; !g.failed && !g.shown(); try++ {
		if k := g.judgeAt(); k > best && try > 4 { // it gets there step by step
			best, try = k, 4
		}
		if try > 3 && g.felt.outages != outages && g.felt.outages < most {
			try-- // it was no fault of theirs
		}
		outages = g.felt.outages
		switch {
		case asked > mostAsked:
			g.fail(stuckGame, "the board asks again and again")
		case g.judge.Asked() != nil:
			g.answer()
			asked, answered = asked+1, true
			try-- // who answers has not tried anything
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
			if !g.judge.Guide(g.now).Throw.Has(g.moved) { // a tap there would roll
				g.tap(g.moved)
			}
			g.pass(g.between(350, 900))
		case try == 3:
			g.confirm()
		case try < 7:
			g.again()
		case try < 9 && g.broken():
			g.sayMissing()
		case try < 12 && g.broken(): // before they give up they wait for what the board says
			g.again()
			g.pass(g.between(1600, 3000))
		case answered: // and what the board asked about is done once more
			answered = false
			g.again()
		default:
			g.fail(stuckGame, fmt.Sprintf("the board shows %s", g.record.tail()))
		}
	}
}

// again takes back what the board has wrong, lays the wood as it shows it, and
// does by hand, plainly, what is missing.
func (g *player) again() {
	g.report.Redone++
	g.power.redoing = true
	defer func() { g.power.redoing = false }()
	for try := 0; try < 4 && g.judgeAt() < 0; try++ {
		g.press("undo")
	}
	k := g.judgeAt()
	if k < 0 {
		return
	}
	g.lost(k)
	outages := g.felt.outages
	g.lay(g.truth.at[k])
	for i := k; i < len(g.truth.steps) && !g.failed && g.felt.outages == outages && g.judge.Asked() == nil; i++ {
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
			if g.pass(g.between(350, 900)); d.hands.Carries[0].From == board.None && g.judgeAt() == i && g.broken() { // what is put in where nothing is felt is said
				g.do(referee.Act{Seat: &d.step.By, Text: textOf(d.state, d.step)}, textOf(d.state, d.step))
			}
		}
	}
}

// confirmUnfelt presses the button where the wood lies as it should and the board does not
// see it: a person who looks says so.
func (g *player) confirmUnfelt() {
	for try := 0; try < 3 && !g.failed && g.broken() && g.judge.Settling() && g.judgeAt() >= 0; try++ {
		if s, _ := g.judge.State(); s.Occupied(rules.Full) != g.wood {
			return
		}
		g.press("confirm")
	}
}

// sayMissing says on the page what the board cannot be shown by hand.
func (g *player) sayMissing() {
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

// confirm presses the button, unless the board shows that it would say what is
// not meant: another step, or the end of a turn that is to go on.
func (g *player) confirm() {
	k := g.judgeAt()
	if k < 0 || secret(g.truth.at[k]) {
		g.pass(g.between(400, 900))
		return
	}
	if want := g.truth.at[k]; g.judge.Settling() && want.Occupied(rules.Full) != g.wood {
		if g.lay(want); g.judgeAt() != k || want.Occupied(rules.Full) != g.wood { // the button would say that the wood is right, and what is lit meanwhile
			return
		}
	}
	closes := func(step rules.Step) bool {
		m := g.truth.at[k].Hands(step).Manner
		return m == rules.Implied || m == rules.Passed
	}
	ends := k < len(g.truth.steps) && closes(g.truth.steps[k])
	if ends || k == len(g.truth.steps) && !slices.ContainsFunc(g.truth.at[k].Legal(nil), closes) {
		g.press("confirm")
		return
	}
	g.pass(g.between(400, 900))
}
