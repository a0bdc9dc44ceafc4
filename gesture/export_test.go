package gesture

import (
	"reeve/board"
	"reeve/rules"
)

// Set is Resume with nothing taken.
func (r *Reader) Set(s rules.State, wood board.Set, loose bool) { r.Resume(s, nil, 0, wood, loose) }

// Wood is what is felt.
func (r *Reader) Wood() board.Set { return r.wood }

// After is the position after all that is taken.
func (r *Reader) After() rules.State { return r.reached }
