package serial_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hw/hwtest"
	"reeve/hw/serial"
	"reeve/hw/sim"
)

// plug joins a link to a controller, which goes on when it is pulled.
type plug struct {
	far     *sim.Controller
	running sync.WaitGroup

	mu     sync.Mutex
	gone   bool
	opened int
	host   net.Conn
}

// open plugs in.
func (p *plug) open(ctx context.Context) (io.ReadWriteCloser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		return nil, errors.New("no such device")
	}
	host, board := net.Pipe()
	p.host = host
	p.opened++
	p.running.Go(func() {
		_ = p.far.Run(ctx, board)
		board.Close()
	})
	return &plugged{Conn: host, plug: p}, nil
}

// pull takes the plug out, and lets it be put in again.
func (p *plug) pull(gone bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone = gone
	if gone && p.host != nil {
		p.host.Close()
	}
}

func (p *plug) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.opened
}

// plugged is the host's end of a line.
type plugged struct {
	net.Conn
	plug *plug
	once sync.Once
}

func (p *plugged) Close() error {
	p.once.Do(func() {
		p.plug.mu.Lock()
		defer p.plug.mu.Unlock()
		p.plug.opened--
	})
	return p.Conn.Close()
}

// ignoring is a sink of who only scans.
type ignoring struct{}

func (ignoring) Edge(int, bool, time.Duration)   {}
func (ignoring) State([]uint64, time.Duration)   {}
func (ignoring) Button(int, bool, time.Duration) {}
func (ignoring) Down(error)                      {}
func (ignoring) Up(serial.Info)                  {}

// A link is held to what everything that scans is: the suite of all drivers.
func TestLinkConforms(t *testing.T) { linkConforms(t, 49) }

func TestLongLinkConforms(t *testing.T) { linkConforms(t, 160) }

func linkConforms(t *testing.T, channels int) {
	for _, c := range hwtest.Checks {
		t.Run(c.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { conform(t, channels, c) })
		})
	}
}

// What a controller that has restarted says first are contacts that it has felt: at no moment does a scan say anything else
// than the truth, unless it fails. (On this line nothing takes time, so the link is back at once.)
func TestARestartIsNeverTakenForContacts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board := sim.New(49, 0)
		ctx, cancel := context.WithCancel(context.Background())
		p := &plug{far: sim.NewController(board, sim.Options{Name: "suite"})}
		link := serial.Dial(serial.Config{Contacts: 49, Sink: ignoring{}, Open: func() (io.ReadWriteCloser, error) { return p.open(ctx) }})
		var running sync.WaitGroup
		running.Go(func() { _ = link.Run(ctx) })
		defer func() { cancel(); running.Wait(); p.running.Wait() }()
		for _, ch := range []int{0, 13, 48} {
			board.Set(ch, true)
		}
		const truth = 1 | 1<<13 | 1<<48
		time.Sleep(8 * time.Second)
		for round := range 50 {
			sessions := link.Counters().Sessions
			p.far.Restart()
			for step := 0; step < 400; step++ {
				time.Sleep(time.Duration(97+round) * time.Microsecond)
				synctest.Wait()
				levels := make([]uint64, 1)
				if err := link.Scan(levels); err == nil && levels[0] != truth {
					t.Fatalf("restart %d, step %d: scanned %x", round, step, levels)
				}
			}
			time.Sleep(3 * time.Second)
			if now := link.Counters().Sessions; now != sessions+1 {
				t.Fatalf("restart %d: %d sessions more", round, now-sessions)
			}
		}
	})
}

func conform(t *testing.T, contacts int, c hwtest.Check) {
	board := sim.New(contacts, 0)
	ctx, cancel := context.WithCancel(context.Background())
	p := &plug{far: sim.NewController(board, sim.Options{Name: "suite"})}
	link := serial.Dial(serial.Config{Contacts: contacts, Sink: ignoring{}, Open: func() (io.ReadWriteCloser, error) { return p.open(ctx) }})
	done := make(chan error, 1)
	go func() { done <- link.Run(ctx) }()
	stop := sync.OnceValue(func() error {
		cancel()
		err := <-done
		p.running.Wait()
		if !errors.Is(err, context.Canceled) {
			return fmt.Errorf("Run returned %w", err)
		}
		return nil
	})
	defer stop()
	settle := func() {
		time.Sleep(2 * time.Second)
		synctest.Wait()
	}
	c.Run(t, &hwtest.Rig{
		Scan: link.Scan, Close: stop, Channels: contacts, Set: board.Set, Break: p.pull, Opened: p.count, Settle: settle,
	})
}
