package sim

import "fmt"

// matrix is the wires between the contacts and a scan.
type matrix struct {
	columns int // 0 is none: a wire for each
	rows    []uint64
	wires   []uint64 // the levels, and ghosts
}

// Matrix wires the contacts as rows of so many columns without diodes, channel row*columns+column: a
// contact then reads closed, too, if closed ones lead round from its row to its column. 0 columns is a
// wire for each, or diodes. It panics if there are more than 64.
func (f *Field) Matrix(columns int) {
	if columns < 0 || columns > 64 {
		panic(fmt.Sprintf("sim: matrix of %d columns", columns))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.matrix.columns, f.changed = columns, true
	f.matrix.rows = nil
	if columns > 0 {
		f.matrix.rows = make([]uint64, (len(f.reeds)+columns-1)/columns)
	}
}

// wire brings what the wires show up to date with so many contacts.
func (m *matrix) wire(levels []uint64, contacts int) {
	copy(m.wires, levels)
	if m.columns == 0 {
		return
	}
	clear(m.rows)
	for i := range contacts {
		if bit(levels, i) {
			m.rows[i/m.columns] |= 1 << (i % m.columns)
		}
	}
	for grew := true; grew; {
		grew = m.join()
	}
	for i := range contacts {
		setBit(m.wires, i, m.rows[i/m.columns]>>(i%m.columns)&1 == 1)
	}
}

// join gives rows that share a column all of each other's columns, and reports whether that was more.
func (m *matrix) join() (grew bool) {
	for i := range m.rows {
		for j := range i {
			a, b := m.rows[i], m.rows[j]
			if a&b != 0 && a != b {
				m.rows[i], m.rows[j] = a|b, a|b
				grew = true
			}
		}
	}
	return grew
}
