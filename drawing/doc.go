// Package drawing draws a board file at its true size, as SVG: the playing
// surface for printing, and the template to drill reeds and LEDs by.
//
// It must not know any game's rules nor any driver; a game is a topology whose
// squares the board file places. The one idea: the view box is counted in
// millimetres and the sheet is as wide in millimetres as its view box, so that
// what is drawn is what is built. A ruler on the sheet proves the printer.
package drawing
