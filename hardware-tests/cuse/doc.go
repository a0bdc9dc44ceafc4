//go:build hardware

// Package cuse puts models of chips behind real character devices: /dev/i2c-N and
// /dev/spidevB.C whose system calls are answered here, through /dev/cuse
// (linux/fuse.h, linux/i2c-dev.h, linux/spi/spidev.h). It must not know which chip
// or what is tested. The one idea: a call is asked for what it points at, piece by
// piece, until all of it is here; then the model sees one transfer.
//
// A process must not use a device that it serves itself.
package cuse
