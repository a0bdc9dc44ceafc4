package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
	"reeve/sensors"
	"reeve/web"
)

// simulation is the simulated wood as the page and tests touch it: squares by
// name in front, channels of hw/sim behind.
type simulation struct {
	board   *sim.Board
	wiring  *sensors.Wiring
	session *referee.Session
	colours func() map[string]string
	keep    func(key string, value []byte) error // beside the archive, so that wood survives a restart
	scans   int                                  // until a contact is through the debouncer
	log     *slog.Logger
	wooden  bool          // other squares of the game are felt by a real driver
	putting chan struct{} // holds one value while somebody lays the wood
	moved   atomic.Int64  // how often hands have moved the wood, or somebody has laid it at once
}

// woodKey is where the simulated wood is kept.
const woodKey = "sim-wood"

// channel returns the channel of the named square of the game on the table.
func (s *simulation) channel(name string) (int, error) {
	sq, ok := s.session.Topology().Square(name)
	if s.elsewhere(name) {
		return 0, referee.Refuse(422, rules.Say("no.simulated"), rules.Say("do.real"))
	}
	if !ok || s.wiring.Channel(sq) < 0 {
		return 0, referee.Refuse(422, rules.Say("no.square.named", "name", rules.Quote(name)), rules.Say("do.topology"))
	}
	return s.wiring.Channel(sq), nil
}

// Contacts plays the contacts in order and returns when the last is in.
func (s *simulation) Contacts(ctx context.Context, contacts []web.Contact) error {
	channels := make([]int, len(contacts))
	for i, c := range contacts {
		var err error
		if channels[i], err = s.channel(c.Square); err != nil {
			return err
		}
	}
	s.moved.Add(1)
	if err := play(ctx, s.board, s.scans, channels, contacts); err != nil {
		return err
	}
	return s.in(ctx)
}

// stall is longer than any pause between two scans of our boards: 11 ms at most (docs/build-a-board.md).
const stall = 25 * time.Millisecond

// bounce is for how long a contact in health bounces (docs/operations.md).
const bounce = 2 * time.Millisecond

// play touches the channels of a board as the contacts say. What bounces is over after one scan: a machine with much else to
// do would feel it as taps.
func play(ctx context.Context, on *sim.Board, scans int, channels []int, contacts []web.Contact) error {
	touched := time.Now()
	for i, c := range contacts {
		var err error
		if i > 0 && channels[i] == channels[i-1] && c.After > 0 && c.After <= bounce {
			err = on.Read(ctx, 1)
		} else {
			err = after(ctx, on, scans, i > 0, c.After, touched)
		}
		if err != nil {
			return err
		}
		touched = time.Now()
		on.Set(channels[i], c.Closed)
	}
	return nil
}

// after waits for a touch that comes so long after another. It waits until so many scans have been made of that, or a machine
// with much else to do would not feel it; and where the machine stalled, the delay counts from the first of those scans, or a
// slow tap would be felt as a short one.
func after(ctx context.Context, on *sim.Board, scans int, another bool, delay time.Duration, touched time.Time) error {
	if delay > 0 && another {
		if err := on.Read(ctx, 1); err != nil {
			return err
		}
		if time.Since(touched) > stall {
			touched = time.Now()
		}
		if err := on.Read(ctx, scans); err != nil {
			return err
		}
	}
	return pause(ctx, delay-time.Since(touched))
}

// byHand is how long a piece takes that is put where it belongs: longer than contacts of
// one cause are apart (sensors.Health), so that none is taken for another's.
const byHand = 25 * time.Millisecond

// Setup takes off what stands elsewhere and then puts a piece on each of the named
// squares, one after the other.
func (s *simulation) Setup(ctx context.Context, squares []string) error {
	want, err := s.closedAt(squares)
	if err != nil {
		return err
	}
	return s.alone(ctx, func() error { return s.lay(ctx, always(ctx, s.board, want)) })
}

// closedAt returns which channels are closed where pieces stand on just these squares. On others that a real driver feels
// they are laid by people.
func (s *simulation) closedAt(squares []string) ([]bool, error) {
	want := make([]bool, s.channels())
	for _, name := range squares {
		if s.elsewhere(name) {
			continue
		}
		ch, err := s.channel(name)
		if err != nil {
			return nil, err
		}
		want[ch] = true
	}
	return want, nil
}

// elsewhere reports whether a square of the game is felt by a real driver.
func (s *simulation) elsewhere(name string) bool {
	sq, ok := s.session.Topology().Square(name)
	return ok && s.wiring.Channel(sq) < 0 && s.wooden
}

// alone calls do while nobody else lays the wood.
func (s *simulation) alone(ctx context.Context, do func() error) error {
	select {
	case s.putting <- struct{}{}:
		defer func() { <-s.putting }()
		return do()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// layout says which contacts are to be closed, and returns once the next one may be touched.
type layout func() ([]bool, error)

// always wants the same.
func always(ctx context.Context, on *sim.Board, closed []bool) layout {
	touched := false
	return func() (want []bool, err error) {
		if touched && differs(on, closed) >= 0 {
			err = oneByOne(ctx, on)
		}
		touched = true
		return closed, err
	}
}

// lay brings the wood to what is wanted, and returns when that is in. Nothing is touched that is as wanted; others may have done it, and
// so lately that nobody has felt it.
func (s *simulation) lay(ctx context.Context, want layout) error {
	s.moved.Add(1)
	if err := layWood(s.board, want); err != nil {
		return err
	}
	return s.in(ctx)
}

// layWood takes off what is not wanted, and then closes what is, one contact after the other.
func layWood(on *sim.Board, want layout) error {
	for {
		if more, err := touchNext(on, want); err != nil || !more {
			return err
		}
	}
}

// touchNext touches the next contact that is not as wanted, and reports whether there was one. What is wanted is asked
// before each, for it may have changed since.
func touchNext(on *sim.Board, want layout) (bool, error) {
	now, err := want()
	if err != nil {
		return false, err
	}
	ch := differs(on, now)
	if ch >= 0 {
		on.Set(ch, now[ch])
	}
	return ch >= 0, nil
}

// differs is the contact to touch next, -1 if all are as wanted: first those that are to be opened.
func differs(on *sim.Board, want []bool) int {
	for _, closed := range [...]bool{false, true} {
		for ch, expected := range want {
			if expected == closed && isClosed(on, ch) != closed {
				return ch
			}
		}
	}
	return -1
}

// oneByOne waits until the last touch was felt, and then long enough that the next one cannot be taken for the
// same cause: a busy machine would otherwise feel both in one scan. One of two scans may have been under way
// already.
func oneByOne(ctx context.Context, on *sim.Board) error {
	if err := on.Read(ctx, 2); err != nil {
		return err
	}
	return pause(ctx, byHand)
}

func isClosed(on *sim.Board, channel int) bool {
	return on.Contacts()[channel/64]>>(channel%64)&1 == 1
}

func (s *simulation) channels() int {
	contacts, _ := s.board.Len()
	return contacts
}

// follow brings the wood to the position whenever that has changed otherwise than by
// hands: the simulated board has nobody who would do that chore.
func (s *simulation) follow(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.session.Unsettled():
		}
		if err := s.catchUp(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("the simulated wood does not follow", "part", "sim", "error", err)
		}
	}
}

// catchUp brings the wood to the position, and returns when that is in. Between two touches others may lay it: computers
// that play fast would keep who sets the board up waiting until their game is over.
func (s *simulation) catchUp(ctx context.Context) error {
	want, touched, more := s.owed(ctx), false, true
	for more {
		if err := s.alone(ctx, func() (err error) { more, err = touchNext(s.board, want); return err }); err != nil {
			return err
		}
		touched = touched || more
	}
	if !touched {
		return nil
	}
	return s.in(ctx)
}

// owed says how the wood has yet to lie: somebody else may have laid it since that was said, and hands may be moving it.
// Play may go on while it is laid, until it lies right by chance: what was laid for a position of before is taken back
// then, or it would be taken for a hand's; unless others have moved the wood since, who left it as it is.
func (s *simulation) owed(ctx context.Context) layout {
	var before []bool
	var moved int64
	return func() ([]bool, error) {
		if before != nil { // what is played until the last piece was felt is to be known
			if err := oneByOne(ctx, s.board); err != nil {
				return nil, err
			}
			s.session.Sync(ctx)
		}
		since := s.moved.Load()
		squares, behind := s.session.Owed()
		now, err := s.closedAt(s.session.Topology().Names(squares))
		if err != nil {
			return nil, err
		}
		want := slices.Clone(now)
		for ch := range want {
			lies := isClosed(s.board, ch)
			if stale := before != nil && since == moved && before[ch] != now[ch] && lies == before[ch]; !behind && !stale {
				want[ch] = lies
			}
		}
		before, moved = now, since
		return want, nil
	}
}

// in waits until the contacts have come through to the session, and keeps them.
func (s *simulation) in(ctx context.Context) error {
	text, err := json.Marshal(s.board.Contacts())
	if err == nil {
		err = s.keep(woodKey, text)
	}
	if err != nil {
		s.log.Warn("the simulated wood is not kept", "part", "sim", "error", err)
	}
	if err := s.board.Read(ctx, s.scans); err != nil {
		return err
	}
	s.session.Sync(ctx)
	return nil
}

// restore puts the wood as it lay when the daemon stopped.
func (s *simulation) restore(text []byte) error {
	var levels []uint64
	if err := json.Unmarshal(text, &levels); err != nil {
		return fmt.Errorf("reeve: the kept wood: %w", err)
	}
	s.board.SetAll(levels)
	return nil
}

// Colours returns what each square's LEDs show.
func (s *simulation) Colours() map[string]string { return s.colours() }

// pause waits for d.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
