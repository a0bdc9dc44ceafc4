package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"reeve/drawing"
	"reeve/messages"
	"reeve/rules"

	"github.com/spf13/cobra"
)

// cardCommand draws a game's card: no board file is needed for it.
func cardCommand() *cobra.Command {
	var paper, lang, out string
	cmd := &cobra.Command{
		Use: "card GAME", Short: "Draw what players look up of a game on one sheet", Args: takes, SilenceUsage: true, SilenceErrors: true,
		Long: "Draw what players look up of a game on one sheet of A4 or Letter: its aim, how each piece\nmoves and attacks as the rules have it, its figures and tables, and how it ends.",
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := rules.Find(games(), args[0])
			if err != nil {
				return exitError{2, err}
			}
			if !slices.Contains(messages.Languages(), lang) {
				return wrongly(fmt.Errorf("there is no language %q: take one of %s", lang, strings.Join(messages.Languages(), ", ")))
			}
			size := paper
			if paper == "" {
				size = "a4"
			}
			text, err := drawing.Card(g, lang, size)
			if err == nil && paper != "" {
				text, err = drawing.PDF(text, "whole")
			}
			if err != nil {
				return exitError{2, err}
			}
			return deliver(cmd, out, text)
		},
	}
	cmd.Flags().StringVar(&paper, "pdf", "", "write a PDF instead of an SVG: one sheet of `PAPER` (a4, letter)")
	cmd.Flags().StringVar(&lang, "language", messages.English, "`language`: "+strings.Join(messages.Languages(), ", "))
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `file`; to the standard output without")
	return cmd
}

// sheets draws cards for a printer, one at a time, and keeps them: a Pi draws for a second, and whoever asks
// for the cards of two games in turn must not keep it busy. All of them, in every language, are two megabytes.
type sheets struct {
	mu    sync.Mutex
	drawn map[[2]string][]byte // by game and language
}

func (s *sheets) card(g *rules.Game, lang string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sheet, ok := s.drawn[[2]string{g.Name, lang}]; ok {
		return sheet, nil
	}
	sheet, err := cardSheet(g, lang)
	if err != nil {
		return nil, err
	}
	if s.drawn == nil {
		s.drawn = map[[2]string][]byte{}
	}
	s.drawn[[2]string{g.Name, lang}] = sheet
	return sheet, nil
}

// cardSheet is a game's card on one page, for a printer.
func cardSheet(g *rules.Game, lang string) ([]byte, error) {
	text, err := drawing.Card(g, lang, "a4")
	if err != nil {
		return nil, err
	}
	return drawing.PDF(text, "whole")
}

// diagramCommand draws the diagrams of docs/games.
func diagramCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use: "diagram GAME WHAT", Short: "Draw how a game begins, what a piece may do, or a fight", Args: takes, SilenceUsage: true, SilenceErrors: true,
		Long: "Draw how a game begins (start), what a kind of piece may do (its name), or a fight, as the\nrules have it, with the names of the squares, as SVG.",
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := rules.Find(games(), args[0])
			if err != nil {
				return exitError{2, err}
			}
			text, err := drawing.Diagram(g, args[1])
			if err != nil {
				return exitError{2, err}
			}
			return deliver(cmd, out, text)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `file`; to the standard output without")
	return cmd
}

// deliver writes what was made to a file, or to the standard output.
func deliver(cmd *cobra.Command, out string, text []byte) (err error) {
	if out == "" {
		_, err = cmd.OutOrStdout().Write(text)
	} else {
		err = os.WriteFile(out, text, 0o644)
	}
	if err != nil {
		return exitError{1, err}
	}
	return nil
}
