package engine

import (
	"math"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// fights are positions of Chess Battle in which a Special Card may be committed, after some random play.
func fights(t *testing.T, most int) (found []rules.State) {
	t.Helper()
	g, _ := rules.Find(catalog.Games(), "chessbattle")
	for seed := uint64(1); len(found) < most; seed++ {
		before := len(found)
		walk(t, g, map[string]any{"cards_white": 8, "cards_black": 8, "river": false}, seed, 600, func(s rules.State, _ rules.Seat, _ []string) {
			if s.Phase() == "special" && len(found) == before {
				found = append(found, s)
			}
		})
	}
	return found
}

// What an attack is worth at sight is what the fight ends in, and not the position in which it was begun.
func TestAFightIsJudgedByItsEnd(t *testing.T) {
	differ := 0
	for i, s := range fights(t, 4) {
		root, _ := rules.NewScratch(s)
		seat, _ := someSeat(s)
		x := newSearch(newJudge(s, seat, 0, 0), memoryFor(s), root, 1<<30, 0, nil)
		want := fought(x.judge, s, root)
		for depth := range 2 { // behind the horizon, and before it
			if got := x.value(0, depth, 0, 1, rules.SeatsOf(seat)); math.Abs(float64(got-want)) > 1e-4 {
				t.Errorf("position %d is worth %v, by the ends of its fight %v", i, got, want)
			}
		}
		if math.Abs(float64(want-x.rate(root))) > 1e-3 {
			differ++
		}
	}
	if differ == 0 {
		t.Error("no fight changes anything")
	}
}

// fought is what x is worth by how its fight ends, each side committing what is best for it.
func fought(j judge, s rules.State, x rules.Scratch) float32 {
	after := func(steps ...rules.Step) float32 {
		next, _ := rules.NewScratch(s)
		next.Copy(x)
		for _, step := range steps {
			next.Do(step)
		}
		return fought(j, s, next)
	}
	if winners, over := x.Winners(); over {
		return j.result(winners, 3)
	}
	if x.Actors().Has(rules.Chance) {
		sum := float32(0)
		for _, l := range x.Luck(nil) {
			sum += l.Weight * after(l.Steps[:l.N]...)
		}
		return sum
	}
	if u, ok := x.(rules.Unsettler); !ok || !u.Unsettled() {
		return j.rate(x)
	}
	mine := x.Actors().Has(j.me)
	best := float32(2)
	if mine {
		best = -1
	}
	for _, step := range x.Legal(nil) {
		if v := after(step); mine && v > best || !mine && v < best {
			best = v
		}
	}
	return best
}

// What is told of a fight that has begun is what it ends in, too, each side committing what is best for it.
func TestWhatIsToldOfAFightIsItsEnd(t *testing.T) {
	for i, s := range fights(t, 4) {
		root, _ := rules.NewScratch(s)
		a := newAnalyst(s, root, 1)
		seat, _ := someSeat(s)
		best := 0.0
		for _, step := range ownSteps(s, seat) {
			best = max(best, a.expect(after(t, s, step))[seat])
		}
		if told := a.expect(s)[seat]; math.Abs(told-best) > 1e-6 || math.Abs(told-a.foretold(root)[seat]) < 1e-6 {
			t.Errorf("position %d: %.4f is told, the best that can be committed is worth %.4f, what stands there %.4f", i, told, best, a.foretold(root)[seat])
		}
	}
}
