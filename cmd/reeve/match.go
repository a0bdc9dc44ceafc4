package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"

	"reeve/engine"

	"github.com/spf13/cobra"
)

// matchCommand has computer players play one another, and reckons their strength.
func matchCommand() *cobra.Command {
	var m engine.Match
	var game string
	var options []string
	var verbose bool
	var keep string
	cmd := &cobra.Command{
		Use: "match PLAYER PLAYER", Short: "Have two computer players play, and reckon which is stronger", Args: arguments(2),
		Long: "Two players play GAMES games, each random opening twice, with the seats exchanged; the same seed gives the same games.\n" +
			"A player is random, greedy, reeve:1 to reeve:8, or nodes:N (so many positions, and no level). Printed is JSON: the\n" +
			"score of the first one, its Wilson interval of 95 %, the Elo, and how many games were unlike. --keep puts it into a list as well.",
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if m.Game, m.Options, err = gameToPlay(game, options); err != nil {
				return err
			}
			signal.Reset() // it leaves nothing behind that would have to be put in order
			m.Players = [2]string{args[0], args[1]}
			if verbose {
				m.Tell = func(s engine.Score) {
					fmt.Fprintf(cmd.ErrOrStderr(), "%d games: %+d =%d %+d, %.1f %%\n", s.Games, s.Wins, s.Draws, -s.Losses, 100*s.Rate)
				}
			}
			score, err := m.Play()
			if err != nil {
				return err
			}
			if err := printIndented(cmd, score); err != nil || keep == "" {
				return err
			}
			if err := keepScore(keep, score); err != nil {
				return exitError{1, err}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&keep, "keep", "", "a file of scores that this one is put into, in place of that of the same match")
	f.StringVar(&game, "game", "rolechess", "the game that is played")
	f.StringArrayVar(&options, "option", nil, "NAME=VALUE, a rule option of the game; may be repeated")
	f.IntVar(&m.Games, "games", 100, "how many games, an even number")
	f.IntVar(&m.Opening, "opening", 6, "decisions at the beginning that are random")
	f.Uint64Var(&m.Seed, "seed", 1, "the seed of openings, dice and players")
	f.BoolVar(&m.Fixed, "fixed", false, "the first player has the first seat in every game, to measure a handicap; each opening is played once")
	f.BoolVarP(&verbose, "verbose", "v", false, "tell the score after each pair of games")
	return cmd
}

// keepScore puts a score into the list in a file.
func keepScore(path string, score engine.Score) error {
	var kept []engine.Score
	text, err := os.ReadFile(path)
	if err == nil {
		kept, err = engine.ReadScores(text)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	out, err := json.MarshalIndent(engine.Keep(kept, score), "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", append(out, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path) // hours of matches lie in it
}
