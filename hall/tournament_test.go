package hall_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hall"
	"reeve/pairing"
	"reeve/pairing/bbp"
)

// crowd are n players.
func crowd(n int) (all []pairing.Player) {
	for i := range n {
		all = append(all, pairing.Player{Name: fmt.Sprintf("Player %c", 'A'+i), Rating: 2000 - 10*i})
	}
	return all
}

// whatIsOn is the consent to end every game that is on.
const whatIsOn = 1000

// whole plays a tournament on boards that are not there, and returns it.
func (h *house) whole(c hall.Change, tables int) *hall.Tournament {
	h.Helper()
	t, err := h.hall.NewTournament(c, "Ann")
	if err != nil {
		h.Fatal(err)
	}
	for t.Done() < c.Plan.Rounds {
		if t, err = h.hall.Pair(h.Context(), t.ID, nil, "Ann", ""); err != nil {
			h.Fatal(err)
		}
		if t, err = h.hall.PutOnBoards(t.ID, whatIsOn, "Ann", ""); err != nil {
			h.Fatal(err)
		}
		if n := len(t.Rounds[t.Done()-1].Tables); n != tables {
			h.Fatalf("round %d has %d tables", t.Done(), n)
		}
		for range 1000 {
			h.wait(time.Second)
			if t, err = h.store.Tournament(t.ID); err != nil {
				h.Fatal(err)
			}
			if t.Open() == 0 {
				break
			}
		}
		if t.Open() > 0 {
			h.Fatalf("round %d: %d results do not come: %+v", t.Done(), t.Open(), t.Rounds[t.Done()-1])
		}
		h.held(t)
	}
	return t
}

// held compares the scores of the latest round with the records of the boards.
func (h *house) held(t *hall.Tournament) {
	h.Helper()
	for i, m := range t.Rounds[t.Done()-1].Tables {
		k := slices.IndexFunc(h.boards, func(b *table) bool { return b.id == m.Board })
		if k < 0 || m.From != "board" {
			h.Errorf("table %d: the result is %s's", i+1, m.From)
			continue
		}
		head, err := h.boards[k].Record.Header(m.Game)
		if err != nil {
			h.Fatal(err)
		}
		events, _ := h.boards[k].Record.Tail(m.Game, 0, 100_000)
		var o struct{ Winners []string }
		if err := json.Unmarshal(events[len(events)-1].Note, &o); err != nil {
			h.Fatal(err)
		}
		var want, got []string
		for _, seat := range o.Winners {
			want = append(want, head.Players[seat])
		}
		for _, n := range m.Score.Winners {
			got = append(got, t.Players[n-1].Name)
		}
		if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
			h.Errorf("table %d, game %d: %v won, the tournament has %v", i+1, m.Game, want, got)
		}
		for _, n := range m.Players {
			if !slices.Contains(slices.Collect(func(yield func(string) bool) {
				for _, name := range head.Players {
					if !yield(name) {
						return
					}
				}
			}), t.Players[n-1].Name) {
				h.Errorf("table %d: %s does not play game %d", i+1, t.Players[n-1].Name, m.Game)
			}
		}
	}
}

// A tournament of everybody against everybody: nobody enters a result, and a hall that is
// started anew has all of it.
func TestATournamentPlaysItself(t *testing.T) { robin(t, 4, 2) }

func TestLongATournamentOfTwelvePlaysItself(t *testing.T) { robin(t, 12, 5) }

func robin(t *testing.T, players, rounds int) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 11)
		h.most = 6
		for i := range players / 2 {
			h.join(fmt.Sprint("Table ", i+1), "rolechess", 300*time.Millisecond)
		}
		h.wait(time.Second)
		got := h.whole(hall.Change{Plan: &hall.Plan{Name: "Evening", System: hall.Robin, Game: "rolechess", Clock: "10+5", Rounds: rounds}, Players: crowd(players)}, players/2)
		h.close()
		h.open()
		again, err := h.store.Tournament(got.ID)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := fmt.Sprint(got.Sheet().Standings(nil)), fmt.Sprint(again.Sheet().Standings(nil)); a != b {
			t.Errorf("after a start it stands %s, before %s", b, a)
		}
		sum := 0
		for _, s := range again.Sheet().Standings(nil) {
			sum += s.Halves
		}
		if sum != rounds*players {
			t.Errorf("%d halves of points were made", sum)
		}
	})
}

// In a Swiss nobody meets anybody twice; without a program that pairs, everything else works.
func TestLongASwissOfTwelvePlaysItself(t *testing.T) { swiss(t, 12, 5, simple) }

// The same, paired by bbpPairings.
func TestHoursASwissOfTwelveIsPairedByTheProgram(t *testing.T) {
	program, err := bbp.Find()
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	swiss(t, 12, 5, func(ctx context.Context, s *pairing.Tournament) ([]pairing.Pair, error) {
		return bbp.Pair(ctx, program, s, 'w')
	})
}

func swiss(t *testing.T, players, rounds int, pair func(context.Context, *pairing.Tournament) ([]pairing.Pair, error)) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 12)
		h.most, h.swiss = 6, pair
		for i := range players / 2 {
			h.join(fmt.Sprint("Table ", i+1), "camelot", 300*time.Millisecond)
		}
		h.wait(time.Second)
		got := h.whole(hall.Change{Plan: &hall.Plan{Name: "Swiss", System: hall.Swiss, Game: "camelot", Rounds: rounds}, Players: crowd(players)}, players/2)
		met := map[[2]int]int{}
		for _, r := range got.Rounds {
			for _, m := range r.Tables {
				if met[[2]int{slices.Min(m.Players), slices.Max(m.Players)}]++; met[[2]int{slices.Min(m.Players), slices.Max(m.Players)}] > 1 {
					t.Errorf("%v meet twice", m.Players)
				}
			}
		}
		if _, err := h.hall.Pair(t.Context(), got.ID, nil, "Ann", ""); !errors.Is(err, hall.ErrRefused) {
			t.Errorf("a round more than planned: %v", err)
		}
		h.swiss = nil
		h.close()
		h.open()
		other, err := h.hall.NewTournament(hall.Change{Plan: &hall.Plan{Name: "Without", System: hall.Swiss}, Players: crowd(4)}, "Ann")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.hall.Pair(t.Context(), other.ID, nil, "Ann", ""); !errors.Is(err, hall.ErrRefused) {
			t.Errorf("nothing pairs: %v", err)
		}
		if _, err := h.hall.Pair(t.Context(), other.ID, [][]int{{1, 4}, {3, 2}}, "Ann", "by hand"); err != nil {
			t.Errorf("by hand: %v", err)
		}
	})
}

// simple pairs a Swiss as it comes: the best with the next best whom he has not met.
func simple(_ context.Context, t *pairing.Tournament) (pairs []pairing.Pair, err error) {
	var left []int
	for _, s := range t.Standings(nil) {
		if t.Players[s.Number-1].Away() == pairing.Open {
			left = append(left, s.Number)
		}
	}
	met := func(a, b int) bool {
		return slices.ContainsFunc(t.Players[a-1].Rounds, func(g pairing.Game) bool { return g.Against == b })
	}
	var pair func(left []int) []pairing.Pair
	pair = func(left []int) []pairing.Pair {
		if len(left) < 2 {
			return []pairing.Pair{}
		}
		for i := 1; i < len(left); i++ {
			if met(left[0], left[i]) {
				continue
			}
			if rest := pair(slices.Concat(left[1:i], left[i+1:])); rest != nil {
				return append(rest, pairing.Pair{White: left[0], Black: left[i]})
			}
		}
		return nil
	}
	return pair(left), nil
}

// What cannot be is refused, and changes nothing.
func TestATournamentRefuses(t *testing.T) {
	h := &house{T: t, air: newAir(1), dir: t.TempDir()}
	h.open()
	t.Cleanup(h.close)
	ctx, now := t.Context(), time.Now()
	plan := hall.Plan{Name: "T", System: hall.Hand}
	for name, c := range map[string]hall.Change{
		"no plan": {}, "no name": {Plan: &hall.Plan{System: hall.Robin}}, "no system": {Plan: &hall.Plan{Name: "T", System: "lots"}},
		"two of a name": {Plan: &plan, Players: []pairing.Player{{Name: "A"}, {Name: "A"}}}, "an unknown game": {Plan: &hall.Plan{Name: "T", System: hall.Robin, Game: "go"}},
		"a game for two at tables of four": {Plan: &hall.Plan{Name: "T", System: hall.Fours, Game: "camelot"}},
		"unknown tie-breaks":               {Plan: &hall.Plan{Name: "T", System: hall.Robin, Breaks: []string{"XX"}}},
	} {
		if _, err := h.hall.NewTournament(c, "Ann"); !errors.Is(err, hall.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	tour, err := h.hall.NewTournament(hall.Change{Plan: &plan, Players: crowd(5)}, "Ann")
	if err != nil {
		t.Fatal(err)
	}
	win := func(n int) *pairing.Score { return &pairing.Score{Winners: []int{n}} }
	result := func(table int, s *pairing.Score) hall.Change {
		return hall.Change{Step: hall.Result, Round: 1, Table: table, Score: s}
	}
	for _, c := range []struct {
		name string
		do   hall.Change
		ok   bool
	}{
		{"a result before the first round", result(1, win(1)), false},
		{"a player twice", hall.Change{Step: hall.Begin, Tables: [][]int{{1, 2}, {2, 3}}}, false},
		{"nobody's number", hall.Change{Step: hall.Begin, Tables: [][]int{{1, 9}}}, false},
		{"half a point for a round", hall.Change{Step: hall.Away, Number: 5, Next: pairing.HalfBye}, true},
		{"a win for a round", hall.Change{Step: hall.Away, Number: 5, Next: pairing.Won}, false},
		{"player 4 plays no more", hall.Change{Step: hall.Away, Number: 4, Out: true}, true},
		{"a round", hall.Change{Step: hall.Begin, Tables: [][]int{{1, 2}, {3, 4}}, Away: map[int]pairing.Result{5: pairing.HalfBye}}, true},
		{"another list", hall.Change{Step: hall.List, Players: crowd(3)}, false},
		{"a round before the results", hall.Change{Step: hall.Begin, Tables: [][]int{{1, 2}}}, false},
		{"a winner from elsewhere", result(1, win(3)), false},
		{"a table that is not there", result(3, win(3)), false},
		{"a result", result(1, win(1)), true},
		{"taking back what was played", hall.Change{Step: hall.Undo}, false},
		{"a correction", result(1, win(2)), true},
		{"a board's word against the arbiter's", hall.Change{Step: hall.Arrived, Round: 1, Table: 1, Score: win(1)}, false},
		{"no result after all", result(1, nil), true},
		{"taking back what was not played", hall.Change{Step: hall.Undo}, true},
		{"making it again", hall.Change{Step: hall.Make, Plan: &plan}, false},
		{"no step", hall.Change{Step: "jump"}, false},
		{"no board", hall.Change{Step: hall.Put, Round: 1, Table: 1, Board: "x"}, false},
	} {
		before, _ := h.store.History(tour.ID)
		if _, err := h.store.Enter(tour.ID, "Ann", "", now, c.do); (err == nil) != c.ok || err != nil && !errors.Is(err, hall.ErrRefused) {
			t.Errorf("%s: %v", c.name, err)
		}
		after, _ := h.store.History(tour.ID)
		if c.ok != (len(after) == len(before)+1) {
			t.Errorf("%s: %d entries after %d", c.name, len(after), len(before))
		}
	}
	if _, err := h.hall.Pair(ctx, tour.ID, nil, "Ann", ""); !errors.Is(err, hall.ErrRefused) {
		t.Errorf("pairing by hand without tables: %v", err)
	}
	if _, err := h.store.Tournament(99); !errors.Is(err, hall.ErrNone) {
		t.Error(err)
	}
}

// Tables of four sit as the game has its seats, and its winner wins.
func TestTablesOfFourPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 13)
		h.most = 4
		h.join("Table 1", "dungeonchess", 300*time.Millisecond)
		h.join("Table 2", "dungeonchess", 300*time.Millisecond)
		h.wait(time.Second)
		got := h.whole(hall.Change{Plan: &hall.Plan{Name: "Fours", System: hall.Fours, Game: "dungeonchess", Rounds: 2}, Players: crowd(8)}, 2)
		for _, s := range got.Sheet().Standings(pairing.Named("WON")) {
			if got := got.Sheet().Players[s.Number-1].Rounds; len(got) != 2 || len(got[0].Others) != 3 {
				t.Errorf("player %d: %+v", s.Number, got)
			}
		}
	})
}

// However often the hall ends between its word and the board's answer, and whatever of both
// is lost on the way: each match is started once.
func TestAMatchIsStartedOnceWhateverFails(t *testing.T) { startsOnce(t, 1) }

func TestLongAMatchIsStartedOnceWhateverFails(t *testing.T) { startsOnce(t, 10) }

func TestHoursAMatchIsStartedOnceWhateverFails(t *testing.T) { startsOnce(t, 100) }

func startsOnce(t *testing.T, seeds int) {
	for seed := range seeds {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t, uint64(seed))
			for i := range 4 {
				h.join(fmt.Sprint("Table ", i+1), "camelot", time.Second).Rests.Store(true)
			}
			h.wait(5 * time.Second)
			tour, err := h.hall.NewTournament(hall.Change{Plan: &hall.Plan{Name: "T", System: hall.Robin, Game: "camelot"}, Players: crowd(8)}, "Ann")
			if err == nil {
				tour, err = h.hall.Pair(t.Context(), tour.ID, nil, "Ann", "")
			}
			if err != nil {
				t.Fatal(err)
			}
			h.air.loses(40)
			if _, err := h.hall.PutOnBoards(tour.ID, whatIsOn, "Ann", ""); err != nil {
				t.Fatal(err)
			}
			for i := range 6 {
				h.wait(time.Duration(300+150*((seed+i)%7)) * time.Millisecond)
				h.close()
				h.open()
				h.wait(3 * time.Second)
			}
			h.air.loses(0)
			h.wait(time.Minute)
			if tour, err = h.store.Tournament(tour.ID); err != nil {
				t.Fatal(err)
			}
			for i, m := range tour.Rounds[0].Tables {
				if m.State != hall.Started {
					t.Errorf("seed %d: table %d is %s", seed, i+1, m.State)
				}
				k := slices.IndexFunc(h.boards, func(b *table) bool { return b.id == m.Board })
				games := 0
				for n := int64(1); n <= h.boards[k].Record.Last(); n++ {
					if head, _ := h.boards[k].Record.Header(n); head.Players["white"] == tour.Players[m.Players[0]-1].Name {
						games++
					}
				}
				if games != 1 {
					t.Errorf("seed %d: table %d was started %d times", seed, i+1, games)
				}
			}
		})
	}
}
