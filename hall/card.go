package hall

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"reeve/hall/wire"
)

// Card is a board as pages show it: a small picture, and how it is.
type Card struct {
	ID      wire.ID          `json:"id"`
	Name    string           `json:"name"`
	Game    string           `json:"game,omitempty"` // "7-1794211200000"
	Kind    string           `json:"kind,omitempty"`
	Options map[string]any   `json:"options,omitempty"`
	Status  string           `json:"status"` // as the board's, or "never": it has not spoken yet
	ToAct   []string         `json:"to_act,omitempty"`
	Pieces  []wire.Piece     `json:"pieces"`
	Players wire.Names       `json:"players,omitempty"`
	Clocks  map[string]int64 `json:"clocks,omitempty"`
	Running string           `json:"running,omitempty"`
	Message *wire.Message    `json:"message,omitempty"`
	Outcome *wire.Outcome    `json:"outcome,omitempty"`
	Paused  bool             `json:"paused,omitempty"`
	Steps   int              `json:"steps"`
	Last    string           `json:"last,omitempty"`
	Heard   int64            `json:"heard"` // ms since its last word, when this was sent; -1: never
	Silent  bool             `json:"silent,omitempty"`
	Calls   *wire.Call       `json:"call,omitempty"`
	Faults  []wire.Message   `json:"faults,omitempty"`
	Fork    bool             `json:"fork,omitempty"`
	Wrong   bool             `json:"wrong,omitempty"` // a record of it does not verify
	Short   bool             `json:"short,omitempty"` // a clock that runs has less than a minute
	Sim     bool             `json:"simulated,omitempty"`
}

// silence is the time without a message after which a board is grey.
const silence = 12 * time.Second

// shortClock is the time left on a running clock at which a board moves to the front.
const shortClock = time.Minute

// boardState is the floor's state of a board.
type boardState struct {
	id         wire.ID
	name       string
	table      *wire.Table
	call       *wire.Call
	heard      time.Time // its last word; zero: none since the hall started
	knownSince time.Time // when the hall began to know it
	fork       bool
	wrong      bool
	hasSpoken  bool // and that is kept: its invitation is spent

	dialogue dialogue

	card   Card // as it was shown last
	text   json.RawMessage
	urgent urgency
}

// urgency is why a board comes before others: the less, the sooner.
type urgency int

// The order in which an arbiter wants to see boards.
const (
	calls urgency = iota
	faulty
	hurried
	playing
	resting
)

// refreshCard makes the card anew; false if nothing has changed that is shown.
func (s *boardState) refreshCard(now time.Time) bool {
	c := Card{ID: s.id, Name: s.name, Status: "never", Pieces: []wire.Piece{}, Heard: -1, Fork: s.fork, Wrong: s.wrong, Calls: s.call}
	if s.call != nil {
		c.Calls = &wire.Call{Seat: s.call.Seat, For: s.call.For}
	}
	if t := s.table; t != nil {
		c.Game, c.Kind, c.Options, c.Status, c.ToAct, c.Pieces = t.Game.String(), t.Kind, t.Options, t.Status, t.ToAct, t.Pieces
		c.Players, c.Clocks, c.Running, c.Outcome, c.Paused = t.Players, t.Clocks, t.Running, t.Outcome, t.Paused
		c.Message, c.Steps, c.Last, c.Faults, c.Sim = &t.Message, t.Steps, t.Last, t.Faults, t.Simulated
	}
	c.Silent = now.Sub(s.knownSince) > silence && now.Sub(s.heard) > silence // after a start of the hall boards take a while to come back
	if !s.heard.IsZero() {
		c.Heard = 0 // filled in where it is sent
	}
	if left, ok := c.Clocks[c.Running]; ok && !c.Silent {
		c.Short = time.Duration(left)*time.Millisecond-now.Sub(s.heard) < shortClock
	}
	text, err := json.Marshal(c)
	if err != nil || string(text) == string(s.text) {
		return false
	}
	s.card, s.text, s.urgent = c, text, c.urgency()
	return true
}

func (c *Card) urgency() urgency {
	switch {
	case c.Calls != nil || c.Fork:
		return calls
	case c.Silent || c.Wrong || len(c.Faults) > 0 || c.Status == "ask":
		return faulty
	case c.Short:
		return hurried
	case c.Status == "over" || c.Status == "lesson" || c.Status == "never":
		return resting
	}
	return playing
}

// Filter says which cards somebody wants to see, and in which order.
type Filter struct {
	Search string // in names of boards and players
	Kind   string // of game; "" for all
	State  string // "", "calls", "faults", "playing", "over"
	Board  wire.ID
	Sort   string // "urgent" or "name"
	Page   int    // from 0
	Size   int
}

// shows reports whether a card is wanted among others.
func (f *Filter) shows(s *boardState) bool {
	c := &s.card
	if f.Kind != "" && c.Kind != f.Kind {
		return false
	}
	switch f.State {
	case "calls":
		if s.urgent != calls {
			return false
		}
	case "faults":
		if s.urgent > faulty {
			return false
		}
	case "playing":
		if c.Status == "over" || c.Status == "never" || c.Silent {
			return false
		}
	case "over":
		if c.Status != "over" {
			return false
		}
	}
	if f.Search == "" {
		return true
	}
	want := strings.ToLower(f.Search)
	if strings.Contains(strings.ToLower(c.Name), want) {
		return true
	}
	for _, name := range c.Players {
		if strings.Contains(strings.ToLower(name), want) {
			return true
		}
	}
	return false
}

// arrange sorts stands by name, or the most urgent first.
func arrange(list []*boardState, byName bool) {
	slices.SortFunc(list, func(a, b *boardState) int {
		if !byName && a.urgent != b.urgent {
			return int(a.urgent - b.urgent)
		}
		if n := natural(a.name, b.name); n != 0 {
			return n
		}
		return strings.Compare(string(a.id), string(b.id))
	})
}

// natural compares names so that "Table 9" comes before "Table 10".
func natural(a, b string) int {
	for a != "" && b != "" {
		x, restA := lead(a)
		y, restB := lead(b)
		if digit(x[0]) && digit(y[0]) {
			x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
			if len(x) != len(y) {
				return len(x) - len(y)
			}
		}
		if n := strings.Compare(strings.ToLower(x), strings.ToLower(y)); n != 0 {
			return n
		}
		a, b = restA, restB
	}
	return len(a) - len(b)
}

// lead is the digits at the beginning of a text, or what is before the next digit.
func lead(s string) (first, rest string) {
	i := 1
	for i < len(s) && digit(s[i]) == digit(s[0]) {
		i++
	}
	return s[:i], s[i:]
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
