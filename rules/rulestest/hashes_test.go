package rulestest

import (
	"slices"
	"testing"

	"reeve/rules"
)

// idle is a position of which only is asked who may act.
type idle struct{ rules.Scratch }

func (idle) Actors() rules.Seats { return 1 }

// Two like men of Camelot may have changed places: the steps are listed in another order,
// and the positions are alike.
func TestPrintsDoNotMindTheOrderOfSteps(t *testing.T) {
	steps := []rules.Step{{Kind: 1, N: 1, Arg: [rules.StepArgs]uint8{4, 2}}, {Kind: 1, N: 1, Arg: [rules.StepArgs]uint8{9, 2}}, {Kind: 2, N: 9, Arg: [rules.StepArgs]uint8{9, 2, 3, 1, 7}}}
	turned := slices.Clone(steps)
	slices.Reverse(turned)
	if printOf(idle{}, steps) != printOf(idle{}, turned) {
		t.Error("another order is another print")
	}
	for i := range steps {
		if printOf(idle{}, slices.Delete(slices.Clone(steps), i, i+1)) == printOf(idle{}, steps) {
			t.Errorf("without step %d the print is the same", i)
		}
		other := slices.Clone(steps)
		other[i].Arg[4]++
		if printOf(idle{}, other) == printOf(idle{}, steps) {
			t.Errorf("with another step %d the print is the same", i)
		}
	}
}
