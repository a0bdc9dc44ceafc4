package chessbattle

import "reeve/rules"

// orders are what the seat whose turn it is can still spend: command points, and
// the points of the unit in use (rules 13 and 14).
type orders struct {
	used        uint64 // units that acted this turn
	command     uint8  // command points left
	active      piece  // whose use it is
	moves, hits uint8  // its points left
}

// newOrders are those at the beginning of a turn.
func newOrders(points uint8) orders { return orders{command: points, active: nobody} }

// rest ends the use of the active unit.
func (o *orders) rest() { o.active, o.moves, o.hits = nobody, 0, 0 }

// acted reports whether p, a unit, has acted in this turn.
func (o *orders) acted(p piece) bool { return o.used&p.bit() != 0 }

// might is what a piece can still spend in this turn. The King's three are one
// (rule 13).
type might struct {
	moves, hits uint8
	whole       bool // nothing is spent: it may cross the river without a bridge
}

// might returns what p of the acting seat, whose King has so many points, can still
// spend.
func (o *orders) might(p piece, points uint8) might {
	switch k := kindOf[p]; {
	case k == king:
		return might{o.command, o.command, o.command == points}
	case p == o.active:
		return might{o.moves, o.hits, o.moves == paces[k]}
	case o.command > 0 && o.used&p.bit() == 0:
		return might{paces[k], blows[k], true}
	}
	return might{}
}

// spend takes what a step or an attack of p costs: of a unit movement and
// fighting points, and a command point if its use begins; of the King command.
func (o *orders) spend(p piece, moves, hits uint8) {
	k := kindOf[p]
	if k == king {
		o.command -= moves
		o.rest()
		return
	}
	if p != o.active {
		o.command--
		o.used |= p.bit()
		o.active, o.moves, o.hits = p, paces[k], blows[k]
	}
	o.moves -= moves
	o.hits -= hits
}

// lose takes a piece that fell away: lost in his own turn a King takes the rest of
// the turn's command with him (rule 13).
func (o *orders) lose(p, ownKing piece) {
	if p == o.active {
		o.rest()
	}
	if p == ownKing {
		o.command = 0
	}
}

// state is what rules.Man says of p.
func (o *orders) state(p piece) int16 {
	switch {
	case p == o.active:
		return manActive + 4*int16(o.moves)
	case o.acted(p):
		return manUsed
	}
	return manFresh
}

// refuse says why p, which stands on f and has nothing left to spend, cannot act.
func (o *orders) refuse(p piece, f *field) rules.Message {
	if kindOf[p] != king && p != o.active && !o.acted(p) {
		return rules.Say("no.command.points")
	}
	return rules.Say("no.act", "piece", kindKey(kindOf[p]), "at", squareName(f.at[p]))
}
