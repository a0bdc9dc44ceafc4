package camelot

// turns appends the turns of the i-th own piece, which stands on c.
func (s *scratch) turns(g *finder, i int, c cell) {
	g.square = squareOf[c]
	switch {
	case g.inGoal(c):
		s.castleMove(g, c)
	case s.bound:
		s.captures(g, i, c)
	default:
		g.plain(g.open.near(c))
		s.canters(g, i, c)
	}
}

// canters appends what the i-th own piece, on c, may begin with a canter leg.
func (s *scratch) canters(g *finder, i int, c cell) {
	p := spotOf[c]
	l := &g.lattices[p.lattice()]
	w := l.from(p.bit())
	switch {
	case w == 0:
	case i < knights:
		l.exposed = s.all.exposed[p.lattice()]
		g.lift(c)
		g.canter(l, p, w, 0)
		g.drop(c)
		l.exposed = 0
	default:
		g.canter(l, p, w, 0)
	}
}

// captures appends the turns of the i-th own piece, on c, that capture.
func (s *scratch) captures(g *finder, i int, c cell) {
	if s.all.exposed.has(spotOf[c]) {
		g.lift(c)
		g.jump(c, kindJump, 0)
		g.drop(c)
	}
	if i < knights && g.me.touch(c) {
		s.charges(g, c)
	}
}

// charges appends those of the knight on c that begin with a canter leg.
func (s *scratch) charges(g *finder, c cell) {
	var l lattice
	p := spotOf[c]
	l.see(&s.all, s.turn, p.lattice())
	l.arm(&s.all, s.turn, p)
	if w := l.from(p.bit()); l.exposed != 0 && l.arouses(w) {
		g.lift(c)
		g.charge(&l, p, w, 0)
		g.drop(c)
	}
}

// canter appends what goes on from p, after n legs, with a canter leg to one of w: canters,
// and a knight's charges. The piece never comes over its own start: it stands on a lattice,
// and leaps those of the other three.
func (g *finder) canter(l *lattice, p spot, w uint64, n uint8) {
	word, bit := g.way.at(n)
	before, on := *word, l.on()
	for ; w != 0; w &= w - 1 {
		d, to := p.toward(w)
		here := to.bit()
		*word = before | uint64(d)<<bit
		if here&l.exposed != 0 {
			l.open ^= here
			g.jump(cellOn[to], kindCharge, n+1)
			if on := l.from(here); l.arouses(on) {
				g.charge(l, to, on, n+1)
			}
			l.open ^= here
			continue
		}
		g.add(kindCanter, n+1)
		if here&on != 0 {
			l.open ^= here
			g.canter(l, to, l.from(here), n+1)
			l.open ^= here
		}
	}
	*word = before
}

// charge appends what goes on from p, after n legs, with a canter leg to one of w of a knight
// that must capture: by a duty, or by rule 9.
func (g *finder) charge(l *lattice, p spot, w uint64, n uint8) {
	word, bit := g.way.at(n)
	before := *word
	for ; w != 0; w &= w - 1 {
		d, to := p.toward(w)
		here := to.bit()
		*word = before | uint64(d)<<bit
		l.open ^= here
		if here&l.exposed != 0 {
			g.jump(cellOn[to], kindCharge, n+1)
		}
		g.charge(l, to, l.from(here), n+1)
		l.open ^= here
	}
	*word = before
}

// jump appends what goes on from c, after n legs, with a jump leg, each to its
// end (rule 5).
func (g *finder) jump(c cell, kind, n uint8) {
	word, bit := g.way.at(n)
	before := *word
	for w := leaps(&g.foe, &g.empty, c); w != 0; w &= w - 1 {
		d, way := w.first()
		over, to := c+way, c+2*way
		*word = before | uint64(jumpLeg|leg(d))<<bit
		g.take(over)
		if g.exposed(to) && !g.inGoal(to) {
			g.jump(to, kind, n+1)
		} else {
			g.add(kind, n+1)
		}
		g.untake(over)
	}
	*word = before
}
