// Package sim is hardware made of memory. A Field is the wood: magnets that hands put, lift and drag over
// reeds, in millimetres and virtual time. A Board is contacts, buttons and LEDs that hands and programs can
// work, with or without wood. A Controller puts such a board at the far end of a serial line, and a Cable is
// that line. It knows channels and bytes; it must not know squares, games or who watches. The one idea: the
// simulated parts lie as real ones do (contacts bounce, neighbours close, supplies fail, lines lose bytes),
// from a seed, so that every lie can be repeated.
package sim
