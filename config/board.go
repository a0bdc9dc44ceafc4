package config

import (
	"fmt"
	"io"
	"os"

	"reeve/configs"
)

// Board is a real or simulated board as its file describes it. It is sound: each
// square has a sensor channel of its own and a place on the surface. It is not
// to be changed.
type Board struct {
	Name          string
	Drivers       []Driver
	Width, Height float64 // of the playing surface, in millimetres
	Places        []Place
	Edges         []EdgeLED
	Buttons       []Button
	Drill         Drill
	games         map[string]gameSquares
	layouts       []layout // of the grids
}

// Place is a square of the board, whatever game is played on it.
type Place struct {
	Name      string
	X, Y      float64 // its middle in millimetres, right and up from the lower left corner of the surface
	Driver    int     // the driver that feels it, an index of Board.Drivers
	Channel   int
	LEDDriver int // the driver that lights it, -1 if none does
	LEDs      []int
	Edge      bool // its LEDs lie at the edge of its grid and are its file's and its rank's: others have them, too
}

// EdgeLED is an LED at the edge of a grid.
type EdgeLED struct {
	Name        string  // of its file or rank: "c", "12"
	X, Y        float64 // as of a Place
	Driver, LED int
}

// LoadBoard reads a board file. The error is Faults, or says that the file
// cannot be read.
func LoadBoard(path string) (*Board, error) {
	text, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ParseBoard(path, text)
}

// ParseBoard reads the text of a board file of that name. The error is Faults.
func ParseBoard(name string, text []byte) (*Board, error) {
	f := &faults{file: name}
	var file boardFile
	top := f.document(text)
	if top == nil {
		return nil, f.err()
	}
	f.decode(top, &file)
	b := &builder{faults: f, file: &file}
	board := b.build()
	if err := f.err(); err != nil {
		return nil, err
	}
	return board, nil
}

// DefaultBoard returns the simulated RoleChess board, which is built in.
func DefaultBoard() *Board {
	b, err := ParseBoard("sim-rolechess.yaml", configs.SimRoleChess)
	if err != nil {
		panic(err) // it is part of the program; a test loads it
	}
	return b
}

// IsBoard reports whether text is a board file rather than a settings file: one
// of their keys that settings do not have stands in it.
func IsBoard(text []byte) bool {
	f := &faults{}
	top := f.document(text)
	if top == nil {
		return false
	}
	for i := 0; i < len(top.Content); i += 2 {
		switch top.Content[i].Value {
		case "squares", "surface", "drivers", "grids":
			return true
		}
	}
	return false
}

// ReadFile reads a file as far as it is not too big to be ours; what reads its text
// refuses a longer one.
func ReadFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return text, nil
}
