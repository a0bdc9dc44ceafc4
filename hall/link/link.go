package link

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
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

// Link connects a board to its hall. Make it with New; one goroutine calls Run, and owns all but inbox, bell and state.
type Link struct {
	arbiter
	inbox
	state  atomic.Pointer[State]
	beaten int // beats so far
}

// inbox keeps what the bus has brought until Run handles it.
type inbox struct {
	marked atomic.Pointer[bus.Message] // the latest acknowledgement; older ones are dropped
	news   chan struct{}               // that is new
	orders chan bus.Message            // commands of arbiters; when it is full the hall sends again
}

// New makes the link of a member.
func New(m *Member, b Board) *Link {
	if b.Log == nil {
		b.Log = slog.New(slog.DiscardHandler)
	}
	l := &Link{inbox: inbox{news: make(chan struct{}, 1), orders: make(chan bus.Message, 8)}}
	l.sender = sender{member: m, board: b, place: m.place(), boot: rand.Text()}
	l.box = outbox{record: b.Record, games: b.Games, since: m.Since}
	l.rung = make(chan struct{}, 1)
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
			l.up(true)
			l.waitAnew()
		case <-l.news:
			if l.have(*l.marked.Load()) {
				l.soon()
			}
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

// mark stores the hall's latest acknowledgement.
func (in *inbox) mark(m bus.Message) {
	in.marked.Store(&m)
	select {
	case in.news <- struct{}{}:
	default:
	}
}

// order queues an arbiter's command; when the queue is full the hall sends it again.
func (in *inbox) order(m bus.Message) {
	select {
	case in.orders <- m:
	default:
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
