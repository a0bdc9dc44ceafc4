package gesture_test

import (
	"slices"
	"strings"
	"testing"

	"reeve/rules/catalog"
)

// No game of the catalog is forgotten in the table of actions, whose every order of
// hands is tried.
func TestEveryGameHasItsOrdersOfHands(t *testing.T) {
	for _, g := range catalog.Games() {
		if !slices.ContainsFunc(actions, func(a action) bool { return strings.HasPrefix(a.name, g.Name+"/") }) {
			t.Errorf("%s: no action of it is in actions (orders_games_test.go)", g.Name)
		}
	}
}
