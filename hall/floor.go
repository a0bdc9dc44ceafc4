package hall

import (
	"context"
	"log/slog"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"reeve/bus"
	"reeve/hall/wire"
)

// floor is the current state of all boards. receive takes messages of the bus; mu guards the state and is never
// held while waiting.
type floor struct {
	hall   wire.ID
	keeper *keeper
	log    *slog.Logger
	live   *screen // for arbiters
	public *screen // for spectators, later
	count  struct{ heard, forged, replayed, tables atomic.Uint64 }

	mu     sync.Mutex
	boards map[wire.ID]*boardState
	delay  time.Duration
	later  []delayedCard // what spectators are to be shown, the oldest first
}

// delayedCard is a card that is shown when its time has come.
type delayedCard struct {
	at   time.Time
	card boardState
}

// frames is how often screens are made anew.
const frames = 100 * time.Millisecond

func newFloor(hall wire.ID, k *keeper, log *slog.Logger) *floor {
	return &floor{hall: hall, keeper: k, log: log, live: newScreen(math.MaxInt), public: newScreen(mostSearches), boards: map[wire.ID]*boardState{}}
}

// seat puts a board on the floor, or takes what has changed of its row.
func (f *floor) seat(b Board) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if b.Gone {
		delete(f.boards, b.ID)
		f.later = slices.DeleteFunc(f.later, func(l delayedCard) bool { return l.card.id == b.ID })
		f.live.drop(b.ID)
		f.public.drop(b.ID)
		return
	}
	s := f.boards[b.ID]
	if s == nil {
		s = &boardState{id: b.ID, knownSince: time.Now()}
		f.boards[b.ID] = s
		f.live.know(b.ID)
		f.public.know(b.ID)
	}
	s.name, s.fork, s.hasSpoken = b.Name, b.Fork, s.hasSpoken || b.Spoke
	f.changed(s, time.Now())
}

// changed updates a board's card if it looks different.
func (f *floor) changed(s *boardState, now time.Time) {
	if !s.refreshCard(now) {
		return
	}
	f.live.put(*s)
	if s.heard.IsZero() { // which boards there are is known to all
		f.public.put(*s)
	}
	f.later = append(f.later, delayedCard{now.Add(f.delay), *s})
}

// run makes screens anew until ctx is done.
func (f *floor) run(ctx context.Context) {
	tick := time.NewTicker(frames)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			f.showDelayed(now, n%10 == 0)
			f.live.flush(now)
			f.public.flush(now)
		}
	}
}

// showDelayed shows spectators the cards whose delay is over, and checks for silent boards.
func (f *floor) showDelayed(now time.Time, all bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if all {
		for _, s := range f.boards {
			f.changed(s, now)
		}
	}
	n := 0
	for n < len(f.later) && !f.later[n].at.After(now) {
		f.public.put(f.later[n].card)
		n++
	}
	f.later = append(f.later[:0], f.later[n:]...)
}

// receive handles a message of the bus.
func (f *floor) receive(m bus.Message) {
	id, what, ok := wire.OwnerOf(f.hall, m.Subject)
	f.mu.Lock()
	known := ok && f.boards[id] != nil
	f.mu.Unlock()
	if !known {
		f.count.forged.Add(1)
		return
	}
	f.count.heard.Add(1)
	switch what {
	case "up":
		listen(f, id, m, f.up)
	case "table":
		listen(f, id, m, f.table)
	case "call":
		listen(f, id, m, f.called)
	case "have": // the hall says that, and does not hear itself
		f.count.forged.Add(1)
	default:
		listen(f, id, m, f.lines)
	}
}

// listen verifies a message and handles it if its board signed it for that subject.
func listen[T any](f *floor, id wire.ID, m bus.Message, do func(*boardState, *T, time.Time) bool) {
	said := new(T)
	if err := wire.Open(id.Key(), m.Subject, m.Data, said); err != nil {
		f.count.forged.Add(1)
		f.log.Debug("a message is refused", "part", "hall", "subject", m.Subject, "error", err)
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.boards[id]
	if s == nil {
		return
	}
	if now := time.Now(); do(s, said, now) {
		s.heard = now
		f.changed(s, now)
	}
}

// fresh rejects replays: it reports whether a message follows in its board's session.
func (f *floor) fresh(s *boardState, kind int, session string, seq uint64) bool {
	if session == "" {
		return false
	}
	if !s.dialogue.follows(kind, session, seq) {
		f.count.replayed.Add(1)
		return false
	}
	if !s.hasSpoken {
		s.hasSpoken = true
		go f.spoken(s.id)
	}
	return true
}

// up handles a board's announcement.
func (f *floor) up(s *boardState, u *wire.Up, now time.Time) bool {
	fresh := f.fresh(s, wordUp, u.Session, u.Seq)
	if fresh && !u.Ask {
		return true
	}
	session, due := s.dialogue.answer(u.Boot, fresh, now)
	if !due {
		return false
	}
	ask := inquiry{s.id, u.Boot, session, nil}
	if fresh {
		ask.missing = u.Missing
	}
	select {
	case f.keeper.asks <- ask:
	default: // it asks again
	}
	return fresh
}

func (f *floor) table(s *boardState, t *wire.Table, _ time.Time) bool {
	if !f.fresh(s, wordTable, t.Session, t.Seq) {
		return false
	}
	f.count.tables.Add(1)
	s.table = t
	s.ring(t.Call, t.Seq)
	return true
}

func (f *floor) called(s *boardState, c *wire.Called, _ time.Time) bool {
	if !f.fresh(s, wordCall, c.Session, c.Seq) {
		return false
	}
	s.ring(c.Call, c.Seq)
	return true
}

// ring notes a call unless the message is older than the state; of one seat's call the first message stays.
func (s *boardState) ring(c *wire.Call, seq uint64) {
	if seq < s.dialogue.called {
		return
	}
	s.dialogue.called = seq
	if c == nil || s.call == nil || c.Seat != s.call.Seat {
		s.call = c
	}
}

func (f *floor) lines(s *boardState, said *wire.Lines, _ time.Time) bool {
	for i := range said.Lines {
		if s.fork || !f.keeper.offer(incomingLine{s.id, said.Lines[i]}) {
			break // those after it do not follow without it
		}
	}
	return false // it may be an old one: that a board is there it says itself
}

// spoken records that a board has spoken.
func (f *floor) spoken(id wire.ID) {
	err := f.keeper.store.Spoke(id)
	if err == nil {
		return
	}
	f.log.Warn("that an invitation is spent is not kept", "part", "hall", "error", err)
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := f.boards[id]; s != nil {
		s.hasSpoken = false // at its next word
	}
}

// forked notes a fork that the keeper has found.
func (f *floor) forked(id wire.ID) {
	if err := f.keeper.store.Fork(id); err != nil {
		f.log.Warn("a fork is not kept", "part", "hall", "error", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := f.boards[id]; s != nil {
		s.fork = true
		f.changed(s, time.Now())
	}
}
