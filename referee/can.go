package referee

import "reeve/rules"

// What may be asked for beside actions, as Table.Can names it.
const (
	CanConfirm   = "confirm"    // the button
	CanUndo      = "undo"       // the button
	CanHint      = "hint"       // the button
	CanOfferDraw = "offer draw" // by a seat
	CanOfferUndo = "offer undo" // by a seat: what is taken back across a throw, or of another
	CanDecline   = "decline"    // what was offered
	CanResign    = "resign"     // by a seat
	CanWords     = "words"      // by a seat: its own for the dice, until they fall
)

// can lists what the viewer may ask for now; anything else is refused. The buttons on the table's list belong to
// no seat; its other entries are what some seat may. While anything is secret the list must not tell what others
// did, so the buttons are there for the table and for every seat to act; confirm while pieces are put in.
func (g *glance) can() []string {
	can := []string{}
	var seat *rules.Seat
	if g.viewer != rules.Table {
		seat = &g.viewer
	}
	if g.mayConfirm(seat) {
		can = append(can, CanConfirm)
	}
	if g.mayUndo(seat) {
		can = append(can, CanUndo)
	}
	if g.j.goingOn() != nil || seat != nil && g.j.match.plays(*seat) != nil {
		return can
	}
	if g.mayAsk(seat) {
		can = append(can, CanHint)
	}
	can = append(can, CanOfferDraw)
	if g.j.match.secret() || g.j.match.lastDecision() >= 0 {
		can = append(can, CanOfferUndo)
	}
	if len(g.j.match.offers.made) > 0 {
		can = append(can, CanDecline)
	}
	if g.j.match.chance.dice.TakesWords() && !g.j.match.rolled() && g.j.match.game.Rolls(g.j.match.header.Options) {
		can = append(can, CanWords)
	}
	return append(can, CanResign)
}

// mayAsk reports whether there is advice for seat; for everybody's table in a game that hides nothing, for the one who is to act.
func (g *glance) mayAsk(seat *rules.Seat) bool {
	m := g.j.match
	act := m.state().ToAct() & m.start.Seated()
	if seat != nil {
		return act.Has(*seat)
	}
	return !m.game.Hidden && act.Len() == 1
}

// behindScreens reports whether seat has a button while anything is secret.
func (m *screens) behindScreens(seat *rules.Seat) bool {
	return seat == nil || m.state().ToAct().Has(*seat)
}

// mayConfirm reports whether the button confirm of seat does anything, or says why the wood as it lies is
// not what it can seal.
func (g *glance) mayConfirm(seat *rules.Seat) bool {
	m := g.j.match
	switch {
	case m.secret():
		return m.deploying() && m.behindScreens(seat)
	case !m.isOpen() && g.j.goingOn() != nil:
		return false
	case g.j.fault != "" && !m.entering():
		return false
	case !g.j.reportable().IsEmpty():
		return true
	case !m.ready:
		return false
	case m.entering():
		return m.isOpen() && !g.j.reader.Settling() && m.lastBy(seat)
	}
	by := rules.Referee
	if seat != nil {
		by = *seat
	}
	steps, ok := g.j.reader.Confirm(by)
	if ok {
		return seat == nil || steps[len(steps)-1].By == *seat
	}
	return g.j.felt && g.j.here() != m.state().Occupied(rules.Full)
}

// mayUndo reports whether the button undo of seat takes something back.
func (g *glance) mayUndo(seat *rules.Seat) bool {
	m := g.j.match
	switch {
	case m.endRecorded:
		return false
	case m.secret():
		return m.behindScreens(seat)
	}
	if _, _, declared := g.j.reader.Declared(); declared && !m.isOpen() {
		return true
	}
	_, err := m.firstUndone(seat)
	return err == nil
}

// lastBy reports whether seat played last, or nobody in particular is asked for.
func (m *history) lastBy(seat *rules.Seat) bool {
	return seat == nil || m.played[len(m.played)-1].step.By == *seat
}
