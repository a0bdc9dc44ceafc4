package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"reeve/board"
	"reeve/engine"
	"reeve/opponent"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/sensors"
)

// scanCount is hardware that counts its scans, and feels nothing.
type scanCount struct{ scans atomic.Int64 }

func (c *scanCount) Scan([]uint64) error { c.scans.Add(1); return nil }

// leaves reports whether scans come as often beside something as alone, but for a tenth.
func leaves(beside, alone int64) bool { return beside*10 >= alone*9 }

// scansBeside is how many scans there are while work is done, and while nothing is, in so many turns at most, until the scans
// are left alone: however busy the machine is else, it is so for both in the end. What takes the scans away does so in every turn.
func scansBeside(t *testing.T, turns int, work func(context.Context)) (beside, alone int64) {
	wiring, err := sensors.NewWiring([]board.Square{0})
	if err != nil {
		t.Fatal(err)
	}
	hardware := &scanCount{}
	ctx, stop := context.WithCancel(t.Context())
	var loop sync.WaitGroup
	loop.Go(func() { sensors.Run(ctx, hardware, wiring, buttonsOnlySink{func(error) {}}, sensors.Options{}) })
	defer func() { stop(); loop.Wait() }()
	during := func(work func(context.Context)) int64 {
		ctx, end := context.WithTimeout(ctx, time.Second/4)
		defer end()
		before := hardware.scans.Load()
		work(ctx)
		return hardware.scans.Load() - before
	}
	for turn := 0; turn < turns && (turn < 4 || !leaves(beside, alone)); turn++ {
		alone += during(func(ctx context.Context) { <-ctx.Done() })
		beside += during(work)
	}
	return beside, alone
}

// A child that takes all the processor it can get leaves the scans of the board what they have without it. In the
// daemon's own process the same work takes them away: so the first is no luck of the machine.
func TestLongScansGoOnBesideAGreedyEngine(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as on the smallest Pi
	greedy := opponent.Engine{Command: []string{"/bin/sh", "-c", "for i in 1 2 3 4; do while :; do :; done & done; wait"}}
	beside, alone := scansBeside(t, 24, func(ctx context.Context) {
		_, _ = opponent.Analyse(ctx, greedy, opponent.Limits{}, nil, func(int, int) {}) // until it is told to stop
	})
	t.Logf("beside a child %d scans of %d", beside, alone)
	if !leaves(beside, alone) {
		t.Errorf("beside a child there are %d scans of %d", beside, alone)
	}
	within, alone := scansBeside(t, 4, func(ctx context.Context) {
		var work sync.WaitGroup
		for range 4 {
			work.Go(func() {
				for ctx.Err() == nil {
				}
			})
		}
		work.Wait()
	})
	t.Logf("beside the same work in this process %d scans of %d", within, alone)
	if within*10 > alone*8 {
		t.Errorf("beside work in this process there are %d scans of %d: the test cannot tell", within, alone)
	}
}

// The computer player at its best fills no more than 64 MiB in any game: 96 are allowed to it.
func TestLongTheEngineFitsInItsMemory(t *testing.T) {
	self, err := exec.LookPath("reeve") // the test's own binary
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range catalog.Games() {
		cmd := exec.Command(self, "engine")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		answers := bufio.NewScanner(out)
		for _, question := range asked(t, g, 1) {
			fmt.Fprintln(in, question)
			for answers.Scan() && !strings.HasPrefix(answers.Text(), "bestaction ") {
			}
		}
		filled := mostMemory(t, cmd.Process.Pid)
		in.Close()
		if err := cmd.Wait(); err != nil || !strings.HasPrefix(answers.Text(), "bestaction ") {
			t.Fatalf("%s: %v, last %s", g.Name, err, answers.Text())
		}
		t.Logf("%s: %d MiB", g.Name, filled>>10)
		if filled > 64<<10 {
			t.Errorf("%s: the engine fills %d MiB", g.Name, filled>>10)
		}
	}
}

// mostMemory is the most memory that a process has filled so far, in KiB. What getrusage(2) says of a child counts the test
// it came from, too.
func mostMemory(t *testing.T, pid int) (kib int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, most, _ := strings.Cut(string(status), "VmHWM:")
	if _, scan := fmt.Sscan(most, &kib); err != nil || scan != nil {
		t.Fatal(err, scan)
	}
	return kib
}

// asked are so many questions about positions of a random game.
func asked(t *testing.T, g *rules.Game, count int) (list []string) {
	t.Helper()
	s, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	random, known := rand.New(rand.NewPCG(1, 2)), map[rules.Seat][]string{}
	for played := 0; len(list) < count; played++ {
		seats := s.ToAct() & s.Seated()
		if seat := seats.All(); len(seat) > 0 && played >= 40 && len(s.Legal(nil)) > 4 {
			line, err := engine.PositionLine(s, seat[0], known[seat[0]])
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, line+"\ngo")
		}
		legal := s.Legal(nil)
		step := legal[random.IntN(len(legal))]
		for _, seat := range s.Seated().All() {
			if rules.Sees(s, step, seat) {
				known[seat] = append(known[seat], s.Text(step))
			}
		}
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	return list
}
