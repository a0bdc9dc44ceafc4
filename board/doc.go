// Package board is the leaf of the house: squares, sets of squares, the
// topology that names and places them, and the touches that hands make on them.
//
// It must not know any game, any sensor and any light. The one idea: a square
// is a small number, and everything else about it (its name, its place in
// millimetres, its neighbours, its marks) is looked up in a topology.
package board
