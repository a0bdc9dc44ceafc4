// Package docs carries the documents for players, builders, operators and those
// who program with it, as the page /help shows them. It must know nothing of what
// they say; the one idea is that they are the files of this folder, and are read
// when somebody asks for one.
package docs

import "embed"

// Files are the documents, by their paths from this folder.
//
//go:embed *.md games/*.md
var Files embed.FS

// Shelf is the documents for one kind of reader, in the order of reading.
type Shelf struct {
	Reader string // in the catalogue: "shelf.READER"
	Names  []string
}

// Shelves are all documents that /help shows.
var Shelves = []Shelf{
	{"players", []string{"games/rolechess.md", "games/camelot.md", "games/kaleidochess.md", "games/dungeonchess.md", "games/chessbattle.md", "hands.md", "light.md", "levels.md"}},
	{"builders", []string{"build-a-board.md", "add-a-board.md"}},
	{"operators", []string{"operations.md", "hall.md"}},
	{"programmers", []string{"api.md", "interchange.md", "engine-protocol.md", "add-a-game.md", "walk-through.md", "glossary.md"}},
}
