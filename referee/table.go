package referee

import "reeve/rules"

// Table is what one viewer sees at one moment, in the form of the HTTP
// interface (docs/api.md). It is made from that viewer's view alone and never
// changes after it was published.
type Table struct {
	Seq            uint64              `json:"seq"` // grows with every change that this viewer can see
	Game           string              `json:"game"`
	Position       rules.View          `json:"position"`
	Status         Status              `json:"status"`
	Open           []OpenStep          `json:"open"` // steps taken but not yet sealed
	Declared       *Declared           `json:"declared,omitempty"`
	Odds           []Odds              `json:"odds,omitempty"`     // of the attacks that the piece in hand may make, or of the one declared
	Hint           *Hint               `json:"hint,omitempty"`     // what a hint shows, until something is played
	Captures       []Capture           `json:"captures,omitempty"` // what the pieces in hand may take by being put down
	Armed          []string            `json:"armed,omitempty"`    // actions chosen on the page, of which the hands now show one
	Message        Message             `json:"message"`            // what to do now
	Counted        []Message           `json:"counted,omitempty"`  // what decided a game that a count ended, seat by seat
	Chore          *Message            `json:"chore,omitempty"`    // what of the wood is to be put right
	Wood           []string            `json:"wood"`               // squares the sensors feel as occupied, sorted
	Lights         map[string][]string `json:"lights"`
	RGB            map[string]string   `json:"rgb,omitempty"` // what the LEDs really show, "00ff40" a square
	Ask            *Question           `json:"ask,omitempty"`
	Settle         *Settle             `json:"settle,omitempty"`
	Length         int                 `json:"log_length"` // how many entries the whole log has
	Log            []Entry             `json:"log"`
	Clocks         map[string]any      `json:"clocks,omitempty"`
	Offers         []Offer             `json:"offers"`
	Declined       []Offer             `json:"declined,omitempty"` // what others have declined since something was last done or offered
	Can            []string            `json:"can"`                // what may be asked for now beside actions: see can
	Players        map[string]string   `json:"players"`
	Computers      map[string]Computer `json:"computers,omitempty"` // the programs that play seats
	Dice           DiceState           `json:"dice"`
	Rematch        map[string]string   `json:"rematch,omitempty"` // of a rematch: where each seat's player sits now
	Hardware       Hardware            `json:"hardware"`
	Paused         bool                `json:"paused,omitempty"` // by an arbiter
	Lesson         *Teaching           `json:"lesson,omitempty"` // what is taught now, instead of a game
	Damage         []Message           `json:"damage,omitempty"` // what was found damaged in the archive
	unchangedSince uint64              // the number since which nothing but the clocks has changed
	Legal          []string            `json:"legal,omitempty"` // the legal actions of the viewing seat; a seat's table only
	Ways           map[string]string   `json:"ways,omitempty"`  // of legal actions that name no square and carry one piece: its way, as an action is written
	Free           bool                `json:"-"`               // a seat without hands may act now; a seat's table only
	Seed           uint64              `json:"-"`               // of the computer on this seat; a seat's table only
}

// Status is what the board waits for.
type Status string

// The statuses of api.md.
const (
	StatusSetup  Status = "setup"  // the wood was never set up for this game
	StatusPlay   Status = "play"   // for a player
	StatusSettle Status = "settle" // for the wood to agree with the position
	StatusAsk    Status = "ask"    // for an answer
	StatusThrow  Status = "throw"  // for real dice to be entered
	StatusEnding Status = "ending" // for the step that has ended the game to be sealed
	StatusOver   Status = "over"
)

// Message is a sentence for people: its key, its gaps and the English text.
type Message struct {
	Key  string            `json:"key"`
	Args map[string]string `json:"args,omitempty"`
	Text string            `json:"text"`
}

// OpenStep is a step taken but not yet sealed.
type OpenStep struct {
	By     string `json:"by"`
	Action string `json:"action"`
}

// Declared is an attack that waits for its die: the empty squares on which the first of the attackers is put to throw,
// none if there is no such square.
type Declared struct {
	Attackers []string `json:"attackers"`
	Target    string   `json:"target"`
	Die       []string `json:"die"`
}

// Capture is one way of a piece in hand that takes others off the board: where it stood, where it is put
// ("" if it falls with them), and whom it takes.
type Capture struct {
	From string   `json:"from"`
	To   string   `json:"to"`
	Off  []string `json:"off"`
}

// Question is what the board asks when hands alone cannot say.
type Question struct {
	Question string            `json:"question"`
	Key      string            `json:"key"` // the question's, with its gaps
	Args     map[string]string `json:"args,omitempty"`
	Choices  []string          `json:"choices"`
}

// Settle is the difference between wood and position.
type Settle struct {
	Lift  []string `json:"lift"`
	Place []string `json:"place"`
}

// Entry is one line of the log.
type Entry struct {
	N      int               `json:"n"`
	By     string            `json:"by"` // a seat, chance or referee
	Action string            `json:"action"`
	Key    string            `json:"key"` // of the sentence, with its gaps
	Args   map[string]string `json:"args,omitempty"`
	Text   string            `json:"text"`
	At     string            `json:"at"` // RFC 3339, UTC
	Open   bool              `json:"open,omitempty"`
}

// Offer is a draw or an undo that a seat offers.
type Offer struct {
	Seat string `json:"seat"`
	Kind string `json:"kind"` // "draw" or "undo"
}

// DiceState is what viewers may know of the dice.
type DiceState struct {
	Kind       string `json:"kind"` // fair, manual, seeded or scripted
	Commitment string `json:"commitment,omitempty"`
	Seed       string `json:"seed,omitempty"`  // after the end
	Words      string `json:"words,omitempty"` // as the stream takes them
}

// Hardware is the driver and what is wrong with it.
type Hardware struct {
	Driver string   `json:"driver"`
	Faults []string `json:"faults"`

	Squares []Message `json:"squares,omitempty"` // those of faults that a square has, to be said in other languages
	Confirm *Message  `json:"confirm,omitempty"` // while a square is at fault: what the button confirm would seal now
}
