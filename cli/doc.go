// Package cli is what both programs say to people at a terminal: which arguments a command takes, what was meant
// by a word that it has not, and what to do about an error.
package cli
