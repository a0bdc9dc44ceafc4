// Package wire is what boards and their hall say to each other: messages as types, their
// text, and the signatures that bind each to who said it and where.
//
// It must not know how a message travels, nor what a game is. The one idea: nothing that
// arrives is believed for the way it came; every message is signed over its subject, and
// the lines of a record form a chain, so that none is forged, moved, lost or said twice.
package wire
