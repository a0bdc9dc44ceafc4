// Package drawing turns a board file into what a builder works from: the playing
// surface for printing and the template to drill reeds and LEDs by, both at their
// true size; a wiring diagram; and the list of parts. It draws what needs no board,
// too: a game's card, its diagrams and the things beside its board, a square cut
// through, and a piece's foot.
//
// It must not know any one game's rules nor any driver; to a board file a game is a topology whose
// squares the board file places. The one idea: everything follows from the one
// file that the program itself reads, so that what is drawn is what is built. A
// sheet's view box is counted in millimetres, and a ruler proves the printer.
package drawing
