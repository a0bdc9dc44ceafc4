package link

import (
	"errors"
	"fmt"

	"reeve/archive"
	"reeve/hall/wire"
	"reeve/rules"
)

// errFork: the hall has lines that this board never sent, or different ones. The SD card was copied, or an older
// one put back.
var errFork = errors.New("link: the hall has another record of this board's games")

// window is the most lines in flight.
const window = 32

// Record is where the games of a board are read: its archive.
type Record interface {
	// NextGame returns the first game whose number is at least from; false if there is none.
	NextGame(from int64) (id int64, ok bool, err error)
	// Header returns how a game began.
	Header(id int64) (archive.Header, error)
	// Tail returns at most limit events of a game behind its first after events.
	Tail(id int64, after, limit int) ([]archive.Event, error)
}

// outbox makes the lines of a record in order and keeps those in flight. It knows no time and no bus.
type outbox struct {
	record Record
	games  []*rules.Game
	since  int64 // the first game that the hall is told of

	asked  bool        // the hall has acknowledged once
	safe   *wire.Mark  // the hall's watermark; nil: it has nothing yet
	flying []wire.Line // lines in flight, at most window
	book   *book       // the game that lines are made of; nil: none yet
}

// have takes the hall's watermark and reports whether it has advanced. It wraps errFork, or what the record wraps.
func (o *outbox) have(mark *wire.Mark) (further bool, err error) {
	if o.asked && same(mark, o.safe) {
		return false, nil
	}
	if mark != nil && o.asked {
		for i := range o.flying {
			if o.flying[i].Mark() == *mark {
				o.safe, o.flying = mark, append([]wire.Line(nil), o.flying[i+1:]...)
				return true, nil
			}
		}
	}
	o.safe, o.flying, o.book = mark, nil, nil
	err = o.reopen()
	o.asked = err == nil // asked again, for its answer may have been false
	return o.asked, err
}

func same(a, b *wire.Mark) bool { return a == b || a != nil && b != nil && *a == *b }

// reopen opens the book at the hall's watermark.
func (o *outbox) reopen() error {
	if o.safe == nil {
		return nil
	}
	b, err := o.open(o.safe.Game.Number, nil)
	if err != nil {
		return err
	}
	if b == nil || b.game != o.safe.Game {
		return fmt.Errorf("%w: game %s", errFork, o.safe.Game)
	}
	for b.next <= o.safe.N {
		l, err := b.line(o)
		if err != nil {
			return err
		}
		if l == nil {
			return fmt.Errorf("%w: game %s ends before line %d", errFork, b.game, o.safe.N)
		}
		if l.N == o.safe.N && l.Hash != o.safe.Hash {
			return fmt.Errorf("%w: game %s, line %d", errFork, b.game, l.N)
		}
	}
	o.book = b
	return nil
}

// open opens a game; nil if there is none with that number.
func (o *outbox) open(id int64, after *wire.Mark) (*book, error) {
	found, ok, err := o.record.NextGame(id)
	if err != nil || !ok || found != id {
		return nil, err
	}
	h, err := o.record.Header(id)
	if err != nil {
		return nil, err
	}
	return newBook(o.games, id, h, after)
}

// fill makes the lines that may be said now, in their order.
func (o *outbox) fill() (lines []wire.Line, err error) {
	for o.asked && len(o.flying) < window {
		l, err := o.line()
		if err != nil || l == nil {
			return lines, err
		}
		o.flying = append(o.flying, *l)
		lines = append(lines, *l)
	}
	return lines, nil
}

// line makes the next line; nil if there is none yet.
func (o *outbox) line() (*wire.Line, error) {
	for {
		from := o.since
		if o.book != nil {
			from = o.book.id + 1
		}
		id, more, err := o.record.NextGame(from) // before the last lines of the game are looked for: they are older
		if err != nil {
			return nil, err
		}
		if o.book != nil {
			if l, err := o.book.line(o); l != nil || err != nil || !more {
				return l, err
			}
		}
		if !more {
			return nil, nil
		}
		var after *wire.Mark
		if o.book != nil && o.book.next > 0 {
			after = &wire.Mark{Game: o.book.game, N: o.book.next - 1, Hash: o.book.hash}
		}
		if o.book, err = o.open(id, after); err != nil {
			return nil, err
		}
	}
}

// latest is the game that lies on the table.
func (o *outbox) latest(from wire.Game) (wire.Game, error) {
	for id := max(from.Number, o.since); ; id++ {
		found, ok, err := o.record.NextGame(id)
		if err != nil || !ok {
			return from, err
		}
		if found == from.Number {
			continue
		}
		h, err := o.record.Header(found)
		if err != nil {
			return from, err
		}
		from, id = wire.Game{Number: found, Started: h.Started.UnixMilli()}, found
	}
}
