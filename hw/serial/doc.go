// Package serial is the host's side of the board link (firmware-protocol/PROTOCOL.md): it keeps a session
// with a controller on a serial port, gives its edges on exactly once and in order, and shows it frames of
// colours. It knows channels and bytes; it must not know squares, games or what a colour means. The one
// idea: a port is something that will break, so everything above it is a state that can be taken up again.
package serial
