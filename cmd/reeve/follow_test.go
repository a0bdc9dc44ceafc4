package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/sensors"
	"reeve/web"
)

// Who plays by pages alone on the simulated board has no chores: from the start of every
// game, through random actions and what is taken back, the wood lies as the position says.
func TestSimulatedWoodFollowsWhatIsDoneOnPages(t *testing.T) {
	steps := 16
	if strings.HasPrefix(t.Name(), "TestLong") {
		steps = 100
	}
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, "game: "+g.Name+"\ndice: seeded:07\n")
				random := rand.New(rand.NewPCG(7, 7))
				for step := range steps {
					s.woodLies(step)
					s.actAtRandom(random)
					if step%8 == 7 {
						s.woodLies(step)
						s.ask("POST", "/api/button", `{"button":"undo"}`, "") // refused across throws
					}
				}
			})
		})
	}
}

// Programs act faster than the wood can follow, at any instant of its following: afterwards it lies right all the same,
// nobody is thought to have touched it, and no contact to be at fault.
func TestSimulatedWoodFollowsWhoIsFasterThanIt(t *testing.T) {
	steps := 18
	if strings.HasPrefix(t.Name(), "TestLong") {
		steps = 250
	}
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, "game: "+g.Name+"\ndice: seeded:07\n")
				random := rand.New(rand.NewPCG(7, 13))
				s.woodLies(0)
				for step := 1; step <= steps; step++ {
					s.actAtRandom(random)
					if time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond); step%6 == 0 {
						s.woodLies(step)
						if faults := s.shown("").Hardware.Faults; len(faults) > 0 {
							t.Fatalf("step %d: faults of sound contacts: %q", step, faults)
						}
					}
				}
			})
		})
	}
}

func TestLongSimulatedWoodFollowsWhoIsFasterThanIt(t *testing.T) {
	TestSimulatedWoodFollowsWhoIsFasterThanIt(t)
}

// What is taken back before the first piece that follows it is felt: to the sensors the wood lay right all the time, until
// they feel that piece in nobody's hand.
func TestSimulatedWoodFollowsWhatIsTakenBackAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, "game: camelot\n")
		random := rand.New(rand.NewPCG(7, 13))
		for late := range 14 {
			s.woodLies(late)
			s.actAtRandom(random)
			time.Sleep(time.Duration(late) * time.Millisecond)
			s.must("POST", "/api/button", `{"button":"undo"}`, "")
		}
		s.woodLies(14)
	})
}

func TestLongSimulatedWoodFollowsWhatIsDoneOnPages(t *testing.T) {
	TestSimulatedWoodFollowsWhatIsDoneOnPages(t)
}

// While the simulated wood follows (a new game, moves of persons and of a computer, captures, what is taken back)
// nobody is told of a chore, and the clock of who is to act runs on.
func TestNobodyWaitsForSimulatedWood(t *testing.T) {
	steps, rounds := 8, []string{`"reeve:1"`}
	if strings.HasPrefix(t.Name(), "TestLong") {
		steps, rounds = 60, []string{`"reeve:1"`, `"Ann"`}
	}
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, "game: "+g.Name+"\n")
				other := g.SeatName(s.session.Seated().All()[1])
				random := rand.New(rand.NewPCG(7, 11))
				for _, player := range rounds {
					ends := s.waiting()
					s.must("POST", "/api/games", fmt.Sprintf(`{"game":%q,"clock":"90+0","dice":{"seeded":"07"},"players":{%q:%s}}`, g.Name, other, player), secretAdmin)
					s.takeKeys()
					for step := range steps {
						time.Sleep(3 * time.Second)
						synctest.Wait()
						if s.actAtRandom(random); step%4 == 3 {
							s.ask("POST", "/api/button", `{"button":"undo"}`, "")
						}
					}
					ends(steps)
				}
			})
		})
	}
}

func TestLongNobodyWaitsForSimulatedWood(t *testing.T) { TestNobodyWaitsForSimulatedWood(t) }

// waiting looks at each table that everybody sees from now on. What it returns ends that, and fails if one asked
// for a chore or let a clock stand that had run, or if too little was played to say so.
func (s *secretStage) waiting() func(steps int) {
	s.Helper()
	watch, ran, seen, most, fewest := s.session.Watch(rules.Table), map[string]bool{}, 0, 0, 99
	enough, looked := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(looked)
		for {
			var shown *referee.Table
			select {
			case shown = <-watch.C():
			case <-enough:
			}
			if shown == nil {
				return
			}
			seen++
			standing := len(slices.DeleteFunc(slices.Clone(shown.Position.Pieces), func(p rules.Piece) bool { return p.At == nil }))
			most, fewest = max(most, standing), min(fewest, standing)
			running, _ := shown.Clocks["running"].(string)
			ran[shown.Game] = ran[shown.Game] || running != ""
			if who := shown.Position.ToAct; ran[shown.Game] && len(who) == 1 && who[0] != "chance" && running != who[0] {
				s.Errorf("%s, %s: it is %s's turn, and the clock of %q runs", shown.Game, shown.Status, who[0], running)
			}
			if said := shown.Message.Key; shown.Chore != nil || strings.HasPrefix(said, "setup") && said != "setup.follows" || strings.HasPrefix(said, "settle") {
				s.Errorf("%s, %s: %v is asked for, and %q", shown.Game, shown.Status, shown.Chore, shown.Message.Text)
			}
		}
	}()
	return func(steps int) {
		s.Helper()
		watch.Close()
		close(enough)
		<-looked
		if seen <= steps/2 || steps > 50 && most == fewest {
			s.Errorf("only %d tables were seen, with %d to %d pieces", seen, fewest, most)
		}
	}
}

// Who sets up the simulated board has set up a sound one: no contact is thought to follow another.
func TestWhole_SettingUpTheSimulatedBoardBreaksNoContact(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, "game: "+g.Name+"\n")
				for range 3 {
					var lifted []string
					for _, square := range s.session.Topology().Names(s.session.Standing()) {
						lifted = append(lifted, fmt.Sprintf(`{"square":%q,"closed":false,"after_ms":400}`, square))
					}
					if len(lifted) > 0 {
						s.must("POST", "/api/sim/contacts", "["+strings.Join(lifted, ",")+"]", secretAdmin)
					}
					time.Sleep(time.Minute)
					s.must("POST", "/api/sim/setup", "{}", secretAdmin)
					time.Sleep(time.Minute)
					synctest.Wait()
				}
				if faults := s.shown("").Hardware.Faults; len(faults) > 0 {
					t.Errorf("faults of sound contacts: %q", faults)
				}
			})
		})
	}
}

// Who plays on pages faster than the simulated wood follows, there and back, too, accuses no contact, and has a board in
// the end on which a piece that is lifted stays in the hand.
func TestSimulatedWoodThatIsOvertakenIsStillSound(t *testing.T) {
	for _, name := range []string{"camelot", "kaleidochess"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, "game: "+name+"\n")
				random := rand.New(rand.NewPCG(7, 13))
				s.woodLies(0)
				for step := range 40 {
					time.Sleep(10 * time.Millisecond)
					if s.actAtRandom(random); step%10 == 9 {
						s.ask("POST", "/api/button", `{"button":"undo"}`, "")
					}
				}
				s.woodLies(40)
				for _, square := range s.session.Topology().Names(s.session.Standing()) {
					s.must("POST", "/api/sim/contacts", fmt.Sprintf(`[{"square":%q,"closed":false}]`, square), secretAdmin)
					time.Sleep(200 * time.Millisecond)
					if at, _ := s.session.Topology().Square(square); s.wood().Has(at) {
						t.Fatalf("the piece on %s was taken out of the hand", square)
					}
					s.must("POST", "/api/sim/contacts", fmt.Sprintf(`[{"square":%q,"closed":true}]`, square), secretAdmin)
				}
				if faults := s.shown("").Hardware.Faults; len(faults) > 0 {
					t.Errorf("faults of sound contacts: %q", faults)
				}
			})
		})
	}
}

// One camp is pitched on a page, the next by hand: the piece stays where the hand has put it.
func TestSimulatedWoodLeavesACampWhereItWasPitched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, "game: chessbattle\n")
		s.woodLies(0)
		s.must("POST", "/api/action", `{"seat":"white","action":"camp b2"}`, s.keys["white"])
		s.woodLies(1)
		s.must("POST", "/api/sim/contacts", `[{"square":"g2","closed":true}]`, secretAdmin)
		s.woodLies(2)
		if log := s.shown("").Log; log[len(log)-1].Action != "camp g2" {
			t.Errorf("the last step is %+v", log[len(log)-1])
		}
	})
}

// Once the boards of Chess Battle are joined, whose pieces were placed on pages, the wood is the hands'.
func TestSimulatedWoodIsTheHandsOnceTheBoardsAreJoined(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, "game: chessbattle\n")
		soon := func(action string) bool {
			return action == "army" || action == "train 0" || strings.HasPrefix(action, "done ")
		}
		for step := 0; s.shown("").Position.Phase != "battle"; step++ {
			for seat := range s.doors.pages.Links() {
				legal := s.shown(seat).Legal
				if i := max(slices.IndexFunc(legal, soon), 0); len(legal) > 0 {
					s.must("POST", "/api/action", fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, legal[i]), s.keys[seat])
				}
			}
			if s.woodLies(step); step > 20 {
				t.Fatalf("no battle begins: %s", s.shown("").Position.Phase)
			}
		}
	})
}

// What hands make of the wood stays theirs: a piece put down wrong lies where it was put.
func TestSimulatedWoodStaysInTheHandsThatMoveIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, "game: camelot\n")
		s.must("POST", "/api/sim/contacts", `[{"square":"F6","closed":false},{"square":"A9","closed":true,"after_ms":400}]`, secretAdmin)
		time.Sleep(time.Minute)
		synctest.Wait()
		if put, _ := s.session.Topology().Square("A9"); s.session.Standing().Has(put) || !s.wood().Has(put) {
			t.Errorf("the piece that hands put on A9 does not lie there any more")
		}
	})
}

// The wood that was to follow is left alone once it lies right: whoever laid it may have a
// piece in the hand since.
func TestSimulatedWoodThatFollowsLateTakesNothingFromTheHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, "game: rolechess\n")
		wood := s.daemon.board.sim
		lifted := 0
		if err := wood.alone(t.Context(), func() error {
			s.must("POST", "/api/games", `{"game":"camelot"}`, secretAdmin)
			synctest.Wait() // the wood is told to follow, and waits for who is laying it
			want, err := wood.closedAt(s.session.Topology().Names(s.session.Standing()))
			if err != nil {
				return err
			}
			if err := wood.lay(t.Context(), always(t.Context(), wood.board, want)); err != nil {
				return err
			}
			time.Sleep(time.Minute)
			lifted, err = wood.channel("J6")
			wood.board.Set(lifted, false)
			time.Sleep(100 * time.Millisecond)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if isClosed(wood.board, lifted) {
			t.Error("the piece was taken out of the hand, and stands on its square again")
		}
	})
}

// Wood that was being laid for the game before is laid by somebody at once for the next one, and hands move it: what they do
// is no wood of the game before (a person's first move was taken back by the simulation, and the computer waited for ever).
func TestSimulatedWoodOfTheGameBeforeIsForgottenOnceOthersMoveIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, "game: rolechess\n")
		wood, lifted, placed := s.daemon.board.sim, -1, -1
		s.must("POST", "/api/games", `{"game":"kaleidochess"}`, secretAdmin)
		time.Sleep(5 * byHand / 2) // the first of its pieces are laid
		before, err := wood.closedAt(s.session.Topology().Names(s.session.Standing()))
		if err != nil {
			t.Fatal(err)
		}
		if err := wood.alone(t.Context(), func() error {
			s.must("POST", "/api/games", `{"game":"camelot"}`, secretAdmin)
			want, err := wood.closedAt(s.session.Topology().Names(s.session.Standing()))
			if err != nil {
				return err
			}
			if err := wood.lay(t.Context(), always(t.Context(), wood.board, want)); err != nil {
				return err
			}
			time.Sleep(time.Minute)
			for ch := range want {
				switch {
				case want[ch] && !before[ch]:
					lifted = ch
				case !want[ch] && before[ch]:
					placed = ch
				}
			}
			wood.board.Set(lifted, false)
			wood.board.Set(placed, true)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if isClosed(wood.board, lifted) || !isClosed(wood.board, placed) {
			t.Error("what hands moved lies as before")
		}
	})
}

// actAtRandom has some seat that may act do anything it may: a person by the page, a computer as its program does.
func (s *secretStage) actAtRandom(random *rand.Rand) {
	s.Helper()
	seats := slices.Sorted(maps.Keys(s.doors.pages.Links()))
	for _, i := range random.Perm(len(seats)) {
		now := s.shown(seats[i])
		if len(now.Legal) == 0 {
			continue
		}
		action := now.Legal[random.IntN(len(now.Legal))]
		if !strings.HasPrefix(now.Players[seats[i]], "reeve:") {
			s.must("POST", "/api/action", fmt.Sprintf(`{"seat":%q,"action":%q}`, seats[i], action), s.keys[seats[i]])
			return
		}
		seat, _ := s.session.Game().SeatOf(seats[i])
		if err := s.session.Do(s.Context(), referee.Act{Seat: &seat, Text: action}); err != nil {
			s.Fatalf("the computer's %s: %v", action, err)
		}
		return
	}
}

// woodLies fails unless the wood is what the position says at once, which for a set-up is a second and a half, and play goes on.
func (s *secretStage) woodLies(step int) {
	s.Helper()
	time.Sleep(1500 * time.Millisecond)
	synctest.Wait()
	if got, want := s.wood(), s.session.Standing(); got != want {
		on := s.session.Topology()
		s.Fatalf("step %d: the wood lies on %v, the pieces stand on %v", step, on.Names(got), on.Names(want))
	}
	if _, behind := s.session.Owed(); behind {
		s.Fatalf("step %d: the wood lies right, and is still laid: nobody can lift anything", step)
	}
	if status := s.shown("").Status; status == referee.StatusSetup || status == referee.StatusSettle {
		s.Fatalf("step %d: the table waits for the wood: %s", step, status)
	}
}

// wood is where pieces lie on the simulated board.
func (s *secretStage) wood() (lie board.Set) {
	for ch := range s.daemon.board.sim.channels() {
		lie.Set(board.Square(ch), isClosed(s.daemon.board.sim.board, ch))
	}
	return lie
}

// shown is the table of a seat, or everybody's.
func (s *secretStage) shown(seat string) (t referee.Table) {
	s.Helper()
	path := "/api/table"
	if seat != "" {
		path = "/api/seat/" + seat
	}
	if err := json.Unmarshal(s.must("GET", path, "", s.keys[seat]).Body.Bytes(), &t); err != nil {
		s.Fatal(err)
	}
	return t
}

// Whoever has set the simulated board up may move a piece at once: also where the wood has followed by itself, and laid the last piece so
// lately that nobody has felt it. The wood laid the piece back then (one run in ten of TestWhole_Scripts/opponent under the race detector).
func TestWhoHasSetTheSimulatedBoardUpMayMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, "game: camelot\n")
		for late := range 30 {
			s.must("POST", "/api/games", `{"game":"rolechess","dice":{"scripted":[6,1]}}`, secretAdmin)
			time.Sleep(time.Second)
			s.woodLies(late)
			s.must("POST", "/api/games", `{"game":"camelot"}`, secretAdmin)
			for s.wood().Minus(s.session.Standing()) != (board.Set{}) || s.session.Standing().Minus(s.wood()).Len() > 1 {
				time.Sleep(time.Millisecond / 2)
			}
			time.Sleep(time.Duration(late) * time.Millisecond)
			s.must("POST", "/api/sim/setup", `{}`, secretAdmin)
			s.must("POST", "/api/sim/contacts", `[{"square":"J6","closed":false},{"square":"K6","closed":true,"after_ms":160}]`, secretAdmin)
			s.woodLies(late)
			if log := s.shown("").Log; len(log) != 1 || log[0].Action != "J6-K6" {
				t.Fatalf("set up %d ms after the last piece was laid, and moved from J6 to K6: %+v", late, log)
			}
		}
	})
}

// A machine that looks at the contacts ten times late feels a knock all the same, and what came first, first.
func TestALateMachineFeelsWhatTheSimulatedHandDid(t *testing.T) {
	knock := []web.Contact{{After: 80 * time.Millisecond}, {Closed: true, After: 80 * time.Millisecond}, {Closed: true, After: 80 * time.Millisecond}}
	seenLate(t, []uint64{0, 1, 3}, func(ctx context.Context, board *sim.Board) error { return play(ctx, board, 2, []int{0, 0, 1}, knock) })
}

// A contact that bounces does so for one scan each time, however late they come: a debouncer that wants two equal ones feels one touch. Felt as
// taps, the bounces of clumsy hands on the page had a busy machine say that a sensor is unsteady.
func TestALateMachineFeelsNoBounce(t *testing.T) {
	bouncing := []web.Contact{{}, {Closed: true, After: time.Millisecond}, {After: time.Millisecond}, {Closed: true, After: time.Millisecond}, {After: time.Millisecond}}
	synctest.Test(t, func(t *testing.T) {
		board := sim.New(1, 0)
		board.Set(0, true)
		deb, felt := sensors.NewDebouncer(1, 2), 0
		deb.Reset([]uint64{1})
		stop := scansLate(t, board, func(levels []uint64) { felt += len(deb.Sample(levels, 0)) })
		err := play(t.Context(), board, 4, make([]int, len(bouncing)), bouncing)
		err = errors.Join(err, board.Read(t.Context(), 4))
		stop()
		if err != nil || felt != 1 {
			t.Errorf("a contact that bounced twice was felt %d times, %v", felt, err)
		}
	})
}

// A machine that stalls as a piece is lifted does not feel a slow tap as a short one, which says nothing.
func TestAStalledMachineFeelsTheWholeTap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board := sim.New(1, 0)
		board.Set(0, true)
		const tap, stalled = 80 * time.Millisecond, 60 * time.Millisecond
		ctx, stop := context.WithCancel(t.Context())
		var felt []time.Time // when a scan first found another level
		scanned := make(chan struct{})
		go func() {
			defer close(scanned)
			levels, last := make([]uint64, 1), uint64(1)
			for pause(ctx, 2*time.Millisecond) == nil {
				if len(felt) == 0 && !isClosed(board, 0) {
					time.Sleep(stalled)
				}
				if err := board.Scan(levels); err != nil {
					t.Error(err)
				}
				if levels[0] != last {
					felt, last = append(felt, time.Now()), levels[0]
				}
			}
		}()
		err := play(t.Context(), board, 8, []int{0, 0}, []web.Contact{{}, {Closed: true, After: tap}})
		err = errors.Join(err, board.Read(t.Context(), 2))
		stop()
		<-scanned
		if err != nil || len(felt) != 2 || felt[1].Sub(felt[0]) < tap {
			t.Errorf("the tap of %v was felt at %v, %v", tap, felt, err)
		}
	})
}

// Pieces that set themselves up are felt one after the other there, too: felt at once, they would be one that closes two squares.
func TestALateMachineFeelsOnePieceAfterTheOther(t *testing.T) {
	seenLate(t, []uint64{0, 2, 6}, func(ctx context.Context, board *sim.Board) error {
		err := layWood(board, always(ctx, board, []bool{false, true, true}))
		return err
	})
}

// scansLate scans a board every 300 ms, as a machine does that has much else to do, until it is stopped.
func scansLate(t *testing.T, board *sim.Board, each func(levels []uint64)) (stop func()) {
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for levels := make([]uint64, 1); pause(ctx, 300*time.Millisecond) == nil; {
			if err := board.Scan(levels); err != nil {
				t.Error(err)
			}
			each(levels)
		}
	}()
	return func() { end(); <-ended }
}

// seenLate fails unless a late machine sees the contacts change so while somebody touches them; the first was closed before.
func seenLate(t *testing.T, want []uint64, touches func(context.Context, *sim.Board) error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		board := sim.New(3, 0)
		board.Set(0, true)
		var seen []uint64 // levels, where they changed
		stop := scansLate(t, board, func(levels []uint64) {
			if len(seen) == 0 || seen[len(seen)-1] != levels[0] {
				seen = append(seen, levels[0])
			}
		})
		err := errors.Join(touches(t.Context(), board), board.Read(t.Context(), 2))
		stop()
		if err != nil || !slices.Equal(seen, want) {
			t.Errorf("%b were seen, %v", seen, err)
		}
	})
}
