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

	"reeve/cli/clitest"
	"reeve/hall"
	"reeve/hall/link"
	"reeve/hall/wire"
)

// hallProcess is a hall in a process of its own, whose work can be weighed, on its own bus or on one of several nodes.
func hallProcess(t *testing.T, nodes int) (p *process, base, state string) {
	t.Helper()
	dir := t.TempDir()
	pages, state := clitest.FreePort(t), filepath.Join(dir, "hall")
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{built(t, dir, "reeve-hall"), "--state", state, "--listen", "127.0.0.1:" + pages, "--bus-listen", "127.0.0.1:" + clitest.FreePort(t)}
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

// joined are boards on the link that real ones have, on which games are played again.
func joined(t *testing.T, base, state string, n int) (boards []*replay) {
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
	boards = make([]*replay, n)
	reels := reels(t)
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
				boards[i] = replays(t, m, reels[i%len(reels)])
			}
		})
	}
	if group.Wait(); t.Failed() {
		t.FailNow()
	}
	return boards
}

// there waits until the hall knows all boards.
func there(t *testing.T, boards []*replay) {
	t.Helper()
	soon(t, "all are there", func() bool {
		return !slices.ContainsFunc(boards, func(b *replay) bool { return b.link.State().Heard.IsZero() })
	})
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

// paced has boards act in turn, each once in a while, for so long; of how many actions that makes the first one is
// left to whoever measures.
func paced(boards []*replay, each, long time.Duration) (actions int, took float64) {
	began := time.Now()
	for ; time.Since(began) < long; actions++ {
		<-time.After(time.Until(began.Add(time.Duration(actions) * each / time.Duration(len(boards)))))
		boards[actions%len(boards)].step()
	}
	return actions, time.Since(began).Seconds()
}

// How much work many boards and viewers are, and how long a step and a call take to a page, while all boards play on.
// BOARDS, VIEWERS, PACE (ms between two actions of a board) and SECONDS say how many and how long.
func TestFigureHall(t *testing.T) {
	n, viewers := number("BOARDS", 1000), number("VIEWERS", 2000)
	p, base, state := hallProcess(t, 0)
	boards := joined(t, base, state, n+1)
	var told atomic.Int64
	for i := range viewers {
		go watches(t, base, "as=spectator&size=24&page="+strconv.Itoa(i%max(n/24, 1)), &told)
	}
	there(t, boards)
	t.Logf("load beside this: %s", load())
	before, _ := p.work()
	pace := time.Duration(number("PACE", 1000)) * time.Millisecond
	actions, took := paced(boards[1:], pace, time.Duration(number("SECONDS", 30))*time.Second)
	after, memory := p.work()
	t.Logf("%d boards, %d viewers, %.0f s: %.1f actions a second; the hall takes %.2f cores and at most %d MB, and tells viewers %.1f MB a second",
		n, viewers, took, float64(actions)/took, (after-before).Seconds()/took, memory, float64(told.Load())/took/1e6)
	playOn(t, boards[1:], pace)
	t.Logf("sealed step to a spectator's page: %s", seen(t, base, boards[0]))
	t.Logf("call to the arbiter's page: %s", calls(t, base, boards))
	t.Logf("load: %s", load())
}

// playOn has boards act on until the test is over.
func playOn(t *testing.T, boards []*replay, each time.Duration) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for t.Context().Err() == nil {
			paced(boards, each, time.Second)
		}
	}()
	t.Cleanup(func() { <-ended })
}

// load is how many want the processor, on the average of a minute.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	one, _, _ := strings.Cut(string(text), " ")
	return fmt.Sprintf("%s on %d cores", one, runtime.NumCPU())
}

// How it is with very many boards that think long, on three nodes: nothing is lost, and a step is soon seen.
func TestFigureCluster(t *testing.T) {
	n := number("BOARDS", 10_000)
	began := time.Now()
	p, base, state := hallProcess(t, 3)
	boards := joined(t, base, state, n+1)
	there(t, boards)
	t.Logf("%d boards are there after %s", n, time.Since(began).Round(time.Second))
	before, _ := p.work()
	actions, took := paced(boards[1:], 10*time.Second, time.Duration(number("SECONDS", 30))*time.Second)
	after, memory := p.work()
	t.Logf("%d boards on three nodes, %.0f s: %.1f actions a second; the hall takes %.2f cores and at most %d MB", n, took, float64(actions)/took, (after-before).Seconds()/took, memory)
	t.Logf("sealed step to a spectator's page: %s", seen(t, base, boards[0]))
	lines := allTold(t, state, boards)
	t.Logf("%d lines are there, none is missing, doubled or out of order; load: %s", lines, load())
}

// allTold waits until the hall has everything of all boards, and says how many lines that is.
func allTold(t *testing.T, state string, boards []*replay) (lines int) {
	t.Helper()
	store, err := hall.Beside(state)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var all []played
	for _, b := range boards {
		all = append(all, b.played)
	}
	soon(t, "all is told", func() bool { missing, _ := behind(t, store, all); return missing == 0 })
	list, err := store.Games("")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		lines += g.Lines
	}
	return lines
}

var steps = regexp.MustCompile(`"steps":(\d+)`)

// seen has a board act, and says how long it takes until a spectator is shown it.
func seen(t *testing.T, base string, b *replay) string {
	t.Helper()
	r, err := http.Get(base + "/api/events?as=spectator&board=" + string(b.id))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	defer time.AfterFunc(time.Minute, func() { r.Body.Close() }).Stop() // a hall that has more to do than it can says so by how few there are
	lines := bufio.NewReaderSize(r.Body, 1<<20)
	var took []time.Duration
	for was := -1; len(took) < number("STEPS", 100); {
		began, length := time.Now(), b.step()
		for shown := was; shown != length; {
			text, err := lines.ReadString('\n')
			if err != nil && len(took) > 0 {
				return middle(took)
			}
			if err != nil {
				t.Fatal(err)
			}
			if m := steps.FindStringSubmatch(text); m != nil {
				shown, _ = strconv.Atoi(m[1])
			}
		}
		if length != was {
			took = append(took, time.Since(began))
		}
		was = length
		<-time.After(300 * time.Millisecond) // a table is told four times a second at most
	}
	return middle(took)
}

// middle says how long something took.
func middle(took []time.Duration) string {
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
func calls(t *testing.T, base string, boards []*replay) string {
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

// How long it takes until boards have told what they did while the hall was away. BOARDS and STEPS say how many, and how much.
func TestFigureBacklog(t *testing.T) {
	n, steps := number("BOARDS", 100), number("STEPS", 500)
	p, base, state := hallProcess(t, 0)
	boards := joined(t, base, state, n)
	there(t, boards)
	p.kill()
	for _, b := range boards {
		for range steps {
			b.step()
		}
	}
	began := time.Now()
	p.start()
	p.listens()
	up := time.Since(began)
	lines := allTold(t, state, boards)
	work, memory := p.work()
	if took := time.Since(began); n*steps == 100*500 && took > 30*time.Second {
		t.Errorf("what 100 boards did in 500 actions is told after %s, not within 30 s", took)
	}
	t.Logf("%d boards with %d actions each: all %d lines are told and verified %s after the hall's start (%s of that until it listens); it took %s of a core and at most %d MB; load: %s",
		n, steps, lines, time.Since(began).Round(100*time.Millisecond), up.Round(100*time.Millisecond), work.Round(100*time.Millisecond), memory, load())
}
