package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"reeve/board"
	"reeve/rules"
	"reeve/rules/catalog"
)

// foretold is how often targets were to fall, and how often they fell, of attacks that were as likely.
type foretold struct {
	due, spread float64 // the mean that the odds give, and its variance
	fell, all   int
}

// What odds foretell is what is thrown: in random games of every game that has them targets fall as often as was said, in
// each tenth of the chances.
func TestOddsAreWhatIsThrown(t *testing.T) {
	for name, games := range map[string]uint64{"rolechess": 30, "chessbattle": 20} {
		g, _ := rules.Find(catalog.Games(), name)
		var tenths [10]foretold
		attacks := 0
		for seed := range games {
			attacks += attackAll(t, g, rand.New(rand.NewPCG(seed, 7)), &tenths)
		}
		for i, f := range tenths {
			if off := math.Abs(float64(f.fell) - f.due); off > 4*math.Sqrt(f.spread)+1e-3 {
				t.Errorf("%s: of %d attacks with some %d %% to beat %d beat their target, %.1f were due", name, f.all, 10*i+5, f.fell, f.due)
			}
		}
		if attacks < 300 {
			t.Errorf("%s: %d attacks were looked at", name, attacks)
		}
	}
}

// attackAll plays a random game, and of every decision tries one attack to its end.
func attackAll(t *testing.T, g *rules.Game, r *rand.Rand, tenths *[10]foretold) (n int) {
	t.Helper()
	s, _ := g.Start(nil)
	for range 600 {
		if _, over := s.Result(); over {
			break
		}
		step, odds, ok := someAttack(s, r)
		if ok {
			f := &tenths[min(9, int(10*odds.Kill))]
			f.due += odds.Kill
			f.spread += odds.Kill * (1 - odds.Kill)
			f.all++
			if beaten(t, s, step, r) {
				f.fell++
			}
			n++
		}
		s = after(t, s, someStep(s, r))
	}
	return n
}

// someAttack is one of the attacks that can be declared now.
func someAttack(s rules.State, r *rand.Rand) (rules.Step, rules.Odds, bool) {
	legal := s.Legal(nil)
	for _, i := range r.Perm(len(legal)) {
		if !strings.ContainsAny(s.Text(legal[i]), "*!") {
			continue
		}
		if odds, ok := rules.OddsOf(s, legal[i]); ok {
			return legal[i], odds, true
		}
	}
	return rules.Step{}, rules.Odds{}, false
}

// beaten carries an attack out, without Special Cards, and reports whether its target fell.
func beaten(t *testing.T, s rules.State, attack rules.Step, r *rand.Rand) bool {
	t.Helper()
	target := targetOf(s, attack)
	enemy, _ := s.At(target)
	for s = after(t, s, attack); ; {
		_, fights := rules.OddsOf(s, rules.Step{})
		if _, over := s.Result(); over || !fights {
			man, there := s.At(target)
			return !there || man.Owner != enemy.Owner
		}
		step, wants := withoutCards(s)
		if !wants {
			step = someStep(s, r)
		}
		s = after(t, s, step)
	}
}

// targetOf is the square behind the last sign of an attack.
func targetOf(s rules.State, attack rules.Step) board.Square {
	text := s.Text(attack)
	sq, _ := s.Topology().Square(text[strings.LastIndexAny(text, "*!")+1:])
	return sq
}

// withoutCards is the step that commits no Special Card, if that is asked.
func withoutCards(s rules.State) (rules.Step, bool) {
	step, err := s.Parse("special none")
	return step, err == nil && !s.ToAct().Has(rules.Chance)
}

// someStep is a throw, a step of the preparations, or any step.
func someStep(s rules.State, r *rand.Rand) rules.Step {
	seat, ok := someSeat(s)
	if !ok {
		return throw(s, r)
	}
	if step, plans := planned(s, seat, r); plans {
		return step
	}
	own := ownSteps(s, seat)
	return own[r.IntN(len(own))]
}

func after(t *testing.T, s rules.State, step rules.Step) rules.State {
	t.Helper()
	next, _, err := s.Apply(step, nil)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// Nobody is told more luck than chance had to give, nor less: a throw's luck lies between the best and the worst that could
// have come, and so does the sum of a game.
func TestAlone_LuckIsWithinWhatCouldCome(t *testing.T) {
	for _, g := range catalog.Games() {
		start, steps := recordWith(t, g, luckOptions[g.Name], 11, "greedy", "random")
		steps = steps[:min(len(steps), 250)]
		root, _ := rules.NewScratch(start)
		l := lucky{analyst: newAnalyst(start, root, 1)}
		total, err := Analyse(start, steps, 1, func(j Judged) { l.check(t, steps[j.N-1], j) })
		if err != nil || total.Luck[0] > l.most+1e-2 || total.Luck[0] < l.least-1e-2 {
			t.Errorf("%s: luck %v of %v to %v, %v", g.Name, total.Luck, l.least, l.most, err)
		}
		if (g.Name != "camelot") != (l.thrown > 0) {
			t.Errorf("%s: %d throws", g.Name, l.thrown)
		}
	}
}

// lucky sums up what luck a game's throws could have brought the first seat.
type lucky struct {
	*analyst
	most, least float64
	thrown      int
}

// check holds what is told of a step against what could have come.
func (l *lucky) check(t *testing.T, p Played, j Judged) {
	t.Helper()
	if p.Step.By != rules.Chance {
		if len(j.Luck) > 0 {
			t.Errorf("%s: step %d is a decision, and luck %v", l.game.Name, j.N, j.Luck)
		}
		return
	}
	up, down := l.limits(t, p.Before)
	l.most, l.least, l.thrown = l.most+up, l.least+down, l.thrown+1
	if j.Luck[0] > up+1e-4 || j.Luck[0] < down-1e-4 {
		t.Errorf("%s: step %d, %s: luck %.4f, but %.4f to %.4f could come", l.game.Name, j.N, p.Before.Text(p.Step), j.Luck[0], down, up)
	}
}

// limits are the most and the least luck that chance, whose turn it is, can bring the first seat.
func (l lucky) limits(t *testing.T, before rules.State) (most, least float64) {
	t.Helper()
	x, _ := rules.NewScratch(before)
	mean := 0.0
	most, least = math.Inf(-1), math.Inf(1)
	for _, outcome := range x.Luck(nil) {
		next := before
		for _, step := range outcome.Steps[:outcome.N] {
			next = after(t, next, step)
		}
		v := l.expect(next)[0]
		mean += float64(outcome.Weight) * v
		most, least = max(most, v), min(least, v)
	}
	return most - mean, least - mean
}
