package robot_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"reeve/hw/sim"
	"reeve/robot"
	"reeve/rules"
	"reeve/rules/catalog"
)

// kinds are the games with their options, as they are drawn.
var kinds = []struct {
	game    string
	options map[string]any
}{
	{"rolechess", nil}, {"rolechess", map[string]any{"pair_reach": "before-and-after", "pass": "always"}},
	{"camelot", nil}, {"kaleidochess", nil}, {"kaleidochess", map[string]any{"die": true}}, {"kaleidochess", map[string]any{"die": true, "magic": true}},
	{"dungeonchess", nil}, {"dungeonchess", map[string]any{"players": 3}}, {"dungeonchess", map[string]any{"players": 4}},
	{"chessbattle", nil}, {"chessbattle", map[string]any{"combat": "sure"}}, {"chessbattle", map[string]any{"combat": "sure", "river": false}},
}

// playable reports whether pieces stand in the open and a player is to act.
func playable(s rules.State) bool {
	return !s.ToAct().Has(rules.Chance) && (!s.Game().Hidden || s.Phase() == "battle" || s.Phase() == "turn")
}

// well returns a game that begins after so many steps drawn at random, or before the
// step that would have ended it.
func well(t *rapid.T, name string, options map[string]any, steps int, seed uint64) *rules.Game {
	g, err := rules.Find(catalog.Games(), name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(seed, 5))
	for i := 0; i < steps || steps > 0 && !playable(s); i++ {
		legal := s.Legal(nil)
		next, _, err := s.Apply(legal[rnd.IntN(len(legal))], nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, over := next.Result(); over && playable(s) {
			break
		} else if over {
			t.Skip("over before hands could begin")
		}
		s = next
	}
	here := *g
	here.New = func(rules.Options) (rules.State, error) { return s, nil }
	return &here
}

// Whatever the noise, and wherever in a game hands begin: what was meant is sealed, or
// the board waits or asks. A wrong seal, a throw that nobody meant, and a game that does
// not go on although its hands have done everything, are failures of the robot's judge.
func TestWhateverTheNoiseTheTrueActionIsSealedOrTheBoardWaitsOrAsks(t *testing.T) {
	var sum robot.Report
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds).Draw(t, "game")
		steps := rapid.IntRange(0, 250).Draw(t, "steps before")
		game := well(t, kind.game, kind.options, steps, rapid.Uint64().Draw(t, "their seed"))
		o := robot.Options{
			Games: []*rules.Game{game}, Game: kind.game, Options: kind.options,
			Seed:  rapid.Uint64().Draw(t, "seed"),
			Noise: rapid.SampledFrom([]sim.Noise{sim.None, sim.Light, sim.Heavy}).Draw(t, "noise"),
			Most:  rapid.IntRange(1, 20).Draw(t, "decisions"),
		}
		r, err := robot.Play(o)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Sound() {
			f := r.Failures[0]
			t.Fatalf("%s: %s\nbefore: %s\nmeant: %s\ntouches: %s", f.What, f.Why, strings.Join(f.Before, ", "), strings.Join(f.Since, ", "), f.Touches)
		}
		sum.Add(r)
	})
	if sum.Actions < 3*sum.Games || sum.Touches < 3*sum.Actions {
		t.Errorf("too little was done: %+v", sum)
	}
	t.Log(sum.String())
}
