package rulestest

import (
	"fmt"
	"math"
	"slices"

	"reeve/rules"
)

// amiss is how far what a search leaves out may change what is expected: a hundredth,
// which is less than one good move in a quiet position.
const amiss = 0.01

// checkPruner asks that the steps which a search leaves out are no better than those that
// it looks at, and that few outcomes are worth what all are.
func checkPruner(n *node, x rules.Scratch) error {
	if n.s.ToAct().Has(rules.Chance) {
		return checkFew(n, x)
	}
	p, ok := x.(rules.Pruner)
	if !ok {
		return nil
	}
	legal, left := x.Legal(nil), p.Undominated(nil)
	if len(left) == 0 && len(legal) > 0 {
		return fmt.Errorf("all %d steps are dominated", len(legal))
	}
	isLegal, worth := map[rules.Step]bool{}, map[rules.Step]bool{} // armies can be bought in thousands of ways
	for _, step := range legal {
		isLegal[step] = true
	}
	for _, step := range left {
		if worth[step] = true; !isLegal[step] {
			return fmt.Errorf("%s is not dominated and not legal", n.s.Text(step))
		}
	}
	gone := slices.DeleteFunc(legal, func(step rules.Step) bool { return worth[step] })
	if len(gone) == 0 || n.ply%8 != 1 {
		return nil // what all steps lead to takes long
	}
	for _, seat := range n.s.ToAct().All() {
		if most, best := bestOf(n.s, x, gone, seat), bestOf(n.s, x, left, seat); most > best+amiss {
			return fmt.Errorf("the best dominated step is worth %v, the best of the others %v", most, best)
		}
	}
	return nil
}

// bestOf is what the best of steps is worth to seat when its turn is over.
func bestOf(s rules.State, x rules.Scratch, steps []rules.Step, seat rules.Seat) (best float64) {
	for _, step := range steps {
		y, _ := rules.NewScratch(s)
		y.Copy(x)
		y.Do(step)
		best = max(best, worthOf(s, y, seat))
	}
	return best
}

// worthOf is what x is worth to seat, whose turn it is, when that is over.
func worthOf(s rules.State, x rules.Scratch, seat rules.Seat) float64 {
	if winners, over := x.Winners(); over {
		if winners.Has(seat) {
			return 1 / float64(winners.Len())
		}
		return 0
	}
	switch actors := x.Actors(); {
	case actors.Has(rules.Chance):
		return meanOf(s, x, x.Luck(nil), seat)
	case actors.Has(seat):
		return bestOf(s, x, x.Legal(nil), seat)
	}
	w := s.Game().Weights
	return float64(w.Expect(x, seat, make([]float32, len(w.Names))))
}

// meanOf is what outcomes of x are worth to seat.
func meanOf(s rules.State, x rules.Scratch, outcomes []rules.Luck, seat rules.Seat) (sum float64) {
	y, _ := rules.NewScratch(s)
	for _, l := range outcomes {
		y.Copy(x)
		for _, step := range l.Steps[:l.N] {
			y.Do(step)
		}
		sum += float64(l.Weight) * worthOf(s, y, seat)
	}
	return sum
}

// checkFew asks that few outcomes are fewer, can be, and are worth what all are.
func checkFew(n *node, x rules.Scratch) error {
	d, ok := x.(rules.Drawer)
	if !ok {
		return nil
	}
	all, few := x.Luck(nil), d.FewLuck(nil)
	sum := 0.
	for _, l := range few {
		if _, err := follow(n.s, l); err != nil {
			return fmt.Errorf("few outcomes: %w", err)
		}
		sum += float64(l.Weight)
	}
	if len(few) > len(all) || math.Abs(sum-1) > 1e-4 {
		return fmt.Errorf("%d outcomes of weight %v stand for %d", len(few), sum, len(all))
	}
	if slices.Equal(few, all) {
		return nil
	}
	seat := n.s.Seated().All()[0]
	if a, b := meanOf(n.s, x, all, seat), meanOf(n.s, x, few, seat); math.Abs(a-b) > amiss {
		return fmt.Errorf("outcomes are worth %v, few of them %v", a, b)
	}
	return nil
}
