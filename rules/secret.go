package rules

// secretive is what positions of a game with hidden steps say besides.
type secretive interface {
	// Sees reports whether viewer may know of step s, taken in this position.
	Sees(s Step, viewer Seat) bool
	// Sealed reports whether the game is over and keeps its secrets all the same.
	Sealed() bool
}

// Sees reports whether viewer may know of step, taken in the position before,
// while the game goes on.
func Sees(before State, step Step, viewer Seat) bool {
	if g, ok := before.(secretive); ok {
		return g.Sees(step, viewer)
	}
	return true
}

// Sealed reports whether the game is over and what was hidden in it stays so: the
// end of every other game opens its secrets. It depends on nothing that is hidden.
func Sealed(s State) bool {
	g, ok := s.(secretive)
	return ok && g.Sealed()
}
