package catalog

import (
	"errors"
	"fmt"
	"io/fs"

	"reeve/rules"
	"reeve/rules/chessbattle"
	"reeve/rules/dungeonchess"
	"reeve/rules/kaleidochess"
)

// The files by which an owner of an original may correct what is rebuilt.
const (
	KaleidoChessBoard  = "kaleidochess-board.json"
	KaleidoChessDie    = "kaleidochess-die.json"
	DungeonChessBoard  = "dungeonchess.json"
	ChessBattleFigures = "chessbattle-figures.json"
)

// Load returns every game there is, with the files of dir in place of the
// games' own where they are there. It is called once, before the first position
// is made. An unsound file is refused with its name and the reason.
func Load(dir fs.FS) ([]*rules.Game, error) {
	games := Games()
	board, err := read(dir, KaleidoChessBoard)
	if err != nil {
		return nil, err
	}
	die, err := read(dir, KaleidoChessDie)
	if err != nil {
		return nil, err
	}
	if board != nil || die != nil {
		g, err := kaleidochess.Load(board, die)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", KaleidoChessBoard, KaleidoChessDie, err)
		}
		for i := range games {
			if games[i] == kaleidochess.Game {
				games[i] = g
			}
		}
	}
	return games, errors.Join(replace(dir, DungeonChessBoard, dungeonchess.Load), replace(dir, ChessBattleFigures, chessbattle.Load))
}

// replace loads a file if it is there.
func replace(dir fs.FS, name string, load func([]byte) error) error {
	text, err := read(dir, name)
	if err != nil || text == nil {
		return err
	}
	if err := load(text); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// read returns the text of a file, nil if there is none.
func read(dir fs.FS, name string) ([]byte, error) {
	text, err := fs.ReadFile(dir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}
