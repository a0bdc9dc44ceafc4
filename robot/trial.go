package robot

import (
	"fmt"
	"strings"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/referee"
	"reeve/referee/health"
	"reeve/rules"
	"reeve/sensors"
)

// trial is a referee that is judged: what it has on record beside what was meant, and what it does at each instant.
type trial struct {
	whim
	opt       Options
	config    referee.Config
	judge     *referee.Judge
	truth     truth
	record    witness
	report    Report
	log       transcript
	felt      sensing
	questions questions
	now, wake time.Duration
	commanded bool // a command is running: steps that it takes were not made by hands
	failed    bool
}

// sensing is what the sensors have told.
type sensing struct {
	wood      board.Set
	stirred   time.Duration // the last touch, or whole wood
	events    int           // how often they told anything
	outages   int           // how often they could not
	away      bool          // they cannot now
	suspected bool          // a contact was said to be at fault
}

// questions are what the board asks.
type questions struct {
	told  int    // how many steps of the truth the last answer has led to; a power cut forgets it
	asked bool   // when it was last looked at
	last  string // the choices of the last one
}

// take notes what the board asks now, nil for nothing. It returns the choices, whether a question begins, and whether it is
// another than the last: the same again after a touch is the same question.
func (all *questions) take(q *referee.Question) (choices string, begins, other bool) {
	begins = q != nil && !all.asked
	if all.asked = q != nil; !begins {
		return "", false, false
	}
	choices = strings.Join(q.Choices, " / ")
	other = choices != all.last
	all.last = choices
	return choices, true, other
}

// late is how long after the last touch a step may be taken.
const late = 600 * time.Millisecond

// do gives the referee a command; it reports whether it was carried out.
func (g *trial) do(c referee.Command, text string) bool {
	if g.failed {
		return false
	}
	g.commanded = true
	defer func() { g.commanded = false }()
	err := g.judge.Do(c, g.now)
	g.log.note(g.now, "do", text)
	if err != nil {
		g.log.note(g.now, "no", err.Error())
	}
	g.proceed()
	return err == nil
}

// mean makes a step part of the truth.
func (g *trial) mean(step rules.Step) {
	if err := g.truth.mean(step); err != nil {
		g.fail(stuckGame, err.Error())
	}
}

// judgeAt is how many steps of the truth the referee has taken, -1 if what it
// has taken is not of the truth. What is sealed stands: a position that was there
// before, too, is not gone back to.
func (g *trial) judgeAt() int {
	s, _ := g.judge.State()
	if k := g.truth.find(s); k >= min(g.record.surely, g.record.sealed) {
		return k
	}
	return -1
}

// shown reports whether the board shows what was meant. What is implied by the
// next player need not be there yet.
func (g *trial) shown() bool {
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

// broken reports whether contacts of the board may be broken, or are said to be.
func (g *trial) broken() bool {
	return g.felt.suspected || g.opt.Noise >= sim.Worn || len(g.opt.Faults) > 0 || g.opt.Columns > 0
}

// faulty is told which squares are at fault; they go on to the referee.
func (g *trial) faulty(list []sensors.Fault) {
	told := make([]health.Fault, len(list))
	text := ""
	for i, f := range list {
		told[i] = health.Fault{Square: f.Square, Kind: f.Kind.String()}
		text += g.log.on.Name(f.Square) + " " + f.Kind.String() + " "
	}
	g.felt.events++
	g.felt.suspected = g.felt.suspected || len(list) > 0
	g.log.note(g.now, "faults", text)
	g.judge.Distrust(told)
}

// Fault is told that the board is not felt, or is again.
func (g *trial) Fault(err error) {
	g.felt.events++
	if g.felt.away = err != nil; g.felt.away {
		g.felt.outages++
	}
	g.log.note(g.now, "fault", fmt.Sprint(err))
	g.judge.Fault(err)
}

// proceed brings the referee up to now and looks at what it has on record.
func (g *trial) proceed() {
	wake := g.judge.Proceed(g.now)
	if wake != 0 && wake <= g.now {
		wake = g.now + time.Millisecond
	}
	g.wake = wake
	g.check()
	if choices, begins, other := g.questions.take(g.judge.Asked()); begins {
		if other {
			g.report.Questions++
		}
		g.log.note(g.now, "ask", choices)
	}
}

// check compares the record with the truth, if it has changed.
func (g *trial) check() {
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
	if !g.commanded && g.now > g.felt.stirred+late {
		g.report.Late += g.record.fresh
	}
	if !g.commanded && g.record.only() {
		g.report.Promptness.count(g.now - g.felt.stirred)
	}
}

// fail ends the game with what went wrong.
func (g *trial) fail(what, why string) {
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
