package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// attacks declares attacks, calls them off and throws them.
type attacks struct{ knocks }

// strikeAs throws the attack that was put on the die, after other steps than it was declared after, if its attacker is still in the air.
func (r *attacks) strikeAs(steps []rules.Step, attack rules.Step) {
	if n := r.likeliest(steps); r.knock.struck && n != nil {
		k := &r.knock
		k.steps, k.attack, k.hands, k.state, k.meant = n.steps, attack, n.state.Hands(attack), n.state, true
		r.throw()
	}
}

// onDie takes a touch of a die, which nothing else is to read. On the die of an attack that is declared no more nothing is thrown.
func (r *attacks) onDie(t board.Touch) bool {
	switch d := &r.dice; {
	case d.rests && t.Square == d.on:
		if !t.Placed {
			d.rests, r.knock.struck = false, false
		}
		return true
	case d.rests && t.Placed && t.At-d.since <= together: // one piece may have closed both
		r.undeclare()
		return false
	case !t.Placed || d.rests || r.wood.Has(t.Square) || !r.closedWith(len(r.touches)+1, t).IsEmpty():
		return false
	}
	for _, d := range r.dice.offered {
		if t.Square == d.at || t.Square == d.second {
			r.denied, r.dice.on, r.dice.rests, r.dice.since, r.dice.spent = 0, t.Square, true, t.At, false
			return true
		}
	}
	return false
}

// undeclare forgets the declared attack. What rests on a die lies on the board from now on.
func (r *attacks) undeclare() {
	d := r.dice
	r.knock, r.dice = declaration{}, dice{}
	if d.rests {
		r.note(board.Touch{Square: d.on, Placed: true, At: r.last()})
		r.search()
	}
}

// Sort answers the question: the mixed pieces stand as the position has them, or they have changed places. An attack that was put on the
// die is thrown in the one case; in the other nothing is read for a throw until both were lifted and put down again.
func (r *attacks) Sort(exchanged bool) {
	m, n := r.mixed(), r.likeliest(r.knock.steps)
	if m == nil {
		return
	}
	r.doubts = slices.DeleteFunc(r.doubts, func(d Mixed) bool { return n.stands(d.A) == m.A && n.stands(d.B) == m.B })
	switch {
	case exchanged:
		r.toSwap, r.raised = *m, false
		r.undeclare()
	case r.knock.struck:
		r.throw()
	}
}

// knocked takes the tap that ends with t: it throws for a turn, declares an attack, or changes the one that is declared.
func (r *attacks) knocked(t board.Touch, lift uint16) {
	switch {
	case r.opens(t.Square, lift):
		r.thrown = true
	case !r.knock.on:
		if d, ok := r.declare(t.Square, lift); ok && (r.knock.rivals.IsEmpty() || r.knock.rivals.Has(t.Square)) {
			r.announce(d, lift, t.At)
		}
	case t.Square == r.knock.hands.Target && !r.dice.rests: // the knock says the attack anew, alone: the one before may have been idle
		if d, ok := r.declare(t.Square, lift); ok && d.hands.Attacker != r.knock.hands.Attacker {
			r.announce(d, lift, t.At) // it was put down elsewhere, and taken up again
		} else {
			r.joins(board.None, t.At)
		}
	case t.Square == r.knock.hands.Target || r.at(lift) > r.knock.litFrom+oneCause && r.joins(t.Square, t.At):
	case len(r.attacksOn(t.Square)) > 0: // of two that were knocked on one was touched idly, and nobody knows which
		r.knock = declaration{rivals: board.SetOf(t.Square, r.knock.hands.Target)}
	}
}

// announce makes d the declared attack, by the knock that began with touch number lift, and lights its die.
func (r *attacks) announce(d declaration, lift uint16, at time.Duration) {
	d.first, d.litFrom = lift, at
	r.knock = d
	r.offer()
}

// Cancel forgets the declared attack; it reports whether there was one.
func (r *attacks) Cancel() bool {
	defer r.undeclare()
	return r.knock.on
}

// Roll throws what is declared at that instant, as the die does, if it was lit for a quiet time and nothing else is in the air (rules 4 and 6).
func (r *attacks) Roll(at time.Duration) {
	if r.Ready(at) {
		r.throw()
	}
}

// throw takes the declared attack as thrown, unless it is asked first whether two like pieces have changed places, or what was done before.
func (r *attacks) throw() {
	if n := r.likeliest(r.knock.steps); r.mixed() != nil || len(r.unlike()) > 0 || n != nil && r.strange(n) {
		r.knock.struck = true
		return
	}
	r.take(append(slices.Clone(r.knock.steps), r.knock.attack))
	r.thrown, r.knock = true, declaration{}
}

// keepDeclared drops the declaration once its attacker is no longer in the air or its sequence no longer fits: putting the attacker down cancels.
func (r *attacks) keepDeclared(t board.Touch) {
	switch k := len(r.touches); {
	case r.knock.on:
		if n := r.likeliest(r.knock.steps); n == nil || !r.missing(n).Has(r.knock.hands.Attacker) {
			if lit := common(r.knock.steps, r.taken); len(r.reopened) < lit && t.At >= r.knock.litFrom+r.quiet {
				r.reopened = r.taken[:lit] // people have seen it
			}
			r.undeclare()
		}
	case t.Placed && len(r.dice.offered) > 0 && (k < 2 || r.touches[k-2].Square != t.Square) && !r.knock.rivals.Has(t.Square):
		r.undeclare() // it is in the hand no more
	}
}

// hesitate asks what has to be known before the attack is thrown that was put on the die.
func (r *attacks) hesitate(out *Reading) {
	out.Mixed = r.mixed()
	n, others := r.likeliest(r.knock.steps), r.unlike()
	if out.Mixed == nil && (len(others) > 0 || n != nil && r.strange(n)) {
		r.askBetween(n, len(n.steps), others)
		r.askAttacks()
	}
}

// askAttacks adds to each choice the attack that was declared after it, if it may have been: with the declared partner, or alone.
func (r *attacks) askAttacks() {
	for i, steps := range r.asked {
		if k := &r.knock; slices.Equal(steps, k.steps) {
			r.asked[i] = append(slices.Clip(steps), k.attack)
		} else if n := r.likeliest(steps); n != nil {
			for m := range r.strikes(n) {
				if h := m.Hands; h.Target == k.hands.Target && (h.Partner == k.hands.Partner || h.Partner == board.None && len(r.asked[i]) == len(steps)) {
					r.asked[i] = append(slices.Clip(steps), m.Step)
				}
			}
		}
	}
}
