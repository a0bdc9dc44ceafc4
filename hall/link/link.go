package link

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	mathrand "math/rand/v2"
	"sync/atomic"
	"time"

	"reeve/bus"
	"reeve/hall/wire"
	"reeve/referee"
	"reeve/rules"
)

// The times of a link.
const (
	beat   = 5 * time.Second        // between two words of a board that has nothing else to say
	soonIn = 30 * time.Millisecond  // after a change: the lights come first
	rest   = 250 * time.Millisecond // between two tables
	again  = 2 * time.Second        // without an answer of the hall: then lines are sent again,
	atMost = 30 * time.Second       // with the pause doubled each time, up to this
)

// doubt is the number of beats after which a board asks for an acknowledgement again, in case the last one was
// false. It counts beats and not lines, so that it tells nothing of hidden events.
const doubt = 4

// mostRead limits what a board reads from its hall, in bytes a second: some hundred messages.
const mostRead = 64 << 10

// Bus is what a link needs of one: *bus.Bus.
type Bus interface {
	// Publish sends a message; nil does not mean that it arrived. It wraps bus.ErrAway.
	Publish(subject string, data []byte) error
	// Listen calls hear for each message on subject, one at a time; "*" stands for one part of it, ">" for the rest.
	Listen(subject string, hear func(bus.Message)) error
	// Back yields a value at the first connection and after each reconnect.
	Back() <-chan struct{}
	// Here reports whether the bus is connected.
	Here() bool
}

// Board is what a link needs of the daemon.
type Board struct {
	Games     []*rules.Game
	Record    Record
	Session   Session
	Version   string
	Simulated bool
	Log       *slog.Logger
}

// Session is the game on the table: *referee.Session.
type Session interface {
	// Watch follows the table as viewer may see it; the caller closes it.
	Watch(viewer rules.Seat) *referee.Watch
	// Do carries a command out whole or refuses it.
	Do(ctx context.Context, c referee.Command) error
}

// State is the membership and the connection.
type State struct {
	Title   string
	Name    string    // of the board in it
	Here    bool      // the bus is connected
	Heard   time.Time // time of the hall's last message; zero: none since the start
	Waiting int       // lines sent and not acknowledged
	Trouble string    // why nothing is told; "" for none
	Fork    bool      // that is since the hall has another record of this board's games
	Calls   bool      // somebody calls for the arbiter
	Seat    string    // who does; "" for nobody in particular
}

// Link connects a board to its hall. Make it with New; one goroutine calls Run.
type Link struct {
	member *Member
	board  Board
	place  wire.Place
	state  atomic.Pointer[State]
	marked atomic.Pointer[bus.Message] // the latest acknowledgement; older ones are dropped
	news   chan struct{}               // that is new
	orders chan bus.Message            // commands of arbiters; when it is full the hall sends again
	call   atomic.Pointer[call]        // for the arbiter
	rung   chan struct{}               // that has changed

	// Owned by Run:
	bus     Bus
	box     outbox
	boot    string
	session string // as the hall calls it; "" before it has
	seq     uint64
	table   *referee.Table // the latest
	due     bool           // it is to be told
	shown   time.Time      // when one was told last
	game    wire.Game      // on the table
	heard   time.Time      // the hall
	tries   int
	beaten  int // beats so far
	repeat  *time.Timer
	shows   *time.Timer // when the table is told
	trouble error       // why nothing is told; nil for nothing
	missing *wire.Mark  // what the hall says it has, and the record does not; nil for nothing
}

// New makes the link of a member.
func New(m *Member, b Board) *Link {
	if b.Log == nil {
		b.Log = slog.New(slog.DiscardHandler)
	}
	l := &Link{
		member: m, board: b, place: m.place(), news: make(chan struct{}, 1), orders: make(chan bus.Message, 8), rung: make(chan struct{}, 1), boot: rand.Text(),
		box: outbox{record: b.Record, games: b.Games, since: m.Since},
	}
	l.call.Store(new(call))
	l.tell()
	return l
}

// Call opens the line of a member to its hall.
func Call(m *Member, log *slog.Logger) (*bus.Bus, error) {
	return bus.Call(bus.Options{Servers: m.Bus, Name: m.Name, Key: m.key(), Pass: m.Pass, Inbox: Inbox(m.ID()), Most: mostRead, Log: log})
}

// Inbox is the subject under which answers to a board come.
func Inbox(board wire.ID) string { return "_INBOX_" + string(board) }

// State says how it is with the hall. It may be called from any goroutine.
func (l *Link) State() State {
	s, c := *l.state.Load(), l.call.Load()
	s.Calls, s.Seat = c.on, c.seat
	return s
}

// Run serves the hall until ctx is done. It never blocks play: it watches the public table and reads the archive
// itself.
func (l *Link) Run(ctx context.Context, b Bus) error {
	if err := l.begin(ctx, b); err != nil {
		return err
	}
	watch := l.board.Session.Watch(rules.Table)
	defer watch.Close()
	tables := watch.C()
	beats := time.NewTicker(beat)
	defer beats.Stop()
	l.repeat, l.shows = time.NewTimer(l.timeout()), time.NewTimer(time.Hour)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-b.Back():
			l.tries = 0
			l.up(true)
			l.repeat.Reset(l.timeout())
		case <-l.news:
			l.have(*l.marked.Load())
		case m := <-l.orders:
			l.commanded(ctx, m)
		case <-l.rung:
			l.ring()
		case t, more := <-tables:
			if !more {
				tables = nil
				continue
			}
			l.table = t
			l.soon()
		case <-l.shows.C:
			l.due, l.shown = false, time.Now()
			l.say()
			l.show()
		case <-beats.C:
			l.beat()
		case <-l.repeat.C:
			l.unanswered()
		}
		l.tell()
	}
}

// begin subscribes to the hall's messages, and pauses play again if an arbiter had paused it.
func (l *Link) begin(ctx context.Context, b Bus) error {
	l.bus = b
	err := errors.Join(
		b.Listen(l.place.Have(), l.mark),
		b.Listen(l.place.To("*"), l.order),
	)
	if err != nil || !l.member.Paused {
		return err
	}
	if err := l.board.Session.Do(ctx, referee.Pause{On: true}); err != nil {
		l.board.Log.Warn("the board is not paused again", "part", "hall", "error", err)
	}
	return nil
}

// beat says that the board is there.
func (l *Link) beat() {
	l.beaten++
	l.up(l.beaten%doubt == 0)
	if time.Since(l.shown) >= beat { // the last table may be lost, and none follows while nothing changes
		l.soon()
	}
}

// unanswered retransmits lines that the hall has not acknowledged.
func (l *Link) unanswered() {
	if l.waits() {
		l.tries++
		l.up(true)
		l.sayAgain()
	}
	l.repeat.Reset(l.timeout())
}

// soon schedules the table: after the lights, and not too often.
func (l *Link) soon() {
	if !l.due {
		l.due = true
		l.shows.Reset(max(soonIn, rest-time.Since(l.shown)))
	}
}

// mark stores the hall's latest acknowledgement until Run handles it.
func (l *Link) mark(m bus.Message) {
	l.marked.Store(&m)
	select {
	case l.news <- struct{}{}:
	default:
	}
}

// order queues an arbiter's command; when the queue is full the hall sends it again.
func (l *Link) order(m bus.Message) {
	select {
	case l.orders <- m:
	default:
	}
}

// timeout is the time to wait for the hall's next message.
func (l *Link) timeout() time.Duration {
	most := min(again<<min(l.tries, 5), atMost)
	return most/2 + mathrand.N(most/2)
}

// waits reports whether an answer of the hall is due.
func (l *Link) waits() bool { return !l.box.asked || l.session == "" || len(l.box.flying) > 0 }

// publish says a message at a subject.
func (l *Link) publish(subject string, message any) {
	text, err := wire.Seal(l.member.key(), subject, message)
	if err == nil {
		err = l.bus.Publish(subject, text)
	}
	if err != nil && !errors.Is(err, bus.ErrAway) {
		l.board.Log.Warn("the hall is not told", "part", "hall", "subject", subject, "error", err)
	}
}

// number is the next sequence number of the session.
func (l *Link) number() uint64 {
	l.seq++
	return l.seq
}

func (l *Link) up(ask bool) {
	l.publish(l.place.Up(), &wire.Up{
		V: wire.Version, Boot: l.boot, Session: l.session, Seq: l.number(), Ask: ask || l.waits(), Version: l.board.Version,
		Missing: l.missing, Done: l.member.Done,
	})
}

// have handles an acknowledgement of the hall.
func (l *Link) have(m bus.Message) {
	var said wire.Have
	if err := wire.Open(l.member.Hall.Key(), m.Subject, m.Data, &said); err != nil || said.Boot != l.boot {
		return
	}
	l.heard = time.Now()
	if l.session != said.Session {
		l.session = said.Session
		l.soon()
	}
	further, err := l.box.have(said.Mark)
	was := l.missing
	if l.missing = nil; errors.Is(err, errFork) {
		l.missing = said.Mark
	}
	if err == nil && said.Fork {
		err = errFork
	}
	l.troubled(err)
	if was == nil && l.missing != nil { // sent again each time that an answer of the hall is due
		l.up(true)
	}
	if further {
		l.tries = 0
		l.repeat.Reset(l.timeout())
	}
	l.say()
}

// troubled notes why nothing is told.
func (l *Link) troubled(err error) {
	was := l.trouble
	switch l.trouble = err; {
	case (err == nil) == (was == nil):
	case err == nil:
		l.board.Log.Info("the hall is told again", "part", "hall")
	default:
		l.board.Log.Warn("the hall is told nothing", "part", "hall", "error", err)
	}
}

// say sends the lines that fit the window.
func (l *Link) say() {
	if l.trouble != nil && errors.Is(l.trouble, errFork) || !l.bus.Here() {
		return
	}
	answered := len(l.box.flying) == 0
	lines, err := l.box.fill()
	if answered && len(lines) > 0 { // from now on a word of the hall is due
		l.repeat.Reset(l.timeout())
	}
	l.lines(lines)
	l.troubled(err)
}

// sayAgain retransmits the lines that may be lost.
func (l *Link) sayAgain() {
	if l.trouble == nil && l.box.asked {
		l.lines(l.box.flying)
	}
}

func (l *Link) lines(lines []wire.Line) {
	for _, together := range wire.Together(lines) {
		l.publish(l.place.Line(together.Lines[0].Game, together.Lines[0].Kind), &together)
	}
}

// tell publishes the State.
func (l *Link) tell() {
	s := State{Title: l.member.Title, Name: l.member.Name, Heard: l.heard, Waiting: len(l.box.flying)}
	s.Here = l.bus != nil && l.bus.Here()
	if l.trouble != nil {
		s.Trouble, s.Fork = l.trouble.Error(), errors.Is(l.trouble, errFork)
	}
	l.state.Store(&s)
}
