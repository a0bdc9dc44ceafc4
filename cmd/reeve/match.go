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

// matchFlags are what `reeve match` is told.
type matchFlags struct {
	match   engine.Match
	game    string
	options []string
	keep    string
	verbose bool
}

// matchCommand has computer players play one another, and reckons their strength.
func matchCommand() *cobra.Command {
	m := &matchFlags{}
	cmd := &cobra.Command{
		Use: "match PLAYER PLAYER", Short: "Have two computer players play, and reckon which is stronger", Args: takes,
		Long: "Two players play GAMES games, each random opening twice, with the seats exchanged; the same seed gives the same games.\n" +
			"A player is random, greedy, reeve:1 to reeve:8, or nodes:N (so many positions, and no level). Printed is JSON: the\n" +
			"score of the first one, its Wilson interval of 95 %, the Elo, and how many games were unlike. --keep puts it into a list as well.",
		RunE: m.play,
	}
	f := cmd.Flags()
	f.StringVar(&m.keep, "keep", "", "a file of scores that this one is put into, in place of that of the same match")
	f.StringVar(&m.game, "game", "rolechess", "the game that is played")
	f.StringArrayVar(&m.options, "option", nil, "NAME=VALUE, a rule option of the game; may be repeated")
	f.IntVar(&m.match.Games, "games", 100, "how many games, an even number")
	f.IntVar(&m.match.Opening, "opening", 6, "decisions at the beginning that are random")
	f.Uint64Var(&m.match.Seed, "seed", 1, "the seed of openings, dice and players")
	f.BoolVar(&m.match.Fixed, "fixed", false, "the first player has the first seat in every game, to measure a handicap; each opening is played once")
	f.BoolVarP(&m.verbose, "verbose", "v", false, "tell the score after each pair of games")
	return cmd
}

// play plays the match and prints its score.
func (m *matchFlags) play(cmd *cobra.Command, players []string) (err error) {
	if m.match.Game, m.match.Options, err = gameToPlay(m.game, m.options); err != nil {
		return err
	}
	signal.Reset() // it leaves nothing behind that would have to be put in order
	m.match.Players = [2]string{players[0], players[1]}
	if m.verbose {
		m.match.Tell = func(s engine.Score) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%d games: %+d =%d %+d, %.1f %%\n", s.Games, s.Wins, s.Draws, -s.Losses, 100*s.Rate)
		}
	}
	score, err := m.match.Play()
	if err != nil {
		return err
	}
	if err := printIndented(cmd, score); err != nil || m.keep == "" {
		return err
	}
	if err := keepScore(m.keep, score); err != nil {
		return exitError{1, err}
	}
	return nil
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
