package dungeonchess

import (
	"reeve/board"
	"reeve/rules"
)

// along returns how many squares of r the character p may move over, and whether it may capture on the next one
// (rules 5 to 7 and 10). p stands on the board. Repetition and teleports are separate questions.
func (f *field) along(p piece, r *ray) (free int, captures bool) {
	for i, sq := range r.to[:r.n] {
		if victim := f.on[sq]; victim != nobody {
			return i, f.takes(p, victim)
		}
	}
	return int(r.n), false
}

// rays returns the ways of p, which stands on the board.
func (f *field) rays(p piece) []ray {
	star := &table.star[table.kindOf[p]][f.at[p]]
	return star.rays[:star.n]
}

// reaches reports whether p, which stands on the board, may go to sq by a move
// or by a capture.
func (f *field) reaches(p piece, sq board.Square) bool {
	rays := f.rays(p)
	for i := range rays {
		for n, to := range rays[i].to[:rays[i].n] {
			if to == sq {
				free, captures := f.along(p, &rays[i])
				return n < free || n == free && captures
			}
		}
	}
	return false
}

// takes reports whether p may capture victim, which stands in the hall within
// its reach (rules 7 and 10).
func (f *field) takes(p, victim piece) bool {
	return victim.owner() != p.owner() && !table.entry[f.at[p]] && !f.spared(victim.owner())
}

// spared reports whether seat's last character cannot be captured (rule 10).
func (f *field) spared(seat rules.Seat) bool { return f.players > 2 && f.inPlay(seat) == 1 }

// worn returns where p may not go because it has made that move often enough
// (rule 6), None if there is no such square.
func (f *field) worn(p piece) board.Square {
	r := &f.runs[p.owner()]
	switch {
	case r.n < mostRepeats || r.man != p:
		return board.None
	case f.at[p] == r.a:
		return r.b
	case f.at[p] == r.b:
		return r.a
	}
	return board.None
}

// jump returns where p may teleport, None if nowhere (rule 8).
func (f *field) jump(p piece) board.Square {
	to := table.partner[p.owner()][f.at[p]]
	if to == board.None || f.on[to] != nobody || to == f.worn(p) {
		return board.None
	}
	return to
}

// canMove reports whether seat has a legal move; a ransom is none.
func (f *field) canMove(seat rules.Seat) bool {
	for p := first(seat); p < first(seat)+perSeat; p++ {
		if f.at[p] < maxSquares && (f.jump(p) != board.None || f.canWalk(p)) {
			return true
		}
	}
	return false
}

// canWalk reports whether p, which stands on the board, may move or capture.
func (f *field) canWalk(p piece) bool {
	rays, worn := f.rays(p), f.worn(p)
	for i := range rays {
		free, captures := f.along(p, &rays[i])
		if captures {
			free++
		}
		if free > 1 || free == 1 && rays[i].to[0] != worn {
			return true
		}
	}
	return false
}

// stuck reports whether no player has a legal move (rule 11).
func (f *field) stuck() bool {
	return f.without(func(seat rules.Seat) bool { return !f.canMove(seat) }) == noSeat
}

// decided reports the end by rule 11: all players but one have a single character on the board; with two
// players, one.
func (f *field) decided() bool {
	single := 0
	for seat := South; seat < seats; seat++ {
		if f.seated().Has(seat) && f.inPlay(seat) == 1 {
			single++
		}
	}
	return single >= int(f.players)-1
}
