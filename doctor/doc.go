// Package doctor finds out what is wrong with a board and the computer behind it:
// what hardware there is and who may use it (Survey), what every contact does
// (Live), which contact and which LED belongs to which square (Map, Lights), and
// how well a line carries (Judge).
//
// It must not know any driver or game: a board is a file, contacts are scanned and
// LEDs shown through functions that it is handed. The one idea: it says what it
// saw and what a person can do about it, never only that something failed, and it
// changes nothing by itself; what it found is given back.
package doctor
