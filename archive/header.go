package archive

import (
	"time"

	"reeve/rules"
)

// Header is what is known of a game before its first event.
type Header struct {
	Game       string
	Options    map[string]any    // those that were given
	Players    map[string]string // seat to name
	Dice       string            // fair, manual, seeded or scripted
	Commitment string            // SHA-256 of the seed in hex; "" where nothing is committed
	Seed       []byte            // secret until the game is over
	Script     []int             // of scripted dice; as secret
	Clock      string            // "MIN+INC" or ""
	Started    time.Time         // kept to the millisecond
	Seats      []string          // those that take part, in the order of play; of an export only, the options and the rules say it
}

// Summary is one game in the list of games.
type Summary struct {
	ID       int64
	Game     string
	Players  map[string]string
	Started  time.Time
	Ended    time.Time      // zero while it goes on
	Outcome  *rules.Outcome // nil while it goes on
	Events   int
	Imported bool
	Damaged  bool // only what was sound of its record is there
}
