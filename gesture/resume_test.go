package gesture_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// Whatever hands have done can be gone on with after a power cut: the touches that would have done it tell it.
func TestWhatWasTakenIsReadAfterAPowerCut(t *testing.T) {
	games := 4
	if testing.Short() { // on an emulated processor
		games = 1
	}
	resumeEveryGame(t, games)
}

func TestLongWhatWasTakenIsReadAfterAPowerCut(t *testing.T) { resumeEveryGame(t, 15) }

func TestHoursWhatWasTakenIsReadAfterAPowerCut(t *testing.T) { resumeEveryGame(t, 60) }

func resumeEveryGame(t *testing.T, games int) {
	for _, tt := range []struct {
		game  string
		given object
	}{
		{"rolechess", nil},
		{"rolechess", object{"pass": "always", "pair_reach": "before-and-after"}},
		{"camelot", nil},
		{"kaleidochess", nil},
		{"kaleidochess", object{"magic": true, "die": true}},
		{"dungeonchess", nil},
		{"dungeonchess", object{"players": 4}},
		{"chessbattle", nil},
		{"chessbattle", object{"combat": "sure"}},
	} {
		t.Run(tt.game, func(t *testing.T) {
			resumed := 0
			for seed := range games {
				resumed += resumeOne(t, game(tt.game, tt.given, "")(t), rand.New(rand.NewPCG(uint64(seed), 0)))
			}
			if resumed < games {
				t.Errorf("only %d positions of %d games", resumed, games)
			}
		})
	}
}

// resumeOne plays by chance, and goes on with the steps of hands since the last other one, after each. It returns how often it did.
func resumeOne(t *testing.T, s rules.State, rnd *rand.Rand) (resumed int) {
	base, steps, tells := s, []rules.Step(nil), s.Occupied(rules.Full)
	var ran board.Set // in this turn, to there
	idle := false     // nothing was done in this turn
	for range 300 {
		legal := s.Legal(nil)
		if len(legal) == 0 {
			break
		}
		step := legal[rnd.IntN(len(legal))]
		h := s.Hands(step)
		if idle && h.Manner == rules.Implied || h.Cost > 1 || h.Cost > 0 && ran.Has(h.Carries[0].From) {
			continue // hands make one way of a run, of equals the first; and the button says that nothing was done in a turn
		}
		next, _, err := s.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		passes := h.Manner == rules.Passed
		if h.Armed { // what was chosen on the page comes first
			base, steps, tells, ran = s, nil, s.Occupied(rules.Full), board.Set{}
		}
		if step.By >= rules.Chance || h.Manner == rules.OnPage && !h.Armed || h.Manner == rules.Knocked || passes && !tapped(s, legal, step, tells) || len(steps) == 12 {
			base, steps, tells, s, ran = next, nil, next.Occupied(rules.Full), next, board.Set{}
			idle = false
			continue
		}
		if idle = h.Manner == rules.Implied; idle {
			ran = board.Set{}
		}
		steps, s = append(steps, step), next
		for _, c := range h.Carries {
			tells.Remove(c.To)
			ran.Add(c.To)
		}
		if h.Manner != rules.Implied {
			resumed++
			resume(t, base, steps, s)
		}
	}
	return resumed
}

// tapped reports whether a pass is one that a tap says: nothing else is legal by hand, and a piece stands that has not just come.
func tapped(s rules.State, legal []rules.Step, step rules.Step, stood board.Set) bool {
	for _, other := range legal {
		if m := s.Hands(other).Manner; m == rules.Carried || m == rules.Knocked {
			return false
		}
	}
	for sq := range stood.Intersect(s.Occupied(rules.Full)).All() {
		if man, _ := s.At(sq); man.Owner == step.By {
			return true
		}
	}
	return false
}

func resume(t *testing.T, base rules.State, steps []rules.Step, s rules.State) {
	t.Helper()
	r := gesture.NewReader(quiet)
	r.From(0, true)
	r.Resume(base, steps, 0, s.Occupied(rules.Full), false)
	r.Read(quiet)
	if _, whole := r.Confirm(rules.Referee); !whole || !slices.Equal(r.Taken(), steps) {
		var out []string
		at := base
		for _, step := range steps {
			out = append(out, at.Text(step))
			at, _, _ = at.Apply(step, nil)
		}
		t.Errorf("not read after a power cut: %s", strings.Join(out, ", "))
	}
}

// North ransoms a Knight, and passes: a tap of the Knight, which has just come, would not say so (DungeonChess for four, heavy, seed 3801685: nothing
// was read any more).
func TestRule8_APassIsNotToldByWhoHasJustCome(t *testing.T) {
	base := with(four, "nL1 e9, sL1 e8, sC1 d8, wL1 a7, eL1 h7, eL2 h5", func(doc, state object) {
		var held []string
		for _, p := range doc["pieces"].([]any) {
			if piece := p.(object); piece["at"] == nil && piece["owner"] != "south" {
				held = append(held, piece["id"].(string))
			}
		}
		doc["to_act"], state["held"] = "north", object{"south": held, "north": []string{"sL2", "sC2", "sG", "sM"}, "west": []string{}, "east": []string{}}
	})(t)
	ransom, s := parse(t, base, "ransom nC1@d9")
	pass, s := parse(t, s, "pass")
	resume(t, base, []rules.Step{ransom, pass}, s)
}

// four is DungeonChess for four players, once every one has kept a card.
func four(t testing.TB) rules.State {
	s := game("dungeonchess", object{"players": 4}, "")(t)
	for step := s.Legal(nil)[0]; s.Hands(step).Manner == rules.OnPage; step = s.Legal(nil)[0] {
		next, _, err := s.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	return s
}
