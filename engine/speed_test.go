package engine

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"reeve/rules"
	"reeve/rules/catalog"
)

// cpu is the processor time that the tests have taken: how busy the machine is else
// does not matter.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// How fast search is: nodes a second of processor time, in positions after some random
// play, whose search is long enough.
func TestFigureNodesASecond(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			nodes, spent := 0, time.Duration(0)
			thinker := new(Thinker)
			for seed := range uint64(6) {
				asked := 0
				walk(t, g, nil, seed, 120, func(s rules.State, seat rules.Seat, history []string) {
					x, _ := rules.NewScratch(s)
					if _, plans := planOf(x, seat); plans || len(history) < 12 || len(history)%7 != 0 || asked == 3 {
						return
					}
					asked++
					begin := cpu()
					a, err := thinker.Think(tableAt(history, s, seat), Limits{Level: Levels, Nodes: 30000, Seed: 1})
					if err != nil {
						t.Fatal(err)
					}
					if a.Nodes > 1000 {
						nodes += a.Nodes
						spent += cpu() - begin
					}
				})
			}
			t.Logf("%s: %.2f million nodes a second of %d", g.Name, float64(nodes)/1e6/max(spent.Seconds(), 1e-9), nodes)
		})
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d MiB from the system", m.Sys>>20)
}

func planOf(x rules.Scratch, seat rules.Seat) (rules.Step, bool) {
	p, ok := x.(rules.Planner)
	if !ok {
		return rules.Step{}, false
	}
	return p.Plan(seat, func(int) int { return 0 })
}
