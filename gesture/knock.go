package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// declaration is an attack whose target has been knocked on, and that is lit (rule 6).
type declaration struct {
	on      bool
	steps   []rules.Step // the steps before it, taken or implied
	attack  rules.Step
	hands   rules.Hands
	state   rules.State   // the position it is declared in
	litFrom time.Duration // since when exactly this has been lit
	first   uint16        // the touch by which its target was lifted for the knock
	brief   bool          // the knock was shorter than hands knock
	struck  bool          // it was put on the die, and waits for an answer
	meant   bool          // the answer was this attack
}

// knocked reports whether a tap was a knock: one that declared an attack, changed or threw
// it, or that threw for a turn.
func (r *Reader) knocked(t board.Touch, lift uint16) bool {
	knocks := !r.flinched(t)
	if knocks && r.opens(t.Square, lift) {
		if r.thrown = !r.momentary(t); !r.thrown {
			r.opening = t
		}
		return true
	}
	switch {
	case r.knock.on && r.lapsed() && r.declared(t, lift):
		return true
	case r.knock.on && t.Square == r.knock.hands.Target:
		r.knock.brief = r.knock.brief && r.momentary(t)
		return true
	case r.knock.on && r.at(lift) > r.knock.litFrom && r.partner(t):
		return true
	case r.knock.on && r.another(t.Square):
		r.knock = declaration{}
		return true
	case r.knock.on && !r.wood.Has(r.knock.hands.Target):
		return false // in the middle of a knock
	}
	return r.declared(t, lift)
}

// declared reports whether the tap that ends with t declares an attack, which nobody declares while another piece
// attacks.
func (r *Reader) declared(t board.Touch, lift uint16) bool {
	d, ok := r.declare(t.Square, lift)
	if ok = ok && (!r.knock.on || d.hands.Attacker == r.knock.hands.Attacker || r.lapsed()); ok {
		d.first, d.brief, d.litFrom = lift, r.momentary(t), t.At
		r.knock = d
		r.offer()
	}
	return ok
}

// another reports whether the piece on sq is a target, too: of two that were knocked on one was touched idly, and
// nobody knows which.
func (r *Reader) another(sq board.Square) bool {
	return slices.ContainsFunc(r.book.moves(r.knock.state), func(m move) bool {
		return m.hands.Manner == rules.Knocked && m.hands.Attacker == r.knock.hands.Attacker && m.hands.Target == sq
	})
}

// keepStill throws what rests on its die, or what a tap too short for hands may have said, once nothing more has come
// for long.
func (r *Reader) keepStill(now time.Duration) {
	if due := r.rollsAt(now); due != 0 && now >= due {
		r.dice.spent = true
		r.throw()
	}
	if t := r.opening; t.At != 0 && now >= t.At+patience*r.quiet {
		r.opening = board.Touch{}
		r.thrown = r.thrown || r.opens(t.Square, r.seen.lastLift[t.Square])
	}
}

// disbelieve forgets what touches too short for hands have said.
func (r *Reader) disbelieve() {
	if r.opening = (board.Touch{}); r.knock.brief {
		r.undeclare()
	}
}

// stillUntil is when keepStill may throw, or a second die is lit; 0 for never.
func (r *Reader) stillUntil(now time.Duration) time.Duration {
	if r.opening.At != 0 {
		return r.attention.before(r.opening.At+patience*r.quiet, now)
	}
	if due := r.rollsAt(now); due != 0 {
		return r.attention.before(due, now)
	}
	if again := r.knock.litFrom + dieAgain; r.knock.on && now < again {
		return again
	}
	return 0
}

// Opening reports whether a tap has come that may have been a contact's: it throws for the next turn soon, if
// nothing is touched.
func (r *Reader) Opening() bool { return r.opening.At != 0 }

// Attacking reports whether an attack is declared.
func (r *Reader) Attacking() bool { return r.knock.on }

// Cancel forgets the declared attack; it reports whether there was one.
func (r *Reader) Cancel() bool {
	on := r.knock.on
	r.undeclare()
	return on
}

// Roll throws what is declared at that instant, as the die does, if it was lit for a quiet time and nothing else is in
// the air (rules 4 and 6).
func (r *Reader) Roll(at time.Duration) {
	if r.ready(at) {
		r.throw()
	}
}

// ready reports whether what is declared can be thrown at that instant.
func (r *Reader) ready(at time.Duration) bool {
	return r.knock.on && at >= r.knock.litFrom+r.quiet && r.others().IsEmpty()
}

// declare finds the attack on target by a piece that has been in the air since
// the target was lifted, or longer, and attacks from where it was last put down.
// Of several pieces in the air the one held first attacks (rule 7).
func (r *Reader) declare(target board.Square, lift uint16) (declaration, bool) {
	var best declaration
	var from *node
	for i := range r.nodes {
		n := &r.nodes[i]
		if !n.guess.IsEmpty() || !r.keeps(n) || from != nil && r.better(from, n) {
			continue
		}
		if d, ok := r.declareIn(n, target, lift); ok && (from == nil || r.better(n, from) || r.likelierFrom(d, n, best, from)) {
			best, from = d, n
		}
	}
	return best, from != nil
}

// likelierFrom reports whether d, of n, is likelier meant than e, of m, which hands have done as well: its attacker stood
// elsewhere less often, or it goes on from more of what is taken.
func (r *Reader) likelierFrom(d declaration, n *node, e declaration, m *node) bool {
	if d.hands.Attacker == e.hands.Attacker {
		return false
	}
	r.everything()
	if a, b := r.droppedOn(n, d.hands.Attacker), r.droppedOn(m, e.hands.Attacker); a != b {
		return a < b
	}
	return r.stands(n) > r.stands(m)
}

// droppedOn counts the squares on which the piece that n has on sq stood as a step does that is taken, since it set out for
// there, though n leads neither there nor over them: there it was only dropped. Everything has been searched.
func (r *Reader) droppedOn(n *node, sq board.Square) int {
	var stood board.Set
	seen, piece, out := board.SetOf(sq), n.piece(sq), r.setOut(n, sq)
	for i := range r.wide {
		m := &r.wide[i]
		at := m.stands(piece)
		if seen.Has(at) || r.wood.Has(at) || r.seen.lastPlace[at] <= out {
			continue
		}
		if _, most := r.lay(at, out); most < r.quiet {
			continue
		}
		seen.Add(at)
		stood.Set(at, r.seen.lastPlace[at] > r.seen.lastPlace[sq] || !r.runsOver(m, at, sq))
	}
	return stood.Len()
}

// setOut is the touch by which the piece that n has on sq was lifted to be carried there; 0 if n has not moved it.
func (r *Reader) setOut(n *node, sq board.Square) uint16 {
	from, came := board.None, uint16(0)
	for _, w := range n.ways {
		if w.piece != n.piece(sq) {
			continue
		}
		if from = w.piece; came > 0 {
			from = r.touches[came-1].Square
		}
		came = w.touch
	}
	for i := came; i > 0; i-- {
		if t := r.touches[i-1]; t.Square == from && !t.Placed {
			return i
		}
	}
	return 0
}

// runsOver reports whether a piece can go on to sq in n as in one displacement.
func (r *Reader) runsOver(n *node, at, sq board.Square) bool {
	return slices.ContainsFunc(r.book.runs(start{n.state, at}), func(l leg) bool { return l.at == sq })
}

// lay is for how long a piece stood on sq, from which it was lifted, since touch number out, taps apart: last, and at most; for
// ever if it had stood there before any touch.
func (r *Reader) lay(sq board.Square, out uint16) (last, most time.Duration) {
	came, stood := -time.Hour, out == 0
	var off wander
	for _, t := range r.touches[out:] {
		if back := off.comes(t, sq); back || t.Square == sq && t.Placed && !stood {
			came, stood = t.At, true
		} else if t.Square == sq && !t.Placed && stood {
			last = t.At - came
			most = max(most, last)
		}
	}
	return last, most
}

// declareIn finds the attack in one sequence: alone, or with its partner where nothing is legal alone, as in a lesson.
func (r *Reader) declareIn(n *node, target board.Square, lift uint16) (best declaration, ok bool) {
	air := r.missing(n)
	for _, m := range r.book.moves(n.state) {
		h := m.hands
		if h.Manner != rules.Knocked || h.Target != target || !air.Has(h.Attacker) || ok && h.Partner != board.None {
			continue
		}
		held := r.seen.lastLift[h.Attacker]
		if held < r.lifted(n.piece(h.Attacker), patience*r.quiet) || held == 0 && !r.air.Has(h.Attacker) {
			continue
		}
		if raised := max(held, r.whose.raised[n.piece(h.Attacker)]); raised == lift || raised > 0 && r.touches[raised-1].At > r.touches[lift-1].At {
			continue // later than the target, or from there
		}
		if !ok || best.hands.Partner != board.None || held < r.seen.lastLift[best.hands.Attacker] {
			best, ok = declaration{on: true, steps: n.steps, attack: m.step, hands: h, state: n.state}, true
		}
	}
	return best, ok
}

// lifted is the latest touch by which a piece that is in the air was lifted, from wherever some sequence had put it down
// and it stood for so long: on what it touched for less it may only have been dropped.
func (r *Reader) lifted(piece board.Square, long time.Duration) (last uint16) {
	for i := range r.nodes {
		n := &r.nodes[i]
		if at := n.stands(piece); r.keeps(n) && n.want.Has(at) && !r.wood.Has(at) && r.seen.lastLift[at] > last {
			if lay, _ := r.lay(at, r.setOut(n, at)); lay >= long {
				last = r.seen.lastLift[at]
			}
		}
	}
	return last
}

// partner adds the tapped piece to the declared attack, in another's place if one has joined; false if it can be no
// partner. Another tap of it says nothing more.
func (r *Reader) partner(t board.Touch) bool {
	if r.knock.hands.Partner == t.Square {
		return true
	}
	step, h, ok := r.attackWith(t.Square)
	if ok {
		r.knock.attack, r.knock.hands, r.knock.litFrom, r.knock.struck = step, h, t.At, false
		r.offer()
	}
	return ok
}

// attackWith returns the declared attack with another partner, None for alone.
func (r *Reader) attackWith(p board.Square) (rules.Step, rules.Hands, bool) {
	for _, m := range r.book.moves(r.knock.state) {
		h := m.hands
		if h.Manner == rules.Knocked && h.Attacker == r.knock.hands.Attacker && h.Target == r.knock.hands.Target && h.Partner == p {
			return m.step, h, true
		}
	}
	return rules.Step{}, rules.Hands{}, false
}

// throw takes the declared attack as thrown, unless it is asked about first whether
// two like pieces in it have changed places, or what was done before it.
func (r *Reader) throw() {
	if n := r.likeliest(r.knock.steps); r.mixed() != nil || len(r.unlike()) > 0 || n != nil && r.strange(n) {
		r.knock.struck = true
		return
	}
	r.take(append(slices.Clone(r.knock.steps), r.knock.attack))
	r.thrown, r.knock = true, declaration{}
}

// strange reports whether wood lay where n has none before the attack was declared, or n
// gives up what was sealed once, and nobody has said that n was meant.
func (r *Reader) strange(n *node) bool {
	return (n.odd > 0 || !begins(n.steps, r.reopened)) && !r.said()
}

// said reports whether a question was answered with what was done before the declared attack, or with it.
func (r *Reader) said() bool {
	return r.knock.meant || len(r.chosen) > 0 && slices.Equal(r.chosen, r.knock.steps)
}

// unlike returns the sequences that explain as well what was done before the first
// knock, but have done other things.
func (r *Reader) unlike() (found []*node) {
	n := r.likeliest(r.knock.steps)
	if n == nil || r.said() {
		return nil
	}
	attacker := n.piece(r.knock.hands.Attacker)
	early := r.seen.lastLift[r.knock.hands.Attacker] < n.placed // it was lifted before what was done last
	for i := range r.everything() {
		m := &r.wide[i]
		held := board.SetOf(m.stands(attacker), r.knock.hands.Attacker) // another piece may have stood there
		if m.placed < r.knock.first && m.air <= n.air && r.heeds(m) && len(m.steps) >= len(r.chosen) && !m.stranger(n) && r.completeBut(m, held) && (!m.blind || early) &&
			r.leftover(m).Within(r.echoes) && (r.inHand(m) || r.attacksToo(m, n)) && !sameDeeds(m, n) {
			found = append(found, m)
		}
	}
	return found
}

// attacksToo reports whether a piece that m has in the air may have knocked for an attack, too, as n has it: it came later to
// where it attacks from, or was dropped on its way no more often.
func (r *Reader) attacksToo(m, n *node) bool {
	other, ok := r.attackIn(m)
	if !ok {
		return false
	}
	at, from := other.hands.Attacker, r.knock.hands.Attacker
	return r.lifted(m.piece(at), patience*r.quiet) <= r.seen.lastLift[at] &&
		(r.seen.lastPlace[at] > r.seen.lastPlace[from] || r.droppedOn(m, at) <= r.droppedOn(n, from))
}

// attackIn returns the attack on the declared target by a piece that n has in the air: with the declared partner, or alone.
func (r *Reader) attackIn(n *node) (found move, ok bool) {
	air := r.missing(n)
	for _, m := range r.book.moves(n.state) {
		h := m.hands
		if h.Manner != rules.Knocked || h.Target != r.knock.hands.Target || !air.Has(h.Attacker) {
			continue
		}
		if h.Partner == r.knock.hands.Partner || h.Partner == board.None && !ok {
			found, ok = m, true
		}
	}
	return found, ok
}

// inHand reports whether what n has in the air was last lifted where n has it.
func (r *Reader) inHand(n *node) bool {
	for sq := range r.missing(n).All() {
		if p := n.piece(sq); max(r.whose.raised[p], r.lifted(p, r.quiet)) > r.seen.lastLift[sq] {
			return false
		}
	}
	return true
}

// sameDeeds reports whether the hands have moved the same pieces to the same squares.
func sameDeeds(a, b *node) bool {
	return slices.EqualFunc(a.ways, b.ways, func(x, y way) bool { return x.piece == y.piece && x.at == y.at }) && a.want == b.want
}

// others returns what is in the air beside the attacker: nothing is thrown before
// it is accounted for (rule 4).
func (r *Reader) others() board.Set {
	var air board.Set
	if n := r.node(r.knock.steps); n != nil {
		air = r.missing(n)
		air.Remove(r.knock.hands.Attacker)
	}
	return air
}

// keepDeclared drops the declaration once its attacker is no longer in the air
// or its sequence no longer fits: putting the attacker down cancels.
func (r *Reader) keepDeclared(t board.Touch) {
	if !r.knock.on {
		if n := len(r.touches); t.Placed && len(r.dice.offered) > 0 && (n < 2 || r.touches[n-2].Square != t.Square) {
			r.undeclare() // it is in the hand no more
		}
		return
	}
	if r.putDown(t) {
		r.undeclare()
		return
	}
	for i := range r.nodes {
		n := &r.nodes[i]
		if slices.Equal(n.steps, r.knock.steps) && r.missing(n).Has(r.knock.hands.Attacker) {
			return
		}
	}
	r.undeclare()
}

// lapsed reports whether the attacker of the declaration stands elsewhere by what has been taken since:
// another may attack.
func (r *Reader) lapsed() bool {
	if len(r.taken) <= len(r.knock.steps) || !begins(r.taken, r.knock.steps) {
		return false
	}
	n, declared := r.likeliest(r.taken), r.node(r.knock.steps)
	return n != nil && declared != nil && r.wood.Has(n.stands(declared.piece(r.knock.hands.Attacker)))
}

// putDown reports whether the attacker may have been put down by t: it is no tap.
func (r *Reader) putDown(t board.Touch) bool {
	n := r.node(r.knock.steps)
	if n == nil || !t.Placed {
		return false
	}
	held, up := r.seen.lastLift[r.knock.hands.Attacker], r.seen.lastLift[t.Square]
	tap := up > 0 && (held == 0 || r.touches[up-1].At >= r.touches[held-1].At)
	return !tap && r.whose.at[t.Square].Has(n.piece(r.knock.hands.Attacker))
}

// Declared returns the squares of the attack that waits for its die: the attackers, initiator first, and the
// target. Ready reports whether it can be thrown at that instant.
func (r *Reader) Declared(now time.Duration) (attackers []board.Square, target board.Square, ready, on bool) {
	if !r.knock.on {
		return nil, board.None, false, false
	}
	attackers = []board.Square{r.knock.hands.Attacker}
	if p := r.knock.hands.Partner; p != board.None {
		attackers = append(attackers, p)
	}
	return attackers, r.knock.hands.Target, r.ready(now), true
}
