package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"reeve/cli"
	"reeve/rules"
	"reeve/rules/catalog"

	"github.com/spf13/cobra"
)

// mostInput is the most bytes of one position or one line of a batch.
const mostInput = 16 << 20

// rulesCommand is the rules tool: positions and actions as text, as
// docs/interchange.md has them.
func rulesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Ask the rules: starting positions, legal actions, their outcome, counts",
		RunE: func(cmd *cobra.Command, args []string) error {
			return exitError{2, cli.SayOneOf(cmd, args)}
		},
	}
	cmd.AddCommand(rulesNew(), rulesLegal(), rulesApply(), rulesPerft(), rulesBatch(), rulesOptions())
	for _, sub := range append(cmd.Commands(), cmd) {
		sub.SilenceUsage, sub.SilenceErrors = true, true
	}
	cmd.SetFlagErrorFunc(meant)
	return cmd
}

// wrongly is err with exit status 2, on one line.
func wrongly(err error) error {
	if text := err.Error(); strings.ContainsAny(text, "\r\n") {
		err = errors.New(strings.Join(strings.Fields(text), " "))
	}
	return exitError{2, err}
}

func rulesNew() *cobra.Command {
	var game string
	var options []string
	var look viewFlags
	cmd := &cobra.Command{
		Use: "new --game GAME [--option NAME=VALUE]...", Short: "Print the starting position", Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := startingPosition(game, options)
			if err != nil {
				return wrongly(err)
			}
			viewer, err := look.viewer(s)
			if err != nil {
				return wrongly(err)
			}
			return printJSON(cmd, s.View(viewer))
		},
	}
	cmd.Flags().StringVar(&game, "game", "", "the `game`: "+strings.Join(catalog.Names(), ", "))
	cmd.Flags().StringArrayVar(&options, "option", nil, "a rule option, NAME=VALUE; may be repeated")
	look.add(cmd)
	return cmd
}

func startingPosition(game string, options []string) (rules.State, error) {
	g, err := rules.Find(games(), game)
	if err != nil {
		return nil, err
	}
	given, err := optionsOf(g, options)
	if err != nil {
		return nil, err
	}
	return g.Start(given)
}

func rulesLegal() *cobra.Command {
	var look viewFlags
	cmd := &cobra.Command{
		Use: "legal", Short: "Print the legal actions of the position on stdin", Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, viewer, err := readInput(cmd, look)
			if err != nil {
				return wrongly(err)
			}
			return printLines(cmd, legalTexts(s, viewer))
		},
	}
	look.add(cmd)
	return cmd
}

func rulesApply() *cobra.Command {
	var look viewFlags
	cmd := &cobra.Command{
		Use: "apply [ACTION]...", Short: "Print the position on stdin after the actions", Args: takes,
		RunE: func(cmd *cobra.Command, actions []string) error {
			s, viewer, err := readInput(cmd, look)
			if err != nil {
				return wrongly(err)
			}
			if s, _, err = applyAll(s, viewer, actions); err != nil {
				return wrongly(err)
			}
			return printJSON(cmd, s.View(viewer))
		},
	}
	look.add(cmd)
	return cmd
}

func rulesPerft() *cobra.Command {
	var look viewFlags
	var divide bool
	cmd := &cobra.Command{
		Use: "perft N", Short: "Count the sequences of N actions from the position on stdin", Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[0])
			if err != nil || n < 0 {
				return wrongly(fmt.Errorf("rules: perft takes a number of actions, 0 or more, not %q; write reeve rules perft 3", args[0]))
			}
			s, viewer, err := readInput(cmd, look)
			if err == nil {
				err = mayCount(s, viewer)
			}
			if err != nil {
				return wrongly(err)
			}
			if !divide {
				return printLines(cmd, []string{strconv.FormatUint(rules.Perft(s, n), 10)})
			}
			lines, err := divided(s, n)
			if err != nil {
				return exitError{1, err}
			}
			return printLines(cmd, lines)
		},
	}
	cmd.Flags().BoolVar(&divide, "divide", false, "the count of every first action, then the total")
	look.add(cmd)
	return cmd
}

// divided counts by first action, sorted, with the total last.
func divided(s rules.State, n int) ([]string, error) {
	if n == 0 {
		return []string{"1"}, nil
	}
	var lines []string
	total := uint64(0)
	for _, step := range s.Legal(nil) {
		next, _, err := s.Apply(step, nil)
		if err != nil {
			return nil, err
		}
		count := rules.Perft(next, n-1)
		total += count
		lines = append(lines, fmt.Sprintf("%s %d", s.Text(step), count))
	}
	slices.Sort(lines)
	return append(lines, strconv.FormatUint(total, 10)), nil
}

func rulesOptions() *cobra.Command {
	var game string
	cmd := &cobra.Command{
		Use: "options --game GAME", Short: "Print the rule options of a game, one JSON object a line", Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := rules.Find(games(), game)
			if err != nil {
				return wrongly(err)
			}
			var lines []string
			for _, option := range g.Options {
				line, err := jsonLine(option)
				if err != nil {
					return exitError{1, err}
				}
				lines = append(lines, string(bytes.TrimSpace(line)))
			}
			return printLines(cmd, lines)
		},
	}
	cmd.Flags().StringVar(&game, "game", "", "the `game`: "+strings.Join(catalog.Names(), ", "))
	return cmd
}

// readInput reads the position on stdin and who looks at it.
func readInput(cmd *cobra.Command, look viewFlags) (rules.State, rules.Seat, error) {
	text, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), mostInput+1))
	if err != nil {
		return nil, 0, err
	}
	if len(text) > mostInput {
		return nil, 0, fmt.Errorf("%w: longer than %d bytes", rules.ErrPosition, mostInput)
	}
	s, err := rules.ReadPosition(games(), text)
	if err != nil {
		return nil, 0, err
	}
	viewer, err := look.viewer(s)
	return s, viewer, err
}

// applyAll returns the position after the actions; of a refused one, its text.
func applyAll(s rules.State, viewer rules.Seat, actions []string) (next rules.State, at string, err error) {
	for _, text := range actions {
		step, err := s.Parse(text)
		if err != nil {
			return nil, text, err
		}
		if !mayAct(s, viewer, step) {
			return nil, text, fmt.Errorf("%w: %s: another seat's action", rules.ErrSecret, text)
		}
		if s, _, err = s.Apply(step, nil); err != nil {
			return nil, text, err
		}
	}
	return s, "", nil
}
