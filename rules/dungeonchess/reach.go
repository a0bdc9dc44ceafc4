package dungeonchess

import (
	"reeve/board"
	"reeve/rules"
)

// along returns how many squares of r p, which stands on the board, may move
// to, and whether it may capture who stands on the next one (rules 5 to 7 and
// 10). What it has done often enough and teleports are other questions.
func (s *State) along(p piece, r *ray) (free int, captures bool) {
	for i, sq := range r.to[:r.n] {
		if victim := s.on[sq]; victim != nobody {
			return i, s.takes(p, victim)
		}
	}
	return int(r.n), false
}

// rays returns the ways of p, which stands on the board.
func (s *State) rays(p piece) []ray {
	star := &table.star[table.kindOf[p]][s.at[p]]
	return star.rays[:star.n]
}

// reaches reports whether p, which stands on the board, may go to sq by a move
// or by a capture.
func (s *State) reaches(p piece, sq board.Square) bool {
	rays := s.rays(p)
	for i := range rays {
		for n, to := range rays[i].to[:rays[i].n] {
			if to == sq {
				free, captures := s.along(p, &rays[i])
				return n < free || n == free && captures
			}
		}
	}
	return false
}

// takes reports whether p may capture victim, which stands in the hall within
// its reach (rules 7 and 10).
func (s *State) takes(p, victim piece) bool {
	return victim.owner() != p.owner() && !table.entry[s.at[p]] && !s.spared(victim.owner())
}

// spared reports whether seat's last character cannot be captured (rule 10).
func (s *State) spared(seat rules.Seat) bool { return s.players > 2 && s.inPlay(seat) == 1 }

// worn returns where p may not go because it has made that move often enough
// (rule 6), None if there is no such square.
func (s *State) worn(p piece) board.Square {
	r := &s.runs[p.owner()]
	switch {
	case r.n < mostRepeats || r.man != p:
		return board.None
	case s.at[p] == r.a:
		return r.b
	case s.at[p] == r.b:
		return r.a
	}
	return board.None
}

// jump returns where p may teleport, None if nowhere (rule 8).
func (s *State) jump(p piece) board.Square {
	to := table.partner[p.owner()][s.at[p]]
	if to == board.None || s.on[to] != nobody || to == s.worn(p) {
		return board.None
	}
	return to
}

// canMove reports whether seat has a legal move; a ransom is none.
func (s *State) canMove(seat rules.Seat) bool {
	for p := first(seat); p < first(seat)+perSeat; p++ {
		if s.at[p] < maxSquares && (s.jump(p) != board.None || s.canWalk(p)) {
			return true
		}
	}
	return false
}

// canWalk reports whether p, which stands on the board, may move or capture.
func (s *State) canWalk(p piece) bool {
	rays, worn := s.rays(p), s.worn(p)
	for i := range rays {
		free, captures := s.along(p, &rays[i])
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
func (s *State) stuck() bool {
	return s.without(func(s *State, seat rules.Seat) bool { return !s.canMove(seat) }) == noSeat
}

// decided reports the end of rule 11: all players but one, and of two players
// one, have a single character on the board.
func (s *State) decided() bool {
	single := 0
	for seat := South; seat < seats; seat++ {
		if s.seated().Has(seat) && s.inPlay(seat) == 1 {
			single++
		}
	}
	return single >= int(s.players)-1
}
