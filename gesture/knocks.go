package gesture

import (
	"cmp"
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
	"reeve/rules/legal"
)

// knocks is the attack that is declared, and its die (rules 6 and 7).
type knocks struct {
	sealing
	knock  declaration
	dice   dice
	thrown bool // the last of taken is an attack that has been thrown, or the next turn opens with a throw
}

// declaration is an attack whose target has been knocked on, and that is lit (rule 6).
type declaration struct {
	on      bool
	steps   []rules.Step // the steps before it, taken or implied
	attack  rules.Step
	hands   rules.Hands
	state   rules.State   // the position it is declared in
	litFrom time.Duration // since when exactly this has been lit
	first   uint16        // the touch by which its target was lifted for the knock
	struck  bool          // it was put on the die, and waits for an answer
	meant   bool          // the answer was this attack
	rivals  board.Set     // none is on, for both were knocked on: who knocks on one of them again means it
}

// dice are the squares lit since the attacker was lifted, that of the declared attack last, and the piece that rests on one: to all else it is in the hand.
type dice struct {
	offered []die
	on      board.Square // where the attacker rests
	rests   bool
	since   time.Duration
	spent   bool // it has thrown, or there was a question: it has to be put there again
}

// die is the empty square that is lit for a declared attack, for each one of its own: put the attacker there, and it is thrown (rule 6).
type die struct {
	attacker, partner, target board.Square
	at                        board.Square
	second                    board.Square // lit too after a while: nobody knows whether the first feels anything
}

// offer lights a die for what is declared: the same again where it had one.
func (r *knocks) offer() {
	h := &r.knock.hands
	for i, d := range r.dice.offered {
		if d.attacker == h.Attacker && d.partner == h.Partner && d.target == h.Target {
			r.dice.offered = append(slices.Delete(r.dice.offered, i, i+1), d)
			return
		}
	}
	at := append(r.dieAmong(r.idleSquares()), board.None, board.None)
	r.dice.offered = append(r.dice.offered, die{h.Attacker, h.Partner, h.Target, at[0], at[1]})
}

// idleSquares are the empty squares to which nothing in the air may go, and that were no dice of another attack.
func (r *knocks) idleSquares() board.Set {
	free := r.base.Topology().All().Minus(r.wood).Minus(r.bad).Minus(r.spare)
	for _, d := range r.dice.offered {
		free.Remove(d.at)
		free.Remove(d.second)
	}
	lit := map[rules.State]bool{}
	for i := range r.nodes {
		n := &r.nodes[i]
		free = free.Minus(n.want)
		if !lit[n.state] {
			lit[n.state] = true
			free = free.Minus(r.goals(n))
		}
	}
	return free
}

// dieAmong sorts what may be a die, the best first: squares that hands have changed in this game, for those are known to feel; none beside
// the pieces of the attack; and of those the nearest to the attacker.
func (r *knocks) dieAmong(free board.Set) []board.Square {
	on, h := r.base.Topology(), &r.knock.hands
	beside := board.SetOf(slices.Concat(on.Place(h.Attacker).Near, on.Place(h.Target).Near)...)
	if h.Partner != board.None {
		beside = beside.Union(board.SetOf(on.Place(h.Partner).Near...))
	}
	return slices.SortedStableFunc(free.All(), func(a, b board.Square) int {
		return cmp.Or(count(r.known.Has(b))-count(r.known.Has(a)), count(beside.Has(a))-count(beside.Has(b)), cmp.Compare(on.Distance(h.Attacker, a), on.Distance(h.Attacker, b)))
	})
}

// diceAt says where the attacker may be put now to throw.
func (r *knocks) diceAt(now time.Duration) (lit board.Set) {
	if r.knock.on {
		d := r.dice.offered[len(r.dice.offered)-1]
		if lit.Add(d.at); now >= r.knock.litFrom+dieAgain {
			lit.Add(d.second)
		}
	}
	return lit
}

// rollsAt is when what is declared is thrown, for its attacker rests on its die; 0 for never.
func (r *knocks) rollsAt(now time.Duration) time.Duration {
	if rolling, before := r.Rolling(now); !rolling || !before.IsEmpty() {
		return 0
	}
	long := roll
	switch {
	case r.dice.since < r.knock.litFrom+r.quiet: // nobody has seen it: the hand may have been on its way there
		long = longQuiets * r.quiet
	case r.knock.hands.Partner == board.None && !r.partners().IsEmpty():
		long = rollPair
	}
	return max(r.dice.since, r.last()) + long // and nothing else is touched
}

// Die is the square on which the attacker rests, or rested when it was thrown; None if it does not.
func (r *knocks) Die() board.Square {
	if !r.dice.rests {
		return board.None
	}
	return r.dice.on
}

// Rolling reports whether the attacker rests on its die: it is thrown soon, once what stood on the squares before is back.
func (r *knocks) Rolling(now time.Duration) (rolling bool, before board.Set) {
	if d := &r.dice; !r.knock.on || !d.rests || d.spent || !r.diceAt(now).Has(d.on) {
		return false, board.Set{}
	}
	return true, r.others()
}

// attacksOn are those of the declared attacker on a target, alone and with each partner.
func (r *knocks) attacksOn(target board.Square) (found []legal.Move) {
	for _, m := range r.legal.Moves(r.knock.state) {
		if h := m.Hands; h.Manner == rules.Knocked && h.Attacker == r.knock.hands.Attacker && h.Target == target {
			found = append(found, m)
		}
	}
	return found
}

// partners are the pieces that may join the declared attack.
func (r *knocks) partners() (all board.Set) {
	for _, m := range r.attacksOn(r.knock.hands.Target) {
		all.Add(m.Hands.Partner)
	}
	return all
}

// mixed returns the question that has to be answered before the declared attack may be thrown.
func (r *knocks) mixed() *Mixed {
	n := r.likeliest(r.knock.steps)
	if !r.knock.on || n == nil {
		return nil
	}
	h := r.knock.hands
	for _, d := range r.doubts {
		a, b := n.stands(d.A), n.stands(d.B)
		if in := board.SetOf(h.Attacker, h.Partner, h.Target); in.Has(a) || in.Has(b) {
			return &Mixed{a, b}
		}
	}
	return nil
}

// stillUntil is when what rests on its die may be thrown, or a second die is lit; 0 for never.
func (r *knocks) stillUntil(now time.Duration) time.Duration {
	if due := r.rollsAt(now); due != 0 {
		return r.attention.before(due, now)
	}
	if again := r.knock.litFrom + dieAgain; r.knock.on && now < again {
		return again
	}
	return 0
}

// Ready reports whether what is declared can be thrown at that instant.
func (r *knocks) Ready(at time.Duration) bool {
	return r.knock.on && at >= r.knock.litFrom+r.quiet && r.others().IsEmpty()
}

// joins makes the declared attack one with the partner on sq, in place of another, or with None one of the attacker alone; false if there is none such.
func (r *knocks) joins(sq board.Square, at time.Duration) bool {
	if r.knock.hands.Partner == sq {
		return true
	}
	for _, m := range r.attacksOn(r.knock.hands.Target) {
		if m.Hands.Partner == sq {
			r.knock.attack, r.knock.hands, r.knock.litFrom, r.knock.struck = m.Step, m.Hands, at, false
			r.offer()
			return true
		}
	}
	return false
}

// strange reports whether wood lay astray before the attack, or an attacker was pushed there, or n gives up what was sealed once or long lit, or a step before it
// was told by the wood alone and had not been lit for long when the attacker was lifted; and nobody has said so.
func (r *knocks) strange(n *node) bool {
	return (n.odd > 0 || r.extraWood(n) || !begins(n.steps, r.reopened) || r.before() < r.dark && !r.longLit(r.dark-1, r.at(r.seen.lastLift[r.knock.hands.Attacker]))) && !r.said()
}

// said reports whether a question was answered with what was done before the declared attack, or with it.
func (r *knocks) said() bool {
	return r.knock.meant || len(r.chosen) > 0 && slices.Equal(r.chosen, r.knock.steps)
}

// unlike returns the sequences that explain as well what was done before the first knock, but have done other things.
func (r *knocks) unlike() (found []*node) {
	n := r.likeliest(r.knock.steps)
	if n == nil || r.said() && r.spoken >= r.at(r.firstKnock()) {
		return nil
	}
	for i := range r.everything(n.cost() + 4) { // see asLikely
		m := &r.wide[i]
		if m.placed < r.firstKnock() && m.air <= n.air && r.heeds(m) && len(m.steps) >= len(r.chosen) && !m.blind && r.leftover(m).Within(r.echoes) && m.state != n.state && r.attacksToo(m, n) {
			found = append(found, m)
		}
	}
	return found
}

// firstKnock is the touch by which the target was lifted for the knock, or the last where touches were retaken since.
func (r *knocks) firstKnock() uint16 { return min(r.knock.first, uint16(len(r.touches))) }

// attacksToo reports whether a piece that m has in the air may have knocked for the attack declared in n: another piece, or on another, or the same from
// the same square, or if it brushed where m has it later; or on another square, held where m has it.
func (r *knocks) attacksToo(m, n *node) bool {
	from, set, lift := r.knock.hands.Attacker, &r.seen.lastPlace, &r.seen.lastLift
	for other := range r.strikes(m) {
		at, target := other.Hands.Attacker, other.Hands.Target
		piece := m.on(at).piece
		may := at == from && m.guess.IsEmpty() || piece != n.on(from).piece || set[at] > set[from]
		if target != r.knock.hands.Target {
			may = set[target] > lift[at] && r.occupancy.raised[piece] <= lift[at]
		}
		if may && r.asLikely(m, n, at) && r.lifted(piece, m) <= lift[at] {
			return true
		}
	}
	return false
}

// asLikely reports whether hands may as likely have attacked from at in m as they did in n. Who was held while others were played counts on either
// side; the knock was nothing else in m, and whoever was slid there would have been dropped, if n has put nobody there. One thing more is asked
// about where all that m has moved stand, but for who attacks in n; else another is in the hand, for no more than n.
func (r *knocks) asLikely(m, n *node, at board.Square) bool {
	from := r.knock.hands.Attacker
	held := func(n *node, up uint16) int { return count(up > 0 && up < n.placed) }
	stands := m.filled.Minus(r.faulty).Minus(board.SetOf(from, m.stands(n.on(from).piece))).Within(r.wood)
	dropped := m.slidLast() && !n.filled.Has(m.ways[len(m.ways)-1].at)
	return m.cost()+held(m, r.seen.lastLift[at]) <= n.cost()+held(n, r.seen.lastLift[from])+count(stands)+count(n.placed >= r.firstKnock())+count(dropped)
}

// others returns what is in the air beside the attacker: nothing is thrown before it is accounted for (rule 4).
func (r *knocks) others() board.Set {
	if n := r.likeliest(r.knock.steps); n != nil {
		return r.missing(n).Minus(board.SetOf(r.knock.hands.Attacker))
	}
	return board.Set{}
}

// Declared returns the squares of the attack that waits for its die: its attackers, initiator first, and the target.
func (r *knocks) Declared() (attackers []board.Square, target board.Square, on bool) {
	if h := &r.knock.hands; r.knock.on {
		attackers, target = slices.DeleteFunc([]board.Square{h.Attacker, h.Partner}, func(sq board.Square) bool { return sq == board.None }), h.Target
	}
	return attackers, target, r.knock.on
}
