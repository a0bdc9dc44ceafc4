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

func (c *course) legal(dst []rules.Step) []rules.Step {
	switch c.phase {
	case deal:
		return c.deals(dst)
	case keep:
		return c.keeps(dst)
	case turn:
		before := len(dst)
		for p := first(c.turn); p < first(c.turn)+perSeat; p++ {
			if c.at[p] < maxSquares {
				dst = c.moves(dst, p)
			}
		}
		stuck := len(dst) == before
		if dst = c.ransoms(dst); stuck {
			dst = append(dst, passStep(c.turn))
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
func (c *course) ransoms(dst []rules.Step) []rules.Step {
	if c.ransomed || c.chests[c.turn] == 0 {
		return dst
	}
	for p := first(c.turn); p < first(c.turn)+perSeat; p++ {
		if c.at[p] < maxSquares {
			continue
		}
		for _, to := range table.entries[c.turn] {
			if c.on[to] == nobody {
				dst = append(dst, ransomStep(c.turn, p, to))
			}
		}
	}
	return dst
}
