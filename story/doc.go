// Package story tells a finished game in three facts: its hardest blow, its longest
// chain, since when somebody led.
//
// It must not know how a game is kept, sent or shown, nor the rules of any game. The
// one idea: a fact is a question to the trace of a game, and the trace holds only what
// its viewer may know, and that all games are asked the same questions.
package story
