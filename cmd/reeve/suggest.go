package main

import (
	"github.com/spf13/cobra"

	"reeve/archive"
	"reeve/cli"
	"reeve/engine"
	"reeve/rules"
)

// remedies are what to do about errors that no command can say more of.
var remedies = []cli.Remedy{
	{Cause: archive.ErrLocked, Do: "end the daemon that runs there, or name another folder with --state"},
	{Cause: archive.ErrNone, Do: "start reeve once, or name the folder of a daemon with --state"},
	{Cause: archive.ErrNoGame, Do: "reeve archive list shows them"},
	{Cause: archive.ErrRecord, Do: "a record is what reeve archive export writes"},
	{Cause: archive.ErrExists, Do: "choose another name, or remove it"},
	{Cause: rules.ErrPosition, Do: "a position is what reeve rules new and reeve rules apply print"},
	{Cause: engine.ErrStart, Do: "give the path of a program, such as ./rook, that may be executed"},
	{Cause: archive.ErrNewer, Do: "install that one, or name another folder with --state"},
}

// takes accepts the arguments that the command's line of usage names.
func takes(cmd *cobra.Command, args []string) error {
	if err := cli.Takes(cmd, args); err != nil {
		return exitError{2, err}
	}
	return nil
}

// meant is what is wrong with a flag. Every command uses it.
func meant(cmd *cobra.Command, err error) error { return exitError{2, cli.Meant(cmd, err)} }
