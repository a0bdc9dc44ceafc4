package referee

import (
	"time"

	"reeve/board"
	"reeve/leds"
	"reeve/rules"
)

// FaultsSeen returns what everybody is told of the squares at fault, and which are
// lit as such.
func FaultsSeen(j *Judge, now time.Duration) (said []Message, lit board.Set) {
	f, scene := j.faces(now)
	for _, l := range scene {
		if l.Meaning == leds.Uncertain {
			lit.Add(l.Square)
		}
	}
	return f.tables[rules.Table].Hardware.Squares, lit
}
