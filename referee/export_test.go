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
	f, scene, _ := j.views(now)
	for _, l := range scene {
		if l.Meaning == leds.Uncertain {
			lit.Add(l.Square)
		}
	}
	return f.tables[rules.Table].Hardware.Squares, lit
}

// ConfirmSeen returns the gaps of the sentence that says on the table's page what the button would seal.
func ConfirmSeen(j *Judge, now time.Duration) map[string]string {
	f, _, _ := j.views(now)
	if said := f.tables[rules.Table].Hardware.Confirm; said != nil {
		return said.Args
	}
	return nil
}

// Now is what a viewer is told to do.
var Now = now

// OddsFrom are those of a seat's attacks with the piece on a square.
var OddsFrom = oddsFrom

// Seen returns what everybody sees at now, and what the lights show.
func Seen(j *Judge, now time.Duration) (*Table, leds.Scene) {
	f, scene, _ := j.views(now)
	return f.tables[rules.Table], scene
}

// Following counts what follows in every choice, and is not named.
var Following = following

// Named says how many of steps a question names that are all in doubt.
func Named(steps []rules.Step) int { return part{steps, 0, len(steps)}.first().to }
