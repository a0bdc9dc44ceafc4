package main

import (
	"fmt"
	"os"
	"path/filepath"
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
