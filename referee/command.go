package referee

import (
	"fmt"
	"time"

	"reeve/rules"
)

// A Command is something a person or a page wants done: one of the types below.
// Session.Do carries it out whole or refuses it and changes nothing.
type Command interface {
	do(j *Judge, now time.Duration) error
}

// NewGame starts a new game; the current one is archived as abandoned.
type NewGame struct {
	Game    string
	Options map[string]any
	Dice    DiceChoice
	Players map[string]string
	Clock   string // "MIN+INC" or ""
}

// Rematch starts the game on the table anew once it is over: the same options, clock and
// players, each of whom sits where the next one sat. It never ends a game that goes on.
type Rematch struct{}

// DiceChoice says where chance comes from: the zero value means fair dice.
type DiceChoice struct {
	Kind     string // fair, manual, seeded or scripted
	Seed     []byte // of seeded
	Scripted []int  // of scripted
}

// Act is an action as text instead of hands. Seat is who says so, nil when
// every caller acts for any seat.
type Act struct {
	Seat *rules.Seat
	Text string
}

// Arm chooses, before their squares are shown by hand, the actions of a seat that
// begin with the words of Text: a spell, fire, or a ransom and whose ("swap",
// "ransom sG"). An empty Text cancels.
type Arm struct {
	Seat rules.Seat
	Text string
}

// Answer answers the board's question with one of its choices.
type Answer struct{ Choice string }

// Throw enters a throw of real dice: faces, or any chance action as text.
type Throw struct {
	Faces []int
	Text  string
}

// Press is a button: "confirm", "undo" or "energy".
type Press struct {
	Button string
	Seat   *rules.Seat
}

// MakeOffer offers or accepts a draw or an undo, or declines it.
type MakeOffer struct {
	Seat   rules.Seat
	Kind   string
	Accept bool
}

// GiveUp resigns for a seat.
type GiveUp struct{ Seat rules.Seat }

// Words adds a player's own words to the dice, until the first throw.
type Words struct {
	Seat  rules.Seat
	Words string
}

// Guarded is a command that was meant for what Viewer saw as number Seq. If Viewer
// sees something else by then, clocks aside, it is refused with a Stale.
type Guarded struct {
	Command
	Viewer rules.Seat
	Seq    uint64
}

// Stale refuses a Guarded command: its viewer's table has another number than Seq.
// The newer table is published by then.
type Stale struct{ Seq uint64 }

func (e *Stale) Error() string {
	return fmt.Sprintf("referee: number %d is not what the table shows now", e.Seq)
}
