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
	"reeve/rules/catalog"
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

func TestLongSimulatedWoodFollowsWhatIsDoneOnPages(t *testing.T) {
	TestSimulatedWoodFollowsWhatIsDoneOnPages(t)
}

// Who sets up the simulated board has set up a sound one: no contact is thought to follow another.
func TestSettingUpTheSimulatedBoardBreaksNoContact(t *testing.T) {
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
			if err := wood.lay(t.Context(), want); err != nil {
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

// actAtRandom has some seat that may act do anything it may.
func (s *secretStage) actAtRandom(random *rand.Rand) {
	s.Helper()
	seats := slices.Sorted(maps.Keys(s.pages.Links()))
	for _, i := range random.Perm(len(seats)) {
		if legal := s.shown(seats[i]).Legal; len(legal) > 0 {
			s.must("POST", "/api/action", fmt.Sprintf(`{"seat":%q,"action":%q}`, seats[i], legal[random.IntN(len(legal))]), s.keys[seats[i]])
			return
		}
	}
}

// woodLies fails unless the wood is what the position says, and play goes on.
func (s *secretStage) woodLies(step int) {
	s.Helper()
	time.Sleep(5 * time.Second)
	synctest.Wait()
	if got, want := s.wood(), s.session.Standing(); got != want {
		on := s.session.Topology()
		s.Fatalf("step %d: the wood lies on %v, the pieces stand on %v", step, on.Names(got), on.Names(want))
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

// A machine that looks at the contacts ten times late feels a knock all the same, and what came first, first.
func TestALateMachineFeelsWhatTheSimulatedHandDid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board := sim.New(2, 0)
		board.Set(0, true)
		ctx, stop := context.WithCancel(t.Context())
		var seen []uint64 // levels, where they changed
		scanned := make(chan struct{})
		go func() {
			defer close(scanned)
			for levels := make([]uint64, 1); pause(ctx, 300*time.Millisecond) == nil; {
				if err := board.Scan(levels); err != nil {
					t.Error(err)
				}
				if len(seen) == 0 || seen[len(seen)-1] != levels[0] {
					seen = append(seen, levels[0])
				}
			}
		}()
		touches := []web.Contact{{After: 80 * time.Millisecond}, {Closed: true, After: 80 * time.Millisecond}, {Closed: true, After: 80 * time.Millisecond}}
		err := play(t.Context(), board, 2, []int{0, 0, 1}, touches)
		err = errors.Join(err, board.Read(t.Context(), 2))
		stop()
		<-scanned
		if err != nil || !slices.Equal(seen, []uint64{0, 1, 3}) {
			t.Errorf("%b were seen, %v", seen, err)
		}
	})
}
