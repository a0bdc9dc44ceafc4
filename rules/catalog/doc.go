// Package catalog is the list of the games.
//
// It must not know anything of a game but that it is one. The one idea: the
// list is written out, so that reading it says which games there are.
package catalog
