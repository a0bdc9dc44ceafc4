// Package engine is the computer player: it thinks about what a seat may know of a
// game and answers with an action, over a text protocol (docs/engine-protocol.md).
// Its matches measure how well it plays.
//
// It must not know any game, the daemon, nor anything of a position that its seat
// may not know. The one idea: one search for all games, over the few questions
// that rules.Scratch answers; what a game has of its own are its weights and levels.
package engine
