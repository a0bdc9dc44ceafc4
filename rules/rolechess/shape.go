package rolechess

import (
	"math/bits"

	"reeve/board"
	"reeve/rules"
)

// shape is the part of the evaluation that depends on where the pieces stand alone: a throw that kills nobody
// leaves it as it is.
type shape struct {
	placed   uint64      // hash of where they stand
	nearby   int8        // White's pieces near the enemy Emperor, minus Black's
	comers   int8        // those that can attack it in their next turn, minus Black's
	aims     [pieces]duo // who can attack each piece now
	aimed    uint32      // the pieces that can be attacked now, a bit for each
	strikers [2]duo      // by seat: who can attack the enemy Emperor in the next turn
	best     [2]duo      // by seat: of all that are left
}

// shapes caches the shapes that a search saw last, by hash: transpositions, and the same moves after other
// throws, hit it. Caches four or sixteen times as large are no faster.
type shapes []shape

const shapesBits = 8

// look brings shape up to the position, from the cache if it is there.
func (s *scratch) look() {
	placed := s.places()
	if s.shape.placed == placed {
		return
	}
	if s.seen == nil { // of no search
		s.shape.lookAnew(&s.field, placed)
		return
	}
	kept := &s.seen[placed>>(64-shapesBits)]
	if kept.placed == placed {
		s.shape = *kept
		return
	}
	s.shape.lookAnew(&s.field, placed)
	*kept = s.shape
}

// noShape is the shape of an empty board.
var noShape = func() (v shape) {
	for p := range v.aims {
		v.aims[p] = none
	}
	return v
}()

// lookAnew computes the shape of pieces whose places have that hash.
func (v *shape) lookAnew(f *field, placed uint64) {
	*v = noShape
	v.placed = placed
	var who [places]piece
	for p, sq := range f.at {
		who[sq%places] = piece(p) // those off the board come where nobody looks
	}
	v.lookAt(f, White, 1, &who)
	v.lookAt(f, Black, -1, &who)
}

// lookAt adds what seat attacks, and how near it is to the enemy Emperor, times sign. Its pieces are a set of
// bits in the order of byStrength.
func (v *shape) lookAt(f *field, seat rules.Seat, sign int8, who *[places]piece) {
	base, victim := int(seat)*perSide, int(1-seat)*perSide+emperorAt
	all, enemies := f.all(), f.occupied[1-seat]
	var goal circles
	var from [kindRoom]circles // free circles from which the enemy Emperor is attacked, by kind
	if at := f.at[victim]; at != board.None {
		near := near3[at] & f.occupied[seat] &^ one(f.at[base+emperorAt])
		v.nearby += sign * int8(bits.OnesCount64(uint64(near)))
		goal = one(at)
		sources(seat, at, all, &from)
	}
	to := f.reached(seat, all)
	var alive, attack, hit, come uint32 // those that are left, attack anybody, and the Emperor, now, or in the next turn
	for i, m := range byStrength {
		bit, now := uint32(1)<<i, to[i]&goal
		if f.at[base+int(m)] != board.None {
			alive |= bit
		}
		if to[i]&enemies != 0 {
			attack |= bit
		}
		if now != 0 {
			hit |= bit
		}
		if now|to[i]&from[ofStrength[i]%kindRoom] != 0 {
			come |= bit
		}
	}
	for ; attack != 0; attack &= attack - 1 {
		i := bits.TrailingZeros32(attack) % sideRoom
		v.aim(ofStrength[i], to[i]&enemies, who)
	}
	v.comers += sign * int8(bits.OnesCount32(come))
	v.best[seat] = duoOf(strongestOf(alive), strongestOf(alive&(alive-1)))
	v.strikers[seat] = v.aims[victim].with(strongestOf(come &^ hit))
}

// aim adds a piece of kind k as an attacker of targets. Pieces come in the order of their strength.
func (v *shape) aim(k kind, targets circles, who *[places]piece) {
	for ; targets != 0; targets &= targets - 1 {
		p := who[targets.first()%places]
		v.aimed |= 1 << p
		v.aims[p] = joined[v.aims[p]%duos][k%kindRoom]
	}
}

// reached returns what each piece of seat reaches, in the order of byStrength; see reach.
func (f *field) reached(seat rules.Seat, all circles) (to [sideRoom]circles) {
	men := f.at[int(seat)*perSide:][:perSide]
	for i, m := range byStrength {
		to[i] = step[seat][ofStrength[i]][men[m]%places]
	}
	for i := range 2 {
		a, g := men[adjutantsAt+i]%places, men[guardsAt+i]%places
		to[i] |= slide(a, all, 1)
		to[4+i] |= slide(g, all, 0) & near3[g]
	}
	return to
}

// sources finds the free circles from which each kind of seat reaches goal: reach is symmetric but for the
// direction of Lackeys, so it is the reach of an enemy from goal.
func sources(seat rules.Seat, goal board.Square, all circles, from *[kindRoom]circles) {
	for k := range kinds {
		from[k] = step[1-seat][k][goal] &^ all
	}
	from[adjutant] |= slide(goal, all, 1) &^ all
	from[guard] |= slide(goal, all, 0) & near3[goal] &^ all
}
