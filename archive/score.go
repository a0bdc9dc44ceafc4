package archive

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// WriteScore writes the steps of s that stand as text for people: tags, then a numbered line a turn
// with the seat and its actions in their text form, chance in brackets behind the step before it. Read
// reads it back, without times. Undone steps are left out, so a score does not prove the throws of such a game.
func WriteScore(w io.Writer, s Seen) error {
	standing, err := Fold(s.Events)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if err := writeTags(out, headOf(s.Header), outcomeOf(s.Events)); err != nil {
		return fmt.Errorf("archive: score: %w", err)
	}
	for i, turn := range turns(standing) {
		fmt.Fprintf(out, "%d. %s\n", i+1, turn)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("archive: score: %w", err)
	}
	return nil
}

// writeTags writes the keys of the head, and the outcome, each with its JSON value.
func writeTags(w *bufio.Writer, h head, outcome json.RawMessage) error {
	tags := []struct {
		name  string
		value any
	}{
		{"reeve", h.Reeve}, {"game", h.Game}, {"options", h.Options}, {"players", h.Players},
		{"commitment", h.Commitment}, {"dice", h.Dice}, {"clock", h.Clock}, {"started", h.Started}, {"outcome", outcome},
	}
	for _, tag := range tags {
		value, err := json.Marshal(tag.value)
		if err != nil {
			return err
		}
		if text := string(value); text != `""` && text != "null" {
			fmt.Fprintf(w, "[%s %s]\n", tag.name, text)
		}
	}
	return w.WriteByte('\n')
}

func outcomeOf(events []Event) json.RawMessage {
	if !ended(events) {
		return nil
	}
	return events[len(events)-1].Note
}

// turns returns the lines of the score without their numbers.
func turns(standing []Standing) []string {
	var lines []string
	var by string
	for _, s := range standing {
		action := s.Action
		if s.By == "chance" {
			action = "(" + action + ")"
		}
		if len(lines) > 0 && (s.By == by || s.By == "chance") {
			lines[len(lines)-1] += "; " + action
			continue
		}
		by = s.By
		lines = append(lines, by+": "+action)
	}
	return lines
}

// readScore reads what WriteScore wrote.
func readScore(lines *bufio.Scanner) (Header, []Event, error) {
	h, outcome, err := readTags(lines)
	if err != nil {
		return Header{}, nil, err
	}
	var events []Event
	for n := 1; lines.Scan(); n++ {
		rest, ok := strings.CutPrefix(lines.Text(), fmt.Sprintf("%d. ", n))
		by, actions, ok2 := strings.Cut(rest, ": ")
		if !ok || !ok2 {
			return Header{}, nil, fmt.Errorf("%w: score: %.80q is not turn %d", ErrRecord, lines.Text(), n)
		}
		for action := range strings.SplitSeq(actions, "; ") {
			if len(events) == maxEvents || tooLong(action) || tooLong(by) {
				return Header{}, nil, fmt.Errorf("%w: score: turn %d: too much", ErrRecord, n)
			}
			e := Event{N: len(events) + 1, Kind: Stepped, By: by, Action: action, At: h.Started}
			if strings.HasPrefix(action, "(") && strings.HasSuffix(action, ")") {
				e.By, e.Action = "chance", action[1:len(action)-1]
			}
			events = append(events, e)
		}
	}
	if outcome != nil {
		events = append(events, Event{N: len(events) + 1, Kind: End, By: "referee", At: h.Started, Note: outcome})
	}
	return h, events, nil
}

// readTags reads the tags up to the empty line behind them, as one header.
func readTags(lines *bufio.Scanner) (h Header, outcome json.RawMessage, err error) {
	var object bytes.Buffer
	for lines.Scan() && lines.Text() != "" {
		tag, ok := strings.CutSuffix(strings.TrimPrefix(lines.Text(), "["), "]")
		name, value, ok2 := strings.Cut(tag, " ")
		if !ok || !ok2 || !json.Valid([]byte(value)) || object.Len() > maxLine {
			return Header{}, nil, fmt.Errorf("%w: score: %.80q is no tag", ErrRecord, lines.Text())
		}
		if name == "outcome" {
			outcome = json.RawMessage(value)
			continue
		}
		key, _ := json.Marshal(name)
		fmt.Fprintf(&object, ",%s:%s", key, value)
	}
	h, _, err = readHead(append(append([]byte("{"), bytes.TrimPrefix(object.Bytes(), []byte(","))...), '}'))
	if h.Started.IsZero() {
		h.Started = time.UnixMilli(0).UTC()
	}
	return h, outcome, err
}
