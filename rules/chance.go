package rules

// Ask is what a position asks of the dice service: one throw of a die, or
// cards drawn from a deck without replacement.
type Ask struct {
	For    Seat // whose throw or draw it is
	Faces  uint8
	Deck   []uint8 // the cards left to draw from, as the game numbers them; nil: a die
	Cards  uint8   // how many are drawn
	Secret bool    // dealt face down: the daemon's even with manual dice
}

// NoChance is embedded in the positions of a game without dice and cards: chance
// never acts in it, so it asks for nothing.
type NoChance struct{}

// Ask asks for nothing.
func (NoChance) Ask() Ask { return Ask{} }

// Drawn returns no step of any game.
func (NoChance) Drawn([]uint8) Step { return Step{By: Chance} }
