// Package camelot is the game Camelot by its numbered rules
// (RULES.md): two sides of four knights and ten men on 160 squares,
// each with a castle of two squares to defend and one to enter.
//
// It must not know hands, lights, time, randomness or any other game. The one
// idea: a turn is a path, its start and a direction a leg, over a bordered board
// of bits, where a square's eight neighbours lie in one word: one look tells
// which are empty, own or enemy. Canters are looked for on four lattices, each one
// word, where one look tells where legs lead from all of their squares. A random step is
// counted out on them, not drawn from a list (pick.go, ways.go).
//
// The text form of a position is the interchange's (docs/interchange.md): all
// 28 pieces are listed, a captured one with "at" null; "state" is
// {"castle_moves":{"white":n,"black":n},"must_leave":square|null,"quiet":n,
// "seen":{…}}. "must_leave" is the piece that has jumped into its own castle,
// from that jump until it has left: of two, that of the player to act. "seen"
// maps an earlier position's canonical text (keyText: who is to act, castle
// moves, squares) to its count since the last capture or castle entry; it is
// empty when the game is over.
package camelot
