package camelot

import (
	"math/bits"

	"reeve/rules"
)

// A spot is a square's number among those that canters lead to from one another. Legs of
// canters change file and rank by even numbers, so the squares lie in four lattices of at
// most six by eight, each one word: the lowest six bits of a spot are its place there, seven
// a rank, one of them border, and the two above tell which lattice.
type spot uint8

const width = files/2 + 1

func (p spot) lattice() int { return int(p >> 6) }
func (p spot) bit() uint64  { return 1 << (p & 63) }

// spots is a set of them, by lattice.
type spots [4]uint64

func (b *spots) add(p spot)      { b[p.lattice()] |= p.bit() }
func (b *spots) has(p spot) bool { return b[p.lattice()]&p.bit() != 0 }
func (b *spots) remove(p spot)   { b[p.lattice()] &^= p.bit() }

// The spots of the cells, on the border for those off the board; the way back; which spots
// are squares; and which are castles, by seat.
var (
	spotOf       = cellSpots()
	cellOn       = spotCells()
	surfaceSpots = spotsOf(cellOf[:])
	castleSpots  = [2]spots{spotsOf(castles[White][:]), spotsOf(castles[Black][:])}
)

func cellSpots() (t [256]spot) {
	for c := range t {
		t[c] = width - 1
	}
	for _, c := range cellOf {
		file, rank := int(c)%stride-1, int(c)/stride-2
		t[c] = spot((rank%2*2+file%2)<<6 + rank/2*width + file/2)
	}
	return t
}

func spotCells() (t [256]cell) {
	for _, c := range cellOf {
		t[spotOf[c]] = c
	}
	return t
}

func spotsOf(list []cell) (b spots) {
	for _, c := range list {
		b.add(spotOf[c])
	}
	return b
}

// spread is where all pieces stand, by seat, and where one of the player to act is next to an enemy that it could
// jump (rule 5): outside the enemy castle, where none jumps.
type spread struct {
	at      [2]spots
	exposed spots
}

// spread returns that of f, but for what expose finds out.
func (f *field) spread() (all spread) {
	for seat := range f.sides {
		for _, c := range f.sides[seat].at {
			if c != gone {
				all.at[seat].add(spotOf[c])
			}
		}
	}
	return all
}

// expose finds out where those of seat are next to enemies that they could jump.
func (all *spread) expose(seat rules.Seat) {
	me, foe, goal := &all.at[seat&1], &all.at[1-seat&1], &castleSpots[1-seat&1]
	for k := range all.exposed {
		var enemies hurdles
		enemies.see(foe, k)
		all.exposed[k] = enemies.legs(surfaceSpots[k]&^(me[k]|foe[k])) &^ goal[k]
	}
}

// follow does to all what step does, a turn of seat that ends on end.
func (all *spread) follow(step *rules.Step, seat rules.Seat, end cell) {
	me, foe := &all.at[seat&1], &all.at[1-seat&1]
	c := cellOf[step.Arg[0]]
	me.remove(spotOf[c])
	me.add(spotOf[end])
	if step.Kind < kindJump {
		return
	}
	for i := range int(step.N) {
		l := legAt(step, i)
		if l.jump() {
			foe.remove(spotOf[c+l.way()])
		}
		c += 2 * l.way()
	}
}

// hurdles are the squares of a lattice behind which somebody stands whom a leg leads over: in
// the way to the next one on the right, to the one above, and to the two beside that.
type hurdles struct{ right, up, upRight, upLeft uint64 }

// see makes o what who puts in the way on the k-th lattice: they stand on the other three.
func (o *hurdles) see(who *spots, k int) {
	k &= 3
	file, rank := k&1, (k>>1&1)*width
	diagonal := who[k^3] >> rank
	o.right, o.up = who[k^1]>>file, who[k^2]>>rank
	o.upRight, o.upLeft = diagonal>>file, diagonal<<(1-file)
}

// legs returns where legs over o lead from some squares, whatever is there. Legs lead back the
// same way, so these are the squares, too, from where legs lead to some.
func (o *hurdles) legs(w uint64) uint64 {
	return (w&o.right)<<1 | w>>1&o.right | (w&o.up)<<width | w>>width&o.up |
		(w&o.upRight)<<(width+1) | w>>(width+1)&o.upRight | (w&o.upLeft)<<(width-1) | w>>(width-1)&o.upLeft
}

// lattice is one of the four as the piece sees it that is to canter there.
type lattice struct {
	hurdles
	open    uint64 // where a leg may end (rule 4)
	goal    uint64 // the enemy castle: from there none goes on
	exposed uint64 // where a knight is next to an enemy that it could jump (rule 9); nowhere for a man
}

// see makes l the k-th lattice as a man of seat sees it, where all stand so.
func (l *lattice) see(all *spread, seat rules.Seat, k int) {
	me, foe := &all.at[seat&1], &all.at[1-seat&1]
	l.open = surfaceSpots[k] &^ (me[k] | foe[k] | castleSpots[seat][k])
	l.goal = castleSpots[1-seat][k]
	l.exposed = 0
	l.hurdles.see(me, k)
}

// arm makes l what a knight on p sees, which is lifted: its square is empty for a jump.
func (l *lattice) arm(all *spread, seat rules.Seat, p spot) {
	k := p.lattice()
	var enemies hurdles
	enemies.see(&all.at[1-seat], k)
	empty := surfaceSpots[k]&^(all.at[White][k]|all.at[Black][k]) | p.bit()
	l.exposed = enemies.legs(empty) &^ l.goal
}

// from returns where legs lead from some squares.
func (l *lattice) from(w uint64) uint64 { return l.open & l.legs(w&^l.goal) }

// on returns the squares from where a leg leads on.
func (l *lattice) on() uint64 { return l.legs(l.open) }

// arouses reports whether some of the ways on to w lead a knight next to an exposed enemy.
func (l *lattice) arouses(w uint64) bool {
	for w&l.exposed == 0 {
		next := w | l.from(w)
		if next == w {
			return false
		}
		w = next
	}
	return true
}

// toward returns the direction of the leg from p to the square at the lowest bit of w, and its spot.
func (p spot) toward(w uint64) (d uint8, to spot) {
	to = p&^63 | spot(bits.TrailingZeros64(w))
	return headings[(to-p+width+1)&31], to
}

// headings are the directions by how many places farther legs lead, counted from the least.
var headings = [32]uint8{0: 0, 1: 1, 2: 2, width: 3, width + 2: 4, 2 * width: 5, 2*width + 1: 6, 2*width + 2: 7}
