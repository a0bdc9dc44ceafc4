package main

import (
	"testing"

	"reeve/cli"
	"reeve/cli/clitest"
)

// Whoever mistakes anything at a terminal is told in words what to do, and nothing is made by it.
func TestMistakesAreAnsweredWithWhatToDo(t *testing.T) {
	clitest.Program{
		Root: rootCommand, Told: func(err error) string { return cli.Told(err, remedies) },
		Wrong: map[string][]string{"ID": {"x", "99"}},
	}.Mistakes(t)
}
