package engine

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// record plays a game of two players and returns its steps.
func record(t *testing.T, g *rules.Game, seed uint64, names ...string) (rules.State, []Played) {
	t.Helper()
	return recordWith(t, g, nil, seed, names...)
}

// recordWith is record of a game with options.
func recordWith(t *testing.T, g *rules.Game, options map[string]any, seed uint64, names ...string) (rules.State, []Played) {
	t.Helper()
	return recordFrom(t, g, options, seed, seed, names...)
}

// recordFrom is recordWith from one opening: preparations, or else random decisions, which would waste the turn of whoever begins.
func recordFrom(t *testing.T, g *rules.Game, options map[string]any, opens, seed uint64, names ...string) (rules.State, []Played) {
	t.Helper()
	start, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	m := Match{Game: g, Seed: seed}
	game := &game{state: start, known: map[rules.Seat][]string{}, dice: rand.New(rand.NewPCG(seed, 1))}
	var players [2]player
	for i, name := range names {
		if players[i], err = parsePlayer(name); err != nil {
			t.Fatal(err)
		}
		players[i].thinker = new(Thinker)
	}
	var steps []Played
	opening, left, prepared := rand.New(rand.NewPCG(opens, 2)), 4, preparing(start)
	for {
		if _, over := game.state.Result(); over || len(steps) > 900 {
			return start, steps
		}
		random, none := &left, 0
		if game.state.Phase() == "keep" || prepared && !preparing(game.state) {
			random = &none // which card is kept is for who plays with it, and preparations make games unlike
		}
		step, err := game.step(m, players, start.Seated().All(), 0, opening, random, seed)
		if err != nil {
			t.Fatal(err)
		}
		before := game.state
		note(game.known, before, step)
		if game.state, _, err = before.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, Played{before, game.state, step})
	}
}

// As long as somebody prepares both are even: who had placed its pieces first was told to have won.
func TestBothAreEvenUntilTheBoardsArePrepared(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "chessbattle")
	start, steps := record(t, g, 1, "random", "random")
	prepares := 0
	for preparing(steps[prepares].After) {
		prepares++
	}
	_, err := Analyse(start, steps[:prepares+1], 1, func(j Judged) {
		if even := j.Expect[0] == 0.5; even != (j.N <= prepares) {
			t.Errorf("step %d of the %d in which both prepare: %v is expected", j.N, prepares, j.Expect)
		}
	})
	if err != nil || prepares < 40 {
		t.Errorf("%d steps in which both prepare: %v", prepares, err)
	}
}

// Of a whole game of every kind the parts come to the result, every expectation is
// one, and the seats' sum to 1.
func TestAlone_TheResultIsLuckAndPlay(t *testing.T) {
	for _, g := range catalog.Games() {
		start, steps := record(t, g, 3, "greedy", "random")
		var all []Judged
		total, err := Analyse(start, steps, 1000, func(j Judged) { all = append(all, j) })
		if err != nil || len(all) != len(steps) {
			t.Fatalf("%s: %d of %d steps, %v", g.Name, len(all), len(steps), err)
		}
		for i := range total.Seats {
			sum := total.Start[i] + total.Luck[i] + total.Play[i] + total.Hand[i]
			if math.Abs(sum-total.Result[i]) > 1e-6 {
				t.Errorf("%s: %s: the parts are %v, the result %v", g.Name, total.Seats[i], sum, total.Result[i])
			}
		}
		costs := 0
		for _, j := range all {
			sum := 0.0
			for _, v := range j.Expect {
				if sum += v; v < 0 || v > 1 {
					t.Errorf("%s: step %d expects %v", g.Name, j.N, j.Expect)
				}
			}
			if math.Abs(sum-1) > 1e-5 {
				t.Errorf("%s: step %d: %v", g.Name, j.N, j.Expect)
			}
			if j.Best != "" {
				costs++
				if _, err := steps[j.N-1].Before.Parse(j.Line[0]); err != nil || j.Best == steps[j.N-1].Before.Text(steps[j.N-1].Step) {
					t.Errorf("%s: step %d: better is %q: %v", g.Name, j.N, j.Best, err)
				}
			}
		}
		if costs == 0 || len(total.Turning) == 0 {
			t.Errorf("%s: random play cost nothing: %+v", g.Name, total)
		}
	}
}

// What all faces of a die bring on average is no luck, in positions before each throw of a game.
func TestLuckIsFairOnAverage(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "rolechess")
	start, steps := record(t, g, 5, "greedy", "greedy")
	root, _ := rules.NewScratch(start)
	a := newAnalyst(start, root, 1)
	thrown := 0
	for _, p := range steps {
		ask := rules.Ask{}
		if p.Step.By == rules.Chance {
			ask = p.Before.Ask()
		}
		if ask.Faces == 0 || ask.Deck != nil {
			continue
		}
		if thrown++; thrown > 40 {
			break
		}
		now, mean := a.expect(p.Before), 0.0
		for face := range ask.Faces {
			next, _, err := p.Before.Apply(p.Before.Drawn([]uint8{face + 1}), nil)
			if err != nil {
				t.Fatal(err)
			}
			mean += a.expect(next)[0] / float64(ask.Faces)
		}
		if math.Abs(mean-now[0]) > 2e-3 {
			t.Errorf("before the throw %v, on average after it %v", now[0], mean)
		}
	}
	if thrown < 10 {
		t.Errorf("%d throws", thrown)
	}
}

func TestWhatCannotBeAnalysed(t *testing.T) {
	start, err := catalog.Games()[0].Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Analyse(start, nil, 1, nil); !errors.Is(err, ErrNoAnalysis) {
		t.Error(err)
	}
}
