package camelot

import (
	"bytes"
	"strings"

	"reeve/rules"
)

// key is what makes two positions the same for rule 16: the pieces' cells as in
// position.sorted, so that an exchange of two like pieces makes no difference,
// and a byte of who is to act and of the castle moves.
type key [pieces + 1]byte

func (s *position) key() (k key) {
	for i, c := range s.sorted {
		k[i] = byte(c)
	}
	k[pieces] = byte(s.turn)<<4 | s.castleMoves[White]<<2 | s.castleMoves[Black]
	return k
}

// text returns the key as text, the canonical text of a position: "w" or "b" for
// who is to act, White's and Black's castle moves, then the squares of White's
// knights, White's men, Black's knights and Black's men, each from F1 to G16.
func (k key) text() string {
	flags := k[pieces]
	text := []byte{"wb"[flags>>4], '0' + flags>>2&3, '0' + flags&3}
	for i, c := range k[:pieces] {
		if i == groupOf[i].from {
			text = append(text, '/')
		}
		if c == byte(gone) {
			continue
		}
		if text[len(text)-1] != '/' {
			text = append(text, ' ')
		}
		text = append(text, cell(c).name()...)
	}
	return string(text)
}

// readKey reads what text returns.
func readKey(text string) (k key, ok bool) {
	var s position
	parts := strings.Split(text, "/")
	if len(parts) != 5 || len(parts[0]) != 3 {
		return k, false
	}
	if parts[0][0] == 'b' {
		s.turn = Black
	}
	s.castleMoves = [2]uint8{(parts[0][1] - '0') & 3, (parts[0][2] - '0') & 3}
	next := piece(0)
	for _, part := range parts[1:] {
		group := groupOf[next]
		for i, name := range strings.Fields(part) {
			sq, on := topology.Square(name)
			if !on || i == group.to-group.from {
				return k, false
			}
			s.put(next+piece(i), cellOf[sq])
		}
		next = piece(group.to % pieces)
	}
	k = s.key()
	return k, max(s.castleMoves[White], s.castleMoves[Black]) <= maxCastleMoves && k.text() == text
}

// room is the most keys there can be: one a ply since the last capture or
// castle entry, that position's own, and one that a document may count besides.
const room = maxQuiet + 1

// A position is kept with the keys of all positions since the last capture or
// castle entry, each as often as it occurred, in rising order: so it compares
// with ==, and reads back from counts in any order. There are three types of
// State that differ in how many keys they have room for, because most
// positions have few and every step makes a new one.
type (
	few struct {
		position
		keys [16]key
	}
	some struct {
		position
		keys [48]key
	}
	many struct {
		position
		keys [room]key
	}
)

// keep returns the position with keys, and with here put in at its place; with
// none of them when the game is over.
func (s *position) keep(keys []key, at int, here key) rules.State {
	switch n := int(s.seen); {
	case n == 0:
		return few{position: *s}
	case n <= len(few{}.keys):
		f := few{position: *s}
		insert(f.keys[:n], keys, at, here)
		return f
	case n <= len(some{}.keys):
		f := some{position: *s}
		insert(f.keys[:n], keys, at, here)
		return f
	}
	f := many{position: *s}
	insert(f.keys[:s.seen], keys, at, here)
	return f
}

// insert fills dst, which has room for one more, with keys and with here at its
// place. The two may be the same array.
func insert(dst, keys []key, at int, here key) {
	copy(dst[at+1:], keys[at:])
	copy(dst, keys[:at])
	dst[at] = here
}

// find returns where in keys, which rise, k is or would be, and how often it is there.
func find(keys []key, k *key) (at, count int) {
	low, high := 0, len(keys)
	for low < high {
		if mid := (low + high) / 2; bytes.Compare(keys[mid][:], k[:]) < 0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	for low+count < len(keys) && keys[low+count] == *k {
		count++
	}
	return low, count
}

// Apply returns the position after step; see rules.State.
func (f few) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	next, fx, err := f.next(&step, fx, f.keys[:])
	if next == nil && err == nil {
		next = f
	}
	return next, fx, err
}

// Apply returns the position after step; see rules.State.
func (f some) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	next, fx, err := f.next(&step, fx, f.keys[:])
	if next == nil && err == nil {
		next = f
	}
	return next, fx, err
}

// Apply returns the position after step; see rules.State.
func (f many) Apply(step rules.Step, fx []rules.Effect) (rules.State, []rules.Effect, error) {
	next, fx, err := f.next(&step, fx, f.keys[:])
	if next == nil && err == nil {
		next = f
	}
	return next, fx, err
}

// View returns the position; nothing is hidden from anybody.
func (f few) View(viewer rules.Seat) rules.View { return view(f, f.position, viewer, f.keys[:f.seen]) }

// View returns the position; nothing is hidden from anybody.
func (f some) View(viewer rules.Seat) rules.View { return view(f, f.position, viewer, f.keys[:f.seen]) }

// View returns the position; nothing is hidden from anybody.
func (f many) View(viewer rules.Seat) rules.View { return view(f, f.position, viewer, f.keys[:f.seen]) }
