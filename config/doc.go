// Package config reads the daemon's settings and board files, strictly: what it
// does not understand is a fault, and every fault names its file, its key and a
// remedy.
//
// It must not know any game's rules, driver or light; it knows their names. The
// one idea: whoever asks gets one immutable value in which everything is checked,
// or all the faults at once.
package config
