package firmware

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hw/serial"
)

// recorder is a Sink that remembers, and checks that what it hears fits together.
type recorder struct {
	t       testing.TB
	mu      sync.Mutex
	levels  []uint64
	history map[int]string // of each contact: its levels, one a letter
	edges   int
	ups     []serial.Info
	downs   []error
	news    chan struct{}
}

func newRecorder(t testing.TB, contacts int) *recorder {
	return &recorder{t: t, levels: make([]uint64, (contacts+63)/64), history: map[int]string{}, news: make(chan struct{}, 1)}
}

func (r *recorder) note(what func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	what()
	select {
	case r.news <- struct{}{}:
	default:
	}
}

func (r *recorder) Edge(n int, closed bool, _ time.Duration) {
	r.note(func() {
		if was := r.levels[n/64]>>(n%64)&1 == 1; was == closed {
			r.t.Errorf("contact %d went to %v twice", n, closed)
		}
		r.levels[n/64] ^= 1 << (n % 64)
		r.history[n] += fmt.Sprint(bit(closed))
		r.edges++
	})
}

func (r *recorder) State(levels []uint64, _ time.Duration) {
	r.note(func() { r.levels = slices.Clone(levels) })
}
func (r *recorder) Button(int, bool, time.Duration) {}
func (r *recorder) Down(err error)                  { r.note(func() { r.downs = append(r.downs, err) }) }
func (r *recorder) Up(info serial.Info)             { r.note(func() { r.ups = append(r.ups, info) }) }

// patience is how long a test waits for what must come: longer than any machine takes,
// however busy, so that only what is dead comes too late.
const patience = 10 * time.Minute

// linked is a chip on the daemon's own end of a line, in virtual time.
type linked struct {
	*recorder
	*serial.Link
	port *port
	m    machine
}

func linkTo(t *testing.T, m machine, config serial.Config, r *recorder) *linked {
	l := &linked{recorder: r, port: &port{}, m: m}
	config.Open = func() (io.ReadWriteCloser, error) {
		l.port.mu.Lock()
		defer l.port.mu.Unlock()
		l.port.closed, l.port.baud = false, serial.BootBaud
		return l.port, nil
	}
	l.Link = serial.Dial(config)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- l.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("Run: %v", err)
		}
		time.Sleep(time.Second) // the reader ends
	})
	return l
}

// until lets time pass until what was heard is enough.
func (l *linked) until(what string, enough func() bool) {
	l.t.Helper()
	for late := time.Now().Add(15 * time.Second); ; { // virtual time
		l.mu.Lock()
		done := enough()
		l.mu.Unlock()
		switch {
		case done:
			return
		case time.Now().After(late):
			l.t.Fatalf("%s did not come: %d edges, up %d, down %v", what, l.edges, len(l.ups), l.downs)
		}
		l.port.carry(l.m, time.Millisecond, func(b []byte) []byte { return b })
	}
}

// onTerminal starts a chip in real time behind a pseudo-terminal and returns it and the terminal's name.
func onTerminal(t testing.TB, mcu, variant string) (machine, string) {
	t.Helper()
	if layout, ok := strings.CutPrefix(mcu, "pico-"); ok {
		return picoOnTerminal(t, layout, variant)
	}
	tool(t, "make", "gcc", "avr-gcc")
	m := machine{start(t, program(t, "runner"), mcu, program(t, "reeve-"+mcu+variant+".elf"), "pty")}
	name, ok := strings.CutPrefix(m.line(), "tty ")
	if !ok {
		t.Fatalf("no terminal: %q", name)
	}
	return m, name
}

// TestLinkOnChip plays the daemon's own end of the line against a simulated ATmega2560, in virtual time: bouncing contacts,
// a damaged line, lights, and resets in the middle.
func TestLinkOnChip(t *testing.T) {
	m := onChip(t, "atmega2560", "")
	synctest.Test(t, func(t *testing.T) { linkOnChip(t, m) })
}

func linkOnChip(t *testing.T, m machine) {
	r := newRecorder(t, 256)
	link := linkTo(t, m, serial.Config{Contacts: 256, LEDs: 256, MaxCurrent: 60000, Sink: r}, r)
	link.until("the link", func() bool { return len(r.ups) == 1 })
	if v := r.ups[0].Version; v != Version() {
		t.Errorf("the program says that it is version %q, not %s", v, Version())
	}
	random := rand.New(rand.NewPCG(1, 2))
	truth, levels, made := map[int]string{}, [256]bool{}, 0
	play := func(n int) {
		for range n {
			c := random.IntN(256)
			levels[c] = !levels[c]
			truth[c] += fmt.Sprint(bit(levels[c]))
			m.set(c, levels[c])
			made++
			link.until("an edge", func() bool { return r.edges == made })
		}
	}
	play(20)
	m.ask("bounce 8 1500 3")
	play(30)
	m.ask("noise 100 100 4")
	play(60)
	m.ask("noise 0 0 0")
	if !mapsEqual(r.history, truth) {
		t.Errorf("heard %v, made %v", r.history, truth)
	}
	frame := make([]byte, 3*256)
	for i := range frame {
		frame[i] = byte(random.IntN(256))
	}
	if err := link.Show(frame); err != nil {
		t.Fatal(err)
	}
	showing := func() bool { return slices.Equal(m.leds(), frame) }
	link.until("the light", showing)
	for i, why := range []string{"reset", "brownout"} {
		m.ask("%s", why)
		link.until("a new session after a "+why, func() bool { return len(r.ups) == i+2 })
		play(10)
	}
	link.until("the light after the resets", showing)
	for n, closed := range levels {
		if r.levels[n/64]>>(n%64)&1 == 1 != closed {
			t.Errorf("contact %d is not %v", n, closed)
		}
	}
	c := link.Counters()
	t.Logf("%d edges, %d duplicates, %d rewinds, %d damaged here, %d there", c.Edges, c.Duplicates, c.Rewinds, c.Damaged(), c.Controller[1])
}

// TestLinkOnChipGoesToItsRate has the daemon's own end ask a simulated chip for a higher rate, in virtual time: the chip sets
// its divisor, the line its speed, and edges go on at that. A reset brings both back to where sessions begin, and
// up again.
func TestLinkOnChipGoesToItsRate(t *testing.T) {
	m := onChip(t, "atmega328p", "")
	synctest.Test(t, func(t *testing.T) { linkGoesToItsRate(t, m) })
}

func linkGoesToItsRate(t *testing.T, m machine) {
	const baud = 500000
	r := newRecorder(t, 64)
	link := linkTo(t, m, serial.Config{Baud: baud, Contacts: 64, LEDs: 64, Sink: r}, r)
	for session := range 2 {
		link.until("the link", func() bool { return len(r.ups) == session+1 })
		link.until("the rate", func() bool { return m.baud() == baud })
		for n := range 10 {
			m.set(n, session == 0)
			link.until("an edge", func() bool { return r.edges == 10*session+n+1 })
		}
		if got := m.baud(); got != baud {
			t.Errorf("session %d: %d baud after ten edges", session, got)
		}
		if session == 0 {
			m.restart()
		}
	}
	if c := link.Counters(); c.Slowed != 0 || c.Sessions != 2 {
		t.Errorf("%+v", c)
	}
}

func mapsEqual(a, b map[int]string) bool {
	for n := range 256 {
		if a[n] != b[n] {
			return false
		}
	}
	return true
}
