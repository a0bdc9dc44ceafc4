package sensors

import (
	"iter"

	"reeve/board"
)

// matrix is where squares lie in a matrix without diodes: channel row*columns+column. It has no columns where there are diodes.
type matrix struct {
	wiring  *Wiring
	columns int
}

// closed yields the three other corners of every rectangle with sq in which all three are closed: current that flows
// through them closes sq, too.
func (m matrix) closed(sq board.Square, wood board.Set) iter.Seq[[3]board.Square] {
	return func(yield func([3]board.Square) bool) {
		if m.columns <= 0 {
			return
		}
		channel := m.wiring.Channel(sq)
		row, column := channel/m.columns, channel%m.columns
		for c := range m.columns {
			beside := m.wiring.Square(row*m.columns + c)
			if c == column || !wood.Has(beside) {
				continue
			}
			for r := 0; r*m.columns < m.wiring.Channels(); r++ {
				above, across := m.wiring.Square(r*m.columns+column), m.wiring.Square(r*m.columns+c)
				if r != row && wood.Has(above) && wood.Has(across) && !yield([3]board.Square{beside, above, across}) {
					return
				}
			}
		}
	}
}
