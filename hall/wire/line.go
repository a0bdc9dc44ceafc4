package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Game names one game of a board for all time, also when its card was exchanged: the
// number in its archive, and when it began, in ms since 1970.
type Game struct{ Number, Started int64 }

func (g Game) String() string {
	return strconv.FormatInt(g.Number, 10) + "-" + strconv.FormatInt(g.Started, 10)
}

// ParseGame reads what String wrote. It wraps ErrForm.
func ParseGame(text string) (g Game, err error) {
	number, started, _ := strings.Cut(text, "-")
	var bad error
	g.Number, err = strconv.ParseInt(number, 10, 64)
	g.Started, bad = strconv.ParseInt(started, 10, 64)
	if errors.Join(err, bad) != nil || g.Number < 0 || g.String() != text {
		return Game{}, fmt.Errorf("%w: %.60q is no game", ErrForm, text)
	}
	return g, nil
}

// MarshalText writes what UnmarshalText reads.
func (g Game) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads a game.
func (g *Game) UnmarshalText(text []byte) (err error) {
	*g, err = ParseGame(string(text))
	return err
}

// Hash is the SHA-256 of a line and, by way of Before, of all lines of its game before it.
type Hash [sha256.Size]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes what UnmarshalText reads.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads a hash.
func (h *Hash) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(h) || hex.EncodeToString(b) != string(text) {
		return fmt.Errorf("%w: %.80q is no hash", ErrForm, text)
	}
	copy(h[:], b)
	return nil
}

// Mark is a watermark in a board's lines: line N of a game, with its hash. The zero value is before the first.
type Mark struct {
	Game Game `json:"game"`
	N    int  `json:"n"`
	Hash Hash `json:"hash"`
}

// Kind is what a line of a game holds.
type Kind string

// The kinds, in the order in which they come.
const (
	Head   Kind = "head"   // the game as it began: line 0
	Event  Kind = "event"  // an event that everybody may know
	Record Kind = "record" // a part of the whole record, after the end
	Sealed Kind = "sealed" // the end of a game whose record stays closed
)

// MaxData is how long the data of a line may be, in bytes.
const MaxData = 96 << 10

// Line is one line of what a board tells of a game, in their order.
type Line struct {
	V      int             `json:"v"`
	Game   Game            `json:"game"`
	N      int             `json:"n"`               // from 0 on, without gaps
	Kind   Kind            `json:"kind"`            //
	After  *Mark           `json:"after,omitempty"` // of a head: the last line of the game before, if one was told
	More   bool            `json:"more,omitempty"`  // of a part of the record: it is not the last one
	Before Hash            `json:"before"`          // the hash of the line before; zero of a head
	Data   json.RawMessage `json:"data"`            // head and event: the line of an export; record: text in base64
	Hash   Hash            `json:"hash"`
}

// Lines are consecutive lines of one game in one message. One signature covers all, for signing and checking are
// most of a line's cost.
type Lines struct {
	V     int    `json:"v"`
	Lines []Line `json:"lines"`
}

// together is the size of a message's data in bytes; a single line may exceed it.
const together = 64 << 10

// Together packs lines in order into as few messages as possible. They share memory with lines.
func Together(lines []Line) (all []Lines) {
	for i, size := 0, 0; i < len(lines); i++ {
		size += len(lines[i].Data)
		if n := len(all); n > 0 && size <= together && lines[i].follows(&lines[i-1]) {
			all[n-1].Lines = append(all[n-1].Lines, lines[i])
			continue
		}
		all, size = append(all, Lines{Version, lines[i : i+1 : i+1]}), len(lines[i].Data)
	}
	return all
}

// follows reports whether a line can be said together with the one before it.
func (l *Line) follows(last *Line) bool {
	return l.Game == last.Game && said[l.Kind] == said[last.Kind] && l.N == last.N+1 && l.Before == last.Hash
}

// check refuses lines that are not consecutive or not of one game.
func (s *Lines) check() error {
	if len(s.Lines) == 0 {
		return fmt.Errorf("%w: no line", ErrForm)
	}
	for i := range s.Lines {
		if err := s.Lines[i].check(); err != nil {
			return err
		}
		if i > 0 && !s.Lines[i].follows(&s.Lines[i-1]) {
			return fmt.Errorf("%w: line %d does not follow", ErrForm, s.Lines[i].N)
		}
	}
	return nil
}

// Sum is the hash that the line must have. After is not hashed, so a game's lines do not depend on what was sent
// before them.
func (l *Line) Sum() Hash {
	h := sha256.New()
	fmt.Fprintf(h, "reeve line %d\n%s %d %s %t\n%s\n", l.V, l.Game, l.N, l.Kind, l.More, l.Before)
	h.Write(l.Data)
	return Hash(h.Sum(nil))
}

// Mark is the watermark after this line.
func (l *Line) Mark() Mark { return Mark{l.Game, l.N, l.Hash} }

// Last reports whether no line of the same game can follow.
func (l *Line) Last() bool { return l.Kind == Sealed || l.Kind == Record && !l.More }

// check refuses a line whose fields contradict each other.
func (l *Line) check() error {
	if l.V != Version {
		return fmt.Errorf("%w: a line of version %d", ErrVersion, l.V)
	}
	switch l.Kind {
	case Head:
		if l.N != 0 || l.Before != (Hash{}) {
			return fmt.Errorf("%w: a head is line 0", ErrForm)
		}
	case Event, Record, Sealed:
		if l.N < 1 || l.After != nil {
			return fmt.Errorf("%w: line %d of kind %s", ErrForm, l.N, l.Kind)
		}
	default:
		return fmt.Errorf("%w: a line of kind %.20q", ErrForm, l.Kind)
	}
	if l.More && l.Kind != Record || len(l.Data) > MaxData || len(l.Data) == 0 {
		return fmt.Errorf("%w: line %d: %d bytes of kind %s", ErrForm, l.N, len(l.Data), l.Kind)
	}
	if l.Sum() != l.Hash {
		return fmt.Errorf("%w: line %d is not what was hashed", ErrForm, l.N)
	}
	return nil
}
