package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"reeve/hall"
	"reeve/hall/link"
	"reeve/hall/simulate"
	"reeve/hall/wire"
)

// node is a nats-server of the version that go.mod names, started with what `reeve-hall bus` prints.
type node struct {
	process
	listen string
}

// cluster starts so many of them, for the hall in a state folder.
func cluster(t *testing.T, state string, n int) (nodes []*node) {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "nats-server")
	if out, err := exec.Command("go", "build", "-o", program, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var listen, between []string
	for range n {
		listen, between = append(listen, "127.0.0.1:"+freePort(t)), append(between, "127.0.0.1:"+freePort(t))
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		args := []string{"bus", "--state", state, "--name", "node" + strconv.Itoa(i), "--listen", listen[i]}
		if n > 1 {
			args = append(args, "--cluster", strings.Join(append([]string{between[i]}, append(append([]string{}, between[:i]...), between[i+1:]...)...), ","))
		}
		cmd, out := rootCommand(), &bytes.Buffer{}
		cmd.SetArgs(args)
		cmd.SetOut(out)
		if err := cmd.Execute(); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, strconv.Itoa(i)+".conf")
		if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		each := &node{process{t: t, log: log, args: []string{program, "-c", file}}, listen[i]}
		each.start()
		t.Cleanup(each.kill)
		nodes = append(nodes, each)
	}
	return nodes
}

// soon waits until something is so that another goroutine makes so.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	end := time.After(4 * time.Minute)
	for tick := time.NewTicker(20 * time.Millisecond); !is(); {
		select {
		case <-tick.C:
		case <-end:
			t.Fatalf("never: %s", what)
		}
	}
}

// played is a simulated board with its link.
type played struct {
	*simulate.Board
	link *link.Link
	id   wire.ID
}

// playing is a simulated board on the link that a real one has.
func playing(t *testing.T, m *link.Member, o simulate.Options) played {
	t.Helper()
	o.Games = games()
	b, err := simulate.New(o)
	if err != nil {
		t.Fatal(err)
	}
	line, err := link.Call(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := link.New(m, link.Board{Games: o.Games, Record: b.Record, Session: b.Session, Version: version, Simulated: true})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{}, 2)
	go func() { b.Run(ctx); ended <- struct{}{} }()
	go func() { l.Run(ctx, line); ended <- struct{}{} }()
	t.Cleanup(func() { cancel(); <-ended; <-ended; line.Close() })
	return played{b, l, m.ID()}
}

// crowd are boards that have joined the hall, of one game after the other, each of 30 actions at most.
func (d *daemon) crowd(t *testing.T, n int, pace time.Duration) (boards []played) {
	t.Helper()
	for i := range n {
		boards = append(boards, playing(t, d.invited(t, "Table "+strconv.Itoa(i+1)), simulate.Options{Seed: uint64(i), Pace: pace, Most: 30}))
	}
	return boards
}

// whole waits until the hall has everything of all boards, which rest, and holds it to be right:
// every game that ended is verified, which plays it again and holds each line to the record.
func (d *daemon) whole(t *testing.T, boards []played, atLeast int) {
	t.Helper()
	for _, b := range boards {
		b.Rests.Store(true)
	}
	for _, b := range boards {
		soon(t, "all is told", func() bool { s := b.link.State(); return s.Here && s.Waiting == 0 })
	}
	verified, open := 0, 0
	soon(t, "all is verified", func() bool {
		all, err := d.store.Games("")
		if err != nil {
			t.Fatal(err)
		}
		verified, open = 0, 0
		for _, g := range all {
			switch g.State {
			case hall.Verified, hall.Shut: // what was hidden in some stays so
				verified++
			case hall.Going:
				open++
			case hall.Wrong:
				t.Fatalf("%s: %s", g.Name, g.Why)
			}
		}
		return verified+open == len(all) && open <= len(boards)
	})
	if verified < atLeast {
		t.Errorf("only %d games ended", verified)
	}
	t.Logf("%d games verified, %d go on", verified, open)
}

// A hall on a bus of somebody else's: a NATS server with what `reeve-hall bus` prints.
func TestAHallOnAnotherBus(t *testing.T) {
	state := filepath.Join(t.TempDir(), "hall")
	nodes := cluster(t, state, 1)
	d := opened(t, func(s *settings) { s.state, s.bus = state, []string{"nats://" + nodes[0].listen} })
	boards := d.crowd(t, 2, 5*time.Millisecond)
	soon(t, "a game has ended", func() bool { all, _ := d.store.Games(""); return len(all) > 4 })
	d.whole(t, boards, 1)
}

// A cluster of three whose nodes are killed with SIGKILL in turn, and come back: boards and
// hall go to another one, nothing is lost and nothing is there twice.
func TestLongAClusterLosesANode(t *testing.T) {
	state := filepath.Join(t.TempDir(), "hall")
	nodes := cluster(t, state, 3)
	d := opened(t, func(s *settings) {
		s.state = state
		for _, n := range nodes {
			s.bus = append(s.bus, "nats://"+n.listen)
		}
	})
	boards := d.crowd(t, 3, 20*time.Millisecond)
	for i := range 3 {
		n := nodes[i]
		before := d.lines(t)
		soon(t, "lines arrive", func() bool { return d.lines(t) > before+40 })
		n.kill()
		before = d.lines(t)
		soon(t, "lines arrive by the others", func() bool { return d.lines(t) > before+40 })
		n.start()
		t.Logf("node %d killed and back: %d lines", i, d.lines(t))
	}
	d.whole(t, boards, 3)
}

// lines are how many lines the hall has.
func (d *daemon) lines(t *testing.T) (n int) {
	t.Helper()
	all, err := d.store.Games("")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		n += g.Lines
	}
	return n
}
