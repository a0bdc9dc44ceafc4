package engine

import (
	"fmt"
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
					a, err := thinker.Think(tableAt(history, s, seat), Limits{Nodes: 30000, Seed: 1})
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

// How long an answer takes, in processor time, by level, in positions of random games. A Pi Zero 2 W has about a tenth
// of the speed of the machine that is asked for: there levels 1 to 4 take half a second at most, and 8 three.
func TestFigureAnswerTimes(t *testing.T) {
	most := [Levels]time.Duration{50, 50, 50, 50, 300, 300, 300, 300} // ms
	for _, g := range catalog.Games() {
		line := "| " + g.Title + " |"
		for n := 1; n <= Levels; n++ {
			mean, longest := answerTimes(t, g, n)
			line += fmt.Sprintf(" %.1f (%d) |", float64(mean.Microseconds())/1000, longest.Milliseconds())
			if longest > most[n-1]*time.Millisecond {
				t.Errorf("%s: level %d takes %v, %d ms are allowed", g.Name, n, longest, most[n-1])
			}
		}
		t.Log(line)
	}
}

func answerTimes(t *testing.T, g *rules.Game, level int) (mean, longest time.Duration) {
	thinker, sum, asked := new(Thinker), time.Duration(0), 0
	for seed := range uint64(3) {
		walk(t, g, nil, seed, 120, func(s rules.State, seat rules.Seat, history []string) {
			if len(history)%11 != 5 || len(ownSteps(s, seat)) == 1 {
				return
			}
			begin := cpu()
			if _, err := thinker.Think(tableOf(t, s, seat, history), Limits{Level: level, Seed: 1}); err != nil {
				t.Fatal(err)
			}
			took := cpu() - begin
			sum, longest, asked = sum+took, max(longest, took), asked+1
		})
	}
	return sum / time.Duration(max(asked, 1)), longest
}

func planOf(x rules.Scratch, seat rules.Seat) (rules.Step, bool) {
	p, ok := x.(rules.Planner)
	if !ok {
		return rules.Step{}, false
	}
	return p.Plan(seat, func(int) int { return 0 })
}
