// Package rules is the contract of a game, and what is written once for all
// games: seats, steps, chance, views, the text forms of the interchange,
// counting (perft).
//
// It must not know any game, nor hands, wood, lights, time or randomness. The
// one idea: a position is an immutable value and a step is a small comparable
// value; Apply makes a new position of both and leaves the old one as it was,
// so undo, replay, look-ahead and speculative reading are free.
package rules
