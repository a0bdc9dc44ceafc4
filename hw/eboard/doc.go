// Package eboard listens to chess boards from shops that say their whole picture:
// by Certabo, Tabutronic, Chessnut and Millennium. They have 64 fields and lights of one
// colour. It knows fields, numbers and bytes; it must not know squares or games. The
// one idea: a Kind is how a maker's boards speak, and all else is written once. A board
// repeats its picture for ever; a field has changed when as many of the last pictures say
// so as its kind wants.
//
// The facts of the wires were gathered from open readers of these boards and from what
// makers publish; nobody at the makers has confirmed them.
package eboard
