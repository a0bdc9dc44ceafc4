// Command reeve referees board games on a wooden board. It only wires the rooms
// of the house together: flags, settings, signals.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"reeve/cli"
)

// version is set when a release is built.
var version = "0.5.0"

func main() { os.Exit(run()) }

// run is the program; it returns the exit status: 0 done, 1 failed, 2 used
// wrongly or refused.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	err := rootCommand().ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, cli.Told(err, remedies))
	var exit exitError
	if errors.As(err, &exit) {
		return exit.code
	}
	return 2
}

func rootCommand() *cobra.Command {
	serve := serveCommand()
	root := &cobra.Command{
		Use:           "reeve",
		Short:         "A referee for wooden game boards",
		Long:          "reeve feels the pieces of a wooden board, knows the rules, rolls fair dice and answers in light.\nWithout a verb it serves.",
		Args:          takes,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          serve.RunE,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if f := cmd.Flags().Lookup("config"); f != nil && f.Changed {
				settingsFile = f.Value.String()
			}
			if _, err := loadedGames(); err != nil {
				return exitError{1, err}
			}
			return nil
		},
	}
	root.Flags().AddFlagSet(serve.Flags())
	root.SetFlagErrorFunc(meant)
	root.AddCommand(serve, rulesCommand(), archiveCommand(), checkCommand(), configCommand(), keysCommand(), simboardCommand(), soakCommand(), boardCommand(), doctorCommand(), firmwareCommand(), engineCommand(), matchCommand(), trainCommand(), analyseCommand(), versionCommand())
	return root
}

func versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "version", Short: "Print the version", Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			built := ""
			if info, ok := debug.ReadBuildInfo(); ok {
				built = info.GoVersion
			}
			if asJSON {
				return printJSON(cmd, map[string]string{"version": version, "go": built})
			}
			fmt.Fprintln(cmd.OutOrStdout(), "reeve", version)
			if built != "" {
				fmt.Fprintln(cmd.OutOrStdout(), built)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}
