// Package referee is who keeps the game: a Judge makes of touches and commands
// what is recorded, lit and shown, without clock, goroutine or disk; a Session is
// the one goroutine that owns a Judge in real time, and talks to archive, lights
// and viewers.
//
// It must not know which game is played, nor any wire, page or file format. The
// one idea: every change is a step that is first written, then shown; so what
// anybody has seen survives a power cut.
package referee
