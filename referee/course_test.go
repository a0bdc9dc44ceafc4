package referee_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// position is the one that everybody sees, of a game that hides nothing: a lesson's.
func (f face) position(t *testing.T) rules.State {
	t.Helper()
	v := f.Position
	v.Viewer = ""
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.ReadPosition(catalog.Games(), text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// learner goes through a course with hands, and looks at the lights to put wood right.
type learner struct {
	*room
	rnd    *rand.Rand
	spoken map[string]int // what has no squares, or is chosen on the page first, by its first word
}

// learns takes a way of the lesson by hand.
func (l *learner) learns(w referee.Way) {
	l.Helper()
	s := l.table().position(l.T)
	step, err := s.Parse(w.Action)
	if err != nil {
		l.Fatal(err)
	}
	h, name := s.Hands(step), s.Topology().Name
	if h.Manner == rules.OnPage && !h.Armed {
		l.spoken[wordOf(w.Action)]++
		l.do(referee.Act{Text: w.Action})
		return
	}
	if h.Armed {
		l.spoken[wordOf(w.Action)]++
		l.do(referee.Arm{Seat: step.By, Text: w.Action})
	}
	switch h.Manner {
	case rules.Knocked:
		a, t := name(h.Attacker), name(h.Target)
		l.hands("-" + a + " -" + t + " +" + t + " ~")
		if h.Partner != board.None {
			l.hands("-" + name(h.Partner) + " +" + name(h.Partner) + " ~")
		}
		if l.table().Declared == nil {
			l.Fatalf("%s is not declared by hand: %s; %v", w.Action, l.table().Message.Text, l.script[max(0, len(l.script)-14):])
		}
		l.hands("+die")
	case rules.Implied, rules.Passed:
		if err := l.Do(l.Context(), referee.Press{Button: "confirm", Seat: &step.By}); err != nil {
			l.Fatalf("lesson %d, %s: %v; %s; can %v; log %s; %v", l.table().Lesson.Lesson, w.Action, err, l.table().Message.Text, l.table().Can, l.table().actions(), l.script[max(0, len(l.script)-14):])
		}
		l.settle(0)
	case rules.OnPage:
		for _, sq := range []board.Square{h.Target, h.Partner} {
			if sq != board.None {
				l.taps(name(sq))
			}
		}
	case rules.Carried:
		l.carries(h, name)
	}
	l.hands("~")
}

// taps lifts a piece and puts it back, or presses an empty square.
func (l *learner) taps(at string) {
	if l.table().has(at) {
		l.hands("-" + at + " +" + at)
		return
	}
	l.hands("+" + at + " -" + at)
}

// carries takes up who goes, takes the fallen off, and puts down who has gone.
func (l *learner) carries(h rules.Hands, name func(board.Square) string) {
	for _, c := range h.Carries {
		if c != rules.NoCarry && c.From != board.None && l.table().has(name(c.From)) {
			l.hands("-" + name(c.From))
		}
	}
	for sq := range h.Takes.All() {
		if l.table().has(name(sq)) {
			l.hands("-" + name(sq))
		}
	}
	for _, c := range h.Carries {
		if c != rules.NoCarry {
			l.hands("+" + name(c.To))
		}
	}
}

// throws taps a piece of who is to throw; dice that fall by themselves are waited for.
func (l *learner) throws() {
	l.settle(3 * time.Second)
	now := l.table()
	if now.Lesson.Done || len(now.Lesson.Ways) > 0 || now.Status == referee.StatusEnding {
		return
	}
	s := now.position(l.T)
	if l.table().Message.Key != "throw.open" {
		l.Fatalf("a throw is due, and it is not said how: %s", l.table().Message.Text)
	}
	for sq := range s.Occupied(rules.Full).All() {
		if man, _ := s.At(sq); man.Owner == s.Ask().For {
			l.taps(s.Topology().Name(sq))
			break
		}
	}
	l.settle(2 * time.Second)
}

// tidies does what the lights ask for, until they ask for nothing.
func (l *learner) tidies() {
	for range 5 {
		s := l.table().Settle
		if s == nil {
			return
		}
		for _, sq := range s.Lift {
			l.hands("-" + sq)
		}
		for _, sq := range s.Place {
			l.hands("+" + sq)
		}
		l.settle(2 * time.Second)
	}
}

// way is the one to take: in a battle one that wins, else one that takes a piece, else any.
func (l *learner) way(now face) referee.Way {
	ways := now.Lesson.Ways
	w := ways[l.rnd.IntN(len(ways))]
	if now.Lesson.Lesson+1 < now.Lesson.Lessons {
		return w
	}
	s, best := now.position(l.T), 0
	for _, other := range ways {
		step, err := s.Parse(other.Action)
		if err != nil {
			l.Fatal(err)
		}
		after, _, err := s.Apply(step, nil)
		if err != nil {
			l.Fatal(err)
		}
		worth := 0
		if h := s.Hands(step); h.Manner == rules.Knocked || !h.Takes.IsEmpty() {
			worth = 1
		}
		if _, over := after.Result(); over {
			worth = 2
		}
		if worth > best {
			w, best = other, worth
		}
	}
	return w
}

// A board teaches by its lights: whole courses are gone through by touches, up to the
// battle won. Only what hands cannot say is said on the page (hands.md, rule 11).
func TestWhole_WholeCoursesAreLearntByTouch(t *testing.T) {
	pageOnly := map[string]bool{"done": true, "army": true, "pay": true, "train": true, "special": true, "keep": true,
		"ransom": true, "ghost": true, "teleport": true, "fire": true}
	for _, g := range catalog.Games() {
		in(t, func(t *testing.T) {
			r := openWith(t, &disk{}, catalog.Games(), referee.NewGame{Game: "camelot"}, nil)
			defer r.stop()
			l := &learner{room: r, rnd: rand.New(rand.NewPCG(6, 22)), spoken: map[string]int{}}
			r.Wood(board.Set{}, 0)
			r.do(referee.Learn{Game: g.Name})
			for taken, steps := 0, 0; ; steps++ {
				now := l.table()
				switch {
				case now.Lesson == nil || steps > 3000:
					t.Fatalf("%s: no end of it after %d actions, status %s: %s", g.Name, taken, now.Status, now.Message.Text)
				case now.Lesson.Done && now.Lesson.Won && now.Lesson.Lesson+1 == now.Lesson.Lessons:
					t.Logf("%s: %d actions by touch, said on the page %v", g.Name, taken, l.spoken)
					for word := range l.spoken {
						if !pageOnly[word] {
							t.Errorf("%s: %q is said on the page", g.Name, word)
						}
					}
					return
				case now.Settle != nil:
					l.tidies()
				case now.Lesson.Done:
					l.settle(25 * time.Second)
				case len(now.Lesson.Ways) == 0:
					l.throws()
				default:
					w := l.way(now)
					l.learns(w)
					l.settle(2 * time.Second)
					l.tidies()
					if after := l.table(); after.Lesson != nil && after.Length == now.Length && len(after.Log) == len(now.Log) && asText(after.Position) == asText(now.Position) {
						t.Fatalf("%s, lesson %d: %s by hand does nothing: %s, %s; %v", g.Name, now.Lesson.Lesson, w.Action, after.Status, after.Message.Text, r.script[max(0, len(r.script)-12):])
					}
					taken++
				}
			}
		})
	}
}

func asText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

func wordOf(action string) string {
	for i, c := range action {
		if c == ' ' {
			return action[:i]
		}
	}
	return action
}
