package gesture_test

import (
	"fmt"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
	"reeve/rules/example"
)

// A reader is given a position and the wood, and then what contacts feel. What hands may do it says at once, what they have done once no
// more touches could change it, and it never asks a clock: instants come with the touches.
func Example() {
	state, err := example.Game.Start(nil)
	if err != nil {
		panic(err)
	}
	on, ms := state.Topology(), time.Millisecond
	touch := func(name string, placed bool, at time.Duration) board.Touch {
		sq, _ := on.Square(name)
		return board.Touch{Square: sq, Placed: placed, At: at}
	}

	reader := gesture.NewReader(300 * ms)
	reader.Resume(state, nil, 0, state.Occupied(rules.Full), false)

	reader.Touch(touch("c2", false, 1000*ms))
	fmt.Println("may go to", on.Names(reader.Guide(1000*ms).Legal))

	reader.Touch(touch("c3", true, 1500*ms))
	reading := reader.Read(1502 * ms)
	for _, step := range reading.Steps {
		fmt.Println("taken:", state.Text(step), "final:", reading.Sealed)
	}

	// Black's move seals it.
	reader.Touch(touch("d5", false, 3000*ms))
	reader.Touch(touch("d4", true, 3400*ms))
	for at := 3402 * ms; at != 0 && at < 6*time.Second; at = reading.Wake {
		reading = reader.Read(at)
	}
	fmt.Println("taken:", len(reading.Steps), "final:", reading.Sealed)
	// Output:
	// may go to [b3 c3 d3]
	// taken: c2-c3 final: 0
	// taken: 2 final: 1
}
