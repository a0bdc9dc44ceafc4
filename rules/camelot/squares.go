package camelot

import (
	"math/bits"
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// The surface's measures (rule 1).
const (
	files   = 12
	ranks   = 16
	squares = 160
	pitch   = 50 // millimetres
)

// cell is a square's place on a board with a border: thirteen cells a rank, so
// that the cell before a rank is the one behind the rank below, and two ranks
// below the first. Off the board is 0, a cell of the border.
type cell uint8

const (
	stride      = files + 1
	gone   cell = 0
)

func cellAt(file, rank int) cell { return cell((rank+2)*stride + file + 1) }

// The eight directions of rule 3 are numbered in the order of the cells they
// lead to; ways are the steps from cell to cell.
var ways = [8]cell{256 - back, 256 - stride, 256 - stride + 1, 255, 1, stride - 1, stride, back}

const back = stride + 1 // from a cell to the first of its neighbours, downwards

// cells is a set of cells, one bit each.
type cells [4]uint64

func (b *cells) has(c cell) bool { return b[c>>6]>>(c&63)&1 != 0 }
func (b *cells) add(c cell)      { b[c>>6] |= 1 << (c & 63) }
func (b *cells) remove(c cell)   { b[c>>6] &^= 1 << (c & 63) }

// directions is a set of directions, the lowest eight bits.
type directions uint

// around has the bits of a square's neighbours, counted from the first of them.
const around = 7 | 5<<stride | 7<<(2*stride)

// touch reports whether some neighbour of the square c is in b.
func (b *cells) touch(c cell) bool { return b.from(c-back)&around != 0 }

// near returns in which directions the neighbours of the square c are in b.
func (b *cells) near(c cell) directions {
	return toward(b.from(c-back) & around)
}

// toward returns the directions of some neighbours, by their bits.
func toward(w uint64) directions {
	w |= w>>(stride-3) | w>>(2*stride-6) // nine bits, the square itself in the middle
	return directions(w&0xf | w>>1&0xf0)
}

// beyond returns in which directions the squares behind the neighbours of c are in b.
func (b *cells) beyond(c cell) directions {
	w := b.from(c - 2*back)
	return directions(ends[w&31]) | directions(w>>23&8) | directions(w>>26&16) | directions(ends[w>>(4*stride)&31])<<5
}

// ends are the bits 0, 2 and 4 of five, put together.
var ends = everySecond()

func everySecond() (t [32]uint8) {
	for w := range uint8(32) {
		t[w] = w&1 | w>>1&2 | w>>2&4
	}
	return t
}

// beside returns the cells of a set that have a neighbour in b. The border keeps the ends
// of ranks apart, and the first cells from the last.
func (b *cells) beside(set *cells) cells {
	b0, b1, b2, b3 := b[0], b[1], b[2], b[3]
	r0, r1 := b0<<1|b0>>1|b1<<63, b1<<1|b1>>1|b0>>63|b2<<63 // beside it in its rank
	r2, r3 := b2<<1|b2>>1|b1>>63|b3<<63, b3<<1|b3>>1|b2>>63
	b0, b1, b2, b3 = b0|r0, b1|r1, b2|r2, b3|r3
	const up, down = stride, 64 - stride
	return cells{
		set[0] & (r0 | b0<<up | b0>>up | b1<<down),
		set[1] & (r1 | b1<<up | b1>>up | b0>>down | b2<<down),
		set[2] & (r2 | b2<<up | b2>>up | b1>>down | b3<<down),
		set[3] & (r3 | b3<<up | b3>>up | b2>>down),
	}
}

// from returns the cells of b from c on, c's the lowest bit. Behind the last
// cell the first ones follow, which are border.
func (b *cells) from(c cell) uint64 {
	return b[c>>6]>>(c&63) | b[(c>>6+1)&3]<<1<<(63-c&63)
}

// first returns the first of the directions w, which has one, and the way there.
func (w directions) first() (d uint8, way cell) {
	d = uint8(bits.TrailingZeros64(uint64(w))) & 7
	return d, ways[d]
}

// The look-ups of squares and cells.
var (
	cellOf   = squareCells()   // by square
	squareOf = squareNumbers() // by cell; None for the border
	surface  = surfaceCells()
	land     = [2]cells{surface.without(castles[White]), surface.without(castles[Black])} // where plain moves and canters lead, by seat (rule 10)
	topology = board.MustNew("camelot", places())
)

// castles are the two castles' squares by seat, two cells side by side.
var castles = [2][2]cell{
	{cellAt(5, 0), cellAt(6, 0)},
	{cellAt(5, ranks-1), cellAt(6, ranks-1)},
}

// in reports whether c is in the castle of seat.
func (c cell) in(seat rules.Seat) bool { return c-castles[seat][0] < 2 }

// name returns the square's name, "" for the border.
func (c cell) name() string { return topology.Name(squareOf[c]) }

func squareCells() (t [squares]cell) {
	n := 0
	for rank := range ranks {
		cut := [...]int{5, 2, 1, 0}[min(rank, ranks-1-rank, 3)]
		for file := cut; file < files-cut; file++ {
			t[n] = cellAt(file, rank)
			n++
		}
	}
	return t
}

func squareNumbers() (t [256]board.Square) {
	for c := range t {
		t[c] = board.None
	}
	for sq, c := range cellOf {
		t[c] = board.Square(sq)
	}
	return t
}

func surfaceCells() (b cells) {
	for _, c := range cellOf {
		b.add(c)
	}
	return b
}

func (b cells) without(list [2]cell) cells {
	for _, c := range list {
		b.remove(c)
	}
	return b
}

func places() []board.Place {
	out := make([]board.Place, squares)
	for sq, c := range cellOf {
		file, rank := int(c)%stride-1, int(c)/stride-2
		p := board.Place{
			Name: string('A'+byte(file)) + strconv.Itoa(rank+1),
			X:    (float64(file) + 0.5) * pitch, Y: (float64(rank) + 0.5) * pitch,
		}
		for w := surface.near(c); w != 0; w &= w - 1 {
			_, way := w.first()
			p.Near = append(p.Near, squareOf[c+way])
		}
		if c.in(White) || c.in(Black) {
			p.Marks = []string{"castle"}
		}
		out[sq] = p
	}
	return out
}
