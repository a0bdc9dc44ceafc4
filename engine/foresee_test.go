package engine

import (
	"math"
	"math/rand/v2"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// Of a throw that is foreseen all faces together bring nothing, none leaves 0 to 1, and who is told so is told more than that
// faces are alike.
func TestAlone_WhatIsForeseenOfThrowsIsFair(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "kaleidochess")
	start, steps := recordWith(t, g, luckOptions[g.Name], 5, "greedy", "random")
	root, _ := rules.NewScratch(start)
	a := newAnalyst(start, root, 1)
	thrown, most := 0, 0.0
	for _, p := range steps {
		if p.Step.By != rules.Chance || thrown == 12 {
			continue
		}
		thrown++
		for _, now := range []float64{a.expect(p.Before)[0], 0.02, 0.98} {
			mean := 0.0
			for face := range uint8(6) {
				next, _, err := p.Before.Apply(p.Before.Drawn([]uint8{face + 1}), nil)
				if err != nil {
					t.Fatal(err)
				}
				v := a.thrown(p.Before, a.expect(next), []float64{now, 1 - now})
				if mean += v[0] / 6; v[0] < -1e-9 || v[0] > 1+1e-9 || math.Abs(v[0]+v[1]-1) > 1e-9 {
					t.Errorf("after a %d is expected %v", face+1, v)
				}
				most = max(most, math.Abs(v[0]-now))
			}
			if math.Abs(mean-now) > 1e-6 {
				t.Errorf("before the throw %v, on average after it %v", now, mean)
			}
		}
	}
	if thrown < 5 || most < 0.02 {
		t.Errorf("%d throws, none of more than %.3f", thrown, most)
	}
}

// A throw is worth what is made of it: never more than the best that it offers, on average less, for not everybody finds that, and
// more than any step, for nobody moves blindly. Where there is one step only it is worth that.
func TestAThrowIsWorthWhatIsMadeOfIt(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "kaleidochess")
	start, steps := recordWith(t, g, luckOptions[g.Name], 5, "nodes:300", "nodes:300")
	root, _ := rules.NewScratch(start)
	a := newAnalyst(start, root, 1)
	throws, missed, gained := 0.0, 0.0, 0.0
	for _, p := range steps {
		if p.Step.By == rules.Chance {
			continue
		}
		seat := int(p.Step.By)
		best, blind, own := 0.0, 0.0, ownSteps(p.Before, p.Step.By)
		for _, step := range own {
			x, _ := rules.NewScratch(after(t, p.Before, step))
			v := a.mean(x)[seat]
			best, blind = max(best, v), blind+v/float64(len(own))
		}
		told := a.expect(p.Before)[seat]
		if told > best+1e-9 || len(own) == 1 && told < best-1e-9 {
			t.Errorf("%s: told is %.4f, the best that can be made of it is %.4f", p.Before.Text(p.Step), told, best)
		}
		throws, missed, gained = throws+1, missed+best-told, gained+told-blind
	}
	if throws < 10 || missed < 0.01*throws || gained < 0.02*throws {
		t.Errorf("%.0f throws: on average %.3f less than the best, and %.3f more than any step", throws, missed/throws, gained/throws)
	}
}

// Two cards are worth what the better one is, before it is kept.
func TestWhatIsDealtIsWorthTheBetterCard(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "dungeonchess")
	s, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"deal south 9 10", "deal north 3 4"} {
		step, err := s.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	root, _ := rules.NewScratch(s)
	a := newAnalyst(s, root, 1)
	after := func(text string) float64 {
		step, err := s.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		next, _, err := s.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		return a.expect(next)[0]
	}
	dealt, better, worse := a.expect(s)[0], after("keep 9"), after("keep 10")
	if dealt != better || better <= worse+0.02 {
		t.Errorf("dealt %.3f; with three of one's own characters kept %.3f, with four chests %.3f", dealt, better, worse)
	}
}

// What throws changed came true as far as results rise with it.
func TestTheSlopeIsThatOfTheLine(t *testing.T) {
	if v := slope([]float64{-1, 0, 1, 2}, []float64{1, 2, 2, 3}); math.Abs(v-0.6) > 1e-9 {
		t.Errorf("%v", v)
	}
	if v := slope([]float64{1, 1}, []float64{0, 1}); v != 0 {
		t.Errorf("of one place: %v", v)
	}
}

// Foresight is fitted to what it judges: positions in which somebody decides, or, where that answers a throw, those before throws.
// Where preparations make games unlike nobody errs for that.
func TestForesightIsFittedToWhatItJudges(t *testing.T) {
	for name, c := range map[string]struct {
		options map[string]any
		nodes   int
		before  bool
	}{"chessbattle": {nil, 20, false}, "kaleidochess": {map[string]any{"die": true}, 1, true}} {
		g, _ := rules.Find(catalog.Games(), name)
		of := Training{Game: g, Options: c.options, Seed: 2, Games: 1, Nodes: c.nodes, Foresee: true}
		samples, err := of.selfPlay(g.Weights, of.Seed, of.Games)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range samples {
			if s.chance != c.before {
				t.Fatalf("%s: a position before a throw: %v", name, s.chance)
			}
		}
		start, _ := g.Start(c.options)
		random := false
		for astray, n := of.strays(start, rand.New(rand.NewPCG(1, 1))), 0; n < 100; n++ {
			random = astray() || random
		}
		if len(samples) < 10 || random != c.before {
			t.Errorf("%s: %d samples, decisions at random: %v", name, len(samples), random)
		}
	}
}

// A game that begins without options has the foresight of their defaults.
func TestForesightIsThatOfTheOptions(t *testing.T) {
	for _, c := range []struct {
		game             string
		options          map[string]any
		foresees, before bool
	}{
		{"chessbattle", nil, true, false},
		{"chessbattle", map[string]any{"cards_white": 12}, true, false},
		{"chessbattle", map[string]any{"combat": "sure"}, false, false},
		{"kaleidochess", nil, false, false},
		{"kaleidochess", map[string]any{"die": true}, true, true},
	} {
		g, _ := rules.Find(catalog.Games(), c.game)
		start, err := g.Start(c.options)
		if err != nil {
			t.Fatal(err)
		}
		root, _ := rules.NewScratch(start)
		f := newAnalyst(start, root, 1).weights.Foresight
		if (f != nil) != c.foresees || f.BeforeThrows() != c.before {
			t.Errorf("%s with %v: %+v", c.game, c.options, f)
		}
	}
}
