package dungeonchess

import (
	_ "embed" // dungeon.json
	"errors"
	"fmt"

	"reeve/rules"
)

// ErrDungeon is the cause of every dungeon that Load refuses.
var ErrDungeon = errors.New("dungeonchess: unsound dungeon")

// dungeon is what of rules 1, 3, 4 and 12 is rebuilt or may be named otherwise,
// as dungeon.json has it.
type dungeon struct {
	Columns    string          `json:"columns"` // a letter each, from the left
	Rows       string          `json:"rows"`    // a digit each, from below
	Plan       []string        `json:"plan"`    // rows from above: # wall, . hall, + entry square
	Seats      map[string]zone `json:"seats"`
	Characters []character     `json:"characters"`
	Chest      chest           `json:"chest"`
	Cards      []target        `json:"cards"`
}

// zone is one seat's part of the board. Start is by letter and number.
type zone struct {
	Entry    []string          `json:"entry"`
	Teleport []string          `json:"teleport"`
	Start    map[string]string `json:"start"`
}

type character struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Letter string `json:"letter"`
	Number int    `json:"number"`
	Points int    `json:"points"`
	Moves  string `json:"moves"` // orthogonal, diagonal or all
	Reach  int    `json:"reach"`
}

type chest struct {
	Name   string `json:"name"`
	Number int    `json:"number"`
	Points int    `json:"points"`
}

// target is a card: so many chests, own characters on the board or characters
// held, of one kind or of any.
type target struct {
	Number int    `json:"number"`
	Points int    `json:"points"`
	Count  string `json:"count"` // own, held or chests
	Kind   string `json:"kind,omitempty"`
	Least  int    `json:"least"`
}

//go:embed dungeon.json
var dungeonJSON []byte

// table is the dungeon in force.
var table = mustCompile(dungeonJSON)

// Load puts the dungeon of text, JSON as in dungeon.json, in place of the one in
// force. It is called before the first position is made, not while games are
// played. It wraps ErrDungeon, with the reason, for what is unsound and then
// changes nothing.
func Load(text []byte) error {
	t, err := compile(text)
	if err != nil {
		return err
	}
	table = t
	return nil
}

func mustCompile(text []byte) *tables {
	t, err := compile(text)
	if err != nil {
		panic(err)
	}
	return t
}

func compile(text []byte) (*tables, error) {
	var d dungeon
	if err := rules.ReadJSON(text, &d); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrDungeon, err)
	}
	t := &tables{}
	for _, part := range []func(*dungeon) error{t.layBoard, t.layCharacters, t.layChest, t.layZones, t.layCards} {
		if err := part(&d); err != nil {
			return nil, err
		}
	}
	t.layReach(&d)
	return t, nil
}
