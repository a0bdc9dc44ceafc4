package dungeonchess

import (
	"reeve/board"
	"reeve/rules"
)

// The kinds of steps.
const (
	kindDeal     uint8 = iota + 1 // seat, card, card, the cards rising
	kindKeep                      // card
	kindMove                      // from, to
	kindCapture                   // from, to
	kindTeleport                  // from, to
	kindRansom                    // character, entry square
	kindPass                      //
)

func dealStep(seat rules.Seat, low, high uint8) rules.Step {
	return rules.Step{By: rules.Chance, Kind: kindDeal, Arg: [rules.StepArgs]uint8{uint8(seat), low, high}}
}

func keepStep(by rules.Seat, card uint8) rules.Step {
	return rules.Step{By: by, Kind: kindKeep, Arg: [rules.StepArgs]uint8{card}}
}

// goStep is a move, a capture or a teleport, by kind.
func goStep(by rules.Seat, kind uint8, from, to board.Square) rules.Step {
	return rules.Step{By: by, Kind: kind, Arg: [rules.StepArgs]uint8{uint8(from), uint8(to)}}
}

func ransomStep(by rules.Seat, p piece, to board.Square) rules.Step {
	return rules.Step{By: by, Kind: kindRansom, Arg: [rules.StepArgs]uint8{uint8(p), uint8(to)}}
}

func passStep(by rules.Seat) rules.Step { return rules.Step{By: by, Kind: kindPass} }

// Legal appends the legal steps: deals by cards, cards to keep by seat, moves,
// captures and teleports by character and way, then ransoms, then the pass.
func (s State) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }

func (s *State) legal(dst []rules.Step) []rules.Step {
	switch s.phase {
	case deal:
		return s.deals(dst)
	case keep:
		for seat := South; seat < seats; seat++ {
			if s.active().Has(seat) && !s.hasKept(seat) {
				dst = append(dst, keepStep(seat, s.dealt[seat][0]), keepStep(seat, s.dealt[seat][1]))
			}
		}
	case turn:
		before := len(dst)
		for p := first(s.turn); p < first(s.turn)+perSeat; p++ {
			if s.at[p] < maxSquares {
				dst = s.moves(dst, p)
			}
		}
		stuck := len(dst) == before
		if dst = s.ransoms(dst); stuck {
			dst = append(dst, passStep(s.turn))
		}
	}
	return dst
}

func (s *State) deals(dst []rules.Step) []rules.Step {
	seat := s.without(s.hasCards)
	for low := uint8(1); low <= cards; low++ {
		for high := low + 1; high <= cards; high++ {
			if s.onDeck(low) && s.onDeck(high) {
				dst = append(dst, dealStep(seat, low, high))
			}
		}
	}
	return dst
}

// moves appends what p, which stands on the board, may do.
func (f *field) moves(dst []rules.Step, p piece) []rules.Step {
	from, worn, rays := f.at[p], f.worn(p), f.rays(p)
	for i := range rays {
		r := &rays[i]
		free, captures := f.along(p, r)
		for _, to := range r.to[:free] {
			if to != worn {
				dst = append(dst, goStep(p.owner(), kindMove, from, to))
			}
		}
		if captures && r.to[free] != worn {
			dst = append(dst, goStep(p.owner(), kindCapture, from, r.to[free]))
		}
	}
	if to := f.jump(p); to != board.None {
		dst = append(dst, goStep(p.owner(), kindTeleport, from, to))
	}
	return dst
}

// ransoms appends the ransoms of rule 9.
func (s *State) ransoms(dst []rules.Step) []rules.Step {
	if s.ransomed || s.chests[s.turn] == 0 {
		return dst
	}
	for p := first(s.turn); p < first(s.turn)+perSeat; p++ {
		if s.at[p] < maxSquares {
			continue
		}
		for _, to := range table.entries[s.turn] {
			if s.on[to] == nobody {
				dst = append(dst, ransomStep(s.turn, p, to))
			}
		}
	}
	return dst
}
