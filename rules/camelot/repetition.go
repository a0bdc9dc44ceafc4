package camelot

import (
	"bytes"

	"reeve/rules"
)

// mostKeys is how many keys there can be: one a ply since the last capture or
// castle entry, that position's own, and one that a document may count besides.
const mostKeys = maxQuiet + 1

// A State holds the keys of all positions since the last capture or castle entry, each as often as it
// occurred, sorted: so that states compare with ==. Most have few keys and every step makes a new state,
// hence one type for each size class of the allocator, named by its bytes.
type (
	state320 struct {
		position
		keys [320 - positionSize]byte
	}
	state576 struct {
		position
		keys [576 - positionSize]byte
	}
	state896 struct {
		position
		keys [896 - positionSize]byte
	}
	state1536 struct {
		position
		keys [1536 - positionSize]byte
	}
	state3200 struct {
		position
		keys [mostKeys * longestKey]byte
	}
)

const positionSize = 144 // bytes

// keep returns the position with keys, and with here put in at its place; with
// none of them when the game is over.
func (s *position) keep(keys []byte, at int, here key) rules.State {
	n := len(keys) + len(here)
	switch {
	case n <= len(state320{}.keys):
		f := state320{position: *s}
		insert(f.keys[:n], keys, at, here)
		return f
	case n <= len(state576{}.keys):
		f := state576{position: *s}
		insert(f.keys[:n], keys, at, here)
		return f
	case n <= len(state896{}.keys):
		f := state896{position: *s}
		insert(f.keys[:n], keys, at, here)
		return f
	case n <= len(state1536{}.keys):
		f := state1536{position: *s}
		insert(f.keys[:n], keys, at, here)
		return f
	}
	f := state3200{position: *s}
	insert(f.keys[:n], keys, at, here)
	return f
}

// insert fills dst, which has room for one more, with keys and with here at its
// place. The two may be the same array.
func insert(dst, keys []byte, at int, here key) {
	copy(dst[at+len(here):], keys[at:])
	copy(dst, keys[:at])
	copy(dst[at:], here)
}

// find returns where in keys, which rise, k is or would be, and how often it is there.
func find(keys []byte, k key) (at, count int) {
	size := len(k)
	low, high := 0, len(keys)/size
	for low < high {
		if mid := (low + high) / 2; bytes.Compare(keys[mid*size:(mid+1)*size], k) < 0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	at = low * size
	for keys = keys[at:]; len(keys) > 0 && bytes.Equal(keys[:size], k); keys = keys[size:] {
		count++
	}
	return at, count
}

// Apply returns the position after step; see rules.State.
func (f state320) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	next, fx, err := f.next(&step, fx, f.keys[:])
	if next == nil && err == nil {
		next = f
	}
	return next, fx, err
}

// Apply returns the position after step; see rules.State.
func (f state576) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	next, fx, err := f.next(&step, fx, f.keys[:])
	if next == nil && err == nil {
		next = f
	}
	return next, fx, err
}

// Apply returns the position after step; see rules.State.
func (f state896) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	next, fx, err := f.next(&step, fx, f.keys[:])
	if next == nil && err == nil {
		next = f
	}
	return next, fx, err
}

// Apply returns the position after step; see rules.State.
func (f state1536) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	next, fx, err := f.next(&step, fx, f.keys[:])
	if next == nil && err == nil {
		next = f
	}
	return next, fx, err
}

// Apply returns the position after step; see rules.State.
func (f state3200) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	next, fx, err := f.next(&step, fx, f.keys[:])
	if next == nil && err == nil {
		next = f
	}
	return next, fx, err
}

// View returns the position; nothing is hidden from anybody.
func (f state320) View(viewer rules.Seat) rules.View { return f.view(f, viewer, f.keys[:]) }

// View returns the position; nothing is hidden from anybody.
func (f state576) View(viewer rules.Seat) rules.View { return f.view(f, viewer, f.keys[:]) }

// View returns the position; nothing is hidden from anybody.
func (f state896) View(viewer rules.Seat) rules.View { return f.view(f, viewer, f.keys[:]) }

// View returns the position; nothing is hidden from anybody.
func (f state1536) View(viewer rules.Seat) rules.View { return f.view(f, viewer, f.keys[:]) }

// View returns the position; nothing is hidden from anybody.
func (f state3200) View(viewer rules.Seat) rules.View { return f.view(f, viewer, f.keys[:]) }
