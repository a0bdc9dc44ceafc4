package engine

import (
	"runtime"
	"testing"
	"time"

	"reeve/rules"
	"reeve/rules/catalog"
)

// How fast search is: nodes a second, in positions after some random play. And how
// long a fresh player takes for its first action.
func TestFigureNodesASecond(t *testing.T) {
	for _, g := range catalog.Games() {
		nodes, spent := 0, time.Duration(0)
		walk(t, g, nil, 1, 60, func(s rules.State, seat rules.Seat, history []string) {
			if len(history) < 20 {
				return
			}
			begin := time.Now()
			a, err := Think(tableAt(history, s, seat), Limits{Level: Levels, Nodes: 30000, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			if a.Nodes > 1 {
				nodes += a.Nodes
				spent += time.Since(begin)
			}
		})
		t.Logf("%s: %.2f million nodes a second", g.Name, float64(nodes)/1e6/max(spent.Seconds(), 1e-9))
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d MiB from the system", m.Sys>>20)
}
