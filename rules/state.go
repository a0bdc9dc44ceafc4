package rules

import (
	"errors"

	"reeve/board"
)

// Causes of refusal. They are wrapped by the errors that Apply, Parse, New and
// Read return: those of Apply, Parse and New are a *Refusal.
var (
	ErrIllegal  = errors.New("rules: illegal action")      // well formed, but not now
	ErrAction   = errors.New("rules: malformed action")    // no action of this game
	ErrPosition = errors.New("rules: malformed position")  // no position of this game
	ErrOption   = errors.New("rules: bad option")          // an unknown option or value
	ErrGame     = errors.New("rules: unknown game")        // no game of that name
	ErrSecret   = errors.New("rules: not for this viewer") // said without saying whether it would be legal
)

// State is a position of some game: an immutable value, compared with ==.
// Methods never change the receiver. Legal and Hands do not allocate when the
// caller's slices are large enough; Apply allocates at most the new position.
type State interface {
	// Game returns the game this is a position of.
	Game() *Game
	// Topology returns the playing surface; it may depend on options.
	Topology() *board.Topology
	// Seated returns the seats that take part.
	Seated() Seats
	// Phase returns the phase's name in the interchange.
	Phase() string
	// ToAct returns who may act now: seats, or Chance alone, or nobody when over.
	ToAct() Seats
	// Legal appends the legal steps of all who may act, chance outcomes
	// included, each once, in an order that depends on the position alone.
	Legal(dst []Step) []Step
	// Apply returns the position after s and appends its effects in the order
	// they happen. It wraps ErrIllegal for a step that is not legal now; the
	// referee's steps (KindResign …) are taken in every position that is not over.
	Apply(s Step, effects []Effect) (State, []Effect, error)
	// Ask says what chance has to answer; only when ToAct is Chance.
	Ask() Ask
	// Drawn returns the step for what the dice service answered: a face 1…n,
	// or the indices into Ask.Deck of the cards drawn, in the order drawn.
	Drawn(got []uint8) Step
	// View returns all that viewer may know.
	View(viewer Seat) View
	// Occupied returns the squares where a piece stands that viewer knows of.
	Occupied(viewer Seat) board.Set
	// At returns the piece on sq; false if it is empty.
	At(sq board.Square) (Man, bool)
	// Hands says what a legal step asks of the hands.
	Hands(s Step) Hands
	// Text returns the step's text form.
	Text(s Step) string
	// Parse reads a text form. It wraps ErrAction and does not check whether the step is legal.
	Parse(text string) (Step, error)
	// Why says why what stands on from can do nothing with to, nor with what stands
	// there: neither go there nor attack or capture. Nothing if some step does it.
	Why(from, to board.Square) Message
	// Now returns what who is to act may do, as words to follow a name: "move a
	// piece, or attack". Of seats that act at once it is what viewer may do, if it is
	// one of them; it tells nothing that viewer may not know. Nothing when over.
	Now(viewer Seat) Message
	// Tell returns the sentence that tells people of s, taken in this position.
	Tell(s Step) Message
	// Result returns how the game ended; false while it goes on.
	Result() (Result, bool)
}

// Man is what the hands' reader needs to know of a piece: pieces of equal
// Owner and Kind look alike on the table, and equal States make an exchange of
// two such pieces harmless.
type Man struct {
	Owner Seat
	Kind  uint8
	State int16 // the energy or whatever else tells like pieces apart
}

// Result is how a game ended.
type Result struct {
	Winners Seats // none: a draw
	Why     string
}
