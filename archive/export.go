package archive

import (
	"bufio"
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
	Reeve      int               `json:"reeve"`
	Game       string            `json:"game"`
	Options    map[string]any    `json:"options"`
	Seats      []string          `json:"seats,omitempty"`
	Players    map[string]string `json:"players"`
	Commitment string            `json:"commitment"`
	Dice       string            `json:"dice,omitempty"`
	Clock      string            `json:"clock,omitempty"`
	Started    string            `json:"started,omitempty"`
	Seed       string            `json:"seed,omitempty"`
	Words      map[string]string `json:"words,omitempty"` // as the words events have them
	Script     []int             `json:"script,omitempty"`
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
}

// Export writes the record as JSON Lines: the header, then one event a line. Of
// a game that goes on, the seed, the script, the words and hidden events are
// left out, and the others numbered as if those had never been, unless secrets
// is set. Raw touches are not part of it; a backup has them.
func Export(w io.Writer, h Header, events []Event, secrets bool) error {
	secrets = secrets || ended(events)
	first := headOf(h)
	if secrets {
		first.Seed, first.Script, first.Words = hex.EncodeToString(h.Seed), h.Script, wordsOf(events)
	} else {
		events = public(events)
	}
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(first); err != nil {
		return fmt.Errorf("archive: export: %w", err)
	}
	for _, e := range events {
		l := line{N: e.N, Kind: e.Kind, Ref: e.Ref, By: e.By, Action: e.Action, At: e.At.UTC().Format(timeForm), Hidden: e.Hidden, Note: e.Note}
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

// public returns the events that everybody may know while the game goes on,
// numbered anew and without gaps, so that hidden ones leave no trace.
func public(events []Event) []Event {
	var shown []Event
	hidden := make([]bool, len(events)+1)
	number := make([]int, len(events)+1) // how many are shown up to each event
	for i, e := range events {
		aimed := e.Kind == Sealed || e.Kind == Withdrawn
		hidden[i+1] = e.Hidden || e.Kind == WordsSaid || aimed && hidden[e.Ref]
		number[i+1] = number[i]
		if hidden[i+1] {
			continue
		}
		number[i+1]++
		e.N, e.Ref = number[i+1], number[e.Ref]
		shown = append(shown, e)
	}
	return shown
}

func parseTime(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339, text)
}
