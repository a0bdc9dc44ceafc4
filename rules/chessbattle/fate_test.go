package chessbattle

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"reeve/rules"
)

// What White may take for the purchases of Black is all that Black can have done by the rules, and nothing else: each
// army that can be paid as often as the others, each way to pay it, each training, and each way to pay that. All is
// counted out by the rules themselves, with few cards left, for there are many ways with all.
func TestSamplesAreAsFrequentAsPurchases(t *testing.T) { samplesAsPurchases(t, 400) }

func TestHoursSamplesAreAsFrequentAsPurchases(t *testing.T) { samplesAsPurchases(t, 20_000) }

func samplesAsPurchases(t *testing.T, draws int) {
	t.Helper()
	few := options{"cards_black": 8}
	second := opening(t, few, "spy 5s", "spy 4s", "spy 2c", "done black", "done white") // Black buys second
	first := opening(t, few, "spy 10d", "spy 4c", "done black", "done white")           // Black buys first, openly
	broke := opening(t, few, "spy 5s", "spy 4s", "spy 3c", "spy 3s", "spy 2c", "spy 2s", "done black", "done white")
	for _, c := range []struct {
		name  string
		s     rules.State // when espionage is over
		white []string    // what White does
		black []string    // what Black has bought openly
	}{
		{"an army, at White's training", second, []string{"army"}, nil},
		{"an army and a training", second, []string{"army", "train 0"}, nil},
		{"the cards of an open army", first, nil, []string{"army levy=3"}},
		{"the cards of an open army, and a training", first, []string{"army", "train 0"}, []string{"army levy=3"}},
		{"two cards, and what can be changed", broke, []string{"army", "train 0"}, nil},
	} {
		want := map[fate]float64{}
		fates(t, play(t, c.s, c.black...), c.white, 1, want)
		view := likely(t, want, play(t, c.s, c.black...), c.white)
		got, random := map[fate]int{}, rand.New(rand.NewPCG(1, 11))
		for range draws {
			sampled, _, err := rules.ReadView([]*rules.Game{Game}, view, nil, random.IntN)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			got[fateOf(sampled.(State))]++
		}
		expectAsOften(t, c.name, want, got, draws)
	}
}

// fate is what White does not see of Black.
type fate struct {
	army   [units]uint8
	points uint8
	hand   pile
}

func fateOf(s State) (f fate) {
	for k := range f.army {
		f.army[k] = uint8(s.field.bought(Black, kind(k)))
	}
	f.points, f.hand = s.points[Black], s.cards[Black].hand
	return f
}

// fates counts out what Black may have done until White, who has done all of white, decides again.
func fates(t *testing.T, at rules.State, white []string, weight float64, to map[fate]float64) {
	t.Helper()
	s := at.(State)
	switch {
	case s.ToAct().Has(White) && len(white) == 0:
		to[fateOf(s)] += weight
	case s.ToAct().Has(White):
		fates(t, play(t, s, white[0]), white[1:], weight, to)
	default:
		ways := outcomes(s)
		for _, next := range ways {
			fates(t, next, white, weight/float64(len(ways)), to)
		}
	}
}

// outcomes are the positions after Black's next decision: a payment is decided on as a whole.
func outcomes(s State) (all []State) {
	for _, step := range s.Legal(nil) {
		next := s
		next.apply(step, nil)
		if s.phase == pay && next.phase == pay && next.turn == s.turn {
			all = append(all, outcomes(next)...)
			continue
		}
		all = append(all, next)
	}
	return all
}

// likely is what White sees, whatever Black has done, when White decides again.
func likely(t *testing.T, want map[fate]float64, s rules.State, white []string) []byte {
	t.Helper()
	for !s.ToAct().Has(White) || len(white) > 0 {
		if s.ToAct().Has(White) {
			s, white = play(t, s, white[0]), white[1:]
			continue
		}
		s = outcomes(s.(State))[0]
	}
	view, err := json.Marshal(s.View(White))
	if err != nil || len(want) < 2 {
		t.Fatalf("%d ways, %v", len(want), err)
	}
	return view
}

// expectAsOften holds that what was got is what may be, as often as it should: by chi square, what is rare together.
func expectAsOften(t *testing.T, name string, want map[fate]float64, got map[fate]int, draws int) {
	t.Helper()
	unlike, free, rare, rarely := 0.0, 0.0, 0.0, 0
	add := func(mean float64, n int) {
		unlike += (float64(n) - mean) * (float64(n) - mean) / mean
		free++
	}
	for f, p := range want {
		if mean := p * float64(draws); mean >= 5 {
			add(mean, got[f])
		} else {
			rare, rarely = rare+mean, rarely+got[f]
		}
		delete(got, f)
	}
	if rare >= 5 {
		add(rare, rarely)
	}
	if free--; free < 2 || unlike > free+5*math.Sqrt(2*free) {
		t.Errorf("%s: of %d ways %.0f are told apart, and chi square is %.0f", name, len(want), free+1, unlike)
	}
	for f := range got {
		t.Errorf("%s: nobody can have come to %v, %d points and %v", name, f.army, f.points, f.hand.names(Black))
	}
}
