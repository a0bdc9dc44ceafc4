package sensors

import "reeve/board"

// company is which other squares change together with one, the same way.
type company struct {
	present     bool         // another square changed with it at its last change
	alone       int          // changes without company since it last had any
	meetings    int          // how often it has closed with another
	twin        board.Square // the one square that changed with it last
	twinChanges int          // changes in a row with that one alone
}

// part notes one more change of the square, for now without company.
func (c *company) part() {
	if c.alone++; c.present {
		c.alone = 0
	} else {
		c.twinChanges = 0
	}
	c.present = false
}

// join notes that another square changed together with it.
func (c *company) join(placed bool) {
	if !c.present && placed {
		c.meetings++
	}
	c.present = true
}

// repeats reports whether its last change is one of several with another: that is no accident.
func (c *company) repeats() bool { return c.present && c.meetings >= repeated }
