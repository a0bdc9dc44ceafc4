package camelot

import (
	"math/bits"
	"slices"

	"reeve/board"
	"reeve/rules"
)

// tally is how many steps the player to act has, and by what they were counted. It is kept for its room: of on, canters
// and chains only what a position has written is read.
type tally struct {
	lattices [4]lattice
	legs     spots         // from where legs lead on
	on       [4][64]uint16 // how many canters lead on from such a square
	plain    [16]uint8     // plain moves, by piece
	canters  [256]uint16   // canters and charges, by the spot of a piece from where legs lead on
	charging uint16        // the knights that have charges
	chains   [64]uint16    // of jumps, by where on its lattice a knight begins them
	room     []rules.Step
}

// Pick returns the step of Legal that pick chooses. It counts instead of listing, but where duties and castles leave few.
func (s *scratch) Pick(pick func(n int) int) (step rules.Step, ok bool) {
	if s.tally == nil {
		s.tally = new(tally)
	}
	t := s.tally
	if s.over || s.bound || s.own().within(White)+s.own().within(Black) > 0 {
		t.room = s.Legal(t.room[:0])
		return rules.PickOf(t.room, pick)
	}
	n := pick(t.count(s))
	own := s.own()
	for w := own.standing; ; w &= w - 1 {
		i := firstPiece(w)
		c := own.at[i]
		p := spotOf[c]
		plain := int(t.plain[i])
		all := plain + int(t.canters[p]&-uint16(t.legs[p.lattice()]>>(p&63)&1))
		switch {
		case n >= all:
			n -= all
			continue
		case n < plain:
			step.By, step.Kind, step.N, step.Arg[0], step.Arg[1] = s.turn, kindPlain, 1, uint8(squareOf[c]), listed[s.walks(c)&255][n&7]
		case t.charging>>i&1 != 0:
			step = t.list(s, i, c)[n-plain]
		default:
			t.canter(&step, s.turn, squareOf[c], p, n-plain)
		}
		return step, true
	}
}

// count returns how many steps there are: none is a duty, and nobody is in a castle.
func (t *tally) count(s *scratch) (sum int) {
	turn := s.turn & 1
	var open cells
	for i := range open {
		open[i] = land[turn][i] &^ (s.sides[White].occupied[i] | s.sides[Black].occupied[i])
	}
	own := s.own()
	for w := own.standing; w != 0; w &= w - 1 {
		i := firstPiece(w)
		n := bits.OnesCount64(open.from(own.at[i]-back) & around)
		t.plain[i] = uint8(n)
		sum += n
	}
	t.charging = 0
	for k := range t.lattices {
		l := &t.lattices[k]
		l.see(&s.all, turn, k)
		t.legs[k] = l.on() &^ l.goal
		if movers := t.legs[k] & s.all.at[turn][k]; movers != 0 {
			sum += t.countOn(s, k, movers)
		}
	}
	return sum
}

// countOn counts what movers, on the k-th lattice, may begin with a canter leg.
func (t *tally) countOn(s *scratch, k int, movers uint64) (sum int) {
	l, legs, on := &t.lattices[k], t.legs[k], &t.on[k]
	first := l.from(movers)
	for rest := first & legs; rest != 0; {
		p := l.patch(rest&-rest, l.open)
		n := p.size - 1
		for w := rest & p.squares; w != 0; w &= w - 1 {
			if p.rings > 0 {
				n = l.waysOn(&p, w&-w, l.open)
			}
			on[bits.TrailingZeros64(w)&63] = uint16(n)
		}
		rest &^= p.squares
	}
	exposed := s.all.exposed[k] & (first | l.open&legs)
	for ; movers != 0; movers &= movers - 1 {
		first := l.from(movers & -movers)
		n := bits.OnesCount64(first)
		for w := first & legs; w != 0; w &= w - 1 {
			n += int(on[bits.TrailingZeros64(w)&63])
		}
		p := spot(k<<6 | bits.TrailingZeros64(movers))
		if exposed != 0 {
			n = t.charges(s, p, first, exposed, n)
		}
		t.canters[p] = uint16(n)
		sum += n
	}
	return sum
}

// charges returns n, how many canters the piece on p has, but for a knight that comes next to exposed enemies how many
// canters and charges.
func (t *tally) charges(s *scratch, p spot, first, exposed uint64, n int) int {
	i := slices.Index(s.own().at[:knights], cellOn[p])
	if i < 0 {
		return n
	}
	l := &t.lattices[p.lattice()]
	if exposed &= l.reach(first, l.open); exposed == 0 {
		return n
	}
	t.charging |= 1 << i
	var v perspective
	v.see(&s.field)
	v.lift(cellOn[p])
	for w := exposed; w != 0; w &= w - 1 {
		to := p&^63 | spot(bits.TrailingZeros64(w))
		t.chains[to&63] = uint16(v.chains(cellOn[to]))
	}
	return l.ways(first&^exposed, l.open&^exposed) + l.charges(p.bit(), l.open, exposed, &t.chains)
}

// chains is how many chains of jumps begin on c, that of no jump if there is no other.
func (v *perspective) chains(c cell) (n int) {
	w := leaps(&v.foe, &v.empty, c)
	if w == 0 || v.inGoal(c) {
		return 1
	}
	for ; w != 0; w &= w - 1 {
		_, way := w.first()
		v.take(c + way)
		n += v.chains(c + 2*way)
		v.untake(c + way)
	}
	return n
}

// list lists what the i-th piece, on c, may begin with a canter leg.
func (t *tally) list(s *scratch, i int, c cell) []rules.Step {
	g := finder{by: s.turn, square: squareOf[c], lattices: t.lattices, dst: t.room[:0]}
	g.see(&s.field)
	s.canters(&g, i, c)
	t.room = g.dst
	return t.room
}

// canter makes step the n-th canter from p.
func (t *tally) canter(step *rules.Step, by rules.Seat, start board.Square, p spot, n int) {
	var way path
	k, legs := p.lattice(), uint8(0)
	l := &t.lattices[k]
	open := l.open
	for w := l.from(p.bit()); ; {
		d, to := p.toward(w)
		rest := open &^ to.bit()
		next := rest & l.legs(to.bit()&^l.goal)
		if others := w & (w - 1); others != 0 {
			here := 1
			switch {
			case t.legs[k]&to.bit() == 0:
			case legs == 0:
				here += int(t.on[k][to&63])
			default:
				here += l.ways(next, rest)
			}
			if n >= here {
				n, w = n-here, others
				continue
			}
		}
		way.setLeg(legs, leg(d))
		if legs++; n == 0 {
			way.write(step, by, kindCanter, start, legs)
			return
		}
		n, p, w, open = n-1, to, next, rest
	}
}
