package kaleidochess

import "reeve/rules"

// memorySize is the number of positions remembered. Without entries into castles rule 5 ends a game within 200
// turns of the last step that cannot be taken back; entries lengthen that, and then the oldest position is
// forgotten first.
const memorySize = 208

// memory counts the positions after actions that somebody chose, since the last
// that cannot be taken back: a capture, a cast, a cancelled formula, fire. A position is its fingerprint
// with its count (1 to 3) in the two lowest bits, in two pieces; they stand in
// the order of their first occurrence, and unused ones are 0.
type memory struct {
	n    uint8
	idle bool // no cache: a search has its own
	high [memorySize]uint32
	low  [memorySize]uint16
}

const countBits = 3

func (m *memory) word(i int) uint64 { return uint64(m.high[i])<<16 | uint64(m.low[i]) }

// find returns the place of the position with that fingerprint, n if it is not there.
func (m *memory) find(print uint64) int {
	high := uint32(print >> 16)
	for i, h := range m.high[:m.n] {
		if h == high && m.word(i)&^countBits == print {
			return i
		}
	}
	return int(m.n)
}

// note adds an occurrence of the position with that fingerprint and returns how
// often it has been there.
func (m *memory) note(print uint64) int {
	i := m.find(print)
	if i == int(m.n) {
		m.add(print, 1)
		return 1
	}
	if m.low[i]&countBits < countBits {
		m.low[i]++
	}
	return int(m.low[i] & countBits)
}

// add remembers a position that is not there yet.
func (m *memory) add(print uint64, times int) {
	if m.n == memorySize {
		copy(m.high[:], m.high[1:])
		copy(m.low[:], m.low[1:])
		m.n--
	}
	m.high[m.n], m.low[m.n] = uint32(print>>16), uint16(print)|uint16(times)
	m.n++
}

// forget begins anew, after a step that cannot be taken back.
func (m *memory) forget() {
	clear(m.high[:m.n])
	clear(m.low[:m.n])
	m.n = 0
}

// fingerprint hashes all that can change while positions are remembered: where the pieces stand and whose turn
// it is. It has 46 bits and two zero bits for the count; two positions of a full memory collide with a
// probability of about 1e-11.
func (a *armies) fingerprint(turn rules.Seat) uint64 {
	h, word := uint64(turn)+1, uint64(0)
	for i, f := range a.at {
		word = word<<8 | uint64(f)
		if i%8 == 7 || i == pieces-1 {
			h, word = mix(h^word), 0
		}
	}
	return h >> 16 &^ countBits
}

// mix is SplitMix64's finalizer (Steele, Lea and Flood, 2014).
func mix(h uint64) uint64 {
	h += 0x9E3779B97F4A7C15
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}
