// Package robot plays whole games with hands of its own on a simulated board, and
// judges the referee by them: it knows what it meant, so it knows what may be
// sealed and thrown.
//
// It must not know how hands are read, only how they are used (hands.md), and no
// clock, disk or socket: a game is played in virtual time on a referee.Judge. The
// one idea: the truth is kept here, by the rules alone, and a sealed position
// that is none of the truth's positions is a wrong seal, whatever led to it.
package robot
