package hall

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"log/slog"
	"sync/atomic"
	"time"

	"reeve/hall/wire"
)

// incomingLine is a line of a board, as it came.
type incomingLine struct {
	board wire.ID
	line  wire.Line
}

// keeper stores lines and acknowledges them. It owns the watermarks; one goroutine runs it.
type keeper struct {
	store *Store
	ink   *lineStatements
	key   ed25519.PrivateKey
	hall  wire.ID
	say   func(subject string, data []byte) error
	log   *slog.Logger

	in    chan incomingLine
	asks  chan inquiry
	whole chan<- struct{} // a record is there that nobody has checked
	forks func(wire.ID)
	over  atomic.Bool // a game has ended, or its record was checked, since somebody looked
	count struct{ lines, doubles, gaps, forks, refused, commits atomic.Uint64 }

	boards map[wire.ID]*boardRecord
	owed   []wire.ID
	full   bool // the disk refuses writes
}

// boardRecord is the state of a board's record.
type boardRecord struct {
	mark          *wire.Mark
	fork          bool
	boot, session string
	owed          bool // an acknowledgement is due
}

// inquiry is a board's request for an acknowledgement.
type inquiry struct {
	board         wire.ID
	boot, session string
	missing       *wire.Mark // a line that the hall acknowledged and the board does not have; nil for none
}

// together is the most lines in one transaction.
const together = 512

func newKeeper(s *Store, key ed25519.PrivateKey, log *slog.Logger) (*keeper, error) {
	k := &keeper{store: s, key: key, hall: ID(key), log: log, in: make(chan incomingLine, 4096), asks: make(chan inquiry, 1024), boards: map[wire.ID]*boardRecord{}}
	var err error
	if k.ink, err = s.ink(); err != nil {
		return nil, err
	}
	marks, err := s.marks()
	if err != nil {
		return nil, err
	}
	boards, err := s.Boards()
	if err != nil {
		return nil, err
	}
	for _, b := range boards {
		k.boards[b.ID] = &boardRecord{mark: marks[b.ID], fork: b.Fork}
	}
	return k, nil
}

// offer queues a line; false if the queue is full: the board sends it again.
func (k *keeper) offer(t incomingLine) bool {
	select {
	case k.in <- t:
		return true
	default:
		k.count.refused.Add(1)
		return false
	}
}

// run takes lines in until ctx is done.
func (k *keeper) run(ctx context.Context) {
	for {
		var batch []incomingLine
		select {
		case <-ctx.Done():
			return
		case a := <-k.asks:
			k.inquired(a)
		case t := <-k.in:
			batch = append(batch, t)
		}
		batch = k.more(batch)
		if len(batch) > 0 {
			k.write(batch)
		}
		k.answer()
	}
}

// more takes the other lines that are queued.
func (k *keeper) more(batch []incomingLine) []incomingLine {
	for len(batch) < together {
		select {
		case a := <-k.asks:
			k.inquired(a)
		case t := <-k.in:
			batch = append(batch, t)
		default:
			return batch
		}
	}
	return batch
}

// inquired handles a request for an acknowledgement. If the board misses a line that the hall has, it signed that
// line once: its SD card was exchanged. If the hall does not have it either, somebody forged an acknowledgement.
func (k *keeper) inquired(a inquiry) {
	b := k.of(a.board)
	b.boot, b.session = a.boot, a.session
	k.mustAnswer(a.board, b)
	if a.missing == nil || b.fork {
		return
	}
	there, err := k.store.has(a.board, a.missing)
	if err != nil {
		k.log.Warn("it is not known whether a board contradicts itself", "part", "hall", "board", a.board.Short(), "error", err)
	}
	if there {
		k.forked(a.board)
	}
}

// forked notes that a board contradicts itself.
func (k *keeper) forked(id wire.ID) {
	k.boards[id].fork = true
	k.count.forks.Add(1)
	k.log.Warn("a board says something else than before: its card was copied, or an older one put back", "part", "hall", "board", id.Short())
	if k.forks != nil {
		k.forks(id)
	}
}

// mustAnswer schedules an acknowledgement.
func (k *keeper) mustAnswer(id wire.ID, b *boardRecord) {
	if !b.owed {
		b.owed = true
		k.owed = append(k.owed, id)
	}
}

func (k *keeper) of(id wire.ID) *boardRecord {
	if k.boards[id] == nil {
		k.boards[id] = &boardRecord{}
	}
	return k.boards[id]
}

// write stores lines in one transaction. It drops duplicates and lines after a gap; the board then gets the
// watermark.
func (k *keeper) write(batch []incomingLine) {
	w := commitResult{moved: map[wire.ID]*wire.Mark{}, forked: map[wire.ID]bool{}}
	now := time.Now()
	err := k.store.change(func(tx *sql.Tx) error {
		ink := k.ink.in(tx)
		for i := range batch {
			if err := k.writeLine(tx, ink, &w, batch[i].board, &batch[i].line, now); err != nil {
				return err
			}
		}
		return nil
	})
	k.written(err)
	if err == nil {
		k.committed(&w)
	}
}

// commitResult is what one commit has brought.
type commitResult struct {
	moved       map[wire.ID]*wire.Mark // how far each board's record is now
	forked      map[wire.ID]bool       // boards with another record than ours
	counts      [4]uint64              // of lines, by what came of them
	whole, over bool                   // a record is whole; a game has ended
}

// writeLine writes one line of a board's record, unless the board has forked.
func (k *keeper) writeLine(tx *sql.Tx, ink *lineStatements, w *commitResult, id wire.ID, l *wire.Line, now time.Time) error {
	b := k.of(id)
	k.mustAnswer(id, b)
	if b.fork || w.forked[id] {
		return nil
	}
	mark, ok := w.moved[id]
	if !ok {
		mark = b.mark
	}
	what, ends, err := take(ink, id, &mark, l, now)
	if err != nil {
		return err
	}
	w.moved[id] = mark
	w.counts[what]++
	w.over = w.over || ends
	w.whole = w.whole || what == taken && l.Last() && l.Kind == wire.Record
	if what == fork {
		w.forked[id] = true
		_, err = tx.Exec("UPDATE board SET fork = 1 WHERE id = ?", string(id))
	}
	return err
}

// committed updates the watermarks after a commit.
func (k *keeper) committed(w *commitResult) {
	if w.over {
		k.over.Store(true)
	}
	k.count.commits.Add(1)
	k.count.lines.Add(w.counts[taken])
	k.count.doubles.Add(w.counts[double])
	k.count.gaps.Add(w.counts[gap])
	for id, mark := range w.moved {
		k.boards[id].mark = mark
	}
	for id := range w.forked {
		k.forked(id)
	}
	if w.whole {
		select {
		case k.whole <- struct{}{}:
		default: // the verifier has not looked since the last one
		}
	}
}

// written notes whether the disk accepts writes.
func (k *keeper) written(err error) {
	if full := err != nil; full != k.full {
		if k.full = full; full {
			k.log.Error("the archive cannot be written; boards keep what they have", "part", "hall", "error", err)
		} else {
			k.log.Info("the archive is written again", "part", "hall")
		}
	}
}

// answer sends acknowledgements.
func (k *keeper) answer() {
	for _, id := range k.owed {
		b := k.boards[id]
		if b.owed = false; b.boot == "" {
			continue
		}
		subject := wire.Place{Hall: k.hall, Board: id}.Have()
		text, err := wire.Seal(k.key, subject, &wire.Have{
			V: wire.Version, Boot: b.boot, Session: b.session, Mark: b.mark, Fork: b.fork, Full: k.full, At: time.Now().UnixMilli(),
		})
		if err == nil {
			err = k.say(subject, text)
		}
		if err != nil {
			k.log.Debug("a board is not answered", "part", "hall", "board", id.Short(), "error", err)
		}
	}
	k.owed = k.owed[:0]
}
