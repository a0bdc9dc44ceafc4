// Package leds turns what is to be said (a scene: a meaning on each square) into
// what the LEDs show (a frame: three bytes an LED), and plays it on a strip.
//
// It must not know any game, rule or wire. The one idea: meaning first, colour
// second. A scene says why a square is lit; a palette gives that meaning a colour
// and a rhythm of its own, so that colour is never the only carrier.
package leds
