package sim

import "fmt"

// Matrix wires the contacts as rows of so many columns without diodes, channel row*columns+column: a
// contact then reads closed, too, if closed ones lead round from its row to its column. 0 columns is a
// wire for each, or diodes. It panics if there are more than 64.
func (f *Field) Matrix(columns int) {
	if columns < 0 || columns > 64 {
		panic(fmt.Sprintf("sim: matrix of %d columns", columns))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.columns, f.changed = columns, true
	f.rows = nil
	if columns > 0 {
		f.rows = make([]uint64, (len(f.reeds)+columns-1)/columns)
	}
}

// wire brings what the wires show up to date with the contacts.
func (f *Field) wire() {
	f.changed = false
	copy(f.wires, f.levels)
	if f.columns == 0 {
		return
	}
	clear(f.rows)
	for i := range f.reeds {
		if bit(f.levels, i) {
			f.rows[i/f.columns] |= 1 << (i % f.columns)
		}
	}
	for grew := true; grew; {
		grew = f.join()
	}
	for i := range f.reeds {
		setBit(f.wires, i, f.rows[i/f.columns]>>(i%f.columns)&1 == 1)
	}
}

// join gives rows that share a column all of each other's columns, and reports whether that was more.
func (f *Field) join() (grew bool) {
	for i := range f.rows {
		for j := range i {
			a, b := f.rows[i], f.rows[j]
			if a&b != 0 && a != b {
				f.rows[i], f.rows[j] = a|b, a|b
				grew = true
			}
		}
	}
	return grew
}
