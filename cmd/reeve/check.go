package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"reeve/config"
	"reeve/messages"
	"reeve/rules"

	"github.com/spf13/cobra"
)

func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Look a board or settings file over and print its faults",
		Long: "check reads a board or settings file (it sees which from its keys) and prints what is wrong with it as\nFILE:KEY: text, one a line. The exit status is 0 if nothing is, 1 if anything is, 2 if the file cannot be read.\n" +
			"A board that a small Raspberry Pi scans less often than the daemon asks is no fault, nor is a controller on the\nPi's own serial port; that is noted on the standard error.",
		Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := config.ReadFile(args[0])
			if err != nil {
				return exitError{2, err}
			}
			return report(cmd.OutOrStdout(), args[0], look(cmd.ErrOrStderr(), args[0], text))
		},
	}
}

// look returns what is wrong with a file, and notes what is slow or can do harm.
func look(notes io.Writer, name string, text []byte) error {
	if !config.IsBoard(text) {
		s, err := config.ParseSettings(name, text)
		if err != nil {
			return err
		}
		return lookAtGame(name, s)
	}
	b, err := config.ParseBoard(name, text)
	if err != nil {
		return err
	}
	if err := lookAtBoard(name, b); err != nil {
		return err
	}
	levels(notes, name, b)
	return pace(notes, name, b)
}

// levels notes controllers on a port that 5 V burn.
func levels(out io.Writer, name string, b *config.Board) {
	for i, d := range b.Drivers {
		if d.OnHeader() {
			fmt.Fprintf(out, "%s:drivers[%d].device: note: %s is the Pi's own port, and 5 V burn it: between an Arduino's TX and GPIO15 put 1 kΩ, and 2 kΩ from GPIO15 to ground "+
				"(reeve board wiring draws it); by USB nothing of that is needed\n", name, i, d.Device)
		}
	}
}

// lookAtBoard checks that a board has every square of the games it says it carries.
func lookAtBoard(name string, b *config.Board) error {
	var faults config.Faults
	for _, game := range b.Games() {
		start, err := begin(game)
		if err == nil {
			_, err = b.Wires(game, start.Topology())
		}
		if err != nil {
			faults = append(faults, config.Fault{File: name, Key: "games." + game, Text: messages.Told(err)})
		}
	}
	if faults == nil {
		return nil
	}
	return faults
}

func begin(game string) (rules.State, error) {
	g, err := rules.Find(games(), game)
	if err != nil {
		return nil, err
	}
	return g.Start(nil)
}

// lookAtGame checks that settings name a game there is, and options that it has.
func lookAtGame(name string, s config.Settings) error {
	g, err := rules.Find(games(), s.Game)
	if err != nil {
		return config.Faults{{File: name, Key: "game", Text: messages.Told(err)}}
	}
	given := map[string]any{}
	for _, option := range slices.Sorted(maps.Keys(s.Options)) {
		if given[option], err = g.ParseOption(option, s.Options[option]); err != nil {
			return config.Faults{{File: name, Key: "options." + option, Text: messages.Told(err)}}
		}
	}
	if _, err := g.Complete(given); err != nil {
		return config.Faults{{File: name, Key: "options", Text: messages.Told(err)}}
	}
	return nil
}

// report prints the faults and says by the exit status whether there are any.
func report(out io.Writer, name string, err error) error {
	var faults config.Faults
	if !errors.As(err, &faults) {
		return err
	}
	for _, f := range faults {
		fmt.Fprintln(out, f)
	}
	const keys = "; every key is in configs/boards/SCHEMA.md and configs/reeve.yaml"
	if len(faults) == 1 {
		return exitError{1, fmt.Errorf("check: %s: a fault"+keys, name)}
	}
	return exitError{1, fmt.Errorf("check: %s: %d faults"+keys, name, len(faults))}
}
