package rulestest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"reeve/rules"
)

// update is defined here for all games' tests: go test ./rules/… -update.
var update = flag.Bool("update", false, "write the golden playthroughs anew")

// goldenSteps is how long a playthrough is before a draw is agreed.
const goldenSteps = 300

// Golden compares the random game of seed with testdata/SEED.golden: every
// step with its effects and its sentence, every 25th position and the last. Run
// with -update it writes the file.
func Golden(t *testing.T, g *rules.Game, given map[string]any, seed uint64) {
	t.Helper()
	got, err := playthrough(g, given, seed)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("testdata", fmt.Sprintf("%d.golden", seed))
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if line, same := firstDifference(got, want); !same {
		t.Errorf("%s:%d: the game plays otherwise now; if that is meant, run with -update", name, line)
	}
}

// firstDifference returns the number of the first line that differs.
func firstDifference(a, b []byte) (line int, same bool) {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range x {
		if i >= len(y) || !bytes.Equal(x[i], y[i]) {
			return i + 1, false
		}
	}
	return len(x) + 1, len(x) == len(y)
}

func playthrough(g *rules.Game, given map[string]any, seed uint64) ([]byte, error) {
	s, err := g.Start(given)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	r := rand.New(rand.NewPCG(seed, 0))
	for n := 0; ; n++ {
		legal := s.Legal(nil)
		if n%25 == 0 || len(legal) == 0 {
			text, err := viewText(s, rules.Full)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, "%s\n", text)
		}
		if len(legal) == 0 {
			return out.Bytes(), nil
		}
		step := legal[r.IntN(len(legal))]
		if n == goldenSteps {
			step = rules.Draw()
		}
		if s, err = tellStep(&out, s, step); err != nil {
			return nil, err
		}
	}
}

// tellStep writes one step with what it does and says, and applies it.
func tellStep(out *bytes.Buffer, s rules.State, step rules.Step) (rules.State, error) {
	next, fx, err := s.Apply(step, nil)
	if err != nil {
		return nil, err
	}
	told := s.Tell(step)
	args, err := json.Marshal(told.Args)
	fmt.Fprintf(out, "%s: %s | %s %s |", s.Game().SeatName(step.By), s.Text(step), told.Key, args)
	top := s.Topology()
	for _, e := range fx {
		fmt.Fprintf(out, " %s", effectText(e, top.Name(e.From), top.Name(e.To)))
	}
	out.WriteByte('\n')
	return next, err
}

func effectText(e rules.Effect, from, to string) string {
	switch e.Kind {
	case rules.EffectMoved:
		return "moved " + from + " " + to
	case rules.EffectRemoved:
		return "removed " + from
	case rules.EffectEntered:
		return "entered " + to
	case rules.EffectThrown:
		return fmt.Sprintf("thrown %s %d", from, e.N)
	case rules.EffectLoss:
		return fmt.Sprintf("loss %s %d", from, e.N)
	}
	return "over"
}
