package rolechess

import (
	"math/bits"

	"reeve/board"
	"reeve/rules"
)

// shape is what is counted of where the pieces stand: throws that kill nobody leave it.
type shape struct {
	placed   uint64      // hash of where they stand
	nearby   int8        // White's pieces near the enemy Emperor, minus Black's
	comers   int8        // those that can attack it in their next turn, minus Black's
	aims     [pieces]duo // who can attack each piece now
	aimed    uint32      // the pieces that can be attacked now, a bit for each
	strikers [2]duo      // by seat: who can attack the enemy Emperor in the next turn
	best     [2]duo      // by seat: of all that are left
}

// shapes are those that a search has seen last, by their hashes: pieces come to stand the
// same way by other throws, and by the same moves after other attacks. Four or sixteen times
// as many are no faster.
type shapes []shape

const shapesBits = 8

// duo are the kinds of the two strongest attackers there are; kinds stands for nobody.
type duo [2]kind

// add puts a piece no stronger than those that are in it.
func (d *duo) add(k kind) {
	switch {
	case d[0] == kinds:
		d[0] = k
	case d[1] == kinds:
		d[1] = k
	}
}

// look makes the shape known.
func (s *scratch) look() {
	placed := s.places()
	if s.shape.placed == placed {
		return
	}
	if s.seen == nil { // of no search
		s.lookAnew()
		return
	}
	kept := &s.seen[placed>>(64-shapesBits)]
	if kept.placed == placed {
		s.shape = *kept
		return
	}
	s.lookAnew()
	*kept = s.shape
}

// noShape is that of nobody.
var noShape = func() (v shape) {
	for p := range v.aims {
		v.aims[p] = duo{kinds, kinds}
	}
	return v
}()

// lookAnew looks at where the pieces stand.
func (s *scratch) lookAnew() {
	s.shape = noShape
	s.shape.placed = s.placed
	var who [squares]piece
	for p, sq := range s.at {
		if sq != board.None {
			who[sq] = piece(p)
		}
	}
	s.lookAt(White, 1, &who)
	s.lookAt(Black, -1, &who)
}

// scout is what is needed to look at what a seat can attack.
type scout struct {
	all, enemies, goal circles
	from               [kinds]circles // free circles from which the enemy Emperor is attacked
	who                *[squares]piece
	best               duo
	soon               kind // the strongest that attacks the enemy Emperor after a move, and not at once
	comers             int8
}

// lookAt notes what seat can attack and how near it is, counted times sign.
func (s *scratch) lookAt(seat rules.Seat, sign int8, who *[squares]piece) {
	base, victim := int(seat)*perSide, int(1-seat)*perSide+emperorAt
	c := scout{all: s.all(), enemies: s.occupied[1-seat], who: who, best: duo{kinds, kinds}, soon: kinds}
	if goal := s.at[victim]; goal != board.None {
		near := near3[goal] & s.occupied[seat] &^ one(s.at[base+emperorAt])
		s.shape.nearby += sign * int8(bits.OnesCount64(uint64(near)))
		c.goal = one(goal)
		c.from = sources(seat, goal, c.all)
	}
	men, lackeys := s.at[base:base+perSide], placesOf[lackey]
	for _, i := range [...]int{0, 1, 12, 13, 3, 4} { // the strongest attackers first
		if sq := men[i]; sq != board.None {
			s.note(&c, kindOf[i], reach(piece(base+i), sq, c.all))
		}
	}
	for _, sq := range men[lackeys[0]:lackeys[1]] {
		if sq != board.None {
			s.note(&c, lackey, step[seat][lackey][sq])
		}
	}
	if sq := men[emperorAt]; sq != board.None {
		s.note(&c, emperor, step[seat][emperor][sq])
	}
	s.shape.comers += sign * c.comers
	s.shape.best[seat] = c.best
	s.shape.strikers[seat] = s.shape.aims[victim].with(c.soon)
}

// note counts one piece, no stronger than those before, that gets to the circles of to.
func (s *scratch) note(c *scout, k kind, to circles) {
	c.best.add(k)
	for t := to & c.enemies; t != 0; t &= t - 1 {
		p := c.who[t.first()]
		s.shape.aimed |= 1 << p
		s.shape.aims[p].add(k)
	}
	now, comes := to&c.goal != 0, to&c.from[k] != 0
	if comes && !now && c.soon == kinds {
		c.soon = k
	}
	if comes || now {
		c.comers++
	}
}

// sources are the free circles from which pieces of seat reach goal, by their kinds.
func sources(seat rules.Seat, goal board.Square, all circles) (from [kinds]circles) {
	for k := range kinds {
		from[k] = step[1-seat][k][goal]
	}
	from[adjutant] |= slide(goal, all, 1)
	from[guard] |= slide(goal, all, 0) & near3[goal]
	for k := range from {
		from[k] &^= all
	}
	return from
}

// with is d after a piece has moved there, of which the strongest one is of kind soon.
func (d duo) with(soon kind) duo {
	if soon != kinds && (d[1] == kinds || attackOf[soon] > attackOf[d[1]]) {
		if d[0] == kinds {
			return duo{soon, kinds}
		}
		return duo{d[0], soon}
	}
	return d
}
