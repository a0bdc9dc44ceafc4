// Package opponent plays seats: it starts an engine, a program of its own, for each seat that
// a computer plays, tells it what that seat may know, and does what it answers.
//
// It must not know any game, nor how moves are found. The one idea: an engine is a stranger. It
// is told the view of its seat and nothing else, it acts as a person's page does, and whatever it
// does, crash, hang, lie, flood or grow, is told, bounded and tried again; the game goes on.
package opponent
