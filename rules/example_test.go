package rules_test

import (
	"errors"
	"fmt"

	"reeve/rules"
	"reeve/rules/example"
)

// A game is played through its contract alone: a position says who may act and what is legal, a step leads to another position, and
// the old one stays as it was.
func Example() {
	state, err := example.Game.Start(nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(example.Game.SeatName(state.ToAct().All()[0]), "has", len(state.Legal(nil)), "legal steps")

	step, err := state.Parse("c2-c3")
	if err != nil {
		panic(err)
	}
	next, effects, err := state.Apply(step, nil)
	if err != nil {
		panic(err)
	}
	on := state.Topology()
	for _, e := range effects {
		fmt.Println("moved from", on.Name(e.From), "to", on.Name(e.To))
	}
	hands := state.Hands(step) // what it asks of hands
	fmt.Println("carried from", on.Name(hands.Carries[0].From), "to", on.Name(hands.Carries[0].To))
	c2, _ := on.Square("c2")
	fmt.Println("c2 before and after:", state.Occupied(rules.Table).Has(c2), next.Occupied(rules.Table).Has(c2))

	_, _, err = next.Apply(step, nil)
	fmt.Println("refused the second time:", errors.Is(err, rules.ErrIllegal))
	// Output:
	// white has 16 legal steps
	// moved from c2 to c3
	// carried from c2 to c3
	// c2 before and after: true false
	// refused the second time: true
}
