package referee_test

import (
	"strings"
	"testing"

	"reeve/referee"
	"reeve/rules"
	"reeve/rules/kaleidochess"
)

// magical is a game with magic, set up.
func magical(t *testing.T) *room {
	t.Helper()
	first := referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}}
	r := openWith(t, &disk{}, []*rules.Game{kaleidochess.Game}, first, nil)
	start, err := kaleidochess.Game.Start(first.Options)
	if err != nil {
		t.Fatal(err)
	}
	r.Wood(start.Occupied(rules.Full), 0)
	r.settle(0)
	return r
}

// own returns the first two squares where White's pieces may change places.
func (r *room) swappable() (a, b string) {
	for _, text := range r.Session.Table(white).Legal {
		if squares, ok := strings.CutPrefix(text, "swap "); ok {
			a, b, _ = strings.Cut(squares, ",")
			return a, b
		}
	}
	r.Fatal("nothing can be swapped")
	return "", ""
}

// What is chosen on the page is done by its squares, and only then (rule 11).
func TestRule11_ASpellIsChosenOnThePageAndShownByHand(t *testing.T) {
	in(t, func(t *testing.T) {
		r := magical(t)
		defer r.stop()
		a, b := r.swappable()
		swap := "-" + a + " -" + b + " +" + a + " +" + b + " ~"
		r.hands(swap).expectLog("") // not chosen: two pieces put back
		r.do(referee.Arm{Seat: white, Text: "swap"})
		if len(r.table().Armed) == 0 {
			t.Error("nothing says that a spell is chosen")
		}
		r.hands(swap).expectLog("(swap " + a + "," + b + ")")
	})
}

func TestRule11_AChoiceOnThePageIsCancelled(t *testing.T) {
	in(t, func(t *testing.T) {
		r := magical(t)
		defer r.stop()
		a, b := r.swappable()
		r.do(referee.Arm{Seat: white, Text: "swap " + a})
		for _, text := range r.table().Armed {
			if !strings.HasPrefix(text, "swap "+a+",") {
				t.Errorf("%q is armed", text)
			}
		}
		r.do(referee.Arm{Seat: white})
		r.hands("-" + a + " -" + b + " +" + a + " +" + b + " ~").expectLog("")
		if len(r.table().Armed) > 0 {
			t.Errorf("still armed: %v", r.table().Armed)
		}
	})
}

func TestRule11_OnlyWhatIsLegalAndTheSeatsOwnCanBeChosen(t *testing.T) {
	in(t, func(t *testing.T) {
		r := magical(t)
		defer r.stop()
		a, _ := r.swappable()
		for _, c := range []referee.Arm{
			{Seat: black, Text: "swap"}, {Seat: white, Text: "swa"}, {Seat: white, Text: "sing"}, {Seat: white, Text: "swap " + a[:1]},
			{Seat: white, Text: "pass"},
		} {
			r.refused(c, 409)
		}
	})
}
