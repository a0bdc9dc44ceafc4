package second_test

import "strings"

// chance waits for a roll. Where the board wants a tap for it, it says so with a light.
func (p *player) chance() {
	p.t.Helper()
	now := p.await("a roll", func(now table) bool {
		if p.next(now) != (entry{}) {
			return true
		}
		lit := now.lit("throw")
		if len(lit) > 0 && now.Declared == nil && p.taken(now) {
			p.hands.pause(p.hands.within(1200, 1500)) // the board is to be still for a second
			p.hands.tap(lit[p.hands.IntN(len(lit))])
			p.flush("taps to roll")
		}
		if len(lit) == 0 && now.Message.Key == "throw.confirm" && p.taken(now) {
			p.confirm(strings.TrimPrefix(now.Message.Args["seat"], "@seat."))
		}
		return false
	})
	rolled := p.next(now)
	p.note("chance: %s", rolled.Action)
	p.step(rolled.By, rolled.Action)
}

// next is what chance did behind all that was meant.
func (p *player) next(now table) entry {
	for i := range now.Log {
		if n, whole := p.heard(now.Log[:i]); whole && n == len(p.meant) {
			return now.Log[i]
		}
	}
	return entry{}
}

// tidy puts right what a roll has left: the dead go, who has rolled goes back. Where the player may choose, that is
// part of the choice.
func (p *player) tidy() {
	p.t.Helper()
	for _, action := range p.legal {
		v, ok := p.verb(action)
		if ok && v.Within || action == "advance" {
			return
		}
	}
	if off, carry := p.hands.differs(p.now.wood()); len(off)+len(carry) > 0 {
		p.hands.bring(p.now.wood(), "", nil)
		p.flush("tidies up")
	}
}
