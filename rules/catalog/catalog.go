package catalog

import (
	"reeve/rules"
	"reeve/rules/camelot"
	"reeve/rules/chessbattle"
	"reeve/rules/dungeonchess"
	"reeve/rules/kaleidochess"
	"reeve/rules/rolechess"
)

// Games returns every game there is, in the order in which it is offered.
func Games() []*rules.Game {
	return []*rules.Game{rolechess.Game, camelot.Game, kaleidochess.Game, dungeonchess.Game, chessbattle.Game}
}

// Names returns the games' names, in the same order.
func Names() []string {
	var names []string
	for _, g := range Games() {
		names = append(names, g.Name)
	}
	return names
}
