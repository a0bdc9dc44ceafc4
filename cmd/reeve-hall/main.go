// Command reeve-hall keeps a hall of boards. It only wires the rooms of the house together:
// flags, keys, the bus, the pages, signals.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"reeve/archive"
	"reeve/cli"
	"reeve/dice"
	"reeve/hall"
	"reeve/rules"
	"reeve/rules/catalog"
)

// version is set when a release is built.
var version = "0.5.0"

func main() { os.Exit(run()) }

// exitError is an error with the program's exit status: 1 failed, 2 used wrongly.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string { return e.err.Error() }
func (e exitError) Unwrap() error { return e.err }

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

// remedies are what to do about errors that no command can say more of.
var remedies = []cli.Remedy{
	{Cause: hall.ErrInUse, Do: "end the hall that runs there, or name another folder with --state"},
	{Cause: hall.ErrNoHall, Do: "start reeve-hall once, or name its folder with --state"},
	{Cause: hall.ErrNone, Do: "reeve-hall tournament and reeve-hall boards list what there is"},
	{Cause: hall.ErrNewer, Do: "install that one, or name another folder with --state"},
}

// common are the flags of every verb.
type common struct{ state string }

func rootCommand() *cobra.Command {
	c := &common{}
	serve := serveCommand(c)
	root := &cobra.Command{
		Use: "reeve-hall", Short: "A hall of reeve boards: one screen, one arbiter, every record",
		Long: "reeve-hall shows many boards on one page, calls the arbiter, keeps every record and pairs players.\nWithout a verb it serves.",
		Args: cli.Takes, SilenceErrors: true, SilenceUsage: true, RunE: serve.RunE,
	}
	root.SetFlagErrorFunc(cli.Meant)
	root.PersistentFlags().StringVar(&c.state, "state", defaultState(), "`folder` of the hall's archive and key")
	root.Flags().AddFlagSet(serve.Flags())
	root.AddCommand(serve, inviteCommand(c), arbiterCommand(c), boardsCommand(c), backupCommand(c), restoreCommand(c), tournamentCommand(c), homeCommand(c), busCommand(c), simulateCommand(c), versionCommand())
	return root
}

// defaultState is where the hall's archive lies unless somebody says otherwise.
func defaultState() string {
	if dir := os.Getenv("REEVE_HALL_STATE"); dir != "" {
		return dir
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "reeve-hall")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "reeve-hall-state"
	}
	return filepath.Join(home, ".local", "state", "reeve-hall")
}

func versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Short: "Print the version", Args: cli.Takes, RunE: func(cmd *cobra.Command, _ []string) error {
		fmt.Fprintln(cmd.OutOrStdout(), "reeve-hall", version)
		return nil
	}}
}

// games are all games that a board can play.
func games() []*rules.Game { return catalog.Games() }

// recordedDice makes the dice of a record.
func recordedDice(h archive.Header) (archive.Dice, error) {
	return dice.New(dice.Choice{Kind: dice.Kind(h.Dice), Seed: h.Seed, Script: h.Script}, rand.Reader)
}
