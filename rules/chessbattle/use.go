package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// use is what a piece of who is to move can do now, with what it can still spend
// (rules 13 to 17).
type use struct {
	*field
	piece piece
	might might
	sure  bool // attacks are without chance
}

func (u use) from() board.Square { return u.at[u.piece] }

// stepCost returns the movement points of a step in direction d (rule 14).
func stepCost(d int) uint8 {
	if d < straights {
		return 1
	}
	return 2
}

// blow returns what a melee in direction d takes; false if too little is left (rule 14).
func (u use) blow(d int) (moves, hits uint8, ok bool) {
	switch k, m := kindOf[u.piece], u.might; {
	case k == crossbowmen:
		return 0, 0, false
	case k == pikemen:
		return paces[k], blows[k], m.moves == paces[k]
	case m.hits == 0:
		return 0, 0, false
	case d < straights:
		return 1, 1, true
	case m.moves >= 2 && m.hits >= 2:
		return 2, 2, true
	default:
		return min(m.moves, 2), 1, true
	}
}

// crossing returns where the piece may cross the river without a bridge, or noSquare
// (rule 14).
func (u use) crossing() board.Square {
	if !u.river || !u.might.whole || u.bridged(u.from()) {
		return noSquare
	}
	return facing(u.from())
}

// moveCost returns the movement points that a legal step takes; a crossing
// without a bridge takes all.
func (u use) moveCost(to board.Square) uint8 {
	from := u.from()
	switch {
	case u.crosses(from, to) && !u.bridged(from):
		return u.might.moves
	case from%files == to%files || from/files == to/files:
		return 1
	}
	return 2
}

// attackCost returns the points that a legal attack takes.
func (u use) attackCost(a attack) (moves, hits uint8) {
	if a.shot {
		return paces[crossbowmen], blows[crossbowmen]
	}
	d, _ := u.direction(a.from, a.to)
	moves, hits, _ = u.blow(d)
	return moves, hits
}

// legal appends the steps and attacks.
func (u use) legal(dst []rules.Step) []rules.Step {
	f, from, m, me := u.field, u.from(), u.might, u.piece.owner()
	for d, to := range u.row() {
		switch {
		case !standing(to):
		case f.on[to] == nobody:
			if m.moves >= stepCost(d) {
				dst = append(dst, pathStep(me, kindMove, from, to))
			}
		case f.on[to].owner() != me:
			if _, _, ok := u.blow(d); ok {
				dst = u.legalStrikes(dst, to)
			}
		}
	}
	if to := u.crossing(); to != noSquare && f.on[to] == nobody {
		dst = append(dst, pathStep(me, kindMove, from, to))
	}
	return u.legalShots(dst)
}

// row are the neighbours by direction, over a bridge too.
func (u use) row() [8]board.Square {
	from := u.from()
	row := near[u.water()][from]
	if u.bridged(from) {
		row[overBridge(from)] = facing(from)
	}
	return row
}

// attacks appends the attacks, in the order of legal.
func (u use) attacks(dst []rules.Step) []rules.Step {
	for d, to := range u.row() {
		if !u.own(1-u.piece.owner(), to) {
			continue
		}
		if _, _, ok := u.blow(d); ok {
			dst = u.legalStrikes(dst, to)
		}
	}
	return u.legalShots(dst)
}

func (u use) legalShots(dst []rules.Step) []rules.Step {
	if kindOf[u.piece] != crossbowmen || u.might.moves != paces[crossbowmen] {
		return dst
	}
	from, me := u.from(), u.piece.owner()
	for to := range shots[u.water()][from].All() {
		if u.own(1-me, to) {
			dst = append(dst, pathStep(me, kindShot, from, to))
		}
	}
	return dst
}

// legalStrikes appends the strikes at to: one, or one for each extra kill that must
// be chosen between.
func (u use) legalStrikes(dst []rules.Step, to board.Square) []rules.Step {
	me := u.piece.owner()
	if u.sure {
		if x := (attack{u.field, u.from(), to, false}).extras(); x.choose {
			for _, sq := range x.list() {
				dst = append(dst, choiceStep(me, u.from(), to, sq))
			}
			return dst
		}
	}
	return append(dst, pathStep(me, kindStrike, u.from(), to))
}

// refuse says why t, a step or an attack of the piece, is not legal.
func (u use) refuse(t rules.Step) rules.Message {
	switch t.Kind {
	case kindMove:
		return u.refuseMove(t)
	case kindStrike:
		return u.refuseStrike(t)
	}
	return u.refuseShot(t)
}

func (u use) refuseMove(t rules.Step) rules.Message {
	from, to := u.from(), board.Square(t.Arg[1])
	switch {
	case t != pathStep(t.By, kindMove, from, to):
		return rules.Say("no.now")
	case u.on[to] != nobody:
		if why := u.refuse(u.attackStep(to)); !why.IsZero() {
			return why // nor can it be attacked
		}
		return rules.Say("no.attack", "at", squareName(to))
	case to == u.crossing():
		return rules.Message{}
	}
	d, ok := u.direction(from, to)
	switch {
	case !ok && u.river && facing(from) == to:
		return rules.Say("no.cross")
	case !ok:
		return rules.Say("no.step", "to", squareName(to), "from", squareName(from))
	}
	return unless(u.might.moves >= stepCost(d), rules.Say("no.diagonal"))
}

// attackStep is how the piece attacks: with a shot, if it can shoot at all.
func (u use) attackStep(to board.Square) rules.Step {
	kind := kindStrike
	if kindOf[u.piece] == crossbowmen {
		kind = kindShot
	}
	return pathStep(u.piece.owner(), kind, u.from(), to)
}

func (u use) refuseStrike(t rules.Step) rules.Message {
	from, to, extra := u.from(), board.Square(t.Arg[1]), board.Square(t.Arg[2])
	chosen := t == choiceStep(t.By, from, to, extra)
	if !chosen && t != pathStep(t.By, kindStrike, from, to) {
		return rules.Say("no.now")
	}
	d, ok := u.direction(from, to)
	switch {
	case !u.own(1-t.By, to):
		return rules.Say("no.nobody", "at", squareName(to))
	case !ok:
		return rules.Say("no.reach", "piece", kindKey(kindOf[u.piece]), "from", squareName(from), "to", squareName(to))
	case kindOf[u.piece] == crossbowmen:
		return rules.Say("no.melee")
	}
	if _, _, ok = u.blow(d); !ok {
		return rules.Say("no.fight", "piece", kindKey(kindOf[u.piece]), "at", squareName(from))
	}
	return u.refuseChoice(u.attackOf(t), extra, chosen)
}

// refuseChoice says why an attack cannot be with the extra kill that is chosen, or
// without one.
func (u use) refuseChoice(a attack, extra board.Square, chosen bool) rules.Message {
	var x extras
	if u.sure {
		x = a.extras()
	}
	switch {
	case x.choose && !chosen:
		return rules.Say("no.two")
	case chosen && !x.choose:
		return rules.Say("no.nothing.choose")
	case chosen && !x.has(extra):
		return rules.Say("no.besides", "at", squareName(extra))
	}
	return rules.Message{}
}

func (u use) refuseShot(t rules.Step) rules.Message {
	from, to := u.from(), board.Square(t.Arg[1])
	switch {
	case t != pathStep(t.By, kindShot, from, to):
		return rules.Say("no.now")
	case kindOf[u.piece] != crossbowmen:
		return rules.Say("no.shoot", "piece", kindKey(kindOf[u.piece]))
	case u.might.moves != paces[crossbowmen]:
		return rules.Say("no.shot")
	case !u.own(1-t.By, to):
		return rules.Say("no.nobody", "at", squareName(to))
	}
	if !u.inRange(from, to) {
		return rules.Say("no.range", "to", squareName(to), "from", squareName(from))
	}
	return rules.Message{}
}
