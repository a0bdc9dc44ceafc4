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
// laid out once for look-up. State is made of parts that each know only their own:
// circle (who plays), field (who stands where, and moves), choice (the cards) and
// calmCount (rule 15); a loader makes one of a document.
//
// The text form of a position is the interchange's (docs/interchange.md). What
// it leaves open is settled so: a seat's "cards" go when it keeps one, a
// resigner's when play begins or the game ends; "cards" of others stand as a
// count and their "kept" is left out, until the game is over; "resigned", a list
// of seats, stands only if there are any; "repeats" stay when the game is over.
package dungeonchess
