package chessbattle

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// attack is a melee or a shot of what stands on one square at what stands on
// another (rules 16 to 28).
type attack struct {
	*field
	from, to board.Square
	shot     bool
}

// attackOf returns the attack that t is.
func (f *field) attackOf(t rules.Step) attack {
	return attack{f, board.Square(t.Arg[0]), board.Square(t.Arg[1]), t.Kind == kindShot}
}

func (a attack) attacker() piece { return a.on[a.from] }
func (a attack) target() piece   { return a.on[a.to] }

// reaches reports whether the target is where such a piece can attack it, whatever it
// can still spend.
func (a attack) reaches() bool {
	shooter := kindOf[a.attacker()] == crossbowmen
	if a.shot {
		return shooter && a.inRange(a.from, a.to)
	}
	_, near := a.direction(a.from, a.to)
	return near && !shooter
}

// automatic says how an attack with cards ends without a draw (rule 23 and the
// table of phase III): who falls, and whether it is so.
func (a attack) automatic() (attackerFalls, ok bool) {
	by, at := kindOf[a.attacker()], kindOf[a.target()]
	switch {
	case at == crossbowmen:
		return false, true
	case a.shot:
		return false, false
	case by == pikemen && at == knights:
		return false, true
	}
	return true, by == knights && at == pikemen
}

// draws returns how many cards the attacker and the target draw (rules 19 to 21).
func (a attack) draws() [2]uint8 {
	by, at := kindOf[a.attacker()], kindOf[a.target()]
	n := [2]uint8{1, 1}
	if a.shot && at == pikemen || !a.shot && by == knights {
		n[0] = 2
	}
	if at == knights {
		n[1] = 2
	}
	if !a.shot {
		n[0] += uint8(a.position())
	}
	for d := range dirs {
		sq := a.neighbour(a.from, d)
		if sq == noSquare || sq == a.to || a.on[sq] == nobody {
			continue
		}
		if _, near := a.direction(sq, a.to); near {
			n[a.side(a.on[sq])]++
		}
	}
	return [2]uint8{min(n[0], mostDraws), min(n[1], mostDraws)}
}

// side is 0 for a piece of the attacker's owner, 1 for one of the target's.
func (a attack) side(p piece) int {
	if p.owner() == a.attacker().owner() {
		return 0
	}
	return 1
}

// facingOf is the direction of ranks in which seat's pieces face (rule 20).
func facingOf(seat rules.Seat) int { return 1 - 2*int(seat) }

// position returns where an attack from a neighbouring square comes from, seen
// from the target (rule 20).
func (a attack) position() position {
	face := facingOf(a.target().owner())
	across := int(a.from)%files - int(a.to)%files
	ahead := (int(a.from)/files - int(a.to)/files) * face
	return table.from[across*face+1][ahead+1]
}

// extras are the squares of the pieces that an attack without chance may hit
// besides its target; of several one is to be chosen, or all fall.
type extras struct {
	at     [8]board.Square
	n      int
	choose bool
}

func (x *extras) list() []board.Square { return x.at[:x.n] }

func (x *extras) has(sq board.Square) bool { return slices.Contains(x.list(), sq) }

// extras returns whom a melee hits besides (rules 25 to 28): the enemies on the
// figure's yellow squares, and one only of them when an enemy unit stands on a blue
// one.
func (a attack) extras() (x extras) {
	pos := a.position()
	enemy := a.target().owner()
	away := int(a.to)%files - int(a.from)%files
	if away == 0 {
		away = 1
	}
	ahead := facingOf(enemy)
	for _, o := range table.yellow[pos] {
		if sq := offset(a.to, o[0]*away, o[1]*ahead, a.river); a.unitOf(enemy, sq) {
			x.at[x.n] = sq
			x.n++
		}
	}
	if x.n < 2 {
		return x
	}
	for _, o := range table.blue[pos] {
		if a.unitOf(enemy, offset(a.from, o[0]*away, o[1]*ahead, a.river)) {
			x.choose = true
		}
	}
	return x
}

// victims returns the squares of all that fall by t, this attack without chance,
// and whether the attacker falls too.
func (a attack) victims(t rules.Step) (fall board.Set, attackerFalls bool) {
	fall.Add(a.to)
	if a.shot {
		return fall, false
	}
	if t.N == 1 {
		fall.Add(board.Square(t.Arg[2]))
	} else {
		x := a.extras()
		for _, sq := range x.list() {
			fall.Add(sq)
		}
	}
	if kindOf[a.attacker()] != knights || a.position() == rear {
		return fall, false
	}
	for sq := range fall.All() {
		attackerFalls = attackerFalls || kindOf[a.on[sq]] == pikemen
	}
	return fall, attackerFalls
}
