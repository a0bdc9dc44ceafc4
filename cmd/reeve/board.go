package main

import (
	"fmt"
	"strings"

	"reeve/cli"
	"reeve/config"
	"reeve/drawing"

	"github.com/spf13/cobra"
)

// pieceSets are how many pieces the set of each game has at most, both or all
// players together; each wants a magnet.
func pieceSets() map[string]int {
	sets := map[string]int{}
	for _, g := range games() {
		sets[g.Name] = g.SetOf()
	}
	return sets
}

// defaultLimit is current_limit_ma where the settings do not say another.
const defaultLimit = 1000

// boardCommand makes of board files what a builder works from.
func boardCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "board",
		Short: "Draw a board file: its surface and a drill template at true size, its wiring, its parts",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return exitError{2, cli.SayOneOf(cmd, args)}
		},
	}
	atSize := ". Print the SVG at 100 %, without fitting it to the page, and measure the ruler\n" +
		"before anything is cut. A game that the board carries has its own names and lines."
	surfaceLong := " as the game has it; of a board for several games\nthe outlines of all, a layer each"
	behind := " A driver of kind serial is a Pico or an Arduino with the project's firmware.\nThe limit is current_limit_ma of the daemon's settings."
	cmd.AddCommand(
		drawCommand("svg", "Draw the playing surface for printing", surfaceLong+atSize, false, surface),
		drawCommand("template", "Draw the holes for reeds and LEDs, with channels", atSize, false, sized(drawing.Template)),
		drawCommand("wiring", "Draw how the board is wired, with the pins of everything",
			". The SVG is as large as the smallest paper\nthat it fits on."+behind, true, drawing.Wiring),
		drawCommand("parts", "List the parts of the board with their quantities",
			", as Markdown, counted from the board file,\nwith the figures of the LEDs' supply."+behind, true, drawing.Parts),
	)
	cmd.AddCommand(cardCommand(), diagramCommand(), accessoriesCommand(), footCommand(), sectionCommand())
	cmd.SetFlagErrorFunc(meant)
	return cmd
}

// draw makes something of a board, or of one game on it.
type draw func(*config.Board, drawing.Game, drawing.Options) ([]byte, error)

// sized is a drawing that depends on nothing but the file.
func sized(f func(*config.Board, drawing.Game) ([]byte, error)) draw {
	return func(b *config.Board, g drawing.Game, _ drawing.Options) ([]byte, error) { return f(b, g) }
}

func drawCommand(name, short, long string, wired bool, f draw) *cobra.Command {
	var game, out, paper string
	var o drawing.Options
	cmd := &cobra.Command{
		Use: name + " FILE", Short: short, Args: takes, SilenceUsage: true, SilenceErrors: true, Long: short + long,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Pieces = pieceSets()
			text, err := drawn(args[0], game, o, f)
			if err == nil && paper != "" {
				text, err = drawing.PDF(text, paper)
			}
			if err != nil {
				return exitError{2, err}
			}
			return deliver(cmd, out, text)
		},
	}
	cmd.Flags().StringVar(&game, "game", "", "only this `game`'s squares, with its names and lines; every place of the board without")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `file`; to the standard output without")
	if name != "parts" {
		cmd.Flags().StringVar(&paper, "pdf", "", "write a PDF instead of an SVG: over sheets of `PAPER` ("+strings.Join(drawing.Papers(), ", ")+"), with crosses to join them and a ruler on each")
	}
	if wired {
		cmd.Flags().StringVar(&o.Controller, "controller", "", "`name` of what is behind a serial line: "+strings.Join(drawing.Controllers(), ", ")+"; the smallest that suits without")
		cmd.Flags().IntVar(&o.Limit, "limit", defaultLimit, "`mA` that all LEDs may draw together; 0 is no limit")
	}
	return cmd
}

// surface draws one game's surface, or without one those of all games that the board carries.
func surface(b *config.Board, g drawing.Game, _ drawing.Options) ([]byte, error) {
	if g.Name != "" {
		return drawing.Surface(b, g)
	}
	var all []drawing.Game
	for _, name := range b.Games() {
		g, err := drawnGame(name)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return drawing.Surface(b, all...)
}

// drawnGame is a game with the squares that it has by default.
func drawnGame(name string) (drawing.Game, error) {
	start, err := begin(name)
	if err != nil {
		return drawing.Game{}, err
	}
	return drawing.Game{Name: name, On: start.Topology()}, nil
}

// drawn reads a board file and makes something of it.
func drawn(path, game string, o drawing.Options, f draw) ([]byte, error) {
	if o.Limit < 0 {
		return nil, fmt.Errorf("board: a limit of %d mA; give 0 for none, or more", o.Limit)
	}
	b, err := config.LoadBoard(path)
	if err != nil {
		return nil, err
	}
	var on drawing.Game
	if game != "" {
		if on, err = drawnGame(game); err != nil {
			return nil, err
		}
	}
	return f(b, on, o)
}
