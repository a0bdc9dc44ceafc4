package hall

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"reeve/archive"
	"reeve/hall/wire"
)

// The states of a game in the archive of a hall.
const (
	Going    = "open"     // lines may follow
	Told     = "told"     // its whole record is there, not yet checked
	Verified = "verified" // the rules, the dice, the hashes and the lines before agree
	Wrong    = "wrong"    // they do not
	Shut     = "sealed"   // what was hidden in it stays so
)

// lineFate is the outcome of storing a line.
type lineFate int

const (
	taken  lineFate = iota
	double          // a duplicate
	gap             // lines before it are missing
	fork            // it contradicts a stored line
)

// lineStatements are prepared statements: parsing them for each line would be half the cost of storing it.
type lineStatements struct{ game, line, move, hash *sql.Stmt }

func (r *records) ink() (*lineStatements, error) {
	i := &lineStatements{}
	for text, into := range map[string]**sql.Stmt{
		"INSERT INTO game (board, number, started, kind, n, hash, last, state) VALUES (?, ?, ?, ?, 0, ?, 0, ?)":               &i.game,
		"INSERT INTO line (board, number, n, kind, data, hash, at) VALUES (?, ?, ?, ?, ?, ?, ?)":                              &i.line,
		"UPDATE game SET n = ?, hash = ?, last = ?, state = ?, outcome = coalesce(?, outcome) WHERE board = ? AND number = ?": &i.move,
		"SELECT hash FROM line WHERE board = ? AND number = ? AND n = ?":                                                      &i.hash,
	} {
		var err error
		if *into, err = r.write.Prepare(text); err != nil {
			return nil, disk(err)
		}
	}
	return i, nil
}

// in is the same in a transaction.
func (i *lineStatements) in(tx *sql.Tx) *lineStatements {
	return &lineStatements{tx.Stmt(i.game), tx.Stmt(i.line), tx.Stmt(i.move), tx.Stmt(i.hash)}
}

// take stores a line if it is the next after the board's watermark, and advances it. over: the line ends its game.
func take(tx *lineStatements, id wire.ID, mark **wire.Mark, l *wire.Line, now time.Time) (what lineFate, over bool, err error) {
	what, err = place(tx, id, *mark, l)
	if err != nil || what != taken {
		return what, false, err
	}
	if l.Kind == wire.Head {
		h, err := archive.ReadHead(l.Data)
		if err != nil {
			return fork, false, nil // signed by the board, and no head: it is not what it says it is
		}
		_, err = tx.game.Exec(string(id), l.Game.Number, l.Game.Started, h.Game, l.Hash[:], Going)
		if err != nil {
			return 0, false, err
		}
	}
	if _, err := tx.line.Exec(string(id), l.Game.Number, l.N, string(l.Kind), []byte(l.Data), l.Hash[:], now.UnixMilli()); err != nil {
		return 0, false, err
	}
	state, outcome := Going, sql.NullString{}
	switch {
	case l.Kind == wire.Sealed:
		state = Shut
	case l.Last():
		state = Told
	}
	if l.Kind == wire.Event {
		if e, err := archive.ReadEvent(l.Data); err == nil && e.Kind == archive.End {
			over, outcome = true, sql.NullString{String: string(e.Note), Valid: json.Valid(e.Note)}
		}
	}
	if _, err := tx.move.Exec(l.N, l.Hash[:], l.Last(), state, outcome, string(id), l.Game.Number); err != nil {
		return 0, false, err
	}
	m := l.Mark()
	*mark = &m
	return taken, over, nil
}

// place checks whether a line is the next, a duplicate, after a gap, or a fork.
func place(tx *lineStatements, id wire.ID, mark *wire.Mark, l *wire.Line) (lineFate, error) {
	switch {
	case mark == nil && l.Kind == wire.Head && l.After == nil: // one that follows another is not the first
		return taken, nil
	case mark == nil:
		return gap, nil
	case l.Game == mark.Game && l.N == mark.N+1:
		if l.Before != mark.Hash {
			return fork, nil
		}
		return taken, nil
	case l.Game == mark.Game && l.N > mark.N:
		return gap, nil
	case l.Game.Number > mark.Game.Number && l.Kind == wire.Head:
		return follows(mark, l.After), nil
	case l.Game.Number > mark.Game.Number:
		return gap, nil
	}
	var hash []byte
	err := tx.hash.QueryRow(string(id), l.Game.Number, l.N).Scan(&hash)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return fork, nil
	case err != nil:
		return 0, err
	case !bytes.Equal(hash, l.Hash[:]):
		return fork, nil
	}
	return double, nil
}

// follows says whether a game that comes after a mark is the next one.
func follows(mark, after *wire.Mark) lineFate {
	switch {
	case after == nil:
		return fork
	case *after == *mark:
		return taken
	case after.Game.Number > mark.Game.Number || after.Game == mark.Game && after.N > mark.N:
		return gap
	}
	return fork
}

// has says whether a line that a board has told is there.
func (r *records) has(id wire.ID, m *wire.Mark) (there bool, err error) {
	err = r.read.QueryRow(`SELECT EXISTS (SELECT 1 FROM line JOIN game ON game.board = line.board AND game.number = line.number
		WHERE line.board = ? AND line.number = ? AND line.n = ? AND line.hash = ? AND game.started = ?)`,
		string(id), m.Game.Number, m.N, m.Hash[:], m.Game.Started).Scan(&there)
	return there, disk(err)
}

// marks returns how far each board is.
func (r *records) marks() (map[wire.ID]*wire.Mark, error) {
	out := map[wire.ID]*wire.Mark{}
	rows, err := r.read.Query("SELECT board, number, started, n, hash FROM game WHERE (board, number) IN (SELECT board, max(number) FROM game GROUP BY board)")
	err = each(rows, err, func() error {
		var id wire.ID
		var m wire.Mark
		var hash []byte
		err := rows.Scan(&id, &m.Game.Number, &m.Game.Started, &m.N, &hash)
		copy(m.Hash[:], hash)
		out[id] = &m
		return err
	})
	return out, err
}
