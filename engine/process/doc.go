// Package process runs the program of a computer player as the daemon does, wherever it is run: bounded in memory, files,
// environment and priority.
package process
