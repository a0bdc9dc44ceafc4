// Package sim is hardware made of memory: a Board of contacts, buttons and LEDs that hands and programs
// can work, and a Controller that puts such a board at the far end of a serial line. It knows channels
// and bytes; it must not know squares, games or who watches. The one idea: the simulated parts lie as
// real ones do (contacts bounce, lines lose bytes), from a seed, so that every lie can be repeated.
package sim
