package robot

import (
	"fmt"
	"strings"
	"time"

	"reeve/board"
	"reeve/referee/health"
	"reeve/rules"
	"reeve/sensors"
)

// pass lets time pass: scans and whatever the referee wants to be woken for.
func (g *game) pass(d time.Duration) {
	for until := g.now + d; !g.failed; {
		at, scan := until, false
		if t := g.scanner.next(g.now); t != 0 && t <= at {
			at, scan = t, true
		}
		wake := max(g.wake, g.scanner.stalledUntil)
		if g.wake != 0 && wake < at && !g.off {
			at, scan = max(wake, g.now), false
		}
		g.now = at
		due := g.wake != 0 && wake <= at
		if scan {
			events := g.events
			g.scanner.scan()
			due = due || g.events != events
			if g.opt.Cuts > 0 && g.events != events && !g.off && !g.redoing && g.oneIn(g.opt.Cuts) {
				g.cut()
				at, until = g.now, max(until, g.now)
			}
		}
		if due && !g.off {
			g.proceed()
		}
		if at >= until {
			return
		}
	}
}

// Touch, Wood and Fault are what the sensors tell; they go on to the referee.
func (g *game) Touch(t board.Touch) {
	g.events++
	g.report.Touches++
	g.stirred = t.At
	g.scanner.activeUntil = max(g.scanner.activeUntil, t.At+restless)
	if t.Placed {
		t.Piece = g.scanner.poleAt(t.Square, g.now)
	}
	g.log.touch(t)
	g.sensed.Set(t.Square, t.Placed)
	if g.off {
		return
	}
	g.judge.Touch(t)
	g.check()
}

// Wood takes all that is felt after an outage.
func (g *game) Wood(wood board.Set, at time.Duration) {
	g.events++
	g.log.note(at, "wood", strings.Join(g.log.on.Names(wood), " "))
	g.sensed, g.stirred = wood, at
	if g.off {
		return
	}
	g.judge.Wood(wood, at)
	g.tellPoles(at)
	g.check()
}

// Fault is told that the board is not felt, or is again.
func (g *game) Fault(err error) {
	g.events++
	if g.away = err != nil; g.away {
		g.outages++
	}
	g.log.note(g.now, "fault", fmt.Sprint(err))
	g.judge.Fault(err)
}

// faulty is told which squares are at fault; they go on to the referee.
func (g *game) faulty(list []sensors.Fault) {
	told := make([]health.Fault, len(list))
	text := ""
	for i, f := range list {
		told[i] = health.Fault{Square: f.Square, Kind: f.Kind.String()}
		text += g.log.on.Name(f.Square) + " " + f.Kind.String() + " "
	}
	g.events++
	g.suspected = g.suspected || len(list) > 0
	g.log.note(g.now, "faults", text)
	g.judge.Distrust(told)
}

// proceed brings the referee up to now and looks at what it has on record.
func (g *game) proceed() {
	wake := g.judge.Proceed(g.now)
	if wake != 0 && wake <= g.now {
		wake = g.now + time.Millisecond
	}
	g.wake = wake
	g.check()
	q := g.judge.Asked()
	if q != nil && !g.asked {
		choices := strings.Join(q.Choices, " / ")
		if choices != g.question { // the same again after a touch is the same question
			g.report.Questions++
		}
		g.question = choices
		g.log.note(g.now, "ask", choices)
	}
	g.asked = q != nil
}

// check compares the record with the truth, if it has changed.
func (g *game) check() {
	g.log.now = g.now
	if err := g.judge.Flush(); err != nil {
		panic("robot: " + err.Error())
	}
	if !g.log.changed || g.failed {
		return
	}
	g.log.changed = false
	if what, why := g.record.look(g.judge, &g.truth); what != "" {
		g.fail(what, why)
	}
	if !g.told && g.now > g.stirred+late {
		g.report.Late += g.record.fresh
	}
}

// late is how long after the last touch a step may be taken.
const late = 600 * time.Millisecond

// fail ends the game with what went wrong.
func (g *game) fail(what, why string) {
	if g.failed {
		return
	}
	g.failed = true
	switch what {
	case wrongSeal:
		g.report.WrongSeals++
	case premature:
		g.report.PrematureThrows++
	default:
		g.report.Stuck++
	}
	g.log.note(g.now, what, why)
	steps := g.truth.text()
	rest := min(g.log.steps, len(steps))
	g.report.Failures = append(g.report.Failures, Failure{
		Seed: g.opt.Seed, What: what, Why: why, Before: steps[:rest], Since: steps[rest:],
		Touches: g.log.script(), Transcript: g.log.all(),
	})
}

// rested notes a moment at which everything is sealed and every piece in its place.
func (g *game) rested() {
	s := g.truth.last()
	if g.record.sealed == len(g.record.steps) && g.wood == s.Occupied(rules.Full) && g.record.at[g.record.sealed] == s {
		g.log.rest(len(g.truth.steps))
	}
}
