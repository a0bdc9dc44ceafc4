package eboard

import (
	"bytes"
	"math/bits"
	"strings"
)

// A ChessLink says frames: a letter, what belongs to it, and in two hexadecimal digits
// the exclusive or of all before. Each byte has odd parity in its highest bit. It is told
// the same way.
const linkLetters = ".KQRNBPkqrnbp"

// frameLengths are those of the answers, by their letters.
var frameLengths = map[byte]int{'s': 67, 'l': 3, 'x': 3, 'v': 7, 'w': 7, 'r': 7}

// The register for reports that nobody asked for, and what is wanted there: one whenever two
// scans in a row agree on a change. It is asked for again and again, because a board
// that restarts forgets; written it is only where it differs.
const reportsOfChanges = "04"

var (
	linkStatus = linkFrame("S")
	linkMode   = linkFrame("R02")
)

// linkFrame is a frame as it goes over the line.
func linkFrame(text string) []byte {
	const digits = "0123456789ABCDEF"
	check := byte(0)
	for i := range len(text) {
		check ^= text[i]
	}
	out := append([]byte(text), digits[check>>4], digits[check&15])
	for i, b := range out {
		if bits.OnesCount8(b)%2 == 0 {
			out[i] |= 0x80
		}
	}
	return out
}

// frames finds frames.
type frames struct {
	have []byte
}

func (f *frames) decode(chunk []byte) (h decodedBytes) {
	for _, b := range chunk {
		f.have = append(f.have, b)
		for len(f.have) > 0 {
			want, known := frameLengths[f.have[0]&0x7f]
			if known && len(f.have) < want {
				break
			}
			if known && h.frame(f.have[:want]) {
				f.have = f.have[:0]
				break
			}
			f.have = f.have[:copy(f.have, f.have[1:])] // its first byte was no beginning: perhaps another is
		}
	}
	return h
}

// frame takes a frame, and reports whether it is sound.
func (h *decodedBytes) frame(said []byte) bool {
	text := make([]byte, len(said))
	for i, b := range said {
		if bits.OnesCount8(b)%2 == 0 {
			return false
		}
		text[i] = b & 0x7f
	}
	body := string(text[:len(text)-2])
	if !bytes.Equal(linkFrame(body), said) {
		return false
	}
	switch body[0] {
	case 's':
		var p picture
		for i := range p {
			code := strings.IndexByte(linkLetters, body[1+i])
			if code < 0 {
				return false
			}
			p[i] = ID(code)
		}
		h.pictures = append(h.pictures, p)
	case 'l':
		h.lit = true
	case 'r':
		if body[1:3] == "02" && body[3:] != reportsOfChanges {
			h.answer = linkFrame("W02" + reportsOfChanges)
		}
	}
	h.sound = true
	return true
}

// corners counts the lights of a ChessLink: one on each corner of the fields, from the
// outer corner of a8 down to that of a1, then along the next line.
const corners = 81

// slots is how many moments the pattern of a light has, and moment how long one lasts, in
// 4.096 ms.
const (
	slots  = 8
	moment = 0x10
)

// linkLamps lights fields by their corners. Where that would light a field whose
// neighbours alone are meant, they take turns.
func linkLamps(lit uint64) []byte {
	turns := takeTurns(lit)
	var pattern [corners]byte
	for turn, fields := range turns {
		each := slots / len(turns)
		during := byte((1<<each - 1) << (slots - each*(turn+1)))
		for i := range Fields {
			if fields>>i&1 == 1 {
				for _, c := range cornersOf(i) {
					pattern[c] |= during
				}
			}
		}
	}
	const digits = "0123456789ABCDEF"
	text := []byte{'L', digits[moment>>4], digits[moment&15]}
	for _, p := range pattern {
		text = append(text, digits[p>>4], digits[p&15])
	}
	return linkFrame(string(text))
}

// cornersOf are the lights of a field.
func cornersOf(field int) [4]int {
	file, rank := field%8, field/8
	at := 9*file + rank
	return [4]int{at, at + 1, at + 9, at + 10}
}

// takeTurns divides fields into groups, 1, 2, 4 or 8 of them: none makes a field that is
// not of it shine with all its corners. If there were no way in eight, some would.
func takeTurns(lit uint64) []uint64 {
	groups := []uint64{0}
	for i := range Fields {
		if lit>>i&1 == 0 {
			continue
		}
		for g := 0; ; g++ {
			if g == len(groups) {
				if g == slots {
					groups[g-1] |= 1 << i
					break
				}
				groups = append(groups, 0)
			}
			if with := groups[g] | 1<<i; !deceives(with, lit) {
				groups[g] = with
				break
			}
		}
	}
	for len(groups)&(len(groups)-1) != 0 { // slots can be shared out in 1, 2, 4 and 8
		groups = append(groups, 0)
	}
	return groups
}

// deceives reports whether a field that is not to shine at all has all its corners lit by these.
func deceives(fields, lit uint64) bool {
	var on [corners]bool
	for i := range Fields {
		if fields>>i&1 == 1 {
			for _, c := range cornersOf(i) {
				on[c] = true
			}
		}
	}
	for i := range Fields {
		c := cornersOf(i)
		if lit>>i&1 == 0 && on[c[0]] && on[c[1]] && on[c[2]] && on[c[3]] {
			return true
		}
	}
	return false
}
