package camelot

import "reeve/rules"

// field is the pieces as they stand, and what that leaves to the player to act.
type field struct {
	sides       [2]army // by seat
	order       order
	turn        rules.Seat
	castleMoves [2]uint8 // by seat
	bound       bool     // a capture is a duty: by rule 8, or by rule 12 of the piece that must leave
}

// put moves the i-th piece of seat to c, from wherever it is.
func (f *field) put(seat rules.Seat, i int, c cell) {
	a := &f.sides[seat&1]
	f.order.follow(seat, i, a.at[i], c)
	a.put(i, c)
}

// where returns where p stands.
func (f *field) where(p piece) cell { return f.sides[p.owner()].at[p%perSide] }

// own returns the pieces of the player to act.
func (f *field) own() *army { return &f.sides[f.turn&1] }

// foe returns those of the opponent.
func (f *field) foe() *army { return &f.sides[1-f.turn&1] }

// taken reports whether a piece stands on c.
func (f *field) taken(c cell) bool {
	return f.sides[White].occupied.has(c) || f.sides[Black].occupied.has(c)
}

// carry carries out a turn that is not refused, and reports whether it captured or entered the castle. all is where
// the pieces stand before and after.
func (f *field) carry(step *rules.Step, all *spread) (fresh bool) {
	from := cellOf[step.Arg[0]]
	to := from + legAt(step, 0).way()
	if step.Kind != kindPlain {
		to, fresh = f.leap(step, from)
	}
	f.put(f.turn, f.own().on(from), to)
	switch goal := 1 - f.turn; {
	case from.in(goal):
		f.castleMoves[f.turn]++
	case to.in(goal):
		fresh = true
	}
	all.follow(step, f.turn, to)
	return fresh
}

// leap takes off what a turn from c jumps, and returns where it ends and whether it jumped any.
func (f *field) leap(step *rules.Step, c cell) (end cell, jumped bool) {
	for i := range int(step.N) {
		l := legAt(step, i)
		if l.jump() {
			f.put(1-f.turn, f.foe().on(c+l.way()), gone)
			jumped = true
		}
		c += 2 * l.way()
	}
	return c, jumped
}

// decided returns how the pieces say that the game is over after a turn of
// mover (rules 15 and 16), 0 if they do not. fresh is what carry reports of that turn: else nobody has gone.
func (f *field) decided(mover rules.Seat, fresh bool) uint8 {
	if f.sides[mover&1].within(1-mover) == 2 {
		return whyCastle
	}
	if !fresh {
		return 0
	}
	mine, theirs := f.sides[mover].count(), f.sides[1-mover].count()
	switch {
	case theirs == 0 && mine >= 2:
		return whyCaptured
	case theirs <= 1 && mine <= 1:
		return whyBare
	}
	return 0
}

// reward returns who wins when a turn of mover ended the game for why.
func (f *field) reward(mover rules.Seat, why uint8) rules.Seats {
	if why == whyBare || why == whyStalemate && f.sides[mover].count() < 2 {
		return 0
	}
	return rules.SeatsOf(mover)
}
