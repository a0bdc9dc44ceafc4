package referee_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/gesture"
	"reeve/leds"
	"reeve/referee"
	"reeve/referee/health"
	"reeve/rules"
	"reeve/rules/rolechess"
)

// disk is an archive in memory that can be slow or full.
type disk struct {
	mu      sync.Mutex
	header  archive.Header
	events  []archive.Event
	past    []archive.Event // of the game before
	touches int
	slow    time.Duration
	full    bool
}

func (d *disk) Begin(h archive.Header) (int64, error) {
	return 1, d.do(func() { d.header, d.past, d.events = h, d.events, nil })
}

func (d *disk) Append(id int64, events []archive.Event, touches []board.Touch) error {
	return d.do(func() { d.events = append(d.events, events...); d.touches += len(touches) })
}

func (d *disk) do(write func()) error {
	d.mu.Lock()
	slow, full := d.slow, d.full
	d.mu.Unlock()
	time.Sleep(slow) // virtual time
	if full {
		return errors.New("no space left")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	write()
	return nil
}

func (d *disk) set(slow time.Duration, full bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.slow, d.full = slow, full
}

// lamps keep the last scene shown.
type lamps struct {
	mu    sync.Mutex
	scene leds.Scene
	shown int
}

func (l *lamps) Show(s leds.Scene, apart ...leds.Part) {
	s = slices.Clone(s)
	for _, p := range apart {
		s = append(s, p.Scene...)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.scene, l.shown = s, l.shown+1
}

// room is a session under test, with a table to touch.
type room struct {
	*testing.T
	*referee.Session
	disk   *disk
	lamps  *lamps
	start  time.Time
	stop   func()
	script []string     // the touches done
	die    board.Square // on which the attacker was put last, 0 for none: a1 is none
}

// open starts a session in a synctest bubble.
func open(t *testing.T, d *disk, first referee.NewGame, resume *referee.Recorded) *room {
	t.Helper()
	return openWith(t, d, []*rules.Game{rolechess.Game}, first, resume)
}

func openWith(t *testing.T, d *disk, games []*rules.Game, first referee.NewGame, resume *referee.Recorded) *room {
	t.Helper()
	r := &room{T: t, disk: d, lamps: &lamps{}, start: time.Now()}
	s, err := referee.New(referee.Config{
		Games: games, Archive: d, Lights: r.lamps, Random: strings.NewReader(strings.Repeat("seed", 64)),
		Start: r.start, Driver: "sim", Engines: []referee.Engine{{Name: "reeve", Levels: 8}},
	}, resume, first)
	if err != nil {
		t.Fatal(err)
	}
	r.Session = s
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	r.stop = func() { cancel(); <-done }
	return r
}

func scripted(faces ...int) referee.NewGame {
	return referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: faces}}
}

// playing opens a game whose board is set up and whose first throws are done:
// White begins, and the dice go on with faces.
func playing(t *testing.T, faces ...int) *room {
	t.Helper()
	return playingBy(t, nil, faces...)
}

// playingBy is playing with options.
func playingBy(t *testing.T, options rules.Options, faces ...int) *room {
	t.Helper()
	first := scripted(append([]int{6, 1}, faces...)...)
	first.Options = options
	r := open(t, &disk{}, first, nil)
	s, _ := rolechess.Game.Start(nil)
	r.Wood(s.Occupied(rules.Full), 0)
	r.settle(0)
	r.expectStatus("play")
	return r
}

// settle lets everything that is due by then happen.
func (r *room) settle(d time.Duration) {
	time.Sleep(d) // virtual time
	synctest.Wait()
}

// hands does touches: "-b1", "+c3", "~" for a quiet time and a little, "+die" for the attacker on the die
// that is lit, from which it is taken before it is put elsewhere.
func (r *room) hands(script string) *room {
	r.Helper()
	for _, word := range strings.Fields(script) {
		r.script = append(r.script, word)
		if word == "~" {
			r.settle(350 * time.Millisecond)
			continue
		}
		if word == "+die" {
			r.atDie(true)
			continue
		}
		sq, ok := r.Topology().Square(word[1:])
		if !ok {
			r.Fatalf("no square %s", word)
		}
		if word[0] == '+' && r.die != 0 {
			r.atDie(false)
		}
		time.Sleep(50 * time.Millisecond) // virtual time
		r.Touch(board.Touch{Square: sq, Placed: word[0] == '+', At: time.Since(r.start)})
		r.settle(3 * time.Millisecond) // the scan is over
	}
	return r
}

// atDie puts the attacker on the die that is lit, until it is thrown, or takes it off again.
func (r *room) atDie(put bool) {
	r.Helper()
	if put {
		d := r.table().Declared
		if d == nil {
			r.Fatal("nothing is declared")
		}
		r.die, _ = r.Topology().Square(d.Die[0])
	}
	time.Sleep(50 * time.Millisecond) // virtual time
	r.Touch(board.Touch{Square: r.die, Placed: put, At: time.Since(r.start)})
	if !put {
		r.die = 0
		return
	}
	r.settle(1300 * time.Millisecond)
}

type face struct{ *referee.Table }

func (r *room) table() face { return face{r.Session.Table(rules.Table)} }

func (f face) at(id string) string {
	for _, p := range f.Position.Pieces {
		if p.ID == id && p.At != nil {
			return *p.At
		}
	}
	return ""
}

func (f face) energy(id string) int {
	for _, p := range f.Position.Pieces {
		if p.ID == id {
			return *p.Energy
		}
	}
	return -1
}

func (f face) actions() string {
	var out []string
	for _, e := range f.Log {
		if e.Open {
			out = append(out, "("+e.Action+")")
		} else {
			out = append(out, e.Action)
		}
	}
	return strings.Join(out, " ")
}

func (r *room) expectStatus(want referee.Status) {
	r.Helper()
	if got := r.table().Status; got != want {
		r.Fatalf("status %s (%s), want %s", got, r.table().Message.Text, want)
	}
}

func (r *room) expectLog(want string) *room {
	r.Helper()
	if got := r.table().actions(); got != want {
		r.Fatalf("log %q, want %q", got, want)
	}
	return r
}

func (r *room) refused(c referee.Command, status int) {
	r.Helper()
	before := r.table().Seq
	err := r.Do(r.Context(), c)
	var refusal *referee.Refusal
	if !errors.As(err, &refusal) || refusal.Status != status {
		r.Fatalf("%+v: %v, want a refusal with %d", c, err, status)
	}
	if r.table().Seq != before {
		r.Fatalf("%+v was refused and changed something", c)
	}
}

func (r *room) do(c referee.Command) *room {
	r.Helper()
	if err := r.Do(r.Context(), c); err != nil {
		r.Fatalf("%+v: %v", c, err)
	}
	synctest.Wait()
	return r
}

// Confirm says what the wood says before it decides by itself, and which squares are in the way if no one move leads to it.
func TestConfirmSaysWhatTheWoodSays(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.hands("+c3")
		time.Sleep(2500 * time.Millisecond) // virtual time: felt on both squares for longer than anybody pushes
		r.hands("-b1")
		time.Sleep(gesture.Fleeting) // a contact that opens for less is a flicker
		r.do(referee.Press{Button: "confirm"}).expectLog("die 6 die 1 b1-c3")
		r.hands("-b7 +b3 ~")
		var refusal *referee.Refusal
		err := r.Do(r.Context(), referee.Press{Button: "confirm"})
		if !errors.As(err, &refusal) || refusal.Why.Key != "no.confirm.wood" || refusal.Why.Args["squares"] != "b3, b7" {
			t.Errorf("confirmed, or refused with %+v", err)
		}
	})
}

// Where a contact is, or was, not to be believed, the wood alone confirms nothing: what it shows may be
// the contact's (seeds 910000241 and 910000652 of RoleChess, worn: a turn that nobody had ended was sealed).
func TestConfirmSealsNothingFromWoodThatMayLie(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		at, _ := r.Topology().Square("e3")
		r.Distrust([]health.Fault{{Square: at, Kind: "dead"}})
		r.hands("+c3")
		time.Sleep(2500 * time.Millisecond)
		r.hands("-b1")
		var refusal *referee.Refusal
		if err := r.Do(r.Context(), referee.Press{Button: "confirm"}); !errors.As(err, &refusal) {
			t.Errorf("confirmed: %v", err)
		}
		r.expectLog("die 6 die 1")
	})
}

func in(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

func TestSetUpIsGuidedAndNothingIsThrownBefore(t *testing.T) {
	in(t, func(t *testing.T) {
		r := open(t, &disk{}, scripted(6, 1), nil)
		defer r.stop()
		r.Wood(board.Set{}, 0)
		r.settle(0)
		r.expectStatus("setup")
		if got := len(r.table().Settle.Place); got != 28 {
			t.Fatalf("%d squares to fill, want 28", got)
		}
		squares := append([]string(nil), r.table().Settle.Place...)
		for _, sq := range squares {
			r.expectLog("")
			r.hands("+" + sq)
		}
		r.expectLog("die 6 die 1")
		r.expectStatus("play")
	})
}

func TestAMoveIsTakenThenSealedByTheNextSeat(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.hands("-b1")
		if got := r.table().Lights; !slices.Equal(got["c3"], []string{"legal"}) || !slices.Equal(got["b1"], []string{"origin"}) {
			t.Fatalf("lights %v", got)
		}
		r.hands("+c3").expectLog("die 6 die 1 (b1-c3)")
		r.hands("-b7 +c5").expectLog("die 6 die 1 (b1-c3) (b7-c5)").hands("~").expectLog("die 6 die 1 b1-c3 (b7-c5)")
		r.hands("-c5 +b7").expectLog("die 6 die 1 (b1-c3)")
		r.hands("-c3 +b1").expectLog("die 6 die 1")
		if at := r.table().at("wN1"); at != "b1" {
			t.Fatalf("the Knight is on %s", at)
		}
	})
}

func TestAnAttackByHandThrowsAndCostsEnergy(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		r.hands("-b1 +c3 -f7 +e5 ~ -c3 +d5 ~")
		r.hands("-d5 -e7 +e7 ~")
		if d := r.table().Declared; d == nil || d.Target != "e7" || d.Attackers[0] != "d5" {
			t.Fatalf("declared %+v", d)
		}
		r.hands("-e7 +e7 ~ -e7 +e7 ~ ~ ~ ~").expectLog("die 6 die 1 b1-c3 f7-e5 (c3-d5)") // whoever straightens it
		r.hands("+die").expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*e7 die 6 die 1")
		// 6×4 against 1×5: the Adjutant loses 19 of 25.
		if e := r.table().energy("bA1"); e != 6 {
			t.Fatalf("energy %d, want 6", e)
		}
		r.expectStatus("settle") // the attacker is still on the die
		r.hands("+d5").settle(10 * time.Second)
		r.expectStatus("play")
	})
}

func TestADeadPieceIsLiftedAndTheAttackerAdvances(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		r.hands("-b1 +c3 -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6 ~ +die")
		r.expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 die 6 die 1")
		if at := r.table().at("bL2"); at != "" {
			t.Fatalf("the Lackey still stands on %s", at)
		}
		if s := r.table().Settle; s == nil || !slices.Equal(s.Lift, []string{"f6", "f7"}) || !slices.Equal(s.Place, []string{"d5"}) {
			t.Fatalf("settle %+v, want f6 lifted, and f7 for d5", s)
		}
		r.hands("-f6 +f6").expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 die 6 die 1 (advance)")
		if at := r.table().at("wN1"); at != "f6" {
			t.Fatalf("the Knight is on %s", at)
		}
		r.hands("-a6 +a5 ~").expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 die 6 die 1 advance (a6-a5)")
	})
}

func TestStayIsImpliedByTheNextSeat(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		r.hands("-b1 +c3 -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6 ~ +die +d5 -f6 -a6 +a5 ~")
		r.expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 die 6 die 1 stay (a6-a5)")
	})
}

func TestConfirmSealsAndEnds(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.refused(referee.Press{Button: "confirm"}, 409)
		r.hands("-b1 +c3").do(referee.Press{Button: "confirm"}).expectLog("die 6 die 1 b1-c3")
		r.hands("-f7 +e5 ~ -c3 +d5 ~").do(referee.Press{Button: "confirm"}).expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 end")
	})
}

// The button of a board does not say who presses it: it seals what is open, and only then passes. A
// seat's page does.
func TestConfirmPassesForWhoPressesIt(t *testing.T) {
	press := referee.Press{Button: "confirm"}
	for _, tt := range []struct {
		name    string
		presses []referee.Press
		log     string
	}{
		{"the board's button", []referee.Press{press}, "b1-c3"},
		{"the board's button twice", []referee.Press{press, press}, "b1-c3 pass"},
		{"who has moved", []referee.Press{{Button: "confirm", Seat: new(white)}}, "b1-c3"},
		{"who is to move", []referee.Press{{Button: "confirm", Seat: new(black)}}, "b1-c3 pass"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				r := playingBy(t, rules.Options{"pass": "always"})
				defer r.stop()
				r.hands("-b1 +c3 ~").expectLog("die 6 die 1 (b1-c3)")
				for _, p := range tt.presses {
					r.do(p)
				}
				r.expectLog("die 6 die 1 " + tt.log)
			})
		})
	}
}

func TestAnActionAsTextIsSealedAndTheWoodIsSettled(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.do(referee.Act{Text: "b1-c3"}).expectLog("die 6 die 1 b1-c3")
		r.expectStatus("settle")
		if s := r.table().Settle; !slices.Equal(s.Lift, []string{"b1"}) || !slices.Equal(s.Place, []string{"c3"}) {
			t.Fatalf("settle %+v", s)
		}
		r.hands("-b1 +c3").expectStatus("play")
		r.refused(referee.Act{Text: "b1-c3"}, 409)
		r.refused(referee.Act{Text: "nonsense"}, 422)
		r.refused(referee.Act{Text: "die 4"}, 409)
		r.refused(referee.Act{Text: "resign white"}, 409)
	})
}

func TestUndoByButtonTakesTheOpenStepBack(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.hands("-b1 +c3").do(referee.Press{Button: "undo"}).expectLog("die 6 die 1")
		r.expectStatus("settle")
		r.hands("-c3 +b1").expectStatus("play")
		r.refused(referee.Press{Button: "undo"}, 409)
	})
}

// An attack that is declared by mistake is dropped before any sealed step is taken back.
func TestUndoByButtonDropsADeclaredAttack(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		r.hands("-b1 +c3 -f7 +e5 ~ -c3 +d5 ~ -a6 +a5 ~").do(referee.Press{Button: "confirm"})
		r.hands("-d5 -e7 +e7 ~")
		if r.table().Declared == nil {
			t.Fatal("nothing is declared")
		}
		log := r.table().actions()
		r.do(referee.Press{Button: "undo"}).expectLog(log)
		if d := r.table().Declared; d != nil {
			t.Fatalf("still declared: %+v", d)
		}
	})
}

// Who has put the attacker on a light that is out since a partner joined, or waits there while somebody holds a piece, is
// not told for long that the dice roll in a moment, but what is missing.
func TestWhatKeepsTheDiceFromRollingIsSaid(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 1, 6)
		defer r.stop()
		says := func(when, message, chore string) {
			t.Helper()
			got := r.table()
			if got.Message.Key != message || (got.Chore == nil) != (chore == "") || got.Chore != nil && got.Chore.Text != chore {
				t.Errorf("%s: %q, to be done %+v", when, got.Message.Text, got.Chore)
			}
		}
		r.hands("-b1 +c3 ~ -a6 +a5 ~ -b2 +b3 ~ -a5 +a4 ~").do(referee.Press{Button: "confirm"})
		r.hands("-c3 -a4 +a4 ~")
		alone := r.table().Declared.Die[0]
		r.hands("-b3 +b3 ~ +" + alone)
		r.settle(2 * time.Second)
		says("on the die of one attacker, with two declared", "declared", "")
		r.hands("-" + alone + " +c3 ~ -c3 -a4 +a4 ~ -d6 +" + alone) // the same attack has the same die
		r.settle(1300 * time.Millisecond)
		says("while somebody holds a piece", "declared.rolls", "")
		r.settle(2 * time.Second)
		says("for long", "declared", "Pieces are missing on d6")
		r.hands("+d6")
		r.settle(1300 * time.Millisecond)
		if got := r.table(); !strings.Contains(got.actions(), "c3*a4 die 1") {
			t.Errorf("with d6 back nothing is rolled: %q, %s", got.Message.Text, got.actions())
		}
	})
}

func TestManualDiceAreEntered(t *testing.T) {
	in(t, func(t *testing.T) {
		r := open(t, &disk{}, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "manual"}}, nil)
		defer r.stop()
		s, _ := rolechess.Game.Start(nil)
		r.Wood(s.Occupied(rules.Full), 0)
		r.settle(0)
		r.expectStatus("throw")
		r.refused(referee.Throw{Faces: []int{7}}, 422)
		r.refused(referee.Throw{Faces: []int{2, 3, 4}}, 422)
		r.do(referee.Words{Seat: 0, Words: "before"})
		r.do(referee.Throw{Faces: []int{2}}).expectStatus("throw")
		r.refused(referee.Words{Seat: 0, Words: "after"}, 409)
		if can := r.table().Can; slices.Contains(can, referee.CanWords) {
			t.Errorf("after a roll there is %v", can)
		}
		r.do(referee.Throw{Text: "die 5"}).expectLog("die 2 die 5")
		r.expectStatus("play")
		r.refused(referee.Throw{Faces: []int{1}}, 409)
	})
}

// A script that is used up, or does not fit, is told with what helps.
func TestAScriptThatIsOverIsTold(t *testing.T) {
	in(t, func(t *testing.T) {
		for key, numbers := range map[string][]int{"paused.dice.over": {6}, "paused.dice.number": {6, 9}} {
			r := open(t, &disk{}, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: numbers}}, nil)
			s, _ := rolechess.Game.Start(nil)
			r.Wood(s.Occupied(rules.Full), 0)
			r.settle(0)
			if got := r.table().Message; got.Key != key {
				t.Errorf("%v: %s", numbers, got.Text)
			}
			r.stop()
		}
	})
}

func TestAGameGoesOnAfterAPowerCutWithOpenStepsOpen(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		r.hands("-b1 +c3 -f7 +e5 ~ -c3 +d5 ~")
		wood := r.table().Wood
		r.stop()
		again := open(t, r.disk, referee.NewGame{}, &referee.Recorded{ID: 1, Header: r.disk.header, Events: r.disk.events})
		defer again.stop()
		again.Wood(again.set(wood), 0)
		again.settle(0)
		again.expectLog("die 6 die 1 b1-c3 f7-e5 (c3-d5)")
		again.expectStatus("play")
		again.hands("-d5 -f6 +f6 ~ +die").expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 die 6 die 1")
	})
}

func TestLightsOfAStepWaitForTheDiskAndThoseOfALiftDoNot(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.disk.set(2*time.Second, false)
		r.hands("-b1")
		if got := r.table().Lights["c3"]; !slices.Equal(got, []string{"legal"}) {
			t.Fatalf("the lift waits for something: %v", got)
		}
		r.hands("+c3").expectLog("die 6 die 1")
		r.settle(3 * time.Second)
		r.expectLog("die 6 die 1 (b1-c3)")
	})
}

// Whoever is told that a command is done sees it done, though what others have done meanwhile is still on its way to the
// disk.
func TestWhatIsAnsweredIsSeen(t *testing.T) {
	in(t, func(t *testing.T) {
		r := bought(t, "bridge d,bridge e")
		defer r.stop()
		r.disk.set(20*time.Millisecond, false)
		var acts sync.WaitGroup
		for n, text := range []string{"spy 2h", "spy 2c", "spy 3h", "spy 3c", "spy 4h", "spy 4c"} {
			acts.Go(func() {
				time.Sleep(time.Duration(n) * 15 * time.Millisecond) // virtual time
				if err := r.Do(t.Context(), referee.Act{Text: text}); err != nil {
					t.Errorf("%s: %v", text, err)
				}
				if own := r.seat(rules.Seat(n % 2)); slices.Contains(own.Legal, text) {
					t.Errorf("%s is answered, but its seat is still offered it", text)
				}
			})
		}
		acts.Wait()
	})
}

// A picture of the dice gives way when the disk has what came after it. Until then nobody looks whether it does: the session
// turned round and round, and took the processor from the scans.
func TestAPictureOfTheDiceWaitsForTheDisk(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.disk.set(2*time.Second, false)
		if err := r.Do(t.Context(), referee.Act{Text: "b1-c3"}); err != nil { // in virtual time this never ended
			t.Error(err)
		}
	})
}

// Whoever is refused sees why: the table shows whose turn it is by then, though the step that passed the turn was still on
// its way to the disk.
func TestWhatIsRefusedIsSeen(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.disk.set(2*time.Second, false)
		var acts sync.WaitGroup
		acts.Go(func() {
			if err := r.Do(t.Context(), referee.Act{Text: "b1-c3"}); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(time.Second) // virtual time: the move is being written
		white := rules.Seat(0)
		var refusal *referee.Refusal
		if err := r.Do(t.Context(), referee.Act{Seat: &white, Text: "a2-a3"}); !errors.As(err, &refusal) {
			t.Errorf("White moves at Black's turn: %v", err)
		}
		if to := r.table().Position.ToAct; !slices.Equal(to, rules.ActorNames{"black"}) {
			t.Errorf("White is refused, and the table says it is %v's turn", to)
		}
		acts.Wait()
	})
}

func TestAFullDiskPausesAndNothingIsLitAsDone(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.disk.set(0, true)
		r.hands("-b1 +c3").expectLog("die 6 die 1")
		r.settle(10 * time.Millisecond)
		if key := r.table().Message.Key; key != "paused.disk" {
			t.Fatalf("message %s, want paused.disk", key)
		}
		r.refused(referee.Act{Text: "a2-a3"}, 409)
		r.disk.set(0, false)
		r.settle(3 * time.Second)
		r.expectLog("die 6 die 1 (b1-c3)")
	})
}

func TestSlowViewersAreNeverWaitedFor(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		w := r.Watch(rules.Table)
		defer w.Close()
		r.hands("-b1 +c3 -f7 +e5 ~")
		if got := <-w.C(); got.Seq != r.table().Seq {
			t.Fatalf("a slow viewer got table %d, the latest is %d", got.Seq, r.table().Seq)
		}
	})
}

func TestDrawByAgreementAndResignation(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.do(referee.MakeOffer{Seat: 0, Kind: "draw", Accept: true})
		if len(r.table().Offers) != 1 {
			t.Fatalf("offers %v", r.table().Offers)
		}
		r.do(referee.MakeOffer{Seat: 1, Kind: "draw", Accept: true})
		r.expectStatus("over")
		r.refused(referee.GiveUp{Seat: 0}, 409)
		r.do(scripted(1, 6)).expectLog("die 1 die 6")
		r.do(referee.GiveUp{Seat: 0})
		if o := r.table().Position.Outcome; o == nil || o.Why != "resigned" || o.Winners[0] != "black" {
			t.Fatalf("outcome %+v", o)
		}
	})
}

func TestADeclinedOfferIsTold(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		r.do(referee.MakeOffer{Seat: 0, Kind: "draw", Accept: true})
		if t0 := r.do(referee.MakeOffer{Seat: 0, Kind: "draw"}).table(); len(t0.Offers)+len(t0.Declined) != 0 {
			t.Fatalf("taken back by who made it: offers %v, declined %v", t0.Offers, t0.Declined)
		}
		r.do(referee.MakeOffer{Seat: 0, Kind: "draw", Accept: true}).do(referee.MakeOffer{Seat: 1, Kind: "draw"})
		if want := []referee.Offer{{Seat: "white", Kind: "draw"}}; !slices.Equal(r.table().Declined, want) || len(r.table().Offers) != 0 {
			t.Fatalf("offers %v, declined %v", r.table().Offers, r.table().Declined)
		}
		r.do(referee.MakeOffer{Seat: 0, Kind: "draw", Accept: true})
		if now := r.table(); now.Declined != nil || len(now.Offers) != 1 {
			t.Fatalf("offered anew: offers %v, declined %v", now.Offers, now.Declined)
		}
		r.do(referee.MakeOffer{Seat: 1, Kind: "draw"}).hands("-b1 +c3 ~")
		if r.table().Declined != nil {
			t.Fatalf("after a move it still says %v", r.table().Declined)
		}
	})
}

// What was offered is about the game as it stood: a step that comes, or goes again, ends it.
func TestAnOfferEndsWhenAStepIsUndone(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t)
		defer r.stop()
		act := func(text string) { r.do(referee.Act{Text: text}).settle(2 * time.Second) }
		act("b1-c3")
		act("f7-e5")
		r.do(referee.MakeOffer{Seat: 0, Kind: "undo", Accept: true}).do(referee.MakeOffer{Seat: 0, Kind: "draw", Accept: true})
		black := rules.Seat(1)
		r.do(referee.Press{Button: "undo", Seat: &black})
		if now := r.table(); len(now.Offers) != 0 || len(now.Log) == 0 {
			t.Fatalf("what was asked for is undone, and still offered: %v", now.Offers)
		}
		r.do(referee.MakeOffer{Seat: 1, Kind: "undo", Accept: true})
		if len(r.table().Offers) != 1 {
			t.Fatalf("accepting what had ended did something: %v", r.table().Offers)
		}
	})
}

func TestUndoByAgreementCrossesAThrow(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		r.hands("-b1 +c3 -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6 ~ +die +d5")
		r.refused(referee.Press{Button: "undo"}, 409)
		r.do(referee.MakeOffer{Seat: 0, Kind: "undo", Accept: true}).do(referee.MakeOffer{Seat: 1, Kind: "undo", Accept: true})
		r.expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5")
		if e := r.table().energy("bL2"); e != 7 {
			t.Fatalf("energy %d, want 7", e)
		}
	})
}

func TestClocksRunForWhoseTurnItIsAndStandWhileTheBoardIsSettled(t *testing.T) {
	in(t, func(t *testing.T) {
		first := scripted(6, 1)
		first.Clock = "1+10"
		r := open(t, &disk{}, first, nil)
		start, _ := rolechess.Game.Start(nil)
		r.settle(time.Hour) // nobody's clock runs before the board is set up
		r.Wood(start.Occupied(rules.Full), time.Since(r.start))
		r.settle(0)
		r.expectClocks(60, 60, "white")
		r.settle(20 * time.Second)
		r.do(referee.Act{Text: "b1-c3"})
		r.expectClocks(50, 60, "") // 20 s gone, 10 s added; the wood is to be settled
		r.settle(time.Hour)
		r.hands("-b1 +c3").settle(10 * time.Second)
		r.do(referee.Press{Button: "energy"})
		r.expectClocks(50, 50, "black")
		wood := r.table().Wood
		r.stop()

		again := open(t, r.disk, referee.NewGame{}, &referee.Recorded{ID: 1, Header: r.disk.header, Events: r.disk.events})
		defer again.stop()
		again.settle(time.Hour)
		again.Wood(again.set(wood), time.Since(again.start))
		again.settle(0)
		again.expectClocks(50, 60, "black") // as of the last step
		again.settle(61 * time.Second)
		again.expectStatus("over")
		if o := again.table().Position.Outcome; o.Winners[0] != "white" {
			t.Fatalf("outcome %+v", o)
		}
		if now := again.table(); now.Message.Text != "White wins: Black ran out of time" || now.Log[len(now.Log)-1].Text != "Black runs out of time" {
			t.Errorf("it says %q, and last %q", now.Message.Text, now.Log[len(now.Log)-1].Text)
		}
		if late := archive.RanOut(r.disk.events); !slices.Equal(late, []string{"black"}) {
			t.Errorf("by the record the clocks of %q ran out", late)
		}
	})
}

func (r *room) expectClocks(white, black int64, running string) {
	r.Helper()
	c := r.table().Clocks
	got, _ := c["running"].(string)
	near := func(seat string, want int64) bool {
		ms, _ := c[seat].(int64)
		return ms > want*1000-500 && ms <= want*1000
	}
	if !near("white", white) || !near("black", black) || got != running {
		r.Fatalf("clocks %v, want %d, %d, %q runs", c, white, black, running)
	}
}

func (r *room) set(names []string) board.Set {
	var set board.Set
	for _, name := range names {
		sq, _ := r.Topology().Square(name)
		set.Add(sq)
	}
	return set
}
