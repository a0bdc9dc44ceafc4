package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"
	"time"

	"reeve/hall"
)

// Programs that enter results are killed at any instant, two beside each other: what one has
// said to be done is there, nothing is there by half, and the tournament goes on.
func TestLongATournamentSurvivesKills(t *testing.T) {
	state, program := t.TempDir(), built(t, t.TempDir(), "reeve-hall")
	verb := func(args ...string) *exec.Cmd {
		return exec.Command(program, append([]string{"--state", state, "tournament"}, args...)...)
	}
	if out, err := verb("new", "Club", "--system", "hand").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	rnd, done, killed, span := rand.New(rand.NewPCG(26, 1)), 0, 0, 80*time.Millisecond
	enrol := func(k int, ended chan<- bool) {
		cmd := verb("enrol", "1", "-")
		in, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Error(err)
			ended <- false
			return
		}
		fmt.Fprintf(in, "Player %d\n", k)
		in.Close()
		stop := time.AfterFunc(time.Duration(rnd.Int64N(int64(span))), func() { cmd.Process.Kill() })
		go func() { ended <- cmd.Wait() == nil; stop.Stop() }()
	}
	for k := 0; k < 30 || done == 0 || killed == 0; k++ {
		switch { // whatever the machine takes for one
		case k > 0 && done == 0:
			span += span / 4
		case k >= 30:
			span /= 2
		}
		ended := make(chan bool)
		enrol(2*k, ended)
		enrol(2*k+1, ended)
		for range 2 {
			if <-ended {
				done++
			} else {
				killed++
			}
		}
	}
	if out, err := verb("enrol", "1", "/dev/null").CombinedOutput(); err == nil {
		t.Errorf("an empty list: %s", out)
	}
	if out, err := verb("show", "1").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	store, err := hall.Beside(state)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	tour, err := store.Tournament(1)
	history, bad := store.History(1)
	if err != nil || bad != nil {
		t.Fatal(err, bad)
	}
	if len(tour.Players) < done || len(history) != 1+len(tour.Players) {
		t.Errorf("%d said that they were done; there are %d players and %d entries", done, len(tour.Players), len(history))
	}
	for i, e := range history {
		if e.N != i+1 {
			t.Errorf("entry %d comes as number %d", e.N, i+1)
		}
	}
}
