package second_test

import (
	"slices"
)

// leave ends a turn: with nothing at all, which the next player's hands will say; with confirm; a pass by a tap, too.
func (p *player) leave(seat string, v verb, action string, after position) {
	p.t.Helper()
	p.conclude()
	p.step(seat, action)
	if off, carry := p.hands.differs(after.wood()); len(off)+len(carry) > 0 { // who stays goes back
		p.hands.bring(after.wood(), "", nil)
		p.flush("goes back")
	}
	p.owed = seat
	switch {
	case v.Name == "pass" && p.hands.often(60):
		lit := p.await("lit pieces to pass", func(now table) bool { return len(now.lit("choose")) > 0 }).lit("choose")
		p.hands.tap(lit[p.hands.IntN(len(lit))])
		p.flush("passes")
		p.owed = ""
		p.await("the pass", p.taken)
	case v.Name == "pass" || after.over() || after.toAct() == "chance" || p.hands.often(40):
		p.conclude()
	}
}

// conclude waits until all is taken and says the end that was left unsaid, before something is done that no hand does.
func (p *player) conclude() {
	p.t.Helper()
	p.await("all taken", p.taken)
	if p.owed == "" {
		return
	}
	seat := p.owed
	p.owed = ""
	p.confirm(seat)
	p.await("the end of the turn", p.taken)
}

// confirm presses the button on a seat's page.
func (p *player) confirm(seat string) {
	p.t.Helper()
	status, text, err := p.ask(seat, "POST", "/api/button", map[string]string{"button": "confirm", "seat": seat})
	p.note("%s presses confirm: %d", seat, status)
	if err != nil || status != 200 && status != 409 { // 409: it came about by itself
		p.fail("confirm: %d %s %v", status, text, err)
	}
}

// attack declares by a knock, adds the partner by a tap, and puts the attacker on the die.
func (p *player) attack(seat, action string) {
	p.t.Helper()
	squares := squaresOf(action, p.board)
	attackers, target := squares[:len(squares)-1], squares[len(squares)-1]
	id := p.hands.lift(attackers[0])
	if p.hands.often(p.hands.looks) {
		p.hands.pause(p.hands.within(300, 1200))
	}
	p.hands.knock(target)
	p.flush("declares " + action)
	declared := func(by []string) func(table) bool {
		return func(now table) bool {
			d := now.Declared
			return d != nil && d.Target == target && slices.Equal(d.Attackers, by) && len(d.Die) > 0
		}
	}
	now := p.await("the attack declared", declared(attackers[:1]))
	if len(attackers) > 1 {
		p.await("the partner lit", func(now table) bool { return slices.Contains(now.lit("partner"), attackers[1]) })
		p.hands.tap(attackers[1])
		p.flush("the partner")
		now = p.await("the pair declared", declared(attackers))
	}
	p.step(seat, action)
	p.hands.place(now.Declared.Die[p.hands.IntN(len(now.Declared.Die))], id)
	p.flush("to the die")
}

// show chooses on the page what no square speaks for, and shows its squares.
func (p *player) show(seat string, v verb, action string, after position) {
	p.t.Helper()
	said := v.Name
	for _, part := range v.Parts { // hands do not tell these
		if part == "effect" || part == "formula" || part == "piece" {
			said = action
		}
	}
	squares := squaresOf(action, p.board)
	moves := changes(p.now, after)
	p.step(seat, action)
	p.note("%s chooses %s on the page", seat, said)
	p.post(p.t, seat, "/api/arm", map[string]string{"seat": seat, "action": said}, nil)
	now := p.await(said+" armed", func(now table) bool { return len(now.Armed) > 0 || p.taken(now) })
	switch {
	case p.taken(now):
	case moves:
		p.bring(nil)
	default:
		for _, s := range squares {
			p.hands.point(s)
		}
		p.flush("points")
	}
}
