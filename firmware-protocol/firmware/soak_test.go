package firmware

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/firmware-protocol/wire"
	"reeve/hw/serial"
)

// port is the daemon's end of a line to a machine, that damages what goes through it.
type port struct {
	mu       sync.Mutex
	to, from []byte
	closed   bool
	baud     int // that was asked for, and not yet told
}

// SetBaud is told to the machine by the next carry.
func (p *port) SetBaud(baud int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.baud = baud
	return nil
}

// carry lets a moment pass, in virtual time and on the machine, and takes through the line what was said.
func (p *port) carry(m machine, moment time.Duration, through func([]byte) []byte) {
	p.mu.Lock()
	to, baud := p.to, p.baud
	p.to, p.baud = nil, 0
	p.mu.Unlock()
	if baud > 0 {
		m.rate(baud)
	}
	if len(to) > 0 {
		m.feed(through(to))
	}
	from := through(m.pass(moment))
	p.mu.Lock()
	p.from = append(p.from, from...)
	p.mu.Unlock()
	time.Sleep(moment)
	synctest.Wait()
}

func (p *port) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return nil
}

// Write takes as long as the line does.
func (p *port) Write(b []byte) (int, error) {
	time.Sleep(wire.LineTime(len(b), 115200))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = append(p.to, b...)
	return len(b), nil
}

func (p *port) Read(b []byte) (int, error) {
	for {
		p.mu.Lock()
		n := copy(b, p.from)
		p.from = p.from[n:]
		closed := p.closed
		p.mu.Unlock()
		switch {
		case closed:
			return 0, io.EOF
		case n > 0:
			return n, nil
		}
		time.Sleep(time.Millisecond)
	}
}

// damage changes or loses one byte in a hundred.
func damage(random *rand.Rand, in []byte) []byte {
	out := make([]byte, 0, len(in))
	for _, b := range in {
		switch random.IntN(200) {
		case 0:
			continue
		case 1:
			b ^= byte(1 + random.IntN(255))
		}
		out = append(out, b)
	}
	return out
}

// long reports whether a test takes all there is, and not a sample: those named TestLong do.
func long(t testing.TB) bool { return strings.HasPrefix(t.Name(), "TestLong") }

func TestLongEdgesOnADamagedLine(t *testing.T) { TestEdgesOnADamagedLine(t) }

// TestEdgesOnADamagedLine makes 10 000 edges (100 000 in the long run) on the core while one byte in a hundred is changed or
// lost in either direction, with the daemon's own end of the line at the other side. None may be missing, none invented.
func TestEdgesOnADamagedLine(t *testing.T) {
	m := machine{start(t, hostProgram(t, "machine256"))}
	edges := 10000
	if long(t) {
		edges = 100000
	}
	synctest.Test(t, func(t *testing.T) { soak(t, m, edges, damage) })
}

// soak makes edges on a machine of 256 contacts, at the other end of a line that something is done to.
func soak(t *testing.T, m machine, edges int, harm func(*rand.Rand, []byte) []byte) {
	const contacts, step = 256, 2 * time.Millisecond
	random := rand.New(rand.NewPCG(1, 2))
	p := &port{}
	r := newRecorder(t, contacts)
	link := serial.Dial(serial.Config{Contacts: contacts, LEDs: contacts, Sink: r, Open: func() (io.ReadWriteCloser, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.closed = false
		return p, nil
	}})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- link.Run(ctx) }()

	truth, levels, changed := map[int]string{}, [contacts]bool{}, [contacts]int{}
	heard := func() int { r.mu.Lock(); defer r.mu.Unlock(); return r.edges }
	up := func() bool { r.mu.Lock(); defer r.mu.Unlock(); return len(r.ups) > 0 }
	made, waited := 0, 0
	for i := 0; made < edges || heard() < made; i++ {
		if waited++; waited > 20000 { // 40 s without anything new
			t.Fatalf("%d edges made, %d heard", made, heard())
		}
		before := heard()
		for n := 0; up() && n < 4 && made < edges && made-heard() < 200; n++ {
			c := random.IntN(contacts)
			if i-changed[c] < 10 { // it must be longer than the debounce time
				continue
			}
			levels[c], changed[c] = !levels[c], i
			truth[c] += fmt.Sprint(bit(levels[c]))
			m.set(c, levels[c])
			made++
		}
		p.carry(m, step, func(b []byte) []byte { return harm(random, b) })
		if heard() > before {
			waited = 0
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v", err)
	}
	time.Sleep(time.Second) // the reader ends
	if !mapsEqual(r.history, truth) {
		t.Error("the contacts' histories are not what was done to them")
	}
	c := link.Counters()
	t.Logf("%d edges, %d heard, %d duplicates, %d rewinds, %d frames damaged, %d gaps, %d mismatches, %d sessions",
		made, c.Edges, c.Duplicates, c.Rewinds, c.Damaged(), c.Gaps, c.Mismatches, c.Sessions)
	if len(r.ups) != 1 {
		t.Errorf("%d sessions: %v", len(r.ups), r.downs)
	}
}
