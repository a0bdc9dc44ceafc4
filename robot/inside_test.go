package robot

import (
	"slices"
	"testing"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/rolechess"
	"reeve/sensors"
)

// Every script is one that hands can do: nothing is lifted that is in the air or
// placed where something stands, and in the end all but what moves is back.
func TestScriptsCanBeDone(t *testing.T) {
	for name, table := range map[string][]order{
		"moves": moves, "captures": captures, "jumps": jumps, "knocks": knocks,
		"pairs": pairs, "strikes": strikes, "removals": removals, "sacrifices": sacrifices, "entries": entries,
	} {
		for _, o := range table {
			if o.often <= 0 {
				t.Errorf("%s: %q never happens", name, o.name)
			}
			stands := lying(name)
			before := slices.Clone(stands[:])
			for _, w := range o.words() {
				follow(t, name+": "+o.name, &stands, w)
			}
			for letter := range stands {
				moved := letter == 'f' || letter == 't' || letter == 'v' || letter == 'z'
				if !moved && stands[letter] != before[letter] {
					t.Errorf("%s: %q leaves %c otherwise than it was", name, o.name, letter)
				}
			}
			if name == "moves" || name == "captures" || name == "jumps" {
				if stands['f'] || !stands['t'] || stands['v'] && name != "moves" {
					t.Errorf("%s: %q does not do the step", name, o.name)
				}
			}
		}
	}
}

// lying is what stands before a script of a table.
func lying(table string) (stands ['z' + 1]bool) {
	for _, letter := range "fgpoieqdkbhv" {
		stands[letter] = true
	}
	if table == "strikes" { // the attacker's square is both
		stands['t'] = true
	}
	return stands
}

func follow(t *testing.T, name string, stands *['z' + 1]bool, w string) {
	t.Helper()
	if len(w) != 2 {
		if !slices.Contains([]string{"~", ",", "&", "!"}, w) {
			t.Errorf("%s: %q is no word", name, w)
		}
		return
	}
	if w[0] == '>' {
		follow(t, name, stands, "-f")
		w = "+" + w[1:]
	}
	if w == "?z" { // and taken off again
		return
	}
	letter, up := w[1], w[0] == '-'
	if stands[letter] != up && !(name[:5] == "strik" && letter == 't') {
		t.Errorf("%s: %q cannot be done", name, w)
	}
	stands[letter] = !up
}

func judge(t *testing.T) (*referee.Judge, *truth, *witness) {
	t.Helper()
	first := referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte("x")}}
	j, err := referee.NewJudge(referee.Config{Games: []*rules.Game{rolechess.Game}, Archive: &transcript{}}, nil, first)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := j.State()
	tr, w := &truth{at: []rules.State{s}}, &witness{at: []rules.State{s}}
	j.Wood(s.Occupied(rules.Full), time.Second)
	j.Proceed(time.Second)
	if what, why := w.look(j, tr); what != "" || len(tr.steps) < 2 {
		t.Fatalf("who begins: %s %s, %d throws", what, why, len(tr.steps))
	}
	return j, tr, w
}

// act says a step on the page that the truth knows of or not.
func act(t *testing.T, j *referee.Judge, text string) {
	t.Helper()
	if err := j.Do(referee.Act{Text: text}, time.Second); err != nil {
		t.Fatal(err)
	}
}

func TestASealThatIsNotMeantIsWrong(t *testing.T) {
	j, tr, w := judge(t)
	s, _ := j.State()
	legal := s.Legal(nil)
	act(t, j, s.Text(legal[0]))
	if what, _ := w.look(j, tr); what != wrongSeal {
		t.Errorf("it is %q", what)
	}
}

func TestAThrowThatIsNotMeantIsPremature(t *testing.T) {
	j, tr, w := judge(t)
	for {
		s, _ := j.State()
		step := s.Legal(nil)[0]
		for _, other := range s.Legal(nil) {
			if s.Hands(other).Manner == rules.Knocked {
				step = other
			}
		}
		act(t, j, s.Text(step))
		if s.Hands(step).Manner == rules.Knocked {
			break
		}
		if err := tr.mean(step); err != nil {
			t.Fatal(err)
		}
		if what, why := w.look(j, tr); what != "" {
			t.Fatalf("%s: %s", what, why)
		}
	}
	if what, _ := w.look(j, tr); what != premature {
		t.Errorf("it is %q", what)
	}
}

// sink takes what a scanner tells.
type sink struct {
	touches []board.Touch
	wood    []board.Set
	faults  int
}

func (s *sink) Touch(t board.Touch)                  { s.touches = append(s.touches, t) }
func (s *sink) Wood(wood board.Set, _ time.Duration) { s.wood = append(s.wood, wood) }
func (s *sink) Fault(err error) {
	if err != nil {
		s.faults++
	}
}

// run scans as long as there is reason to.
func run(f *scanner, now, until time.Duration) {
	for {
		at := f.next(now)
		if at == 0 || at > until {
			return
		}
		now = at
		f.scan()
	}
}

func feelRoleChess(t *testing.T, noise sim.Noise, s *sink) *scanner {
	t.Helper()
	start, err := rolechess.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	watch := sensors.NewWatch(func([]sensors.Fault) {})
	f, err := newScanner(start.Topology(), Options{Noise: noise, Seed: 3}, watch, s)
	if err != nil {
		t.Fatal(err)
	}
	f.begin(board.SetOf(3, 10), time.Second)
	run(f, time.Second, 2*time.Second)
	if len(s.wood) != 1 || s.wood[0] != board.SetOf(3, 10) {
		t.Fatalf("%s: felt %v at first", noise, s.wood)
	}
	return f
}

func TestEveryTouchIsFeltOnce(t *testing.T) {
	for _, noise := range []sim.Noise{sim.None, sim.Light} {
		var s sink
		f := feelRoleChess(t, noise, &s)
		f.lift(3, 2*time.Second)
		run(f, 2*time.Second, 3*time.Second)
		f.place(20, 0, 3*time.Second)
		run(f, 3*time.Second, 4*time.Second)
		if len(s.touches) != 2 || s.touches[0].Square != 3 || s.touches[0].Placed || s.touches[1].Square != 20 || !s.touches[1].Placed {
			t.Fatalf("%s: %v", noise, s.touches)
		}
		if at := s.touches[1].At; at < 3*time.Second || at > 3*time.Second+restless {
			t.Errorf("%s: felt at %v", noise, at)
		}
		if f.next(5*time.Second) != 0 {
			t.Errorf("%s: scans although nothing moves", noise)
		}
	}
}

// A piece that is slid is felt on the squares between, and then where it is.
func TestASlidPieceIsFeltOnItsWay(t *testing.T) {
	var s sink
	f := feelRoleChess(t, sim.Light, &s)
	f.drag(3, 38, 2*time.Second, 2*time.Second+500*time.Millisecond) // d1 to d6
	run(f, 2*time.Second, 4*time.Second)
	if len(s.touches) < 6 || s.touches[0].Square != 3 || s.touches[0].Placed {
		t.Fatalf("felt %v", s.touches)
	}
	if last := s.touches[len(s.touches)-1]; last.Square != 38 || !last.Placed {
		t.Errorf("at last it is felt on %v", last)
	}
}

func TestAfterAnOutageTheWholeWoodIsTold(t *testing.T) {
	var s sink
	f := feelRoleChess(t, sim.None, &s)
	f.field.Outage(2*time.Second, 2*time.Second+300*time.Millisecond, false)
	f.lift(3, 2*time.Second)
	run(f, 2*time.Second, 3*time.Second)
	if s.faults != 1 || len(s.wood) != 2 || s.wood[1] != board.SetOf(10) || len(s.touches) != 0 {
		t.Errorf("%+v", s)
	}
}

// A question that is there again after a touch is the same question; one with other choices is another.
func TestTheSameQuestionAgainIsCountedOnce(t *testing.T) {
	var all questions
	count := 0
	ask := func(choices ...string) {
		if _, begins, other := all.take(&referee.Question{Choices: choices}); begins && other {
			count++
		}
	}
	ask("a", "b")
	ask("a", "b")
	all.take(nil)
	ask("a", "b")
	if count != 1 {
		t.Errorf("counted %d times", count)
	}
	all.take(nil)
	if ask("a", "c"); count != 2 {
		t.Errorf("with another that makes %d", count)
	}
}

// A piece keeps its pole in the hand and on its way.
func TestAMagnetKeepsItsPole(t *testing.T) {
	var m magnets
	white, black := m.place(1, board.Positive), m.place(2, board.Negative)
	m.lift(1)
	m.lift(2)
	if m.place(3, board.Positive) != white || m.place(4, board.Negative) != black {
		t.Error("the hand has put down the other one")
	}
	m.slide(4, 6, time.Second)
	for sq, want := range map[board.Square]uint8{3: board.Positive, 5: board.Negative, 6: board.Negative} {
		if got := m.poleAt(sq, time.Second/2); got != want {
			t.Errorf("square %d feels %d, want %d", sq, got, want)
		}
	}
	if got := m.poleAt(5, 2*time.Second); got != 0 {
		t.Errorf("where nothing slides any more %d is felt", got)
	}
}
