package engine

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// Positions that a seat cannot tell apart are answered alike, byte for byte: for each
// decision another position is drawn that has the same view, with other hidden parts,
// and both are asked about as the daemon asks.
func fair(t *testing.T, pairs int) {
	for _, g := range catalog.Games() {
		if !g.Hidden {
			continue
		}
		asked := 0
		one, two := new(Thinker), new(Thinker)
		for seed := uint64(0); asked < pairs; seed++ {
			r := rand.New(rand.NewPCG(seed, 11))
			walk(t, g, nil, seed, 90, func(s rules.State, seat rules.Seat, history []string) {
				if asked >= pairs || r.IntN(4) > 0 {
					return
				}
				other, err := tableOf(t, s, seat, history).Sample(r.IntN)
				if err != nil {
					t.Fatal(err)
				}
				if other == s {
					return
				}
				a, b := told(t, s, seat, history), told(t, other, seat, history)
				if !bytes.Equal(a, b) {
					t.Fatalf("%s: told are\n%s\nand\n%s", g.Name, a, b)
				}
				asked++
				x, errX := one.Think(tableOf(t, s, seat, history), Limits{Nodes: 50, Seed: 3})
				y, errY := two.Think(tableOf(t, other, seat, history), Limits{Nodes: 50, Seed: 3})
				p, _ := json.Marshal([]any{x, errX})
				q, _ := json.Marshal([]any{y, errY})
				if !bytes.Equal(p, q) {
					t.Fatalf("%s: answers are\n%s\nand\n%s", g.Name, p, q)
				}
			})
		}
	}
}

func told(t *testing.T, s rules.State, seat rules.Seat, history []string) []byte {
	t.Helper()
	line, err := PositionLine(s, seat, history)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(line)
}

func TestWhatIsHiddenChangesNoAnswer(t *testing.T) { fair(t, 30) }

func TestHoursWhatIsHiddenChangesNoAnswer(t *testing.T) { fair(t, 10_000) }

// Who is shown the true position plays better than who is not, so the fair player
// really does not know it.
func TestHoursKnowingTheTruthHelps(t *testing.T) {
	for name, games := range map[string]int{"dungeonchess": 400} {
		g, err := rules.Find(catalog.Games(), name)
		if err != nil {
			t.Fatal(err)
		}
		m := Match{Game: g, Players: [2]string{"nodes:600", "nodes:600"}, Games: games, Opening: 6, Seed: 9, sees: true}
		score, err := m.Play()
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: who knows has %.1f %% (%.3f)", name, 100*score.Rate, score.Interval)
		if score.Interval[0] <= 0.5 {
			t.Errorf("%s: who knows the truth has %.1f %% of %d games (%.3f)", name, 100*score.Rate, games, score.Interval)
		}
	}
}
