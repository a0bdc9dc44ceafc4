package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"reeve/board"
)

// gameSquares says where the squares of a game lie.
type gameSquares struct {
	names map[string]int // of the game's squares: indices of Board.Places
}

// game works out where the squares of a game lie.
func (b *builder) game(name string) {
	g := gameEntry{entry{b.faults, "games." + name}, b.file.Games[name], b.index, gameSquares{names: map[string]int{}}}
	if !slices.Contains(games, name) {
		g.add("", "unknown game %q; there are %s", name, strings.Join(games, ", "))
	}
	switch {
	case g.Names != nil && (g.Origin != "" || g.Files != "" || g.FirstRank != nil):
		g.add("", "names cannot stand beside origin, files and first_rank; choose")
	case g.Names != nil:
		g.listed()
	case g.Origin != "" || g.Files != "" || g.FirstRank != nil:
		g.shifted()
	default:
		maps.Copy(g.names, b.index)
	}
	b.board.games[name] = g.gameSquares
}

// gameEntry is a game as it is read.
type gameEntry struct {
	entry
	gameFile
	index map[string]int
	gameSquares
}

// listed takes the places of a game as they are written out.
func (g gameEntry) listed() {
	taken := map[int]string{}
	for _, square := range slices.Sorted(maps.Keys(g.Names)) {
		i, there := g.index[g.Names[square]]
		if !there {
			g.add(".names."+square, "the board has no square %q", g.Names[square])
		} else if other := taken[i]; other != "" {
			g.add(".names."+square, "%s is where %s is, too; change one", g.Names[square], other)
		} else {
			taken[i] = square
			g.names[square] = i
		}
	}
}

// shifted lays the game's grid over the board's, its lower left square on origin.
func (g gameEntry) shifted() {
	file, rank := byte('a'), 1
	if g.Origin != "" {
		var ok bool
		if file, rank, ok = split(g.Origin); !ok {
			g.add(".origin", "%q is no square of a grid, such as a1", g.Origin)
			return
		}
		if _, there := g.index[g.Origin]; !there && g.Files == "" {
			g.add(".origin", "the board has no square %q", g.Origin)
			return
		}
	}
	files, first := g.Files, 1
	if files == "" {
		files = "abcdefghijklmnopqrstuvwxyz"
	}
	if g.FirstRank != nil {
		first = *g.FirstRank
	}
	for i, letter := range []byte(files) {
		if !placeName.MatchString(string(letter)) || strings.IndexByte(files, letter) != i {
			g.add(".files", "%q is no list of the game's files, each one letter, such as ABCDEFG", files)
			return
		}
	}
	for name, i := range g.index {
		f, r, ok := split(name)
		if n := int(f) - int(file); ok && n >= 0 && n < len(files) && r >= rank && (f^file)&0x20 == 0 {
			g.names[string(files[n])+strconv.Itoa(r-rank+first)] = i
		}
	}
	if len(g.names) == 0 {
		g.add("", "no square of the board lies right of and above %s", g.Origin)
	}
}

// split takes the name of a square of a grid apart.
func split(name string) (file byte, rank int, ok bool) {
	if !placeName.MatchString(name) {
		return 0, 0, false
	}
	rank, err := strconv.Atoi(name[1:])
	return name[0], rank, err == nil && strconv.Itoa(rank) == name[1:]
}

// ErrCarry is the cause when a board does not carry a game.
var ErrCarry = errors.New("config: the board does not carry the game")

// Games returns the names of the games that the board carries, sorted.
func (b *Board) Games() []string { return slices.Sorted(maps.Keys(b.games)) }

// Place returns where a square of a game lies.
func (b *Board) Place(game, square string) (Place, bool) {
	i, ok := b.games[game].names[square]
	if !ok {
		return Place{}, false
	}
	return b.Places[i], true
}

// Wires is how one driver is wired to the squares of one game.
type Wires struct {
	Driver  Driver
	Squares []board.Square // by channel; board.None where it feels no square of the game
	LEDs    [][]int        // by square
}

// Wires returns how each driver is wired to the squares of a game. It wraps
// ErrCarry if the board does not carry the game or lacks some of its squares.
func (b *Board) Wires(game string, t *board.Topology) ([]Wires, error) {
	if _, ok := b.games[game]; !ok {
		return nil, fmt.Errorf("%w: %s carries %s, not %s", ErrCarry, b.Name, strings.Join(b.Games(), ", "), game)
	}
	wires := make([]Wires, len(b.Drivers))
	for i, d := range b.Drivers {
		wires[i] = Wires{Driver: d, Squares: make([]board.Square, d.Channels), LEDs: make([][]int, t.Len())}
		for ch := range wires[i].Squares {
			wires[i].Squares[ch] = board.None
		}
	}
	var lacking []string
	for i := range t.Len() {
		sq := board.Square(i)
		p, ok := b.Place(game, t.Name(sq))
		if !ok {
			lacking = append(lacking, t.Name(sq))
			continue
		}
		wires[p.Driver].Squares[p.Channel] = sq
		if p.LEDDriver >= 0 {
			wires[p.LEDDriver].LEDs[sq] = p.LEDs
		}
	}
	if lacking != nil {
		return nil, fmt.Errorf("%w: %s lacks the squares %s of %s", ErrCarry, b.Name, strings.Join(lacking, ", "), game)
	}
	return wires, nil
}
