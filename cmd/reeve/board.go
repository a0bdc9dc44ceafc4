package main

import (
	"fmt"
	"os"

	"reeve/config"
	"reeve/drawing"

	"github.com/spf13/cobra"
)

// boardCommand draws board files.
func boardCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "board",
		Short: "Draw a board file at its true size: the surface, or a template to drill by",
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			return exitError{2, fmt.Errorf("board: say svg or template, not %q", args)}
		},
	}
	cmd.AddCommand(
		drawCommand("svg", "Draw the playing surface for printing", drawing.Surface),
		drawCommand("template", "Draw the holes for reeds and LEDs, with channels", drawing.Template),
	)
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return exitError{2, err} })
	return cmd
}

func drawCommand(name, short string, draw func(*config.Board, drawing.Game) ([]byte, error)) *cobra.Command {
	var game, out string
	cmd := &cobra.Command{
		Use: name + " FILE", Short: short, Args: arguments(1), SilenceUsage: true, SilenceErrors: true,
		Long: short + ". Print the SVG at 100 %, without fitting it to the page, and measure the ruler\n" +
			"before anything is cut. A game that the board carries has its own names and lines.",
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := config.LoadBoard(args[0])
			if err != nil {
				return exitError{2, err}
			}
			var on drawing.Game
			if game != "" {
				start, err := begin(game)
				if err != nil {
					return exitError{2, err}
				}
				on = drawing.Game{Name: game, On: start.Topology()}
			}
			text, err := draw(b, on)
			if err != nil {
				return exitError{2, err}
			}
			if out == "" {
				_, err = cmd.OutOrStdout().Write(text)
			} else {
				err = os.WriteFile(out, text, 0o644)
			}
			if err != nil {
				return exitError{1, err}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&game, "game", "", "draw this `game`'s squares, names and lines; every place of the board without")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `file`; to the standard output without")
	return cmd
}
