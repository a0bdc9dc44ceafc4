package engine

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/engine/process"
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

// What a program says that it can be told it can be told, and no more.
func TestOptionsAreTakenAsFarAsTheyWereNamed(t *testing.T) {
	options := 0
	for line := range strings.Lines(talk(t, "rgi")) {
		var name string
		var least, most uint64
		if n, _ := fmt.Sscanf(line, "option %s type int min %d max %d", &name, &least, &most); n < 3 {
			continue
		}
		options++
		for value, taken := range map[uint64]bool{least: true, most: true, most + 1: false} {
			if got := talk(t, fmt.Sprint("option ", name, " ", value)); (got == "") != taken {
				t.Errorf("%s: %d: %q", strings.TrimSpace(line), value, got)
			}
		}
	}
	if options != 2 {
		t.Errorf("%d options", options)
	}
}

// Whatever it is told, it says short lines, and listens to the next.
func TestALineTooLongIsRefusedInShort(t *testing.T) {
	for _, word := range []string{"x", "position view {\"game\":\""} {
		for _, length := range []int{1 << 16, mostLine + 1} {
			said := strings.SplitAfter(talk(t, word+strings.Repeat("y", length-len(word)), "rgi"), "\n")
			if !strings.HasPrefix(said[0], "error") || len(said[0]) > process.LongestLine || !strings.HasPrefix(said[1], "id name") {
				t.Errorf("%s… of %d bytes: %.80q, %.80q", word, length, said[0], said[1])
			}
		}
	}
}

// Who is to play as well as can be in a time looks further than it does without, until the time is over or it is stopped.
func TestTimeIsMadeUseOf(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "camelot")
	s, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	seat, _ := someSeat(s)
	position, err := PositionLine(s, seat, nil)
	if err != nil {
		t.Fatal(err)
	}
	in, say := io.Pipe()
	hear, out := io.Pipe()
	session := Session{Games: catalog.Games()}
	go func() { out.CloseWithError(session.Serve(in, out)) }()
	fmt.Fprintf(say, "%s\ngo time 3600000\n", position)
	nodes, said := 0, bufio.NewScanner(hear)
	for nodes <= best.nodes && said.Scan() {
		if fmt.Sscanf(said.Text(), "info nodes %d", &nodes); strings.HasPrefix(said.Text(), "bestaction") {
			t.Fatalf("after %d positions: %s", nodes, said.Text())
		}
	}
	go io.WriteString(say, "stop\nquit\n")
	for said.Scan() {
		if answer, ok := strings.CutPrefix(said.Text(), "bestaction "); ok {
			if _, err := s.Parse(answer); err != nil {
				t.Error(err)
			}
			nodes = 0
		}
	}
	if nodes != 0 || said.Err() != nil {
		t.Errorf("stop was not answered: %v", said.Err())
	}
}

// No more positions are looked at than was said, however many actions there are; with one, all are alike.
func TestNoMoreIsLookedAtThanWasSaid(t *testing.T) {
	for _, g := range catalog.Games() {
		n := 0
		walk(t, g, nil, 2, 60, func(s rules.State, seat rules.Seat, history []string) {
			if n++; n%9 != 0 {
				return
			}
			for _, l := range []Limits{{Nodes: 1}, {Nodes: 2, Level: 1}, {Nodes: 30}, {Nodes: 60, Level: 3}} {
				a, err := Think(tableOf(t, s, seat, history), l)
				if err != nil || a.Nodes > l.Nodes || a.Nodes < 1 || !slices.Contains(ownSteps(s, seat), a.Step) {
					t.Fatalf("%s: %+v: %+v, %v", g.Name, l, a, err)
				}
				if a.Score <= 0 || a.Score >= 1 {
					t.Errorf("%s: %+v: it is sure of %v", g.Name, l, a.Score)
				}
			}
		})
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
