package gesture

import (
	"cmp"
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// die is the empty square that is lit for a declared attack: put the attacker there, and it is thrown (rule 6). Each
// attack has a square of its own, so where one throws says what is thrown.
type die struct {
	attacker, partner, target board.Square
	at                        board.Square
	second                    board.Square // lit too after a while: nobody knows whether the first feels anything
}

// dice are the squares that were lit since the attacker was lifted, the one of the declared attack last, and the piece
// that rests on one of them. What stands there is in the hand, to all else that is read.
type dice struct {
	offered []die
	on      board.Square // where the attacker rests
	rests   bool
	since   time.Duration
	spent   bool // it has thrown, or there was a question: it has to be put there again
}

// How long the attacker rests on the die until it is thrown: longer where a partner may still join, for one that was
// tapped and not felt blinks on, and people see it.
const (
	roll     = 600 * time.Millisecond
	rollPair = 1200 * time.Millisecond
)

// dieAgain is how long nothing comes to the die until a second one is lit.
const dieAgain = 5 * time.Second

// offer lights a die for what is declared: the same again where it had one.
func (r *Reader) offer() {
	h := &r.knock.hands
	for i, d := range r.dice.offered {
		if d.attacker == h.Attacker && d.partner == h.Partner && d.target == h.Target {
			r.dice.offered = append(slices.Delete(r.dice.offered, i, i+1), d)
			return
		}
	}
	free := r.idleSquares()
	d := die{h.Attacker, h.Partner, h.Target, board.None, board.None}
	d.at = r.dieAmong(free)
	free.Remove(d.at)
	d.second = r.dieAmong(free)
	r.dice.offered = append(r.dice.offered, d)
}

// idleSquares are the empty squares to which nothing in the air may go, and that were no dice of another attack.
func (r *Reader) idleSquares() board.Set {
	free := r.base.Topology().All().Minus(r.wood).Minus(r.bad).Minus(r.spare)
	for _, d := range r.dice.offered {
		free.Remove(d.at)
		free.Remove(d.second)
	}
	clear(r.lit)
	for i := range r.nodes {
		n := &r.nodes[i]
		free = free.Minus(n.want)
		if at := (after{n.state, len(n.steps)}); !r.lit[at] {
			r.lit[at] = true
			free = free.Minus(r.goals(n))
		}
	}
	return free
}

// goals are the squares to which the pieces that n has in the air may be carried, and those on the way.
func (r *Reader) goals(n *node) (all board.Set) {
	air := r.missing(n)
	for _, m := range r.book.moves(n.state) {
		for _, c := range m.hands.Carries {
			if c != rules.NoCarry && (c.From == board.None || air.Has(c.From)) {
				all.Add(c.To)
				all = all.Union(m.hands.Via)
			}
		}
		if from := m.hands.Carries[0].From; m.hands.Cost > 0 && air.Has(from) {
			for _, l := range r.book.runs(start{n.state, from}) {
				all.Add(l.at)
			}
		}
	}
	return all
}

// dieAmong chooses a die: a square that hands have changed in this game, for that is known to feel; none beside the
// pieces of the attack; and of those the nearest to the attacker. None if there is none.
func (r *Reader) dieAmong(free board.Set) board.Square {
	on, h := r.base.Topology(), &r.knock.hands
	var beside board.Set
	for _, sq := range [...]board.Square{h.Attacker, h.Partner, h.Target} {
		if sq != board.None {
			beside = beside.Union(board.SetOf(on.Place(sq).Near...))
		}
	}
	from := on.Place(h.Attacker)
	cost := func(sq board.Square) (unknown, near int, far float64) {
		p := on.Place(sq)
		return count(!r.known.Has(sq)), count(beside.Has(sq)), (p.X-from.X)*(p.X-from.X) + (p.Y-from.Y)*(p.Y-from.Y)
	}
	best := board.None
	for sq := range free.All() {
		if best == board.None {
			best = sq
			continue
		}
		u, n, f := cost(sq)
		v, m, g := cost(best)
		if cmp.Or(cmp.Compare(u, v), cmp.Compare(n, m), cmp.Compare(f, g)) < 0 {
			best = sq
		}
	}
	return best
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// diceAt says where the attacker may be put now to throw.
func (r *Reader) diceAt(now time.Duration) (lit board.Set) {
	if !r.knock.on {
		return lit
	}
	d := r.dice.offered[len(r.dice.offered)-1]
	lit.Add(d.at)
	if now >= r.knock.litFrom+dieAgain {
		lit.Add(d.second)
	}
	return lit
}

// onDie takes a touch of a die, which nothing else is to read; false if it is none. A square that was a die for another
// attack is one still, on which nothing is thrown: the hand was on its way there.
func (r *Reader) onDie(t board.Touch) bool {
	switch d := &r.dice; {
	case d.rests && t.Square == d.on:
		if !t.Placed {
			d.rests, r.knock.struck = false, false
		}
		return true
	case !t.Placed || d.rests || r.wood.Has(t.Square):
		return false
	}
	for _, d := range r.dice.offered {
		if t.Square == d.at || t.Square == d.second {
			r.dice.on, r.dice.rests, r.dice.since, r.dice.spent = t.Square, true, t.At, false
			r.denied = 0
			return true
		}
	}
	return false
}

// rollsAt is when what is declared is thrown, for its attacker rests on its die; 0 for never.
func (r *Reader) rollsAt(now time.Duration) time.Duration {
	d := &r.dice
	if !r.knock.on || !d.rests || d.spent || !r.diceAt(now).Has(d.on) || !r.others().IsEmpty() {
		return 0
	}
	long := roll
	if r.knock.hands.Partner == board.None && !r.partners().IsEmpty() {
		long = rollPair
	}
	return max(d.since, r.last()) + long // and nothing else is touched
}

// Die is the square on which the attacker rests, or rested when it was thrown; None if it does not.
func (r *Reader) Die() board.Square {
	if !r.dice.rests {
		return board.None
	}
	return r.dice.on
}

// Rolling reports whether the attacker rests on its die: it is thrown soon.
func (r *Reader) Rolling() bool { return r.knock.on && r.dice.rests && !r.dice.spent }

// partners are the pieces that may join the declared attack.
func (r *Reader) partners() (all board.Set) {
	for _, m := range r.book.moves(r.knock.state) {
		if h := m.hands; h.Manner == rules.Knocked && h.Attacker == r.knock.hands.Attacker && h.Target == r.knock.hands.Target {
			all.Add(h.Partner)
		}
	}
	return all
}

// undeclare forgets the declared attack. What rests on a die lies on the board from now on.
func (r *Reader) undeclare() {
	on, rests := r.dice.on, r.dice.rests
	r.knock, r.dice = declaration{}, dice{}
	if rests {
		r.note(board.Touch{Square: on, Placed: true, At: r.last()})
		r.search()
	}
}
