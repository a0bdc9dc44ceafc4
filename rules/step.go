package rules

// StepArgs is the room of a step: enough for Camelot's longest chain, packed
// three bits a leg.
const StepArgs = 21

// Step is one decision of a player, or one throw of chance. It is a plain
// comparable value. What Kind and Arg mean is the game's own; unused arguments
// are zero, so that equal steps are ==.
type Step struct {
	By   Seat // a player's seat, Chance or Referee
	Kind uint8
	N    uint8 // how many of Arg are in use, where that varies
	Arg  [StepArgs]uint8
}

// The kinds of the referee's own steps, the same in every game. A game's own
// kinds are below KindReferee.
const (
	KindReferee uint8 = 0xF0
	KindResign  uint8 = 0xF0 // Arg[0] is the seat that resigns
	KindDraw    uint8 = 0xF1 // agreed by all
	KindAbandon uint8 = 0xF2 // the game was left for another one
)

// Resign returns the referee's step by which seat gives up.
func Resign(seat Seat) Step {
	return Step{By: Referee, Kind: KindResign, Arg: [StepArgs]uint8{uint8(seat)}}
}

// Draw returns the referee's step by which all agree to a draw.
func Draw() Step { return Step{By: Referee, Kind: KindDraw} }

// Abandon returns the referee's step that closes a game left for another one.
func Abandon() Step { return Step{By: Referee, Kind: KindAbandon} }
