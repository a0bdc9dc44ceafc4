package dungeonchess

import "reeve/rules"

// calmCount counts towards the end of rule 15.
type calmCount struct {
	rounds uint16 // option calm; 0: never
	calm   uint16 // turns since the last capture or ransom; 0 if rounds is
}

// count counts a turn for rule 15, begins anew after a capture or a ransom.
func (c *calmCount) count(anew bool) {
	switch {
	case anew:
		c.calm = 0
	case c.rounds > 0:
		c.calm++
	}
}

// becalmed reports the end by rule 15: a round is one turn of each of those who are active.
func (c *calmCount) becalmed(active rules.Seats) bool {
	return c.rounds > 0 && c.calm >= c.rounds*uint16(active.Len())
}
