package camelot

import "math/bits"

// reach returns the squares of open that ways over open lead to from at, and at itself.
func (l *lattice) reach(at, open uint64) uint64 {
	for {
		once := at | open&l.legs(at&^l.goal)
		twice := once | open&l.legs(once&^l.goal)
		if twice == once {
			return twice
		}
		at = twice
	}
}

// within is how many legs there are between squares of w.
func (l *lattice) within(w uint64) int {
	return bits.OnesCount64(w&l.right&(w>>1)) + bits.OnesCount64(w&l.up&(w>>width)) +
		bits.OnesCount64(w&l.upRight&(w>>(width+1))) + bits.OnesCount64(w&l.upLeft&(w>>(width-1)))
}

// ways is how many ways over open begin with one of first, squares a leap from where the piece stands. Where they make
// no ring they are as many as their squares.
func (l *lattice) ways(first, open uint64) int {
	squares := l.reach(first, open)
	n := bits.OnesCount64(first)
	if all := bits.OnesCount64(squares); l.within(squares)+n == all {
		return all
	}
	for rest := first &^ l.goal; rest != 0; {
		p := l.patch(rest&-rest, open)
		for w := rest & p.squares; w != 0; w &= w - 1 {
			n += l.waysOn(&p, w&-w, open)
		}
		rest &^= p.squares
	}
	return n
}

// patch is squares that ways lead to from each other.
type patch struct {
	squares uint64
	size    int    // how many squares
	rings   int    // how many legs there are more than to reach them all
	ring    uint64 // its squares, if there is one
}

// patch returns that of at, among the squares of open.
func (l *lattice) patch(at, open uint64) patch {
	squares := l.reach(at, open)
	p := patch{squares: squares, size: bits.OnesCount64(squares)}
	if p.rings = l.within(squares) - p.size + 1; p.rings == 1 {
		p.ring = l.ring(squares)
	}
	return p
}

// waysOn is how many ways lead on from at, a square of p: one to each other square, and a second one, round the ring, to
// each that does not hang on the same square of the ring.
func (l *lattice) waysOn(p *patch, at, open uint64) int {
	switch p.rings {
	case 0:
		return p.size - 1
	case 1:
		return 2*p.size - 1 - l.hanging(p, at)
	}
	open &^= at
	return l.ways(open&l.legs(at), open)
}

// hanging is how many squares of p hang, as at does, on one square of its ring, that one included.
func (l *lattice) hanging(p *patch, at uint64) int {
	off := p.squares &^ p.ring
	if at&p.ring == 0 {
		at = p.ring & l.legs(l.reach(at, off))
	}
	return bits.OnesCount64(l.reach(at, off))
}

// ring takes from w, in which there is one ring, what hangs on it: again and again where no two legs lead.
func (l *lattice) ring(w uint64) uint64 {
	for {
		next := w & l.twice(w)
		if next == w {
			return w
		}
		w = next
	}
}

// twice returns the squares to which two legs or more lead from w.
func (l *lattice) twice(w uint64) uint64 {
	a, b := (w&l.right)<<1, w>>1&l.right
	two, one := a&b, a|b
	a, b = (w&l.up)<<width, w>>width&l.up
	two, one = two|a&b|one&(a|b), one|a|b
	a, b = (w&l.upRight)<<(width+1), w>>(width+1)&l.upRight
	two, one = two|a&b|one&(a|b), one|a|b
	a, b = (w&l.upLeft)<<(width-1), w>>(width-1)&l.upLeft
	return two | a&b | one&(a|b)
}

// charges is how many charges over open lead on from at, where chains says how many chains of jumps begin on each of the
// squares exposed.
func (l *lattice) charges(at, open, exposed uint64, chains *[64]uint16) (n int) {
	first := open & l.legs(at&^l.goal)
	squares := l.reach(first, open)
	if exposed &= squares; exposed == 0 {
		return 0
	}
	if l.within(squares|at) == bits.OnesCount64(squares) { // one way to each
		for w := exposed; w != 0; w &= w - 1 {
			n += int(chains[bits.TrailingZeros64(w)&63])
		}
		return n
	}
	for w := first; w != 0; w &= w - 1 {
		here := w & -w
		if here&exposed != 0 {
			n += int(chains[bits.TrailingZeros64(w)&63])
		}
		n += l.charges(here, open&^here, exposed, chains)
	}
	return n
}
