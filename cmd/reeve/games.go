package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"reeve/config"
	"reeve/rules"
	"reeve/rules/catalog"
)

// gamesVariable names the folder of files by which an owner of an original
// corrects what is rebuilt of a game; without it, games beside the settings file,
// or else in the state folder.
const gamesVariable = "REEVE_GAMES"

// settingsFile is what --config says; it is set before anything is loaded.
var settingsFile = os.Getenv("REEVE_CONFIG")

// loadedGames is every game, with such files in place of the games' own. They
// are read once: the rules do not change while the program runs.
var loadedGames = sync.OnceValues(func() ([]*rules.Game, error) {
	list, err := catalog.Load(os.DirFS(gamesDir()))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", gamesDir(), err)
	}
	return list, nil
})

// gameToPlay is a game by its name, with rule options.
func gameToPlay(name string, options []string) (g *rules.Game, given map[string]any, err error) {
	list, err := loadedGames()
	if err != nil {
		return nil, nil, exitError{1, err}
	}
	if g, err = rules.Find(list, name); err != nil {
		return nil, nil, err
	}
	given, err = optionsOf(g, options)
	return g, given, err
}

// optionsOf reads rule options, NAME=VALUE, by the game's own types.
func optionsOf(g *rules.Game, texts []string) (map[string]any, error) {
	given := map[string]any{}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if _, twice := given[name]; twice || !ok {
			return nil, fmt.Errorf("%w: %q: options are NAME=VALUE, each once", rules.ErrOption, text)
		}
		var err error
		if given[name], err = g.ParseOption(name, value); err != nil {
			return nil, err
		}
	}
	_, err := g.Complete(given)
	return given, err
}

func gamesDir() string {
	if dir := os.Getenv(gamesVariable); dir != "" {
		return dir
	}
	if settingsFile != "" {
		return filepath.Join(filepath.Dir(settingsFile), "games")
	}
	return filepath.Join(config.DefaultState(os.LookupEnv), "games")
}

// games returns every game; rootCommand has refused unsound files by then.
func games() []*rules.Game {
	list, err := loadedGames()
	if err != nil {
		return catalog.Games()
	}
	return list
}
