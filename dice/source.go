package dice

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"reeve/rules"
)

// Causes of refusal. A refused call leaves the source as it was.
var (
	ErrManual     = errors.New("dice: the throw is entered by hand")
	ErrScriptOver = errors.New("dice: the script is used up")
	ErrScript     = errors.New("dice: the script's number does not fit the throw")
	ErrAsk        = errors.New("dice: nothing can answer this")
	ErrWords      = errors.New("dice: words refused")
	ErrWordsLate  = errors.New("dice: words are taken until the first throw")
)

// MaxWords is the most characters of a player's words.
const MaxWords = 200

// Source answers what the positions of one game ask of chance. It depends on
// nothing but its choice, the words and the asks in their order, so a recorded
// game goes on by asking a new source the same again. One goroutine uses it.
type Source struct {
	choice Choice
	stream stream
	said   [rules.MaxSeats]string
	begun  bool // the stream has been drawn from: words come too late
	next   int  // in the script
}

// New returns the dice of that choice. Fair and manual dice without a seed take
// SeedBytes bytes from random; nothing else is read from it, and it may be nil
// otherwise. It wraps ErrChoice, or the error of random.
func New(c Choice, random io.Reader) (*Source, error) {
	if c.Kind == "" {
		c.Kind = Fair
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	c.Seed, c.Script = slices.Clone(c.Seed), slices.Clone(c.Script)
	if c.committed() && len(c.Seed) == 0 {
		c.Seed = make([]byte, SeedBytes)
		if _, err := io.ReadFull(random, c.Seed); err != nil {
			return nil, fmt.Errorf("dice: drawing the seed: %w", err)
		}
	}
	return &Source{choice: c, stream: stream{seed: c.Seed}}, nil
}

// committed reports whether the commitment is shown: fair and manual dice vouch for their seed.
func (c Choice) committed() bool { return c.Kind == Fair || c.Kind == Manual }

// Choice returns what makes the same dice again, the secret seed included.
func (s *Source) Choice() Choice {
	c := s.choice
	c.Seed, c.Script = slices.Clone(c.Seed), slices.Clone(c.Script)
	return c
}

// Commitment returns the SHA-256 of the seed in hex, to be shown before words
// are taken. It is empty for seeded dice, whose short seeds it would give away,
// and for scripted ones.
func (s *Source) Commitment() string {
	if !s.choice.committed() {
		return ""
	}
	sum := sha256.Sum256(s.choice.Seed)
	return hex.EncodeToString(sum[:])
}

// SetWords adds a player's own words, in place of earlier ones of that seat;
// empty words take them back. It wraps ErrWordsLate after the first throw, and
// ErrWords for words that are too long, no UTF-8 or not printable, and for dice
// that take none.
func (s *Source) SetWords(seat rules.Seat, words string) error {
	switch {
	case !s.choice.committed():
		return refuse(ErrWords, rules.Say("no.words.dice"))
	case seat >= rules.MaxSeats:
		return refuse(ErrWords, rules.Say("no.sits"))
	case !utf8.ValidString(words):
		return refuse(ErrWords, rules.Say("no.words.utf"))
	case utf8.RuneCountInString(words) > MaxWords:
		return refuse(ErrWords, rules.Say("no.words.long", "n", strconv.Itoa(utf8.RuneCountInString(words)), "m", strconv.Itoa(MaxWords)))
	case strings.ContainsFunc(words, unicode.IsControl):
		return refuse(ErrWords, rules.Say("no.words.control"))
	case s.begun:
		return refuse(ErrWordsLate, rules.Say("no.words.late"))
	}
	s.said[seat] = words
	return nil
}

// TakesWords reports whether words may still be said: of dice that are promised, until the first throw.
func (s *Source) TakesWords() bool { return s.choice.committed() && !s.begun }

// Words returns the words as the stream takes them: those of the seats that
// gave some, in the order of the seats, with a line feed between.
func (s *Source) Words() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(s.said[:]), func(w string) bool { return w == "" }), "\n")
}

// Draw answers ask with what State.Drawn takes: one face from 1, or the indices
// into ask.Deck of the cards drawn. It wraps ErrManual when the throw has to be
// entered, ErrScriptOver or ErrScript, and ErrAsk for a die without faces or
// more cards than there are.
func (s *Source) Draw(ask rules.Ask) ([]uint8, error) {
	if err := checkAsk(ask); err != nil {
		return nil, err
	}
	switch {
	case s.choice.Kind == Manual && !ask.Secret:
		return nil, ErrManual
	case s.choice.Kind == Scripted:
		return s.read(ask)
	}
	if !s.begun {
		s.begun = true
		s.stream.words = s.Words()
	}
	return draw(ask, func(n int) (int, error) { return s.stream.below(n), nil })
}

// read answers ask with the script's next numbers.
func (s *Source) read(ask rules.Ask) ([]uint8, error) {
	least, from := 0, s.next
	if ask.Deck == nil {
		least = 1
	}
	got, err := draw(ask, func(n int) (int, error) {
		if s.next == len(s.choice.Script) {
			return 0, refuse(ErrScriptOver, rules.Say("paused.dice.over", "n", strconv.Itoa(s.next)))
		}
		k := s.choice.Script[s.next]
		if k < least || k >= n+least {
			return 0, refuse(ErrScript, rules.Say("paused.dice.number", "n", strconv.Itoa(s.next+1), "k", strconv.Itoa(k), "least", strconv.Itoa(least), "most", strconv.Itoa(n+least-1)))
		}
		s.next++
		return k - least, nil
	})
	if err != nil {
		s.next = from
	}
	return got, err
}

func checkAsk(ask rules.Ask) error {
	if ask.Deck == nil && ask.Faces == 0 {
		return fmt.Errorf("%w: a die without faces", ErrAsk)
	}
	if ask.Deck != nil && (int(ask.Cards) > len(ask.Deck) || len(ask.Deck) > 256) {
		return fmt.Errorf("%w: %d cards of %d", ErrAsk, ask.Cards, len(ask.Deck))
	}
	return nil
}

// draw answers ask with numbers that below gives: one for a die, one a card
// among the cards left.
func draw(ask rules.Ask, below func(n int) (int, error)) ([]uint8, error) {
	if ask.Deck == nil {
		k, err := below(int(ask.Faces))
		if err != nil {
			return nil, err
		}
		return []uint8{uint8(k + 1)}, nil
	}
	left := make([]uint8, len(ask.Deck))
	for i := range left {
		left[i] = uint8(i)
	}
	got := make([]uint8, 0, ask.Cards)
	for range ask.Cards {
		k, err := below(len(left))
		if err != nil {
			return nil, err
		}
		got = append(got, left[k])
		left = slices.Delete(left, k, k+1)
	}
	return got, nil
}
