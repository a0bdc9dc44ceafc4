package kaleidochess

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"reeve/board"
	"reeve/rules"
)

func TestParseReadsTheInterchangesForms(t *testing.T) {
	s := begin(t, magic)
	for _, text := range []string{
		"e4-e5", "e4xc2", "teleport d5>c3", "swap c3,d5", "swap d10,d9", "revive wV1@d2", "ghost c3", "lightning c3",
		"lightning c3/imprison", "lightning c3/strengthen", "lightning c3/barrier:L3", "selfdestruct", "heal c3/imprison",
		"heal c3/weaken", "heal c3/block", "imprison c3", "block c3", "barrier b3|c3", "barrier b12|c12", "weaken c3",
		"strengthen c3", "cancel barrier", "fire c3", "pass", "die 4", "resign black", "draw",
	} {
		step, err := s.Parse(text)
		if err != nil || s.Text(step) != text {
			t.Errorf("%q reads as %q, %v", text, s.Text(step), err)
		}
	}
	for _, text := range []string{
		"", "e4", "e4-e25", "e4-e5-e6", "e4 - e5", "E4-e5", "e4xe", "teleport d5", "teleport d5-c3", "teleport d5>c3>c4",
		"swap d5,c3", "swap c3,c3", "swap d9,d10", "revive wV3@d2", "revive wV1", "revive V1@d2", "ghost", "ghost c3 ", "ghost c3/imprison",
		"lightning c3/weaken", "lightning c3/barrier", "lightning c3/barrier:L", "lightning c3/barrier:L12", "lightning c3/barrier:L0",
		"lightning c3/", "selfdestruct ", "selfdestruct c3", "heal c3", "heal c3/strengthen", "heal c3/barrier:L3", "barrier c3|b3",
		"barrier L3", "cancel ghost", "cancel", "fire", "fire o1", "pass ", "die", "die 0", "die 7", "die 44", "die 04", "resign red", "Pass",
	} {
		if step, err := s.Parse(text); !errors.Is(err, rules.ErrAction) || step != (rules.Step{}) {
			t.Errorf("%q: got %+v, %v", text, step, err)
		}
	}
}

func TestApplyGivesReasonsAndChangesNothing(t *testing.T) {
	s := begin(t, nil)
	for _, text := range []string{"c3-c4", "e5xe6", "e17-e18", "die 3", "pass", "ghost c3"} {
		step, err := s.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		next, fx, err := s.Apply(step, nil)
		if !errors.Is(err, rules.ErrIllegal) || next != nil || len(fx) > 0 || s != begin(t, nil) {
			t.Errorf("%s: got %v, %v, %v", text, next, fx, err)
		}
	}
}

func TestHands(t *testing.T) {
	u := setup{
		men: "bP1 c4, bT1 c9, bP2 a3, bW e9, wD c5, wP1 c3, wP2 e4, wW b3", given: magic, white: "all", active: "imprison black wP2",
	}
	s := u.state(t)
	sq := func(name string) board.Square {
		f, ok := s.Topology().Square(name)
		if name != "" && !ok {
			t.Fatalf("no field %s", name)
		}
		return f
	}
	for _, c := range []struct {
		text     string
		manner   rules.Manner
		armed    bool
		from, to string
		takes    []string
	}{
		{"c3-c2", rules.Carried, false, "c3", "c2", nil},
		{"c3xc4", rules.Carried, false, "c3", "c4", []string{"c4"}},
		{"teleport c3>c8", rules.Carried, true, "c3", "c8", nil},
		{"teleport c3>c4", rules.Carried, true, "c3", "c4", []string{"c4"}},
		{"swap c3,c4", rules.Carried, true, "c3", "c4", nil},
		{"revive wV1@b2", rules.Carried, true, "", "b2", nil},
		{"ghost c4", rules.Carried, true, "", "", []string{"c4"}},
		{"lightning c4", rules.Carried, true, "", "", []string{"c4"}},
		{"lightning e4/imprison", rules.OnPage, true, "", "", nil},
		{"selfdestruct", rules.Carried, true, "", "", []string{"b3", "c3", "c4", "c5"}},
		{"heal e4/imprison", rules.OnPage, true, "", "", nil},
		{"imprison c4", rules.OnPage, true, "", "", nil},
		{"block c2", rules.OnPage, true, "", "", nil},
		{"barrier b3|c3", rules.OnPage, true, "", "", nil},
		{"fire c4", rules.Carried, true, "", "", []string{"c4"}},
	} {
		step, err := s.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		can(t, s, c.text, true)
		h := s.Hands(step)
		want := rules.NoHands(c.manner)
		want.Armed = c.armed
		if c.to != "" {
			want.Carries[0] = rules.Carry{From: sq(c.from), To: sq(c.to)}
		}
		if c.text == "swap c3,c4" {
			want.Carries[1] = rules.Carry{From: sq("c4"), To: sq("c3")}
		}
		for _, name := range c.takes {
			want.Takes.Add(sq(name))
		}
		if c.manner == rules.OnPage { // shown by a tap, or two
			_, at, _ := strings.Cut(c.text, " ")
			want.Target = sq(at[:2])
			if _, other, two := strings.Cut(at, "|"); two {
				want.Partner = sq(other)
			}
		}
		if h != want {
			t.Errorf("%s: %+v, want %+v", c.text, h, want)
		}
	}
}

func TestTellNamesPiecesAndFields(t *testing.T) {
	s := setup{men: "bP1 c4, bW e9, wP1 c3, wW b3", given: magic, white: "all", active: "barrier black c3|d5"}.state(t)
	for text, want := range map[string]rules.Message{
		"c3-c2":          rules.Say("kaleidochess.move", "piece", "@kaleidochess.pawn", "from", "c3", "to", "c2"),
		"c3xc4":          rules.Say("kaleidochess.capture", "piece", "@kaleidochess.pawn", "from", "c3", "to", "c4", "taken", "@kaleidochess.pawn"),
		"teleport c4>b3": rules.Say("kaleidochess.cast.teleport.capture", "player", "@seat.white", "piece", "@kaleidochess.pawn", "from", "c4", "to", "b3", "taken", "@kaleidochess.wizard"),
		"lightning c3/barrier:L4": rules.Say("kaleidochess.cast.lightning.barrier", "player", "@seat.white", "line", "4",
			"piece", "@kaleidochess.pawn", "at", "c3"),
		"revive wD@b2": rules.Say("kaleidochess.cast.revive", "player", "@seat.white", "piece", "@kaleidochess.dragon", "to", "b2"),
		"draw":         rules.Say("rules.draw"),
	} {
		step, err := s.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Tell(step)
		if got.Key != want.Key || len(got.Args) != len(want.Args) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		for k, v := range want.Args {
			if got.Args[k] != v {
				t.Errorf("%s: %s is %q, want %q", text, k, got.Args[k], v)
			}
		}
	}
}

func TestAtTellsFormulasApart(t *testing.T) {
	s := setup{men: "bP1 c4, bP2 c9, bP3 c12, bW e9, wW b3", given: magic, active: "weaken white bP1, weaken black bP2"}.state(t)
	states := map[int16]bool{}
	for _, name := range []string{"c4", "c9", "c12"} {
		f, _ := s.Topology().Square(name)
		m, there := s.At(f)
		if !there || m.Owner != Black || m.Kind != uint8(pawn) {
			t.Errorf("%s: %+v", name, m)
		}
		states[m.State] = true
	}
	if len(states) != 3 {
		t.Errorf("the states are %v", states)
	}
}

// What a fire and a self-destruction did is told: who falls, and that the formulas of a lost
// Wizard's owner end (rules 9 and 12).
func TestTellSaysWhatFellAndWhoseFormulasEnd(t *testing.T) {
	for action, want := range map[string][3]string{
		"selfdestruct": {"bP1 d5, bW c4, bD a3, wD c5, wP1 c2, wW b3", "kaleidochess.cast.selfdestruct.wizards", "@seat.white"},
		"fire c5":      {"bP1 c5, bW b12, wD c4, wW b5", "kaleidochess.fire.falls", ""},
		"fire d6":      {"bP1 c5, bW d6, wD c4, wW b5", "kaleidochess.fire.falls.wizard", "@seat.black"},
	} {
		s := setup{men: want[0], given: magic, white: "all"}.state(t)
		step, err := s.Parse(action)
		if err != nil {
			t.Fatal(err)
		}
		_, fx, err := s.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		m := s.Tell(step)
		fx = slices.DeleteFunc(fx, func(e rules.Effect) bool { return e.Kind != rules.EffectRemoved })
		if m.Key != want[1] || m.Args["owner"] != want[2] || action == "selfdestruct" && len(strings.Split(m.Args["pieces"], ",")) != len(fx) {
			t.Errorf("%s: %v, effects %v", action, m, fx)
		}
	}
}
