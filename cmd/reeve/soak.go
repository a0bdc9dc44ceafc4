package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"reeve/hw/sim"
	"reeve/robot"

	"github.com/spf13/cobra"
)

// errUnsound ends a soak in which something happened that must not.
var errUnsound = errors.New("soak: what must not happen has happened")

// soakFlags are what `reeve soak` is told.
type soakFlags struct {
	robot               robot.Options
	games               int
	noise               string
	options             []string
	verbose, transcript bool
}

func soakCommand() *cobra.Command {
	o := &soakFlags{}
	cmd := &cobra.Command{
		Use:   "soak",
		Short: "Play whole games by robot hands on a simulated board",
		Long: "Robot hands play whole games on simulated contacts, with human habits and mistakes, through the same sensors,\n" +
			"reading and refereeing as on a real board. Game i has the seed SEED+i: a game that fails is played again by its own\n" +
			"seed. Printed are the counts, the power cuts, and how games have ended. The exit status is 1 if a wrong step was\n" +
			"sealed, a throw was premature, or a game was stuck.",
		Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(); err != nil {
				return err
			}
			// It takes hours, and leaves nothing behind that would have to be put in order.
			defer context.AfterFunc(cmd.Context(), func() { os.Exit(1) })()
			return o.play(cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.robot.Game, "game", "rolechess", "the game that is played")
	f.StringArrayVar(&o.options, "option", nil, "NAME=VALUE, a rule option of the game; may be repeated")
	f.IntVar(&o.games, "games", 100, "how many games")
	f.Uint64Var(&o.robot.Seed, "seed", 1, "the seed of the first game")
	f.StringVar(&o.noise, "noise", "none", "how badly contacts behave: none, light, heavy or worn")
	f.IntVar(&o.robot.Most, "most", 0, "decisions after which a game is given up (0: the robot's own limit)")
	f.IntVar(&o.robot.Cuts, "cuts", 0, "cut the power at one touch in so many, and now and then move a piece while it is off (0: never)")
	f.BoolVar(&o.robot.Fidgets, "fidgets", false, "people straighten pieces all the time, and the daemon stands still now and then")
	f.BoolVar(&o.robot.Pushes, "pushes", false, "people push a sixth of the moves to the square beside, felt on both for up to 2 s")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print the transcript of every game that fails")
	f.BoolVar(&o.transcript, "transcript", false, "print everything that happens, game by game")
	return cmd
}

// check reads the flags that are words, and says which cannot be.
func (o *soakFlags) check() (err error) {
	if _, o.robot.Options, err = gameToPlay(o.robot.Game, o.options); err != nil {
		return err
	}
	if o.robot.Games, err = loadedGames(); err != nil {
		return exitError{1, err}
	}
	if o.robot.Noise, err = sim.ParseNoise(o.noise); err != nil {
		return err
	}
	if o.games < 1 {
		return fmt.Errorf("soak: %d games, 1 or more can be played", o.games)
	}
	if o.robot.Cuts < 0 {
		return fmt.Errorf("soak: a power cut every %d touches, 0 (never) or more can be asked for", o.robot.Cuts)
	}
	return nil
}

// play plays the games and prints what came of them.
func (o *soakFlags) play(w io.Writer) error {
	var sum robot.Report
	var err error
	if one := o.robot; o.transcript {
		one.Tell = func(line string) { fmt.Fprintln(w, line) }
		for range o.games {
			fmt.Fprintf(w, "seed %d\n", one.Seed)
			var r robot.Report
			if r, err = robot.Play(one); err != nil {
				break
			}
			sum.Add(r)
			one.Seed++
		}
	} else {
		sum, err = robot.Soak(one, o.games, func(r robot.Report) { tellFailures(w, r, o.verbose) })
	}
	if err != nil {
		return exitError{1, err}
	}
	fmt.Fprint(w, sum.String())
	return verdict(sum)
}

// verdict is the error with which a soak ends, nil if it is sound.
func verdict(sum robot.Report) error {
	if sum.Sound() {
		return nil
	}
	return exitError{1, errUnsound}
}

func tellFailures(w io.Writer, r robot.Report, verbose bool) {
	for _, f := range r.Failures {
		fmt.Fprintf(w, "seed %d: %s: %s\n", f.Seed, f.What, f.Why)
		if !verbose {
			continue
		}
		fmt.Fprintf(w, "  before: %s\n  meant: %s\n  touches: %s\n", strings.Join(f.Before, ", "), strings.Join(f.Since, ", "), f.Touches)
		for _, line := range f.Transcript {
			fmt.Fprintf(w, "  %s\n", line)
		}
	}
}
