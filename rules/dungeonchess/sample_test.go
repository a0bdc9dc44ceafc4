package dungeonchess

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"reeve/rules"
)

// What a seat may take for the truth once all have kept a card is each position that some deal and some choices of the
// others lead to, and each as often as they do: all deals are counted out.
func TestSamplesAreAsFrequentAsDeals(t *testing.T) { samplesAsDealt(t, 2_000, 2) }

func TestHoursSamplesAreAsFrequentAsDeals(t *testing.T) { samplesAsDealt(t, 40_000, 2, 3) }

func samplesAsDealt(t *testing.T, draws int, numbers ...int) {
	t.Helper()
	for _, players := range numbers {
		s := started(t, players)
		const seat = rules.Seat(0)
		truth, history := s, []string(nil)
		for preparing(truth) {
			step := truth.Legal(nil)[0]
			if rules.Sees(truth, step, seat) {
				history = append(history, truth.Text(step))
			}
			truth = applied(t, truth, step)
		}
		want := map[string]float64{}
		countOut(t, s, seat, history, 1, want)
		view, err := json.Marshal(truth.View(seat))
		if err != nil {
			t.Fatal(err)
		}
		got, random := map[string]int{}, rand.New(rand.NewPCG(1, uint64(players)))
		for range draws {
			sampled, _, err := rules.ReadView([]*rules.Game{Game}, view, history, random.IntN)
			if err != nil {
				t.Fatal(err)
			}
			got[whole(t, sampled)]++
		}
		sum := 0.0
		for _, weight := range want {
			sum += weight
		}
		for key, weight := range want {
			mean := float64(draws) * weight / sum
			if off := math.Abs(float64(got[key]) - mean); off > 5*math.Sqrt(mean) {
				t.Errorf("%d players: a position comes %d times, %.0f are due: %s", players, got[key], mean, key)
			}
		}
		if len(want) < 5 || len(got) != len(want) {
			t.Errorf("%d players: %d positions are drawn, %d can be", players, len(got), len(want))
		}
	}
}

func started(t *testing.T, players int) rules.State {
	t.Helper()
	s, err := Game.Start(map[string]any{"players": players})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// preparing reports whether cards are still dealt or kept.
func preparing(s rules.State) bool {
	return slices.Contains([]string{phaseNames[deal], phaseNames[keep]}, s.View(rules.Full).Phase)
}

func applied(t *testing.T, s rules.State, step rules.Step) rules.State {
	t.Helper()
	next, _, err := s.Apply(step, nil)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func whole(t *testing.T, s rules.State) string {
	t.Helper()
	text, err := json.Marshal(s.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// countOut adds up how likely each position after the preparations is, where the seat has seen just that history.
func countOut(t *testing.T, s rules.State, seat rules.Seat, history []string, likely float64, into map[string]float64) {
	if !preparing(s) {
		if len(history) == 0 {
			into[whole(t, s)] += likely
		}
		return
	}
	legal := s.Legal(nil)
	first := legal[0].By // of those who choose at the same time one after the other: the order says nothing
	legal = slices.DeleteFunc(legal, func(step rules.Step) bool { return step.By != first })
	for _, step := range legal {
		rest := history
		if rules.Sees(s, step, seat) {
			if len(rest) == 0 || rest[0] != s.Text(step) {
				continue
			}
			rest = rest[1:]
		}
		countOut(t, applied(t, s, step), seat, rest, likely/float64(len(legal)), into)
	}
}
