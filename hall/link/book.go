package link

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"

	"reeve/archive"
	"reeve/hall/wire"
	"reeve/rules"
)

// book makes the lines of one game: its header, its public events, and after the end the whole record or a notice
// that it stays sealed.
type book struct {
	games  []*rules.Game
	id     int64
	game   wire.Game
	header archive.Header
	head   archive.Header // as it may be told
	tell   *archive.Telling
	after  *wire.Mark

	next  int       // the number of the next line
	hash  wire.Hash // of the line before
	read  int       // events read so far
	found []archive.Event
	ended bool
	parts []wire.Line // what follows the end; nil before
}

// batch is how many events are read at once.
const batch = 64

// part is the size of a record's part in one line, in bytes.
const part = 48 << 10

func newBook(games []*rules.Game, id int64, h archive.Header, after *wire.Mark) (*book, error) {
	b := &book{games: games, id: id, header: h, after: after, game: wire.Game{Number: id, Started: h.Started.UnixMilli()}}
	g, err := rules.Find(games, h.Game)
	if err != nil {
		return nil, err
	}
	start, err := g.Start(h.Options)
	if err != nil {
		return nil, err
	}
	b.header.Seats = archive.SeatsOf(start)
	b.tell, b.head, err = archive.Tell(games, b.header)
	return b, err
}

// line makes the next line; nil if there is none yet, or none any more.
func (b *book) line(o *outbox) (*wire.Line, error) {
	if b.next == 0 {
		text, err := archive.HeadText(b.head)
		return b.made(wire.Line{Kind: wire.Head, After: b.after, Data: text}), err
	}
	for !b.ended {
		e, ok, err := b.event(o)
		if err != nil || !ok {
			return nil, err
		}
		told, public, err := b.tell.Next(e)
		if err != nil {
			return nil, err
		}
		b.ended = e.Kind == archive.End
		if public {
			text, err := archive.EventText(told)
			return b.made(wire.Line{Kind: wire.Event, Data: text}), err
		}
	}
	if b.parts == nil {
		if err := b.pack(o); err != nil {
			return nil, err
		}
	}
	if len(b.parts) == 0 {
		return nil, nil
	}
	l := b.parts[0]
	b.parts = b.parts[1:]
	return b.made(l), nil
}

// event reads the next event; false if there is none yet.
func (b *book) event(o *outbox) (archive.Event, bool, error) {
	if len(b.found) == 0 {
		var err error
		if b.found, err = o.record.Tail(b.id, b.read, batch); err != nil || len(b.found) == 0 {
			return archive.Event{}, false, err
		}
	}
	e := b.found[0]
	b.found, b.read = b.found[1:], e.N
	return e, true, nil
}

// made numbers a line and chains its hash.
func (b *book) made(l wire.Line) *wire.Line {
	l.V, l.Game, l.N, l.Before = wire.Version, b.game, b.next, b.hash
	l.Hash = l.Sum()
	b.next, b.hash = b.next+1, l.Hash
	return &l
}

// pack makes the lines that follow the end of the game.
func (b *book) pack(o *outbox) error {
	var events []archive.Event
	for {
		more, err := o.record.Tail(b.id, len(events), 1024)
		if err != nil {
			return err
		}
		if len(more) == 0 {
			break
		}
		events = append(events, more...)
	}
	seen, err := archive.Visible(b.games, b.header, events, rules.Table)
	if err != nil {
		return err
	}
	if !seen.Whole {
		b.parts = []wire.Line{{Kind: wire.Sealed, Data: json.RawMessage("{}")}}
		return nil
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if err := archive.Export(z, seen); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("link: record: %w", err)
	}
	b.parts = []wire.Line{}
	for text := packed.Bytes(); len(text) > 0; {
		n := min(len(text), part)
		data, _ := json.Marshal(text[:n]) // base64
		text = text[n:]
		b.parts = append(b.parts, wire.Line{Kind: wire.Record, More: len(text) > 0, Data: data})
	}
	return nil
}
