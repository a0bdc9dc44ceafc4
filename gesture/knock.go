package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// declaration is an attack that has been knocked for once (rule 6).
type declaration struct {
	on      bool
	steps   []rules.Step // the steps before it, taken or implied
	attack  rules.Step
	hands   rules.Hands
	state   rules.State   // the position it is declared in
	litFrom time.Duration // since when exactly this has been lit
}

// tapped looks at the tap that ends with t, a piece put back where it was
// lifted: it declares an attack, adds or takes away a partner, or throws.
func (r *Reader) tapped(t board.Touch) {
	lift := r.seen.lastLift[t.Square]
	if lift == 0 {
		return
	}
	if r.knock.on && t.Square == r.knock.hands.Target {
		if r.touches[lift-1].At >= r.knock.litFrom+r.quiet {
			r.throw()
		}
		return
	}
	if r.knock.on && r.partner(t) {
		return
	}
	if d, ok := r.declare(t.Square, lift); ok {
		d.litFrom = t.At
		r.knock = d
	}
}

// declare finds the attack on target by a piece that has been in the air since
// before the target was lifted. The sequence in which the piece lifted last is
// the one in the air explains the hands best; of several pieces in the air the
// one held first attacks (rule 7).
func (r *Reader) declare(target board.Square, lift uint16) (declaration, bool) {
	var best declaration
	var from *node
	for i := range r.nodes {
		n := &r.nodes[i]
		if from != nil && !r.liftsLater(n, from) {
			continue
		}
		if d, ok := r.declareIn(n, target, lift); ok {
			best, from = d, n
		}
	}
	return best, from != nil
}

// liftsLater reports whether what n has in the air was lifted later than what m
// has, or, if that is the same, whether n is likelier.
func (r *Reader) liftsLater(n, m *node) bool {
	a, b := r.lastLifted(n), r.lastLifted(m)
	return a > b || a == b && n.likelier(m)
}

// lastLifted is the latest lift of a piece that n has in the air.
func (r *Reader) lastLifted(n *node) uint16 {
	var last uint16
	for sq := range n.missing(r.wood).All() {
		last = max(last, r.seen.lastLift[sq])
	}
	return last
}

// declareIn finds the attack in one sequence.
func (r *Reader) declareIn(n *node, target board.Square, lift uint16) (best declaration, ok bool) {
	air := n.missing(r.wood)
	r.legal = n.state.Legal(r.legal[:0])
	for _, step := range r.legal {
		h := n.state.Hands(step)
		if h.Manner != rules.Knocked || h.Target != target || h.Partner != board.None || !air.Has(h.Attacker) {
			continue
		}
		held := r.seen.lastLift[h.Attacker]
		if held < lift && (!ok || held < r.seen.lastLift[best.hands.Attacker]) {
			best, ok = declaration{on: true, steps: n.steps, attack: step, hands: h, state: n.state}, true
		}
	}
	r.legal = r.legal[:0]
	return best, ok
}

// partner adds the tapped piece to the declared attack or takes it away; false
// if it can be no partner.
func (r *Reader) partner(t board.Touch) bool {
	joined := r.knock.hands.Partner
	for _, p := range []board.Square{t.Square, board.None} {
		if p == joined || (p == board.None && joined != t.Square) {
			continue
		}
		if step, h, ok := r.attackWith(p); ok {
			r.knock.attack, r.knock.hands, r.knock.litFrom = step, h, t.At
			return true
		}
	}
	return joined == t.Square
}

// attackWith returns the declared attack with another partner, None for alone.
func (r *Reader) attackWith(p board.Square) (rules.Step, rules.Hands, bool) {
	r.legal = r.knock.state.Legal(r.legal[:0])
	defer func() { r.legal = r.legal[:0] }()
	for _, step := range r.legal {
		h := r.knock.state.Hands(step)
		if h.Manner == rules.Knocked && h.Attacker == r.knock.hands.Attacker && h.Target == r.knock.hands.Target && h.Partner == p {
			return step, h, true
		}
	}
	return rules.Step{}, rules.Hands{}, false
}

// throw takes the declared attack as thrown.
func (r *Reader) throw() {
	r.take(append(slices.Clone(r.knock.steps), r.knock.attack))
	r.thrown, r.knock = true, declaration{}
}

// keepDeclared drops the declaration once its attacker is no longer in the air
// or its sequence no longer fits: putting the attacker down cancels.
func (r *Reader) keepDeclared() {
	if !r.knock.on {
		return
	}
	for i := range r.nodes {
		n := &r.nodes[i]
		if slices.Equal(n.steps, r.knock.steps) && n.missing(r.wood).Has(r.knock.hands.Attacker) {
			return
		}
	}
	r.knock = declaration{}
}

// Declared returns the squares of the attack that waits for its second knock:
// the attackers, initiator first, and the target. Ready reports whether a
// second knock at that instant would throw.
func (r *Reader) Declared(now time.Duration) (attackers []board.Square, target board.Square, ready, on bool) {
	if !r.knock.on {
		return nil, board.None, false, false
	}
	attackers = []board.Square{r.knock.hands.Attacker}
	if p := r.knock.hands.Partner; p != board.None {
		attackers = append(attackers, p)
	}
	return attackers, r.knock.hands.Target, now >= r.knock.litFrom+r.quiet, true
}
