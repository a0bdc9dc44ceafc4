package referee_test

import (
	"slices"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/kaleidochess"
	"reeve/rules/rolechess"
)

// realDice is a game with dice on the table; White has begun and may attack f6 and e7
// with the Knight on d5.
func realDice(t *testing.T) *room {
	t.Helper()
	r := open(t, &disk{}, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "manual"}}, nil)
	start, _ := rolechess.Game.Start(nil)
	r.Wood(start.Occupied(rules.Full), 0)
	r.settle(0)
	r.do(referee.Throw{Faces: []int{6, 1}})
	return r.hands("-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~").expectLog("die 6 die 1 b1-c3 f7-e5 (c3-d5)")
}

func TestRule6_TheEnteredThrowStandsForTheDie(t *testing.T) {
	in(t, func(t *testing.T) {
		r := realDice(t)
		defer r.stop()
		r.refused(referee.Throw{Faces: []int{6}}, 409)
		r.hands("-d5 -f6 +f6").refused(referee.Throw{Faces: []int{6}}, 409) // not lit for a quiet time yet
		r.hands("~")
		r.refused(referee.Throw{Faces: []int{7}}, 422)
		r.refused(referee.Throw{Text: "a2-a3"}, 409)
		r.do(referee.Throw{Faces: []int{6}}).expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 die 6")
		r.expectStatus("throw")
		r.do(referee.Throw{Faces: []int{1}}).expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 die 6 die 1")
		r.hands("-f6 +f6").expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 die 6 die 1 (advance)")
	})
}

func TestRule6_BothDiceMayBeEnteredAtOnceAndTheDieStillThrows(t *testing.T) {
	in(t, func(t *testing.T) {
		r := realDice(t)
		defer r.stop()
		r.hands("-d5 -e7 +e7 ~").do(referee.Throw{Faces: []int{6, 1}})
		r.expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*e7 die 6 die 1")
	})
	in(t, func(t *testing.T) {
		r := realDice(t)
		defer r.stop()
		r.hands("-d5 -e7 +e7 ~ +die").expectStatus("throw")
		r.do(referee.Throw{Faces: []int{6, 1}}).expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*e7 die 6 die 1")
	})
}

// Black answers the move with an attack: entered dice end White's turn as the die on the board
// would.
func TestRule6_AnEnteredThrowEndsTheTurnBeforeTheAttack(t *testing.T) {
	in(t, func(t *testing.T) {
		r := realDice(t)
		defer r.stop()
		r.hands("-e6 -d5 +d5 ~").do(referee.Throw{Faces: []int{1, 6}})
		r.expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 end e6*d5 die 1 die 6")
	})
}

// Whoever has put the attacker on the die is told that it is thrown soon, and at the other times how.
func TestRule6_TheDieIsSaidAndThatItRolls(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		says := func(want string) {
			t.Helper()
			if got := r.table().Message.Text; got != want {
				t.Errorf("it says %q, want %q", got, want)
			}
		}
		r.hands("-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6")
		how := "Attack on f6 from d5. To roll, put the piece from d5 on the white light, f7"
		if says(how); !slices.Equal(r.table().Lights["f7"], []string{"throw"}) {
			t.Errorf("lit are %v", r.table().Lights)
		}
		r.hands("+f7")
		says("Attack on f6 from d5. The dice roll in a moment, unless you lift the piece off the white light")
		r.hands("-f7 ~ ~ ~ ~ ~ ~")
		says(how)
		r.hands("+f7").settle(600 * time.Millisecond)
		if got := r.table().Message.Key; got != "turn" {
			t.Errorf("it says %q", got)
		}
	})
}

// A contact that lets go for a moment throws nothing, and the page goes on to say how it is thrown.
func TestRule9_AShortTapThrowsNothing(t *testing.T) {
	in(t, func(t *testing.T) {
		r := openWith(t, &disk{}, []*rules.Game{kaleidochess.Game}, dieGame, nil)
		defer r.stop()
		start, _ := kaleidochess.Game.Start(dieGame.Options)
		r.Wood(start.Occupied(rules.Full), 0)
		r.hands("-d1 +c3 ~ ~ ~ ~")
		if got := r.table().Message; got.Key != "throw.open" || got.Args["seat"] != "@seat.black" {
			t.Errorf("it says %v before", got)
		}
		r.hands("-d11")
		r.settle(17 * time.Millisecond)
		r.Touch(board.Touch{Square: r.set([]string{"d11"}).First(), Placed: true, At: time.Since(r.start)})
		r.settle(3 * time.Millisecond)
		r.settle(1500 * time.Millisecond)
		if got := r.expectLog("die 4 (d1-c3)").table().Message.Key; got != "throw.open" {
			t.Errorf("it says %q", got)
		}
		r.hands("-d11 +d11").expectLog("die 4 d1-c3 die 6")
	})
}

// Who is told to roll or press Confirm may do so, as may whoever has moved: it seals the move, and the die rolls.
func TestRule9_ConfirmRollsTheDieThatOpensATurn(t *testing.T) {
	for _, by := range []string{"nobody", "white", "black"} {
		in(t, func(t *testing.T) {
			r := openWith(t, &disk{}, []*rules.Game{kaleidochess.Game}, dieGame, nil)
			defer r.stop()
			start, _ := kaleidochess.Game.Start(dieGame.Options)
			r.Wood(start.Occupied(rules.Full), 0)
			r.hands("-d1 +c3 ~ ~ ~ ~")
			press := referee.Press{Button: "confirm"}
			if seat := rules.Seat(slices.Index([]string{"white", "black"}, by)); by != "nobody" {
				press.Seat = &seat
			}
			r.do(press).expectLog("die 4 d1-c3 die 6")
		})
	}
}

func TestRule6_DiceThatAreNotRealAreNotEntered(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		r.hands("-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6 ~").refused(referee.Throw{Faces: []int{6}}, 409)
	})
}

// What was done to the wood while nobody felt it is put right before a choice on the
// page is shown by hand.
func TestRule11_AChoiceOnThePageWaitsForTheWoodToBePutRight(t *testing.T) {
	in(t, func(t *testing.T) {
		r := magical(t)
		defer r.stop()
		a, b := r.swappable()
		start, _ := kaleidochess.Game.Start(map[string]any{"magic": true})
		wood := start.Occupied(rules.Full)
		missing := r.Topology().Name(wood.Minus(r.set([]string{a, b})).First())
		r.Wood(wood.Minus(r.set([]string{missing})), time.Since(r.start))
		r.settle(0)
		swap := "-" + a + " -" + b + " +" + a + " +" + b + " ~"
		r.do(referee.Arm{Seat: white, Text: "swap"}).hands(swap).expectLog("")
		if got := r.table().lit("place"); !slices.Equal(got, []string{missing}) {
			t.Fatalf("place %v, want %s", got, missing)
		}
		r.hands("+" + missing).hands(swap).expectLog("(swap " + a + "," + b + ")")
	})
}

// A game that is over stays as it is when its record is gone on with.
func TestNothingFollowsTheEndOfARecordThatIsGoneOnWith(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		r.do(referee.GiveUp{Seat: white})
		n := len(r.disk.events)
		r = r.again(rolechess.Game)
		defer r.stop()
		r.expectStatus("over")
		r.hands("-a2 +a3 ~").refused(referee.Press{Button: "undo"}, 409)
		if got := len(r.disk.events); got != n {
			t.Errorf("%d events, there were %d", got, n)
		}
	})
}
