// Package dgt listens to a DGT electronic chess board on a serial port: 64 fields
// that feel which piece stands on them. It knows fields, piece codes and bytes; it
// must not know squares or games. The one idea: the board says each change once
// and never again, so what it said is compared with a dump of all its fields
// every two seconds, and two equal dumps overrule it.
//
// The protocol is the one of DGT's published developer header, of 2000 to 2012,
// for single boards. Only three commands of it are ever sent.
package dgt
