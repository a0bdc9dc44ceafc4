package chessbattle

import (
	_ "embed" // figures.json
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"reeve/rules"
)

// ErrFigures is the cause of every table of figures that Load refuses.
var ErrFigures = errors.New("chessbattle: unsound figures")

// Figures are the figures of the attack, which the source has lost: rules 20, 26
// and 27 as data. A square is [across, ahead]: ahead counts ranks in the
// direction in which the attacked side faces, across counts files.
type Figures struct {
	Front Figure `json:"front"`
	Flank Figure `json:"flank"`
	Rear  Figure `json:"rear"`
}

// Figure says where an attack comes from and whom it may hit besides.
type Figure struct {
	From   []Offset `json:"from"`   // the attacker's squares, seen from the target; across to its own right
	Yellow []Offset `json:"yellow"` // of extra kills, seen from the target; across away from the attacker
	Blue   []Offset `json:"blue"`   // where an enemy unit leaves but one extra kill, seen from the attacker; across as for yellow
}

// Offset is a square [across, ahead] seen from another one.
type Offset [2]int

// UnmarshalJSON takes two numbers, no more and no fewer.
func (o *Offset) UnmarshalJSON(text []byte) error {
	var list []int
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if len(list) != len(o) {
		return fmt.Errorf("%s is no [across, ahead]", text)
	}
	copy(o[:], list)
	return nil
}

type position uint8

// Where an attack comes from (rule 20).
const (
	front position = iota
	flank
	rear
	positions
)

// figures is the table in force, laid out for look-up.
type figures struct {
	from         [3][3]position // by across+1 and ahead+1
	yellow, blue [positions][]Offset
}

//go:embed figures.json
var figuresJSON []byte

var table = mustCompile(figuresJSON)

// Load puts the figures of text, JSON as in figures.json, in place of the ones
// in force. It is called before the first position is made, not while games are
// played. It wraps ErrFigures for what is unsound and then changes nothing: an
// unknown key, a neighbour that is in no "from" or in two, and in "yellow" and
// "blue" a square that stands twice or is no neighbour.
func Load(text []byte) error {
	t, err := compile(text)
	if err != nil {
		return err
	}
	table = t
	return nil
}

func mustCompile(text []byte) *figures {
	t, err := compile(text)
	if err != nil {
		panic(err)
	}
	return t
}

func compile(text []byte) (*figures, error) {
	var f Figures
	if err := rules.ReadJSON(text, &f); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrFigures, err)
	}
	t := &figures{}
	var seen []Offset
	for i, figure := range [positions]Figure{f.Front, f.Flank, f.Rear} {
		name := positionNames[i]
		if err := checkSquares(name, figure); err != nil {
			return nil, err
		}
		for _, sq := range figure.From {
			if slices.Contains(seen, sq) {
				return nil, fmt.Errorf("%w: %s: an attack from %v stands twice", ErrFigures, name, sq)
			}
			seen = append(seen, sq)
			t.from[sq[0]+1][sq[1]+1] = position(i)
		}
		t.yellow[i], t.blue[i] = figure.Yellow, figure.Blue
	}
	if len(seen) != len(dirs) {
		return nil, fmt.Errorf("%w: attacks come from %d squares, not from all %d", ErrFigures, len(seen), len(dirs))
	}
	return t, nil
}

var positionNames = [positions]string{"front", "flank", "rear"}

func checkSquares(name string, f Figure) error {
	for _, list := range [][]Offset{f.From, f.Yellow, f.Blue} {
		for i, sq := range list {
			if !slices.Contains(dirs[:], [2]int(sq)) || slices.Contains(list[:i], sq) {
				return fmt.Errorf("%w: %s: square %v is no neighbour or stands twice", ErrFigures, name, sq)
			}
		}
	}
	return nil
}
