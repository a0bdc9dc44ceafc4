package catalog

import (
	"reeve/rules"
	"reeve/rules/rolechess"
)

// Games returns all games.
func Games() []*rules.Game {
	return []*rules.Game{
		rolechess.Game,
	}
}
