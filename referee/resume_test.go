package referee_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/camelot"
	"reeve/rules/kaleidochess"
	"reeve/rules/rolechess"
)

var resumable = []*rules.Game{rolechess.Game, camelot.Game, kaleidochess.Game}

// evening is a table at which the power goes now and then.
type evening struct {
	*room
	t    *testing.T
	wood board.Set // as it lies, whoever feels it
}

// sit starts a game with the wood as the rules have it, or an empty board.
func sit(t *testing.T, first referee.NewGame, laid bool) *evening {
	t.Helper()
	e := &evening{t: t}
	e.room = openWith(t, &disk{}, resumable, first, nil)
	if laid {
		g, _ := rules.Find(resumable, first.Game)
		s, err := g.Start(first.Options)
		if err != nil {
			t.Fatal(err)
		}
		e.wood = s.Occupied(rules.Full)
	}
	e.Wood(e.wood, 0)
	e.settle(0)
	return e
}

// does goes through a script: touches as a room's hands, "!" for a power cut,
// "?-b1" for a piece taken off and "?+b1" for one laid down while it is off, "[confirm]" for a
// button and "[b1-c3]" for an action on the page.
func (e *evening) does(script string) {
	e.t.Helper()
	off := false
	for _, word := range strings.Fields(script) {
		if off && word[0] != '?' {
			off = false
			e.start()
		}
		if word == "+die" { // and into the hand again
			e.hands(word)
			e.atDie(false)
			continue
		}
		switch word[0] {
		case '!':
			off = true
			e.stop()
		case '?':
			e.move(word[1:])
		case '[':
			e.says(strings.Trim(word, "[]"))
		case '~':
			e.hands(word)
		default:
			e.move(word)
			e.hands(word)
		}
	}
	if off {
		e.start()
	}
}

func (e *evening) move(word string) {
	e.t.Helper()
	sq, ok := e.Topology().Square(word[1:])
	if !ok || e.wood.Has(sq) == (word[0] == '+') {
		e.t.Fatalf("%s cannot be done", word)
	}
	e.wood.Set(sq, word[0] == '+')
}

func (e *evening) says(what string) {
	e.t.Helper()
	what = strings.ReplaceAll(what, "_", " ")
	switch face, entered := strings.CutPrefix(what, "enter "); {
	case entered:
		e.do(referee.Throw{Text: "die " + face})
	case what == "resign":
		e.do(referee.GiveUp{Seat: 0})
	case what == "confirm" || what == "undo":
		e.do(referee.Press{Button: what})
	default:
		e.do(referee.Act{Text: what})
	}
}

// start starts the daemon again, with what is on the disk.
func (e *evening) start() {
	e.t.Helper()
	e.startFrom(len(e.disk.events))
}

// startFrom starts it with so many events on the disk.
func (e *evening) startFrom(events int) {
	e.t.Helper()
	e.disk.events = e.disk.events[:events:events]
	e.room = openWith(e.t, e.disk, resumable, referee.NewGame{}, &referee.Recorded{ID: 1, Header: e.disk.header, Events: e.disk.events})
	e.Wood(e.wood, 0)
	e.settle(0)
}

// shows is what the board shows: its log with open steps in brackets, its state,
// and what is to be lifted and placed.
func (e *evening) shows() string {
	t := e.table()
	words := []string{t.actions(), "|", string(t.Status)}
	if t.Settle != nil {
		for _, sq := range t.Settle.Lift {
			words = append(words, "-"+sq)
		}
		for _, sq := range t.Settle.Place {
			words = append(words, "+"+sq)
		}
	}
	return strings.Join(words, " ")
}

// attack and kill are how some lines begin: a Knight goes to d5, and kills the
// Lackey on f6 with 24 to 5.
const attack, kill = "-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~ ", attack + "-d5 -f6 +f6 ~ +die "

const killed = "die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 die 6 die 1"

var roleChess = referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1, 6, 1, 2, 3}}}

var manualDice = referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "manual"}}

var dieGame = referee.NewGame{Game: "kaleidochess", Options: map[string]any{"die": true}, Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{4, 6, 2}}}

var camelotGame = referee.NewGame{Game: "camelot"}

// charge is how the lines of a knight's charge begin: it takes I8 and I6.
const charge, charging = "[I7-I8] -I7 +I8 ", "J11-H9xJ7xH5"

func TestTheGameGoesOnFromWhereverThePowerGoes(t *testing.T) {
	tests := []struct {
		name  string
		first referee.NewGame
		done  string // up to the end of the power cut
		want  string // shown then
		then  string
		end   string // shown at last
	}{
		{"nothing is done yet", roleChess, "!",
			"die 6 die 1 | play", "-b1 +c3 ~", "die 6 die 1 (b1-c3) | play"},
		{"a piece is in the air", roleChess, "-b1 !",
			"die 6 die 1 | settle +b1", "+b1 -b1 +c3 ~", "die 6 die 1 (b1-c3) | play"},
		{"it is put back while the power is off", roleChess, "-b1 ! ?+b1",
			"die 6 die 1 | play", "-b1 +c3 ~", "die 6 die 1 (b1-c3) | play"},
		{"it is set down elsewhere while the power is off", roleChess, "-b1 ! ?+c3",
			"die 6 die 1 | settle -c3 +b1", "-c3 +b1 -b1 +c3 ~", "die 6 die 1 (b1-c3) | play"},
		{"an open step", roleChess, "-b1 +c3 ~ !",
			"die 6 die 1 (b1-c3) | play", "-f7 +e5 ~", "die 6 die 1 b1-c3 (f7-e5) | play"},
		{"an open step is put back", roleChess, "-b1 +c3 ~ !",
			"die 6 die 1 (b1-c3) | play", "-c3 +b1 ~", "die 6 die 1 | play"},
		{"an open step is confirmed", roleChess, "-b1 +c3 ~ !",
			"die 6 die 1 (b1-c3) | play", "[confirm]", "die 6 die 1 b1-c3 | play"},
		{"an open step is undone by the button", roleChess, "-b1 +c3 ~ !",
			"die 6 die 1 (b1-c3) | play", "[undo] -c3 +b1", "die 6 die 1 | play"},
		{"an open step whose wood is put back while the power is off", roleChess, "-b1 +c3 ~ ! ?-c3 ?+b1",
			"die 6 die 1 (b1-c3) | settle -b1 +c3", "-b1 +c3 ~", "die 6 die 1 (b1-c3) | play"},
		{"the answer to an open step is in the air", roleChess, "-b1 +c3 ~ -f7 !",
			"die 6 die 1 (b1-c3) | settle +f7", "+f7 -f7 +e5 ~", "die 6 die 1 b1-c3 (f7-e5) | play"},
		{"a step that the next one has sealed is open again without that", roleChess, "-b1 +c3 ~ -f7 +e5 ~ !",
			"die 6 die 1 b1-c3 (f7-e5) | play", "-e5 +f7 ~ ! -c3 +b1 ~", "die 6 die 1 | play"},
		{"a step that was confirmed stays without the next one", roleChess, "-b1 +c3 ~ [confirm] -f7 +e5 ~ !",
			"die 6 die 1 b1-c3 (f7-e5) | play", "-e5 +f7 ~", "die 6 die 1 b1-c3 | play"},
		{"a declared attack is not thrown", roleChess, attack + "-d5 -f6 +f6 ~ !",
			"die 6 die 1 b1-c3 f7-e5 (c3-d5) | settle +d5", "+d5 ~ -d5 -f6 +f6 ~ +die +d5 -f6", killed + " | play"},
		{"knocks alone throw nothing", roleChess, attack + "-d5 -f6 +f6 ~ !",
			"die 6 die 1 b1-c3 f7-e5 (c3-d5) | settle +d5", "-f6 +f6 ~ -f6 +f6 ~", "die 6 die 1 b1-c3 f7-e5 (c3-d5) | settle +d5"},
		{"between a throw and the removal", roleChess, kill + "!",
			killed + " | settle -f6 +d5", "-f6 +d5 -d5 +f6 ~", killed + " (advance) | play"},
		{"the dead are removed while the power is off", roleChess, kill + "! ?-f6 ?+d5",
			killed + " | play", "-d5 +f6 ~", killed + " (advance) | play"},
		{"the victor advances while the power is off", roleChess, kill + "-f6 !  ?+f6",
			killed + " | settle -f6 +d5", "-f6 +d5 -d5 +f6 ~", killed + " (advance) | play"},
		{"between the removal and the advance", roleChess, kill + "-f6 !",
			killed + " | settle +d5", "+d5 -a6 +a5 ~", killed + " stay (a6-a5) | play"},
		{"in the middle of a settle", roleChess, "[b1-c3] !",
			"die 6 die 1 b1-c3 | settle -b1 +c3", "-b1 ! +c3 -f7 +e5 ~", "die 6 die 1 b1-c3 (f7-e5) | play"},
		{"a settle that is finished while the power is off", roleChess, "[b1-c3] -b1 ! ?+c3",
			"die 6 die 1 b1-c3 | play", "-f7 +e5 ~", "die 6 die 1 b1-c3 (f7-e5) | play"},
		{"in the middle of the settle of an undo", roleChess, "-b1 +c3 ~ [undo] -c3 !",
			"die 6 die 1 | settle +b1", "+b1", "die 6 die 1 | play"},
		{"one of two steps that were sealed together is undone", roleChess, attack + "[confirm] [undo] !",
			"die 6 die 1 b1-c3 f7-e5 c3-d5 | play", "-d5 -f6 +f6 ~ +die +d5 -f6", killed + " | play"},
		{"a piece is missing", roleChess, "-b1 +c3 ~ ! ?-a7",
			"die 6 die 1 (b1-c3) | settle +a7", "+a7 -f7 +e5 ~", "die 6 die 1 b1-c3 (f7-e5) | play"},
		{"a piece too many", roleChess, "-b1 +c3 ~ ! ?+e4",
			"die 6 die 1 (b1-c3) | settle -e4", "-e4 -f7 +e5 ~", "die 6 die 1 b1-c3 (f7-e5) | play"},
		{"nothing is read while the wood is wrong", roleChess, "-b1 +c3 ~ ! ?+e4",
			"die 6 die 1 (b1-c3) | settle -e4", "-f7 +e5 ~", "die 6 die 1 (b1-c3) | settle -e4 -e5 +f7"},
		{"the power goes again and again", roleChess, "-b1 ! ! +b1 ! -b1 ! ?+b1 -b1 +c3 ~ ! !",
			"die 6 die 1 (b1-c3) | play", "-f7 ! +f7 -f7 +e5 ~ ! !", "die 6 die 1 b1-c3 (f7-e5) | play"},

		{"between two dice entered by hand", manualDice, "[enter_2] !",
			"die 2 | throw", "[enter_5]", "die 2 die 5 | play"},
		{"a throw by hand is still to be entered", manualDice, "[enter_6] [enter_1] " + kill + "!",
			"die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6 | throw +d5", "[enter_6] ! [enter_1] -f6 +d5", killed + " | play"},

		{"a throw that waits for a tap", dieGame, "-d1 +c3 ~ !",
			"die 4 (d1-c3) | play", "~ ~ ~ ~ -d11 +d11 ~", "die 4 d1-c3 die 6 | play"},
		{"between a throw and the move that it allows", dieGame, "!",
			"die 4 | play", "-d1 +c3 ~", "die 4 (d1-c3) | play"},
		{"the tap that throws is half done", dieGame, "-d1 +c3 ~ ~ ~ ~ -d11 !",
			"die 4 (d1-c3) | settle +d11", "+d11 ~ ~ ~ ~ -d11 +d11 ~", "die 4 d1-c3 die 6 | play"},

		{"in the middle of a chain", camelotGame, charge + "-J11 +H9 -H9 -I8 !",
			"I7-I8 | settle +I8 +J11", "+J11 +I8 -J11 +H5 -I8 -I6 ~", "I7-I8 (" + charging + ") | play"},
		{"a chain waits for its last victim", camelotGame, charge + "-J11 +H5 -I8 ~ !",
			"I7-I8 (" + charging + ") | settle -I6", "-I6 ~ -H6 +H4 -H5 ~", "I7-I8 " + charging + " (H6xH4) | play"},
		{"a whole chain is open", camelotGame, charge + "-J11 +H5 -I8 -I6 ~ !",
			"I7-I8 (" + charging + ") | play", "-H6 +H4 -H5 ~", "I7-I8 " + charging + " (H6xH4) | play"},
		{"a whole chain is put back", camelotGame, charge + "-J11 +H5 -I8 -I6 ~ !",
			"I7-I8 (" + charging + ") | play", "+I6 +I8 -H5 +J11 ~", "I7-I8 | play"},
		{"a victim is put back while the power is off", camelotGame, charge + "-J11 +H5 -I8 -I6 ~ ! ?+I6",
			"I7-I8 (" + charging + ") | settle -I6", "-I6 -H6 +H4 -H5 ~", "I7-I8 " + charging + " (H6xH4) | play"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				e := sit(t, tt.first, true)
				defer func() { e.stop() }()
				e.does(tt.done)
				if got := e.shows(); got != tt.want {
					t.Errorf("after the power cut: %q, want %q", got, tt.want)
				}
				e.does(tt.then)
				if got := e.shows(); got != tt.end {
					t.Errorf("at last: %q, want %q", got, tt.end)
				}
			})
		})
	}
}

// A power cut between any two events of a game, even those that one touch made:
// what was written stands, the wood is compared with it, and once it agrees the
// game goes on with the throws that would have been.
func TestTheGameGoesOnFromEveryEvent(t *testing.T) {
	scripts := map[string]struct {
		first  referee.NewGame
		script string
	}{
		"an attack": {roleChess, kill + "-f6 +f6 ~ -a6 +a5 ~ -a5 +a6 ~"},
		"an undo":   {roleChess, attack + "[confirm] [undo] -d5 -f6 +f6 ~ +die -f6 +d5"},
		"a charge":  {camelotGame, charge + "-J11 +H5 -I8 -I6 ~ -H6 +H4 -H5 ~"},
		"a die":     {dieGame, "-d1 +c3 ~ ~ ~ ~ -d11 +d11 ~"},
		"an end":    {roleChess, "-b1 +c3 ~ [resign]"},
	}
	for name, tt := range scripts {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				e := sit(t, tt.first, true)
				e.does(tt.script)
				e.stop()
				all, header, wood := e.disk.events, e.disk.header, e.wood
				if len(all) < 4 {
					t.Fatalf("only %d events", len(all))
				}
				for n := 1; n <= len(all); n++ {
					again := &evening{t: t, wood: wood, room: &room{disk: &disk{header: header, events: all}}}
					again.startFrom(n)
					again.goesOn(all, n)
					again.stop()
				}
			})
		})
	}
}

// goesOn checks a game of which the first n of all events were there.
func (e *evening) goesOn(all []archive.Event, n int) {
	e.t.Helper()
	standing, err := archive.Fold(all[:n])
	if err != nil {
		e.t.Fatal(err)
	}
	var log []string
	for _, st := range standing {
		if log = append(log, st.Action); st.Open {
			log[len(log)-1] = "(" + st.Action + ")"
		}
	}
	if got, want := e.table().actions(), strings.Join(log, " "); !strings.HasPrefix(got, want) {
		e.t.Fatalf("after event %d: log %q, want %q and what is due", n, got, want)
	}
	for i, next := range e.disk.events[n:] { // what was due
		if n+i < len(all) && (next.Kind != all[n+i].Kind || next.Action != all[n+i].Action) {
			e.t.Fatalf("event %d is %s %s, it would have been %s %s", next.N, next.Kind, next.Action, all[n+i].Kind, all[n+i].Action)
		}
	}
	if settle := e.table().Settle; settle != nil {
		for _, sq := range settle.Lift {
			e.hands("-" + sq)
		}
		for _, sq := range settle.Place {
			e.hands("+" + sq)
		}
	}
	if status := e.table().Status; status != referee.StatusPlay && status != referee.StatusOver {
		e.t.Fatalf("after event %d and with the wood laid: %s, %s", n, status, e.table().Message.Text)
	}
}

// Without the wood nothing is thrown, and nobody's open step is lost or sealed.
func TestABoardThatIsNotFeltAfterAPowerCutThrowsNothing(t *testing.T) {
	in(t, func(t *testing.T) {
		e := sit(t, roleChess, true)
		e.does(kill)
		wood := e.wood
		e.stop()
		events := e.disk.events
		for i, last := range events {
			if last.Kind == archive.Sealed && events[i+1].By == "chance" {
				events = events[:i+1]
				break
			}
		}
		d := &disk{header: e.disk.header, events: events}
		r := openWith(t, d, resumable, referee.NewGame{}, &referee.Recorded{ID: 1, Header: d.header, Events: events})
		defer r.stop()
		r.settle(time.Hour)
		r.expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*f6")
		r.Wood(wood, time.Since(r.start))
		r.settle(0)
		r.expectLog(killed)
	})
}

// A game that is over is closed on the disk; nothing may be written behind its end,
// or the record could not be written any more at all.
func TestNothingIsRecordedAfterTheEnd(t *testing.T) {
	in(t, func(t *testing.T) {
		e := sit(t, camelotGame, true)
		defer e.stop()
		g := camelot.Game
		s, _ := g.Start(nil)
		for n := 0; e.table().Status != referee.StatusOver; n++ {
			step := sharpest(s, n)
			e.says(s.Text(step))
			s, _, _ = s.Apply(step, nil)
		}
		e.refused(referee.Press{Button: "undo"}, 409)
		e.refused(referee.Words{Seat: 0, Words: "too late"}, 409)
		e.refused(referee.Press{Button: "confirm"}, 409)
		if last := e.disk.events[len(e.disk.events)-1]; last.Kind != archive.End {
			t.Errorf("the record ends with %s", last.Kind)
		}
		e.do(camelotGame).expectLog("")
	})
}

// sharpest is a legal step that takes as much as any, one of them by number.
func sharpest(s rules.State, n int) rules.Step {
	legal := s.Legal(nil)
	most := 0
	for _, step := range legal {
		most = max(most, s.Hands(step).Takes.Len())
	}
	legal = slices.DeleteFunc(legal, func(step rules.Step) bool { return s.Hands(step).Takes.Len() < most })
	return legal[n*7919%len(legal)]
}

// whole is an archive that notes where a power cut may come: after each write.
type whole struct {
	disk
	ends []int // events there were
}

func (w *whole) Append(id int64, events []archive.Event, touches []board.Touch) error {
	err := w.disk.Append(id, events, touches)
	w.ends = append(w.ends, len(w.disk.events))
	return err
}

// An attack that is thrown is written with its throw, or not at all: of a knocked
// attack without its throw nobody could say afterwards how it goes on.
func TestAThrowIsWrittenWithItsAttack(t *testing.T) {
	in(t, func(t *testing.T) {
		w := &whole{}
		cfg := referee.Config{Games: resumable, Archive: w}
		live, err := referee.NewJudge(cfg, nil, roleChess)
		if err != nil {
			t.Fatal(err)
		}
		byHand(t, live, kill)
		if steps, _ := live.Steps(nil); len(steps) != 8 {
			t.Fatalf("%d steps, want 8", len(steps))
		}
		for _, n := range w.ends {
			again, err := referee.NewJudge(referee.Config{Games: resumable, Archive: &disk{}}, &referee.Recorded{ID: 1, Header: w.header, Events: w.events[:n]}, referee.NewGame{})
			if err != nil {
				t.Fatal(err)
			}
			s, _ := again.State()
			again.Wood(s.Occupied(rules.Full), 0)
			again.Proceed(time.Second)
			if s, sealed := again.State(); s.ToAct().Has(rules.Chance) {
				t.Errorf("after event %d, %s %s, a throw waits (sealed: %t)", n, w.events[n-1].Kind, w.events[n-1].Action, sealed)
			}
		}
	})
}

// byHand does touches on a judge, as a room's hands do, from the wood of the start.
func byHand(t *testing.T, j *referee.Judge, script string) {
	t.Helper()
	s, _ := j.State()
	now := time.Second
	pass := func(d time.Duration) {
		until := now + d
		for wake := j.Proceed(now); wake > now && wake < until; wake = j.Proceed(now) {
			now = wake
		}
		now = until
	}
	j.Wood(s.Occupied(rules.Full), now)
	for _, word := range append([]string{"~"}, strings.Fields(script)...) {
		if word == "~" {
			pass(350 * time.Millisecond)
		} else {
			sq, _ := s.Topology().Square(word[1:])
			if word == "+die" {
				sq = j.Guide(now).Throw.First()
			}
			pass(50 * time.Millisecond)
			j.Touch(board.Touch{Square: sq, Placed: word[0] == '+', At: now})
			for k := 0; k < 13 && word == "+die"; k++ {
				pass(100 * time.Millisecond)
			}
		}
		j.Proceed(now)
		if err := j.Flush(); err != nil {
			t.Fatal(err)
		}
	}
}

// One of the dead is no piece that is missing elsewhere, though nobody saw it fall.
func TestAfterAPowerCutTheDeadAreTakenOff(t *testing.T) {
	in(t, func(t *testing.T) {
		e := sit(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1, 6, 1}}}, true)
		defer func() { e.stop() }()
		e.does("-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6 ~ +die ~ +d5 ~ -b7 ! ~")
		asks := func(want string) {
			t.Helper()
			if got := e.table().Chore.Text; got != want {
				t.Fatalf("it says %q, want %q", got, want)
			}
		}
		asks("Take off f6")
		e.does("-f6")
		asks("Put Black Knight 2 on b7")
		e.does("+b7 ~")
		e.expectStatus("play")
	})
}

// A piece that was carried where it cannot go is called by its name, also from there to the next square and beside another;
// where two lack it could be either, and is called the piece.
func TestWhatIsAstrayIsNamedWhereItIsKnown(t *testing.T) {
	in(t, func(t *testing.T) {
		e := sit(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1}}}, true)
		defer func() { e.stop() }()
		chores := func(hands, want string) {
			t.Helper()
			e.does(hands)
			got := ""
			if c := e.table().Chore; c != nil {
				got = c.Text
			}
			if got != want {
				t.Fatalf("after %q it says %q, want %q", hands, got, want)
			}
		}
		chores("-b1 +c4 ~", "Move White Knight 1 from c4 to b1")
		chores("-c4 +f4 ~", "Move White Knight 1 from f4 to b1")
		chores("-d2 +d5 ~", "Move these pieces: f4 → b1, d5 → d2")
		chores("-f4 +b1 ~", "Move White Lackey 4 from d5 to d2")
		chores("-d5 +d2 ~", "")
		chores("-c2 -d2 +b4 ~", "Move the piece on b4 to c2")
		chores("-b4 +c2 +d2 ~", "")
	})
}
