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

	"github.com/nats-io/nats-server/v2/server"

	"reeve/archive"
	"reeve/cli/clitest"
	"reeve/hall"
	"reeve/hall/link"
	"reeve/hall/simulate"
	"reeve/hall/wire"
	"reeve/rules"
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
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	listen, files := configured(t, state, n)
	for i := range n {
		each := &node{process{t: t, log: log, args: []string{program, "-c", files[i]}}, listen[i]}
		each.start()
		t.Cleanup(each.kill)
		nodes = append(nodes, each)
	}
	return nodes
}

// configured are files with what `reeve-hall bus` prints for so many nodes, and where these listen.
func configured(t *testing.T, state string, n int) (listen, files []string) {
	t.Helper()
	dir := t.TempDir()
	var between []string
	for range n {
		listen, between = append(listen, "127.0.0.1:"+clitest.FreePort(t)), append(between, "127.0.0.1:"+clitest.FreePort(t))
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
		files = append(files, filepath.Join(dir, strconv.Itoa(i)+".conf"))
		if err := os.WriteFile(files[i], out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return listen, files
}

// patience is how long a test waits for what must come: longer than any machine takes, however busy.
const patience = 10 * time.Minute

// soon waits until something is so that another goroutine makes so.
func soon(t *testing.T, what string, is func() bool) {
	t.Helper()
	end := time.After(patience)
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

// crowd are boards that have joined the hall, of one game after the other, each of 8 actions at most: a hall verifies what has ended.
func (d *daemon) crowd(t *testing.T, n int, pace time.Duration) (boards []played) {
	t.Helper()
	for i := range n {
		boards = append(boards, playing(t, d.invited(t, "Table "+strconv.Itoa(i+1)), simulate.Options{Seed: uint64(i), Pace: pace, Most: 8}))
	}
	return boards
}

// whole waits until the hall has everything of all boards, which rest, and holds it to be right:
// every game that ended is verified, which plays it again and holds each line to the record.
func (d *daemon) whole(t *testing.T, boards []played, atLeast int) {
	t.Helper()
	for _, b := range boards {
		b.Rest()
	}
	missing, verified := 0, 0
	soon(t, "the hall has everything", func() bool {
		missing, verified = behind(t, d.store, boards)
		return missing == 0
	})
	if verified < atLeast {
		t.Errorf("only %d games ended", verified)
	}
	t.Logf("%d games verified", verified)
}

// behind says how many games in the records of the boards the hall has not whole, and how many it has and has
// verified. A link is not asked: what it has not yet read it does not know to be missing.
func behind(t *testing.T, s *hall.Store, boards []played) (missing, verified int) {
	t.Helper()
	list, err := s.Games("")
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		board  wire.ID
		number int64
	}
	has := map[key]hall.Game{}
	for _, g := range list {
		if has[key{g.Board, g.Number}] = g; g.State == hall.Wrong {
			t.Fatalf("%s: %s", g.Name, g.Why)
		}
	}
	for _, b := range boards {
		for id := int64(1); id <= b.Record.Last(); id++ {
			g, there := has[key{b.id, id}]
			lines, ended := public(t, b.Record, id)
			switch {
			case !there, ended && g.State != hall.Verified && g.State != hall.Shut, !ended && g.Lines != lines: // what was hidden in some stays so
				missing++
			case ended:
				verified++
			}
		}
	}
	return missing, verified
}

// public is how many lines behind its head everybody may know of a game, and whether it has ended.
func public(t *testing.T, r *simulate.Record, id int64) (lines int, ended bool) {
	t.Helper()
	h, err := r.Header(id)
	if err != nil {
		t.Fatal(err)
	}
	events, err := r.Tail(id, 0, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(events); n > 0 && events[n-1].Kind == archive.End {
		return 0, true // the hall has verified it, or not
	}
	g, err := rules.Find(games(), h.Game)
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Start(h.Options)
	if err != nil {
		t.Fatal(err)
	}
	h.Seats = archive.SeatsOf(start)
	seen, err := archive.Visible(games(), h, events, rules.Table)
	if err != nil {
		t.Fatal(err)
	}
	return len(seen.Events), false
}

// A hall on a bus of somebody else's: a NATS server, in this process, with what `reeve-hall bus` prints.
func TestAHallOnAnotherBus(t *testing.T) {
	state := filepath.Join(t.TempDir(), "hall")
	listen, files := configured(t, state, 1)
	options, err := server.ProcessConfigFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	options.NoSigs, options.NoLog = true, true
	node, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	go node.Start()
	t.Cleanup(func() { node.Shutdown(); node.WaitForShutdown() })
	d := opened(t, func(s *settings) { s.state, s.bus = state, []string{"nats://" + listen[0]} })
	boards := d.crowd(t, 2, 5*time.Millisecond)
	soon(t, "a game has ended", func() bool { all, _ := d.store.Games(""); return len(all) > 2 })
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
