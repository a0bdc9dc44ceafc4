package archive

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// formVersion is the "reeve" of the export's first line.
const formVersion = 1

// timeForm is RFC 3339 with the milliseconds that the archive keeps.
const timeForm = "2006-01-02T15:04:05.000Z07:00"

// head is the first line of an export (api.md, "The archive's record").
type head struct {
	Reeve      int                 `json:"reeve"`
	Game       string              `json:"game"`
	Options    map[string]any      `json:"options"`
	Players    map[string]string   `json:"players"`
	Commitment string              `json:"commitment"`
	Dice       string              `json:"dice,omitempty"`
	Clock      string              `json:"clock,omitempty"`
	Started    string              `json:"started,omitempty"`
	Seed       string              `json:"seed,omitempty"`
	Script     []int               `json:"script,omitempty"`
	Hash       string              `json:"hash,omitempty"`      // of the line up to here (api.md, "Hashes")
	Seats      []string            `json:"seats,omitempty"`     // those that take part, in the order of play
	Words      map[string]string   `json:"words,omitempty"`     // as the words events have them
	Computers  map[string]computer `json:"computers,omitempty"` // those that played last, by seat
	Last       string              `json:"last,omitempty"`      // the hash of the last line
}

// line is any other line of an export.
type line struct {
	N      int             `json:"n"`
	Kind   Kind            `json:"kind"`
	Ref    int             `json:"ref,omitempty"`
	By     string          `json:"by"`
	Action string          `json:"action"`
	At     string          `json:"at"`
	Hidden bool            `json:"hidden,omitempty"`
	Note   json.RawMessage `json:"note,omitempty"`
	Before string          `json:"before,omitempty"` // the hash of the line before
	Hash   string          `json:"hash,omitempty"`   // of this one
}

func lineOf(e Event) line {
	return line{N: e.N, Kind: e.Kind, Ref: e.Ref, By: e.By, Action: e.Action, At: e.At.UTC().Format(timeForm), Hidden: e.Hidden, Note: e.Note}
}

// Export writes what is seen of a record as JSON Lines: the header, then one event
// a line. Raw touches are not part of it; a backup has them. Hashes are written of
// a record that is seen whole: what is withheld could be guessed from them.
func Export(w io.Writer, s Seen) error {
	first := headOf(s.Header)
	var hashes []hash
	if s.Whole {
		first.Seed, first.Script, first.Words = hex.EncodeToString(s.Header.Seed), s.Header.Script, wordsOf(s.Events)
		first.Computers = computersOf(s.Header, s.Events)
		var err error
		if hashes, err = hashesOf(s.Header, s.Events); err != nil {
			return err
		}
		first.Hash, first.Last = hashes[0].String(), hashes[len(s.Events)].String()
	}
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(first); err != nil {
		return fmt.Errorf("archive: export: %w", err)
	}
	for i, e := range s.Events {
		l := lineOf(e)
		if hashes != nil {
			l.Before, l.Hash = hashes[i].String(), hashes[i+1].String()
		}
		if err := enc.Encode(l); err != nil {
			return fmt.Errorf("archive: export: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("archive: export: %w", err)
	}
	return nil
}

// headOf returns what everybody may know of h.
func headOf(h Header) head {
	first := head{Reeve: formVersion, Game: h.Game, Options: h.Options, Seats: h.Seats, Players: h.Players, Commitment: h.Commitment, Dice: h.Dice, Clock: h.Clock}
	if first.Options == nil {
		first.Options = map[string]any{}
	}
	if first.Players == nil {
		first.Players = map[string]string{}
	}
	if !h.Started.IsZero() {
		first.Started = h.Started.UTC().Format(timeForm)
	}
	return first
}

// wordsOf returns each seat's last words for the dice.
func wordsOf(events []Event) map[string]string {
	words := map[string]string{}
	for _, e := range events {
		if e.Kind == WordsSaid {
			words[e.By] = e.Action
		}
	}
	return words
}

func parseTime(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339, text)
}

// HeadText is the first line of an export of what everybody may know of h, without its
// line feed: the game as it began.
func HeadText(h Header) ([]byte, error) { return text(headOf(public(h))) }

// EventText is the line of an export for e, without hashes and line feed.
func EventText(e Event) ([]byte, error) { return text(lineOf(e)) }

// text is one line of an export.
func text(line any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(line); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
