package referee_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/hw/sim"
	"reeve/leds"
	"reeve/referee"
	"reeve/referee/health"
	"reeve/rules"
	"reeve/rules/chessbattle"
	"reeve/rules/rolechess"
	"reeve/sensors"
)

// worn is a game of RoleChess or another on simulated contacts that may be broken,
// with everything between them and the judge, in virtual time.
type worn struct {
	*testing.T
	judge   *referee.Judge
	on      *board.Topology
	parts   []*contacts
	log     bytes.Buffer
	faults  string // as last told
	now     time.Duration
	hand    []int // magnets in the air
	stands  map[board.Square]int
	magnets int
	die     string // that was lit last
}

// contacts are one driver of the board.
type contacts struct {
	squares []board.Square // by channel
	field   *sim.Field
	loop    *sensors.Loop
	watched *sensors.Watched
	levels  []uint64
}

// newWorn sets up a game. If squares are named for it, a second driver is a matrix of two columns without diodes over four squares.
func newWorn(t *testing.T, g *rules.Game, dice []int, matrix string) *worn {
	return newWornBy(t, g, referee.DiceChoice{Kind: "scripted", Scripted: dice}, matrix)
}

func newWornBy(t *testing.T, g *rules.Game, dice referee.DiceChoice, matrix string) *worn {
	w := &worn{T: t, now: time.Second, stands: map[board.Square]int{}}
	watch := sensors.NewWatch(func(found []sensors.Fault) {
		var told []health.Fault
		w.faults = ""
		for _, f := range found {
			told = append(told, health.Fault{Square: f.Square, Kind: f.Kind.String()})
			w.faults += w.on.Name(f.Square) + " " + f.Kind.String() + " "
		}
		w.judge.Distrust(told)
	})
	var err error
	w.judge, err = referee.NewJudge(referee.Config{
		Games: []*rules.Game{g}, Archive: &disk{}, Health: watch, Log: slog.New(slog.NewTextHandler(&w.log, nil)), Random: strings.NewReader(strings.Repeat("seed", 64)),
	}, nil, referee.NewGame{Game: g.Name, Dice: dice})
	if err != nil {
		t.Fatal(err)
	}
	start, _ := w.judge.State()
	w.on = start.Topology()
	var special []board.Square
	for _, name := range strings.Fields(matrix) {
		special = append(special, w.square(name))
	}
	var plain []board.Square
	for sq := range w.on.All().Minus(board.SetOf(special...)).All() {
		plain = append(plain, sq)
	}
	w.wire(watch, plain, special)
	for sq := range start.Occupied(rules.Full).All() {
		w.put(sq)
	}
	w.pass(time.Second)
	return w
}

// wire makes a driver of each list of squares.
func (w *worn) wire(watch *sensors.Watch, plain, special []board.Square) {
	lists := [][]board.Square{plain}
	if len(special) > 0 {
		lists = append(lists, special)
	}
	sinks := sensors.Join(w.judge, len(lists))
	for i, squares := range lists {
		var places []sim.Point
		for _, sq := range squares {
			p := w.on.Place(sq)
			places = append(places, sim.Point{X: p.X, Y: p.Y})
		}
		wiring, err := sensors.NewWiring(squares)
		if err != nil {
			w.Fatal(err)
		}
		columns := 2 * i // the second is the matrix
		c := &contacts{squares: squares, field: sim.NewField(places, 1, sim.None), levels: make([]uint64, wiring.Words())}
		c.field.Matrix(columns)
		c.watched = watch.Over(wiring, sensors.HealthOptions{Columns: columns}, sinks[i])
		c.loop = sensors.NewLoop(nil, wiring, c.watched, sensors.Options{})
		w.parts = append(w.parts, c)
	}
}

func (w *worn) square(name string) board.Square {
	w.Helper()
	sq, ok := w.on.Square(name)
	if !ok {
		w.Fatalf("no square %s", name)
	}
	return sq
}

// at returns the driver and the channel of a square.
func (w *worn) at(sq board.Square) (*contacts, int) {
	for _, c := range w.parts {
		if i := slices.Index(c.squares, sq); i >= 0 {
			return c, i
		}
	}
	w.Fatalf("square %d is not wired", sq)
	return nil, 0
}

func (w *worn) breaks(name string, fault sim.Fault) {
	c, channel := w.at(w.square(name))
	c.field.Break(channel, fault, w.now)
}

// put and lift do what hands do, on every driver's surface: it is one board.
func (w *worn) put(sq board.Square) {
	if len(w.hand) == 0 {
		w.hand, w.magnets = append(w.hand, w.magnets), w.magnets+1
	}
	m := w.hand[0]
	w.hand, w.stands[sq] = w.hand[1:], m
	p := w.on.Place(sq)
	for _, c := range w.parts {
		c.field.Put(m, sim.Point{X: p.X, Y: p.Y}, w.now)
	}
}

func (w *worn) lift(sq board.Square) {
	m, ok := w.stands[sq]
	if !ok {
		w.Fatalf("nothing stands on %s", w.on.Name(sq))
	}
	delete(w.stands, sq)
	w.hand = append(w.hand, m)
	for _, c := range w.parts {
		c.field.Lift(m, w.now)
	}
}

// pass lets time pass, with a scan every 4 ms and a look at the flicker every second.
func (w *worn) pass(d time.Duration) *worn {
	for end := w.now + d; w.now < end; {
		w.now += sensors.DefaultPeriod
		for _, c := range w.parts {
			err := c.field.Scan(w.now, c.levels)
			c.loop.Take(c.levels, err, w.now)
			if w.now%time.Second == 0 {
				c.watched.Flickers(func(channel int) uint32 { return c.loop.Contact(channel).Flickers }, w.now)
			}
		}
		w.judge.Proceed(w.now)
		if err := w.judge.Flush(); err != nil {
			w.Fatal(err)
		}
	}
	return w
}

// hands does touches as room.hands does; what the contacts make of them is theirs.
func (w *worn) hands(script string) *worn {
	w.Helper()
	for _, word := range strings.Fields(script) {
		switch word[0] {
		case '~':
			w.pass(350 * time.Millisecond)
			continue
		case '+':
			if w.die != "" { // it is taken off before it is put elsewhere
				w.lift(w.square(w.die))
				w.die = ""
				w.pass(152 * time.Millisecond)
			}
			w.put(w.square(w.dieOr(word[1:])))
		case '-':
			w.lift(w.square(word[1:]))
		}
		if word == "+die" {
			w.pass(1200 * time.Millisecond)
		}
		w.pass(152 * time.Millisecond)
	}
	return w
}

// dieOr is the square of the die that was lit last, for "die", or the square itself.
func (w *worn) dieOr(square string) string {
	if square != "die" {
		return square
	}
	if lit := w.judge.Guide(w.now).Throw; !lit.IsEmpty() {
		w.die = w.on.Name(lit.First())
	}
	return w.die
}

// enters enters throws, one after the other.
func (w *worn) enters(faces string) *worn {
	w.Helper()
	for _, each := range strings.Fields(faces) {
		var c referee.Throw
		for _, face := range strings.Split(each, ",") {
			c.Faces = append(c.Faces, int(face[0]-'0'))
		}
		w.do(c).pass(2 * time.Second)
	}
	return w
}

func (w *worn) do(c referee.Command) *worn {
	w.Helper()
	if err := w.judge.Do(c, w.now); err != nil {
		w.Fatalf("%+v: %v", c, err)
	}
	return w.pass(152 * time.Millisecond)
}

// stand expects the players' steps that stand, open ones in brackets.
func (w *worn) stand(want string) *worn {
	w.Helper()
	steps, sealed := w.judge.Steps(nil)
	state := w.start()
	var got []string
	for i, step := range steps {
		text := state.Text(step)
		if i >= sealed {
			text = "(" + text + ")"
		}
		if step.By < rules.Chance {
			got = append(got, text)
		}
		state, _, _ = state.Apply(step, nil)
	}
	if all := strings.Join(got, " "); all != want {
		w.Fatalf("there stands %q, want %q; faults %q, asked %+v, log\n%s", all, want, w.faults, w.judge.Asked(), w.log.String())
	}
	return w
}

func (w *worn) start() rules.State {
	s, _ := w.judge.State()
	start, err := s.Game().Start(nil)
	if err != nil {
		w.Fatal(err)
	}
	return start
}

// atFault expects exactly those squares at fault, named and lit.
func (w *worn) atFault(want string) *worn {
	w.Helper()
	said, lit := referee.FaultsSeen(w.judge, w.now)
	for try := 0; try < 5 && len(said) > 0 && lit.IsEmpty(); try++ { // a throw is shown first
		w.pass(time.Second)
		said, lit = referee.FaultsSeen(w.judge, w.now)
	}
	var names, texts []string
	for sq := range lit.All() {
		names = append(names, w.on.Name(sq))
	}
	for _, m := range said {
		texts = append(texts, m.Args["square"]+" "+strings.TrimPrefix(m.Key, "fault."))
		if !slices.Contains(names, m.Args["square"]) || !strings.Contains(m.Text, m.Args["square"]) {
			w.Errorf("%+v: %v are lit", m, names)
		}
		if !strings.Contains(w.log.String(), "square="+m.Args["square"]) {
			w.Errorf("%+v is not in the log", m)
		}
	}
	if got := strings.Join(texts, ", "); got != want || len(names) != len(texts) {
		w.Fatalf("at fault: %q, %v lit, want %q", got, names, want)
	}
	return w
}

// asks expects a question with that choice, and answers it.
func (w *worn) asks(choice string) *worn {
	w.Helper()
	for range 60 { // a reading that needs the square waits for still hands
		if w.judge.Asked() != nil {
			break
		}
		w.pass(100 * time.Millisecond)
	}
	q := w.judge.Asked()
	if q == nil || !slices.Contains(q.Choices, choice) || !slices.Contains(q.Choices, referee.NoneOfThese) {
		steps, sealed := w.judge.Steps(nil)
		_, lit := referee.FaultsSeen(w.judge, w.now)
		w.Fatalf("asked %+v, want %s among the choices; at fault %v; %d steps stand, %d sealed\n%s", q, choice, w.on.Names(lit), len(steps), sealed, w.log.String())
	}
	return w.do(referee.Answer{Choice: choice})
}

func (w *worn) settling(want bool) *worn {
	w.Helper()
	if got := w.judge.Settling(); got != want {
		w.Fatalf("settling: %v, want %v; faults %q", got, want, w.faults)
	}
	return w
}

func wornRoleChess(t *testing.T, matrix string) *worn {
	return newWorn(t, rolechess.Game, []int{6, 1, 6, 1, 6, 1}, matrix).settling(false)
}

// The piece is put on a square that feels nothing: the step is said on the page,
// and as play goes on the square is known. Moves from it are asked about, and one
// to it, until it is mended and feels again.
func TestADeadSquareIsFoundAndAskedAbout(t *testing.T) {
	w := wornRoleChess(t, "")
	w.breaks("c3", sim.Dead)
	w.hands("-b1 +c3 ~ ~ ~").stand("")
	w.do(referee.Act{Text: "b1-c3"}).settling(true).atFault("")
	w.hands("-b7 +c5 ~").do(referee.Act{Text: "b7-c5"}).atFault("c3 dead").settling(false)
	w.hands("-c3 +d5 ~").stand("b1-c3 b7-c5").asks("c3-d5").stand("b1-c3 b7-c5 (c3-d5)")
	w.hands("-a6 +a5 ~").pass(4 * time.Second).stand("b1-c3 b7-c5 c3-d5 end (a6-a5)")
}

// A piece stands on a dead square from the beginning: who presses the button says
// that it does.
func TestADeadSquareOfTheSetUpIsSaid(t *testing.T) {
	w := newWornBroken(t, "b1", sim.Dead)
	w.settling(true).do(referee.Press{Button: "confirm"}).settling(false).atFault("b1 dead")
	w.hands("-b1 +c3 ~").stand("").asks("b1-c3").stand("(b1-c3)")
	w.hands("-b7 +c5 ~ ~").pass(4 * time.Second).stand("b1-c3 (b7-c5)")
	w.breaks("b1", sim.Sound)
	w.pass(time.Second).atFault("b1 dead") // nothing stands there by which it could show
	w.hands("-c3 +b1 ~").pass(4 * time.Second).stand("b1-c3 b7-c5 (c3-b1)").atFault("")
}

func newWornBroken(t *testing.T, name string, fault sim.Fault) *worn {
	w := wornRoleChess(t, "")
	w.breaks(name, fault)
	w.pass(time.Second)
	return w.do(referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1, 6, 1, 6, 1}}})
}

// A square is welded after its piece has gone.

// Without anybody saying so it is found when play has gone over it twice.
func TestAStuckSquareIsFoundWhilePlayGoesOn(t *testing.T) {
	w := wornRoleChess(t, "")
	w.breaks("b1", sim.Stuck)
	w.hands("-b1 +c3").do(referee.Act{Text: "b1-c3"}).settling(true)
	w.hands("-b7 +c5").do(referee.Act{Text: "b7-c5"}).atFault("b1 stuck").settling(false)
	w.breaks("b1", sim.Sound)
	w.pass(100 * time.Millisecond).atFault("")
}

// What was said on the page and not yet done by hand is no fault of any square.
func TestThePageMayBeAheadOfTheHands(t *testing.T) {
	w := wornRoleChess(t, "")
	for _, text := range []string{"b1-c3", "f7-e5", "c3-d5", "end", "a6-a5"} {
		w.do(referee.Act{Text: text}).settling(true).atFault("")
	}
	if err := w.judge.Do(referee.Press{Button: "confirm"}, w.now); err == nil {
		t.Error("the button says that the wood is right")
	}
	w.hands("-b1 +d5 -f7 +e5 -a6 +a5 ~").settling(false).atFault("")
}

// A loose contact lets go by itself: it is found, its moves are asked about, and
// after a quiet minute or two it is trusted again.
func TestWhole_AFlickeringSquareIsFoundAndTrustedAgain(t *testing.T) {
	w := wornRoleChess(t, "")
	w.breaks("b1", sim.Loose)
	for range 600 {
		if w.pass(100 * time.Millisecond); w.faults != "" {
			break
		}
	}
	w.atFault("b1 flickering").stand("")
	w.hands("-b1 +c3 ~").stand("").asks("b1-c3").stand("(b1-c3)")
	w.hands("-b7 +c5 ~ ~").pass(4 * time.Second).stand("b1-c3 (b7-c5)")
	w.breaks("b1", sim.Sound)
	w.pass(3 * time.Minute).atFault("")
	w.hands("-c3 +b1 ~").pass(4 * time.Second).stand("b1-c3 b7-c5 (c3-b1)")
}

// Two pieces and a third make a ghost where a diode is missing: the move that made
// it is asked about, and play goes on over the ghost.
func TestAGhostIsFoundAndAskedAbout(t *testing.T) {
	w := wornRoleChess(t, "a1 g1 c3 d4") // rows a1 g1, c3 d4
	w.hands("-b1 +c3 ~ ~")
	w.asks("b1-c3")
	w.atFault("c3 ghost, d4 ghost").stand("(b1-c3)")
	w.hands("-b7 +c5 ~ ~").pass(4 * time.Second).stand("b1-c3 (b7-c5)")
	w.hands("-c3 +d5 ~").asks("c3-d5").pass(4 * time.Second).stand("b1-c3 b7-c5 (c3-d5)")
}

// A viewer to whom nothing is secret learns of faults, and one to whom the square is
// does not: neither by the table, nor the lights, nor the log.
func TestFaultsTellNoSecrets(t *testing.T) {
	in(t, func(t *testing.T) {
		r := openGame(t, chessbattle.Game)
		defer r.stop()
		var square string
		for range 200 { // until somebody has put a piece where the other must not know of it
			if square = secretSquare(r); square != "" {
				break
			}
			legal := r.Session.Table(1).Legal
			if len(legal) == 0 {
				legal = r.Session.Table(0).Legal
			}
			r.do(referee.Act{Text: legal[0]})
		}
		if square == "" {
			t.Fatal("nothing is ever secret")
		}
		sq, _ := r.Topology().Square(square)
		r.Distrust([]health.Fault{{Square: sq, Kind: "dead"}})
		r.settle(time.Second)
		seen := map[rules.Seat]int{}
		for _, viewer := range []rules.Seat{0, 1, rules.Table} {
			table := r.Session.Table(viewer)
			seen[viewer] = len(table.Hardware.Squares)
			if lit := table.Lights[square]; slices.Contains(lit, "uncertain") {
				t.Errorf("viewer %d sees %s lit %v", viewer, square, lit)
			}
		}
		if seen[0]+seen[1] != 1 || seen[rules.Table] != 0 {
			t.Errorf("told of %s: %v", square, seen)
		}
	})
}

// secretSquare is a square that holds what only one seat may know of.
func secretSquare(r *room) string {
	for _, seat := range []rules.Seat{0, 1} {
		for _, p := range r.Session.Table(seat).Position.Pieces {
			if p.At != nil && !slices.ContainsFunc(r.Session.Table(1-seat).Position.Pieces, func(q rules.Piece) bool { return q.At != nil && *q.At == *p.At }) {
				return *p.At
			}
		}
	}
	return ""
}

// The session takes faults from any goroutine, its own among them, shows them to
// every viewer and takes them back.
func TestASessionShowsFaultsAndForgetsThem(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		sq, _ := r.Topology().Square("d4")
		r.settle(10 * time.Second) // the dice are shown
		r.Distrust([]health.Fault{{Square: sq, Kind: "flickering"}, {Square: 200, Kind: "dead"}})
		r.settle(0)
		for _, viewer := range []rules.Seat{0, 1, rules.Table} {
			table := r.Session.Table(viewer)
			if h := table.Hardware; len(h.Faults) != 1 || !strings.Contains(h.Faults[0], "d4") || h.Squares[0].Key != "fault.flickering" {
				t.Errorf("viewer %d is told %+v", viewer, h)
			}
			if !slices.Equal(table.Lights["d4"], []string{"uncertain"}) {
				t.Errorf("d4 is lit %v", table.Lights["d4"])
			}
		}
		r.Distrust(nil)
		r.settle(0)
		if h := r.table().Hardware; len(h.Faults) != 0 || len(r.table().Lights["d4"]) != 0 {
			t.Errorf("still told: %+v", h)
		}
	})
}

// What has drifted is said, and believed still: no light doubts it.
func TestADriftIsSaidAndBelieved(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		sq, _ := r.Topology().Square("d4")
		r.settle(10 * time.Second)
		r.Distrust([]health.Fault{{Square: sq, Kind: "drifted"}})
		r.settle(0)
		table := r.table()
		if h := table.Hardware; len(h.Squares) != 1 || h.Squares[0].Key != "fault.drifted" || !strings.Contains(h.Faults[0], "reeve doctor calibrate") {
			t.Errorf("told %+v", h)
		}
		if len(table.Lights["d4"]) != 0 {
			t.Errorf("d4 is lit %v", table.Lights["d4"])
		}
	})
}

// What was wrong with contacts in one game does not slow down the next (hands.md rule 14).
func TestANewGameForgetsWhatWasAmissInTheLast(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.Distrust([]health.Fault{{Square: 0, Kind: "dead"}, {Square: 1, Kind: "dead"}, {Square: 2, Kind: "dead"}})
		r.settle(0)
		r.Distrust(nil)
		r.hands("-b1 +c3 ~ -b7 +c5 ~ ~").expectLog("die 6 die 1 (b1-c3) (b7-c5)") // sealed later
		r.hands("-c5 +b7 -c3 +b1 ~")
		r.do(referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1}}})
		r.hands("-b1 +c3 ~ -b7 +c5 ~ ~").expectLog("die 6 die 1 b1-c3 (b7-c5)")
	})
}

// listener is a Health that answers from the session's own goroutine.
type listener struct {
	session *referee.Session
	sealed  []string
	wild    int
}

func (h *listener) Expect(occupied, busy board.Set, at time.Duration) {
	h.sealed = append(h.sealed, fmt.Sprint(occupied.Len(), busy.Intersect(occupied).Len()))
	for range 1000 {
		h.session.Distrust(nil) // must not block
	}
}
func (h *listener) Unexplained(board.Set) { h.wild++ }

func TestHealthHearsOfEverySealedStepAndOfWhatNothingExplains(t *testing.T) {
	in(t, func(t *testing.T) {
		h := &listener{}
		r := openHealthy(t, h)
		defer r.stop()
		s, _ := rolechess.Game.Start(nil)
		r.Wood(s.Occupied(rules.Full), 0)
		r.settle(0)
		r.hands("-b1 +c3 -b7 +c5 ~ ~")
		// the set-up with its throws, and White's move while Black's may still change
		if want := []string{"28 0", "28 1"}; !slices.Equal(h.sealed, want) {
			t.Errorf("heard %v, want %v", h.sealed, want)
		}
		before := h.wild
		r.hands("+d4 ~")
		if h.wild == before || len(h.sealed) != 2 {
			t.Errorf("heard %v, and %d times of what is unexplained", h.sealed, h.wild-before)
		}
	})
}

func openHealthy(t *testing.T, h *listener) *room {
	t.Helper()
	r := &room{T: t, disk: &disk{}, lamps: &lamps{}, start: time.Now()}
	var err error
	r.Session, err = referee.New(referee.Config{
		Games: []*rules.Game{rolechess.Game}, Archive: r.disk, Lights: r.lamps, Start: r.start, Health: h,
	}, nil, scripted(6, 1))
	if err != nil {
		t.Fatal(err)
	}
	h.session = r.Session
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { r.Session.Run(ctx); close(done) }()
	r.stop = func() { cancel(); <-done }
	return r
}

// A disk that has become read-only pauses play like one that is full: hands are not
// followed, clocks stand, lights and log show nothing as done, commands are refused
// with the reason; then it goes on.
func TestAReadOnlyDiskPausesGameAndClocks(t *testing.T) {
	in(t, func(t *testing.T) {
		first := scripted(6, 1)
		first.Clock = "1+0"
		d := &rod{}
		r := openRod(t, d, first)
		defer r.stop()
		s, _ := rolechess.Game.Start(nil)
		r.Wood(s.Occupied(rules.Full), 0)
		r.settle(10 * time.Second)
		d.readOnly.Store(true)
		r.hands("-b1 +c3 ~").settle(time.Second)
		table := r.table()
		if table.Message.Key != "paused.disk" || !strings.Contains(table.Message.Text, "read-only") || len(table.Open) != 0 {
			t.Fatalf("%+v, open %v", table.Message, table.Open)
		}
		r.expectLog("die 6 die 1")
		if lit := r.lamps.on("c3"); slices.Contains(lit, leds.Last) {
			t.Errorf("c3 is lit as done: %v", lit)
		}
		r.refused(referee.Act{Text: "a2-a3"}, 409)
		r.settle(time.Hour)
		r.expectStatus("play")
		d.readOnly.Store(false)
		r.settle(3 * time.Second)
		r.expectLog("die 6 die 1 (b1-c3)")
		r.expectStatus("play")
		if ms := r.table().Clocks["white"].(int64); ms < 40_000 {
			t.Errorf("White's clock ran on: %d ms are left", ms)
		}
	})
}

// rod is an archive whose file system can become read-only.
type rod struct {
	disk
	readOnly atomic.Bool
}

func (d *rod) Begin(h archive.Header) (int64, error) {
	if d.readOnly.Load() {
		return 0, syscall.EROFS
	}
	return d.disk.Begin(h)
}

func (d *rod) Append(id int64, events []archive.Event, touches []board.Touch) error {
	if d.readOnly.Load() {
		return fmt.Errorf("archive: append: %w", syscall.EROFS)
	}
	return d.disk.Append(id, events, touches)
}

func openRod(t *testing.T, d *rod, first referee.NewGame) *room {
	t.Helper()
	r := &room{T: t, disk: &d.disk, lamps: &lamps{}, start: time.Now()}
	var err error
	r.Session, err = referee.New(referee.Config{Games: []*rules.Game{rolechess.Game}, Archive: d, Lights: r.lamps, Start: r.start}, nil, first)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { r.Session.Run(ctx); close(done) }()
	r.stop = func() { cancel(); <-done }
	return r
}

// on lists the meanings that the last scene has for a square of RoleChess.
func (l *lamps) on(name string) (meanings []leds.Meaning) {
	s, _ := rolechess.Game.Start(nil)
	sq, _ := s.Topology().Square(name)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, light := range l.scene {
		if light.Square == sq {
			meanings = append(meanings, light.Meaning)
		}
	}
	return meanings
}

// An unplugged controller pauses the game: what hands do then is not read and nobody's
// time runs. Plugged in again, the wood is put right and the game goes on.
func TestAnUnpluggedBoardPausesGameAndClocks(t *testing.T) {
	in(t, func(t *testing.T) {
		first := scripted(6, 1)
		first.Clock = "1+0"
		r := open(t, &disk{}, first, nil)
		defer r.stop()
		s, _ := rolechess.Game.Start(nil)
		wood := s.Occupied(rules.Full)
		r.Wood(wood, 0)
		r.settle(20 * time.Second)
		r.Fault(errors.New("unplugged"))
		r.settle(time.Hour)
		table := r.table()
		if table.Message.Key != "paused.board" || !slices.Equal(table.Hardware.Faults, []string{"unplugged"}) {
			t.Fatalf("%+v, %+v", table.Message, table.Hardware)
		}
		r.expectClocks(40, 60, "")
		r.Fault(referee.Dark{Why: errors.New("strip: no such device")})
		r.settle(time.Hour)
		if table := r.table(); table.Message.Text != "Paused: the lights do not respond (strip: no such device)" ||
			!slices.Equal(table.Hardware.Faults, []string{"the lights fail: strip: no such device"}) {
			t.Errorf("%+v, %+v", table.Message, table.Hardware)
		}
		r.expectClocks(40, 60, "")
		r.Fault(errors.Join(errors.New("unplugged"), referee.Dark{Why: errors.New("strip: no such device")}))
		r.settle(time.Minute)
		if key := r.table().Message.Key; key != "paused.board" {
			t.Errorf("neither felt nor lit: %s", key)
		}
		wood.Remove(r.set([]string{"b1"}).First()) // and somebody has lifted it
		r.Wood(wood, time.Since(r.start))
		r.Fault(nil)
		r.settle(time.Hour)
		r.expectStatus("settle")
		r.expectClocks(40, 60, "")
		r.hands("+b1").settle(10 * time.Second)
		r.do(referee.Press{Button: "energy"})
		r.expectClocks(30, 60, "white")
		r.hands("-b1 +c3").expectLog("die 6 die 1 (b1-c3)")
		if faults := r.table().Hardware.Faults; len(faults) != 0 {
			t.Errorf("still told: %v", faults)
		}
	})
}

func TestAStuckSquareIsSaidAndAskedAbout(t *testing.T) {
	w := wornRoleChess(t, "")
	w.breaks("b1", sim.Stuck)
	w.hands("-b1 +c3 ~ ~").stand("")
	w.do(referee.Act{Text: "b1-c3"}).settling(true).do(referee.Press{Button: "confirm"}).settling(false).atFault("b1 stuck")
	w.hands("-b7 +c5 ~ ~").pass(4 * time.Second).stand("b1-c3 (b7-c5)")
	w.hands("-c3 +b1 ~").stand("b1-c3 (b7-c5)").asks("c3-b1").pass(4 * time.Second).stand("b1-c3 b7-c5 (c3-b1)")
}

// A stuck contact that lets go for a moment has not felt a piece lifted and another put down.
func TestAStuckSquareThatFlickersIsStuckStill(t *testing.T) {
	in(t, func(t *testing.T) {
		r := empty(t, nil, "e3")
		defer r.stop()
		e3 := r.set([]string{"e3"}).First()
		r.do(referee.Press{Button: "confirm"})
		flick := func(lasts time.Duration) {
			r.Touch(board.Touch{Square: e3, At: time.Since(r.start)})
			r.settle(lasts)
			r.Touch(board.Touch{Square: e3, Placed: true, At: time.Since(r.start)})
		}
		flick(20 * time.Millisecond)
		r.hands("~ ~ +b2 ~").expectLog("(camp b2)")
		flick(200 * time.Millisecond)
		r.hands("~ ~").expectLog("(camp b2) (camp e3)")
	})
}

// A contact is welded under its piece: nothing explains the move, which is taken back and done again. Then the board asks whether that
// contact is at fault, and the answer takes the move.
func TestAContactThatFailsUnderItsPieceIsFoundByDoingTheSameAgain(t *testing.T) {
	w := wornRoleChess(t, "").hands("-b1 +c3 ~ -b7 +c5 ~ ~").stand("b1-c3 (b7-c5)")
	w.breaks("c3", sim.Stuck)
	w.hands("-c3 +d5").pass(2 * time.Second)
	if q := w.judge.Asked(); q != nil {
		t.Fatalf("asked at once: %+v", q)
	}
	w.hands("-d5 +c3").pass(2 * time.Second).hands("-c3 +d5").pass(2 * time.Second)
	if q := w.judge.Asked(); q == nil || q.Key != "ask.contact" {
		t.Fatalf("asked %+v", q)
	}
	w.asks("c3-d5").atFault("c3 stuck").pass(4 * time.Second).stand("b1-c3 b7-c5 (c3-d5)").settling(false)
}

// The same where a square that is known to be dead would explain it: who says none of these and does it again is asked about others, too, and only
// contacts that are not known to be are named as perhaps faulty.
func TestAContactThatFailsBesideADeadOneIsFoundByDoingTheSameAgain(t *testing.T) {
	w := newWornBroken(t, "f1", sim.Dead).do(referee.Press{Button: "confirm"}).atFault("f1 dead").hands("-b1 +c3 ~ -b7 +c5 ~ -c3 +d5 ~ -f7 +e5 ~").pass(4 * time.Second)
	w.breaks("d5", sim.Stuck)
	w.hands("-d5 +e3").asks(referee.NoneOfThese).hands("-e3 +d5 ~").pass(2 * time.Second).hands("-d5 +e3").pass(2 * time.Second)
	if q := w.judge.Asked(); q == nil || q.Key != "ask.contact" || q.Args["squares"] != "d2, e2, f2, d5" {
		t.Fatalf("asked %+v", q)
	}
	w.asks("d5-e3").atFault("f1 dead, d5 stuck").pass(4 * time.Second).stand("b1-c3 b7-c5 c3-d5 end f7-e5 (d5-e3)")
}

// Beside a square at fault the page says what the button would seal before it is pressed: that, and nothing else, is sealed.
func TestConfirmSaysWhatItWillSealBesideAFault(t *testing.T) {
	w := newWornBroken(t, "b1", sim.Dead)
	w.do(referee.Press{Button: "confirm"}).atFault("b1 dead").seals("")
	w.hands("-f1 +e3 ~").stand("(f1-e3)").seals("f1-e3").do(referee.Press{Button: "confirm"}).stand("f1-e3").seals("")
}

// seals expects the sentence about the button, on the table's page.
func (w *worn) seals(want string) *worn {
	w.Helper()
	said := referee.ConfirmSeen(w.judge, w.now)
	if got := said["steps"]; got != want {
		w.Fatalf("confirm would seal %q, want %q", got, want)
	}
	return w
}
