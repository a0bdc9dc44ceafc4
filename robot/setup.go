package robot

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
)

// setUp sets the game up from the empty table as the lights ask for it, now and
// then with a piece on a wrong square first, and then what the lights have not
// brought about.
func (g *game) setUp() {
	want := g.truth.last().Occupied(rules.Full)
	g.scanner.begin(board.Set{}, g.now)
	g.pass(2*restless + 2*g.scanner.calm)
	g.proceed()
	wrong := board.None
	if !want.IsEmpty() && g.oneIn(8) {
		wrong = g.one(g.truth.last().Topology().All().Minus(want))
		g.place(wrong)
		g.pass(g.between(50, 500))
	}
	for !g.failed && (g.judge.Settling() && g.obey() || g.late()) {
		g.pass(g.between(30, 200) + g.scanner.calm)
	}
	g.pass(2*restless + 2*g.scanner.calm)
	if !g.broken() && g.opt.Noise < sim.Heavy && (g.wood != want || g.judge.Settling()) {
		g.fail(stuckGame, "the lights do not lead to the set-up")
	}
	g.tidy(true)
	g.pass(time.Second)
	g.confirmUnfelt()
}

// late reports whether a board in place of scans has yet to say what it is or what was put on it: a line that loses
// bytes says some things again, and the lights follow.
func (g *game) late() bool {
	return g.scanner.through != nil && (g.felt.events == 0 || g.felt.wood != g.wood) && g.now < g.felt.stirred+10*time.Second
}

// obey does one thing that the lights ask for now: wrong wood off first, then a
// piece on one of the squares that are lit. False if there is none.
func (g *game) obey() bool {
	asked := g.judge.Shown(rules.Table, g.now)
	if off := asked.Lift.Intersect(g.wood); !off.IsEmpty() {
		g.lift(off.First())
		return true
	}
	sq := g.one(asked.Place.Minus(g.wood))
	g.place(sq)
	return sq != board.None
}

// entry returns the square on which a step puts a piece that comes from off the
// board and is chosen by its square alone, None for any other step.
func entry(h rules.Hands) board.Square {
	if h.Manner != rules.Carried || h.Armed || h.Carries[0].From != board.None || !h.Takes.IsEmpty() {
		return board.None
	}
	return h.Carries[0].To
}

// asked keeps of the steps by which pieces are put in those that the board asks
// for: of each seat the kind that is legal first.
func asked(s rules.State, legal []rules.Step) []rules.Step {
	var first [rules.MaxSeats]int
	var past rules.Seats
	return slices.DeleteFunc(legal, func(step rules.Step) bool {
		to := entry(s.Hands(step))
		if to == board.None || past.Has(step.By) {
			return to != board.None
		}
		after, _, _ := s.Apply(step, nil)
		man, _ := after.At(to)
		kind := int(man.Kind) + 1
		if first[step.By] == 0 {
			first[step.By] = kind
		}
		if kind != first[step.By] {
			past |= rules.SeatsOf(step.By)
		}
		return past.Has(step.By)
	})
}

// entered are the squares of pieces that were put in, while more may be: lifted,
// such a piece has never been put, and put again it is the last of its kind.
func (t *truth) entered(s rules.State) (all board.Set) {
	n := len(t.steps)
	if n == 0 || entry(t.at[n-1].Hands(t.steps[n-1])) == board.None && !secret(s) {
		return all
	}
	for i, step := range t.steps {
		all.Add(entry(t.at[i].Hands(step)))
	}
	return all
}

// closes reports whether a step says that all pieces of its seat stand that it had
// to put in behind its screen.
func (t *truth) closes(s rules.State, step rules.Step) bool {
	alone := !slices.ContainsFunc(s.Legal(nil), func(other rules.Step) bool { return other.By == step.By && other != step })
	for i := len(t.steps) - 1; i >= 0 && alone && secret(s); i-- {
		if t.steps[i].By == step.By {
			return entry(t.at[i].Hands(t.steps[i])) != board.None
		}
	}
	return false
}

// close says so with the seat's own button.
func (g *game) close(step rules.Step) {
	g.tidy(true)
	g.pass(g.between(350, 900))
	g.reconcile()
	g.mean(step)
	who := g.truth.last().Game().SeatName(step.By)
	if !g.do(referee.Press{Button: "confirm", Seat: &step.By}, "confirm for "+who) {
		g.sayMissing()
	}
	g.pass(g.between(100, 400))
	g.reconcile()
}
