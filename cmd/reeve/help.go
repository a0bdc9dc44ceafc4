package main

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"reeve/config"
	"reeve/configs"
	"reeve/docs"
	"reeve/drawing"
	"reeve/rules"
)

// helpPicture draws a picture of the documents: a diagram of a game, how a board
// that is shipped is wired, or a square cut through. It wraps fs.ErrNotExist.
func helpPicture(name string) ([]byte, error) {
	switch {
	case name == "cross-section.svg":
		return drawing.CrossSection(), nil
	case strings.HasPrefix(name, "wiring-"):
		return wiringOf(name)
	}
	diagram, _ := strings.CutPrefix(strings.TrimSuffix(name, ".svg"), "games/")
	game, what, _ := strings.Cut(diagram, "-")
	g, err := rules.Find(games(), game)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", fs.ErrNotExist, name)
	}
	svg, err := drawing.Diagram(g, what)
	if errors.Is(err, drawing.ErrDiagram) {
		err = fmt.Errorf("%w: %s", fs.ErrNotExist, name)
	}
	return svg, err
}

// asDrawn is a picture of wiring in docs/build-a-board.md, whose title is the command that draws it.
var asDrawn = regexp.MustCompile(`\((wiring-[a-z0-9-]+\.svg) "reeve board wiring configs/(boards/[a-z0-9-]+\.yaml)(?: --limit ([0-9]+))?"\)`)

// wiringOf draws such a picture.
func wiringOf(name string) ([]byte, error) {
	text, err := docs.Files.ReadFile("build-a-board.md")
	if err != nil {
		return nil, err
	}
	for _, m := range asDrawn.FindAllStringSubmatch(string(text), -1) {
		if m[1] != name {
			continue
		}
		file, err := configs.Boards.ReadFile(m[2])
		if err != nil {
			return nil, err
		}
		b, err := config.ParseBoard(m[2], file)
		if err != nil {
			return nil, err
		}
		o := drawing.Options{Limit: defaultLimit, Pieces: pieceSets()}
		if n, err := strconv.Atoi(m[3]); err == nil {
			o.Limit = n
		}
		return drawing.Wiring(b, drawing.Game{}, o)
	}
	return nil, fmt.Errorf("%w: %s", fs.ErrNotExist, name)
}
