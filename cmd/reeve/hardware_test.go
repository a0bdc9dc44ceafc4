package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	periphi2c "periph.io/x/conn/v3/i2c"

	"reeve/config"
	"reeve/hw/gpio"
	"reeve/hw/hwtest"
	"reeve/hw/i2c"
	"reeve/hw/serial"
	"reeve/hw/sim"
	"reeve/hw/spi"
	"reeve/referee"
	"reeve/rules"
	"reeve/sensors"
	"reeve/web"
)

// bench is a machine of chip models behind a board file.
type bench struct {
	file     string
	game     string // "" is rolechess
	machine  machine
	contact  func(channel int, closed bool) // works the contact of a channel
	piece    func(channel int, code byte)   // puts that piece there, or takes it; nil where any piece is the same
	lit      func() int                     // counts the LEDs that shine; nil without any
	opened   func() int                     // ports and lines that are held
	strip    *hwtest.SPI                    // of the LEDs; nil without any of their own
	dice     string                         // what falls; "" is 5 and 2
	settings string                         // more of them
	buttons  [2]int                         // the channels of what undoes, when pressed or held, and of energy
}

// guarded is an SPI device that a test may look at while it works.
func guarded(mu *sync.Mutex, exchange func(w, r []byte)) *hwtest.SPI {
	return &hwtest.SPI{Exchange: func(w, r []byte) {
		mu.Lock()
		defer mu.Unlock()
		exchange(w, r)
	}}
}

func gpioBench() bench {
	chip, strip, mu := hwtest.NewGPIO(), hwtest.NewAPA102(49, false), new(sync.Mutex)
	port := guarded(mu, strip.Exchange)
	m := nowhere
	m.lines = func(string) gpio.Request { return chip.Take }
	m.spi = func(path string) spi.Opener { return port.Open }
	rows, columns, direct := []int{5, 6, 12, 13, 16, 19, 20}, []int{17, 18, 22, 23, 24, 25, 27}, []int{4, 21, 26}
	return bench{
		file: "gpio-rolechess.yaml", machine: m, buttons: [2]int{49, 50},
		contact: func(ch int, closed bool) {
			if ch >= 49 {
				chip.Ground(direct[ch-49], closed)
				return
			}
			chip.Cross(columns[ch%7], rows[ch/7], closed)
		},
		lit:    func() int { return shining(mu, strip) },
		opened: func() int { return chip.Opened() + port.Opened() },
		strip:  port,
	}
}

func shining(mu *sync.Mutex, strip *hwtest.APA102) (n int) {
	mu.Lock()
	defer mu.Unlock()
	for _, led := range strip.Shown {
		if led[1]|led[2]|led[3] != 0 {
			n++
		}
	}
	return n
}

func i2cBench() bench {
	var chips []*hwtest.Expander
	for i := range 4 {
		chips = append(chips, &hwtest.Expander{Address: uint16(0x20 + i), MCP: true})
	}
	bus, strip, mu := hwtest.NewI2C(chips...), hwtest.NewAPA102(49, true), new(sync.Mutex)
	port := guarded(mu, strip.Exchange)
	m := nowhere
	m.i2c = func(path string) i2c.Opener { return bus.Open }
	m.spi = func(path string) spi.Opener { return port.Open }
	return bench{
		file: "mcp23017-rolechess.yaml", machine: m, buttons: [2]int{50, 51},
		contact: func(ch int, closed bool) { bus.Ground(hwtest.Pin{Chip: ch / 14, Pin: ch%14/7*8 + ch%7}, closed) },
		lit:     func() int { return shining(mu, strip) }, opened: func() int { return bus.Opened() + port.Opened() },
	}
}

func hc165Bench() bench {
	registers, strip, mu := &hwtest.Registers{Inputs: bytes.Repeat([]byte{0xff}, 8)}, &hwtest.WS2812{Hz: 2_400_000, Bytes: 3}, new(sync.Mutex)
	registers.Set(62, true)
	chip := hwtest.NewGPIO()
	reeds, port := guarded(mu, registers.Exchange), guarded(mu, strip.Exchange)
	m := nowhere
	m.lines = func(string) gpio.Request { return chip.Take }
	m.spi = func(path string) spi.Opener {
		return map[string]spi.Opener{"/dev/spidev1.0": reeds.Open, "/dev/spidev0.0": port.Open}[path]
	}
	return bench{
		file: "hc165-rolechess.yaml", machine: m, buttons: [2]int{15, 23},
		contact: func(ch int, closed bool) {
			mu.Lock()
			defer mu.Unlock()
			registers.Set(ch, closed)
		},
		lit: func() (n int) {
			mu.Lock()
			defer mu.Unlock()
			for _, led := range strip.Shown {
				if !bytes.Equal(led, make([]byte, 3)) {
					n++
				}
			}
			return n
		},
		opened: func() int { return chip.Opened() + reeds.Opened() + port.Opened() },
	}
}

func dgtBench(t *testing.T) bench {
	wood := hwtest.NewDGT()
	var running sync.WaitGroup
	t.Cleanup(running.Wait)
	m := nowhere
	m.serial = func(path string, baud int) (io.ReadWriteCloser, error) {
		if baud != 9600 {
			return nil, fmt.Errorf("%d baud", baud)
		}
		host, far := net.Pipe()
		running.Go(func() { wood.Run(far); far.Close() })
		return host, nil
	}
	return bench{
		file: "dgt-rolechess.yaml", machine: m, buttons: [2]int{6, 0},
		contact: func(ch int, closed bool) {
			piece := byte(1)
			if !closed {
				piece = 0
			}
			wood.Put(ch, piece)
		},
		piece:  wood.Put,
		opened: func() int { return 0 },
	}
}

// shopWood is a model of a board from a shop that says its picture.
type shopWood interface {
	Put(field int, id uint64)
	Lit(field int) bool
	Run(io.ReadWriter)
}

// shopModel is a board of a kind.
func shopModel(kind string) shopWood {
	switch kind {
	case "chessnut":
		return hwtest.NewChessnut()
	case "chesslink":
		return hwtest.NewChessLink()
	}
	return &hwtest.Certabo{Sentio: kind == "sentio"}
}

// shopBench is a board from a shop that says its picture, of the kind that its file's name begins with.
func shopBench(t *testing.T, file string) bench {
	kind, _, _ := strings.Cut(file, "-")
	wood := shopModel(kind)
	var running sync.WaitGroup
	t.Cleanup(running.Wait)
	m := nowhere
	plug := func() (io.ReadWriteCloser, error) {
		host, far := net.Pipe()
		running.Go(func() { wood.Run(far); far.Close() })
		return host, nil
	}
	m.serial = func(path string, baud int) (io.ReadWriteCloser, error) {
		if baud != 38400 || kind == "chessnut" {
			return nil, fmt.Errorf("%d baud", baud)
		}
		return plug()
	}
	m.reports = func(path string) (io.ReadWriteCloser, error) {
		if kind != "chessnut" || path != "/dev/chessnut/board" {
			return nil, fmt.Errorf("%s is no device", path)
		}
		return plug()
	}
	return bench{
		file: file, machine: m, buttons: [2]int{6, 0},
		contact: func(ch int, closed bool) {
			id := uint64(0)
			if closed {
				id = uint64(1 + ch%12)
			}
			wood.Put(ch, id)
		},
		lit: func() (n int) {
			for field := range 64 {
				if wood.Lit(field) {
					n++
				}
			}
			return n
		},
		opened: func() int { return 0 },
	}
}

// virtually runs a part of a test in virtual time.
func virtually(t *testing.T, name string, part func(t *testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, part) })
}

// lines is a listener in memory, so that the daemon can run in virtual time: there
// nothing may wait for the system.
type lines struct {
	calls  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *lines) Accept() (net.Conn, error) {
	select {
	case c := <-l.calls:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *lines) Close() error { l.once.Do(func() { close(l.closed) }); return nil }

func (l *lines) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (l *lines) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	l.calls <- near{there}
	return here, nil
}

// near is a call from this machine.
type near struct{ net.Conn }

func (near) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 2} }

// table is a running daemon.
type table struct {
	*daemon
	board *config.Board
	log   *logBuffer
	stop  func() error
}

type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) has(s string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Contains(b.text.String(), s)
}

func serveOn(t *testing.T, b bench) *table {
	t.Helper()
	path := b.file
	if !filepath.IsAbs(path) {
		path = "../../configs/boards/" + path
	}
	settings, err := config.ParseSettings("test", []byte("listen: 127.0.0.1:0\nstate: "+t.TempDir()+"\nboard: "+path+"\ndice: scripted:"+cmp.Or(b.dice, "5,2")+"\ngame: "+cmp.Or(b.game, "rolechess")+"\n"+b.settings))
	if err != nil {
		t.Fatal(err)
	}
	file, err := config.LoadBoard(path)
	if err != nil {
		t.Fatal(err)
	}
	log := &logBuffer{}
	d := newDaemon(settings, b.machine, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	d.doors.listener = &lines{calls: make(chan net.Conn), closed: make(chan struct{})}
	if err := d.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.run(ctx) }()
	stop := sync.OnceValue(func() error { cancel(); err := <-ended; d.close(); return err })
	t.Cleanup(func() { stop() })
	return &table{d, file, log, stop}
}

// until waits for a table of which that is true.
func (r *table) until(t *testing.T, what string, is func(*referee.Table) bool) {
	t.Helper()
	for late := time.Now().Add(20 * time.Second); time.Now().Before(late); time.Sleep(time.Millisecond) { // virtual time
		if table := r.session.Table(rules.Table); table != nil && is(table) {
			return
		}
	}
	t.Fatalf("never %s: %+v\n%s", what, r.session.Table(rules.Table), r.log.text.String())
}

// TestBoardsOfChips plays on models of the chips that board files name: contacts
// are felt on their squares, light comes back, buttons press, and all is dark and
// given back in the end.
func TestBoardsOfChips(t *testing.T) {
	for name, bench := range map[string]func(*testing.T) bench{
		"gpio": func(*testing.T) bench { return gpioBench() }, "i2c": func(*testing.T) bench { return i2cBench() },
		"hc165": func(*testing.T) bench { return hc165Bench() }, "dgt": dgtBench,
		"sentio":    func(t *testing.T) bench { return shopBench(t, "sentio-rolechess.yaml") },
		"certabo":   func(t *testing.T) bench { return shopBench(t, "certabo-rolechess.yaml") },
		"chessnut":  func(t *testing.T) bench { return shopBench(t, "chessnut-rolechess.yaml") },
		"chesslink": func(t *testing.T) bench { return shopBench(t, "chesslink-rolechess.yaml") },
	} {
		virtually(t, name, func(t *testing.T) {
			b := bench(t)
			r := serveOn(t, b)
			r.until(t, "set up", func(table *referee.Table) bool { return table.Status == referee.StatusSetup })
			if b.lit != nil {
				r.until(t, "lit", func(*referee.Table) bool { return b.lit() > 0 })
			}
			for _, p := range r.board.Places {
				if strings.ContainsAny(p.Name[1:], "1267") && p.Name[0] <= 'g' {
					b.contact(p.Channel, true)
				}
			}
			r.until(t, "played", func(table *referee.Table) bool { return table.Status == referee.StatusPlay && len(table.Wood) == 28 })
			r.buttons(t, b)
			asked := time.Now()
			if err := r.stop(); err != nil {
				t.Error(err)
			}
			if took := time.Since(asked); took > time.Second {
				t.Errorf("the daemon waited %v before it stopped, a second is allowed", took)
			}
			if n := b.opened(); n != 0 {
				t.Errorf("%d ports are still held", n)
			}
			if b.lit != nil && b.lit() != 0 {
				t.Errorf("%d LEDs shine in the end", b.lit())
			}
		})
	}
}

func (r *table) buttons(t *testing.T, b bench) {
	b.contact(b.buttons[1], true)
	time.Sleep(300 * time.Millisecond) // virtual time
	b.contact(b.buttons[1], false)
	r.until(t, "showing energies", func(table *referee.Table) bool {
		return slices.ContainsFunc(slices.Collect(maps.Values(table.Lights)), func(l []string) bool {
			return slices.ContainsFunc(l, func(m string) bool { return strings.HasPrefix(m, "energy") })
		})
	})
	b.contact(b.buttons[1], true)
	r.until(t, "asking for a hint", func(*referee.Table) bool { return r.log.has("button=hint") })
	b.contact(b.buttons[1], false)
	b.contact(b.buttons[0], true) // undo, or confirm, which held is undo: of which there is nothing
	r.until(t, "undoing", func(*referee.Table) bool { return r.log.has("button=undo") })
	b.contact(b.buttons[0], false)
}

func TestKeypad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		now := func() time.Duration { return time.Since(start) }
		var mu sync.Mutex
		var got []string
		keys := newKeypad([]config.Button{
			{Name: "confirm", Channel: 3, Number: -1, Long: "undo", After: 800 * time.Millisecond},
			{Name: "energy", Channel: -1, Number: 0, Driver: 1},
			{Name: "undo", Channel: 4, Number: -1, Seat: "white", After: time.Second, Every: 500 * time.Millisecond},
		}, 0, now, func(_ context.Context, button, seat string) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, button+seat)
		})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); keys.Run(ctx, 20*time.Millisecond) }()
		for _, step := range []struct {
			channel int
			down    bool
			hold    time.Duration
			want    string
		}{
			{3, true, 100 * time.Millisecond, ""}, {3, false, 100 * time.Millisecond, "confirm"}, // short
			{3, true, 5 * time.Millisecond, ""}, {3, false, 900 * time.Millisecond, ""}, // a bounce
			{3, true, 900 * time.Millisecond, "undo"}, {3, false, time.Second, ""}, // long
			{4, true, 1700 * time.Millisecond, "undowhite undowhite undowhite"}, {4, false, time.Second, ""}, // down, after 1 s and 1.5 s
			{0, true, time.Second, ""}, {0, false, time.Second, ""}, // another driver's
			{3, true, 500 * time.Millisecond, ""}, {-1, false, time.Second, ""}, {3, false, time.Second, ""}, // the driver fails while it is held
		} {
			if step.channel < 0 {
				keys.Forget()
			} else {
				keys.Channel(sensors.Change{Channel: step.channel, Closed: step.down, At: now()})
			}
			time.Sleep(step.hold) // virtual time
			synctest.Wait()
			mu.Lock()
			if all := strings.Join(got, " "); all != step.want {
				t.Errorf("%+v: %q", step, all)
			}
			got = nil
			mu.Unlock()
		}
		cancel()
		<-done
		for range 10 * pending { // nobody listens, and nobody is held up
			keys.Channel(sensors.Change{Channel: 3, Closed: true})
		}
	})
	if newKeypad(nil, 0, nil, nil) != nil {
		t.Error("a keypad without buttons")
	}
}

// Two controllers feel and light one board together, and play waits for both.
func TestTwoBoardsMakeOne(t *testing.T) { synctest.Test(t, twoBoardsMakeOne) }

func twoBoardsMakeOne(t *testing.T) {
	boards := map[string]*sim.Board{"1": sim.New(64, 64), "2": sim.New(64, 64)}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() { cancel(); running.Wait() })
	var mu sync.Mutex
	plugged := map[string]bool{"1": true}
	m := nowhere
	m.serial = func(path string, baud int) (io.ReadWriteCloser, error) {
		which := path[len(path)-5 : len(path)-4]
		mu.Lock()
		defer mu.Unlock()
		if !plugged[which] {
			return nil, fs.ErrNotExist
		}
		host, far := net.Pipe()
		running.Go(func() {
			_ = sim.NewController(boards[which], sim.Options{Name: which, Buttons: 1}).Run(ctx, far)
			far.Close()
		})
		return host, nil
	}
	text, err := os.ReadFile("../../configs/boards/serial-chessbattle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := written(t, "b.yaml", strings.Replace(string(text), "{name: confirm, driver: far", "{name: undo, driver: far", 1))
	r := serveOn(t, bench{file: file, machine: m, game: "chessbattle"})
	r.until(t, "waiting", func(table *referee.Table) bool { return table.Message.Key == "paused.board" })
	mu.Lock()
	plugged["2"] = true
	mu.Unlock()
	boards["1"].Set(0, true) // a1
	boards["2"].Set(1, true) // g16
	r.until(t, "felt", func(table *referee.Table) bool { return slices.Equal(table.Wood, []string{"a1", "g16"}) })
	r.until(t, "lit", func(*referee.Table) bool {
		return strings.Trim(string(boards["1"].Frame()), "\x00") != "" && strings.Trim(string(boards["2"].Frame()), "\x00") != ""
	})
	boards["2"].Press(0, true)
	r.until(t, "undoing", func(*referee.Table) bool { return r.log.has("button=undo") }) // of which there is nothing
}

// A DGT board says which piece is put down: the Knight in the hand is not waited for.
func TestADGTBoardTellsPiecesApart(t *testing.T) { synctest.Test(t, aDGTBoardTellsPiecesApart) }

func aDGTBoardTellsPiecesApart(t *testing.T) {
	b := dgtBench(t)
	r := serveOn(t, b)
	kinds, codes, channels := map[string]byte{}, map[string]byte{}, map[string]int{}
	for _, p := range r.board.Places {
		channels[p.Name] = p.Channel
	}
	r.until(t, "set up", func(table *referee.Table) bool { return table.Status == referee.StatusSetup })
	for _, p := range r.session.Table(rules.Table).Position.Pieces {
		kind := p.Owner + p.Kind
		if kinds[kind] == 0 {
			kinds[kind] = byte(len(kinds) + 1)
		}
		codes[*p.At] = kinds[kind]
		b.piece(channels[*p.At], kinds[kind])
	}
	logged := func(want string) func(*referee.Table) bool {
		return func(table *referee.Table) bool {
			return len(table.Log) > 0 && table.Log[len(table.Log)-1].Action == want
		}
	}
	r.until(t, "played", func(table *referee.Table) bool { return table.Status == referee.StatusPlay })
	hands := func(square string, code byte) {
		b.piece(channels[square], code)
		r.until(t, square+" felt", func(table *referee.Table) bool { return slices.Contains(table.Wood, square) == (code != 0) })
	}
	hands("b1", 0)
	hands("a2", 0)
	hands("a3", codes["a2"])
	r.until(t, "the Lackey known", logged("a2-a3"))
	hands("a3", 0)
	hands("a3", codes["b1"])
	hands("a2", codes["a2"])
	r.until(t, "the Knight known", logged("b1-a3"))
	if err := r.stop(); err != nil {
		t.Error(err)
	}
}

// A DGT board is DungeonChess's hall, and reeds on the Pi's lines its entries: two kinds of drivers feel one game.
// A board from a shop plays DungeonChess with its alcoves on the page: the hall is felt by the board, the entries are simulated. What is
// done on a page is followed in the alcoves, and is people's to do in the hall.
func TestAHallWithAlcovesOnThePage(t *testing.T) { synctest.Test(t, aHallWithAlcovesOnThePage) }

func aHallWithAlcovesOnThePage(t *testing.T) {
	real := &hwtest.Certabo{Sentio: true}
	cable := &hwtest.Cable{Board: real.Run}
	m := nowhere
	m.serial = func(string, int) (io.ReadWriteCloser, error) { return cable.Open() }
	r := serveOn(t, bench{file: "sentio-page-dungeonchess.yaml", machine: m, game: "dungeonchess", dice: "1,1,1,1"})
	channel := map[string]int{}
	for _, p := range r.board.Places {
		if p.Driver == 0 {
			channel[p.Name] = p.Channel
		}
	}
	page := r.daemon.board.simulation()
	hands := func(square string, closed bool) {
		if at, hall := channel[square]; hall {
			id := uint64(0)
			if closed {
				id = 1
			}
			real.Put(at, id)
		} else if err := page.Contacts(t.Context(), []web.Contact{{Square: square, Closed: closed}}); err != nil {
			t.Fatal(err)
		}
		r.until(t, square+" felt", func(table *referee.Table) bool { return slices.Contains(table.Wood, square) == closed })
	}
	r.until(t, "felt", func(table *referee.Table) bool {
		return table.Status == referee.StatusSetup && len(table.Hardware.Faults) == 0
	})
	if err := page.Contacts(t.Context(), []web.Contact{{Square: "a1", Closed: true}}); !errors.As(err, new(*referee.Refusal)) {
		t.Errorf("a piece is put on a field of the real board by the page: %v", err)
	}
	pieces := r.session.Table(rules.Table).Position.Pieces
	if err := page.Setup(t.Context(), []string{"d0", "e0", "d1"}); err != nil { // d1 is people's
		t.Fatal(err)
	}
	for _, p := range pieces {
		if p.At != nil {
			hands(*p.At, true)
		}
	}
	r.until(t, "begun", func(table *referee.Table) bool { return table.Status != referee.StatusSetup })
	right := func() { // people put right what they are asked to
		r.until(t, "the hall is to be put right", func(table *referee.Table) bool { return table.Settle != nil })
		table, stand := r.session.Table(rules.Table), map[string]bool{}
		for _, p := range table.Position.Pieces {
			if p.At != nil {
				stand[*p.At] = true
			}
		}
		for square := range channel {
			if felt := slices.Contains(table.Wood, square); felt != stand[square] {
				hands(square, stand[square])
			}
		}
		r.until(t, "it is right", func(table *referee.Table) bool { return table.Settle == nil })
	}
	seats := r.session.Seated().All()
	for _, seat := range seats {
		r.act(t, seat, "keep ")
	}
	r.act(t, seats[0], "d1-")
	right()
	r.act(t, seats[1], "d8-")
	right()
	r.act(t, seats[0], "d0-", "e0-")
	r.until(t, "the alcove follows", func(table *referee.Table) bool {
		return slices.Contains(table.Wood, "d0") != slices.Contains(table.Wood, "e0")
	})
	right()
	cable.Pull(true)
	r.until(t, "paused", func(table *referee.Table) bool { return table.Message.Key == "paused.board" })
	cable.Pull(false)
	r.until(t, "felt again", func(table *referee.Table) bool {
		return table.Message.Key != "paused.board" && len(table.Hardware.Faults) == 0 && slices.Contains(table.Wood, "d9")
	})
	if err := r.stop(); err != nil {
		t.Error(err)
	}
}

// act does on a page the first legal action of a seat that begins in one of these ways.
func (r *table) act(t *testing.T, seat rules.Seat, begins ...string) {
	t.Helper()
	var legal []string
	i := -1
	r.until(t, strings.Join(begins, " or "), func(*referee.Table) bool {
		legal = r.session.Table(seat).Legal
		i = slices.IndexFunc(legal, func(text string) bool {
			return slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(text, b) })
		})
		return i >= 0
	})
	if err := r.session.Do(t.Context(), referee.Act{Seat: &seat, Text: legal[i]}); err != nil {
		t.Fatal(legal[i], ": ", err)
	}
}

func TestAHallWithEntries(t *testing.T) { synctest.Test(t, aHallWithEntries) }

func aHallWithEntries(t *testing.T) {
	chip, hall := hwtest.NewGPIO(), dgtBench(t)
	hall.machine.lines = func(string) gpio.Request {
		return chip.Take
	}
	r := serveOn(t, bench{file: "dgt-dungeonchess.yaml", machine: hall.machine, game: "dungeonchess"})
	places := map[string]config.Place{}
	for _, p := range r.board.Places {
		places[p.Name] = p
	}
	lines := r.board.Drivers[1].Direct
	contact := func(square string, closed bool) {
		if p := places[square]; p.Driver == 0 {
			hall.contact(p.Channel, closed)
		} else {
			chip.Ground(lines[p.Channel], closed)
		}
	}
	r.until(t, "set up", func(table *referee.Table) bool {
		return table.Status == referee.StatusSetup && len(table.Hardware.Faults) == 0
	})
	hands := func(square string, closed bool) { // one piece after another
		contact(square, closed)
		r.until(t, square+" felt", func(table *referee.Table) bool { return slices.Contains(table.Wood, square) == closed })
	}
	for _, square := range []string{"a1", "h8", "d0", "d9", "e0", "e9", "i4", "i5", "z4", "z5"} {
		hands(square, true)
		hands(square, false)
	}
	for _, p := range r.session.Table(rules.Table).Position.Pieces {
		if p.At != nil {
			hands(*p.At, true)
		}
	}
	r.until(t, "begun", func(table *referee.Table) bool { return table.Status != referee.StatusSetup })
	chip.Break(true) // the entries alone
	r.until(t, "paused", func(table *referee.Table) bool { return table.Message.Key == "paused.board" })
	chip.Break(false)
	r.until(t, "felt again", func(table *referee.Table) bool {
		return table.Message.Key != "paused.board" && len(table.Hardware.Faults) == 0 && slices.Contains(table.Wood, "d0")
	})
	chip.Ground(lines[8], true)
	r.until(t, "pressed", func(*referee.Table) bool { return r.log.has("button=confirm") })
	if err := r.stop(); err != nil {
		t.Error(err)
	}
}

// A board that is lit from its edge alone: a piece in the hand lights its file and its rank.
func TestABoardLitFromItsEdge(t *testing.T) { synctest.Test(t, aBoardLitFromItsEdge) }

func aBoardLitFromItsEdge(t *testing.T) {
	b := gpioBench()
	text, err := os.ReadFile("../../configs/boards/" + b.file)
	if err != nil {
		t.Fatal(err)
	}
	edged := regexp.MustCompile(`leds: 49`).ReplaceAllString(string(text), "leds: 14")
	edged = regexp.MustCompile(`surface:.*`).ReplaceAllString(edged, "surface: {width_mm: 390, height_mm: 390}")
	edged = regexp.MustCompile(`(?m)^  - \{files: 7.*`).ReplaceAllString(edged, "  - {files: 7, ranks: 7, pitch_mm: 50, x_mm: 20, y_mm: 20, leds: edges}")
	strip, mu := hwtest.NewAPA102(14, false), new(sync.Mutex)
	b.machine.spi = func(string) spi.Opener { return guarded(mu, strip.Exchange).Open }
	b.file = written(t, "edged.yaml", edged)
	r := serveOn(t, b)
	for _, p := range r.board.Places {
		if strings.ContainsAny(p.Name[1:], "1267") {
			b.contact(p.Channel, true)
		}
	}
	r.until(t, "played", func(table *referee.Table) bool { return table.Status == referee.StatusPlay })
	b.contact(1, false) // the Knight on b1
	r.until(t, "lit", func(table *referee.Table) bool { return slices.Contains(table.Lights["b1"], "origin") })
	r.until(t, "lit at the edge", func(*referee.Table) bool {
		mu.Lock()
		defer mu.Unlock()
		file, rank := strip.Shown[5], strip.Shown[7] // g is 0, a is 6, then 1 is 7
		return file[1]|file[2]|file[3] != 0 && rank[1]|rank[2]|rank[3] != 0
	})
}

// What keeps a board from being felt is told anew when it is something else: it is plugged in again, and another
// program has it, or nobody may use it.
func TestTheLatestCauseOfAnOutageIsTold(t *testing.T) {
	for _, file := range []string{"serial-rolechess.yaml", "dgt-rolechess.yaml", "mcp23017-rolechess.yaml"} {
		virtually(t, file, func(t *testing.T) {
			var mu sync.Mutex
			why := error(fs.ErrNotExist)
			refused := func() error {
				mu.Lock()
				defer mu.Unlock()
				return why
			}
			m := nowhere
			m.serial = func(string, int) (io.ReadWriteCloser, error) { return nil, refused() }
			m.i2c = func(string) i2c.Opener { return func() (periphi2c.BusCloser, error) { return nil, refused() } }
			m.spi = func(string) spi.Opener { return (&hwtest.SPI{Exchange: func(_, _ []byte) {}}).Open }
			r := serveOn(t, bench{file: file, machine: m})
			for _, now := range []error{fs.ErrNotExist, fs.ErrPermission, serial.ErrBusy} {
				mu.Lock()
				why = now
				mu.Unlock()
				r.until(t, "paused by "+now.Error(), func(table *referee.Table) bool {
					return table.Message.Key == "paused.board" && slices.ContainsFunc(table.Hardware.Faults, func(f string) bool { return strings.Contains(f, now.Error()) })
				})
			}
			if err := r.stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Play does not wait for a driver that only feels squares of other games, and
// --device is for the only serial line.
func TestDriversThatPlayDoesNotNeed(t *testing.T) { synctest.Test(t, driversThatPlayDoesNotNeed) }

func driversThatPlayDoesNotNeed(t *testing.T) {
	both := `name: both
drivers:
  - {name: main, kind: sim, channels: 49}
  - {name: other, kind: serial, device: /dev/serial/by-id/none, channels: 10}
MORE
surface: {width_mm: 500, height_mm: 500}
grids:
  - {files: 7, ranks: 7, pitch_mm: 50}
squares:
  spare: {x_mm: 490, y_mm: 490, driver: other, channel: 0}
games: {rolechess: {}}
buttons: [{name: confirm, driver: other, channel: 1}]
`
	path := t.TempDir() + "/b.yaml"
	b := bench{machine: nowhere}
	if err := os.WriteFile(path, []byte(strings.Replace(both, "MORE\n", "", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.file = path
	r := serveOn(t, b)
	r.until(t, "set up", func(table *referee.Table) bool {
		return table.Status == referee.StatusSetup && table.Message.Key != "paused.board"
	})
	r.until(t, "told", func(*referee.Table) bool { return r.log.has("play does not need") })

	text := strings.Replace(both, "MORE", "  - {name: third, kind: dgt, device: /dev/ttyUSB0}", 1)
	file, err := config.ParseBoard("b.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const option = "/dev/pts/7"
	if path, err := deviceOf(option, r.board, 1); err != nil || path != option {
		t.Errorf("the only line is on %q, %v", path, err)
	}
	for name, b := range map[string]*config.Board{"one of two": file, "none": config.DefaultBoard()} {
		if _, err := deviceOf(option, b, 0); err == nil || statusOf(err) != 2 {
			t.Errorf("--device for %s: %v", name, err)
		}
	}
}
