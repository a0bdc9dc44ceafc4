package firmware

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/hw/serial"
	"reeve/robot"
	"reeve/rules/catalog"
	"reeve/sensors"
)

// picoTable is an emulated Pico at the daemon's own end of the line, as the board that robot hands play on: contact i is
// square i. It is made and used inside a bubble of virtual time.
type picoTable struct {
	machine
	port    *port
	usb     bool
	dtr     bool // what the chip was told of the port at USB: a program has it open
	harm    func([]byte) []byte
	begin   time.Time // the robots' time 0
	closed  []bool
	busy    time.Duration // until then the chip has something to do
	ran     time.Duration // until when it was run last
	mishaps []mishap
	had     []string
	stop    func()

	mu   sync.Mutex
	gone bool // the cable is out
}

// mishap is what befalls the board at a time.
type mishap struct {
	at   time.Duration
	what string
}

// mishaps begin while pieces are set up or just after, and go on: each kind of restart, and the cable out for a second and a half.
func mishaps(every time.Duration) (all []mishap) {
	for i := range 40 {
		at := 2*time.Second + time.Duration(i)*every
		switch what := []string{"reset", "out", "brownout", "out", "watchdog", "out"}[i%6]; what {
		case "out":
			all = append(all, mishap{at, what}, mishap{at + 1500*time.Millisecond, "in"})
		default:
			all = append(all, mishap{at, what})
		}
	}
	return all
}

// picoSink is what the daemon makes of a controller: edges on squares.
type picoSink struct{ *sensors.Edges }

func (s picoSink) Up(info serial.Info) {
	if info.Resumed {
		s.Resumed()
	}
}
func (picoSink) Button(int, bool, time.Duration) {}

// newPicoTable connects a Pico to a sink, at USB or at its serial line, of which one byte in a hundred is lost or changed.
func newPicoTable(m machine, usb bool, every time.Duration, sink sensors.Sink) *picoTable {
	p := &picoTable{machine: m, port: &port{}, usb: usb, dtr: true, begin: time.Now(), closed: make([]bool, board.MaxSquares), mishaps: mishaps(every)}
	random := rand.New(rand.NewPCG(8, 9))
	p.harm = func(b []byte) []byte { return damage(random, b) }
	if usb {
		p.harm = func(b []byte) []byte { return b }
	}
	squares := make([]board.Square, board.MaxSquares)
	for i := range squares {
		squares[i] = board.Square(i)
	}
	wiring, err := sensors.NewWiring(squares)
	if err != nil {
		m.t.Fatal(err)
	}
	link := serial.Dial(serial.Config{Contacts: len(squares), LEDs: 256, Sink: picoSink{sensors.NewEdges(wiring, sink, nil)}, Open: p.open})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- link.Run(ctx) }()
	p.stop = func() { cancel(); <-done; time.Sleep(time.Second) } // the reader ends
	return p
}

func (p *picoTable) open() (io.ReadWriteCloser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		return nil, fs.ErrNotExist
	}
	p.port.mu.Lock()
	defer p.port.mu.Unlock()
	p.port.closed, p.port.to, p.port.from, p.port.baud = false, nil, nil, serial.BootBaud
	return p.port, nil
}

func (p *picoTable) befall(what string) {
	p.had = append(p.had, what)
	switch what {
	case "out", "in":
		p.mu.Lock()
		p.gone = what == "out"
		p.mu.Unlock()
		if what == "out" {
			p.port.Close()
		}
		if p.usb {
			p.ask("%s", map[string]string{"out": "unplug", "in": "plug"}[what])
		}
	default:
		p.ask("%s", what)
	}
}

// settles is how long a touch or a restart keeps a chip busy at most: bounces of 3 ms, four samples, a frame and its acknowledgement.
const settles = 25 * time.Millisecond

// nap is how long a chip sleeps in which nothing happens, before it is run for a moment.
const nap = 60 * time.Millisecond

// Pass is of robot.Through.
func (p *picoTable) Pass(closed []uint64, until time.Duration) {
	for i := range min(len(p.closed), 64*len(closed)) {
		if is := closed[i/64]>>(i%64)&1 == 1; is != p.closed[i] {
			p.closed[i] = is
			p.set(i, is)
			p.busy = until + settles
		}
	}
	for len(p.mishaps) > 0 && p.mishaps[0].at <= until {
		p.befall(p.mishaps[0].what)
		p.mishaps, p.busy = p.mishaps[1:], until+settles
	}
	for now := time.Since(p.begin); now < until; now = time.Since(p.begin) {
		p.let(now, min(2*time.Millisecond, until-now), until)
	}
}

// let lets a moment pass. Where nothing has been touched or said for a while the chip is run for a part of the time, and
// is asleep for the rest: most of a game is thinking.
func (p *picoTable) let(now, moment, until time.Duration) {
	p.port.mu.Lock()
	said, open := len(p.port.to), !p.port.closed
	p.port.mu.Unlock()
	if p.usb && open != p.dtr { // as Linux tells it
		p.ask("dtr %d", bit(open))
		p.dtr, p.busy = open, now+settles
	}
	if rest := until - now - moment; said == 0 && now > p.busy && rest > 0 {
		if until-p.ran < nap {
			rest += moment
			moment = 0
		}
		p.ask("sleep %d", rest.Microseconds())
		time.Sleep(rest)
		synctest.Wait()
		if moment == 0 {
			return
		}
	}
	p.ran = until
	p.port.carry(p.machine, moment, func(b []byte) []byte {
		if len(b) > 0 {
			p.busy = max(p.busy, now+3*moment)
		}
		return p.harm(b)
	})
}

// TestLongGamesOnAPico has robot hands play a short whole game of each kind on the emulated Pico, at its serial line and at USB,
// through restarts and pulled cables. Most of a short Chess Battle is bought on the page.
func TestLongGamesOnAPico(t *testing.T) {
	t.Parallel() // while TestLongGameOnChip waits for real time
	for i, g := range catalog.Games() {
		decisions := 5
		if g.Name == "chessbattle" {
			decisions = 25
		}
		t.Run(g.Name, func(t *testing.T) { gameOnAPico(t, g.Name, i%2 == 1, 1, decisions, 4*time.Second) })
	}
}

// TestHoursGamesOnAPico leaves eight seconds between two mishaps: on so bad a serial line it takes up to five until the board is back.
func TestHoursGamesOnAPico(t *testing.T) {
	for i, g := range catalog.Games() {
		for seed := range 2 {
			t.Run(fmt.Sprint(g.Name, seed), func(t *testing.T) { gameOnAPico(t, g.Name, (i+seed)%2 == 0, uint64(2+seed), 100, 8*time.Second) })
		}
	}
}

// gameOnAPico plays so many decisions, then somebody resigns.
func gameOnAPico(t *testing.T, game string, usb bool, seed uint64, decisions int, every time.Duration) {
	start := func() machine { return onChip(t, "pico-16x16", "") }
	if usb {
		start = func() machine { return onUSB(t, "16x16", "") }
	}
	m := start()
	m.ask("bounce 8 3000 7")
	synctest.Test(t, func(t *testing.T) {
		var table *picoTable
		var told strings.Builder
		report, err := robot.Play(robot.Options{
			Games: catalog.Games(), Game: game, Seed: seed, Most: decisions,
			Through: func(sink sensors.Sink) robot.Through {
				table = newPicoTable(m, usb, every, sink)
				return table
			},
			Tell: func(line string) { fmt.Fprintln(&told, line) },
		})
		if table != nil {
			table.stop()
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s, USB %v: %d actions, %d touches, %d questions, through %v, ends %v, in %v", game, usb, report.Actions, report.Touches, report.Questions, table.had, report.Ends, time.Since(table.begin))
		if !report.Sound() || !slices.Contains(table.had, "reset") || !slices.Contains(table.had, "in") {
			text := told.String()
			t.Errorf("%s\n%s", report.String(), text[max(0, len(text)-6000):])
		}
	})
}
