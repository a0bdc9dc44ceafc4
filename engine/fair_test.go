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
func fair(t *testing.T, games int) {
	for _, g := range catalog.Games() {
		if !g.Hidden {
			continue
		}
		pairs, unlike := 0, 0
		for seed := range uint64(games) {
			r := rand.New(rand.NewPCG(seed, 11))
			walk(t, g, nil, seed, 90, func(s rules.State, seat rules.Seat, history []string) {
				if r.IntN(4) > 0 {
					return
				}
				other, err := tableOf(t, s, seat, history).Sample(r.IntN)
				if err != nil {
					t.Fatal(err)
				}
				a, b := told(t, s, seat, history), told(t, other, seat, history)
				if !bytes.Equal(a, b) {
					t.Fatalf("%s: told are\n%s\nand\n%s", g.Name, a, b)
				}
				if other != s {
					unlike++
				}
				if pairs++; pairs%10 > 0 {
					return
				}
				x, errX := Think(tableOf(t, s, seat, history), Limits{Level: Levels, Nodes: 200, Seed: 3})
				y, errY := Think(tableOf(t, other, seat, history), Limits{Level: Levels, Nodes: 200, Seed: 3})
				p, _ := json.Marshal([]any{x, errX})
				q, _ := json.Marshal([]any{y, errY})
				if !bytes.Equal(p, q) {
					t.Errorf("%s: answers are\n%s\nand\n%s", g.Name, p, q)
				}
			})
		}
		if unlike < 10 {
			t.Errorf("%s: only %d of %d pairs differed in what is hidden", g.Name, unlike, pairs)
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

func TestWhatIsHiddenChangesNoAnswer(t *testing.T) { fair(t, 1) }

func TestLongWhatIsHiddenChangesNoAnswer(t *testing.T) { fair(t, 300) }
