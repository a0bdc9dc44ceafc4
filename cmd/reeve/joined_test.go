package main

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/config"
	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
)

const white, black = rules.Seat(0), rules.Seat(1)

// desk is two boards of Chess Battle with a controller each, and one daemon after
// another that plays on them.
type desk struct {
	*testing.T
	*table
	state  string
	places map[string]config.Place

	running sync.WaitGroup
	mu      sync.Mutex
	boards  map[string]*sim.Board
	lines   map[string]net.Conn // the far end of each line that is open
	out     map[string]bool     // of each board, whether its plug is out
}

func newDesk(t *testing.T) *desk {
	d := &desk{
		T: t, state: t.TempDir(), places: map[string]config.Place{},
		boards: map[string]*sim.Board{"near": sim.New(64, 64), "far": sim.New(64, 64)},
		lines:  map[string]net.Conn{}, out: map[string]bool{},
	}
	d.start()
	for _, p := range d.board.Places {
		d.places[p.Name] = p
	}
	t.Cleanup(func() { d.stop(); d.running.Wait() })
	return d
}

// start starts the daemon, with what is in its folder.
func (d *desk) start() {
	d.Helper()
	const path = "../../configs/boards/serial-chessbattle.yaml"
	settings, err := config.ParseSettings("test", []byte("listen: 127.0.0.1:0\nstate: "+d.state+"\nboard: "+path+"\ndice: seeded:b0a2\ngame: chessbattle\n"))
	if err != nil {
		d.Fatal(err)
	}
	file, err := config.LoadBoard(path)
	if err != nil {
		d.Fatal(err)
	}
	log, m := &logBuffer{}, nowhere
	m.serial = d.dial
	run := newDaemon(settings, m, slog.New(slog.NewTextHandler(log, nil)))
	run.doors.listener = &lines{calls: make(chan net.Conn), closed: make(chan struct{})}
	if err := run.open(d.Context()); err != nil {
		d.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run.run(ctx) }()
	stop := sync.OnceValue(func() error { cancel(); err := <-ended; run.close(); return err })
	d.table = &table{run, file, log, stop}
}

// dial opens the line of a board, if its plug is in.
func (d *desk) dial(path string, _ int) (io.ReadWriteCloser, error) {
	name := map[bool]string{true: "near", false: "far"}[strings.Contains(path, ":1.1:")]
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.out[name] {
		return nil, fs.ErrNotExist
	}
	host, far := net.Pipe()
	d.lines[name] = far
	d.running.Go(func() {
		_ = sim.NewController(d.boards[name], sim.Options{Name: name, Buttons: 1}).Run(context.Background(), far)
		far.Close()
	})
	return host, nil
}

// plug pulls the plug of a board out, or puts it in.
func (d *desk) plug(name string, in bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.out[name] = !in
	if !in {
		d.lines[name].Close()
	}
}

// contact works the contact of a square.
func (d *desk) contact(square string, closed bool) {
	p := d.places[square]
	d.boards[d.board.Drivers[p.Driver].Name].Set(p.Channel, closed)
}

// feels is whether either player, or everybody, is shown wood on a square.
func (d *desk) feels(square string) bool {
	return slices.ContainsFunc([]rules.Seat{white, black, rules.Table}, func(viewer rules.Seat) bool {
		return slices.Contains(d.session.Table(viewer).Wood, square)
	})
}

// hands lifts and places, "-d8 +d9", each when the one before it is felt, and no faster than hands do.
func (d *desk) hands(script string) {
	d.Helper()
	for _, w := range strings.Fields(script) {
		time.Sleep(60 * time.Millisecond) // of virtual time
		d.contact(w[1:], w[0] == '+')
		d.until(d.T, "feels "+w, func(*referee.Table) bool { return d.feels(w[1:]) == (w[0] == '+') })
	}
}

func (d *desk) do(c referee.Command) {
	d.Helper()
	if err := d.session.Do(d.Context(), c); err != nil {
		d.Fatalf("%+v: %v", c, err)
	}
}

// logs waits until a viewer's log ends so, open steps in brackets.
func (d *desk) logs(viewer rules.Seat, end string) {
	d.Helper()
	d.until(d.T, "log of "+end, func(*referee.Table) bool { return strings.HasSuffix(d.steps(viewer), end) })
}

func (d *desk) steps(viewer rules.Seat) string {
	var all []string
	for _, e := range d.session.Table(viewer).Log {
		if e.Open {
			e.Action = "(" + e.Action + ")"
		}
		all = append(all, e.Action)
	}
	return strings.Join(all, " ")
}

// follow does what the lights ask for until the wood is right.
func (d *desk) follow() {
	d.Helper()
	for try := 0; d.session.Table(rules.Table).Settle != nil; try++ {
		s := d.session.Table(rules.Table).Settle
		switch {
		case try > 20:
			d.Fatalf("the lights lead nowhere: %+v", s)
		case len(s.Lift) > 0:
			d.hands("-" + s.Lift[0])
		case len(s.Place) > 0:
			d.hands("+" + s.Place[0])
		}
	}
}

// deploy brings the game to the joining: camps by hand, cards on the page, and each
// army on its own board by its own player's hands.
func (d *desk) deploy() {
	d.Helper()
	d.until(d.T, "felt", func(t *referee.Table) bool { return t.Status == referee.StatusPlay })
	for _, camp := range strings.Fields("b2 g2 b15 g15") {
		d.hands("+" + camp)
		d.logs(rules.Table, "(camp "+camp+")")
	}
	for _, text := range strings.Split("bridge d,bridge e,done white,done black,army levy=2 knights=1,pay 10c,pay 6c,army levy=1 pikemen=1,pay 8h,train 0,train 0", ",") {
		d.do(referee.Act{Text: text})
	}
	for _, piece := range []struct {
		seat         rules.Seat
		kind, square string
	}{
		{white, "levy", "d8"}, {black, "levy", "d9"}, {black, "levy", "e9"}, {white, "pikemen", "a1"},
		{black, "knights", "c10"}, {white, "king", "e1"}, {black, "king", "h16"},
	} {
		if lit := d.session.Table(piece.seat).Lights[piece.square]; !slices.Contains(lit, "legal") {
			d.Errorf("%s is not lit for its player: %v", piece.square, lit)
		}
		if slices.Contains(d.session.Table(rules.Table).Wood, piece.square) {
			d.Errorf("everybody sees %s", piece.square)
		}
		d.hands("+" + piece.square)
		d.logs(piece.seat, "(deploy "+piece.kind+" "+piece.square+")")
	}
	for other, own := range map[rules.Seat]string{white: "d9", black: "d8"} {
		if slices.Contains(d.session.Table(other).Wood, own) {
			d.Errorf("the other player sees %s", own)
		}
	}
	for _, seat := range []rules.Seat{white, black} {
		d.do(referee.Press{Button: "confirm", Seat: &seat})
	}
	d.until(d.T, "joined", func(t *referee.Table) bool { return t.Position.Phase == "battle" && t.Status == referee.StatusPlay })
	if got := len(d.session.Table(rules.Table).Wood); got != 11 {
		d.Errorf("everybody sees %d pieces after the joining", got)
	}
}

// Two boards with a controller each are one game: deployed in secret, joined, crossed
// by a piece and by an attack; it goes on after a power cut with a piece in the air,
// and after one of the two boards was unplugged while its wood was changed.
func TestTwoBoardsAreJoinedAndPlayedOn(t *testing.T) { synctest.Test(t, twoBoardsAreJoinedAndPlayedOn) }

func twoBoardsAreJoinedAndPlayedOn(t *testing.T) {
	d := newDesk(t)
	d.deploy()

	d.hands("-e9 +e8") // over the bridge onto the other board
	d.logs(rules.Table, "(e9-e8)")
	d.hands("-d8")
	if err := d.stop(); err != nil { // the power goes, with the attacker in the hand
		t.Fatal(err)
	}
	d.start()
	d.until(t, "settling", func(t *referee.Table) bool { return t.Settle != nil && slices.Equal(t.Settle.Place, []string{"d8"}) })
	d.logs(rules.Table, "(e9-e8)")
	d.follow()
	d.until(t, "playing", func(t *referee.Table) bool { return t.Status == referee.StatusPlay })

	d.hands("-d8 -d9 +d9")
	d.until(t, "declared", func(t *referee.Table) bool { return t.Declared != nil && t.Declared.Target == "d9" })
	die := d.session.Table(rules.Table).Declared.Die[0]
	d.hands("+" + die)
	d.logs(rules.Table, "e9-e8 end d8*d9") // sealed; but first each may add a card of its own
	for _, seat := range []rules.Seat{white, black} {
		d.do(referee.Act{Seat: &seat, Text: "special none"})
	}
	d.until(t, "thrown", func(*referee.Table) bool {
		return strings.Contains(d.steps(rules.Table), "e9-e8 end d8*d9 special none special none draw ")
	})
	d.hands("-" + die)

	d.plug("far", false)
	d.until(t, "pausing", func(t *referee.Table) bool { return t.Message.Key == "paused.board" })
	before := d.steps(rules.Table)
	for _, blind := range []string{"c10", "h16"} { // nobody feels it
		d.contact(blind, false)
	}
	d.contact("c11", true)
	d.hands("-e1 +e2") // and nobody reads this
	d.plug("far", true)
	d.until(t, "felt again", func(t *referee.Table) bool {
		return t.Settle != nil && slices.Contains(t.Settle.Lift, "c11") && slices.Contains(t.Settle.Lift, "e2") &&
			slices.Contains(t.Settle.Place, "c10") && slices.Contains(t.Settle.Place, "h16") && slices.Contains(t.Settle.Place, "e1")
	})
	d.follow()
	d.until(t, "playing on", func(t *referee.Table) bool { return t.Status == referee.StatusPlay })
	if after := d.steps(rules.Table); after != before {
		t.Errorf("while a board was unplugged the log went from %s to %s", before, after)
	}
	d.hands("-h16 +h15")
	d.logs(rules.Table, "(h16-h15)")
}
