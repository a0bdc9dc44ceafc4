package main

import (
	"fmt"
	"os/signal"

	"reeve/engine"

	"github.com/spf13/cobra"
)

// trainCommand fits a game's weights to games that the computer plays against itself.
func trainCommand() *cobra.Command {
	var t engine.Training
	var game string
	var options []string
	cmd := &cobra.Command{
		Use: "train", Short: "Fit the weights of a game to games of the computer against itself", Args: takes,
		Long: "The computer plays GAMES games against itself; the weights of its features are fitted to how they ended, and play a match\n" +
			"against those there are. Printed is JSON: the weights to put into the game's weights.json, the new ones only if they are\n" +
			"better with 95 %, the curve that says what a game comes to, the score of the match, and the calibration in fresh games.\n" +
			"With --foresee the foresight of the options is fitted: weights by which people are told what to expect, and their curve (came).\n" +
			"Where what is decided answers a throw, they judge positions before throws, and how much of what a throw changes comes true\n" +
			"(taken) is fitted, too.\n" +
			"The same seed gives the same weights.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if t.Game, t.Options, err = gameToPlay(game, options); err != nil {
				return err
			}
			signal.Reset() // it leaves nothing behind that would have to be put in order
			t.Tell = func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), line) }
			trained, err := t.Run()
			if err != nil {
				return err
			}
			return printIndented(cmd, trained)
		},
	}
	f := cmd.Flags()
	f.StringVar(&game, "game", "rolechess", "the game whose weights are fitted")
	f.StringArrayVar(&options, "option", nil, "NAME=VALUE, a rule option of the game; may be repeated")
	f.Uint64Var(&t.Seed, "seed", 1, "the seed of everything")
	f.IntVar(&t.Games, "games", 1000, "games of self-play")
	f.IntVar(&t.Nodes, "nodes", 600, "positions looked at for each decision of self-play")
	f.IntVar(&t.Match, "match", 200, "games of the match that decides, an even number; 0: none, and the old weights stay")
	f.BoolVar(&t.Foresee, "foresee", false, "fit by what people are told what to expect of a game for two with dice or cards; no match decides")
	f.IntVar(&t.Think, "think", 4000, "positions looked at for each decision of the match")
	return cmd
}
