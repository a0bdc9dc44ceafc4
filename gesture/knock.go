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
// before the target was lifted. Longer sequences explain more of the touches
// and go first; of several pieces the one held first attacks (rule 7).
func (r *Reader) declare(target board.Square, lift uint16) (declaration, bool) {
	var best declaration
	bestSteps, bestLift := -1, uint16(0)
	for i := range r.nodes {
		n := &r.nodes[i]
		air := n.missing(r.wood)
		r.legal = n.state.Legal(r.legal[:0])
		for _, step := range r.legal {
			h := n.state.Hands(step)
			if h.Manner != rules.Knocked || h.Target != target || h.Partner != board.None || !air.Has(h.Attacker) {
				continue
			}
			held := r.seen.lastLift[h.Attacker]
			if held > lift || len(n.steps) < bestSteps || len(n.steps) == bestSteps && held >= bestLift {
				continue
			}
			best = declaration{on: true, steps: n.steps, attack: step, hands: h, state: n.state}
			bestSteps, bestLift = len(n.steps), held
		}
	}
	r.legal = r.legal[:0]
	return best, best.on
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
