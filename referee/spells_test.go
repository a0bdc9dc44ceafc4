package referee_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/referee"
	"reeve/rules"
	"reeve/rules/kaleidochess"
)

// bewitching returns KaleidoChess with magic beginning with these pieces, White to act, and what else is so.
func bewitching(t *testing.T, options rules.Options, stands string, state map[string]any) *rules.Game {
	t.Helper()
	start, err := kaleidochess.Game.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(start.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	at := map[string]any{}
	for _, man := range strings.Split(stands, ", ") {
		id, square, _ := strings.Cut(man, " ")
		at[id] = square
	}
	for _, p := range doc["pieces"].([]any) {
		piece := p.(map[string]any)
		piece["at"] = at[piece["id"].(string)]
	}
	delete(doc["state"].(map[string]any), "seen")
	maps.Copy(doc["state"].(map[string]any), state)
	if text, err = json.Marshal(doc); err != nil {
		t.Fatal(err)
	}
	s, err := rules.ReadPosition([]*rules.Game{kaleidochess.Game}, text)
	if err != nil {
		t.Fatal(err)
	}
	here := *kaleidochess.Game
	here.New = func(rules.Options) (rules.State, error) { return s, nil }
	return &here
}

const bewitchedMen = "wW b3, wP1 c4, wT1 c1, wD c9, wE1 d20, wP2 e9, bP1 c3, bP2 c5, bT1 d8, bV1 d16, bT2 c10, bW b11, bD d13, bP3 e10, bP4 e15"

// lying are formulas that lie on the board already.
func lying(active ...string) map[string]any {
	var list []map[string]any
	used := map[string][]string{"white": {}, "black": {}}
	for _, each := range active {
		words := strings.Fields(each)
		list = append(list, map[string]any{"owner": words[0], "formula": words[1], "on": words[2]})
		used[words[0]] = append(used[words[0]], words[1])
	}
	all := []string{"teleport", "swap", "revive", "ghost", "lightning", "selfdestruct", "heal", "imprison", "block", "barrier", "weaken", "strengthen"}
	left := func(seat string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(f string) bool { return slices.Contains(used[seat], f) })
	}
	return map[string]any{"active": list, "tiles": map[string]any{"white": left("white"), "black": left("black")}}
}

// spells are one way or more to show each formula, what ends one, and fire: what is chosen on the page, the touches, and
// the action.
var spells = []struct {
	arm, touches, action string
	state                map[string]any
}{
	{"teleport", "-c1 +c8", "teleport c1>c8", nil},
	{"teleport", "-c1 -c3 +c3", "teleport c1>c3", nil},
	{"swap", "-c3 -c5 +c3 +c5", "swap c3,c5", nil},
	{"swap", "-c1 -c3 +c3 +c1", "swap c1,c3", nil},
	{"revive wV1", "+b4", "revive wV1@b4", nil},
	{"ghost", "-c3", "ghost c3", nil},
	{"lightning", "-c3", "lightning c3", nil},
	{"lightning", "-c3 +c3", "lightning c3/imprison", lying("black imprison bP1")},
	{"selfdestruct", "-b3 -c3 -c4 -c5 -c1", "selfdestruct", nil},
	{"heal", "-c4 +c4", "heal c4/weaken", lying("black weaken wP1")},
	{"heal", "+c8 -c8", "heal c8/block", lying("black block c8")},
	{"imprison", "-c5 +c5", "imprison c5", nil},
	{"block", "+c8 -c8", "block c8", nil},
	{"barrier", "-c3 +c3 +d4 -d4", "barrier c3|d4", nil},
	{"barrier", "+d4 -d4 -c3 +c3", "barrier c3|d4", nil},
	{"barrier", "+b7 -b7 +c7 -c7", "barrier b7|c7", nil},
	{"barrier", "-c9 -d13 +d13 +c9", "barrier c9|d13", nil},
	{"weaken", "-c3 +c3", "weaken c3", nil},
	{"strengthen", "-c4 +c4", "strengthen c4", nil},
	{"fire", "-c10", "fire c10", nil},
	{"fire", "-c10 +c10", "fire c10", lying("black strengthen bT2")},
	{"cancel weaken", "-c3 +c3", "cancel weaken", lying("white weaken bP1")},
	{"cancel block", "+c8 -c8", "cancel block", lying("white block c8")},
	{"cancel barrier", "+d4 -d4 -c3 +c3", "cancel barrier", lying("white barrier c3|d4")},
}

// answers does one of Black's actions by hand: a capture if there is one.
func (r *room) answers() (action string) {
	r.Helper()
	legal := r.seat(black).Legal
	for _, sign := range []string{"x", "-"} {
		for _, text := range legal {
			from, to, found := strings.Cut(text, sign)
			if !found || strings.ContainsAny(text, " ") {
				continue
			}
			if sign == "x" {
				r.hands("-" + to)
			}
			r.hands("-" + from + " +" + to)
			return text
		}
	}
	r.Fatalf("Black can do nothing: %v", legal)
	return ""
}

// Every formula, the end of one, and fire: chosen on the page, shown by hand, and then play goes on by hand alone. What
// was chosen is chosen no more once it is taken.
func TestWhole_EverySpellIsShownByHandAndPlayGoesOn(t *testing.T) {
	for d, die := range []bool{false, true} {
		for i, tt := range spells {
			for p, pause := range []time.Duration{1100 * time.Millisecond, time.Minute} {
				if i%4 != 2*d+p && !strings.HasPrefix(t.Name(), "TestLong") {
					continue
				}
				t.Run(fmt.Sprintf("die %v/%s/%v", die, tt.action, pause), func(t *testing.T) {
					in(t, func(t *testing.T) {
						options := rules.Options{"magic": true, "die": die}
						game := bewitching(t, options, bewitchedMen, tt.state)
						r := openWith(t, &disk{}, []*rules.Game{game}, referee.NewGame{
							Game: "kaleidochess", Options: options, Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 6, 6}},
						}, nil)
						defer r.stop()
						start, _ := game.Start(options)
						r.Wood(start.Occupied(rules.Full), 0)
						r.settle(2 * time.Second)
						before := r.table().actions()
						r.do(referee.Arm{Seat: white, Text: tt.arm})
						touched := map[string]bool{}
						for _, touch := range strings.Fields(tt.touches) {
							square := touch[1:]
							if lit := r.table().Lights[square]; !touched[square] && len(lit) == 0 && strings.Contains("ghost lightning heal imprison block barrier weaken strengthen fire cancel", strings.Fields(tt.arm)[0]) {
								t.Errorf("%s is not lit", square)
							}
							touched[square] = true
							r.hands(touch)
						}
						r.hands("~")
						taken := strings.TrimSpace(before + " (" + tt.action + ")")
						r.expectLog(taken)
						if got := r.table().Armed; len(got) > 0 {
							t.Errorf("still chosen: %v", got)
						}
						r.settle(pause)
						sealed := strings.TrimSpace(before + " " + tt.action)
						if die {
							tap := r.throws()
							r.hands("-" + tap + " +" + tap)
							sealed += " die 6"
							r.expectLog(sealed)
						}
						then := r.answers()
						r.settle(10 * time.Second)
						if ask := r.table().Ask; ask != nil {
							t.Fatalf("asked %v", ask.Choices)
						}
						r.expectLog(sealed + " (" + then + ")")
					})
				})
			}
		}
	}
}

func TestLongEverySpellIsShownByHandAndPlayGoesOn(t *testing.T) {
	TestWhole_EverySpellIsShownByHandAndPlayGoesOn(t)
}

// throws is a square that is lit to throw.
func (r *room) throws() string {
	r.Helper()
	var lit []string
	for name, meanings := range r.table().Lights {
		if slices.Contains(meanings, "throw") {
			lit = append(lit, name)
		}
	}
	if len(lit) == 0 {
		r.Fatalf("nothing is lit to throw: %s", r.table().Message.Text)
	}
	return slices.Min(lit)
}

// casting is a game in which White has chosen a formula on the page.
func casting(t *testing.T, arm string, die bool, state map[string]any) *room {
	t.Helper()
	options := rules.Options{"magic": true, "die": die}
	game := bewitching(t, options, bewitchedMen, state)
	r := openWith(t, &disk{}, []*rules.Game{game}, referee.NewGame{
		Game: "kaleidochess", Options: options, Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 6, 6}},
	}, nil)
	start, _ := game.Start(options)
	r.Wood(start.Occupied(rules.Full), 0)
	r.settle(2 * time.Second)
	r.do(referee.Arm{Seat: white, Text: arm})
	return r
}

// What hands do before a formula is taken, or put right after it, is read with it; where it may have been either,
// it is asked about; and once it has stood for a second nothing else is that formula.
func TestWhole_WhatIsChosenIsTakenOnce(t *testing.T) {
	for i, tt := range []struct{ arm, touches, want, asks string }{
		{"weaken", "-c3 +c3 -c5 +c5 ~", "(weaken c3)", "weaken c3; weaken c5"}, // one of them was idle
		{"weaken", "-c3 +c3 ~ ~ ~ ~ -c4 +c4 ~", "(weaken c3)", ""},
		{"block", "+c8 -c8 ~ ~ ~ ~ +c2 -c2 ~", "(block c8)", ""},
		{"teleport", "-c1 +c8 ~ ~ ~ ~ -c8 +c7 ~", "(teleport c1>c7)", ""}, // put right
		{"teleport", "-c1 +c8 ~ ~ ~ ~ -c8 +c1 ~", "", ""},                 // taken back
		{"teleport", "-c1 +c8 ~ ~ ~ ~ -c8 +c1 ~ -c4 +c2 ~", "(teleport c4>c2)", ""},
		{"swap", "-c1 -c3 +c3 +c1 ~ ~ ~ ~ -c4 +c4 ~", "(swap c1,c3)", ""},
		{"ghost", "-c3 ~ ~ ~ ~ +c3 -c4 ~", "(ghost c4)", ""},
		{"barrier", "-c3 +c3 ~", "", ""},
		{"barrier", "-c3 +c3 -b11 +b11 +d4 -d4 ~", "(barrier c3|d4)", ""}, // one of them was idle
		{"barrier", "-c3 +c3 +d4 -d4 +d5 -d5 ~", "(barrier c3|d4)", "barrier c3|d4; barrier c3|d5"},
		{"barrier", "-c3 +c3 +d4 -d4 ~ ~ ~ ~ +d5 -d5 ~", "(barrier c3|d4)", ""},
		{"fire", "-c1 +c2 ~ ~ ~ ~ ~", "", "c1-c2"}, // a plain move instead
		{"weaken", "-c1 +c2 ~ ~ ~ ~ ~", "", "c1-c2"},
	} {
		for d, die := range []bool{false, true} {
			if i%2 != d && !strings.HasPrefix(t.Name(), "TestLong") {
				continue
			}
			t.Run(fmt.Sprintf("%s %s, die %v", tt.arm, tt.touches, die), func(t *testing.T) {
				in(t, func(t *testing.T) {
					r := casting(t, tt.arm, die, nil)
					defer r.stop()
					r.hands(tt.touches)
					want := tt.want
					if die {
						want = strings.TrimSpace("die 6 " + want)
					}
					r.settle(time.Minute)
					asks := ""
					if ask := r.table().Ask; ask != nil {
						asks = strings.Join(ask.Choices[:len(ask.Choices)-1], "; ")
					}
					if asks != tt.asks {
						t.Errorf("asked %q, want %q", asks, tt.asks)
					}
					if asks == "" {
						r.expectLog(want)
					}
				})
			})
		}
	}
}

func TestLongWhatIsChosenIsTakenOnce(t *testing.T) { TestWhole_WhatIsChosenIsTakenOnce(t) }

// A piece of the other side's that a spell has moved, and that is put back, was taken back, or has moved back: that is asked. None of these is that it was
// taken back: nothing is played, and the spell is still to be shown.
func TestWhoIsPutBackAfterASpellHasTakenItBackOrReplied(t *testing.T) {
	for answer, then := range map[string]struct{ touches, want string }{
		"teleport b11>a5, a5-b11": {"-c1 +c2 ~", "teleport b11>a5 a5-b11 (c1-c2)"},
		referee.NoneOfThese:       {"-c4 +c2 ~", "(teleport c4>c2)"},
	} {
		in(t, func(t *testing.T) {
			r := casting(t, "teleport", false, nil)
			defer r.stop()
			r.hands("-b11 +a5 ~ ~ -a5 +b11 ~ ~ ~ ~ ~ ~ ~ ~").settle(time.Minute)
			if ask := r.table().Ask; ask == nil || !slices.Equal(ask.Choices, []string{"teleport b11>a5, a5-b11", referee.NoneOfThese}) {
				t.Fatalf("asked %+v of %s", ask, r.table().actions())
			}
			r.do(referee.Answer{Choice: answer}).settle(time.Minute)
			r.hands(then.touches).settle(time.Minute)
			r.expectLog(then.want)
		})
	}
}

// A question ends with what it was about, also while the board is not felt and nothing is read: the page plays on, and
// nobody who looks is shown a choice of before (seed 930000232 of RoleChess, worn: that ended the daemon).
func TestAQuestionEndsWithWhatItWasAbout(t *testing.T) {
	in(t, func(t *testing.T) {
		r := casting(t, "weaken", false, nil)
		defer r.stop()
		r.hands("-c1 +c2").settle(5 * time.Second)
		r.expectStatus("ask")
		r.Fault(errors.New("the cable is out"))
		r.do(referee.Act{Text: r.Table(0).Legal[0]})
		if table := r.Table(rules.Table); table.Ask != nil {
			t.Errorf("it still asks %v", table.Ask.Choices)
		}
	})
}

// What is answered while the board is not felt stands when it is felt again, and is not asked about any more (KaleidoChess, heavy, seeds 3101636 and 3101979:
// the answer was lost, and the next roll sealed the other capture).
func TestAnAnswerGivenDuringAnOutageStands(t *testing.T) {
	in(t, func(t *testing.T) {
		r := casting(t, "weaken", false, nil)
		defer r.stop()
		r.hands("-c1 +c2").settle(5 * time.Second)
		wood := r.lies()
		r.expectStatus("ask")
		r.Fault(errors.New("the cable is out"))
		r.do(referee.Answer{Choice: "c1-c2"})
		if r.expectLog("(c1-c2)"); r.table().Ask != nil {
			t.Errorf("it still asks %v", r.table().Ask.Choices)
		}
		r.Wood(wood, time.Since(r.start))
		r.Fault(nil)
		r.settle(5 * time.Second)
		if r.expectLog("(c1-c2)"); r.table().Ask != nil {
			t.Errorf("it asks again: %v", r.table().Ask.Choices)
		}
	})
}

// Who has chosen something and plays something else is asked, and plays on by hand after the answer.
func TestAPlainMoveInsteadOfWhatWasChosen(t *testing.T) {
	in(t, func(t *testing.T) {
		r := casting(t, "weaken", false, nil)
		defer r.stop()
		r.hands("-c1 +c2").settle(5 * time.Second)
		r.expectStatus("ask")
		if f := r.table(); f.Ask.Key != "ask.one" || f.Message.Key != f.Ask.Key {
			t.Errorf("of one choice it asks %q, and says %q", f.Ask.Key, f.Message.Key)
		}
		r.do(referee.Answer{Choice: "c1-c2"})
		r.expectLog("(c1-c2)")
		if got := r.table().Armed; len(got) > 0 {
			t.Errorf("still chosen: %v", got)
		}
		r.hands("-b11 +b10 ~").expectLog("c1-c2 (b11-b10)")
	})
	in(t, func(t *testing.T) {
		r := casting(t, "weaken", false, nil)
		defer r.stop()
		r.hands("-c1 +c2").settle(5 * time.Second)
		r.do(referee.Answer{Choice: referee.NoneOfThese}).settle(5 * time.Second)
		r.expectLog("").hands("-c2 +c1 ~ -c3 +c3 ~").expectLog("(weaken c3)")
	})
}

// The fields on both sides of the lines are lit for a barrier; once one is shown, those across the line from it.
func TestABarriersFieldsAreLit(t *testing.T) {
	in(t, func(t *testing.T) {
		r := casting(t, "barrier", false, nil)
		defer r.stop()
		lit := func() (names []string) {
			for name, meanings := range r.table().Lights {
				if slices.Contains(meanings, "target") {
					names = append(names, name)
				}
			}
			return names
		}
		if got := lit(); !slices.Contains(got, "c3") || !slices.Contains(got, "d4") || len(got) < 60 {
			t.Errorf("lit %v", got)
		}
		r.hands("-c3 +c3 ~")
		got := lit()
		slices.Sort(got)
		var want []string
		for _, text := range r.seat(white).Legal {
			if fields, ok := strings.CutPrefix(text, "barrier "); ok {
				if a, b, _ := strings.Cut(fields, "|"); a == "c3" {
					want = append(want, b)
				} else if b == "c3" {
					want = append(want, a)
				}
			}
		}
		slices.Sort(want)
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("with c3 shown lit %v, want %v", got, want)
		}
		r.hands("+d4 -d4 ~").expectLog("(barrier c3|d4)")
		if got := lit(); len(got) > 0 {
			t.Errorf("lit after it: %v", got)
		}
	})
}

// What the pieces in hand may take by being put down is told while they are in the air, and at rest nothing is lit but what was
// done last.
func TestTheTableTellsWhatAPieceInHandCaptures(t *testing.T) {
	for _, tt := range []struct{ lifts, want string }{
		{"-c4", "c4 c5 [c5]"},
		{"-c1", ""},
		{"-c5", ""}, // it is not Black's turn
	} {
		in(t, func(t *testing.T) {
			options := rules.Options{"magic": false}
			game := bewitching(t, options, "wT1 c1, wP1 c4, wD e20, bP2 c5, bW e9", nil)
			r := openWith(t, &disk{}, []*rules.Game{game}, referee.NewGame{Game: "kaleidochess", Options: options}, nil)
			defer r.stop()
			start, _ := game.Start(options)
			r.Wood(start.Occupied(rules.Full), 0)
			r.settle(time.Second)
			told := func() string {
				var all []string
				for _, c := range r.table().Captures {
					all = append(all, fmt.Sprint(c.From, " ", c.To, " ", c.Off))
				}
				return strings.Join(all, ", ")
			}
			if got := told(); got != "" {
				t.Errorf("at rest: %s", got)
			}
			if got := func() string { r.hands(tt.lifts); return told() }(); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.lifts, got, tt.want)
			}
			if tt.want == "" {
				return
			}
			r.hands("-c5 +c5 ~").expectLog("(c4xc5)")
			for name, lit := range r.table().Lights {
				if !slices.Equal(lit, []string{"last"}) && !strings.HasPrefix(name, "edge:") {
					t.Errorf("%s is lit %v after the capture", name, lit)
				}
			}
			if got := told(); got != "" {
				t.Errorf("after the capture: %s", got)
			}
		})
	}
}
