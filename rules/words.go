package rules

import (
	"embed"
	"io/fs"
	"strings"
)

// folders are the words that lie in the games' folders.
//
//go:embed */words/*.json
var folders embed.FS

// Model is the folder of the game to copy, which is played in tests only.
const Model = "example"

// Words returns the files words/NAME of the games' folders by folder, as a file of the
// catalogue of messages is: "fi.json", or "book.fi.json" for what is said only when
// somebody looks it up.
func Words(name string) map[string][]byte {
	files := map[string][]byte{}
	paths, _ := fs.Glob(folders, "*/words/"+name) // the pattern is sound
	for _, path := range paths {
		folder, _, _ := strings.Cut(path, "/")
		files[folder], _ = folders.ReadFile(path) // it has just been found
	}
	return files
}
