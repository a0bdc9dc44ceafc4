package certabo

// majority believes of a field what two of the last three pictures say.
type majority struct {
	last     [3]picture
	have     int // of them, at most 3
	believed picture
	told     bool         // believed was returned once
	marks    map[ID]uint8 // a number a piece, in the order in which they came
}

// change is a field on which something else stands now.
type change struct {
	channel int
	was, is ID
}

// take takes a picture. First is set with the first belief after forget; changed
// is what differs from the belief before.
func (m *majority) take(p picture) (changed []change, first bool) {
	m.last[2], m.last[1], m.last[0] = m.last[1], m.last[0], p
	if m.have = min(m.have+1, 3); m.have < 2 {
		return nil, false
	}
	now := m.believed
	for i := range p {
		a, b, c := m.last[0][i], m.last[1][i], m.last[2][i]
		switch {
		case a == b || m.have == 3 && a == c:
			now[i] = a
		case m.have == 3 && b == c:
			now[i] = b
		}
		if now[i] != m.believed[i] && m.told {
			changed = append(changed, change{i, m.believed[i], now[i]})
		}
	}
	first = !m.told
	m.believed, m.told = now, true
	return changed, first
}

// forget starts anew; the marks of pieces stay.
func (m *majority) forget() { *m = majority{marks: m.marks} }

func (m *majority) level() (set uint64) {
	for i, id := range m.believed {
		if id != 0 {
			set |= 1 << i
		}
	}
	return set
}

// mark is the number of the piece on a channel, 0 if nobody stands there, or if
// more pieces have come than there are numbers: then it is one like another.
func (m *majority) mark(channel int) uint8 {
	id := m.believed[channel]
	if id == 0 {
		return 0
	}
	if m.marks == nil {
		m.marks = map[ID]uint8{}
	}
	if _, known := m.marks[id]; !known && len(m.marks) < 255 {
		m.marks[id] = uint8(len(m.marks) + 1)
	}
	return m.marks[id]
}

// lights are what the board shows and what it should.
type lights struct {
	latest uint64 // of the last frame
	shone  uint64 // in any frame since the last command
	board  uint64 // what the board shows
	known  bool   // board is so
}

func (l *lights) frame(lit uint64) { l.latest, l.shone = lit, l.shone|lit }

// next is what the board should show, and whether it must be told.
func (l *lights) next() (lit uint64, change bool) {
	lit = l.shone | l.latest
	return lit, !l.known || lit != l.board
}

func (l *lights) sent(lit uint64) { l.board, l.known, l.shone = lit, true, 0 }

// again forgets what the board shows.
func (l *lights) again() { l.known = false }
