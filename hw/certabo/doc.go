// Package certabo listens to chess boards by Certabo and Tabutronic on a USB
// serial port: 64 fields that say, several times a second, what stands on each,
// and a light a field. It knows fields, numbers and bytes; it must not know squares
// or games. The one idea: the board repeats the whole picture for ever, and a field
// has changed when two of the last three pictures say so, because single pictures
// have holes and stray numbers in them.
//
// The facts of the wire were gathered from open readers of these boards; nobody at
// the makers has confirmed them.
package certabo
