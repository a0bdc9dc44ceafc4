package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"reeve/bus"
	"reeve/bus/embed"
	"reeve/cli/clitest"
	"reeve/hall"
	"reeve/hall/link"
	"reeve/hall/wire"
)

// fault is what becomes of a hall, and how it is mended.
type fault struct {
	name   string
	begin  func()
	end    func()
	silent bool // the hall takes nothing in meanwhile
}

// Whatever becomes of its hall, a board plays on: it takes what is played, a touch is light as soon as on a
// board without a hall that is touched in turn with it, and once the hall is well it has everything, in order and
// once. Board and hall are the real programs.
func TestLongABoardPlaysOnWhateverBecomesOfItsHall(t *testing.T) {
	besideFaults(t, 12, 24, 2.5) // with much else to do a machine is unjust by chance; who waits for a hall waits for seconds
}

// The same to five in a hundred; and after all of it the board has at most 4 MB more than one without a hall.
func TestFigureTouchToLightBesideAHall(t *testing.T) {
	b := besideFaults(t, 100, 400, 1.05)
	_, with := b.with.work()
	_, without := b.alone.work()
	if t.Logf("the board has had at most %d MB, one without a hall %d MB", with, without); with > without+4 {
		t.Error("a hall takes more than 4 MB of a board's memory")
	}
}

// besideFaults holds a board to that with at least and at most so many touches for each fault.
func besideFaults(t *testing.T, least, most int, limit float64) *beside {
	b := besides(t)
	expired, good, authority := certified(t)
	b.seat(t, authority)
	pid := func() int { return b.hall.cmd.Process.Pid }
	mad := b.mad(t)
	stop := func() {}
	for _, f := range []fault{
		{"away", func() { b.hall.kill() }, func() { b.hall.start(); b.hall.listens() }, true},
		{"in a black hole", func() { b.front.set(way{hole: true}, false) }, func() { b.front.set(way{}, true) }, true},
		{"slow", func() { b.front.set(way{most: 200, pause: 100 * time.Millisecond}, false) }, func() { b.front.set(way{}, true) }, false},
		{"stopped", func() { unix.Kill(pid(), unix.SIGSTOP) }, func() { unix.Kill(pid(), unix.SIGCONT) }, true},
		{"flooding", func() { stop = mad.floods() }, func() { stop() }, false},
		{"lying", func() { stop = mad.lies(mad.falsely) }, func() { stop() }, false},
		{"with a wrong clock", func() { stop = mad.lies(mad.untimely) }, func() { stop() }, false},
		{"with a full disk", func() { fileLimit(t, pid(), 1) }, func() { fileLimit(t, pid(), unix.RLIM_INFINITY) }, true},
		{"with a certificate that has run out", func() { b.front.set(way{secure: expired}, true) }, func() { b.front.set(way{secure: good}, true) }, true},
	} {
		had := b.lines()
		f.begin()
		for range 4 {
			b.play(t)
		}
		worked := [2]time.Duration{b.with.ran(), b.alone.ran()}
		low, ratio, high, pairs := b.touched(t, least, most, limit)
		each := func(w *wooden, since time.Duration) time.Duration {
			return ((w.ran() - since) / time.Duration(pairs)).Round(time.Microsecond)
		}
		t.Logf("hall %s: the board takes %s of a core a touch, one without a hall %s", f.name, each(b.with, worked[0]), each(b.alone, worked[1]))
		t.Logf("hall %s: touch to light %.3f of that on a board without a hall (%.3f to %.3f, %d touches on each)", f.name, ratio, low, high, pairs)
		if low > limit { // beyond chance
			t.Errorf("hall %s: touch to light is more than %.2f of that on a board without a hall", f.name, limit)
		}
		if f.silent && b.lines() != had {
			t.Errorf("hall %s: it has taken lines in, so it was not", f.name)
		}
		f.end()
		began := time.Now()
		lines := compared(t, b.reeve, b.base, []*wooden{b.with})
		t.Logf("hall %s: %d lines are equal, %s after it was well", f.name, lines, time.Since(began).Round(100*time.Millisecond))
		if lines <= had {
			t.Errorf("hall %s: nothing was added to its %d lines", f.name, had)
		}
	}
	return b
}

// beside is a hall, a board that belongs to it and calls its bus by a front, and one without a hall.
type beside struct {
	reeve, base, bus, state string
	hall                    *process
	front                   *front
	log                     *os.File
	with, alone             *wooden
	member                  *link.Member
	rnd                     *rand.Rand
}

func besides(t *testing.T) *beside {
	t.Helper()
	dir := t.TempDir()
	b := &beside{rnd: rand.New(rand.NewPCG(26, 7)), state: filepath.Join(dir, "hall"), bus: "127.0.0.1:" + clitest.FreePort(t)}
	var err error
	if b.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		t.Fatal(err)
	}
	pages := clitest.FreePort(t)
	b.base, b.reeve = "http://127.0.0.1:"+pages, built(t, dir, "reeve")
	b.hall = &process{t: t, log: b.log, args: []string{built(t, dir, "reeve-hall"), "--state", b.state, "--listen", "127.0.0.1:" + pages, "--bus-listen", b.bus}}
	b.hall.start()
	t.Cleanup(b.hall.kill)
	b.hall.listens()
	b.front = newFront(t, b.bus)
	return b
}

// seat starts both boards, with the same game.
func (b *beside) seat(t *testing.T, authority string) {
	t.Helper()
	t.Setenv("SSL_CERT_FILE", authority)
	folder := t.TempDir()
	store, err := hall.Beside(b.state)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	token, err := store.Invite("Table 1", time.Now())
	if err == nil {
		b.member, err = link.Joined(t.Context(), folder, wire.Invitation{Base: b.base, Hall: b.id(t), Token: token}.String(), 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	b.member.Bus = []string{"nats://" + b.front.listener.Addr().String()}
	text, err := json.Marshal(b.member)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, link.File), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range []struct {
		to    **wooden
		state string
	}{{&b.with, folder}, {&b.alone, t.TempDir()}} {
		listen := clitest.FreePort(t)
		w := &wooden{url: "http://127.0.0.1:" + listen, state: each.state}
		w.process = process{t: t, log: b.log, args: []string{b.reeve, "serve", "--open", "off", "--game", "camelot", "--listen", "127.0.0.1:" + listen, "--state", w.state}}
		w.start()
		t.Cleanup(w.kill)
		w.listens()
		*each.to = w
	}
}

func (b *beside) key(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	store, err := hall.Beside(b.state)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	key, err := store.Key()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (b *beside) id(t *testing.T) wire.ID { return hall.ID(b.key(t)) }

// lines are how many the hall has written, as its file says.
func (b *beside) lines() (n int) {
	store, err := hall.Beside(b.state)
	if err != nil {
		return -1
	}
	defer store.Close()
	lines, _ := store.Lines(b.member.ID(), 1)
	return len(lines)
}

var plainMove = regexp.MustCompile(`^([A-Z]\d+)-([A-Z]\d+)$`)

// moves are what the seat to act can do in one step on its own half, where nobody must capture, on the board without a hall.
func (b *beside) moves(t *testing.T) (seat string, all []string) {
	t.Helper()
	var table struct {
		Position struct {
			ToAct string `json:"to_act"`
		}
	}
	var own struct{ Legal []string }
	if err := get(b.alone.url+"/api/table", &table); err != nil {
		t.Fatal(err)
	}
	seat = table.Position.ToAct
	if err := get(b.alone.url+"/api/seat/"+seat, &own); err != nil {
		t.Fatal(err)
	}
	return seat, slices.DeleteFunc(own.Legal, func(m string) bool {
		squares := plainMove.FindStringSubmatch(m)
		if squares == nil {
			return true
		}
		row, _ := strconv.Atoi(squares[2][1:])
		return (seat == "white") != (row <= 7) || (seat == "black") != (row >= 10)
	})
}

// play makes the same move on both boards.
func (b *beside) play(t *testing.T) {
	t.Helper()
	seat, moves := b.moves(t)
	move := moves[b.rnd.IntN(len(moves))]
	for _, w := range []*wooden{b.with, b.alone} {
		err := post(w.url+"/api/action", map[string]string{"seat": seat, "action": move})
		if err == nil {
			err = post(w.url+"/api/sim/setup", struct{}{})
		}
		if err != nil {
			t.Fatalf("%s: %v", move, err)
		}
	}
}

// touched lifts a piece and puts it back, on one board and right after it on the other, and returns how much longer it takes on
// the one with a hall until the squares it may go to are lit: the median of the pairs, and between what it is (99 of 100). Whatever
// else the machine does slows both of a pair. It touches until that is decided, wholly up to the limit or wholly above, or most times.
func (b *beside) touched(t *testing.T, least, most int, limit float64) (low, ratio, high float64, pairs int) {
	t.Helper()
	_, moves := b.moves(t)
	slices.SortFunc(moves, func(a, b string) int { return strings.Compare(a[:3], b[:3]) })
	moves = slices.CompactFunc(moves, func(a, b string) bool { return a[:3] == b[:3] }) // another piece each time: one that is touched all the time has a loose contact
	var took [2]time.Duration
	var ratios []float64
	looks := [2]*look{}
	for i, w := range []*wooden{b.with, b.alone} {
		r, err := http.Get(w.url + "/api/events")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		looks[i] = &look{bufio.NewReaderSize(r.Body, 1<<20), func() { r.Body.Close() }}
	}
	for pairs < most {
		pairs++
		move := plainMove.FindStringSubmatch(moves[pairs%len(moves)])
		both := []*wooden{b.with, b.alone}
		for n := range both {
			i := (n + pairs) % 2
			began := time.Now()
			both[i].contact(t, looks[i], move[1], false, 0, func(meanings []string) bool { return slices.Contains(meanings, "legal") }, move[2])
			took[i] = time.Since(began)
		}
		for i, w := range both {
			w.contact(t, looks[i], move[1], true, held, func(meanings []string) bool { return meanings == nil }, move[2])
		}
		ratios = append(ratios, float64(took[0])/float64(took[1]))
		low, ratio, high = within(ratios)
		if pairs >= least && pairs%least == 0 && (high <= limit || low > limit) {
			break
		}
	}
	return low, ratio, high, pairs
}

// within is the median, and between which of them it lies in 99 of 100 cases, whatever their distribution.
func within(all []float64) (low, median, high float64) {
	all = slices.Sorted(slices.Values(all))
	n, apart := len(all), int(math.Ceil(2.58*math.Sqrt(float64(len(all)))/2))
	return all[max(n/2-apart, 0)], all[n/2], all[min(n/2+apart, n-1)]
}

// ran is the processor time that the threads of a process have taken.
func (p *process) ran() (all time.Duration) {
	p.t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.cmd.Process.Pid))
	if err != nil || len(threads) == 0 {
		p.t.Fatalf("process %d has no threads: %v", p.cmd.Process.Pid, err)
	}
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil { // it has ended since
			continue
		}
		first, _, _ := strings.Cut(string(text), " ")
		ns, _ := strconv.ParseInt(first, 10, 64)
		all += time.Duration(ns)
	}
	return all
}

// look is what a page of a board is shown; end has nothing more come.
type look struct {
	*bufio.Reader
	end func()
}

// held is how long a hand holds a piece at least: what is shorter may be a loose contact's.
const held = 70 * time.Millisecond

// contact changes a contact after a while, and waits until the light of a square is as wanted.
func (w *wooden) contact(t *testing.T, looks *look, square string, closed bool, after time.Duration, wanted func([]string) bool, at string) {
	t.Helper()
	defer time.AfterFunc(patience, looks.end).Stop()
	felt := make(chan error, 1)
	go func() {
		felt <- post(w.url+"/api/sim/contacts", []map[string]any{{"square": square, "closed": closed, "after_ms": after.Milliseconds()}})
	}()
	for {
		text, err := looks.ReadBytes('\n')
		if err != nil {
			var table []byte
			get(w.url+"/api/table", &table)
			t.Fatalf("%s never has the light that was waited for, %s closed %t: %v\n%s", at, square, closed, err, table)
		}
		var table struct{ Lights map[string][]string }
		if data, ok := bytes.CutPrefix(text, []byte("data: ")); !ok || json.Unmarshal(data, &table) != nil {
			continue
		}
		if meanings, told := table.Lights[at]; told && wanted(meanings) {
			break
		}
	}
	if err := <-felt; err != nil {
		t.Fatal(err)
	}
}

// fileLimit is how large files may become that a process writes.
func fileLimit(t *testing.T, pid int, most uint64) {
	t.Helper()
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: most, Max: unix.RLIM_INFINITY}, nil); err != nil {
		t.Error(err)
	}
}

// madness is who has the hall's key, and says by its bus what no hall says that is well.
type madness struct {
	t     *testing.T
	line  *bus.Bus
	key   ed25519.PrivateKey
	place wire.Place
	heard chan bus.Message // by the board
}

func (b *beside) mad(t *testing.T) *madness {
	t.Helper()
	m := &madness{t: t, key: b.key(t), place: wire.Place{Hall: b.id(t), Board: b.member.ID()}, heard: make(chan bus.Message, 1000)}
	authority, err := embed.NewAuthority(m.key.Seed())
	if err != nil {
		t.Fatal(err)
	}
	all := []string{wire.Hall(m.place.Hall) + ".>"}
	pass, err := authority.Pass(m.key.Public().(ed25519.PublicKey), "mad", embed.Rights{Say: all, Hear: all})
	if err == nil {
		m.line, err = bus.Call(bus.Options{Servers: []string{"nats://" + b.bus}, Name: "mad", Key: m.key, Pass: pass})
	}
	if err == nil {
		err = m.line.Listen(all[0], func(said bus.Message) {
			select {
			case m.heard <- said:
			default:
			}
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.line.Close)
	return m
}

// says seals and says something until that arrives at the bus or it is away.
func (m *madness) says(subject string, message any) {
	if text, err := wire.Seal(m.key, subject, message); err == nil {
		m.line.Publish(subject, text)
	}
}

// floods says without end what the board has to look at: marks, commands, and what is neither. stop ends it.
func (m *madness) floods() (stop func()) {
	boot := "none"
	ctx, cancel := context.WithCancel(m.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		have, order := m.place.Have(), m.place.To("pause")
		mark, _ := wire.Seal(m.key, have, &wire.Have{V: wire.Version, Boot: boot, Session: "x", Mark: nil})
		command, _ := wire.Seal(m.key, order, &wire.Command{V: wire.Version, N: 1 << 40, Do: wire.Pause, Who: "nobody"})
		junk := bytes.Repeat([]byte("x"), 400)
		for n := 0; ctx.Err() == nil; n++ {
			m.line.Publish(have, [][]byte{mark, junk}[n%2])
			m.line.Publish(order, [][]byte{command, junk}[n%2])
		}
	}()
	return func() { cancel(); <-done }
}

// lies answers whatever is said with what say makes of it. stop ends it.
func (m *madness) lies(say func(boot, session string, line *wire.Line, n int)) (stop func()) {
	ctx, cancel := context.WithCancel(m.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		boot, session := "", ""
		for n := 0; ; n++ {
			select {
			case <-ctx.Done():
				return
			case said := <-m.heard:
				_, body, _ := strings.Cut(string(said.Data), "\n")
				var any struct {
					wire.Lines
					Boot, Session string
				}
				if json.Unmarshal([]byte(body), &any) != nil { // a table, too, has a kind
					continue
				}
				if any.Boot != "" {
					boot, session = any.Boot, any.Session
				}
				var line *wire.Line
				if n := len(any.Lines.Lines); n > 0 {
					line = &any.Lines.Lines[n-1]
				}
				if boot != "" {
					say(boot, session, line, n)
				}
			}
		}
	}()
	return func() { cancel(); <-done }
}

// falsely says that what was just said is kept, though it may not be; that nothing is; in sessions that there are
// not; and gives orders that were never given.
func (m *madness) falsely(boot, session string, line *wire.Line, n int) {
	have := &wire.Have{V: wire.Version, Boot: boot, Session: session}
	switch n % 4 {
	case 0:
		have.Full = true
	case 1:
		have.Session = "session " + strconv.Itoa(n)
	case 2:
		m.says(m.place.To("pause"), &wire.Command{V: wire.Version, N: uint64(100 + n), Do: wire.Pause, Who: "nobody"})
	}
	if line != nil {
		mark := line.Mark()
		have.Mark = &mark
	}
	m.says(m.place.Have(), have)
}

// untimely says what is so, at times that are not.
func (m *madness) untimely(boot, session string, line *wire.Line, n int) {
	at := []time.Time{time.Unix(0, 0), time.Date(2199, 1, 1, 0, 0, 0, 0, time.UTC), time.UnixMilli(-1 << 40)}[n%3]
	have := &wire.Have{V: wire.Version, Boot: boot, Session: session, At: at.UnixMilli()}
	if line != nil {
		mark := line.Mark()
		have.Mark = &mark
	}
	m.says(m.place.Have(), have)
}
