package referee_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/chessbattle"
	"reeve/rules/dungeonchess"
	"reeve/rules/rolechess"
)

// timed is a Chess Battle with a clock, deployed by hand and joined; Black begins.
func timed(t *testing.T, scenario, clock string) *room {
	t.Helper()
	r := openWith(t, &disk{}, []*rules.Game{chessbattle.Game}, referee.NewGame{
		Game: "chessbattle", Options: map[string]any{"time": scenario, "combat": "sure"}, Clock: clock,
		Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}},
	}, nil)
	r.Wood(board.Set{}, 0)
	r.settle(time.Hour) // time runs in the battle only
	r.hands("+b2 ~ +g2 ~ +b15 ~ +g15 ~")
	for _, text := range strings.Split(purchases, ",") {
		r.settle(time.Hour)
		r.do(referee.Act{Text: text})
	}
	r.settle(time.Hour)
	r.hands("+d8 +d9 +e9 ~ +a1 +c10 ~ +e1 ~ +h16 ~").do(referee.Press{Button: "confirm"})
	r.expectPhase("battle")
	r.expectStatus("play")
	if got := r.table().Position.ToAct; !slices.Equal(got, []string{"black"}) {
		t.Fatalf("%v begins", got)
	}
	return r
}

// outcome expects the end of a game, and that its record says so.
func (r *room) outcome(why string, winners ...string) {
	r.Helper()
	r.expectStatus("over")
	o := r.table().Position.Outcome
	if o == nil || o.Why != why || !slices.Equal(o.Winners, winners) {
		r.Fatalf("outcome %+v, want %v by %s", o, winners, why)
	}
}

// The agreed time is over with a piece in somebody's hand: what is taken counts, what
// is left on the board decides, and preparing took none of the time (Chess Battle's rule 30).
func TestAChessBattleEndsWhenTheAgreedTimeIsOver(t *testing.T) {
	in(t, func(t *testing.T) {
		r := timed(t, "agreed", "1+0")
		defer r.stop()
		r.settle(20 * time.Second)
		r.hands("-e9 +e8 ~ -d8 -e8 +d8 ~").settle(30 * time.Second) // White strikes who came over
		r.expectStatus("play")
		r.hands("-c10").settle(20 * time.Second)
		if got := r.table().actions(); !strings.HasSuffix(got, " e9-e8 end d8*e8 time") {
			t.Errorf("log %s", got)
		}
		r.outcome("value", "black") // Levy, Knights and King of Black, 24, to White's 18
	})
}

// White's time is over: Black takes a piece off for each minute that it has left, by
// hand, also over a power cut, and then what is left decides.
func TestAChessBattleEndsByTheClock(t *testing.T) {
	in(t, func(t *testing.T) {
		r := timed(t, "clocks", "3+0")
		defer func() { r.stop() }()
		r.settle(70 * time.Second) // of Black's three minutes; two are started
		r.hands("-e9 +e8 ~").do(referee.Press{Button: "confirm"})
		r.expectClocks(180, 110, "white")
		r.settle(179 * time.Second)
		r.expectStatus("play")
		r.hands("-d8")
		r.settle(10 * time.Second)
		if got := r.table().actions(); !strings.HasSuffix(got, " e9-e8 end time white 2") {
			t.Errorf("log %s", got)
		}
		r.hands("+d8 ~ -a1 ~")
		r = r.again(chessbattle.Game)
		r.expectPhase("desert")
		r.hands("+a1 ~ -b2 +b2 ~") // put back it is undone; a camp does not desert
		if got := r.table(); len(got.Open) != 0 || got.Status != "play" {
			t.Fatalf("%s, open %v", got.Status, got.Open)
		}
		r.hands("-d8 ~ -e1 ~").do(referee.Press{Button: "confirm"})
		if got := r.table().actions(); !strings.HasSuffix(got, " time white 2 desert d8 desert e1") {
			t.Errorf("log %s", got)
		}
		r.outcome("time", "black")
	})
}

// Who has no time left has lost although nobody has pressed a button: what is taken and
// stands is sealed, what the late player holds is not done, and what the other one holds
// is waited for.
func TestWhole_AFlagFallsInTheMiddleOfTheTouches(t *testing.T) {
	for _, tt := range []struct{ name, touches, then, want string }{
		{"nothing in the air", "-b1 +c3 ~", "", "b1-c3 resign black"},
		{"the late one holds a piece", "-b1 +c3 ~ -f7", "", "b1-c3 resign black"},
		{"the late one's turn goes on", "-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~", "", "b1-c3 f7-e5 c3-d5 resign white"},
		{"the late one holds who moved", "-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~ -d5", "", "b1-c3 f7-e5 resign white"},
		{"an attack is declared", "-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6 ~", "", "b1-c3 f7-e5 resign white"},
		{"the other one holds who moved", "-b1 +c3 ~ -c3", "+c3", "b1-c3 resign black"},
		{"the other one takes it back", "-b1 +c3 ~ -c3", "+b1", "resign white"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				first := scripted(6, 1)
				first.Clock = "1+0"
				r := open(t, &disk{}, first, nil)
				defer r.stop()
				start, _ := rolechess.Game.Start(nil)
				r.Wood(start.Occupied(rules.Full), 0)
				r.settle(10 * time.Second)
				r.hands(tt.touches).settle(2 * time.Minute)
				if tt.then != "" {
					r.expectStatus("play")
					r.hands(tt.then).settle(2 * time.Minute)
				}
				r.expectStatus("over")
				r.expectLog("die 6 die 1 " + tt.want)
			})
		})
	}
}

// In a dungeon where South's Fighter has one way to go, three times at most, and everybody else none,
// South goes, North passes with a tap of its own, and then nobody can move: that is counted
// (DungeonChess's rules 5, 6 and 11).
func TestADungeonChessWhereNobodyCanMoveIsCounted(t *testing.T) {
	enterDungeon(t, "testdata/cells.json")
	in(t, func(t *testing.T) {
		r := openWith(t, &disk{}, []*rules.Game{dungeonchess.Game}, referee.NewGame{Game: "dungeonchess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}}, nil)
		defer r.stop()
		s, _ := dungeonchess.Game.Start(nil)
		r.Wood(s.Occupied(rules.Full), 0)
		r.settle(0)
		for _, seat := range s.Seated().All() {
			r.do(referee.Act{Seat: &seat, Text: r.seat(seat).Legal[0]})
		}
		r.expectStatus("play")
		r.hands("-a0 +a1 ~ -d3 +d3 ~ -a1 +a0 ~ -d3 +d3 ~ -a0 +a1 ~").do(referee.Press{Button: "confirm"})
		if got := r.table().actions(); !strings.HasSuffix(got, " a0-a1 pass a1-a0 pass a0-a1") {
			t.Errorf("log %s", got)
		}
		r.outcome("score", "south", "north")
	})
}

// enterDungeon plays in the dungeon of a file until the test is over.
func enterDungeon(t *testing.T, file string) {
	t.Helper()
	load := func(file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := dungeonchess.Load(text); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { load("../rules/dungeonchess/dungeon.json") })
	load(file)
}

// A game that a clock is to end is not begun without one, at the start of the daemon or
// later: its time would never be over.
func TestAGameByTheClockNeedsAClock(t *testing.T) {
	in(t, func(t *testing.T) {
		games := []*rules.Game{chessbattle.Game}
		r := openWith(t, &disk{}, games, referee.NewGame{Game: "chessbattle"}, nil)
		defer r.stop()
		for _, o := range chessbattle.Game.Options {
			for _, value := range o.Clocked {
				c := referee.NewGame{Game: "chessbattle", Options: map[string]any{o.Name: value}}
				r.refused(c, 422)
				var refusal *referee.Refusal
				if _, err := referee.New(referee.Config{Games: games, Archive: &disk{}}, nil, c); !errors.As(err, &refusal) || refusal.Hint.Key != "do.clock.needs" {
					t.Errorf("%v at the start: %v", c.Options, err)
				}
				c.Clock = "30+10"
				r.do(c)
			}
		}
		if got := r.table().Position.Options["time"]; got != "clocks" {
			t.Errorf("the last game has time %v", got)
		}
	})
}

// Knights that advance with cards, too, are shown where they stand now; the hand that
// knocked takes the fallen off and sets them there (Chess Battle's rule 24).
func TestKnightsThatAdvanceWithCardsAreLedThere(t *testing.T) {
	in(t, func(t *testing.T) {
		r := openWith(t, &disk{}, []*rules.Game{chessbattle.Game}, referee.NewGame{
			Game: "chessbattle", Options: map[string]any{"river": false, "knights_advance": true},
			Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}},
		}, nil)
		defer r.stop()
		r.Wood(board.Set{}, 0)
		r.settle(time.Hour)
		r.hands("+b2 ~ +g2 ~ +b15 ~ +g15 ~")
		for _, text := range strings.Split("done white,done black,army levy=2 knights=1,pay 10c,pay 6c,army crossbowmen=1,pay 8h,train 0,train 0", ",") {
			r.settle(time.Hour)
			r.do(referee.Act{Text: text})
		}
		r.settle(time.Hour)
		r.hands("+d8 +a9 +b9 ~ +d9 ~ +e1 ~ +h16 ~").do(referee.Press{Button: "confirm"})
		r.expectPhase("battle")
		r.hands("-d9 ~ -d8 +d8 ~ +die ~ +d9 ~") // knocked twice: they fall without a draw
		if got := r.table(); !strings.HasSuffix(got.actions(), " d9*d8") || got.Settle == nil {
			t.Fatalf("log %s, settle %+v", got.actions(), got.Settle)
		}
		r.hands("-d8 ~ -d9 ~ +d8 ~")
		if got := r.table(); got.Settle != nil || got.Status != referee.StatusPlay {
			t.Errorf("status %s, settle %+v", got.Status, got.Settle)
		}
		r.hands("-d8 ~ +d7 ~") // and go on from there
		if got := r.table(); !strings.HasSuffix(got.actions(), " d9*d8 (d8-d7)") || got.Settle != nil {
			t.Errorf("log %s, settle %+v", got.actions(), got.Settle)
		}
	})
}

// won is a game of Camelot that White wins by G15-G16, with Black's answer to it on the board.
func won(t *testing.T, d *disk) *room {
	t.Helper()
	game := standing(t, "wM1 F16, wM2 G15, wM3 B6, bM9 K6, bM10 K8")
	start, _ := game.Start(nil)
	r := openWith(t, d, []*rules.Game{game}, referee.NewGame{Game: "camelot"}, nil)
	r.Wood(start.Occupied(rules.Full), 0)
	r.settle(0)
	return r
}

// ended reports whether the end of the game is on the disk.
func (r *room) ended() bool {
	r.disk.mu.Lock()
	defer r.disk.mu.Unlock()
	return slices.ContainsFunc(r.disk.events, func(e archive.Event) bool { return e.Kind == archive.End })
}

// Who has won by a move of the hand is told at once, with what makes it final; it is, and on record, once
// nothing was touched for ten seconds.
func TestAGameWonByHandIsSealedWhenNothingIsTouched(t *testing.T) {
	in(t, func(t *testing.T) {
		r := won(t, &disk{})
		defer r.stop()
		r.hands("-G15 +G16")
		r.expectStatus("ending")
		const says = "White wins: two pieces in the castle. It is final when you press Confirm, or after 10 s without a touch"
		if got := r.table(); got.Message.Text != says || len(got.Position.ToAct) != 0 || !slices.Equal(got.Position.Outcome.Winners, []string{"white"}) {
			t.Errorf("%+v, %+v to act, %+v", got.Message, got.Position.ToAct, got.Position.Outcome)
		}
		r.settle(9 * time.Second)
		r.expectLog("(G15-G16)")
		r.hands("-B6 +B6").settle(9 * time.Second) // somebody straightens a piece
		r.expectStatus("ending")
		if r.ended() {
			t.Error("the end is recorded though it may be taken back")
		}
		r.settle(time.Second)
		r.expectLog("G15-G16")
		r.outcome("castle", "white")
		if !r.ended() {
			t.Error("the end is not recorded")
		}
		r.refused(referee.Press{Button: "undo"}, 409)
		r.hands("-G16 +G15 -K6 +K7 ~").settle(time.Minute) // the pieces are put away
		r.expectLog("G15-G16")
		r.outcome("castle", "white")
	})
}

// A slip is taken back, by hand or by the button, confirm does not wait, and nothing that is amiss on the
// board is sealed: what is to be done is said.
func TestAGameWonByASlipGoesOn(t *testing.T) {
	for _, tt := range []struct {
		name, touches string
		press         string
		status        referee.Status
		log, says     string
	}{
		{"taken back", "-G15 +G16 ~ -G16 +G15", "", "play", "", "White's turn: move a piece"},
		{"taken back late", "-G15 +G16 ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ -G16 +G15", "", "play", "", "White's turn: move a piece"},
		{"another square", "-G15 +G16 ~ -G16 +G14", "", "play", "(G15-G14)", "Black's turn: move a piece"},
		{"undone", "-G15 +G16", "undo", "settle", "", "White's turn: move a piece"},
		{"confirmed", "-G15 +G16", "confirm", "over", "G15-G16", "White wins: two pieces in the castle"},
		{"in the hand again", "-G15 +G16 ~ -G16", "", "settle", "(G15-G16)", "Put White Man 2 on G16"},
		{"another in the hand", "-G15 +G16 ~ -K6", "", "settle", "(G15-G16)", "Put Black Man 9 on K6"},
		{"wood that does not belong there", "-G15 +G16 ~ +C4", "", "settle", "(G15-G16)", "That is not a legal move. Put the piece back (C4)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				r := won(t, &disk{})
				defer r.stop()
				r.hands(tt.touches)
				if tt.press != "" {
					r.do(referee.Press{Button: tt.press})
				}
				r.settle(time.Minute)
				if got := r.table(); got.Message.Text != tt.says {
					t.Errorf("says %s", got.Message.Text)
				}
				r.expectLog(tt.log)
				r.expectStatus(tt.status)
			})
		})
	}
}

// A capture that ends the game has its victim taken off before it is sealed, and the board says so.
func TestTheVictimOfTheLastCaptureIsTakenOff(t *testing.T) {
	in(t, func(t *testing.T) {
		game := standing(t, "wM1 D8, wM2 L4, bM1 D9")
		start, _ := game.Start(nil)
		r := openWith(t, &disk{}, []*rules.Game{game}, referee.NewGame{Game: "camelot"}, nil)
		defer r.stop()
		r.Wood(start.Occupied(rules.Full), 0)
		r.settle(0)
		r.hands("-D8 +D10").settle(time.Minute)
		r.expectLog("(D8xD10)")
		r.expectStatus("settle")
		if got := r.table(); got.Message.Text != "Take Black Man 1 off D9" || !slices.Contains(got.Lights["D9"], "lift") {
			t.Errorf("%s, lit %v", got.Message.Text, got.Lights)
		}
		r.hands("-D9").settle(11 * time.Second)
		r.expectLog("D8xD10")
		r.outcome("captured", "white")
	})
}

// While a board is not felt nobody knows how its wood lies: the button takes and seals nothing, cannot be pressed, and
// says why not.
func TestNothingIsConfirmedOnABoardThatIsNotFelt(t *testing.T) {
	in(t, func(t *testing.T) {
		r := won(t, &disk{})
		r.hands("-G15 +G16 ~")
		wood := r.lies()
		r.Fault(errors.New("unplugged"))
		r.settle(0)
		if err := r.Do(t.Context(), referee.Press{Button: "confirm"}); err == nil || !strings.Contains(err.Error(), "unplugged") {
			t.Errorf("confirm: %v", err)
		}
		if can := r.table().Can; slices.Contains(can, referee.CanConfirm) {
			t.Errorf("what can be done is %v", can)
		}
		r.expectLog("(G15-G16)")
		r.Wood(wood, time.Since(r.start))
		r.Fault(nil)
		r.settle(0)
		if err := r.Do(t.Context(), referee.Press{Button: "confirm"}); err != nil {
			t.Errorf("confirm, once it is felt: %v", err)
		}
		r.expectLog("G15-G16")
	})
}

// A board that is not felt seals nothing, and after a power cut the stillness begins anew.
func TestTheEndWaitsForTheBoard(t *testing.T) {
	in(t, func(t *testing.T) {
		r := won(t, &disk{})
		r.hands("-G15 +G16 ~")
		wood := r.lies()
		r.Fault(errors.New("unplugged"))
		r.settle(time.Hour)
		r.expectLog("(G15-G16)")
		r.Wood(wood, time.Since(r.start))
		r.Fault(nil)
		r.settle(9 * time.Second)
		r.expectLog("(G15-G16)")
		r.expectStatus("ending")
		game := r.Game()
		again := r.again(game)
		defer again.stop()
		again.expectLog("(G15-G16)").settle(9 * time.Second)
		again.expectStatus("ending")
		again.settle(2 * time.Second)
		again.outcome("castle", "white")
	})
}

// A new game that is begun while the end may be taken back leaves a record that has ended as it did.
func TestANewGameSealsTheEndOfTheLast(t *testing.T) {
	in(t, func(t *testing.T) {
		r := won(t, &disk{})
		defer r.stop()
		r.hands("-G15 +G16 ~").do(referee.NewGame{Game: "camelot"})
		r.settle(0)
		if past := r.disk.past; len(past) == 0 || past[len(past)-1].Kind != archive.End || !strings.Contains(string(past[len(past)-1].Note), "castle") {
			t.Errorf("the game before has ended with %+v", past)
		}
	})
}

// Where the end of a turn would end the game nobody can play on, and say by that that the turn is over: the board
// says what does.
func TestTheLastEndOfATurnIsAskedFor(t *testing.T) {
	in(t, func(t *testing.T) {
		r := openWith(t, &disk{}, []*rules.Game{chessbattle.Game}, referee.NewGame{
			Game: "chessbattle", Options: map[string]any{"combat": "sure", "removal_limit": 1}, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}},
		}, nil)
		defer r.stop()
		r.Wood(board.Set{}, 0)
		r.settle(0)
		r.hands("+b2 ~ +g2 ~ +b15 ~ +g15 ~")
		for _, text := range strings.Split(purchases, ",") {
			r.settle(time.Second)
			r.do(referee.Act{Text: text})
		}
		r.hands("+d8 +d9 +e9 ~ +a1 +c10 ~ +e1 ~ +h16 ~").do(referee.Press{Button: "confirm"})
		r.expectPhase("battle")
		r.hands("-e9 +e10 ~").do(referee.Press{Button: "confirm"})
		if got := r.table().Message.Key; got == "turn.last" {
			t.Errorf("the first turn is said to be the last: %s", got)
		}
		r.hands("-a1 +a2 ~").settle(time.Minute)
		if got := r.table().Message.Text; got != "White's turn. If you end it now, the game is over: too many turns without a capture. Press Confirm to do so" {
			t.Errorf("says %s", got)
		}
		r.do(referee.Press{Button: "confirm"})
		r.outcome("quiet")
	})
}
