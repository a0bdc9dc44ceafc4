package lessons_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"reeve/lessons"
	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"
)

// course is that of a game.
func course(t *testing.T, g *rules.Game) *lessons.Course {
	t.Helper()
	c, err := lessons.For(g)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Every lesson can be finished, and has no dead end: whichever of the accepted
// actions is taken, all of them are legal, and with the lesson's dice the next
// step can be done.
func TestEveryLessonCanBeFinished(t *testing.T) {
	for _, g := range catalog.Games() {
		c := course(t, g)
		if n := c.Steps() - 1; n < 8 || n > 15 {
			t.Errorf("%s: %d steps beside the battle", g.Name, n)
		}
		if last := c.Lessons[len(c.Lessons)-1]; !last.Battle {
			t.Errorf("%s: the last lesson is no battle", g.Name)
		}
		for _, l := range c.Lessons {
			if !l.Battle {
				walk(t, g.Name+" "+l.Name, l.Start(), l.Dice)
			}
		}
	}
}

// walk takes every accepted action from s on.
func walk(t *testing.T, where string, s rules.State, dice []int) {
	t.Helper()
	now, _ := lessons.Of(s)
	if r, over := s.Result(); over {
		if r.Why != lessons.Done {
			t.Errorf("%s: ends with %s", where, r.Why)
		}
		return
	}
	if !messages.Has(now.Say()) {
		t.Errorf("%s: nothing says %q", where, now.Say())
	}
	if s.ToAct().Has(rules.Chance) {
		draw(t, where, s, dice)
		return
	}
	_, step, ok := now.Step()
	if !ok {
		t.Errorf("%s: goes on without a step", where)
		return
	}
	for _, text := range step.Accept {
		parsed, err := s.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		next, _, err := s.Apply(parsed, nil)
		if err != nil {
			t.Errorf("%s, %s: %v", where, step.Say, err)
			continue
		}
		walk(t, where+" "+text, next, dice)
	}
}

// draw takes what chance brings: the lesson's next die or cards.
func draw(t *testing.T, where string, s rules.State, dice []int) {
	t.Helper()
	step, left := thrown(t, s, dice)
	next, _, err := s.Apply(step, nil)
	if err != nil {
		t.Errorf("%s: %v: %v", where, dice, err)
		return
	}
	sums(t, where, s.Tell(step), next)
	walk(t, where, next, left)
}

var (
	totals  = regexp.MustCompile(`(\d+) against (\d+)`)
	numbers = regexp.MustCompile(`(\d+) \pL+ (\d+)`)
)

// sums fails if what a lesson says of a fight that was just told, "21 against 6", is not how it ended.
func sums(t *testing.T, where string, told rules.Message, next rules.State) {
	t.Helper()
	now, _ := lessons.Of(next)
	fell := totals.FindStringSubmatch(messages.In(messages.English, told))
	for _, lang := range messages.Languages() {
		if said := numbers.FindStringSubmatch(messages.In(lang, rules.Say(now.Say()))); fell != nil && said != nil && !slices.Equal(fell[1:], said[1:]) {
			t.Errorf("%s: in %s the lesson says %q of %q", where, lang, said[0], fell[0])
		}
	}
}

// Battles end, and who plays them by chance wins some; by taking what can be taken
// a learner wins most.
func TestBattlesCanBeWon(t *testing.T) {
	for _, g := range catalog.Games() {
		c := course(t, g)
		l := c.Lessons[len(c.Lessons)-1]
		won, games := 0, 30
		for seed := range games {
			won += fight(t, g.Name, l.Start(), rand.New(rand.NewPCG(uint64(seed), 1)), func(event) {})
		}
		t.Logf("%s: %d of %d battles are won", g.Name, won, games)
		if won < games*2/3 {
			t.Errorf("%s: only %d of %d battles are won", g.Name, won, games)
		}
	}
}

// fight plays a battle: the learner wins where one step wins, else takes what can be
// taken, else anything.
func fight(t *testing.T, where string, s rules.State, rng *rand.Rand, note func(event)) int {
	t.Helper()
	for range 600 {
		if r, over := s.Result(); over {
			if r.Winners.Has(lessons.Learner) {
				return 1
			}
			return 0
		}
		legal := s.Legal(nil)
		if len(legal) == 0 {
			t.Errorf("%s: a dead end", where)
			return 0
		}
		pick := legal[rng.IntN(len(legal))]
		for _, step := range legal {
			if after, _, err := s.Apply(step, nil); err == nil && step.By == lessons.Learner {
				if r, over := after.Result(); over && r.Winners.Has(lessons.Learner) {
					pick = step
					break
				}
			}
			if h := s.Hands(step); step.By == lessons.Learner && (h.Manner == rules.Knocked || !h.Takes.IsEmpty()) {
				pick = step
			}
		}
		next, e := happen(t, s, pick)
		note(e)
		s = next
	}
	return 0
}
