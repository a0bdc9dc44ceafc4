//go:build hardware

// Package hardware tests the daemon on Linux's own hardware paths: a Debian
// kernel in an emulated machine, the static binary, and a game on each driver;
// and the rules, dice and protocol as ARM programs. scripts/test-hardware.sh gets
// what that needs. It must not know what the games are: guest plays them. The one
// idea: the test that passes is the one whose line arrived on the console, so a
// machine that hangs, or ends early, fails.
package hardware
