package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// maxTouches bounds what is kept since the last sealed step; beyond it the
// oldest touches of squares that lie as the position has them are forgotten.
const maxTouches = 400

// Reader keeps the touches since the last step that can no longer change, and
// reads them. It is a value owned by one goroutine.
type Reader struct {
	quiet time.Duration // the quiet time, 300 ms by default (hands.md rule 2)
	base  rules.State
	felt
	taking
	questions
	distrust
	searched
	attention attention
	knock     declaration
	dice      dice
	armed     []rules.Step // chosen on the page: one of them comes first (rule 11)
	doubts    []pair       // like pieces that were in the air together (rule 13)
	hand      hand         // what is in the air, for them
	mend      pair         // two of them that are to change places; the zero pair is none
	raised    bool         // both of mend have been in the air
	mended    int          // the touch by which they were put down again: what was lifted before it knocks on nothing
	onward    bool         // the next Resume goes on from what is read
}

// felt is the wood and what touched it, since the base.
type felt struct {
	wood    board.Set // now
	air     board.Set // squares of base whose piece was in the air when base was set
	spare   board.Set // squares where wood lay that is no piece of base: the dead, to be lifted off
	strict  bool      // the wood has to agree with the position before anything is read
	touches []board.Touch
	lays    []board.Set // the wood before the first touch and after each
	seen    history
	whose   whose
	wary    whose         // the same, if squares that closed together felt but one piece
	echoes  board.Set     // those: one of the two may have felt the other's piece
	own     marks         // of the pieces of base, by their squares in it
	put     marks         // of what was put down on each square, and stands there
	begins  bool          // the base is a game's beginning
	wrong   board.Set     // squares from which a piece of the other side was lifted then
	meant   board.Set     // and those on which it was put down again: its magnet looks the other way
	from    time.Duration // since when the wood is felt without a break

	handless rules.Seats   // who plays without hands
	moved    time.Duration // the last touch that is forgotten
}

// taking is what is taken, and sealed.
type taking struct {
	taken     []rules.Step    // the steps taken since base, in order
	since     []board.Set     // of each, the squares touched since it was taken
	when      []time.Duration // of each, the last touch when it was taken
	came      []uint16        // of each, the touch by which it was placed
	implied   []bool          // of each, whether hands did nothing for it
	final     rules.Hands     // what the last of them asked of the hands
	fixed     int             // how many of them are sealed, for as long as the later ones stand
	marks     []uint16        // of the pieces that those moved, the touch by which each came
	strikes   []uint16        // and those by which the victims of pieces that stayed were off
	gaveUp    time.Duration   // the last touch when a step was withdrawn or gave way
	rewrote   time.Duration   // the last touch when a step gave way to another, and to one of the next turn
	gave      []rules.Step    // what gave way last though it had stood when another piece was in the air, with what was taken before it
	capturing bool            // one of those was about to take another
	rested    []rules.Step    // what was taken when the wood last lay so
	reopened  []rules.Step    // what was sealed, before the later ones were withdrawn
	thrown    bool            // the last of taken is an attack that has been knocked for, or the next turn opens with a throw
	opening   board.Touch     // the tap that may throw for the next turn, if nothing is touched for long; At is 0 for none
}

// questions are what is asked about, and what was answered.
type questions struct {
	asked     [][]rules.Step // what is asked about
	accused   []board.Square // of each of them the square that would be at fault, if that is asked about
	refusal   refusal        // the wood that nothing explains
	explained refused        // what would, if a square were at fault, and for which touches it was looked for
	open      [][]rules.Step // what was, for one quiet time, when the last touch came: a tap may answer it
	litFrom   time.Duration  // since when something is asked
	denied    int            // nothing is asked until there are more touches than this
	chosen    []rules.Step   // the sequence that a question was answered with
	tacit     int            // how many of chosen the question did not name, for they stood: those are not answered for
	pinned    int            // how many of taken stand until they are undone, for no touch would say so
	waiting   []node         // what kept the steps taken from being sealed when it was last looked at; the first is what was taken
	unsettled []node         // what could not be told apart when touches were forgotten; the first is what was taken
}

// distrust is what is known of contacts that are at fault (rule 14).
type distrust struct {
	faulty board.Set   // squares that are not to be trusted
	known  board.Set   // those that hands have changed in this game: they feel
	latest board.Touch // the last touch, also of wood that is put right
	bad    board.Set   // those that ever were in this game: where there are some, more contacts may be bad than are known
	flinch [board.MaxSquares]flinch
}

// searched is what explains the touches.
type searched struct {
	nodes   []node // the sequences that fit the wood, as of the last touch
	root    node   // where they begin: after the sealed steps
	led     []node // where what is taken has led from there, step by step
	wide    []node // scratch: all that fit, whatever is taken and whatever echoes
	free    bool   // that is searched
	guesses int    // how many relied on squares that are not to be trusted
	tried   int    // how many there were, those included that do not fit
	queued  bool   // they wait in line for their turn
	dropped bool   // some that are not unlikely were not tried
	line    line
	book    book
	near    *nearness
	top     []*node        // scratch: those of nodes that explain the wood best
	lit     map[after]bool // scratch: what was looked at for lights
}

// NewReader returns a reader with the given quiet time. Set gives it a position.
func NewReader(quiet time.Duration) *Reader {
	return &Reader{quiet: quiet, searched: searched{book: newBook(), lit: map[after]bool{}}}
}

// Set starts reading at s with the wood as it lies. Loose means that pieces
// missing from the wood are known to be in somebody's hand (after a throw);
// otherwise nothing is read until the wood agrees with the position.
func (r *Reader) Set(s rules.State, wood board.Set, loose bool) { r.Resume(s, nil, 0, wood, loose) }

// Resume is Set with steps that stand taken since s, of which the first fixed
// are sealed for as long as the later ones stand: after a restart or an undo.
func (r *Reader) Resume(s rules.State, taken []rules.Step, fixed int, wood board.Set, loose bool) {
	doubts, unsettled := r.doubtsNow(), r.unsettle(s, taken)
	r.own, r.onward = r.handOver(s, taken), false
	if !r.begins {
		r.put, r.wrong, r.meant = marks{}, board.Set{}, board.Set{}
	}
	r.moved = max(r.moved, r.last())
	if r.base == nil || r.base.Topology() != s.Topology() {
		r.near, r.known = nearnessOf(s.Topology()), board.Set{}
	}
	r.base, r.wood, r.unsettled = s, wood, unsettled
	r.chosen, r.tacit, r.pinned, r.denied, r.armed, r.gave, r.rested, r.reopened = nil, 0, 0, 0, nil, nil, nil, nil
	r.asked, r.open, r.waiting = nil, nil, nil // they were said from another base
	r.explained = refused{}
	r.taken, r.fixed = append(r.taken[:0:0], taken...), fixed
	r.since, r.when = make([]board.Set, len(taken)), slices.Repeat([]time.Duration{r.from}, len(taken))
	r.thrown, r.knock, r.dice, r.opening = false, declaration{}, dice{}, board.Touch{}
	r.marks, r.strikes, r.mended = r.marks[:0], r.strikes[:0], 0
	want := r.retake(0)
	r.hand = hand{at: board.None, n: r.air.Minus(r.faulty).Len()}
	r.strict = !loose && (!r.same(wood, want) || !r.foreign().IsEmpty())
	r.search()
	r.remember(doubts)
}

// retake puts touches in the place of those that were felt: what would have done the steps
// taken, one touch after the other, the last at that instant. It returns the wood that they
// lead to.
func (r *Reader) retake(at time.Duration) (want board.Set) {
	s := r.base
	r.touches = r.touches[:0]
	for _, step := range r.taken {
		r.touches = retrace(r.touches, s, step)
		s, _, _ = s.Apply(step, nil)
	}
	for i := range r.touches { // at once they would be a slide
		r.touches[i].At = at - time.Duration(len(r.touches)-1-i)*time.Second
	}
	want = s.Occupied(rules.Full)
	r.air, r.spare = want.Minus(r.wood), r.wood.Minus(want)
	r.recount()
	return want
}

// same reports whether two woods are equal but for squares that are not to be
// trusted.
func (r *Reader) same(a, b board.Set) bool { return a.Minus(r.faulty) == b.Minus(r.faulty) }

// From says since when the wood is felt without a break: what was touched before that
// nobody knows.
func (r *Reader) From(at time.Duration) { r.from = at }

// Handless names the seats that play without hands: what is taken before their turn is sealed
// without a step of theirs (rule 4).
func (r *Reader) Handless(seats rules.Seats) { r.handless = seats }

// Distrust names the squares whose sensor is not to be believed. A step that
// needs one is asked about (rule 14).
func (r *Reader) Distrust(squares board.Set) {
	if r.faulty == squares {
		return
	}
	if r.bad.IsEmpty() {
		r.disbelieve()
	}
	mended := r.faulty.Minus(squares)
	r.faulty, r.bad = squares, r.bad.Union(squares)
	if s := r.base; s != nil {
		r.settle()
		r.recount()
		r.search()
		r.believe(mended)
	}
}

// believe pins what was taken of squares that are to be trusted again, if that cannot be told from the touches:
// they had not felt it.
func (r *Reader) believe(mended board.Set) {
	if mended.IsEmpty() || r.strict || r.node(r.taken) != nil {
		return
	}
	pinned, s := r.pinned, r.base
	for i, step := range r.taken {
		if !squaresOf(s.Hands(step)).Intersect(mended).IsEmpty() {
			r.pinned = max(r.pinned, i+1)
		}
		s, _, _ = s.Apply(step, nil)
	}
	if r.search(); r.node(r.taken) == nil {
		r.pinned = pinned
		r.search()
	}
}

// retrace appends the touches by which a step would have been done at s.
func retrace(touches []board.Touch, s rules.State, step rules.Step) []board.Touch {
	h := s.Hands(step)
	if h.Manner == rules.Passed {
		for sq := range s.Occupied(rules.Full).All() {
			if man, _ := s.At(sq); man.Owner == step.By {
				return append(touches, board.Touch{Square: sq}, board.Touch{Square: sq, Placed: true})
			}
		}
	}
	if h.Manner == rules.OnPage && h.Armed && h.Target != board.None { // a tap, or a press
		for _, sq := range [...]board.Square{h.Target, h.Partner} {
			if _, stands := s.At(sq); sq != board.None {
				touches = append(touches, board.Touch{Square: sq, Placed: !stands}, board.Touch{Square: sq, Placed: stands})
			}
		}
		return touches
	}
	for _, c := range h.Carries {
		if c.From != board.None {
			touches = append(touches, board.Touch{Square: c.From})
		}
	}
	if h.Takes.Has(h.Attacker) { // who falls with the victim is lifted first (rule 6)
		touches = append(touches, board.Touch{Square: h.Attacker})
		h.Takes.Remove(h.Attacker)
	}
	for sq := range h.Takes.All() {
		touches = append(touches, board.Touch{Square: sq})
	}
	for _, c := range h.Carries {
		if c.To != board.None {
			touches = append(touches, board.Touch{Square: c.To, Placed: true})
		}
	}
	return touches
}

// Wood returns the squares felt as occupied.
func (r *Reader) Wood() board.Set { return r.wood }

// Base returns the position after the last step that can no longer change.
func (r *Reader) Base() rules.State { return r.base }

// Taken returns the steps taken since Base, in order; the first Fixed of them
// are sealed for as long as the later ones stand.
func (r *Reader) Taken() []rules.Step { return r.taken }

// Fixed returns how many of Taken are sealed.
func (r *Reader) Fixed() int { return r.fixed }

// Settling reports whether the wood has to agree with Base before play goes on.
func (r *Reader) Settling() bool { return r.strict }

// Touch takes one touch and reads anew. A touch that says what is felt already
// is dropped; right after Set or Resume it tells the mark of what stands there.
func (r *Reader) Touch(t board.Touch) {
	if t.Square != board.None && r.onDie(t) {
		return
	}
	if t.Square == board.None || r.wood.Has(t.Square) == t.Placed {
		r.told(t)
		return
	}
	r.insists(t)
	r.put[t.Square] = t.Piece
	if !r.taps(t) {
		r.open = r.open[:0]
		if t.At >= r.litFrom+r.quiet {
			r.open = append(r.open, r.byHand()...)
		}
	}
	r.note(t)
	r.search()
	if t.Placed && !r.strict {
		r.tapped(t)
	}
	r.keepDeclared(t)
}

// oneCause is how far apart two contacts change at most of which one does what the other does (sensors.Health).
const oneCause = 20 * time.Millisecond

// note records a touch in the wood and in the history.
func (r *Reader) note(t board.Touch) {
	r.wood.Set(t.Square, t.Placed)
	if last := r.latest; t.Square == last.Square || t.At > last.At+oneCause {
		r.known.Add(t.Square) // it came by itself, not by the contact of another square
	}
	r.latest = t
	if r.strict {
		r.settle()
		return
	}
	r.together(t)
	if r.blinked(t) {
		r.touches = r.touches[:len(r.touches)-1]
		r.recount()
		return
	}
	if len(r.touches) >= maxTouches {
		r.forget()
	}
	for i := range r.since {
		r.since[i].Add(t.Square)
	}
	at := len(r.touches)
	for !t.Placed && at > 0 && r.touches[at-1].Placed && r.touches[at-1].At == t.At && r.touches[at-1].Square != t.Square {
		at-- // a scan says nothing of the order within it
	}
	r.touches = slices.Insert(r.touches, at, t)
	if at < len(r.touches)-1 {
		r.recount()
		return
	}
	r.count(len(r.touches), t)
}

// settle ends the settling once the wood agrees with the position.
func (r *Reader) settle() {
	if s, _ := r.After(); r.strict && r.same(r.wood, s.Occupied(rules.Full)) && r.foreign().IsEmpty() {
		want := s.Occupied(rules.Full) // only squares that are not to be trusted differ
		r.strict, r.air, r.spare = false, want.Minus(r.wood), r.wood.Minus(want)
		r.learn(want)
		r.recount()
	}
}

// forget drops the older half of the touches on squares that lie as the base
// has them: idle ones.
func (r *Reader) forget() {
	want := r.base.Occupied(rules.Full)
	half := len(r.touches) / 2
	n := 0
	r.touches = slices.DeleteFunc(r.touches, func(t board.Touch) bool {
		n++
		return n <= half && want.Has(t.Square) == r.wood.Has(t.Square)
	})
	if len(r.touches) >= maxTouches {
		r.touches = slices.Delete(r.touches, 0, half)
	}
	r.recount()
}

// recount goes through the touches that are kept, from the base.
func (r *Reader) recount() {
	r.seen, r.echoes = history{}, board.Set{}
	r.lays = append(r.lays[:0], r.layAt(0))
	r.whose.reset(r.near, r.base.Occupied(rules.Full), r.air, r.spare, r.faulty, &r.own)
	r.wary = r.whose
	for i, t := range r.touches {
		r.count(i+1, t)
	}
}

// together is by how much two contacts differ that close for one piece: two scans, the second late.
const together = 9 * time.Millisecond

// count notes touch number n.
func (r *Reader) count(n int, t board.Touch) {
	r.seen.add(n, t)
	r.whose.touch(t)
	if with := r.closedWith(n, t); with.IsEmpty() {
		r.wary.touch(t)
	} else {
		r.echoes = r.echoes.Union(with)
		r.echoes.Add(t.Square)
		r.wary.echo(t)
	}
	lay := r.lays[n-1]
	lay.Set(t.Square, t.Placed)
	r.lays = append(r.lays, lay)
}

// closedWith returns the squares that closed just before touch number n, which is t, if
// that is a place.
func (r *Reader) closedWith(n int, t board.Touch) (with board.Set) {
	for i := n - 1; i > 0 && t.Placed && t.At-r.touches[i-1].At <= together; i-- {
		if before := r.touches[i-1]; before.Placed && before.Square != t.Square {
			with.Add(before.Square)
		}
	}
	return with
}

// history says for each square when it was first lifted and last lifted and
// placed: the number of the touch from 1, or 0.
type history struct {
	firstLift, lastLift, lastPlace [board.MaxSquares + 1]uint16
}

// touched reports whether sq was touched at all.
func (h *history) touched(sq board.Square) bool { return h.lastLift[sq] != 0 || h.lastPlace[sq] != 0 }

func (h *history) add(n int, t board.Touch) {
	if t.Placed {
		h.lastPlace[t.Square] = uint16(n)
		return
	}
	if h.firstLift[t.Square] == 0 {
		h.firstLift[t.Square] = uint16(n)
	}
	h.lastLift[t.Square] = uint16(n)
}

// last returns the instant of the latest touch, 0 if there is none.
func (r *Reader) last() time.Duration {
	if len(r.touches) == 0 {
		return 0
	}
	return r.touches[len(r.touches)-1].At
}
