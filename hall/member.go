package hall

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"reeve/hall/wire"
)

// ErrRefused is the cause of what a hall refuses; nothing has changed then.
var ErrRefused = errors.New("hall: refused")

// Key returns the hall's own key, which is made at the first start.
func (r *register) Key() (ed25519.PrivateKey, error) {
	seed, err := r.Kept("seed")
	if err != nil {
		return nil, err
	}
	if seed == nil {
		seed = make([]byte, ed25519.SeedSize)
		rand.Read(seed)
		err = r.change(func(tx *sql.Tx) error {
			if _, err := tx.Exec("INSERT OR IGNORE INTO kept (key, value) VALUES ('seed', ?)", seed); err != nil {
				return err
			}
			return tx.QueryRow("SELECT value FROM kept WHERE key = 'seed'").Scan(&seed)
		})
	}
	if err == nil && len(seed) != ed25519.SeedSize {
		err = fmt.Errorf("%w: the hall's key is damaged: restore a backup", ErrDisk)
	}
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// ID is the name of the hall whose key that is.
func ID(key ed25519.PrivateKey) wire.ID { return wire.IDOf(key.Public().(ed25519.PublicKey)) }

// Name is what people call a board or an arbiter.
func name(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" || len([]rune(text)) > 60 {
		return "", fmt.Errorf("%w: %q is no name; write 1 to 60 letters", ErrRefused, text)
	}
	return text, nil
}

// Invite makes an invitation for one board, which is called so.
func (r *register) Invite(board string, now time.Time) (wire.Token, error) {
	board, err := name(board)
	if err != nil {
		return wire.Token{}, err
	}
	t := wire.NewToken()
	return t, r.change(func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO invitation (token, secret, name, made) VALUES (?, ?, ?, ?)", t.Name(), t[:], board, now.UnixMilli())
		return err
	})
}

// Join admits an invited board and returns its row. The invitation stays open until the board has spoken on the
// bus, for the answer may be lost: until then the holder of the token may join again, and the board that joined
// before is expelled ("" for none).
func (r *register) Join(hall wire.ID, j wire.Join, now time.Time) (b Board, out wire.ID, err error) {
	refuse := func(why string) error { return fmt.Errorf("%w: %s", ErrRefused, why) }
	err = r.change(func(tx *sql.Tx) error {
		var secret []byte
		var was sql.NullString
		var called string
		err := tx.QueryRow("SELECT secret, name, board FROM invitation WHERE token = ?", j.Token).Scan(&secret, &called, &was)
		var t wire.Token
		if errors.Is(err, sql.ErrNoRows) || err == nil && copy(t[:], secret) != len(t) {
			return refuse("this invitation is none of ours: ask for a new one")
		}
		if err != nil {
			return err
		}
		if !j.Proves(hall, t) {
			return refuse("the invitation is mistyped")
		}
		if was.Valid && was.String != string(j.Board) {
			old, err := rowOf(tx, wire.ID(was.String))
			if err != nil {
				return err
			}
			if old.Spoke {
				return refuse("this invitation was used by " + old.Name + ": ask for a new one")
			}
			out = old.ID
			if _, err := tx.Exec("UPDATE board SET gone = 1 WHERE id = ?", was.String); err != nil {
				return err
			}
		}
		if _, err := tx.Exec("UPDATE invitation SET board = ? WHERE token = ?", string(j.Board), j.Token); err != nil {
			return err
		}
		if _, err := tx.Exec("INSERT INTO board (id, name, joined) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING", string(j.Board), called, now.UnixMilli()); err != nil {
			return err
		}
		if b, err = rowOf(tx, j.Board); err == nil && b.Gone {
			return refuse("this board is let in no more: invite it anew, it takes another key")
		}
		return err
	})
	return b, out, err
}

// Spoke closes a board's invitation: it has spoken on the bus.
func (r *register) Spoke(id wire.ID) error {
	return r.change(func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE board SET spoke = 1 WHERE id = ?", string(id))
		return err
	})
}

// Board is a board of the hall.
type Board struct {
	ID     wire.ID
	Name   string
	Joined time.Time
	Spoke  bool
	Gone   bool // it is let in no more
	Fork   bool
	Number uint64 // of the last command to it
}

const boardColumns = "id, name, joined, spoke, gone, fork, number"

func scanBoard(scan func(...any) error) (b Board, err error) {
	var joined int64
	err = scan(&b.ID, &b.Name, &joined, &b.Spoke, &b.Gone, &b.Fork, &b.Number)
	b.Joined = time.UnixMilli(joined)
	return b, err
}

func rowOf(tx *sql.Tx, id wire.ID) (Board, error) {
	b, err := scanBoard(tx.QueryRow("SELECT "+boardColumns+" FROM board WHERE id = ?", string(id)).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: board %.60q", ErrNone, id)
	}
	return b, err
}

// Boards returns all boards, those too that are let in no more, by name.
func (r *register) Boards() (all []Board, err error) {
	rows, err := r.read.Query("SELECT " + boardColumns + " FROM board ORDER BY name, id")
	err = each(rows, err, func() error {
		b, err := scanBoard(rows.Scan)
		all = append(all, b)
		return err
	})
	return all, err
}

// Expel revokes a board's admission, or restores it.
func (r *register) Expel(id wire.ID, gone bool) error {
	return r.change(func(tx *sql.Tx) error {
		if _, err := rowOf(tx, id); err != nil {
			return err
		}
		_, err := tx.Exec("UPDATE board SET gone = ? WHERE id = ?", gone, string(id))
		return err
	})
}

// Fork notes that a board's record contradicts what it sent before.
func (r *register) Fork(id wire.ID) error {
	return r.change(func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE board SET fork = 1 WHERE id = ?", string(id))
		return err
	})
}

// Rename calls a board otherwise.
func (r *register) Rename(id wire.ID, to string) error {
	to, err := name(to)
	if err != nil {
		return err
	}
	return r.change(func(tx *sql.Tx) error {
		if _, err := rowOf(tx, id); err != nil {
			return err
		}
		_, err := tx.Exec("UPDATE board SET name = ? WHERE id = ?", to, string(id))
		return err
	})
}

// Appoint makes an arbiter's key and replaces the one that the name had.
func (r *register) Appoint(arbiter string) (key string, err error) {
	if arbiter, err = name(arbiter); err != nil {
		return "", err
	}
	key = rand.Text()
	sum := sha256.Sum256([]byte(key))
	return key, r.change(func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO arbiter (name, key) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET key = excluded.key", arbiter, sum[:])
		return err
	})
}

// Arbiters returns the names of the arbiters.
func (r *register) Arbiters() (names []string, err error) {
	rows, err := r.read.Query("SELECT name FROM arbiter ORDER BY name")
	err = each(rows, err, func() error {
		var n string
		err := rows.Scan(&n)
		names = append(names, n)
		return err
	})
	return names, err
}

// Arbiter returns the owner of a key; "" if there is none. It compares all keys in constant time.
func (r *register) Arbiter(key string) (who string, err error) {
	sum := sha256.Sum256([]byte(key))
	rows, err := r.read.Query("SELECT name, key FROM arbiter")
	err = each(rows, err, func() error {
		var n string
		var has []byte
		if err := rows.Scan(&n, &has); err != nil {
			return err
		}
		if subtle.ConstantTimeCompare(sum[:], has) == 1 {
			who = n
		}
		return nil
	})
	return who, err
}
