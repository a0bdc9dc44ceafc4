package archive

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"reeve/rules"
)

// Limits of what is read from a file.
const (
	maxFile   = 32 << 20 // bytes
	maxLine   = 64 << 10 // bytes
	maxEvents = 50_000
	maxText   = 1000 // characters of an action, a player's name, words
	maxSeed   = 1024 // bytes
	maxScript = 10_000
)

// Import reads a record that Export or WriteScore wrote, replays it through the
// rules and stores it as a new game. It wraps ErrRecord for text that is no such
// record, what Replay wraps for a game that the rules do not allow, or what
// Begin wraps. A refused record leaves nothing behind.
func (w *writer) Import(games []*rules.Game, r io.Reader) (id int64, err error) {
	h, events, err := Read(games, r)
	if err != nil {
		return 0, err
	}
	return w.Add(h, events)
}

// Add stores a record that Read has read as a new game.
func (w *writer) Add(h Header, events []Event) (id int64, err error) {
	err = w.change(func(tx *transaction) error {
		if id, err = tx.begin(0, h, true); err != nil {
			return err
		}
		return tx.append(id, events, nil)
	})
	return id, err
}

// Read reads a record that Export or WriteScore wrote and replays it through
// the rules, as Import does.
func Read(games []*rules.Game, r io.Reader) (Header, []Event, error) {
	whole := &io.LimitedReader{R: r, N: maxFile}
	in := bufio.NewReader(whole)
	read := readExport
	if first, _ := in.Peek(1); string(first) == "[" {
		read = readScore
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 4096), maxLine)
	h, events, err := read(lines)
	if fault := unread(lines, whole); fault != nil {
		err = fault // what was read only seems to break off
	}
	if err != nil {
		return Header{}, nil, err
	}
	if err := checkPlayed(games, h, events); err != nil {
		return Header{}, nil, err
	}
	return h, events, nil
}

// unread is why the text was not read to its end.
func unread(lines *bufio.Scanner, whole *io.LimitedReader) error {
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%w: a line of more than %d bytes", ErrRecord, maxLine)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrRecord, err)
	case whole.N == 0:
		return fmt.Errorf("%w: more than %d bytes", ErrRecord, maxFile)
	}
	return nil
}

func readExport(lines *bufio.Scanner) (Header, []Event, error) {
	if !lines.Scan() {
		return Header{}, nil, fmt.Errorf("%w: there is no header", ErrRecord)
	}
	h, first, err := readHead(lines.Bytes())
	if err != nil {
		return Header{}, nil, err
	}
	var events []Event
	claimed := []claimedHashes{{own: first.Hash}}
	for lines.Scan() {
		if len(events) == maxEvents {
			return Header{}, nil, fmt.Errorf("%w: more than %d events", ErrRecord, maxEvents)
		}
		e, said, err := readLine(lines.Bytes())
		if err != nil {
			return Header{}, nil, fmt.Errorf("line %d: %w", len(events)+2, err)
		}
		events, claimed = append(events, e), append(claimed, said)
	}
	if first.Words != nil && !maps.Equal(first.Words, wordsOf(events)) {
		return Header{}, nil, fmt.Errorf("%w: the header's words are not those of the events", ErrRecord)
	}
	if first.Computers != nil && !maps.Equal(first.Computers, computersOf(h, events)) {
		return Header{}, nil, fmt.Errorf("%w: the header's computers are not those of the events", ErrRecord)
	}
	return h, events, checkHashes(h, events, claimed, first.Last)
}

// claimedHashes is what a line says of the hashes.
type claimedHashes struct{ before, own string }

// checkHashes refuses a record whose lines are not those that were hashed. One
// that says nothing of hashes was made before there were any, or by other means.
func checkHashes(h Header, events []Event, claimed []claimedHashes, last string) error {
	if last == "" && !slices.ContainsFunc(claimed, func(c claimedHashes) bool { return c != claimedHashes{} }) {
		return nil
	}
	hashes, err := hashesOf(h, events)
	if err != nil {
		return err
	}
	before := ""
	for i, own := range hashes {
		if want := (claimedHashes{before, own.String()}); claimed[i] != want {
			return fmt.Errorf("%w: line %d is not what was hashed: its own hash is %s, after %q; it says %q, after %q", ErrRecord, i+1, want.own, want.before, claimed[i].own, claimed[i].before)
		}
		before = own.String()
	}
	if last != before {
		return fmt.Errorf("%w: lines are missing: the last one's hash is %s, the header says %q", ErrRecord, before, last)
	}
	return nil
}

func readHead(text []byte) (Header, head, error) {
	var d head
	if err := strict(text, &d); err != nil {
		return Header{}, d, fmt.Errorf("header: %w", err)
	}
	if d.Reeve != formVersion {
		return Header{}, d, fmt.Errorf("%w: header: form %d, this reeve reads %d", ErrRecord, d.Reeve, formVersion)
	}
	if !slices.Contains([]string{"", "fair", "manual", "seeded", "scripted"}, d.Dice) {
		return Header{}, d, fmt.Errorf("%w: header: the dice are %q and have to be fair, manual, seeded or scripted", ErrRecord, d.Dice)
	}
	seed, err := hex.DecodeString(d.Seed)
	if err != nil {
		return Header{}, d, fmt.Errorf("%w: header: the seed is no hexadecimal number of whole bytes", ErrRecord)
	}
	started, err := parseTime(d.Started)
	if err != nil {
		return Header{}, d, fmt.Errorf("%w: header: %q is no time; write it as 2026-11-21T10:00:00Z", ErrRecord, d.Started)
	}
	texts := slices.Concat([]string{d.Game, d.Commitment, d.Dice, d.Clock}, slices.Collect(maps.Keys(d.Players)), slices.Collect(maps.Values(d.Players)))
	if slices.ContainsFunc(texts, tooLong) || len(seed) > maxSeed || len(d.Script) > maxScript {
		return Header{}, d, fmt.Errorf("%w: header: something in it is too long", ErrRecord)
	}
	if len(seed) == 0 {
		seed = nil
	}
	return Header{Game: d.Game, Options: d.Options, Players: d.Players, Dice: d.Dice, Commitment: d.Commitment,
		Seed: seed, Script: d.Script, Clock: d.Clock, Started: started, Seats: d.Seats}, d, nil
}

func readLine(text []byte) (Event, claimedHashes, error) {
	var l line
	if err := strict(text, &l); err != nil {
		return Event{}, claimedHashes{}, err
	}
	at, err := time.Parse(time.RFC3339, l.At)
	if err != nil {
		return Event{}, claimedHashes{}, fmt.Errorf("%w: %q is no time; write it as 2026-11-21T10:00:00Z", ErrRecord, l.At)
	}
	if tooLong(l.By) || tooLong(l.Action) {
		return Event{}, claimedHashes{}, fmt.Errorf("%w: an action of more than %d characters", ErrRecord, maxText)
	}
	return Event{N: l.N, Kind: l.Kind, Ref: l.Ref, By: l.By, Action: l.Action, At: at.UTC(), Hidden: l.Hidden, Note: l.Note}, claimedHashes{l.Before, l.Hash}, nil
}

func tooLong(s string) bool { return utf8.RuneCountInString(s) > maxText }

// checkPlayed refuses a record of a game that was not played so.
func checkPlayed(games []*rules.Game, h Header, events []Event) error {
	final, err := Replay(games, h, events)
	if err != nil {
		return err
	}
	if seats := SeatsOf(final); h.Seats != nil && !slices.Equal(h.Seats, seats) {
		return fmt.Errorf("%w: the seats %q take part, the rules have %q", ErrRecord, h.Seats, seats)
	}
	for _, seat := range slices.Sorted(maps.Keys(h.Players)) {
		if _, ok := final.Game().SeatOf(seat); !ok {
			return fmt.Errorf("%w: a player at %q, which is no seat of %s", ErrRecord, seat, h.Game)
		}
	}
	if !ended(events) {
		return nil
	}
	var said rules.Outcome
	if err := strict(events[len(events)-1].Note, &said); err != nil {
		return fmt.Errorf("outcome: %w", err)
	}
	got := rules.NewView(final, nil, rules.Full).Outcome
	if got == nil || got.Why != said.Why || !slices.Equal(got.Winners, said.Winners) {
		return fmt.Errorf("%w: it ends with %+v, the rules have %+v", ErrRecord, said, got)
	}
	return nil
}

// strict decodes one JSON value with no unknown keys and nothing behind it.
func strict(text []byte, dst any) error {
	if err := rules.ReadJSON(text, dst); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	return nil
}

// SeatsOf returns the names of the seats that take part, in the order of play.
func SeatsOf(s rules.State) (names []string) {
	for _, seat := range s.Seated().All() {
		names = append(names, s.Game().SeatName(seat))
	}
	return names
}

// ReadHead reads what HeadText wrote. It wraps ErrRecord.
func ReadHead(text []byte) (Header, error) {
	h, _, err := readHead(text)
	return h, err
}

// ReadEvent reads what EventText wrote. It wraps ErrRecord.
func ReadEvent(text []byte) (Event, error) {
	e, _, err := readLine(text)
	return e, err
}
