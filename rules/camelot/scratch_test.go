package camelot

import (
	"slices"
	"testing"

	"reeve/rules"
)

// TestHashOfMenThatChangedPlaces holds what a night's sample met: like men that have
// changed places are one position, whose steps are only listed in another order.
func TestHashOfMenThatChangedPlaces(t *testing.T) {
	one, _ := rules.NewScratch(placed(t, "white", "wM1 A6, wM2 A7, wM3 C9, bM1 L13, bM2 L11"))
	two, _ := rules.NewScratch(placed(t, "white", "wM2 A6, wM3 A7, wM1 C9, bM1 L11, bM2 L13"))
	a, b := one.Legal(nil), two.Legal(nil)
	if one.Hash() != two.Hash() {
		t.Error("their hashes differ")
	}
	if slices.Equal(a, b) {
		t.Error("the order of the steps is the same: this test tests nothing")
	}
	for _, step := range a {
		if !slices.Contains(b, step) {
			t.Errorf("%+v is legal in one of them", step)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d steps and %d", len(a), len(b))
	}
	other, _ := rules.NewScratch(placed(t, "white", "wK1 A6, wM2 A7, wM3 C9, bM1 L11, bM2 L13"))
	if other.Hash() == one.Hash() {
		t.Error("a knight for a man has the same hash")
	}
}
