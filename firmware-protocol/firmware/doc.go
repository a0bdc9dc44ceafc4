// Package firmware tests the controller's program, which is written in C and lies beside it: core is the
// board link without hardware, avr wires it to an ATmega, rp2040 to a Raspberry Pi Pico, host and sim run it
// without one. It holds no code of the daemon; others ask it for the programs' version and nothing else. The one idea: the same vectors, scripts
// and hosts are put to the Go codec, the Go controller, the core on this machine and the programs on a
// simulated ATmega and Pico, and all must answer alike.
package firmware
