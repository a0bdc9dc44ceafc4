package camelot

import (
	"bytes"
	"strings"

	"reeve/rules"
)

// key is what makes two positions the same for rule 16: a byte of who is to act
// and of the castle moves, then the cells of the pieces left as in
// position.like, so that an exchange of two like pieces makes no difference.
// All keys that are kept together are of the same pieces, hence equally long.
type key []byte

const longestKey = 1 + pieces

// key writes the position's key into room.
func (s *position) key(room *[longestKey]byte) key {
	room[0] = byte(s.turn)<<4 | s.castleMoves[White]<<2 | s.castleMoves[Black]
	copy(room[1:], s.like[:])
	return room[:s.keyLength()]
}

func (s *position) keyLength() int { return 1 + s.count(White) + s.count(Black) }

// keyText returns a key of the pieces left in s as text, the canonical text of a
// position: "w" or "b" for who is to act, White's and Black's castle moves, then
// the squares of White's knights, White's men, Black's knights and Black's men,
// each from F1 to G16.
func (s *position) keyText(k key) string {
	flags, on := k[0], k[1:]
	text := []byte{"wb"[flags>>4], '0' + flags>>2&3, '0' + flags&3}
	for _, n := range s.left {
		text = append(text, '/')
		for i, c := range on[:n] {
			if i > 0 {
				text = append(text, ' ')
			}
			text = append(text, cell(c).name()...)
		}
		on = on[n:]
	}
	return string(text)
}

// readKey reads what keyText returns. A text of other pieces than those left in
// s has no key.
func (s *position) readKey(text string) (k key, ok bool) {
	var other position
	parts := strings.Split(text, "/")
	if len(parts) != 1+len(s.left) || len(parts[0]) != 3 {
		return nil, false
	}
	if parts[0][0] == 'b' {
		other.turn = Black
	}
	other.castleMoves = [2]uint8{(parts[0][1] - '0') & 3, (parts[0][2] - '0') & 3}
	for g, part := range parts[1:] {
		for i, name := range strings.Fields(part) {
			sq, on := topology.Square(name)
			if !on || i == int(s.left[g]) {
				return nil, false
			}
			other.put(firstOf[g]+piece(i), cellOf[sq])
		}
	}
	k = other.key(new([longestKey]byte))
	return k, other.left == s.left && max(other.castleMoves[White], other.castleMoves[Black]) <= maxCastleMoves && s.keyText(k) == text
}

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
