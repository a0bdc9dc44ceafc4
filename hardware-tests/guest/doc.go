//go:build hardware && linux

// Command guest is all that runs in the virtual machine beside the daemon: it is
// the first process, sets up the simulated hardware, has the daemon play a game
// on each of its drivers, and says on the console how that went: "ok NAME",
// "FAIL NAME why", and "done" at the end. It must not know how the daemon drives
// anything. The one idea: it touches the far ends of the wires only, contacts and
// LEDs, and believes what the daemon's interface says.
package main
