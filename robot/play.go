package robot

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
	"reeve/sensors"
)

// Options say what is played, and how.
type Options struct {
	Games   []*rules.Game
	Game    string
	Options map[string]any
	Seed    uint64
	Noise   sim.Noise
	Faults  map[string]sim.Fault // of the contacts of squares, by name, beside those that Noise breaks
	Columns int                  // of a matrix without diodes, row by row of the squares' numbers; 0 is none
	Most    int                  // decisions after which the seat to act resigns; 0 means 300
	Cuts    int                  // the power is cut at one touch in so many, and the board changed now and then while it is off; 0 is never
	Poles   bool                 // the board feels which pole a piece has down: each side's have one of their own
	Fidgets bool                 // people straighten pieces all the time, and the daemon stands still now and then
	Calm    time.Duration        // the least time between two touches, for boards that are slow to feel
	// Through, if set, makes the board that stands between reeds and sink in place of scans.
	Through func(sensors.Sink) Through
	Pushes  bool              // people push a sixth of the moves to a square beside, for up to 2 s
	Tell    func(line string) // if set, it is called for every touch and every reaction of the referee

	lie  int      // from this decision on the first that can be is done otherwise than it is meant, and confirmed; 0 is none
	line []string // the first decisions

	patient bool // nobody presses a button when the game is over
}

// Through is a board in place of scans. Pass sets which contacts are closed from now on and advances the time to until.
// When it returns, the board has sent everything it sensed by then to the sink.
type Through interface {
	Pass(closed []uint64, until time.Duration)
}

// mostActions is where a game ends that finds no end by itself.
const mostActions = 300

// game is one game that is played, from the set-up to its end. It is made of layers, each of which knows only those that it embeds:
// what is drawn, the referee on trial, the bench, hands, and the player who looks.
type game struct{ player }

// Play plays one game to its end, or to its failure.
func Play(o Options) (Report, error) {
	if o.Most == 0 {
		o.Most = mostActions
	}
	g := &game{}
	g.opt, g.rnd, g.now = o, rand.New(rand.NewPCG(o.Seed, 0x68616e6473)), time.Second
	g.moved, g.die = board.None, board.None
	g.log = transcript{tell: o.Tell}
	g.careful, g.typed = g.oneIn(2) || o.Fidgets, g.oneIn(6) // where touches are lost people look, or nobody could know
	seed := binary.BigEndian.AppendUint64([]byte("robot"), o.Seed)
	first := referee.NewGame{Game: o.Game, Options: o.Options, Dice: referee.DiceChoice{Kind: "seeded", Seed: seed}, Clock: clockFor(o)}
	var err error
	watch := sensors.NewWatch(g.faulty)
	g.config = referee.Config{Games: o.Games, Archive: &g.log, Health: watch}
	g.log.keep = o.Cuts > 0
	if g.judge, err = referee.NewJudge(g.config, nil, first); err != nil {
		return Report{}, err
	}
	start, _ := g.judge.State()
	if g.scanner, err = newScanner(start.Topology(), o, watch, g); err != nil {
		return Report{}, err
	}
	g.truth.at = []rules.State{start}
	g.record.at = []rules.State{start}
	g.log.on = start.Topology()
	g.guarded()
	g.report.Games = 1
	g.report.Withdrawn, g.report.Attacks = g.record.withdrawn, g.truth.attacks()
	return g.report, nil
}

// clockFor is a clock that no game of robots lives to see the end of, for one that needs
// a clock; a game that does not exist is refused later.
func clockFor(o Options) string {
	g, err := rules.Find(o.Games, o.Game)
	if err != nil {
		return ""
	}
	if given, err := g.Complete(o.Options); err != nil || g.NeedsClock(given) == "" {
		return ""
	}
	return "999+0"
}

// guarded plays; a referee that panics is stuck, too.
func (g *game) guarded() {
	defer func() {
		if p := recover(); p != nil {
			g.log.note(g.now, "panic", string(debug.Stack()))
			g.fail(stuckGame, fmt.Sprintf("panic: %v", p))
		}
	}()
	g.play()
}

// play plays until the game is over or has failed.
func (g *game) play() {
	g.setUp()
	for !g.failed {
		s := g.truth.last()
		switch _, over := s.Result(); {
		case over:
			g.finish()
			if r, _ := s.Result(); !g.failed {
				g.report.Ends = map[string]int{r.Why: 1}
			}
			return
		case s.ToAct().Has(rules.Chance):
			g.awaitThrow()
		case g.report.Actions >= g.opt.Most:
			g.resign()
		default:
			g.decide(s)
		}
	}
}

// awaitThrow waits for the throw that is due: what comes before it is sealed by
// itself, or by a tap of who is to throw, or has to be confirmed. An attack that
// is not thrown yet is put on the die once more, as the lights say.
func (g *game) awaitThrow() {
	n := len(g.truth.steps)
	outages, most := g.felt.outages, g.felt.outages+8
	for try := 0; !g.failed && len(g.truth.steps) == n; try++ {
		if try > 2 && g.felt.outages != outages && g.felt.outages < most {
			try-- // it was no fault of theirs
		}
		outages = g.felt.outages
		h := rules.NoHands(rules.OnPage)
		if n > 0 {
			h = g.truth.at[n-1].Hands(g.truth.steps[n-1])
		}
		switch {
		case try == 0:
			g.pass(g.between(20, 100))
		case g.judge.Asked() != nil && try <= 8:
			g.answer()
		case try == 7:
			g.sayMissing()
		case try > 8:
			g.fail(stuckGame, "nothing was thrown")
		case h.Manner == rules.Knocked && try > 2:
			g.again()
		case h.Manner == rules.Knocked:
			g.pass(g.between(350, 700))
			g.takeOff()
			g.lift(h.Attacker)
			g.pass(g.between(50, 300))
			if g.look(g.deedOf(g.truth.at[n-1], g.truth.steps[n-1])) {
				g.roll()
			}
		case g.blind && !g.shown(): // the lights went out since they were looked at
			g.reconcile()
		case try == 1 || try == 3:
			g.pass(g.between(1050, 1500))
			if lit := g.judge.Guide(g.now).Throw; !lit.IsEmpty() {
				g.tap(g.one(lit))
			}
		case try == 2, try > 3 && g.judgeAt() < 0: // somebody has moved a piece meanwhile
			g.reconcile()
		default:
			g.confirm()
		}
	}
}

// finish sees to it that the end is on record.
func (g *game) finish() {
	g.tidy(true)
	g.reconcile()
	for try, waited := 0, 0; !g.failed; try++ {
		if _, sealed := g.judge.State(); sealed {
			return
		}
		switch {
		case g.felt.away && waited < mostAsked: // the page says so, and nobody presses what does nothing
			try, waited = try-1, waited+1
			g.pass(g.between(400, 900))
		case try > 3:
			g.fail(stuckGame, "the last step is not sealed")
		case g.opt.patient && g.judge.Asked() != nil:
			g.answer()
		case g.opt.patient:
			g.pass(5 * time.Second)
		case try == 2: // the board feels wood where there is none
			g.sayMissing()
		default:
			g.confirm()
		}
	}
}

// resign ends a game that has gone on for long enough.
func (g *game) resign() {
	g.tidy(true)
	g.reconcile()
	s := g.truth.last()
	seat := s.ToAct().All()[0]
	if err := g.truth.mean(rules.Resign(seat)); err != nil {
		g.fail(stuckGame, err.Error())
		return
	}
	g.do(referee.GiveUp{Seat: seat}, "resign")
}
