package referee

import (
	"slices"
	"strconv"
	"strings"

	"reeve/board"
	"reeve/gesture"
	"reeve/messages"
	"reeve/rules"
)

// mostLed is how many pieces are led back at a time.
const mostLed = 3

// lead remembers what is needed to lead wood back to the position: which piece
// lies where it is not wanted, as far as the steps since it was right say so, and
// what has been lifted on the board's word.
type lead struct {
	home  [board.MaxSquares + 1]board.Square // where the piece on each known square belongs; None: off the board
	known board.Set
	hand  []board.Square               // where the pieces belong that were lifted as they were to be, oldest first
	dead  [board.MaxSquares + 1]string // of a known square whose piece belongs off the board: which one it is
}

// request is what the lights ask for now, and the message with them.
type request struct {
	lift, place board.Set
	pairs       []board.Pair
	kind        []rules.Piece // of one seat and kind, to be put on place
	known       bool          // of one pair: the piece is known to belong there
	dead        string        // of one square to be cleared: the piece on it, if it is known
	swap        board.Pair    // of a piece that belongs where the dead one still stands, which is to be taken off first
	swaps       bool          // there is one
}

// led is what is asked for now, with what is known of the piece where it is one.
func (j *Judge) led(g gesture.Guide) request {
	out, l := j.pick(g), &j.lead
	if swap, found := l.swap(g, j.here()); found && j.match.ready && g.Astray {
		return request{lift: board.SetOf(swap.From, swap.To), dead: l.dead[swap.To], swap: swap, swaps: true}
	}
	if from := out.lift.First(); out.lift.Len() == 1 && l.known.Has(from) {
		out.known = len(out.pairs) == 1 && l.home[from] == out.pairs[0].To
		if l.home[from] == board.None {
			out.dead = l.dead[from]
		}
	}
	return out
}

// swap finds a piece that is known to belong where one that it has captured still stands, known by name:
// felt is only that it stands where it came from.
func (l *lead) swap(g gesture.Guide, wood board.Set) (swap board.Pair, found bool) {
	for from := range g.Lift.Intersect(l.known).All() {
		onto := l.home[from]
		if onto != board.None && wood.Has(onto) && l.known.Has(onto) && l.home[onto] == board.None && l.dead[onto] != "" {
			return board.Pair{From: from, To: onto}, true
		}
	}
	return swap, false
}

// pick picks from all that is amiss what is asked for now: in the set-up one kind
// of piece after the other, else a piece in hand, a few of the cheapest pairs,
// wood that is too much, wood that lacks. What hands may do in play is shown whole.
func (j *Judge) pick(g gesture.Guide) request {
	if !j.match.ready {
		out := j.byKind(g.Place)
		out.lift = g.Lift
		return out
	}
	if !g.Astray {
		return request{lift: g.Lift, place: g.Place}
	}
	if hand := board.SetOf(j.lead.hand...).Intersect(g.Place); !hand.IsEmpty() {
		return request{place: hand}
	}
	pairs := j.lead.pairs(j.match.state().Topology(), g.Lift.Minus(j.match.fallen()), g.Place)
	if len(pairs) == 0 && g.Lift.IsEmpty() && g.Place.Len() > mostLed {
		return j.byKind(g.Place)
	}
	out := request{pairs: pairs[:min(len(pairs), mostLed)]}
	for _, p := range out.pairs {
		out.lift.Add(p.From)
		out.place.Add(p.To)
	}
	switch {
	case len(pairs) > 0:
	case !g.Lift.IsEmpty():
		out.lift = few(g.Lift)
	default:
		out.place = few(g.Place)
	}
	return out
}

// fallen are the squares of victims that the next step may take off: wood there is one of the dead, and
// belongs nowhere else.
func (m *match) fallen() (all board.Set) {
	s := m.state()
	for _, step := range s.Legal(nil) {
		all = all.Union(s.Hands(step).Takes)
	}
	return all.Minus(s.Occupied(rules.Full))
}

// few returns the first squares of a set, as many as are led at a time.
func few(set board.Set) (out board.Set) {
	for sq := range set.All() {
		if out.Len() < mostLed {
			out.Add(sq)
		}
	}
	return out
}

// byKind picks from the squares that lack a piece those of the first kind of the
// first seat, by what everybody may know; all if it is not known.
func (j *Judge) byKind(place board.Set) request {
	m := j.match
	lacking := func(p rules.Piece) bool {
		if p.At == nil {
			return false
		}
		sq, ok := m.state().Topology().Square(*p.At)
		return ok && place.Has(sq)
	}
	view := m.state().View(rules.Table)
	for _, seat := range m.game.Seats {
		first := slices.IndexFunc(view.Pieces, func(p rules.Piece) bool { return p.Owner == seat && lacking(p) })
		if first < 0 {
			continue
		}
		out := request{}
		for _, p := range view.Pieces {
			if p.Owner == seat && p.Kind == view.Pieces[first].Kind && lacking(p) {
				sq, _ := m.state().Topology().Square(*p.At)
				out.place.Add(sq)
				out.kind = append(out.kind, p)
			}
		}
		slices.SortStableFunc(out.kind, func(a, b rules.Piece) int { return number(a) - number(b) })
		return out
	}
	return request{place: place}
}

// number is the number a piece's id ends with, 0 for none.
func number(p rules.Piece) int {
	n, _ := strconv.Atoi(strings.TrimLeftFunc(p.ID, func(r rune) bool { return r < '0' || r > '9' }))
	return n
}

// message is the sentence for what is asked for, with the pieces' names where viewer, whose view it is, knows
// them.
func (r request) message(m *match, view rules.View) rules.Message {
	on := m.state().Topology()
	switch {
	case r.swaps:
		return r.swapMessage(on, view)
	case len(r.pairs) == 1:
		return r.moveMessage(on, view)
	case len(r.pairs) > 1:
		return rules.Say("settle.moves", "ways", ways(on, r.pairs))
	}
	return r.setupMessage(m, r.settleMessage(on, view))
}

// swapMessage names the piece that is to go first, and the one that takes its place.
func (r request) swapMessage(on *board.Topology, view rules.View) rules.Message {
	p := pieceOn(view, on.Name(r.swap.To))
	if p == nil {
		return rules.Say("settle.lift", "lift", strings.Join(on.Names(r.lift), ","))
	}
	return rules.Say("settle.exchange", "dead", r.dead, "piece", nameOf(view.Game, *p), "from", on.Name(r.swap.From), "at", on.Name(r.swap.To))
}

// moveMessage names the piece that is to be led back if it is known to be that.
func (r request) moveMessage(on *board.Topology, view rules.View) rules.Message {
	from, to := on.Name(r.pairs[0].From), on.Name(r.pairs[0].To)
	if p := pieceOn(view, to); p != nil && r.known {
		return rules.Say("settle.move", "piece", nameOf(view.Game, *p), "from", from, "to", to)
	}
	return rules.Say("settle.move.any", "from", from, "to", to)
}

// settleMessage names what is to be taken off or put on the board.
func (r request) settleMessage(on *board.Topology, view rules.View) rules.Message {
	lift, place := strings.Join(on.Names(r.lift), ","), strings.Join(on.Names(r.place), ",")
	switch {
	case place == "" && r.dead != "":
		return rules.Say("settle.lift.piece", "piece", r.dead, "at", lift)
	case place == "":
		return rules.Say("settle.lift", "lift", lift)
	case lift != "":
		return rules.Say("settle", "lift", lift, "place", place)
	}
	var pieces []string
	for _, at := range on.Names(r.place) {
		if p := pieceOn(view, at); p != nil && r.place.Len() <= mostLed {
			pieces = append(pieces, nameOf(view.Game, *p)+" "+at)
		}
	}
	if len(pieces) < r.place.Len() {
		return rules.Say("settle.place.any", "place", place)
	}
	return rules.Say("settle.place", "pieces", strings.Join(pieces, ","))
}

// pieceOn is the piece that stands on a square in a view, nil if none is known to.
func pieceOn(view rules.View, at string) *rules.Piece {
	i := slices.IndexFunc(view.Pieces, func(p rules.Piece) bool { return p.At != nil && *p.At == at })
	if i < 0 {
		return nil
	}
	return &view.Pieces[i]
}

// nameOf is a piece as an argument of a message: the keys of its owner and kind, and its number if it has one.
func nameOf(game string, p rules.Piece) string {
	name := "@seat." + p.Owner + " @" + game + "." + p.Kind
	if n := number(p); n > 0 {
		name += " " + strconv.Itoa(n)
	}
	return name
}

// ways writes pairs as "c4 → b1, d5 → e2".
func ways(on *board.Topology, pairs []board.Pair) string {
	var all []string
	for _, p := range pairs {
		all = append(all, on.Name(p.From)+" → "+on.Name(p.To))
	}
	return strings.Join(all, ", ")
}

// setupMessage is the sentence for one kind of pieces to be put on their squares,
// those with energy by number, since each has its own; otherwise is said where
// the kind is not known.
func (r request) setupMessage(m *match, otherwise rules.Message) rules.Message {
	switch on := m.state().Topology(); {
	case len(r.kind) == 0:
		return otherwise
	case !r.lift.IsEmpty(): // the wrong piece first
		return rules.Say("settle.lift", "lift", strings.Join(on.Names(r.lift), ","))
	}
	key, kind := "setup.kind", m.game.Name+"."+r.kind[0].Kind
	var squares []string
	for _, p := range r.kind {
		at := *p.At
		if n := number(p); n > 0 && p.Energy != nil {
			key, at = "setup.numbers", strconv.Itoa(n)+" "+at
		}
		squares = append(squares, at)
	}
	return sayOr(key, otherwise, "seat", "@seat."+r.kind[0].Owner, "kind", named(kind, r.kind[0].Kind),
		"n", strconv.Itoa(len(r.kind)), "squares", strings.Join(squares, ", "))
}

// named is the argument that says key, or the plain word where there is no
// sentence for it.
func named(key, word string) string {
	if messages.Has(key) {
		return "@" + key
	}
	return word
}

// sayOr is the message of key, or another one where there is no sentence for it.
func sayOr(key string, otherwise rules.Message, args ...string) rules.Message {
	if messages.Has(key) {
		return rules.Say(key, args...)
	}
	return otherwise
}

// pairs pairs wood that is too much with squares that lack a piece: what the
// steps say first, then the cheapest way for the rest. The dead are not put back.
func (l *lead) pairs(on *board.Topology, lift, place board.Set) (pairs []board.Pair) {
	place = place.Minus(board.SetOf(l.hand...))
	for sq := range lift.Intersect(l.known).All() {
		switch to := l.home[sq]; {
		case to == board.None:
			lift.Remove(sq)
		case place.Has(to):
			pairs = append(pairs, board.Pair{From: sq, To: to})
			lift.Remove(sq)
			place.Remove(to)
		}
	}
	if lift.IsEmpty() || place.IsEmpty() {
		return pairs
	}
	return append(pairs, board.Pairs(on, lift, place)...)
}

// handled notes a touch that is about to change the wood: a piece taken from
// where it is not wanted has a square that waits for it.
func (j *Judge) handled(t board.Touch) {
	m, l := j.match, &j.lead
	want, wood := m.state().Occupied(rules.Full), j.here()
	l.known.Remove(t.Square)
	l.hand = slices.DeleteFunc(l.hand, func(sq board.Square) bool { return !want.Has(sq) || wood.Has(sq) })
	switch {
	case t.Placed && len(l.hand) > 0 && !slices.Contains(l.hand, t.Square):
		l.hand = l.hand[:len(l.hand)-1]
	case !t.Placed && wood.Has(t.Square) && !want.Has(t.Square):
		ground := m.ground(t.Square).Minus(j.faults.squares)
		for _, p := range l.pairs(m.state().Topology(), wood.Minus(want).Minus(m.fallen()).Intersect(ground), want.Minus(wood).Intersect(ground)) {
			if p.From == t.Square {
				l.hand = append(l.hand, p.To)
			}
		}
	}
	if t.Placed && !want.Has(t.Square) {
		l.astray(t.Square, want, wood)
	}
}

// astray notes that wood which comes down where the position has nothing is the piece that lacks, if only one does:
// the rest lies where it belongs, or is known to be amiss.
func (l *lead) astray(sq board.Square, want, wood board.Set) {
	amiss, lacking := wood.Minus(want), want.Minus(wood)
	if !amiss.Minus(l.known).IsEmpty() {
		return
	}
	for other := range amiss.All() {
		lacking.Remove(l.home[other])
	}
	if lacking.Len() == 1 {
		l.known.Add(sq)
		l.home[sq] = lacking.First()
	}
}

// right notes that the pieces on squares, which the position has occupied, are
// where they belong, unless others are known to belong there.
func (l *lead) right(squares, wood board.Set) {
	l.known = l.known.Intersect(wood)
	if wood == squares { // all is well: what was known before is past
		l.known = board.Set{}
	}
	var claimed board.Set
	for sq := range l.known.All() {
		claimed.Add(l.home[sq])
	}
	for sq := range squares.Intersect(wood).Minus(l.known).Minus(claimed).All() {
		l.known.Add(sq)
		l.home[sq] = sq
	}
}

// follow moves homes as a step does that leads from before to after. What hands
// have put down by themselves is not known to be anything else.
func (l *lead) follow(before, after rules.State, h rules.Hands, wood board.Set, byHand bool) {
	there := before.Occupied(rules.Full)
	l.right(there, wood)
	dead := there.Minus(after.Occupied(rules.Full))
	for _, c := range h.Carries {
		dead.Remove(c.From)
	}
	dead = dead.Union(h.Takes)
	for sq := range l.known.All() {
		home := l.home[sq]
		if dead.Has(home) {
			l.home[sq], l.dead[sq] = board.None, ""
			view := before.View(rules.Table)
			if p := pieceOn(view, before.Topology().Name(home)); p != nil {
				l.dead[sq] = nameOf(view.Game, *p)
			}
			continue
		}
		for _, c := range h.Carries {
			if home == c.From && home != board.None {
				l.home[sq] = c.To
				break
			}
		}
	}
	for _, c := range h.Carries {
		if byHand && c.To != board.None {
			l.known.Remove(c.To)
		}
	}
}

// back moves homes as a step does that never was.
func (l *lead) back(after rules.State, h rules.Hands, wood board.Set) {
	l.right(after.Occupied(rules.Full), wood)
	for sq := range l.known.All() {
		for _, c := range h.Carries {
			if l.home[sq] == c.To && c.To != board.None {
				l.home[sq] = c.From
				break
			}
		}
	}
}
