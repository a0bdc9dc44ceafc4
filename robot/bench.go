package robot

import (
	"strings"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// bench is where the trial is held: pieces, a scanner that feels them, and the power.
type bench struct {
	trial
	scanner *scanner
	wood    board.Set // where pieces stand or lie
	power   power
	acts    rules.Seat // whose step the hands do
	blind   bool       // the board may not have felt what was done last
}

// power is what cuts of the power need to know.
type power struct {
	off      bool      // touches are lost
	redoing  bool      // what a cut or a misreading has undone is done again: then the power stays on
	finished int       // how many steps of the truth hands have finished
	cutAt    int       // how many they had when the power went, 0 once one of those was done again
	shifted  board.Set // from where to where somebody moved a piece meanwhile
}

// pass lets time pass: scans and whatever the referee wants to be woken for.
func (g *bench) pass(d time.Duration) {
	for until := g.now + d; !g.failed; {
		at, scan := until, false
		if t := g.scanner.next(g.now); t != 0 && t <= at {
			at, scan = t, true
		}
		wake := max(g.wake, g.scanner.stalledUntil)
		if g.wake != 0 && wake < at && !g.power.off {
			at, scan = max(wake, g.now), false
		}
		g.now = at
		due := g.wake != 0 && wake <= at
		if scan {
			events := g.felt.events
			g.scanner.scan()
			due = due || g.felt.events != events
			if g.opt.Cuts > 0 && g.felt.events != events && !g.power.off && !g.power.redoing && g.oneIn(g.opt.Cuts) {
				g.cut()
				at, until = g.now, max(until, g.now)
			}
		}
		if due && !g.power.off {
			g.proceed()
		}
		if at >= until {
			return
		}
	}
}

// Touch, Wood and Fault are what the sensors tell; they go on to the referee.
func (g *bench) Touch(t board.Touch) {
	g.felt.events++
	g.report.Touches++
	g.felt.stirred = t.At
	g.scanner.activeUntil = max(g.scanner.activeUntil, t.At+restless)
	if t.Placed {
		t.Piece = g.scanner.magnets.poleAt(t.Square, g.now)
	}
	g.log.touch(t)
	g.felt.wood.Set(t.Square, t.Placed)
	if g.power.off {
		return
	}
	g.judge.Touch(t)
	g.check()
}

// Wood takes all that is felt after an outage.
func (g *bench) Wood(wood board.Set, at time.Duration) {
	g.felt.events++
	g.log.note(at, "wood", strings.Join(g.log.on.Names(wood), " "))
	g.felt.wood, g.felt.stirred = wood, at
	if g.power.off {
		return
	}
	g.judge.Wood(wood, at)
	g.tellPoles(at)
	g.check()
}

// rested notes a moment at which everything is sealed and every piece in its place.
func (g *bench) rested() {
	s := g.truth.last()
	if g.record.sealed == len(g.record.steps) && g.wood == s.Occupied(rules.Full) && g.record.at[g.record.sealed] == s {
		g.log.rest(len(g.truth.steps))
	}
}

func (g *bench) lift(sq board.Square) {
	if g.failed || !g.wood.Has(sq) {
		return
	}
	g.calm()
	g.wood.Remove(sq)
	g.scanner.lift(sq, g.now)
}

// calm waits until a hand that is slow enough for the board touches again.
func (g *bench) calm() {
	if wait := g.scanner.ready(g.now); wait > 0 {
		g.pass(wait)
	}
	g.scanner.touched = g.now
}

func (g *bench) place(sq board.Square) {
	if g.failed || sq == board.None || g.wood.Has(sq) {
		return
	}
	g.calm()
	g.wood.Add(sq)
	g.scanner.place(sq, g.poleFor(sq), g.now)
}

// drag slides a piece over the board, without taking it up.
func (g *bench) drag(from, to board.Square) {
	if g.failed || !g.wood.Has(from) || g.wood.Has(to) {
		return
	}
	long := max(g.between(200, 900), 4*g.scanner.calm)
	g.calm()
	g.wood.Remove(from)
	g.wood.Add(to)
	g.scanner.drag(from, to, g.now, g.now+long)
	g.pass(long)
	g.scanner.touched = g.now
}

// tap lifts a piece and puts it back.
func (g *bench) tap(sq board.Square) {
	if !g.wood.Has(sq) {
		return
	}
	g.lift(sq)
	g.pass(g.between(60, 400))
	g.place(sq)
	g.pass(g.between(30, 200))
}

func (g *bench) press(button string) {
	g.do(referee.Press{Button: button}, button)
	g.pass(g.between(400, 900))
}
