package chessbattle

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"reeve/rules"
)

// What White may take for the cards of Black is each set that fits what White has seen, and each as often as the others:
// all sets are counted out.
func TestSamplesAreAsFrequentAsHands(t *testing.T) { samplesAsHands(t, 500) }

func TestHoursSamplesAreAsFrequentAsHands(t *testing.T) { samplesAsHands(t, 10_000) }

func samplesAsHands(t *testing.T, draws int) {
	t.Helper()
	cards := options{"cards": options{"white": []string{"7h"}, "black": []string{"9s", "8c", "3s", "2c"}}}
	fight := battleOf(t, nil, "white", "wN1 d5, bN1 d6, bN2 e7", cards)
	for _, c := range []struct {
		name    string
		s       rules.State
		history []string // what White has seen
	}{
		{"a Special Card was used up", play(t, fight, "d5*d6", "special none", "special 3s"), []string{"d5*d6", "special none", "special 3s"}},
		{"two cards laid in espionage", opening(t, nil, "spy 7h", "spy 3c", "spy 9s"), nil},
		{"four Special Cards, their sum known", fight, nil},
	} {
		seen := c.s.View(White)
		view, err := json.Marshal(seen)
		if err != nil {
			t.Fatal(err)
		}
		want := handsLike(c.s.(State))
		got, random := map[pile]int{}, rand.New(rand.NewPCG(1, 9))
		for range draws {
			sampled, _, err := rules.ReadView([]*rules.Game{Game}, view, c.history, random.IntN)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			got[hidden(sampled.(State))]++
		}
		mean, unlike := float64(draws)/float64(len(want)), 0.0
		for hand := range want {
			unlike += (float64(got[hand]) - mean) * (float64(got[hand]) - mean) / mean
			delete(got, hand)
		}
		if free := float64(len(want) - 1); unlike > free+5*math.Sqrt(2*free) || free < 10 {
			t.Errorf("%s: %d sets are as likely, but chi square is %.0f", c.name, len(want), unlike)
		}
		for hand := range got {
			t.Errorf("%s: %v cannot be", c.name, hand.names(Black))
		}
	}
}

// hidden are the cards that White does not see: laid by Black, or kept.
func hidden(s State) pile {
	if s.phase == espionage {
		return s.cards[Black].laid
	}
	return s.cards[Black].hand
}

// handsLike are all sets of cards that White cannot tell from Black's: as many, and in battle worth as much.
func handsLike(s State) map[pile]bool {
	truth, gone := hidden(s), pile(0)
	if s.fight.attacker != nobody { // the card of Black, who defends, lies on the table
		gone = card(s.fight.special[1] - 1).pile()
	}
	like := map[pile]bool{}
	for p := pile(0); p <= fullPile; p++ {
		same := p&gone == 0 && p.count() == truth.count()
		if same && (s.phase == espionage || p.total() == truth.total()) {
			like[p] = true
		}
	}
	return like
}
