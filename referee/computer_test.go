package referee_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/leds"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// against is playing where a computer has black.
func against(t *testing.T, faces ...int) *room {
	t.Helper()
	r := playing(t, faces...)
	r.do(referee.Sit{Seat: black, Player: "reeve:4"})
	return r
}

// computerActs is what a computer does: as its seat, when it may.
func (r *room) computerActs(seat rules.Seat, text string) *room {
	r.Helper()
	t := r.Table(seat)
	if !t.Free {
		r.Fatalf("%s is not free to act: %s", r.Game().SeatName(seat), t.Message.Text)
	}
	return r.do(referee.Guarded{Command: referee.Act{Seat: &seat, Text: text}, Viewer: seat, Seq: t.Seq})
}

// No hands will play after a move that leaves the game to a computer: it is sealed once nothing was
// touched for a while, and may be put back until then.
func TestAMoveIsSealedBeforeAComputerPlays(t *testing.T) {
	in(t, func(t *testing.T) {
		r := against(t)
		defer r.stop()
		r.hands("-b1 +c3").expectLog("die 6 die 1 (b1-c3)")
		if r.Table(black).Free {
			t.Fatal("a computer may play while the move may be put back")
		}
		r.hands("-c3 +b1").expectLog("die 6 die 1")
		r.hands("-b1 +c3").settle(1400 * time.Millisecond)
		r.expectLog("die 6 die 1 (b1-c3)").settle(100 * time.Millisecond)
		r.expectLog("die 6 die 1 b1-c3")
		if got := r.table().Message; got.Key != "turn.computer" || got.Args["engine"] != "reeve" || got.Args["level"] != "4" {
			t.Fatalf("%+v", got)
		}
		r.computerActs(black, "f7-e5").expectStatus("settle")
		if r.Table(black).Free {
			t.Fatal("a computer may go on before the wood agrees")
		}
		r.hands("-f7 +e5").expectStatus("play")
		r.hands("-c3 +d5 ~").expectLog("die 6 die 1 b1-c3 f7-e5 (c3-d5)")
	})
}

// A turn that could go on ends by itself where a computer waits, for nobody else's play can end it. A piece
// that is held keeps it open.
func TestATurnLapsesBeforeAComputer(t *testing.T) {
	in(t, func(t *testing.T) {
		r := against(t)
		defer r.stop()
		r.hands("-b1 +c3").settle(2 * time.Second)
		r.computerActs(black, "f7-e5").hands("-f7 +e5 ~ -c3 +d5 ~").expectLog("die 6 die 1 b1-c3 f7-e5 (c3-d5)")
		if got := r.table().Message; got.Key != "turn.ends" || got.Args["seconds"] != "30" {
			t.Fatalf("%+v", got)
		}
		r.hands("-d5").settle(time.Minute)
		r.expectLog("die 6 die 1 b1-c3 f7-e5 (c3-d5)")
		r.hands("+d5").settle(29 * time.Second)
		r.expectLog("die 6 die 1 b1-c3 f7-e5 (c3-d5)").settle(3 * time.Second)
		r.expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 end")
		if !r.Table(black).Free {
			t.Fatal("the computer may not play")
		}
	})
}

// What is taken back after a computer has played is both; nothing crosses a throw without all seats, but a
// computer does not mind.
func TestUndoTakesBackAComputersMoveToo(t *testing.T) {
	in(t, func(t *testing.T) {
		r := against(t, 6, 1)
		defer r.stop()
		seat := white
		r.hands("-b1 +c3").settle(2 * time.Second)
		r.computerActs(black, "f7-e5").do(referee.Press{Button: "undo", Seat: &seat}).expectLog("die 6 die 1")
		r.hands("-c3 +b1 ~ -b1 +c3").settle(2 * time.Second)
		r.computerActs(black, "f7-e5").hands("-f7 +e5 ~ -c3 +d5 ~ -d5 -e7 +e7 ~ +die +d5 ~").settle(10 * time.Second)
		r.expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5 d5*e7 die 6 die 1")
		r.refused(referee.Press{Button: "undo", Seat: &seat}, 409)
		r.do(referee.MakeOffer{Seat: white, Kind: "undo", Accept: true}).expectLog("die 6 die 1 b1-c3 f7-e5 c3-d5")
	})
}

// A computer's move alone is not taken back: it would play it again.
func TestUndoLeavesAComputersMoveAlone(t *testing.T) {
	in(t, func(t *testing.T) {
		r := against(t)
		defer r.stop()
		r.do(referee.Sit{Seat: black, Player: "Ann"}).do(referee.Sit{Seat: white, Player: "reeve:4"})
		r.computerActs(white, "b1-c3").refused(referee.Press{Button: "undo"}, 409)
		if can := r.table().Can; slices.Contains(can, referee.CanUndo) {
			t.Errorf("it is offered: %v", can)
		}
	})
}

// Who plays is recorded and goes on after a power cut; what is no computer is refused, with what there is.
func TestWhoPlaysIsRecorded(t *testing.T) {
	in(t, func(t *testing.T) {
		r := against(t)
		r.refused(referee.Sit{Seat: black, Player: "reeve:9"}, 422)
		r.refused(referee.Sit{Seat: black, Player: "reeev:4"}, 422)
		for _, slip := range []string{"reeve", "reeve:", "reeve:0", "reeve:four", "reeve:4:resign", "Reeve:4"} { // nobody would move for them
			r.refused(referee.Sit{Seat: black, Player: slip}, 422)
		}
		r.refused(referee.Sit{Seat: 3, Player: "Ann"}, 422)
		r.refused(referee.NewGame{Game: "rolechess", Players: map[string]string{"white": "rook:3"}}, 422)
		r.refused(referee.Introduce{Seat: black, Player: "reeve:5", Identity: archive.Identity{Name: "reeve"}}, 409)
		r.do(referee.Introduce{Seat: black, Player: "reeve:4", Identity: archive.Identity{Name: "reeve", Version: "7"}})
		r.do(referee.Sit{Seat: white, Player: "Ann"})
		seed := r.Table(black).Seed
		r.stop()
		again := open(t, r.disk, referee.NewGame{}, &referee.Recorded{ID: 1, Header: r.disk.header, Events: r.disk.events})
		defer again.stop()
		now := again.table()
		if c := now.Computers["black"]; c.Engine != "reeve" || c.Level != 4 || c.Version != "7" || now.Players["white"] != "Ann" || len(now.Computers) != 1 {
			t.Fatalf("%+v %v", now.Computers, now.Players)
		}
		if again.Table(black).Seed != seed || seed == 0 || seed >= 1<<53 || seed == again.Table(white).Seed {
			t.Fatalf("seed %d, was %d", again.Table(black).Seed, seed)
		}
	})
}

// What keeps a computer from playing is told until it plays, or somebody else does.
func TestTroubleWithAComputerIsTold(t *testing.T) {
	in(t, func(t *testing.T) {
		r := against(t)
		defer r.stop()
		r.hands("-b1 +c3").settle(2 * time.Second)
		r.do(referee.Complain{Seat: black, Why: rules.Say("engine.silent", "engine", "reeve")})
		if now := r.table(); now.Message.Key != "engine.silent" || now.Computers["black"].Trouble.Key != "engine.silent" {
			t.Fatalf("%+v %+v", now.Message, now.Computers)
		}
		r.refused(referee.Complain{Seat: white, Why: rules.Say("engine.silent")}, 409)
		r.do(referee.Sit{Seat: black, Player: ""})
		if now := r.table(); now.Message.Key != "turn" || now.Computers != nil || now.Players["black"] != "" {
			t.Fatalf("%+v %+v %v", now.Message, now.Computers, now.Players)
		}
	})
}

// The board behind a computer's screen is lit for nobody: a person looks at it.
func TestTheLightsDoNotBetrayAComputer(t *testing.T) {
	in(t, func(t *testing.T) {
		r := bought(t, purchases)
		defer r.stop()
		r.do(referee.Sit{Seat: black, Player: "reeve:4"})
		theirs := func() (lit []string) {
			r.lamps.mu.Lock()
			defer r.lamps.mu.Unlock()
			var set board.Set
			for _, l := range r.lamps.scene {
				set.Add(l.Square)
			}
			for _, name := range r.Topology().Names(set) {
				if len(name) == 3 || name[1] == '9' {
					lit = append(lit, name)
				}
			}
			return lit
		}
		before := theirs()
		seat := black
		for _, text := range r.Table(black).Legal {
			if strings.HasPrefix(text, "deploy ") && r.Do(t.Context(), referee.Act{Seat: &seat, Text: text}) == nil {
				break
			}
		}
		r.settle(0)
		if after := theirs(); !slices.Equal(before, after) {
			t.Fatalf("lit %v, before %v", after, before)
		}
		if !r.Table(black).Free {
			t.Fatal("a computer waits for wood that nobody may see")
		}
	})
}

// A computer that has thought of what is past does nothing.
func TestALateAnswerDoesNothing(t *testing.T) {
	in(t, func(t *testing.T) {
		r := against(t)
		defer r.stop()
		seat, old := black, r.Table(black).Seq
		r.hands("-b1 +c3").settle(2 * time.Second)
		var stale *referee.Stale
		if err := r.Do(t.Context(), referee.Guarded{Command: referee.Act{Seat: &seat, Text: "f7-e5"}, Viewer: black, Seq: old}); !errors.As(err, &stale) {
			t.Fatal(err)
		}
	})
}

// What a seat asks for while the next game, which has no such seat, is being written is stale.
func TestASeatThatTheNextGameHasNotIsStale(t *testing.T) {
	in(t, func(t *testing.T) {
		r := openWith(t, &disk{}, catalog.Games(), referee.NewGame{Game: "dungeonchess", Options: rules.Options{"players": 4}}, nil)
		defer r.stop()
		r.settle(time.Second)
		west := r.Seated().All()[2]
		seq := r.Table(west).Seq
		r.disk.set(2*time.Second, false)
		begun := make(chan error, 1)
		go func() { begun <- r.Do(t.Context(), referee.NewGame{Game: "chessbattle"}) }()
		synctest.Wait()
		var stale *referee.Stale
		if err := r.Do(t.Context(), referee.Guarded{Command: referee.GiveUp{Seat: west}, Viewer: west, Seq: seq}); !errors.As(err, &stale) {
			t.Errorf("%v, want stale", err)
		}
		if err := <-begun; err != nil {
			t.Error(err)
		}
	})
}

// A hint shows the piece, asked again where to, and is past once something is played. Where anything is hidden it
// is for its seat alone.
func TestAHintIsShownInTwoSteps(t *testing.T) {
	in(t, func(t *testing.T) {
		r := against(t)
		defer r.stop()
		r.settle(10 * time.Second) // the first dice are shown
		r.refused(referee.Advise{Seat: white}, 409)
		r.refused(referee.Advise{Seat: white, Text: "f7-e5"}, 409)
		r.do(referee.Advise{Seat: white, Text: "b1-c3"})
		if h := r.table().Hint; h == nil || h.Piece != "b1" || h.Action != "" || !slices.Contains(r.table().Lights["b1"], "hint") || slices.Contains(r.table().Lights["c3"], "hint") {
			t.Fatalf("%+v %v", h, r.table().Lights)
		}
		r.do(referee.Advise{Seat: white})
		if h := r.table().Hint; h == nil || h.Action != "b1-c3" || !slices.Equal(h.To, []string{"c3"}) || !slices.Contains(r.table().Lights["c3"], "hint") {
			t.Fatalf("%+v %v", h, r.table().Lights)
		}
		r.hands("-b1 +c3")
		if r.table().Hint != nil {
			t.Fatal("it stands after the move")
		}
		r.settle(2 * time.Second)
		if lit := r.table().Lights; !slices.Contains(lit["f7"], "thinks") || slices.Contains(lit["c3"], "thinks") {
			t.Fatalf("%v", lit)
		}
	})
	in(t, func(t *testing.T) {
		r := bought(t, purchases)
		defer r.stop()
		r.do(referee.Advise{Seat: white, Text: r.Table(white).Legal[0]})
		if r.Table(white).Hint == nil || r.Table(black).Hint != nil || r.table().Hint != nil {
			t.Fatal("who sees a hint?")
		}
		for sq, lights := range r.table().Lights {
			if slices.Contains(lights, "hint") {
				t.Fatalf("%s is lit", sq)
			}
		}
	})
}

// The odds of the piece in hand are told for each target, and those of a declared attack.
func TestOddsAreToldBeforeTheThrow(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		r.hands("-b1 +c3 -f7 +e5 ~ -c3 +d5 ~")
		if r.table().Odds != nil {
			t.Fatal("odds with nothing in hand")
		}
		r.hands("-d5")
		var targets []string
		for _, o := range r.table().Odds {
			targets = append(targets, o.Target)
		}
		if !slices.Contains(targets, "e7") || !slices.Contains(targets, "f6") {
			t.Fatalf("%+v", r.table().Odds)
		}
		r.lightsTellOdds()
		r.hands("-e7 +e7 ~")
		odds := r.table().Odds
		if len(odds) == 0 || odds[0].Target != "e7" || !slices.Equal(odds[0].Attackers, []string{"d5"}) {
			t.Fatalf("%+v", odds)
		}
		// 4×die against 5×die, 25 energy: of 36 throws those 13 with 4a > 5b hit, for 106 altogether, none costs 25.
		if o := odds[0]; math.Abs(o.Hit-13./36) > 1e-6 || o.Kill != 0 || math.Abs(o.Loss-106./36) > 1e-6 {
			t.Fatalf("%+v", o)
		}
	})
}

// Of a declared attack that a partner may join the odds are told without it and with it, which are better.
func TestOddsAreToldWithEachPartner(t *testing.T) {
	in(t, func(t *testing.T) {
		r := playing(t, 6, 1)
		defer r.stop()
		r.hands("-b1 +c3 ~ -a6 +a5 ~ -c3 +b5 ~ -a5 +a4 ~ -f1 +e3 ~ -g6 +g5 ~ -e3 +f5 ~ -f5 -d6 +d6 ~")
		if lit := r.table().Lights["b5"]; !slices.Contains(lit, "partner") {
			t.Fatalf("b5 is lit %v", lit)
		}
		with := map[string]float64{}
		for _, o := range r.table().Odds {
			if o.Target == "d6" {
				with[strings.Join(o.Attackers, " ")] = o.Kill
			}
		}
		if len(with) != 2 || with["f5 b5"] <= with["f5"] {
			t.Errorf("the odds to kill are %v", with)
		}
	})
}

// lightsTellOdds checks that the light of each target says how likely it is hit.
func (r *room) lightsTellOdds() {
	r.Helper()
	r.lamps.mu.Lock()
	defer r.lamps.mu.Unlock()
	for _, o := range r.table().Odds {
		want := int16(math.Round(100*o.Hit)) + 1
		if !slices.ContainsFunc(r.lamps.scene, func(l leds.Light) bool {
			return l.Meaning == leds.Target && l.N == want && r.Topology().Name(l.Square) == o.Target
		}) {
			r.Errorf("%s: %v, want %d", o.Target, r.lamps.scene, want)
		}
	}
}

// A name is refused where nobody sits: at a seat that this many players leave free, and at one that the game has not.
func TestNobodyIsSeatedWhereNobodySits(t *testing.T) {
	in(t, func(t *testing.T) {
		r := openWith(t, &disk{}, catalog.Games(), referee.NewGame{Game: "camelot"}, nil)
		defer r.stop()
		for seat, why := range map[string]string{"west": "no.sits", "purple": "no.option.seat"} {
			var refusal *rules.Refusal
			err := r.Do(t.Context(), referee.NewGame{Game: "dungeonchess", Players: map[string]string{seat: "Ann"}})
			if !errors.As(err, &refusal) || refusal.Why.Key != why || refusal.Hint.Args["seats"] != "south, north" || r.table().Game != "camelot" {
				t.Errorf("%s: %v, want %s with who sits, and Camelot goes on", seat, err, why)
			}
		}
		for range 100 { // of several always the first is told
			var refusal *rules.Refusal
			err := r.Do(t.Context(), referee.NewGame{Game: "dungeonchess", Players: map[string]string{"purple": "Ann", "green": "Bob", "blue": "Eve", "west": "Dan"}})
			if !errors.As(err, &refusal) || refusal.Why.Args["name"] != "blue" {
				t.Fatalf("%v, want blue refused", err)
			}
		}
	})
}
