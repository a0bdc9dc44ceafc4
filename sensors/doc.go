// Package sensors makes debounced touches out of raw contacts: it scans a
// driver's channels at a steady rate, waits until a contact has settled, and
// says which square it belongs to. Beside that it finds the squares that are at
// fault (Health), and makes presses out of buttons (Buttons).
//
// It must not know any wire, chip, game or light. The one idea: a whole scan is
// a bitset, and debouncing is arithmetic on bitsets, so a board on which nothing
// moves costs a few instructions a scan, whatever its size.
package sensors
