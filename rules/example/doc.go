// Package example is a small whole game to copy: Breakthrough on 36 squares, by its
// numbered rules (RULES.md). Two sides of pawns go one square ahead and capture
// diagonally; who is first on the far row has won. It is played in tests only.
//
// It must not know hands, lights, time, randomness or any other game. The one idea:
// a position is where each pawn stands, and a table says which three squares lie ahead.
package example
