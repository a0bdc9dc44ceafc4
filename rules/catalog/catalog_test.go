package catalog

import (
	"testing"

	"reeve/rules"
)

func TestEveryGameIsFoundByItsName(t *testing.T) {
	for _, g := range Games() {
		if found, err := rules.Find(Games(), g.Name); err != nil || found != g {
			t.Errorf("%s: found %v, %v", g.Name, found, err)
		}
	}
}
