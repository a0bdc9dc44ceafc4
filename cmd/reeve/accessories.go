package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"reeve/drawing"
	"reeve/messages"
	"reeve/rules"

	"github.com/spf13/cobra"
)

// things are what each game wants printed, beside the labels of its pieces; in the order of the sheet.
var things = map[string]func(a accessory) []drawing.Item{
	"rolechess": energyChart, "kaleidochess": formulaTiles, "dungeonchess": targetCards, "chessbattle": battleThings,
	"camelot": func(accessory) []drawing.Item { return nil },
}

// accessory is a game whose things are printed, in a language.
type accessory struct {
	game     *rules.Game
	card     rules.Card
	start    rules.View
	seats    []string
	language string
	pitch    float64 // of the board's squares
}

func (a accessory) say(key string, args ...string) string {
	return messages.In(a.language, rules.Say(key, args...))
}

func (a accessory) tell(m rules.Message) string { return messages.In(a.language, m) }

// sides are the names of the seats.
func (a accessory) sides() (names []string) {
	for _, seat := range a.seats {
		names = append(names, a.say("seat."+seat))
	}
	return names
}

// accessoriesCommand prints what a game needs beside its board.
func accessoriesCommand() *cobra.Command {
	var out, paper, language string
	var pitch float64
	cmd := &cobra.Command{
		Use: "accessories GAME", Short: "Draw what a game needs beside its board, at true size: tiles, cards, strips, piece labels",
		Args: takes, SilenceUsage: true, SilenceErrors: true,
		Long: "Draw what a game needs beside its board, at true size: tiles, cards, charts and strips, and a label for each piece with its\n" +
			"symbol, its letter and number and the place of its magnet. Print at 100 %, measure the ruler, and cut along the lines.",
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := accessories(args[0], language, paper, pitch)
			if err == nil && paper != "" {
				text, err = drawing.PDF(text, paper)
			}
			if err != nil {
				return exitError{2, err}
			}
			return deliver(cmd, out, text)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `file`; to the standard output without")
	cmd.Flags().StringVar(&paper, "pdf", "", "write a PDF instead of an SVG: over sheets of `PAPER` ("+strings.Join(drawing.Papers(), ", ")+"), with a ruler on each")
	cmd.Flags().StringVar(&language, "language", "en", "`language` of what is written on it: en, fi, it, pl, sv")
	cmd.Flags().Float64Var(&pitch, "pitch", 50, "`mm` from square to square of your board")
	return cmd
}

// sectionCommand draws a square cut through.
func sectionCommand() *cobra.Command {
	var out, paper string
	cmd := &cobra.Command{
		Use: "section", Short: "Draw a square cut through: surface, wood, sensor, LED and magnet", Args: takes, SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			text := drawing.CrossSection()
			if paper != "" {
				if text, err = drawing.PDF(text, paper); err != nil {
					return exitError{2, err}
				}
			}
			return deliver(cmd, out, text)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `file`; to the standard output without")
	cmd.Flags().StringVar(&paper, "pdf", "", "write a PDF instead of an SVG: over sheets of `PAPER` ("+strings.Join(drawing.Papers(), ", ")+")")
	return cmd
}

// footCommand writes a piece's foot.
func footCommand() *cobra.Command {
	var out string
	wide, high, magnetWide, magnetHigh := 30.0, 8.0, 8.0, 3.0
	cmd := &cobra.Command{
		Use: "foot", Short: "Write a piece's foot with a pocket for its magnet, as OpenSCAD source", Args: takes, SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if magnetWide <= 0 || magnetHigh <= 0 || magnetWide+3 > wide || magnetHigh+2 > high {
				return exitError{2, fmt.Errorf("board: a magnet of %g × %g mm does not go into a foot of %g × %g mm: leave 3 mm around and 2 mm above", magnetWide, magnetHigh, wide, high)}
			}
			return deliver(cmd, out, drawing.Foot(wide, high, magnetWide, magnetHigh))
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `file`; to the standard output without")
	cmd.Flags().Float64Var(&wide, "wide", wide, "`mm` across the foot")
	cmd.Flags().Float64Var(&high, "high", high, "`mm` of its height")
	cmd.Flags().Float64Var(&magnetWide, "magnet", magnetWide, "`mm` across the magnet")
	cmd.Flags().Float64Var(&magnetHigh, "magnet-high", magnetHigh, "`mm` of its height")
	return cmd
}

func accessories(game, language, paper string, pitch float64) ([]byte, error) {
	a, err := accessoryOf(game, language, pitch)
	if err != nil {
		return nil, err
	}
	if paper == "" || paper == "whole" {
		paper = "a4"
	}
	return drawing.Accessories(a.say("game."+game), paper, a.items())
}

// items is all that is printed of a game.
func (a accessory) items() []drawing.Item { return append(things[a.game.Name](a), pieceLabels(a)...) }

// accessoryOf is a game as its things are printed, for a board with squares of a pitch.
func accessoryOf(game, language string, pitch float64) (a accessory, err error) {
	g, err := rules.Find(games(), game)
	if err != nil {
		return a, err
	}
	if !slices.Contains(messages.Languages(), language) {
		return a, fmt.Errorf("board: there are no sentences in %q; there are %s", language, strings.Join(messages.Languages(), ", "))
	}
	if pitch < 20 || pitch > 100 {
		return a, errors.New("board: a pitch of 20 to 100 mm can be")
	}
	start, err := fullest(g)
	if err != nil {
		return a, err
	}
	a = accessory{game: g, card: g.Card(), start: start, language: language, pitch: pitch}
	for _, seat := range g.Seats {
		if slices.ContainsFunc(a.start.Pieces, func(p rules.Piece) bool { return p.Owner == seat }) {
			a.seats = append(a.seats, seat)
		}
	}
	return a, nil
}

// fullest is the start with the most pieces: who has things for four has them for two.
func fullest(g *rules.Game) (most rules.View, err error) {
	for _, given := range append([]map[string]any{nil}, g.Variants()...) {
		start, err := g.Start(given)
		if err != nil {
			return most, err
		}
		if v := start.View(rules.Table); len(v.Pieces) > len(most.Pieces) {
			most = v
		}
	}
	return most, nil
}

// energyChart is one chart a side: a piece a row, a box for each number of its energy.
func energyChart(a accessory) (items []drawing.Item) {
	full := map[string]int{}
	for _, p := range a.card.Pieces {
		for _, f := range p.Figures {
			if f.Name == "energy" {
				full[p.Kind] = f.Value
			}
		}
	}
	for _, seat := range a.seats {
		items = append(items, drawing.Item{W: 180, H: 12, Head: a.say("thing.energy", "player", "@seat."+seat)})
		for _, p := range a.start.Pieces {
			if p.Owner != seat {
				continue
			}
			item := drawing.Item{W: 180, H: 22, Head: a.say("rolechess."+p.Kind) + " " + numberOf(p.ID)}
			if full[p.Kind] > 16 { // a second row of boxes
				item.H += 11
			}
			for n := full[p.Kind]; n > 0; n-- {
				item.Boxes = append(item.Boxes, strconv.Itoa(n))
			}
			items = append(items, item)
		}
	}
	return items
}

// formulaTiles are the tiles of both sides, one a formula.
func formulaTiles(a accessory) (items []drawing.Item) {
	for _, side := range a.sides() {
		for _, table := range a.card.Tables {
			for _, row := range table.Rows {
				items = append(items, drawing.Item{W: 34, H: 22, Head: a.tell(row.Name), Foot: side})
			}
		}
	}
	return items
}

// targetCards are the secret cards, and two chests of each player.
func targetCards(a accessory) (items []drawing.Item) {
	for _, table := range a.card.Tables {
		for _, row := range table.Rows {
			item := drawing.Item{W: 58, H: 40, Head: a.tell(row.Name), Lines: []string{a.tell(row.Means)}}
			for _, f := range row.Figures {
				item.Foot = a.say("figure."+f.Name) + " " + strconv.Itoa(f.Value)
			}
			items = append(items, item)
		}
	}
	for _, side := range a.sides() {
		for range 2 {
			items = append(items, drawing.Item{W: 30, H: 22, Head: a.say("thing.chest"), Foot: side})
		}
	}
	return items
}

// battleThings are a bridge of each side as long as the river is wide, the track of each King's points, the camps, and what units
// cost.
func battleThings(a accessory) (items []drawing.Item) {
	for _, seat := range a.seats {
		side := a.say("seat." + seat)
		items = append(items, drawing.Item{W: 0.8 * a.pitch, H: 1.6 * a.pitch, Head: a.say("thing.bridge"), Foot: side})
		items = append(items, drawing.Item{W: 100, H: 26, Head: a.say("thing.track", "player", "@seat."+seat), Boxes: []string{"1", "2", "3", "4", "5", "6"}})
		for range 2 {
			items = append(items, drawing.Item{W: 0.6 * a.pitch, H: 0.6 * a.pitch, Head: a.say("chessbattle.camp"), Foot: side})
		}
		values := drawing.Item{W: 88, H: 62, Head: a.say("thing.values"), Foot: side}
		for _, p := range a.card.Pieces {
			if line := a.figures(p.Figures); line != "" && len(p.Figures) > 1 {
				values.Lines = append(values.Lines, a.say("chessbattle."+p.Kind)+": "+line)
			}
		}
		for _, table := range a.card.Tables {
			var each []string
			for _, row := range table.Rows {
				each = append(each, a.tell(row.Name)+" "+a.figures(row.Figures))
			}
			values.Lines = append(values.Lines, a.say("chessbattle.king")+": "+strings.Join(each, ", "))
		}
		items = append(items, values)
	}
	return items
}

func (a accessory) figures(list []rules.Figure) string {
	var each []string
	for _, f := range list {
		each = append(each, strings.ToLower(a.say("figure."+f.Name))+" "+strconv.Itoa(f.Value))
	}
	return strings.Join(each, ", ")
}

// units are the letters of Chess Battle's, which are bought and not there at the start.
var units = map[string]string{"levy": "L", "knights": "N", "pikemen": "P", "crossbowmen": "X"}

// pieceLabels are a disc for each piece, half as wide as a square.
func pieceLabels(a accessory) (items []drawing.Item) {
	disc := func(side int, kind, name string) {
		items = append(items, drawing.Item{W: 0.5 * a.pitch, H: 0.5 * a.pitch, Round: true, Side: side, Kind: kind, Head: name})
	}
	for i, seat := range a.seats {
		for _, p := range a.start.Pieces {
			if p.Owner == seat {
				disc(i, p.Kind, p.ID[1:])
			}
		}
		for _, p := range a.card.Pieces {
			for _, f := range p.Figures {
				for n := 1; f.Name == "most" && units[p.Kind] != "" && n <= f.Value; n++ {
					disc(i, p.Kind, units[p.Kind]+strconv.Itoa(n))
				}
			}
		}
	}
	return items
}

// numberOf is the number in a piece's name; of a piece that is alone of its kind there is none.
func numberOf(id string) string {
	return id[len(strings.TrimRight(id, "0123456789")):]
}
