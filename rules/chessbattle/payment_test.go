package chessbattle

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

// cards is White's or Black's cards of these names.
func cards(t *testing.T, names string) (p pile) {
	t.Helper()
	for _, name := range strings.Fields(names) {
		c, _, ok := readCard(name)
		if !ok {
			t.Fatalf("%q is no card", name)
		}
		p |= c.pile()
	}
	return p
}

func TestRule09_TheBestPaymentPaysTheLeastTooMuchThenWithTheFewestCards(t *testing.T) {
	for _, c := range []struct {
		hand, box string
		due       int
		want      string
	}{
		{"2d 3d 5d", "", 5, "5d"},            // one card, not 2 and 3
		{"10d 10h 4h 6d", "", 20, "10d 10h"}, // two, not three
		{"10d 9d 2d", "2h 7h", 8, "10d"},     // 2 too much; 9 would ask for 1
		{"10d 9d", "3h 4h 7h", 5, "9d"},      // 4 too much rather than 5
		{"10d 9d 2d", "3h", 8, ""},           // 9 and 2 with 3 back: the 2 would be superfluous
		{"3d", "", 5, ""},
	} {
		if got := bestPayment(cards(t, c.hand), cards(t, c.box), c.due); got != cards(t, c.want) {
			t.Errorf("%d out of %s with %s to change: %v, want %s", c.due, c.hand, c.box, got.names(White), c.want)
		}
	}
}

// Whatever is bought, the proposed payment is legal card by card and pays it all,
// and nothing that the rules allow pays less too much.
func TestRule09_TheProposedPaymentIsTakenAndIsTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 10))
	for range 60 {
		var state rules.State = opening(t, nil, "done white", "done black")
		for state.Phase() != "deployment" {
			if state.Phase() != "pay" {
				steps := state.Legal(nil)
				state, _, _ = state.Apply(steps[rng.IntN(len(steps))], nil)
				continue
			}
			s := state.(State)
			proposed, turn, due := s.payment().proposed(s.turn), s.turn, int(s.due)
			if over := cards(t, strings.Join(proposed, " ")).total() - due; over > 0 && leastOver(s) < over {
				t.Fatalf("%d is due, %v pays %d too much, %d is the least", due, proposed, over, leastOver(s))
			}
			for _, name := range proposed {
				state = play(t, state, "pay "+name)
			}
			if after := state.(State); after.phase == pay && after.turn == turn && after.due > 0 {
				t.Fatalf("%v leaves %d to pay of %d", proposed, after.due, due)
			}
		}
	}
}

// leastOver tries every way to pay.
func leastOver(s State) int {
	least := mostChange + 1
	for _, step := range s.legal(nil) {
		after, _, _ := s.Apply(step, nil)
		if next := after.(State); next.phase == pay && next.due > 0 && next.due < s.due {
			least = min(least, leastOver(next))
		} else {
			least = min(least, card(step.Arg[0]).value()-int(s.due))
		}
		if least == 0 {
			break
		}
	}
	return least
}

// A payment that has begun is gone on with, not begun anew.
func TestRule09_TheProposalGoesOnFromWhatIsLaid(t *testing.T) {
	s := play(t, opening(t, nil, "done white", "done black"), "army levy=2 knights=1", "pay 9c").(State)
	if got := s.payment().proposed(s.turn); !slices.Equal(got, []string{"7c"}) {
		t.Errorf("after 9 of 16 it proposes %v", got)
	}
}
