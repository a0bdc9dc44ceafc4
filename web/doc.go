// Package web is the companion page and the HTTP interface: tables, events,
// commands, seat keys, finished games, the simulated board's contacts, and what
// every contact of a real one does.
//
// It must not know any game, any wire and any file of the archive. The one
// idea: a handler turns a request into one question or one command to the
// session and adds nothing; what a caller may see is a viewer's table, so
// secrecy is choosing the viewer and nothing else. A finished game is stepped
// through by playing its public record again.
package web
