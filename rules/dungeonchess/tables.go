package dungeonchess

import (
	"slices"
	"strconv"
	"strings"

	"reeve/board"
	"reeve/rules"
)

type kind uint8

// The kinds, in the order of the interchange.
const (
	fighter kind = iota
	knight
	warrior
	wizard
	kinds
	anyKind kind = 254
)

var kindNames = [kinds]string{"fighter", "knight", "warrior", "wizard"}

// piece numbers the 24 characters: South's six, West's, North's, East's, each
// seat's by id.
type piece uint8

const (
	perSeat       = 6
	pieces        = seats * perSeat
	nobody  piece = 255
)

// first returns the first piece of seat.
func first(seat rules.Seat) piece { return piece(seat) * perSeat }

// owner returns whose piece p is.
func (p piece) owner() rules.Seat { return rules.Seat(p / perSeat) }

// maxSquares is the room for a board: a 10×10 grid without any wall.
const maxSquares = 100

// cards is how many there are (rule 12); they are numbered from 1.
const cards = 10

// man is one of a seat's six: its kind, its number ("" for the only one), and
// letter and number together.
type man struct {
	kind         kind
	number, name string
}

func newMan(k kind, letter string, n, of int) man {
	m := man{kind: k}
	if of > 1 {
		m.number = strconv.Itoa(n)
	}
	m.name = letter + m.number
	return m
}

// count is what a card counts.
type count uint8

const (
	ofOwn    count = iota // own characters on the board
	ofHeld                // captured characters held
	ofChests              // chests held
)

var countNames = [...]string{"own", "held", "chests"}

type card struct {
	points int
	counts count
	kind   kind
	least  int
}

// ray is the squares one way from a square, the nearest first.
type ray struct {
	to [mostReach]board.Square
	n  uint8
}

// star is the rays of a square that are not empty.
type star struct {
	rays [8]ray
	n    uint8
}

func (s *star) add(r ray) {
	if r.n > 0 {
		s.rays[s.n] = r
		s.n++
	}
}

// waysOf are the directions, as columns and rows, of each manner of moving.
var waysOf = map[string][][2]int{
	"orthogonal": {{0, 1}, {1, 0}, {0, -1}, {-1, 0}},
	"diagonal":   {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
	"all":        {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}},
}

// floor is the board: its squares, walls left out (rule 1).
type floor struct {
	topology *board.Topology
	squares  board.Square // how many
	place    [maxSquares][2]int
	grid     map[[2]int]board.Square
	entry    [maxSquares]bool
	all      board.Set
}

// cast is the characters (rule 3), and where they start.
type cast struct {
	names   [kinds]string // as the makers write them
	letters [kinds]string
	points  [kinds]int
	men     [perSeat]man
	kindOf  [pieces]kind
	ids     [pieces]string
	byID    map[string]piece
	sorted  [pieces]piece // by id
	home    [pieces]board.Square
}

// tables is a dungeon laid out for look-up. It is not changed once it is in force.
type tables struct {
	floor
	cast
	entries   [seats][2]board.Square
	teleports [seats][2]board.Square
	partner   [seats][maxSquares]board.Square // the other teleport square of the seat, None elsewhere
	star      [kinds][maxSquares]star

	chests      uint8
	chestPoints int
	cards       [cards]card
}

func (c *cast) layPieces(men []man) {
	copy(c.men[:], men)
	c.byID = make(map[string]piece, pieces)
	for p := range piece(pieces) {
		m := c.men[p%perSeat]
		c.kindOf[p] = m.kind
		c.ids[p] = seatNames[p.owner()][:1] + m.name
		c.byID[c.ids[p]], c.sorted[p] = p, p
	}
	slices.SortFunc(c.sorted[:], func(a, b piece) int { return strings.Compare(c.ids[a], c.ids[b]) })
}
