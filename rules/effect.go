package rules

import "reeve/board"

// EffectKind is the kind of an effect.
type EffectKind uint8

// The kinds of effects.
const (
	EffectMoved   EffectKind = iota + 1 // From, To
	EffectRemoved                       // From: a piece left the board
	EffectEntered                       // To: a piece came onto the board
	EffectThrown                        // N: a die fell, at From (the piece it is thrown for)
	EffectLoss                          // From, N: energy lost, 0 for an attack beaten off
	EffectOver                          // the game is over
)

// Effect is one result of a step, in order, for lights, voice and page. Games emit only public effects.
type Effect struct {
	Kind     EffectKind
	From, To board.Square
	N        int16
}
