package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

// field is the pieces as they stand.
type field struct {
	occupied [2]circles // by seat
	at       [pieces]board.Square
	energy   [pieces]int8
	begins   [2]uint8 // options: the energy with which a seat's pieces begin, in percent of that of fresh ones
}

// most is the energy with which p began (rule 15).
func (f *field) most(p piece) int8 {
	full, percent := int(fullEnergy[kindOf[p]]), int(f.begins[p.owner()])
	return int8((full*percent + fullPercent - 1) / fullPercent)
}

// put moves p to sq, from wherever it is; None takes it off the board.
func (f *field) put(p piece, sq board.Square) {
	o := &f.occupied[p.owner()]
	if old := f.at[p]; old != board.None {
		*o &^= one(old)
	}
	if sq != board.None {
		*o |= one(sq)
	}
	f.at[p] = sq
}

// on returns seat's piece on sq, or nobody.
func (f *field) on(seat rules.Seat, sq board.Square) piece {
	if !f.occupied[seat].has(sq) {
		return nobody
	}
	base := int(seat) * perSide
	for i, at := range f.at[base : base+perSide] {
		if at == sq {
			return piece(base + i)
		}
	}
	return nobody
}

// all returns the occupied circles.
func (f *field) all() circles { return f.occupied[0] | f.occupied[1] }

// targets returns the enemies within the reach of p (rule 4).
func (f *field) targets(p piece) circles {
	return reach(p, f.at[p], f.all()) & f.occupied[1-p.owner()]
}

// canAct reports whether seat has any move or attack.
func (f *field) canAct(seat rules.Seat) bool {
	base := int(seat) * perSide
	occupied := f.all()
	for i, sq := range f.at[base : base+perSide] {
		if sq != board.None && reach(piece(base+i), sq, occupied)&^f.occupied[seat] != 0 {
			return true
		}
	}
	return false
}

// dead reports the dead position of rule 14.
func (f *field) dead() bool {
	for p, sq := range f.at {
		if sq == board.None || p%perSide == emperorAt {
			continue
		}
		if kindOf[p] != lackey || step[piece(p).owner()][lackey][sq] != 0 {
			return false
		}
	}
	return true
}

// Topology returns the 49 circles with their eight directions (rule 1).
func (f field) Topology() *board.Topology { return topology }

// Occupied returns the circles of all living pieces; nothing is hidden.
func (f field) Occupied(rules.Seat) board.Set {
	return board.Set{uint64(f.all())}
}

// At returns the living piece on sq; its State is its energy.
func (f field) At(sq board.Square) (rules.Man, bool) {
	for _, seat := range [2]rules.Seat{White, Black} {
		if p := f.on(seat, sq); p != nobody {
			return rules.Man{Owner: seat, Kind: uint8(kindOf[p]), State: int16(f.energy[p])}, true
		}
	}
	return rules.Man{}, false
}

// unreached says why sq is out of the reach of p: too far, or something is in the way.
func (f *field) unreached(p piece, sq board.Square) rules.Message {
	key := "no.reach"
	if reach(p, f.at[p], 0).has(sq) {
		key = "no.way"
	}
	return rules.Say(key, "piece", "@rolechess."+kindNames[kindOf[p]], "from", topology.Name(f.at[p]), "to", topology.Name(sq))
}
