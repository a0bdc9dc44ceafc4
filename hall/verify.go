package hall

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"reeve/archive"
	"reeve/hall/wire"
)

// finishedGame is a game whose whole record is there.
type finishedGame struct {
	board  wire.ID
	number int64
}

// verifier checks whole records, one after the other. What is to be checked the database knows, however much it is.
type verifier struct {
	cfg   Config
	in    chan struct{} // there is more; keeps one
	wrong func(wire.ID, bool)

	settled func() // one more is
}

// looks is how often it looks for records that the disk did not give.
const looks = time.Minute

func newVerifier(cfg Config, wrong func(wire.ID, bool)) *verifier {
	return &verifier{cfg: cfg, in: make(chan struct{}, 1), wrong: wrong}
}

func (v *verifier) run(ctx context.Context) {
	tick := time.NewTicker(looks)
	defer tick.Stop()
	v.rest(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-v.in:
			v.rest(ctx)
		case <-tick.C:
			v.rest(ctx)
		}
	}
}

// rest checks all that is not checked yet.
func (v *verifier) rest(ctx context.Context) {
	var list []finishedGame
	rows, err := v.cfg.Store.read.Query("SELECT board, number FROM game WHERE state = ?", Told)
	err = each(rows, err, func() error {
		var e finishedGame
		err := rows.Scan(&e.board, &e.number)
		list = append(list, e)
		return err
	})
	if err != nil {
		v.cfg.Log.Warn("records are not checked", "part", "hall", "error", err)
	}
	for _, e := range list {
		if ctx.Err() == nil {
			v.settle(e)
		}
	}
}

// settle checks one record and keeps what came of it.
func (v *verifier) settle(e finishedGame) {
	state, why := Verified, ""
	if err := v.check(e); errors.Is(err, ErrDisk) {
		v.cfg.Log.Warn("a record is not checked", "part", "hall", "board", e.board.Short(), "game", e.number, "error", err)
		return
	} else if err != nil {
		state, why = Wrong, err.Error()
		v.cfg.Log.Warn("a record is wrong", "part", "hall", "board", e.board.Short(), "game", e.number, "error", err)
	}
	err := v.cfg.Store.change(func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE game SET state = ?, why = ? WHERE board = ? AND number = ? AND state = ?", state, why, string(e.board), e.number, Told)
		return err
	})
	if err != nil {
		v.cfg.Log.Warn("what came of a check is not kept", "part", "hall", "error", err)
		return
	}
	if v.settled != nil {
		v.settled()
	}
	if v.wrong != nil && state == Wrong {
		v.wrong(e.board, true)
	}
}

// errLines is the cause where a record is not what was told of it while it went on.
var errLines = errors.New("hall: the record is not what was told while the game went on")

// check holds a whole record to the rules, to its own hashes, to its dice, and to the
// lines that were told before it.
func (v *verifier) check(e finishedGame) error {
	text, err := v.cfg.Store.Record(e.board, e.number)
	if err != nil {
		return err
	}
	h, events, err := archive.Read(v.cfg.Games, bytes.NewReader(text))
	if err != nil {
		return err
	}
	if _, err := archive.Verify(v.cfg.Games, h, events, v.cfg.Dice); err != nil {
		return err
	}
	lines, err := v.cfg.Store.Lines(e.board, e.number)
	if err != nil {
		return err
	}
	t, head, err := archive.Tell(v.cfg.Games, h)
	if err != nil {
		return err
	}
	told := toldLines{lines: lines}
	if err := told.next(archive.HeadText(head)); err != nil {
		return err
	}
	for _, event := range events {
		what, public, err := t.Next(event)
		if err != nil {
			return err
		}
		if !public {
			continue
		}
		if err := told.next(archive.EventText(what)); err != nil {
			return err
		}
	}
	return told.end()
}

// toldLines are the lines that were told of a game, of which n are what its record says.
type toldLines struct {
	lines [][]byte
	n     int
}

// next compares one more line with what the record says, or returns why the record has no text for it.
func (l *toldLines) next(want []byte, err error) error {
	switch same := l.n < len(l.lines) && bytes.Equal(l.lines[l.n], want); {
	case err != nil:
		return err
	case !same && l.n == 0:
		return fmt.Errorf("%w: its beginning differs", errLines)
	case !same:
		return fmt.Errorf("%w: line %d differs", errLines, l.n)
	}
	l.n++
	return nil
}

// end reports whether more was told than the record says.
func (l *toldLines) end() error {
	if l.n != len(l.lines) {
		return fmt.Errorf("%w: %d lines were told, it has %d", errLines, len(l.lines)-1, l.n-1)
	}
	return nil
}

// Lines returns what was told of a game while it went on: its head and its events, as
// lines of an export.
func (r *records) Lines(id wire.ID, number int64) (lines [][]byte, err error) {
	rows, err := r.read.Query("SELECT data FROM line WHERE board = ? AND number = ? AND kind IN (?, ?) ORDER BY n", string(id), number, string(wire.Head), string(wire.Event))
	err = each(rows, err, func() error {
		var data []byte
		err := rows.Scan(&data)
		lines = append(lines, data)
		return err
	})
	return lines, err
}

// mostRecord is how long a record may be, unpacked, in bytes.
const mostRecord = 32 << 20

// Record returns the whole record of a game as it is exported. It wraps ErrNone if there is
// none.
func (r *records) Record(id wire.ID, number int64) ([]byte, error) {
	var packed []byte
	rows, err := r.read.Query("SELECT data FROM line WHERE board = ? AND number = ? AND kind = ? ORDER BY n", string(id), number, string(wire.Record))
	if err := each(rows, err, func() error {
		var data, part []byte
		if err := rows.Scan(&data); err != nil {
			return err
		}
		if json.Unmarshal(data, &part) == nil {
			packed = append(packed, part...)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if packed == nil {
		return nil, fmt.Errorf("%w: the whole record of game %d", ErrNone, number)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("hall: record: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(z, mostRecord+1))
	if err == nil && len(text) > mostRecord {
		err = fmt.Errorf("more than %d bytes", mostRecord)
	}
	if err != nil {
		return nil, fmt.Errorf("hall: record: %w", err)
	}
	return text, nil
}
