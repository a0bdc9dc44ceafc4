package web

import (
	"net/netip"
	"slices"
	"sync"
)

// A crowd limits connections or event streams. A new guest always gets in. If there is no room, the oldest guest
// is dropped: of the same party if it is at its limit, else of the address with the most.
type crowd struct {
	most, address int // who have proved nothing, altogether and from one address
	proved        int // of each who has proved to be somebody

	mu     sync.Mutex
	guests []*guest // in the order they came
}

// guest is one who holds a place.
type guest struct {
	party
	drop func() // ends it
}

// enter lets a guest in, and ends another who makes room.
func (c *crowd) enter(g *guest) {
	c.mu.Lock()
	c.guests = append(c.guests, g)
	first := c.over(g.party)
	if first != nil {
		c.remove(first)
	}
	c.mu.Unlock()
	if first != nil {
		first.drop()
	}
}

// leave gives a guest's place back, if it has one still.
func (c *crowd) leave(g *guest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(g)
}

// count is how many hold a place.
func (c *crowd) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.guests)
}

func (c *crowd) remove(g *guest) {
	c.guests = slices.DeleteFunc(c.guests, func(other *guest) bool { return other == g })
}

// over returns the guest who has to make room after one of the party has come, nil
// if nobody has to.
func (c *crowd) over(came party) *guest {
	most, from := c.address, map[netip.Prefix]int{}
	if came.who != "" {
		most = c.proved
	}
	same, strangers := 0, 0
	for _, g := range c.guests {
		if g.party == came {
			same++
		}
		if g.who == "" {
			strangers++
			from[g.from]++
		}
	}
	if same > most {
		return c.first(func(g *guest) bool { return g.party == came })
	}
	if came.who != "" || strangers <= c.most {
		return nil
	}
	busiest := 0
	for _, n := range from {
		busiest = max(busiest, n)
	}
	return c.first(func(g *guest) bool { return g.who == "" && from[g.from] == busiest })
}

func (c *crowd) first(is func(*guest) bool) *guest { return c.guests[slices.IndexFunc(c.guests, is)] }
