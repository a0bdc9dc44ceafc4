package engine

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// talk has a session answer lines.
func talk(t *testing.T, lines ...string) string {
	t.Helper()
	var out strings.Builder
	s := Session{Games: catalog.Games(), Version: "test"}
	if err := s.Serve(&slow{lines: lines, out: &out}, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// slow hands out a line when the one before has been answered: quit must not come
// while it thinks.
type slow struct {
	lines []string
	rest  string
	out   *strings.Builder
}

func (s *slow) Read(b []byte) (int, error) {
	if s.rest == "" {
		s.rest = "stop\n" // for the line after: obeyed, when nothing is thought, by silence
		if len(s.lines) > 0 {
			s.rest, s.lines = s.lines[0]+"\n", s.lines[1:]
		} else {
			s.rest = "quit\n"
		}
	}
	n := copy(b, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func TestWhatIsNotUnderstoodIsSaid(t *testing.T) {
	for line, want := range map[string]string{
		"hello":                          "error",
		"option level 9":                 "error",
		"option colour blue":             "error",
		"position":                       "error",
		"position view {} history []":    "error",
		"position view x history []":     "error",
		"go":                             "error",
		"go nodes":                       "error",
		"newgame":                        "",
		"stop":                           "",
		"option seed 77":                 "",
		`position view {"game":"chess"}`: "error",
	} {
		if got := talk(t, line); !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// walk calls visit at positions of a random game in which a seat decides, with what
// that seat knows of the game.
func walk(t *testing.T, g *rules.Game, given map[string]any, seed uint64, most int, visit func(s rules.State, seat rules.Seat, history []string)) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	s, err := g.Start(given)
	if err != nil {
		t.Fatal(err)
	}
	known := map[rules.Seat][]string{}
	for range most {
		legal := s.Legal(nil)
		if len(legal) == 0 {
			return
		}
		for _, seat := range s.Seated().All() {
			if s.ToAct().Has(seat) {
				visit(s, seat, known[seat])
			}
		}
		step := legal[r.IntN(len(legal))]
		note(known, s, step)
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// tableOf is what a seat knows, in the form in which a program is told it.
func tableOf(t *testing.T, s rules.State, seat rules.Seat, history []string) Table {
	t.Helper()
	view, err := json.Marshal(s.View(seat))
	if err != nil {
		t.Fatal(err)
	}
	return Table{Seat: seat, History: history, Sample: func(pick func(int) int) (rules.State, error) {
		state, _, err := rules.ReadView([]*rules.Game{s.Game()}, view, history, pick)
		return state, err
	}}
}

// What is answered is legal in every game, and the same for the same seed.
func TestAnswersAreLegalAndTheSameAgain(t *testing.T) {
	for _, g := range catalog.Games() {
		n := 0
		walk(t, g, nil, 1, 120, func(s rules.State, seat rules.Seat, history []string) {
			if n++; n%6 != 0 {
				return
			}
			var got [2]Answer
			for i := range got {
				a, err := Think(tableOf(t, s, seat, history), Limits{Nodes: 400, Seed: 9})
				if err != nil {
					t.Fatalf("%s: %v", g.Name, err)
				}
				got[i] = a
			}
			if !slices.Contains(ownSteps(s, seat), got[0].Step) || got[0].Step != got[1].Step || got[0].Score != got[1].Score {
				t.Errorf("%s: %v, then %v", g.Name, got[0].Text, got[1].Text)
			}
		})
		if n < 20 {
			t.Errorf("%s: only %d decisions", g.Name, n)
		}
	}
}
