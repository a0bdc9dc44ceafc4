package wire

import (
	"fmt"
	"unicode/utf8"
)

// Up announces a board: at its start, and every few seconds.
type Up struct {
	V       int    `json:"v"`
	Boot    string `json:"boot"`              // drawn anew each time the board starts
	Session string `json:"session,omitempty"` // as the hall called it, once it has
	Seq     uint64 `json:"seq"`               // sequence number of all messages of a session
	Ask     bool   `json:"ask,omitempty"`     // asks for a Have
	Version string `json:"version"`           // of reeve
	Missing *Mark  `json:"missing,omitempty"` // a line that the hall says it has, and that is none of this board's
	Done    uint64 `json:"done"`              // the number of the last command that it took
}

// Have is the hall's cumulative acknowledgement. A board may think a line safe only after it.
type Have struct {
	V       int    `json:"v"`
	Boot    string `json:"boot"`
	Session string `json:"session"`
	Mark    *Mark  `json:"mark,omitempty"` // nil: nothing yet
	Fork    bool   `json:"fork,omitempty"` // the board's record contradicts what the hall has: an arbiter is called
	Full    bool   `json:"full,omitempty"` // the hall's disk refuses to write
	At      int64  `json:"at"`             // the hall's clock, ms since 1970
}

// Table is a short form of the public table. The latest one counts.
type Table struct {
	V         int              `json:"v"`
	Session   string           `json:"session"`
	Seq       uint64           `json:"seq"`
	Game      Game             `json:"game"`
	Kind      string           `json:"kind"` // the game's name
	Options   map[string]any   `json:"options,omitempty"`
	Status    string           `json:"status"`
	ToAct     []string         `json:"to_act,omitempty"`
	Pieces    []Piece          `json:"pieces"`
	Outcome   *Outcome         `json:"outcome,omitempty"`
	Players   Names            `json:"players,omitempty"`
	Clocks    map[string]int64 `json:"clocks,omitempty"`  // ms left, by seat
	Running   string           `json:"running,omitempty"` // whose clock runs
	Message   Message          `json:"message"`
	Paused    bool             `json:"paused,omitempty"` // by an arbiter
	Faults    []Message        `json:"faults,omitempty"`
	Call      *Call            `json:"call,omitempty"`  // nil: nobody calls
	Steps     int              `json:"steps"`           // entries of the log
	Begun     bool             `json:"begun,omitempty"` // a player has acted, not only chance and the referee
	Last      string           `json:"last,omitempty"`  // the latest action
	Simulated bool             `json:"simulated,omitempty"`
}

// Names are players by seat.
type Names map[string]string

// Piece is a piece that stands on the board.
type Piece struct {
	ID     string `json:"i"`
	Kind   string `json:"k"`
	Owner  string `json:"o"`
	At     string `json:"a"`
	Energy *int   `json:"e,omitempty"`
}

// Outcome is how a game ended.
type Outcome struct {
	Winners []string       `json:"winners"` // none: a draw
	Why     string         `json:"why"`
	Scores  map[string]int `json:"scores,omitempty"`
}

// Message is a sentence for people: a key with arguments, and English.
type Message struct {
	Key  string            `json:"key"`
	Args map[string]string `json:"args,omitempty"`
	Text string            `json:"text"`
}

// Call is a call for the arbiter.
type Call struct {
	Seat string `json:"seat,omitempty"` // who calls; "" for nobody in particular
	For  int64  `json:"for"`            // ms since it was made, by the board's clock that only rises
}

// Called is sent when a call begins or ends.
type Called struct {
	V       int    `json:"v"`
	Session string `json:"session"`
	Seq     uint64 `json:"seq"`
	Call    *Call  `json:"call,omitempty"`
}

// Command is an order of an arbiter. It runs once, however often it is sent.
type Command struct {
	V       int            `json:"v"`
	N       uint64         `json:"n"`   // sequence number of the commands to the board
	Do      Do             `json:"do"`  //
	Who     string         `json:"who"` // the arbiter
	Why     string         `json:"why,omitempty"`
	Seat    string         `json:"seat,omitempty"`    // of clock and result: who
	MS      int64          `json:"ms,omitempty"`      // of clock: what it shows then
	Draw    bool           `json:"draw,omitempty"`    // of result: nobody wins
	Game    string         `json:"game,omitempty"`    // of start
	Options map[string]any `json:"options,omitempty"` // of start
	Players Names          `json:"players,omitempty"` // of start
	Clock   string         `json:"clock,omitempty"`   // of start: MIN+INC
	Of      *Game          `json:"of,omitempty"`      // refused unless this game lies on the table; nil: whichever
}

// Do is what can be commanded.
type Do string

// The commands.
const (
	Pause        Do = "pause"  // stops the clocks and the reading of hands
	Resume       Do = "resume" //
	Clock        Do = "clock"  // sets a clock
	Result       Do = "result" // Seat wins, or with Draw nobody
	Start        Do = "start"  // begins a game; the one on the table is abandoned if it goes on
	Acknowledged Do = "heard"  // the call was heard
)

// Reply is the answer to a command.
type Reply struct {
	V       int      `json:"v"`
	N       uint64   `json:"n"`
	Refused *Message `json:"refused,omitempty"` // nil: it is done
	Next    uint64   `json:"next,omitempty"`    // of a number that is not the next one: which is
}

const maxText = 1000 // characters of a name, a reason

func short(texts ...string) error {
	for _, s := range texts {
		if utf8.RuneCountInString(s) > maxText {
			return fmt.Errorf("%w: more than %d characters", ErrForm, maxText)
		}
	}
	return nil
}

func (u *Up) check() error { return short(u.Boot, u.Session, u.Version) }

func (h *Have) check() error { return short(h.Boot, h.Session) }

func (c *Called) check() error {
	if c.Call != nil {
		return short(c.Session, c.Call.Seat)
	}
	return short(c.Session)
}

const maxPieces = 256

func (t *Table) check() error {
	if len(t.Pieces) > maxPieces || len(t.Faults) > maxPieces || len(t.Players) > 16 || len(t.Clocks) > 16 {
		return fmt.Errorf("%w: a table of %d pieces", ErrForm, len(t.Pieces))
	}
	for _, p := range t.Pieces {
		if len(p.ID) > 40 || len(p.Kind) > 40 || len(p.Owner) > 40 || len(p.At) > 40 {
			return fmt.Errorf("%w: a piece %.60q", ErrForm, p.Kind)
		}
	}
	for seat, name := range t.Players {
		if err := short(seat, name); err != nil {
			return err
		}
	}
	return short(t.Session, t.Kind, t.Status, t.Running, t.Message.Key, t.Message.Text, t.Last)
}

func (c *Command) check() error {
	for seat, name := range c.Players {
		if err := short(seat, name); err != nil {
			return err
		}
	}
	return short(c.Who, c.Why, c.Seat, c.Game, c.Clock, string(c.Do))
}
