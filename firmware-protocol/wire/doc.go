// Package wire is the codec of the board link, the serial protocol between the daemon and a sensor and
// LED controller, as firmware-protocol/PROTOCOL.md writes it down: frames, messages and the counters of
// what was damaged. It knows bytes only; it must not know ports, sessions, time or squares. The one idea:
// reliability lives in the data and not in the frames, so a frame is either intact or counted and gone.
package wire
