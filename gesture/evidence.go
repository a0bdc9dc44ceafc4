package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// contacts is the history as far as contacts are to be believed: what is known of those at fault (rule 14).
type contacts struct {
	history
	faulty board.Set    // squares that are not to be trusted
	known  board.Set    // those that hands have changed in this game: they feel
	latest board.Touch  // the last touch, also of wood that is put right; after a tap that is nothing done, on the square touched before
	prior  board.Square // that was touched before the last lift
	bad    board.Set    // those that ever were at fault in this game: where there are some, more contacts may be bad than are known
}

// same reports whether two woods are equal but for squares that are not to be trusted.
func (r *contacts) same(a, b board.Set) bool { return a.Minus(r.faulty) == b.Minus(r.faulty) }

// tappedOwn is the first touch by which a piece of seat was put back that was lifted after all that n did: so a player passes (rule 8). 0 for none.
func (r *contacts) tappedOwn(n *node, seat rules.Seat) uint16 {
	own := owned(n.state, n.want.Minus(n.filled), seat)
	for i := int(n.placed) + 1; i < len(r.touches); i++ {
		if t, up := r.touches[i], r.touches[i-1]; t.Placed && own.Has(t.Square) && up.Square == t.Square && (r.bad.IsEmpty() || t.At-up.At >= Fleeting) {
			return uint16(i + 1)
		}
	}
	return 0
}

// evidence says what a piece may have done, by the touches alone: where it can have gone, and by which touch.
type evidence struct {
	contacts
	air       board.Set // squares of base whose piece was in the air when base was set
	occupancy occupancy
}

// shown is the number of the touch by which an armed step was shown: what it points at was tapped or pressed, or its piece came. 0 if it was not.
func (r *evidence) shown(n *node, h rules.Hands) (touch uint16) {
	if h.Manner == rules.Carried {
		return r.comings(n, h)[0]
	}
	for _, sq := range [...]board.Square{h.Target, h.Partner} {
		at := r.pointedAt(n, sq)
		if sq != board.None && at == 0 || sq == board.None && touch == 0 {
			return 0
		}
		touch = max(touch, at)
	}
	return touch
}

// worked reports whether every piece of h was carried, or its victims taken off where that is all that tells; or it was shown.
func (r *evidence) worked(n *node, h *rules.Hands) bool {
	if c := h.Carries[0]; h.Manner == rules.Carried && c.From != c.To && h.Carries[1] == rules.NoCarry {
		return r.carried(n, c)
	}
	return r.shown(n, *h) != 0
}

// comings are the touches by which the piece of h came to where h puts it after all that n did, or its victims went, if it stays: either may
// have gone back and come again, and other hands may have waited for it. Later touches there may be taps. 0 alone if there is none.
func (r *evidence) comings(n *node, h rules.Hands) (times []uint16) {
	switch c := h.Carries[0]; {
	case c.From == c.To && !h.Takes.IsEmpty():
		times = r.goings(n, h)
	case h.Carries[1] != rules.NoCarry:
		return []uint16{r.swapped(c.From, c.To)}
	case c.From != c.To:
		times = r.coming(n, c)
	}
	if len(times) == 0 {
		times = []uint16{0}
	}
	return times
}

// cameBy is the first of the comings of h that is no later than when it was taken, 0 if nobody felt it: what came after that is another's.
func (r *evidence) cameBy(n *node, h rules.Hands, when time.Duration) uint16 {
	times := append(r.comings(n, h), 0)
	return times[slices.IndexFunc(times, func(at uint16) bool { return at == 0 || r.at(at) <= when })]
}

// goings are the touches by which the victims of a step that carries nothing were off. In an attack without chance the victim is lifted
// while the attacker is in the air, who is put back after that (rule 6); who jumps in a ring need not be touched at all.
func (r *evidence) goings(n *node, h rules.Hands) (times []uint16) {
	free := h.Target == board.None || h.Takes.Has(h.Attacker)
	if h.Takes.Has(h.Attacker) && r.seen.lastLift[h.Attacker] < r.occupancy.raised[n.on(h.Attacker).piece] {
		return nil // it had gone on
	}
	up, held, since := false, free, n.on(h.Attacker).touch
	var off board.Set
	var seen lastTouches
	for i, t := range r.touches {
		was := held && off == h.Takes
		seen.add(i+1, t)
		raised, gone := seen.lastLift[h.Attacker], seen.lastLift[h.Target]
		first := raised != 0 && gone != 0 && r.at(raised) <= r.at(gone) // or in the same scan
		if h.Takes.Has(t.Square) {
			off.Set(t.Square, !t.Placed)
		}
		switch {
		case free:
		case t.Square == h.Attacker && uint16(i+1) > since:
			held = held || up && t.Placed && off.Has(h.Target) && first
			up = !t.Placed
		case t.Square == h.Target && t.Placed:
			held = false
		}
		if !was && held && off == h.Takes && i >= int(n.placed) && (!free || h.Target == board.None || first) {
			times = append(times, uint16(i+1))
		}
	}
	return times
}

// carried reports whether a piece can have gone from c.From to c.To after all that n did: lifted from one, and later placed on the other. A
// square that is not to be trusted may have kept silent.
func (r *evidence) carried(n *node, c rules.Carry) bool {
	switch again := n.left.Has(c.From) || n.entrusted.Has(c.To); { // once is enough where nothing is felt
	case again:
	case c.From != board.None && r.faulty.Has(c.From):
		return r.faulty.Has(c.To) && r.aloft(n, c.From) || r.seen.lastPlace[c.To] > n.placed
	case r.faulty.Has(c.To):
		return c.From == board.None || r.aloft(n, c.From) || r.seen.lastLift[c.From] != 0
	}
	return len(r.coming(n, c)) > 0
}

// aloft reports whether the piece that n has on sq was in the air from the beginning: it stood there in the base.
func (r *evidence) aloft(n *node, sq board.Square) bool {
	return r.air.Has(sq) && n.on(sq) == way{piece: sq, at: sq}
}

// vanished reports whether a piece can have gone from c.From to c.To, where wood lay, while nothing was felt.
func (r *evidence) vanished(n *node, c rules.Carry) bool {
	up := r.seen.lastLift[c.From]
	return r.later(up, n.placed) && r.lays[n.placed].Has(c.To) && slices.ContainsFunc(r.woken, func(over time.Duration) bool {
		return r.at(up) <= over && !slices.ContainsFunc(r.touches[up:], func(t board.Touch) bool { return t.Square == c.To && t.At <= over })
	})
}

// coming are the touches by which a piece can have come from c.From to c.To, one for every time that it set out; last the lift of one that vanished.
func (r *evidence) coming(n *node, c rules.Carry) (times []uint16) {
	times = r.sensedComing(n, c)
	if r.vanished(n, c) {
		times = append(times, r.seen.lastLift[c.From])
	}
	return times
}

// sensedComing are those of them that were felt. Of a piece that is slid it is the touch by which its old square lets it go.
func (r *evidence) sensedComing(n *node, c rules.Carry) (times []uint16) {
	if !r.later(r.seen.lastPlace[c.To], n.placed) {
		return times
	}
	up, since, there := c.From == board.None || r.aloft(n, c.From) || r.faulty.Has(c.From), n.on(c.From).touch, false
	var felt time.Duration // when the piece was felt that may be sliding in
	var via board.Set      // where it may have been put down on its way
	for i, t := range r.touches {
		if t.Square == c.To {
			felt = 0
			if t.Placed && r.later(uint16(i+1), n.placed) {
				felt = t.At
			}
		}
		slid := felt != 0 && (t.At <= felt+slide || t.At <= felt+push && r.occupancy.on.Beside(c.To).Has(t.Square))
		switch at := uint16(i + 1); {
		case t.Square == c.From && at > since:
			up = !t.Placed
			there = there && up
			if up && slid {
				times = append(times, at)
			}
		case !t.Placed && slid && via.Has(t.Square): // it was put down on its way, and pushed on
			times = append(times, at)
		case t.Placed && t.Square == c.To && up && !there && r.later(at, n.placed):
			astray := r.lays[at].Minus(n.may).Minus(n.want).Minus(board.SetOf(c.To)) // perhaps this piece: it may come later
			there, times = astray.IsEmpty(), append(times, at)
		case t.Placed && felt == 0 && up && !n.want.Has(t.Square): // perhaps this piece, which is not there yet
			via.Add(t.Square)
		}
	}
	return times
}
