package catalog

import (
	"reeve/rules"
	"reeve/rules/chessbattle"
	"reeve/rules/kaleidochess"
	"reeve/rules/rolechess"
)

// Games returns every game there is, in the order in which it is offered.
func Games() []*rules.Game {
	return []*rules.Game{rolechess.Game, kaleidochess.Game, chessbattle.Game}
}
