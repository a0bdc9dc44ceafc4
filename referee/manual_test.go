package referee_test

import (
	"strings"
	"testing"
	"time"

	"reeve/referee"
	"reeve/rules/rolechess"
)

// Real dice are entered while the attacker is in the hand, one after the other or together, and before or after it was
// put on the die: no square is at fault because its piece is being held, and what hands do then is what is
// recorded, whoever says that it is done.
func TestWhole_RealDiceAreEnteredWithTheAttackerInTheHand(t *testing.T) {
	const one, two = "-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~", "-b1 +c3 ~ -a6 +a5 ~ -c3 +b5 ~ -a5 +a4 ~ -f1 +e3 ~ -g6 +g5 ~ -e3 +f5 ~"
	const first, both = "b1-c3 f7-e5 c3-d5 d5*f6", "b1-c3 a6-a5 c3-b5 end a5-a4 f1-e3 g6-g5 e3-f5 f5+b5*d6"
	for i, tt := range []struct{ name, moves, attack, faces, after, want string }{
		{"the die on the board", one, "-d5 -f6 +f6 ~ +die", "6,1", "-f6 +f6 ~", first + " (advance)"},
		{"an entered throw for it", one, "-d5 -f6 +f6 ~", "6,1", "-f6 +f6 ~", first + " (advance)"},
		{"die by die", one, "-d5 -f6 +f6 ~ +die", "6 1", "-f6 +f6 ~", first + " (advance)"},
		{"the dead off before the dice", one, "-d5 -f6 +f6 ~ +die ~ -f6", "6 1", "+f6 ~", first + " (advance)"},
		{"put back", one, "-d5 -f6 +f6 ~ +die", "6 1", "+d5 -f6 ~", first},
		{"put back before the dice", one, "-d5 -f6 +f6 ~ +die +d5 ~", "6 1", "-d5 -f6 +f6 ~", first + " (advance)"},
		{"put back first, then onto the circle", one, "-d5 -f6 +f6 ~ +die", "6 1", "+d5 -f6 ~ ~ -d5 +f6 ~", first + " (advance)"},
		{"nobody is beaten", one, "-d5 -f6 +f6 ~ +die", "1 6", "+d5 ~", first},
		{"with a partner", two, "-f5 -d6 +d6 ~ -b5 +b5 ~", "4 1 2", "-d6 +d6 ~", both + " (advance)"},
		{"with a partner, and put back", two, "-f5 -d6 +d6 ~ -b5 +b5 ~", "4,1 2", "+f5 -d6 ~", both},
	} {
		for s, slow := range []time.Duration{0, time.Minute} {
			if i%2 != s && !strings.HasPrefix(t.Name(), "TestLong") {
				continue
			}
			t.Run(tt.name+"/"+slow.String(), func(t *testing.T) {
				w := newWornBy(t, rolechess.Game, referee.DiceChoice{Kind: "manual"}, "").enters("6 1")
				w.hands(tt.moves).hands(tt.attack).pass(slow).enters(tt.faces).pass(slow).atFault("")
				w.hands(tt.after).pass(slow).atFault("").stand(tt.want)
				if s, _ := w.judge.State(); s.ToAct().Has(white) {
					w.do(referee.Press{Button: "confirm"})
				}
				if s, _ := w.judge.State(); !s.ToAct().Has(black) {
					t.Errorf("it is not Black's turn")
				}
			})
		}
	}
}

func TestLongRealDiceAreEnteredWithTheAttackerInTheHand(t *testing.T) {
	TestWhole_RealDiceAreEnteredWithTheAttackerInTheHand(t)
}

// While the attacker is in the hand it may yet go onto the freed circle: no button says that it stays.
func TestConfirmDoesNotSayThatWhoIsInTheHandStays(t *testing.T) {
	for _, dice := range []referee.DiceChoice{{Kind: "manual"}, {Kind: "scripted", Scripted: []int{6, 1, 6, 1}}} {
		w := newWornBy(t, rolechess.Game, dice, "")
		if dice.Kind == "manual" {
			w.enters("6 1")
		}
		w.hands("-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6 ~ +die ~")
		if dice.Kind == "manual" {
			w.enters("6 1")
		}
		if err := w.judge.Do(referee.Press{Button: "confirm"}, w.now); err == nil {
			t.Errorf("%s: confirm seals with the attacker in the hand", dice.Kind)
		}
		w.stand("b1-c3 f7-e5 c3-d5 d5*f6").hands("-f6 ~ +f6 ~").stand("b1-c3 f7-e5 c3-d5 d5*f6 (advance)")
		w.do(referee.Press{Button: "confirm"}).stand("b1-c3 f7-e5 c3-d5 d5*f6 advance")
	}
}
