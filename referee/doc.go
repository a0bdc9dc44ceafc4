// Package referee is the session: one goroutine owns the position, the wood
// and the clocks, and talks to dice, archive, lights and viewers.
//
// It must not know which game is played, nor any wire, page or file format. The
// one idea: every change is a step that is first written, then shown; so what
// anybody has seen survives a power cut.
package referee
