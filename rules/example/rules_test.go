package example

import (
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

// play returns the position after the actions, from a sketch or the start.
func play(t *testing.T, from *rules.Sketch, actions ...string) rules.State {
	t.Helper()
	s, err := Game.Start(nil)
	if from != nil {
		s, err = Game.Compose(*from)
	}
	for _, text := range actions {
		if err != nil {
			break
		}
		var step rules.Step
		if step, err = s.Parse(text); err == nil {
			s, _, err = s.Apply(step, nil)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sketch(toAct string, pawns ...string) *rules.Sketch {
	k := rules.Sketch{Phase: "turn", ToAct: toAct, Pieces: map[string]string{}}
	for _, p := range pawns {
		id, at, _ := strings.Cut(p, " ")
		k.Pieces[id] = at
	}
	return &k
}

func texts(s rules.State) (all []string) {
	for _, step := range s.Legal(nil) {
		all = append(all, s.Text(step))
	}
	slices.Sort(all)
	return all
}

func TestRule2Start(t *testing.T) {
	for rows, want := range map[int]int{1: 12, 2: 24} {
		s, err := Game.Start(map[string]any{"rows": rows})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Occupied(rules.Table).Len(); got != want {
			t.Errorf("%d rows: %d pawns, want %d", rows, got, want)
		}
	}
}

func TestRules3And4MovesAndCaptures(t *testing.T) {
	for _, c := range []struct {
		at   *rules.Sketch
		want string
	}{
		{sketch("white", "wP1 c3", "bP1 f6"), "c3-b4 c3-c4 c3-d4"},
		{sketch("black", "wP1 c1", "bP1 a4"), "a4-a3 a4-b3"},
		{sketch("white", "wP1 c3", "bP1 c4", "bP2 d4"), "c3-b4 c3xd4"},
		{sketch("white", "wP1 c3", "wP2 c4", "bP1 c5", "bP2 f6"), "c3-b4 c3-d4 c4-b5 c4-d5"},
	} {
		if got := strings.Join(texts(play(t, c.at)), " "); got != c.want {
			t.Errorf("%v: %s, want %s", c.at.Pieces, got, c.want)
		}
	}
}

func TestRules5And6Ends(t *testing.T) {
	for _, c := range []struct {
		at          *rules.Sketch
		action, why string
		winner      rules.Seat
	}{
		{sketch("white", "wP1 c5", "bP1 a6"), "c5-c6", "reached", White},
		{sketch("black", "wP1 c5", "bP1 a2"), "a2-a1", "reached", Black},
		{sketch("black", "wP1 c3", "bP1 b4"), "b4xc3", "captured", Black},
	} {
		r, over := play(t, c.at, c.action).Result()
		if !over || r.Why != c.why || r.Winners != rules.SeatsOf(c.winner) {
			t.Errorf("%s: %+v, over %t", c.action, r, over)
		}
	}
}

// What is refused is refused with its true reason.
func TestReasons(t *testing.T) {
	s := play(t, sketch("white", "wP1 c3", "wP2 d4", "bP1 c4", "bP2 f6"))
	for _, c := range [][3]string{
		{"c3", "d4", "no.own"}, {"c3", "c4", "no.way"}, {"c3", "c5", "no.reach"}, {"c3", "f6", "no.reach"},
		{"c4", "c3", "no.theirs"}, {"a1", "a2", "no.empty"}, {"c3", "b4", ""},
	} {
		from, _ := topology.Square(c[0])
		to, _ := topology.Square(c[1])
		if why := s.Why(from, to); why.Key != c[2] {
			t.Errorf("%s to %s: %v, want %s", c[0], c[1], why, c[2])
		}
	}
}

// A second, slow generator finds the same steps: every pair of squares, by the rules' words.
func TestTheSlowGeneratorAgrees(t *testing.T) {
	s := play(t, nil)
	for ply := 0; ; ply++ {
		legal := s.Legal(nil)
		if got, want := texts(s), slow(s.(State)); !slices.Equal(got, want) {
			t.Fatalf("%v, slowly %v", got, want)
		}
		if len(legal) == 0 {
			return
		}
		s, _, _ = s.Apply(legal[(ply*7+3)%len(legal)], nil)
	}
}

func slow(s State) (all []string) {
	if _, over := s.Result(); over {
		return nil
	}
	up := 1 - 2*int(s.turn)
	for from := range topology.All().All() {
		mine, ok := s.At(from)
		if !ok || mine.Owner != s.turn {
			continue
		}
		for to := range topology.All().All() {
			a, b := topology.Name(from), topology.Name(to)
			aside := int(b[0]) - int(a[0])
			if int(b[1])-int(a[1]) != up || aside < -1 || aside > 1 {
				continue
			}
			switch other, there := s.At(to); {
			case !there:
				all = append(all, a+"-"+b)
			case other.Owner != s.turn && aside != 0:
				all = append(all, a+"x"+b)
			}
		}
	}
	slices.Sort(all)
	return all
}
