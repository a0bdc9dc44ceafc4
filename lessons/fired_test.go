package lessons_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reeve/board"
	"reeve/dice"
	"reeve/lessons"
	"reeve/rules"
	"reeve/rules/catalog"
)

// event is one step of a game, by a player or by chance, and what it did.
type event struct {
	before, after rules.State // of the game: a lesson's wrapping is off
	step          rules.Step
	text          string
	tell          rules.Message
	fx            []rules.Effect
	from, to      board.Square // of who moves or attacks, and where to; None
}

// happen takes a step, and returns what it did.
func happen(t *testing.T, s rules.State, step rules.Step) (rules.State, event) {
	t.Helper()
	next, fx, err := s.Apply(step, nil)
	if err != nil {
		t.Fatalf("%s: %v", s.Text(step), err)
	}
	e := event{before: bare(s), after: bare(next), step: step, text: s.Text(step), tell: s.Tell(step), fx: fx, from: board.None, to: board.None}
	h := s.Hands(step)
	switch c := h.Carries[0]; {
	case h.Manner == rules.Knocked || h.Attacker != board.None:
		e.from, e.to = h.Attacker, h.Target
	case c != rules.NoCarry:
		e.from, e.to = c.From, c.To
	}
	return next, e
}

// bare is the game's own position.
func bare(s rules.State) rules.State {
	if l, ok := lessons.Of(s); ok {
		return l.State
	}
	return s
}

func (e event) player() bool { return e.step.By < rules.MaxSeats }

// told reports whether the step's sentence is one of keys, without the game's name.
func (e event) told(keys ...string) bool {
	_, key, _ := strings.Cut(e.tell.Key, ".")
	return slices.Contains(keys, key)
}

// piece is the kind that the step's sentence names.
func (e event) piece() string {
	arg := e.tell.Args["piece"]
	return arg[strings.LastIndexByte(arg, '.')+1:]
}

func (e event) has(kind rules.EffectKind) bool {
	return slices.ContainsFunc(e.fx, func(f rules.Effect) bool { return f.Kind == kind })
}

// ends reports whether the step ended the game, for one of whys if there are any.
func (e event) ends(whys ...string) bool {
	r, over := e.after.Result()
	return over && (len(whys) == 0 || slices.Contains(whys, r.Why))
}

// refuses reports whether the position has one of these reasons why who moves may not
// go somewhere: what a newcomer meets who tries.
func (e event) refuses(keys ...string) bool {
	if e.from == board.None {
		return false
	}
	for to := range board.Square(e.before.Topology().Len()) {
		if slices.Contains(keys, e.before.Why(e.from, to).Key) {
			return true
		}
	}
	return false
}

// name is that of a square.
func (e event) name(sq board.Square) string { return e.before.Topology().Name(sq) }

// doc is the game's own part of a position as it is written.
func doc(s rules.State) (d map[string]any) {
	text, err := json.Marshal(s.View(rules.Full).State)
	if err == nil {
		err = json.Unmarshal(text, &d)
	}
	if err != nil {
		panic(err)
	}
	return d
}

// law is a numbered rule of a game, or a part of it that is to be seen for itself, and
// what tells that a step shows it. One that no step can show says why, and what tells
// players of it.
type law struct {
	rule  int
	part  string
	fires func(event) bool
	apart string
}

func (l law) String() string { return strings.TrimSpace(strconv.Itoa(l.rule) + " " + l.part) }

// each is a rule that is to be seen for each of parts.
func each(rule int, fires func(event, string) bool, parts ...string) (out []law) {
	for _, part := range parts {
		out = append(out, law{rule: rule, part: part, fires: func(e event) bool { return fires(e, part) }})
	}
	return out
}

// seen are laws that were shown, by name.
type seen map[string]bool

// add adds the laws of its game that the event shows.
func (s seen) add(e event) {
	for _, l := range laws[e.before.Game().Name] {
		if name := l.String(); l.fires != nil && !s[name] && l.fires(e) {
			s[name] = true
		}
	}
}

// numbered reports whether a law's name is that of the rule or of a part of it.
func numbered(name string, rule int) bool {
	n, _, _ := strings.Cut(name, " ")
	return n == strconv.Itoa(rule)
}

// Every numbered rule of every game is watched for, or it is said why it need not be.
func TestEveryNumberedRuleIsWatchedFor(t *testing.T) {
	for _, g := range catalog.Games() {
		want := map[int]bool{}
		for _, m := range regexp.MustCompile(`(?m)^(\d+)\. `).FindAllStringSubmatch(g.Law, -1) {
			n, _ := strconv.Atoi(m[1])
			want[n] = true
		}
		got := map[int]bool{}
		for _, l := range laws[g.Name] {
			got[l.rule] = true
			if (l.fires == nil) == (l.apart == "") {
				t.Errorf("%s: rule %v is watched for, or it is said why not", g.Name, l)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: watched for are %v, the rules are %v", g.Name, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
	}
}

// tested is what a course shows, and what its tags say.
type tested struct {
	shown seen
	wrong []string
}

// proven plays all lessons of a course, and asks of each step whether it shows what it says.
func proven(t *testing.T, c *lessons.Course) (out tested) {
	t.Helper()
	out.shown = seen{}
	add := func(where string, tags []int, always seen) {
		for _, rule := range tags {
			any := false
			for name := range always {
				if numbered(name, rule) {
					out.shown[name], any = true, true
				}
			}
			if !any {
				out.wrong = append(out.wrong, fmt.Sprintf("%s says that it shows rule %d, and does not; it does %v", where, rule, slices.Sorted(maps.Keys(always))))
			}
		}
	}
	for _, l := range c.Lessons {
		if l.Battle {
			add(l.Name, l.Rules, battles(t, l))
			continue
		}
		for i, always := range walked(t, l) {
			add(l.Name+" "+l.Steps[i].Say, l.Steps[i].Rules, always)
		}
	}
	return out
}

// walked plays all that a lesson accepts, and returns for each of its steps what is
// shown whichever way is taken.
func walked(t *testing.T, l *lessons.Lesson) []seen {
	t.Helper()
	always := make([]seen, len(l.Steps))
	note := func(i int, now seen) {
		if always[i] == nil {
			always[i] = maps.Clone(now)
			return
		}
		maps.DeleteFunc(always[i], func(name string, _ bool) bool { return !now[name] })
	}
	var walk func(s rules.State, dice []int, now seen, at int)
	walk = func(s rules.State, dice []int, now seen, at int) {
		for s.ToAct().Has(rules.Chance) { // what falls belongs to the step before it; to the first if there is none
			step, rest := thrown(t, s, dice)
			next, e := happen(t, s, step)
			now.add(e)
			s, dice = next, rest
		}
		here, _ := lessons.Of(s)
		done, step, more := here.Step()
		if at >= 0 {
			note(at, now)
			now = seen{}
		}
		if !more {
			return
		}
		for _, text := range step.Accept {
			parsed, err := s.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			next, e := happen(t, s, parsed)
			shown := maps.Clone(now)
			shown.add(e)
			walk(next, dice, shown, done)
		}
	}
	walk(l.Start(), l.Dice, seen{}, -1)
	return always
}

// thrown is what chance brings of a lesson's dice, and the dice left.
func thrown(t *testing.T, s rules.State, left []int) (rules.Step, []int) {
	t.Helper()
	source, err := dice.New(dice.Choice{Kind: dice.Scripted, Script: left}, nil)
	if err != nil {
		t.Fatalf("no die is left: %v", err)
	}
	got, err := source.Draw(s.Ask())
	if err != nil {
		t.Fatal(err)
	}
	return s.Drawn(got), left[len(got):]
}

// battles fights a lesson's battle often, and returns what every one shows that is won.
func battles(t *testing.T, l *lessons.Lesson) seen {
	t.Helper()
	var always seen
	for seed := range 30 {
		now := seen{}
		if fight(t, l.Name, l.Start(), rand.New(rand.NewPCG(uint64(seed), 1)), now.add) == 0 {
			continue
		}
		if always == nil {
			always = now
		}
		maps.DeleteFunc(always, func(name string, _ bool) bool { return !now[name] })
	}
	return always
}

// A step that says that it shows a rule shows it, whatever of it is taken; a battle
// shows what it says whenever it is won.
func TestLessonsShowWhatTheySay(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, wrong := range proven(t, course(t, g)).wrong {
			t.Errorf("%s: %s", g.Name, wrong)
		}
	}
}

// variants are the default options of a game, and those with one of them changed as a
// start form offers it, and all that can be switched on. What needs a clock ends by the clock, which no game knows.
func variants(g *rules.Game) []map[string]any {
	out := []map[string]any{{}}
	for _, o := range g.Options {
		var values []any
		switch o.Type {
		case "bool":
			values = []any{true, false}
		case "int":
			values = o.Values[:2:2]
			if least, most := o.Values[0].(int), o.Values[1].(int); most-least < 5 {
				values = nil
				for n := least; n <= most; n++ {
					values = append(values, n)
				}
			}
		default:
			values = o.Values
		}
		for _, v := range values {
			if v != o.Default && !slices.Contains(o.Clocked, v) {
				out = append(out, map[string]any{o.Name: v})
			}
		}
	}
	all := map[string]any{}
	for _, o := range g.Options {
		if o.Type == "bool" {
			all[o.Name] = true
		}
	}
	if len(all) > 1 {
		out = append(out, all)
	}
	return out
}

// random plays a game by chance to its end, and returns which laws it showed.
func random(t *testing.T, g *rules.Game, options map[string]any, seed uint64) seen {
	t.Helper()
	s, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 22))
	now := seen{}
	var legal []rules.Step
	for range 20_000 {
		legal = s.Legal(legal[:0])
		if len(legal) == 0 {
			break
		}
		next, e := happen(t, s, legal[rng.IntN(len(legal))])
		now.add(e)
		s = next
	}
	return now
}

// taught plays so many random games of every game with all options, and asks that in
// nine of ten nothing comes up that no lesson has shown.
func taught(t *testing.T, games int) {
	for _, g := range catalog.Games() {
		shown := proven(t, course(t, g)).shown
		for _, options := range variants(g) {
			known, missing := 0, map[string]int{}
			for seed := range games {
				strange := false
				for name := range random(t, g, options, uint64(seed)) {
					if !shown[name] {
						missing[name]++
						strange = true
					}
				}
				if !strange {
					known++
				}
			}
			t.Logf("%s %v: in %d of %d random games a learner knows all that comes up; else %v", g.Name, options, known, games, missing)
			if 10*known < 9*games {
				t.Errorf("%s %v: a learner knows all that comes up in %d of %d games only: %v", g.Name, options, known, games, missing)
			}
		}
	}
}

func TestALearnerKnowsWhatComesUp(t *testing.T)      { taught(t, 1) }
func TestHoursALearnerKnowsWhatComesUp(t *testing.T) { taught(t, 60) }
