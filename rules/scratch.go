package rules

import "math/bits"

// Scratch is a position to think on, for search. It changes in place, trusts its
// caller, and allocates nothing. It keeps no memory of repeated positions: what
// repeats on the way there is for who searches to see, by Hash.
type Scratch interface {
	// Copy makes it equal to from, a Scratch of the same game.
	Copy(from Scratch)
	// Actors returns who may act now, as State.ToAct.
	Actors() Seats
	// Legal appends the legal steps, as State.Legal.
	Legal(dst []Step) []Step
	// Loud appends the legal steps that gain something, in the order of Legal.
	Loud(dst []Step) []Step
	// Forced reports whether all legal steps gain something; false where that is not
	// known at once.
	Forced() bool
	// Do carries out a step that is legal; anything else is not refused but harms.
	Do(step Step)
	// Luck appends what chance, whose turn it is, can bring: equal outcomes once.
	// Their weights sum to 1.
	Luck(dst []Luck) []Luck
	// Winners returns who has won; false while the game goes on. None is a draw.
	Winners() (Seats, bool)
	// Hash is equal for positions in which the same can happen, but for the counts
	// of quiet turns. It may differ from one run of the program to another.
	Hash() uint64
	// Gain returns how promising a legal step looks before anything is searched: 0
	// for a quiet one, more for one that takes something.
	Gain(step Step) int
	// Features writes what the position counts for seat, one number for each name
	// of the game's Weights. It is asked of positions that are not over.
	Features(seat Seat, to []float32)
}

// LuckSteps is how many steps of chance lead to an outcome at most: two dice each of two
// attackers and their target, in RoleChess.
const LuckSteps = 6

// Luck is something that chance can bring: the steps of chance that lead
// there, up to the next decision or to a throw that cannot be merged, and its probability.
type Luck struct {
	Steps  [LuckSteps]Step
	N      uint8 // how many of Steps
	Weight float32
}

// One returns the outcome of a single step of chance.
func One(step Step, weight float32) Luck {
	return Luck{Steps: [LuckSteps]Step{step}, N: 1, Weight: weight}
}

// NewScratch returns s as a position to think on; false for a game that has none.
func NewScratch(s State) (Scratch, bool) {
	t, ok := s.(interface{ Scratch() Scratch })
	if !ok {
		return nil, false
	}
	return t.Scratch(), true
}

// Gaining is Loud in terms of Legal and Gain.
func Gaining(s Scratch, dst []Step) []Step {
	begin := len(dst)
	dst = s.Legal(dst)
	kept := dst[:begin]
	for _, step := range dst[begin:] {
		if s.Gain(step) > 0 {
			kept = append(kept, step)
		}
	}
	return kept
}

// Mix adds a word to a hash (SplitMix64's finalizer; Steele, Lea and Flood, 2014). The
// hash is spread before: small ones differ in the low bits only, where words do.
func Mix(h, word uint64) uint64 {
	h = bits.RotateLeft64((h+1)*0xD1342543DE82EF95, 29) ^ word
	h += 0x9E3779B97F4A7C15
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}

// MixBytes adds bytes to a hash.
func MixBytes[B ~uint8 | ~int8](h uint64, list []B) uint64 {
	for ; len(list) >= 8; list = list[8:] {
		b := list[:8]
		h = Mix(h, uint64(uint8(b[0]))|uint64(uint8(b[1]))<<8|uint64(uint8(b[2]))<<16|uint64(uint8(b[3]))<<24|
			uint64(uint8(b[4]))<<32|uint64(uint8(b[5]))<<40|uint64(uint8(b[6]))<<48|uint64(uint8(b[7]))<<56)
	}
	var word uint64
	for _, b := range list {
		word = word<<8 | uint64(uint8(b))
	}
	return Mix(h, word)
}

// Pruner is a Scratch that knows steps which no search has to look at.
type Pruner interface {
	// Undominated appends the legal steps but those than which another is never worse.
	Undominated(dst []Step) []Step
}

// Drawer is a Scratch of a game with so many throws that search gets no further than a
// turn if it looks at all of them.
type Drawer interface {
	// FewLuck appends few outcomes that stand for those of Luck: their weights sum to 1,
	// and what they are worth has the same mean, or nearly.
	FewLuck(dst []Luck) []Luck
	// Draw carries out the steps of an outcome, as Do does one after the other.
	Draw(l *Luck)
}

// Unsettler is a Scratch of a game in which decisions stand between a step and what comes of it.
type Unsettler interface {
	// Unsettled reports whether what was begun has not come to its end, so that counting
	// the pieces would say nothing of it.
	Unsettled() bool
}

// Chooser is a Scratch that knows when what is decided is worth what the best of it is, though search does not look at it so.
type Chooser interface {
	// Choosing reports that of the position.
	Choosing() bool
}

// Foreteller is a Scratch that counts more for those who tell people what to expect than search has time for.
type Foreteller interface {
	// Foretell writes what the position promises seat, one number for each of the Further names of the game's Weights.
	Foretell(seat Seat, to []float32)
}

// Planner is a Scratch that knows what to do where searching says nothing: in
// preparations out of the other's sight.
type Planner interface {
	// Plan returns a legal step of seat, or false where it has no plan. pick returns
	// a number below n.
	Plan(seat Seat, pick func(n int) int) (Step, bool)
}

// Prolonger is a Scratch of a game that two careful players could keep going for ever.
type Prolonger interface {
	// Prolongs reports whether a legal step undoes what the game has come to, so that
	// it may go on as long again.
	Prolongs(step Step) bool
}

// Waiter is a Scratch of a game in which two careful players could wait for each other for ever.
type Waiter interface {
	// Waits returns what part of its worth a legal step loses for who chooses it, for it lets
	// go on what has gone on for long; below 1, and 0 for all others.
	Waits(step Step) float32
}

// Picker chooses a legal step of a Scratch.
type Picker interface {
	// Pick returns the step at the place in Legal that pick chooses, or false if there is none. pick returns a number
	// below n.
	Pick(pick func(n int) int) (Step, bool)
}

// PickerOf returns s if it can pick without listing all legal steps, else one that lists them.
func PickerOf(s Scratch) Picker {
	if p, ok := s.(Picker); ok {
		return p
	}
	return &lister{Scratch: s}
}

type lister struct {
	Scratch
	room []Step
}

func (l *lister) Pick(pick func(n int) int) (Step, bool) {
	l.room = l.Legal(l.room[:0])
	return PickOf(l.room, pick)
}

// PickOf returns the step of list that pick chooses, or false if there is none.
func PickOf(list []Step, pick func(n int) int) (Step, bool) {
	if len(list) == 0 {
		return Step{}, false
	}
	return list[pick(len(list))], true
}
