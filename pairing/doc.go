// Package pairing is a tournament without a clock, a disk or a board: who has played whom
// and how it ended, in FIDE's interchange form (TRF16); who plays whom next in a round
// robin, also at tables of four; and who stands where.
//
// It must not know a game, nor how results come. It does not contain FIDE's Dutch system:
// pairing/bbp asks a program that does. The one idea: what is in the file is the whole state.
package pairing
