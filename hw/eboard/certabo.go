package eboard

import "strconv"

// A line is a colon, numbers from 0 to 255 with blanks between them, and a line's
// end. A Certabo says five numbers a field, the chip's; a Sentio says eight, one a
// rank from the eighth down, a bit a field, the highest the a-file.
const (
	perField = 5
	numbers  = Fields * perField
	ranks    = 8
)

// longest is the longest line that is looked at: every number with three digits.
const longest = 4*numbers + 8

// lines finds pictures in lines.
type lines struct {
	want   int // numbers of a line
	line   []byte
	within bool // a colon has come
}

func (r *lines) decode(chunk []byte) (h decodedBytes) {
	for _, b := range chunk {
		if p, ok := r.next(b); ok {
			h.pictures, h.sound = append(h.pictures, p), true
		}
	}
	return h
}

// next takes one byte and returns the picture that it completes.
func (r *lines) next(b byte) (p picture, ok bool) {
	switch {
	case b == ':':
		r.line, r.within = r.line[:0], true
	case !r.within:
	case b == '\r' || b == '\n': // some boards break a line in its middle, so the numbers tell where it ends
		r.line = append(r.line, ' ')
	case b == ' ' || b >= '0' && b <= '9':
		r.line = append(r.line, b)
	default:
		r.within = false
	}
	if r.within = r.within && len(r.line) <= longest; !r.within || b != '\n' {
		return p, false
	}
	values, sound := parse(r.line)
	if !sound {
		r.within = false
		return p, false
	}
	if len(values) < r.want {
		return p, false
	}
	r.within = false
	if len(values) > r.want {
		return p, false
	}
	if r.want == ranks {
		return presence(values), true
	}
	return chips(values), true
}

// parse reads numbers from 0 to 255, at most as many as a line has.
func parse(line []byte) (values []uint8, ok bool) {
	for start := 0; start < len(line); {
		if line[start] == ' ' {
			start++
			continue
		}
		end := start
		for end < len(line) && line[end] != ' ' {
			end++
		}
		v, err := strconv.ParseUint(string(line[start:end]), 10, 8)
		if err != nil || len(values) == numbers {
			return nil, false
		}
		values, start = append(values, uint8(v)), end
	}
	return values, true
}

func presence(values []uint8) (p picture) {
	for rank, bits := range values {
		for file := range 8 {
			p[8*rank+file] = ID(bits >> (7 - file) & 1)
		}
	}
	return p
}

func chips(values []uint8) (p picture) {
	for field := range p {
		for _, v := range values[perField*field : perField*(field+1)] {
			p[field] = p[field]<<8 | ID(v)
		}
	}
	return p
}

// certaboLamps is a byte a rank from the eighth down, the
// lowest bit the a-file, the other way round than a Sentio feels.
func certaboLamps(lit uint64) []byte {
	command := make([]byte, ranks)
	for rank := range command {
		command[rank] = byte(lit >> (8 * rank))
	}
	return command
}
