package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// ground is the river and its bridges.
type ground struct {
	river   bool  // option river
	bridges uint8 // files with a bridge
}

// water is the index of the tables that differ with the river.
func (g *ground) water() int { return int(bit(g.river)) }

// bridged reports whether a bridge leads from sq over the river.
func (g *ground) bridged(sq board.Square) bool {
	return g.river && facing(sq) != noSquare && g.bridges&(1<<(sq%files)) != 0
}

// neighbour returns the square next to sq in direction d, over a bridge too.
func (g *ground) neighbour(sq board.Square, d int) board.Square {
	if d == overBridge(sq) && g.bridged(sq) {
		return facing(sq)
	}
	return near[g.water()][sq][d]
}

// overBridge is the direction from a bank over the river.
func overBridge(bank board.Square) int {
	if bank < home {
		return north
	}
	return south
}

// direction returns in which direction b is a's neighbour; false if it is none (rule 16).
func (g *ground) direction(a, b board.Square) (int, bool) {
	for d := range dirs {
		if to := g.neighbour(a, d); to == b && to != noSquare {
			return d, true
		}
	}
	return 0, false
}

// inRange reports whether a shot from one square reaches another (rule 17).
func (g *ground) inRange(from, to board.Square) bool { return shots[g.water()][from].Has(to) }

// crosses reports whether a step leads over the water, on a bridge or not.
func (g *ground) crosses(from, to board.Square) bool { return g.river && (from < home) != (to < home) }

// bridgeNames are the files with a bridge.
func (g *ground) bridgeNames() []string {
	list := []string{}
	for f := range uint8(files) {
		if g.bridges&(1<<f) != 0 {
			list = append(list, fileName(f))
		}
	}
	return list
}

// field is the ground, and where every piece is on it.
type field struct {
	ground
	at   [pieces]board.Square // noSquare: off the board; unbought: there is no such piece
	on   [squares]piece       // the same by square; nobody: it is free
	held [2]area              // the squares of each side's pieces, which at says too: search asks at every position
	up   [2]band              // the pieces on them
}

func emptyField(river bool) field {
	f := field{ground: ground{river: river}}
	for sq := range f.on {
		f.on[sq] = nobody
	}
	for p := range f.at {
		f.at[p] = unbought
		if kindOf[p] >= units {
			f.at[p] = noSquare
		}
	}
	return f
}

// put moves p to sq, from wherever it is; noSquare takes it off the board.
func (f *field) put(p piece, sq board.Square) {
	seat := p.owner()
	held, one := &f.held[seat], band(1)<<(p%perSide)
	f.up[seat] &^= one
	if old := f.at[p]; standing(old) {
		f.on[old] = nobody
		held.flip(old)
	}
	if standing(sq) {
		f.on[sq] = p
		held.flip(sq)
		f.up[seat] |= one
	}
	f.at[p] = sq
}

// stands reports whether p is on the board.
func (f *field) stands(p piece) bool { return standing(f.at[p]) }

// own reports whether a piece of seat stands on sq.
func (f *field) own(seat rules.Seat, sq board.Square) bool {
	return standing(sq) && f.on[sq] != nobody && f.on[sq].owner() == seat
}

// unitOf reports whether a unit or the King of seat stands on sq.
func (f *field) unitOf(seat rules.Seat, sq board.Square) bool {
	return f.own(seat, sq) && kindOf[f.on[sq]] != camp
}

// forces appends the units of seat on the board and its King, by number.
func (f *field) forces(seat rules.Seat, list []piece) []piece {
	base := piece(seat) * perSide
	for rest := f.up[seat] & ofForces; rest != 0; rest &= rest - 1 {
		list = append(list, base+rest.first())
	}
	return list
}

// camps counts the camps of seat that stand.
func (f *field) camps(seat rules.Seat) int { return (f.up[seat] & ofCamps).count() }

// bought returns how many units of kind k seat has, fallen ones among them.
func (f *field) bought(seat rules.Seat, k kind) (n int) {
	for n < int(most[k]) && f.at[pieceOf(seat, k, n)] != unbought {
		n++
	}
	return n
}

// armyCost returns what seat's units have cost.
func (f *field) armyCost(seat rules.Seat) (cost int) {
	for k := range units {
		cost += f.bought(seat, k) * price[k]
	}
	return cost
}

// lost returns why seat has lost (rule 29), 0 if it has not.
func (f *field) lost(seat rules.Seat) why {
	switch up := f.up[seat]; {
	case up&ofCamps == 0:
		return whyCamps
	case up&ofForces == 0:
		return whyUnits
	}
	return 0
}

// worth returns twice the value of what seat has left (rule 30).
func (f *field) worth(seat rules.Seat) (sum int) {
	var room [perSide]piece
	for _, p := range f.forces(seat, room[:0]) {
		sum += price[kindOf[p]]
	}
	return sum * (2 + f.camps(seat))
}

// wealthier returns who has more left, nobody if it is equal.
func (f *field) wealthier() rules.Seats {
	switch white, black := f.worth(White), f.worth(Black); {
	case white > black:
		return rules.SeatsOf(White)
	case black > white:
		return rules.SeatsOf(Black)
	}
	return 0
}

// value returns what all of seat's units have cost, in whatever numbers.
func (f *field) value(seat rules.Seat) (cost int) {
	for k := range units {
		for n := range int(most[k]) {
			if f.at[pieceOf(seat, k, n)] != unbought {
				cost += price[k]
			}
		}
	}
	return cost
}
