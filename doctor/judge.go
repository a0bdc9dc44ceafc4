package doctor

import (
	"fmt"
	"time"
)

// Count is one counter of a line.
type Count struct {
	Name   string
	N      uint64
	Most   uint64 // more than that is wrong
	Remedy string // of which; "" for a counter that cannot be wrong
}

// Judge compares every counter of a line with what is normal after a test of that length.
func Judge(counts []Count, within time.Duration) (list []Finding) {
	for _, c := range counts {
		f := Finding{Fine, c.Name, fmt.Sprintf("%d in %s", c.N, within.Round(time.Second)), ""}
		if c.Remedy != "" && c.N > c.Most {
			f.Grade, f.Remedy = Wrong, c.Remedy
		}
		list = append(list, f)
	}
	return list
}
