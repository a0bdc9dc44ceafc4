package story_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/story"
)

// played is a game of so many random steps, then given up if it goes on.
func played(t *testing.T, g *rules.Game, seed uint64, n int) (start rules.State, steps []story.Step) {
	t.Helper()
	start, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 155))
	s := start
	take := func(step rules.Step) {
		after, _, err := s.Apply(step, nil)
		if err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		steps = append(steps, story.Step{Before: s, After: after, Step: step})
		s = after
	}
	for range n {
		legal := s.Legal(nil)
		if len(legal) == 0 {
			break
		}
		take(legal[rng.IntN(len(legal))])
	}
	if _, over := s.Result(); !over {
		take(rules.Resign(s.Seated().All()[0]))
	}
	return start, steps
}

// Of a game that ended before anything was played, too, something is told.
func TestAGameThatWasNotPlayedIsToldToo(t *testing.T) {
	for _, g := range catalog.Games() {
		start, steps := played(t, g, 1, 0)
		facts, err := story.Facts(start, steps, rules.Table)
		if err != nil || len(facts) == 0 || len(facts) > 3 {
			t.Errorf("%s: %v %v", g.Name, facts, err)
		}
	}
}

// Every game that was played for a while has three facts, different ones, with words in
// every language and no gap left open.
func TestEveryGameHasThreeFacts(t *testing.T) {
	kinds := map[string]bool{}
	for _, g := range catalog.Games() {
		for seed := range uint64(6) {
			start, steps := played(t, g, seed, 500)
			facts, err := story.Facts(start, steps, rules.Table)
			if err != nil {
				t.Fatalf("%s: %v", g.Name, err)
			}
			if len(facts) > 3 || len(facts) < 2 {
				t.Errorf("%s %d: %d facts: %v", g.Name, seed, len(facts), facts)
			}
			told := map[string]bool{}
			for _, fact := range facts {
				kinds[fact.Key] = true
				if told[fact.Key] {
					t.Errorf("%s: %s twice", g.Name, fact.Key)
				}
				told[fact.Key] = true
				for _, lang := range messages.Languages() {
					if text := messages.In(lang, fact); strings.ContainsAny(text, "{}@") || strings.Contains(text, g.Name+".") || text == fact.Key {
						t.Errorf("%s, %s: %q", g.Name, lang, text)
					}
				}
				t.Logf("%s: %s", g.Name, messages.Text(fact))
			}
		}
	}
	for _, key := range []string{"tale.blow", "tale.lead", "tale.fallen", "tale.first"} {
		if !kinds[key] {
			t.Errorf("no game tells %s", key)
		}
	}
}

// act takes actions one after the other.
func act(t *testing.T, s rules.State, actions ...string) (steps []story.Step) {
	t.Helper()
	for _, text := range actions {
		step, err := s.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		after, _, err := s.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, story.Step{Before: s, After: after, Step: step})
		s = after
	}
	return steps
}

// What a fact says is what happened: the energy lost by a throw, the step, the piece.
func TestTheHardestBlowIsTheOneThatFell(t *testing.T) {
	g, err := rules.Find(catalog.Games(), "rolechess")
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	steps := act(t, start, "die 6", "die 1", "b1-c3", "a6-a5", "c3-b5", "b5*d6", "die 6", "die 1", "resign black")
	facts, err := story.Facts(start, steps, rules.Table)
	if err != nil || len(facts) == 0 {
		t.Fatal(facts, err)
	}
	if got := messages.Text(facts[0]); !strings.HasPrefix(got, "The hardest blow: ") || !strings.Contains(got, "on d6 lost") || !strings.HasSuffix(got, "in step 8") {
		t.Errorf("%q", got)
	}
}

// Who leads since the last step has ended the game by it, and of points the headline tells: neither is a story.
func TestALeadIsNoneIfTheGameEndedWithIt(t *testing.T) {
	g, err := rules.Find(catalog.Games(), "dungeonchess")
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	steps := act(t, start, "deal south 1 2", "deal north 5 6", "keep 1", "keep 5", "c1-c4", "f8-f5", "c4-f4", "f5xf4", "draw")
	for n, leads := range map[int]bool{len(steps) - 1: false, len(steps): true} {
		facts, err := story.Facts(start, steps[:n], rules.Full)
		if led := slices.ContainsFunc(facts, func(m rules.Message) bool { return m.Key == "tale.lead" }); err != nil || led != leads || len(facts) != 3 {
			t.Errorf("after %d steps: %v %v", n, facts, err)
		}
	}
}

// Nothing is told of what the viewer may not know: the facts of everybody are the same
// whatever is hidden from everybody.
func TestAFactTellsNothingHidden(t *testing.T) {
	for _, name := range []string{"chessbattle", "dungeonchess"} {
		g, err := rules.Find(catalog.Games(), name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(8) {
			start, steps := played(t, g, seed, 40)
			seen := steps[:0:0]
			for _, s := range steps {
				if rules.Sees(s.Before, s.Step, rules.Table) {
					seen = append(seen, s)
				}
			}
			facts, err := story.Facts(start, seen, rules.Table)
			if err != nil {
				t.Fatal(err)
			}
			end := steps[len(steps)-1].After.View(rules.Table)
			for _, fact := range facts {
				if at := fact.Args["piece"]; at == "@"+name+".?" {
					t.Errorf("%s: a hidden kind is told: %v", name, fact)
				}
				if kind, named := strings.CutPrefix(fact.Args["piece"], "@"+name+"."); named && !hasKind(end, kind) && rules.Sealed(steps[len(steps)-1].After) {
					t.Errorf("%s: %s is told, which nobody has seen", name, kind)
				}
			}
		}
	}
}

func hasKind(v rules.View, kind string) bool {
	for _, p := range v.Pieces {
		if p.Kind == kind {
			return true
		}
	}
	return false
}
