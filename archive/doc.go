// Package archive keeps the record of every game in an SQLite database: what
// was done and when, the raw touches beside it, and the dice's secrets. From it
// a game goes on after a power cut, is replayed, exported and verified.
//
// It must not know any particular game, nor hands, hardware or the network. The
// one idea: the record is a list of events that only grows, written in whole
// transactions; the position is the fold of it, and nothing else is stored.
package archive
