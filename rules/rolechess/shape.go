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
	aimed    [2]uint16   // by seat: its pieces but the Emperor that can be attacked now, a bit for each place in men
	strikers [2]duo      // by seat: who can attack the enemy Emperor in the next turn
	best     [2]duo      // by seat: of all that are left
}

// shapes are those that a search has seen last, by their hashes: pieces come to stand the
// same way by other throws, and by the same moves after other attacks. Four or sixteen times
// as many are no faster.
type shapes [1 << shapesBits]shape

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

// lookAnew looks at where the pieces stand.
func (s *scratch) lookAnew() {
	s.shape = shape{placed: s.placed}
	for p := range s.shape.aims {
		s.shape.aims[p] = duo{kinds, kinds}
	}
	var who [squares]piece
	for p, sq := range s.at {
		if sq != board.None {
			who[sq] = piece(p)
		}
	}
	s.lookAt(White, 1, &who)
	s.lookAt(Black, -1, &who)
	for p, d := range s.shape.aims {
		if d[0] != kinds && p%perSide != emperorAt {
			s.shape.aimed[p/perSide] |= 1 << (p % perSide)
		}
	}
}

// byStrength are the places in men, the strongest attackers first.
var byStrength = [perSide]int{0, 1, 12, 13, 3, 4, 5, 6, 7, 8, 9, 10, 11, emperorAt}

// lookAt notes what seat can attack and how near it is, counted times sign.
func (s *scratch) lookAt(seat rules.Seat, sign int8, who *[squares]piece) {
	base, victim := int(seat)*perSide, int(1-seat)*perSide+emperorAt
	all, enemies, goal := s.all(), s.occupied[1-seat], s.at[victim]
	best, soon := duo{kinds, kinds}, kinds
	var from [kinds]circles
	if goal != board.None {
		near := near3[goal] & s.occupied[seat] &^ one(s.at[base+emperorAt])
		s.shape.nearby += sign * int8(bits.OnesCount64(uint64(near)))
		from = s.sources(seat, goal, all)
	}
	for _, i := range byStrength {
		p := piece(base + i)
		sq, k := s.at[p], kindOf[p]
		if sq == board.None {
			continue
		}
		best.add(k)
		to := reach(p, sq, all)
		for t := to & enemies; t != 0; t &= t - 1 {
			s.shape.aims[who[t.first()]].add(k)
		}
		comes := to&^all&from[k] != 0
		if comes && soon == kinds && !to.has(goal) {
			soon = k
		}
		if comes || to.has(goal) {
			s.shape.comers += sign
		}
	}
	s.shape.best[seat] = best
	s.shape.strikers[seat] = s.shape.aims[victim].with(soon)
}

// sources are the circles from which pieces of seat reach goal, by their kinds.
func (s *scratch) sources(seat rules.Seat, goal board.Square, all circles) (from [kinds]circles) {
	for k := range kinds {
		from[k] = step[1-seat][k][goal]
	}
	from[adjutant] |= slide(goal, all, 1)
	from[guard] |= slide(goal, all, 0) & near3[goal]
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
