package kaleidochess

import "reeve/board"

// freeToMove reports whether p may move at all: it is on the board, the die
// lets it (rule 6), and it is not imprisoned.
func (v *terrain) freeToMove(p piece) bool {
	f := v.at[p]
	return f != off && v.ground.moves[v.thrown]>>v.ground.kind[p]&1 != 0 && !v.held(f)
}

// held, hampered and spurred report whether Imprison, Weaken and Strengthen act
// on the piece on f: in a castle they rest, Weaken in a town, too (rule 10).
func (v *terrain) held(f board.Square) bool     { return v.bound.minus(v.ground.castles).has(f) }
func (v *terrain) hampered(f board.Square) bool { return v.weak.and(v.ground.plain).has(f) }
func (v *terrain) spurred(f board.Square) bool  { return v.strong.minus(v.ground.castles).has(f) }

// reach returns the fields to which p can move (rules 3, 11 and 15).
func (v *terrain) reach(p piece) fields {
	steps, crosses := v.span(p)
	return v.flood(v.at[p], kinds[v.ground.kind[p]].gait, steps, crosses).minus(v.own).minus(v.blocked)
}

// span returns how many steps p goes at most, and how many rounded lines it crosses.
func (v *terrain) span(p piece) (steps, crosses int) {
	k, from := v.ground.kind[p], v.at[p]
	steps, crosses = kinds[k].reach, kinds[k].crosses
	if v.spurred(from) {
		crosses = 2
		if k == wizard {
			steps, crosses = 4, maxCrosses
		}
	}
	if v.hampered(from) {
		crosses = 0
	}
	return steps, crosses
}

// flood returns the fields that a chain of 1 to reach steps enters, from and
// fields where nobody may land among them.
func (v *terrain) flood(from board.Square, gt gait, reach, crosses int) fields {
	stop := v.occupied.or(v.blocked) // entered perhaps, but not passed
	if gt == flies && v.options.has(flyOver) {
		stop = v.blocked
	}
	ways := &v.ground.ways[gt]
	switch {
	case v.barred == 0 && crosses >= reach:
		return floodFreely(ways, from, reach, stop)
	case v.barred == 0 && crosses == 1:
		return floodOnce(ways, from, reach, stop)
	}
	return v.floodLined(ways, gt, from, reach, crosses, stop)
}

// floodFreely is flood where no line matters.
func floodFreely(ways *[maxFields]ways, from board.Square, reach int, stop fields) fields {
	edge, reached := one(from), one(from)
	for n := 0; n < reach && !edge.empty(); n++ {
		var next fields
		for !edge.empty() {
			w := &ways[edge.pop()]
			next = next.or(w.along).or(w.across)
		}
		next = next.minus(reached)
		reached = reached.or(next)
		edge = next.minus(stop)
	}
	return reached
}

// floodOnce is flood across at most one line, the usual case: home holds the fields reached before the line,
// away those behind it.
func floodOnce(ways *[maxFields]ways, from board.Square, reach int, stop fields) fields {
	home, away := one(from), fields{}
	edge, edgeAway := home, away
	for n := 0; n < reach; n++ {
		var next, nextAway fields
		for !edge.empty() {
			w := &ways[edge.pop()]
			next = next.or(w.along)
			nextAway = nextAway.or(w.across)
		}
		for !edgeAway.empty() {
			nextAway = nextAway.or(ways[edgeAway.pop()].along)
		}
		next = next.minus(home)
		home = home.or(next)
		nextAway = nextAway.minus(home).minus(away)
		away = away.or(nextAway)
		edge, edgeAway = next.minus(stop), nextAway.minus(stop)
	}
	return home.or(away)
}

// floodLined is flood in layers, one for each rounded line crossed. It does not go on from a field that was
// reached with as few crossings before. Fliers cross a barred line with the first step only.
func (v *terrain) floodLined(ways *[maxFields]ways, gt gait, from board.Square, reach, crosses int, stop fields) (found fields) {
	var edge, reached [maxCrosses + 1]fields
	edge[0], reached[0] = one(from), one(from)
	barred := v.barred
	if gt == flies {
		barred = 0
	}
	for n := 1; n <= reach; n++ {
		var crossed, known, last fields // crossed: what came into this layer
		for c := 0; c <= crosses && c <= n; c++ {
			next := crossed
			crossed = fields{}
			for rest := edge[c]; !rest.empty(); {
				f := rest.pop()
				next = next.or(ways[f].along)
				crossed = crossed.or(v.across(&ways[f], f, barred))
			}
			known = known.or(reached[c])
			next = next.minus(known)
			known = known.or(next)
			reached[c] = reached[c].or(next)
			edge[c] = next.minus(stop)
			last = last.or(edge[c])
		}
		found = found.or(known)
		if barred = v.barred; last.empty() {
			break
		}
	}
	return found
}

// across returns the fields one step from f over a line that is not barred.
func (v *terrain) across(w *ways, f board.Square, barred uint8) fields {
	if barred == 0 {
		return w.across
	}
	open, line := fields{}, v.ground.ring[f] // line: the one on f's inner side
	if barred>>line&1 == 0 {
		open = w.in
	}
	if barred>>(line+1)&1 == 0 {
		open = open.or(w.out)
	}
	return open
}
