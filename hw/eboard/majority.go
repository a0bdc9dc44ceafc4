package eboard

// Fields is how many fields a board has. With the cable to the left of White field
// 0 is a8, 1 is b8, and 63 is h1.
const Fields = 64

// ID is the number of the chip in a piece, or 1 on every taken field of a board
// that feels presence only. 0 is nobody.
type ID uint64

// picture is what stands on each field.
type picture [Fields]ID

// majority filters pictures: a field changes when two of the last three pictures, or the last one, agree.
type majority struct {
	mustAgree int  // so many must say it: 1 or 2
	chips     bool // numbers of pieces are their own, else they are what the pieces are
	last      [3]picture
	filled    int // of them, at most 3
	believed  picture
	announced bool         // believed was returned once
	marks     map[ID]uint8 // a number a piece, in the order in which they came
}

// change is a field on which something else stands now.
type change struct {
	channel int
	was, is ID
}

// take adds a picture. first is set for the first result after forget; changed are the fields that differ from the
// result before.
func (m *majority) take(p picture) (changed []change, first bool) {
	m.last[2], m.last[1], m.last[0] = m.last[1], m.last[0], p
	if m.filled = min(m.filled+1, 3); m.filled < m.mustAgree {
		return nil, false
	}
	now := m.believed
	for i := range p {
		a, b, c := m.last[0][i], m.last[1][i], m.last[2][i]
		switch {
		case m.mustAgree == 1 || a == b || m.filled == 3 && a == c:
			now[i] = a
		case m.filled == 3 && b == c:
			now[i] = b
		}
		if now[i] != m.believed[i] && m.announced {
			changed = append(changed, change{i, m.believed[i], now[i]})
		}
	}
	first = !m.announced
	m.believed, m.announced = now, true
	return changed, first
}

// forget drops the pictures; the marks of pieces stay.
func (m *majority) forget() { *m = majority{mustAgree: m.mustAgree, chips: m.chips, marks: m.marks} }

func (m *majority) level() (set uint64) {
	for i, id := range m.believed {
		if id != 0 {
			set |= 1 << i
		}
	}
	return set
}

// mark is what tells the piece on a channel from others: its code, or a number of its chip; 0 if nobody stands there, or if
// more pieces have come than there are numbers: then it is one like another.
func (m *majority) mark(channel int) uint8 {
	id := m.believed[channel]
	if id == 0 || !m.chips {
		return uint8(id)
	}
	if m.marks == nil {
		m.marks = map[ID]uint8{}
	}
	if _, known := m.marks[id]; !known && len(m.marks) < 253 { // 254 and 255 are poles
		m.marks[id] = uint8(len(m.marks) + 1)
	}
	return m.marks[id]
}
