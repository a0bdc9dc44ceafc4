package sensors

import (
	"time"

	"reeve/board"
)

// HealthOptions say what a fault is. The zero value is made of defaults.
type HealthOptions struct {
	Columns  int // of a matrix without diodes, in which channel row*Columns+column is; 0 if there are diodes
	Flickers int // changes a minute, unsettled or too short for hands, that a square in health never has; 0 is DefaultFlickers
	Steps    int // steps that go by before a square that contradicts the position is at fault; 0 is DefaultSteps
}

// The defaults of HealthOptions, and what else Health goes by.
const (
	DefaultFlickers = 40
	DefaultSteps    = 2
	brief           = 60 * time.Millisecond  // shorter than any action of hands
	together        = 20 * time.Millisecond  // changes of one cause come no farther apart
	apart           = 4                      // changes by itself after which a square shows its own piece alone
	repeated        = 2                      // closings with another that are no accident
	joined          = 4                      // changes in a row with one other that hands do not make
	reach           = 4                      // squares that a magnet closes, or wires that touch, at most; more are another cause
	passing         = 250 * time.Millisecond // the longest time that a piece slid past is sensed
	untouched       = 8                      // weight of flickers while no hand was near
	believed        = 4                      // and those that were taken for touches
)

// Health finds faulty squares during play from the sensors' changes, the flickers of each channel and the squares
// that the position has occupied: a lasting difference that hands do not explain is a fault. It costs nothing a
// scan and only Faults allocates. Its methods must be called one at a time, with instants of one clock; each
// reports whether Faults changed.
type Health struct {
	wiring       *Wiring
	matrix       matrix
	opt          HealthOptions
	wood         board.Set
	expected     board.Set // at the last step
	touchedSince board.Set // touched since
	stepSeen     bool      // a step at all
	faulty       board.Set
	drifted      board.Set // those of faulty aside
	squares      [board.MaxSquares]condition
	counted      []uint32 // by channel
}

// condition is what is known of a square.
type condition struct {
	kind       Kind
	since      time.Duration
	changed    time.Duration // the last touch
	touched    bool          // there was one
	company    company       // of other squares
	cleared    Kind          // the fault that the last touch has cleared
	steps      int           // that went by since it contradicts the position untouched
	from       time.Duration // the first of them
	flickers   leakyBucket
	driftSince time.Duration // since then it has drifted
}

// NewHealth makes a watch over the squares that a driver feels.
func NewHealth(w *Wiring, o HealthOptions) *Health {
	if o.Flickers <= 0 {
		o.Flickers = DefaultFlickers
	}
	if o.Steps <= 0 {
		o.Steps = DefaultSteps
	}
	return &Health{wiring: w, matrix: matrix{w, o.Columns}, opt: o, counted: make([]uint32, w.Channels())}
}

// Touch takes a touch as Sink.Touch does. A square that changes by itself is neither dead nor stuck, unless it
// was but for a moment, or a dead one felt a piece pass.
func (h *Health) Touch(t board.Touch) (changed bool) {
	if h.wiring.Channel(t.Square) < 0 || t.Says(h.wood) {
		return false
	}
	s := &h.squares[t.Square]
	short := s.touched && t.At-s.changed < brief
	s.company.part()
	was, last := s.cleared, s.changed
	s.cleared = 0
	h.change(t.Square, t.Placed, t.At)
	changed = h.accompany(t)
	switch {
	case s.kind == 0 && (was != 0 && short || was == Dead && t.At-last < passing): // it is no better than it was
		changed = h.find(t.Square, was, t.At)
	case s.kind == Stuck && s.company.present:
		changed = h.find(t.Square, Crosstalk, t.At)
	case s.kind == Dead || s.kind == Stuck || s.kind == Crosstalk && s.company.alone >= apart:
		s.cleared = s.kind
		changed = h.clear(t.Square)
	}
	return short && h.pour(t.Square, believed, t.At) || changed
}

// accompany notes which squares changed the same way just before, that is for one cause with this one: a stuck
// square is not cleared by that, and two squares that always change together sense one piece.
func (h *Health) accompany(t board.Touch) (changed bool) {
	var with board.Set
	for sq := range h.wiring.all.All() {
		o := &h.squares[sq]
		if sq == t.Square || !o.touched || t.At-o.changed > together || h.wood.Has(sq) != t.Placed {
			continue
		}
		for _, s := range [...]*condition{&h.squares[t.Square], o} {
			s.company.join(t.Placed)
		}
		with.Add(sq)
		if o.cleared == Stuck && o.kind == 0 {
			changed = h.find(sq, Crosstalk, o.changed)
		}
	}
	return h.pair(t.Square, with) || changed
}

// pair counts the changes of a square with the only other that changed just before, unless they are corners
// of a ghost.
func (h *Health) pair(sq board.Square, with board.Set) (changed bool) {
	if with.Len() != 1 {
		for o := range with.All() {
			h.squares[o].company.twinChanges, h.squares[sq].company.twinChanges = 0, 0
		}
		return false
	}
	o := with.First()
	a, b := &h.squares[sq].company, &h.squares[o].company
	n := min(a.twinChanges, b.twinChanges) + 1
	if a.twin != o || b.twin != sq || h.ghostly(sq) || h.ghostly(o) {
		n = 1
	}
	a.twin, a.twinChanges, b.twin, b.twinChanges = o, n, sq, n
	for _, each := range [...]board.Square{sq, o} {
		if s := &h.squares[each]; n >= joined && s.kind == 0 {
			changed = h.find(each, Crosstalk, s.changed)
		}
	}
	return changed
}

// Wood takes the state of all squares as Sink.Wood does.
func (h *Health) Wood(wood board.Set, at time.Duration) (changed bool) {
	for sq := range h.wiring.all.All() {
		s := &h.squares[sq]
		if wood.Has(sq) == h.wood.Has(sq) {
			continue
		}
		h.change(sq, wood.Has(sq), at)
		if s.kind == Dead || s.kind == Stuck {
			h.clear(sq)
			changed = true
		}
	}
	return changed
}

func (h *Health) change(sq board.Square, placed bool, at time.Duration) {
	s := &h.squares[sq]
	s.changed, s.touched, s.steps = at, true, 0
	h.wood.Set(sq, placed)
	h.touchedSince.Add(sq)
}

// Flickers takes the count of unsettled changes of every channel, as Contact and Debouncer.Flicker
// give it. Call it about once a second: a square that has ceased to flicker is well again only then.
func (h *Health) Flickers(count func(channel int) uint32, at time.Duration) (changed bool) {
	for channel := range h.counted {
		sq, n := h.wiring.Square(channel), count(channel)
		more := n - h.counted[channel]
		h.counted[channel] = n
		if sq == board.None {
			continue
		}
		s, times := &h.squares[sq], int(min(more, 1<<16))
		if h.wood.Has(sq) && at-s.changed > often+together {
			times *= untouched
		}
		if more > 0 {
			changed = h.pour(sq, times, at) || changed
		}
		if s.kind == Flickering && s.flickers.empty(at) {
			h.clear(sq)
			changed = true
		}
	}
	return changed
}

// Drift takes what a driver says of its own sensors.
func (h *Health) Drift(sq board.Square, drifted bool, at time.Duration) (changed bool) {
	if h.wiring.Channel(sq) < 0 || h.drifted.Has(sq) == drifted {
		return false
	}
	h.drifted.Set(sq, drifted)
	h.squares[sq].driftSince = at
	return true
}

// pour adds flickers of a square to its bucket, which holds the allowed number.
func (h *Health) pour(sq board.Square, n int, at time.Duration) (changed bool) {
	s := &h.squares[sq]
	over := s.flickers.pour(time.Duration(n)*full/time.Duration(h.opt.Flickers), at)
	return over && s.kind != Flickering && h.find(sq, Flickering, at)
}

// Expect takes the squares that the position has occupied, once for each sealed step and for the set-up. Squares
// that hands are working on are busy and not judged. Without a touch or another expectation since the last call it
// is the same step.
func (h *Health) Expect(occupied, busy board.Set, at time.Duration) (changed bool) {
	step := !h.stepSeen || occupied != h.expected || !h.touchedSince.IsEmpty()
	h.stepSeen, h.expected, h.touchedSince = true, occupied, board.Set{}
	for sq := range h.wiring.all.Minus(busy).All() {
		s := &h.squares[sq]
		felt, wanted := h.wood.Has(sq), occupied.Has(sq)
		switch {
		case felt == wanted:
			changed = s.kind == Ghost && h.laid(sq) && h.clear(sq) || changed
		case felt && h.ghostly(sq):
			changed = s.kind == 0 && h.find(sq, Ghost, s.changed) || changed
		case step:
			changed = h.contradicts(sq, felt, at) || changed
		}
	}
	return changed
}

// Unexplained takes the squares that the position has occupied, busy ones included, while no reading explains the
// wood: a piece put down may have closed a ghost beside its own square, and no step is sealed that would call
// Expect. Which of the two is the ghost, the wood does not tell.
func (h *Health) Unexplained(occupied board.Set) (changed bool) {
	for sq := range h.wood.All() { // two of them came first
		if s := &h.squares[sq]; s.kind == Crosstalk && s.company.present && h.crowd(s.changed) > reach {
			changed = h.clear(sq)
		}
	}
	for sq := range h.wood.Minus(occupied).All() {
		switch s := &h.squares[sq]; {
		case h.wiring.Channel(sq) < 0 || s.kind != 0:
		case h.ghostly(sq):
			changed = h.find(sq, Ghost, s.changed)
		case s.company.repeats() && h.crowd(s.changed) <= reach:
			changed = h.find(sq, Crosstalk, s.changed)
			for o := range h.wood.All() {
				if with := &h.squares[o]; with.kind == 0 && with.company.repeats() && max(with.changed-s.changed, s.changed-with.changed) <= together {
					h.find(o, Crosstalk, with.changed)
				}
			}
		}
	}
	return changed
}

// crowd counts the squares that closed about an instant.
func (h *Health) crowd(at time.Duration) (n int) {
	for sq := range h.wood.All() {
		if s := &h.squares[sq]; s.touched && max(s.changed-at, at-s.changed) <= together {
			n++
		}
	}
	return n
}

// contradicts counts a step during which a square contradicted the position.
func (h *Health) contradicts(sq board.Square, felt bool, at time.Duration) (changed bool) {
	s := &h.squares[sq]
	if s.steps == 0 {
		s.from = at
	}
	if s.steps++; s.steps < h.opt.Steps || s.kind != 0 {
		return false
	}
	if felt {
		return h.find(sq, Stuck, s.from)
	}
	return h.find(sq, Dead, s.from)
}

// ghostly reports whether a closed square may be the fourth corner that three pieces make: it closed together with the
// last of them.
func (h *Health) ghostly(sq board.Square) bool {
	at := h.squares[sq].changed
	for three := range h.matrix.closed(sq, h.wood) {
		last := max(h.squares[three[0]].changed, h.squares[three[1]].changed, h.squares[three[2]].changed)
		if max(at-last, last-at) <= together {
			return true
		}
	}
	return false
}

// laid reports whether a square is open though three corners of a rectangle with it are closed: then this matrix
// has no ghost there.
func (h *Health) laid(sq board.Square) bool {
	for range h.matrix.closed(sq, h.wood) {
		return !h.wood.Has(sq)
	}
	return false
}

// find notes a fault, clear forgets it; both report that Faults changed.
func (h *Health) find(sq board.Square, kind Kind, since time.Duration) bool {
	h.squares[sq].kind, h.squares[sq].since = kind, since
	h.faulty.Add(sq)
	return true
}

func (h *Health) clear(sq board.Square) bool {
	s := &h.squares[sq]
	s.kind, s.steps = 0, 0
	h.faulty.Set(sq, false)
	return true
}

// Uncertain returns the squares at fault: no reading may rest on them alone.
func (h *Health) Uncertain() board.Set { return h.faulty }

// Faults returns all faults by square: of one that has drifted, too, what else is wrong with it.
func (h *Health) Faults() []Fault {
	all := h.faulty.Union(h.drifted)
	faults := make([]Fault, 0, all.Len())
	for sq := range all.All() {
		if s := &h.squares[sq]; h.faulty.Has(sq) {
			faults = append(faults, Fault{Square: sq, Kind: s.kind, Since: s.since})
		} else {
			faults = append(faults, Fault{Square: sq, Kind: Drifted, Since: s.driftSince})
		}
	}
	return faults
}
