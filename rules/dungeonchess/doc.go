// Package dungeonchess is the game DungeonChess by its numbered rules
// (RULES.md): two to four players, six characters each, in a hall
// with alcoves, where captives can be ransomed with chests and everybody has a
// secret target.
//
// It must not know hands, lights, time, randomness or any other game. The one
// idea: where a character is, on a square or in somebody's hands, is one number
// a character, and how far a character gets along one way is one question, asked
// alike by who lists the legal steps, by who takes one and by who looks for the end.
// Board, start, names and cards are rebuilt, so they are data (dungeon.json),
// laid out once for look-up. A position is made of layers, each of which knows only
// those that it embeds: circle (who plays), field (who stands where, and moves), draft
// (cards are dealt and kept), wealth (what each seat has, and what it is worth) and
// course (the turns, up to the end). State is what the contract asks of them, and why
// a step is refused; a loader makes one of a document.
//
// The text form of a position is the interchange's (docs/interchange.md). What
// it leaves open is settled so: a seat's "cards" go when it keeps one, a
// resigner's when play begins or the game ends; "cards" of others stand as a
// count and their "kept" is left out, until the game is over; "resigned", a list
// of seats, stands only if there are any; "repeats" stay when the game is over.
package dungeonchess
