package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"reeve/hall"
	"reeve/hall/link"
	"reeve/hall/simulate"
	"reeve/hall/wire"
	"reeve/referee"
	"reeve/rules"
)

// hallProcess is a hall in a process of its own, whose work can be weighed, on its own bus or on one of several nodes.
func hallProcess(t *testing.T, nodes int) (p *process, base, state string) {
	t.Helper()
	dir := t.TempDir()
	pages, state := freePort(t), filepath.Join(dir, "hall")
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{built(t, dir, "reeve-hall"), "--state", state, "--listen", "127.0.0.1:" + pages, "--bus-listen", "127.0.0.1:" + freePort(t)}
	if nodes > 0 {
		for _, n := range cluster(t, state, nodes) {
			args = append(args, "--bus", "nats://"+n.listen)
		}
	}
	p = &process{t: t, log: log, args: args}
	p.start()
	t.Cleanup(p.kill)
	base = "http://127.0.0.1:" + pages
	p.listens()
	return p, base, state
}

// work is the processor time that a process has taken, and the most memory that it had.
func (p *process) work() (cpu time.Duration, memoryMB int) {
	p.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	f := strings.Fields(rest)
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	_, most, _ := strings.Cut(string(status), "VmHWM:")
	kb, _ := strconv.Atoi(strings.Fields(most)[0])
	return time.Duration(user+system) * 10 * time.Millisecond, kb / 1024
}

// joined are boards on the link that real ones have. play has each play on its own.
func joined(t *testing.T, base, state string, n int, pace time.Duration) (boards []played) {
	t.Helper()
	store, err := hall.Beside(state)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	key, err := store.Key()
	if err != nil {
		t.Fatal(err)
	}
	boards = make([]played, n)
	folder := t.TempDir()
	var group sync.WaitGroup
	for w := range 16 { // they wait for disks, most of the time
		group.Go(func() {
			for i := w; i < n; i += 16 {
				token, err := store.Invite("Table "+strconv.Itoa(i+1), time.Now())
				state := filepath.Join(folder, strconv.Itoa(i))
				if err == nil {
					err = os.Mkdir(state, 0o700)
				}
				var m *link.Member
				if err == nil {
					m, err = link.Joined(t.Context(), state, wire.Invitation{Base: base, Hall: hall.ID(key), Token: token}.String(), 1)
				}
				if err != nil {
					t.Error(err)
					return
				}
				boards[i] = playing(t, m, simulate.Options{Seed: uint64(i), Pace: pace})
				boards[i].Rests.Store(true) // until all are there
			}
		})
	}
	if group.Wait(); t.Failed() {
		t.FailNow()
	}
	return boards
}

// there waits until the hall knows all boards, and has them play.
func there(t *testing.T, boards []played) {
	t.Helper()
	soon(t, "all are there", func() bool {
		return !slices.ContainsFunc(boards, func(b played) bool { return b.link.State().Heard.IsZero() })
	})
	for _, b := range boards {
		b.Rests.Store(false)
	}
}

// watches follows the hall's cards as a page does, and counts the bytes.
func watches(t *testing.T, base, query string, bytes *atomic.Int64) {
	line, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Error(err)
		return
	}
	defer line.Close()
	fmt.Fprintf(line, "GET /api/events?%s HTTP/1.1\r\nHost: localhost\r\n\r\n", query)
	go func() { <-t.Context().Done(); line.Close() }()
	for buffer := make([]byte, 16<<10); ; {
		n, err := line.Read(buffer)
		if bytes.Add(int64(n)); err != nil {
			return
		}
	}
}

// How much work many boards and viewers are, and how long a call takes to an arbiter's page.
// BOARDS and VIEWERS say how many.
func TestFigureHall(t *testing.T) {
	n, viewers := number("BOARDS", 1000), number("VIEWERS", 2000)
	p, base, state := hallProcess(t, 0)
	boards := joined(t, base, state, n, time.Second)
	var told atomic.Int64
	for i := range viewers {
		go watches(t, base, "as=spectator&size=24&page="+strconv.Itoa(i%max(n/24, 1)), &told)
	}
	there(t, boards)
	before, _ := p.work()
	acted, began := acts(boards), time.Now()
	<-time.After(time.Duration(number("SECONDS", 30)) * time.Second) // what is measured
	took := time.Since(began).Seconds()
	after, memory := p.work()
	t.Logf("%d boards, %d viewers, %.0f s: %.1f actions a second; the hall takes %.2f cores and at most %d MB, and tells viewers %.1f MB a second",
		n, viewers, took, float64(acts(boards)-acted)/took, (after-before).Seconds()/took, memory, float64(told.Load())/took/1e6)
	t.Logf("sealed step to a spectator's page: %s", seen(t, base, boards[0]))
	t.Logf("call to the arbiter's page: %s", calls(t, base, boards))
	runtime.KeepAlive(p)
}

// How it is with very many boards that think long, on three nodes: nothing is lost, and a step is soon seen.
func TestFigureCluster(t *testing.T) {
	n := number("BOARDS", 10_000)
	began := time.Now()
	p, base, state := hallProcess(t, 3)
	boards := joined(t, base, state, n, 10*time.Second)
	there(t, boards)
	t.Logf("%d boards are there after %s", n, time.Since(began).Round(time.Second))
	before, _ := p.work()
	acted, began := acts(boards), time.Now()
	<-time.After(time.Duration(number("SECONDS", 30)) * time.Second) // what is measured
	took := time.Since(began).Seconds()
	after, memory := p.work()
	t.Logf("%d boards on three nodes, %.0f s: %.1f actions a second; the hall takes %.2f cores and at most %d MB", n, took, float64(acts(boards)-acted)/took, (after-before).Seconds()/took, memory)
	t.Logf("sealed step to a spectator's page: %s", seen(t, base, boards[0]))
	for _, b := range boards {
		b.Rest()
	}
	store, err := hall.Beside(state)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	soon(t, "all is told", func() bool { missing, _ := behind(t, store, boards); return missing == 0 })
	all, err := store.Games("")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, g := range all {
		lines += g.Lines
	}
	t.Logf("%d lines are there, none is missing, doubled or out of order", lines)
}

var steps = regexp.MustCompile(`"steps":(\d+)`)

// seen has a board act, and says how long it takes until a spectator is shown it.
func seen(t *testing.T, base string, b played) string {
	t.Helper()
	b.Rests.Store(true)
	r, err := http.Get(base + "/api/events?as=spectator&board=" + string(b.id))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	lines := bufio.NewReaderSize(r.Body, 1<<20)
	var took []time.Duration
	for len(took) < number("STEPS", 100) {
		before := b.Session.Table(rules.Table)
		b.Step(t.Context())
		after, began := b.Session.Table(rules.Table), time.Now()
		if after.Length <= before.Length || after.Status == referee.StatusOver {
			continue
		}
		for shown := -1; shown < after.Length; {
			text, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if m := steps.FindStringSubmatch(text); m != nil {
				shown, _ = strconv.Atoi(m[1])
			}
		}
		took = append(took, time.Since(began))
		<-time.After(300 * time.Millisecond) // a table is told four times a second at most
	}
	slices.Sort(took)
	return fmt.Sprintf("median %s, 99 of 100 within %s, of %d", took[len(took)/2].Round(time.Millisecond), took[(len(took)*99-1)/100].Round(time.Millisecond), len(took))
}

func acts(boards []played) (n uint64) {
	for _, b := range boards {
		n += b.Acted.Load()
	}
	return n
}

func number(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// calls has boards call one after the other, and says how long each took to be told.
func calls(t *testing.T, base string, boards []played) string {
	r, err := http.Get(base + "/api/events?size=24")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	lines := bufio.NewReaderSize(r.Body, 1<<20)
	until := func(calling bool) {
		for {
			text, err := lines.ReadSlice('\n')
			if err != nil && err != bufio.ErrBufferFull {
				t.Fatal(err)
			}
			if want := []byte(`"calls":1,`); bytes.HasPrefix(text, []byte("data:")) && bytes.Contains(text, []byte(`"count"`)) && bytes.Contains(text, want) == calling {
				return
			}
		}
	}
	var took []time.Duration
	for i := range 40 {
		began := time.Now()
		boards[i%len(boards)].link.Ring("white", true)
		until(true)
		took = append(took, time.Since(began))
		boards[i%len(boards)].link.Ring("white", false)
		until(false)
	}
	slices.Sort(took)
	return fmt.Sprintf("median %s, at most %s of %d", took[len(took)/2].Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond), len(took))
}

// How long it takes until boards have told what they did while the hall was away.
func TestFigureBacklog(t *testing.T) {
	n, steps := number("BOARDS", 100), uint64(500)
	p, base, state := hallProcess(t, 0)
	boards := joined(t, base, state, n, 10*time.Millisecond)
	there(t, boards)
	p.kill()
	for _, b := range boards {
		before := b.Acted.Load()
		soon(t, "a backlog", func() bool { return b.Acted.Load() >= before+steps })
		b.Rests.Store(true)
	}
	p.start()
	p.listens()
	began := time.Now()
	before := acts(boards)
	soon(t, "all is told", func() bool {
		return !slices.ContainsFunc(boards, func(b played) bool { s := b.link.State(); return !s.Here || s.Waiting > 0 || s.Heard.Before(began) })
	})
	t.Logf("%d boards with %d actions each, at least: all is told %s after the hall is back (%d actions in all)", n, steps, time.Since(began).Round(100*time.Millisecond), before)
}
