package dungeonchess

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"reeve/rules"
)

// calmly returns a game of players that has begun, with the option calm.
func calmly(t testing.TB, players, calm int) rules.State {
	t.Helper()
	s, err := Game.Start(map[string]any{"players": players, "calm": calm})
	if err != nil {
		t.Fatal(err)
	}
	return play(t, s, deals[players])
}

// idle takes one turn in which nothing is captured or ransomed.
func idle(t testing.TB, s rules.State) rules.State {
	t.Helper()
	for _, step := range s.Legal(nil) {
		if step.Kind == kindMove || step.Kind == kindTeleport || step.Kind == kindPass {
			next, _, err := s.Apply(step, nil)
			if err != nil {
				t.Fatal(err)
			}
			return next
		}
	}
	t.Fatalf("nothing is idle among %q", legalTexts(s))
	return nil
}

func TestRule15_CalmRoundsEndTheGame(t *testing.T) {
	for players := 2; players <= 4; players++ {
		for _, calm := range []int{1, 2, 7} {
			s := calmly(t, players, calm)
			for n := range calm * players {
				if _, over := s.Result(); over || doc(s).Calm != n {
					t.Fatalf("%d players, calm %d: after %d turns over is %t and calm %d", players, calm, n, over, doc(s).Calm)
				}
				s = idle(t, s)
			}
			r, over := s.Result()
			if v := s.View(rules.Table); !over || r.Why != "calm" || len(v.Outcome.Scores) != players {
				t.Fatalf("%d players, calm %d: over %t with %+v", players, calm, over, r)
			}
			if r.Winners != (s.(State).scoredBest()) {
				t.Errorf("%d players: %v win", players, r.Winners.All())
			}
		}
	}
}

// scoredBest are who has most points, counted one by one.
func (s State) scoredBest() (best rules.Seats) {
	for _, seat := range s.seated().All() {
		most := true
		for _, other := range s.seated().All() {
			most = most && s.score(seat) >= s.score(other)
		}
		if most {
			best |= rules.SeatsOf(seat)
		}
	}
	return best
}

func TestRule15_ACaptureAndARansomBeginTheCountAnew(t *testing.T) {
	s := setup{at: "sM e4, sL1 a1, nC1 e6, nL1 h8, nL2 h6"}.state(t)
	s = play(t, s, "a1-a2; h8-h7")
	if n := doc(s).Calm; n != 2 {
		t.Fatalf("after two idle turns calm is %d", n)
	}
	s = play(t, s, "e4xe6")
	if n := doc(s).Calm; n != 0 {
		t.Errorf("after a capture calm is %d", n)
	}
	s = play(t, s, "h7-h8; a2-a1")
	if n := doc(s).Calm; n != 2 {
		t.Errorf("two turns after it, calm is %d", n)
	}
	s = play(t, s, "ransom nC1@d9")
	if n := doc(s).Calm; n != 0 {
		t.Errorf("after a ransom calm is %d", n)
	}
	s = play(t, s, "h8-h7")
	if n := doc(s).Calm; n != 0 {
		t.Errorf("a turn with a ransom counts as calm: %d", n)
	}
	if s = play(t, s, "a1-a2"); doc(s).Calm != 1 {
		t.Errorf("the turn after it: calm is %d", doc(s).Calm)
	}
}

func TestRule15_APassCounts(t *testing.T) {
	if n := doc(play(t, walled().state(t), "pass")).Calm; n != 1 {
		t.Errorf("after a pass calm is %d", n)
	}
}

func TestRule15_ZeroIsNever(t *testing.T) {
	s := calmly(t, 2, 0)
	for range 800 {
		s = idle(t, s)
	}
	if v := s.View(rules.Full); v.Phase != "turn" || doc(s).Calm != 0 || v.Options["calm"] != 0 {
		t.Errorf("phase %s, calm %d, options %v", v.Phase, doc(s).Calm, v.Options)
	}
}

func TestRule15_ARoundIsOfThoseWhoStillPlay(t *testing.T) {
	s := calmly(t, 3, 2)
	for range 4 {
		s = idle(t, s)
	}
	expect(t, s, "turn", West)
	expectEnd(t, play(t, s, "resign north"), "calm", South) // who has the Wizard of the target
	s = play(t, calmly(t, 3, 2), "resign north")
	for range 3 {
		s = idle(t, s)
	}
	expect(t, s, "turn", West)
	if r, over := idle(t, s).Result(); !over || r.Why != "calm" || r.Winners.Has(North) {
		t.Errorf("over %t with %+v", over, r)
	}
}

func TestRule15_IsPartOfThePositionAndOfEveryView(t *testing.T) {
	s := idle(t, calmly(t, 4, 3))
	for _, viewer := range []rules.Seat{rules.Full, rules.Table, South, East} {
		text, err := json.Marshal(s.View(viewer))
		if err != nil || !strings.Contains(string(text), `"calm":1`) || !strings.Contains(string(text), `"calm":3`) {
			t.Errorf("viewer %d sees %s, %v", viewer, text, err)
		}
	}
	full := fullText(t, s)
	for _, wrong := range []string{`"calm":12}`, `"calm":13}`, `"calm":-1}`, `"calm":1,"ransomed":true}`} {
		bad := strings.Replace(full, `"calm":1}`, wrong, 1)
		if _, err := rules.ReadPosition(games, []byte(bad)); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
	for s.Phase() != "over" {
		s = idle(t, s)
	}
	if back, err := rules.ReadPosition(games, []byte(fullText(t, s))); err != nil || back != s {
		t.Errorf("the end reads back otherwise: %v", err)
	}
	if _, err := rules.ReadPosition(games, []byte(strings.Replace(fullText(t, s), `"calm":12`, `"calm":11`, 1))); err == nil {
		t.Error("an end by calm too early is read")
	}
}

// A player is a way to choose among legal steps.
type player func(s *State, legal []rules.Step, r *rand.Rand) rules.Step

func byChance(_ *State, legal []rules.Step, r *rand.Rand) rules.Step {
	return legal[r.IntN(len(legal))]
}

// byLooking takes what is best for the own points against all others'. With ahead
// it shuns what an enemy's capture then takes back.
func byLooking(ahead bool) player {
	return func(s *State, legal []rules.Step, r *rand.Rand) rules.Step {
		var best []rules.Step
		most := 0
		for _, step := range legal {
			next := *s
			next.apply(step, nil)
			n := next.lead(s.turn)
			if ahead && next.phase == turn && next.turn != s.turn {
				n = next.worst(s.turn)
			}
			if len(best) == 0 || n > most {
				best, most = best[:0], n
			}
			if n == most {
				best = append(best, step)
			}
		}
		return best[r.IntN(len(best))]
	}
}

// lead is how far seat is before all others.
func (s *State) lead(seat rules.Seat) int {
	if s.phase == over {
		return map[bool]int{true: 1000, false: -1000}[s.winners.Has(seat)]
	}
	n := s.score(seat) * (s.seated().Len() - 1)
	for _, other := range s.seated().All() {
		if other != seat {
			n -= s.score(other)
		}
	}
	return n
}

// worst is the lead of seat after the next player's best capture.
func (s *State) worst(seat rules.Seat) int {
	least := s.lead(seat)
	for _, answer := range s.legal(nil) {
		if answer.Kind == kindCapture {
			next := *s
			next.apply(answer, nil)
			least = min(least, next.lead(seat))
		}
	}
	return least
}

// finishes plays a game and returns how it ended, and after how many turns.
func finishes(t *testing.T, players int, choose player, seed uint64) (why string, turns int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	s := opening(t, players).(State)
	for ; turns < 20_000; turns++ {
		legal := s.legal(nil)
		if len(legal) == 0 {
			return whys[s.why], turns
		}
		step := byChance(&s, legal, r)
		if s.phase == turn {
			step = choose(&s, legal, r)
		}
		s.apply(step, nil)
	}
	return "", turns
}

// Whoever plays, every game ends; and who takes what there is to take is never cut short.
func TestEveryGameEndsWithTheDefaultCalm(t *testing.T) {
	for name, c := range map[string]struct {
		choose player
		games  uint64
		calm   bool // may end by rule 15
	}{
		"random": {byChance, 20, true}, "greedy": {byLooking(false), 12, false}, "careful": {byLooking(true), 4, true},
	} {
		for players := 2; players <= 4; players++ {
			ends, sum := map[string]int{}, 0
			for seed := range c.games {
				why, turns := finishes(t, players, c.choose, seed)
				ends[why]++
				sum += turns
			}
			t.Logf("%s, %d players: %v, %d turns a game", name, players, ends, sum/int(c.games))
			if ends[""] > 0 || !c.calm && ends["calm"] > 0 {
				t.Errorf("%s, %d players: games ended so: %v", name, players, ends)
			}
		}
	}
}
