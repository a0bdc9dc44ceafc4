// Package health keeps what is known of the squares' sensors while a game is played: what the
// sensors' own tests tell, what people say by a button or an answer, and where hands have yet to follow the page.
//
// It must not know a game, nor how a fault is found (package sensors does). The one idea: a square that is felt
// wrongly shows it by not changing, so whoever said that it is wrong is believed until it changes.
package health

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/gesture"
)

// Fault is what is wrong with the sensor of one square. The sentence that
// says it has the key "fault." and the kind: dead, stuck, flickering, ghost, crosstalk or drifted.
type Fault struct {
	Square board.Square
	Kind   string
}

// The kinds that people may say themselves, by the confirm button.
const (
	dead  = "dead"
	stuck = "stuck"
)

// drifted is a kind that people are told of before it does any harm: its square is believed.
const drifted = "drifted"

// doubted reports whether what a square feels may be wrong.
func (f Fault) doubted() bool { return f.Kind != drifted }

// MostReported is the most squares that people may report at once; more means that the board is not set up.
const MostReported = 8

// Faults is what is known of the squares' sensors. The zero value knows of none.
type Faults struct {
	told     []Fault       // by the sensors
	reported []Fault       // by people
	belied   Fault         // what people said last of a square that has changed since
	changed  time.Duration // and when it did
	all      []Fault       // both, by square
	doubted  board.Set     // theirs
	news     []Fault       // as News told them last

	sealings, expected int         // how often something was sealed, and when Due said so last
	lagging            []board.Set // changed on the page alone: hands have yet to follow
}

// All are the faults there are, by square.
func (f *Faults) All() []Fault { return f.all }

// Doubted are the squares that may be felt wrongly.
func (f *Faults) Doubted() board.Set { return f.doubted }

// Tell takes what the sensors tell, all of it anew.
func (f *Faults) Tell(told []Fault) {
	f.told = slices.Clone(told)
	f.believe()
}

// Report takes a person's word that squares are sensed wrongly; wood is what the sensors say.
func (f *Faults) Report(squares, wood board.Set) {
	for sq := range squares.All() {
		kind := dead
		if wood.Has(sq) {
			kind = stuck
		}
		f.reported = append(f.reported, Fault{sq, kind})
	}
	f.believe()
}

// believe merges the reports of sensors and people.
func (f *Faults) believe() {
	f.all, f.doubted = slices.Clone(f.told), board.Set{}
	for _, s := range f.reported {
		same := func(t Fault) bool { return t.Square == s.Square }
		if i := slices.IndexFunc(f.all, same); i < 0 {
			f.all = append(f.all, s)
		} else if !f.all[i].doubted() {
			f.all[i] = s
		}
	}
	slices.SortFunc(f.all, func(a, b Fault) int { return int(a.Square) - int(b.Square) })
	for _, each := range f.all {
		if each.doubted() {
			f.doubted.Add(each.Square)
		}
	}
}

// Moved notes that a square has changed: it is neither dead nor stuck, unless it soon changes back, and hands are
// at work there. It reports whether the doubted squares changed.
func (f *Faults) Moved(sq board.Square, at time.Duration) bool {
	f.lagging = slices.DeleteFunc(f.lagging, func(s board.Set) bool { return s.Has(sq) })
	i := slices.IndexFunc(f.reported, func(s Fault) bool { return s.Square == sq })
	switch {
	case i >= 0:
		f.belied, f.changed = f.reported[i], at
		f.reported = slices.Delete(f.reported, i, i+1)
	case f.belied.Square == sq && f.belied.Kind != "" && at-f.changed < gesture.Fleeting:
		f.reported, f.belied = append(f.reported, f.belied), Fault{}
	default:
		return false
	}
	f.believe()
	return true
}

// Lag notes squares that a step on the page changed and hands have not followed yet: off are those where the wood lies
// otherwise. Until they do, a difference there is no fault.
func (f *Faults) Lag(changed, off board.Set) {
	var same board.Set
	var rest []board.Set
	for _, s := range f.lagging {
		if s.Intersect(changed).IsEmpty() {
			rest = append(rest, s)
		} else {
			same = same.Union(s)
		}
	}
	switch all, fresh := same.Union(changed), changed.Minus(same).Minus(f.doubted); {
	case all.Intersect(off).IsEmpty(): // back as the wood lies: nobody has anything to follow
		f.lagging = rest
	case fresh.Within(off):
		f.lagging = append(rest, all)
	}
}

// Behind are the squares where hands have yet to follow.
func (f *Faults) Behind() (all board.Set) {
	for _, s := range f.lagging {
		all = all.Union(s)
	}
	return all
}

// FollowNothing notes that another game is on the table: nobody follows what was done on the page of the one before.
func (f *Faults) FollowNothing() { f.lagging = nil }

// Sealed notes that a step was sealed: the readings of the squares were explained.
func (f *Faults) Sealed() { f.sealings++ }

// Due reports, once for all that was sealed before, whether something was.
func (f *Faults) Due() bool {
	due := f.sealings != f.expected
	f.expected = f.sealings
	return due
}

// News are the faults that are there since News told them last, and those that are gone.
func (f *Faults) News() (there, gone []Fault) {
	there, gone = lacking(f.all, f.news), lacking(f.news, f.all)
	f.news = f.all
	return there, gone
}

// lacking is what of list is not in other.
func lacking(list, other []Fault) (out []Fault) {
	for _, each := range list {
		if !slices.Contains(other, each) {
			out = append(out, each)
		}
	}
	return out
}
