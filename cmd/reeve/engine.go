package main

import (
	"fmt"
	"os/signal"
	"time"

	"reeve/engine"
	"reeve/engine/process"
	"reeve/messages"

	"github.com/spf13/cobra"
)

// engineCommand is the computer player, as a process of its own that talks by
// docs/engine-protocol.md.
func engineCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "engine", Short: "Play: answer positions with actions on standard input and output", Args: takes,
		Long: "The computer player. It reads and writes lines, as docs/engine-protocol.md has them. The daemon starts it by itself.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := loadedGames()
			if err != nil {
				return exitError{1, err}
			}
			signal.Reset() // it leaves nothing behind that would have to be put in order
			s := engine.Session{Games: list, Version: version, Told: messages.Told}
			if err := s.Serve(cmd.InOrStdin(), cmd.OutOrStdout()); err != nil {
				return exitError{1, err}
			}
			return nil
		},
	}
	cmd.AddCommand(engineCheck())
	return cmd
}

func engineCheck() *cobra.Command {
	var seed uint64
	var memory int64
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "check PROGRAM [ARGUMENT]...", Short: "Try whether a program keeps to the protocol", Args: takes,
		Long: "check runs the program as the daemon does (in the folder /, with PATH and LANG alone, writing no file, stopped between\nquestions, ended when it fills too much memory) and asks about positions of games by chance.",
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := loadedGames()
			if err != nil {
				return exitError{1, err}
			}
			signal.Reset()
			tell := func(line string) { fmt.Fprintln(cmd.OutOrStdout(), line) }
			if err := engine.Check(list, seed, memory<<20, wait, tell, args[0], args[1:]...); err != nil {
				return exitError{1, err}
			}
			return nil
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().Int64Var(&memory, "memory", process.Memory>>20, "how many `MiB` it may fill: engine_memory_mb of the settings")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "which games are played")
	cmd.Flags().DurationVar(&wait, "wait", 20*time.Second, "how `long` a line is waited for")
	return cmd
}
