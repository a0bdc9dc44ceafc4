package engine

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

var updateOnly = flag.String("game", "", "with -update: the only game whose problems are written anew")

var update = flag.Bool("update", false, "write the problems of testdata/*.tactics anew")

// What the problems of each game are played with: without dice and cards to draw, as far
// as options go, so that what wins is sure.
var problemOptions = map[string]map[string]any{
	"rolechess": nil, "camelot": nil, "kaleidochess": {"hold": false}, "dungeonchess": {"calm": 6}, "chessbattle": {"combat": "sure"},
}

// problem is a position, by how it came about, and the only right actions in it. Each was
// found by trying all actions by the rules in full.
type problem struct {
	Played []string `json:"played"`
	Seat   string   `json:"seat"`
	Best   []string `json:"best"`
	Why    string   `json:"why"`
}

// Why problems have only some right actions.
const (
	winsNow  = "wins at once"
	holdsOff = "all others let the enemy win at once"
	aimsBest = "the Emperor falls more likely than after any other, by a fifth at least"
)

// winsAtOnce are the own steps that end the game with seat as its only winner.
func winsAtOnce(s rules.State, seat rules.Seat) (wins []rules.Step) {
	for _, step := range ownSteps(s, seat) {
		next, _, err := s.Apply(step, nil)
		if r, over := next.Result(); err == nil && over && r.Winners == rules.SeatsOf(seat) {
			wins = append(wins, step)
		}
	}
	return wins
}

// holds are the own steps after which no other seat wins at once.
func holds(s rules.State, seat rules.Seat) (safe []rules.Step) {
	for _, step := range ownSteps(s, seat) {
		next, _, err := s.Apply(step, nil)
		if err != nil {
			continue
		}
		r, over := next.Result()
		lost := over && r.Winners != 0 && !r.Winners.Has(seat)
		for _, other := range next.Seated().All() {
			lost = lost || other != seat && next.ToAct().Has(other) && len(winsAtOnce(next, other)) > 0
		}
		if !lost {
			safe = append(safe, step)
		}
	}
	return safe
}

// inAllWorlds reports whether right says the same in positions that seat cannot tell
// from s: what hangs on another's card is no tactics.
func inAllWorlds(t *testing.T, s rules.State, seat rules.Seat, history []string, right func(rules.State, rules.Seat) []rules.Step) bool {
	t.Helper()
	want := right(s, seat)
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		other, err := tableAt(history, s, seat).Sample(r.IntN)
		if err != nil {
			t.Fatal(err)
		}
		if s.Game().Sample == nil {
			break
		}
		if !slices.Equal(right(other, seat), want) {
			return false
		}
	}
	return true
}

// killChance is the chance that the turn which step begins, played as well as can be, ends
// the game with seat as its winner.
func killChance(s rules.State, step rules.Step, seat rules.Seat) float64 {
	x, _ := rules.NewScratch(s)
	x.Do(step)
	return killFrom(x, s, seat)
}

func killFrom(x rules.Scratch, s rules.State, seat rules.Seat) (best float64) {
	if winners, over := x.Winners(); over {
		if winners == rules.SeatsOf(seat) {
			return 1
		}
		return 0
	}
	y, _ := rules.NewScratch(s)
	if x.Actors().Has(rules.Chance) {
		for _, l := range x.Luck(nil) {
			y.Copy(x)
			for _, step := range l.Steps[:l.N] {
				y.Do(step)
			}
			if winners, over := y.Winners(); over && winners == rules.SeatsOf(seat) {
				best += float64(l.Weight)
			}
		}
		return best
	}
	if !x.Actors().Has(seat) {
		return 0
	}
	for _, step := range x.Legal(nil) {
		y.Copy(x)
		y.Do(step)
		best = max(best, killFrom(y, s, seat))
	}
	return best
}

// aims are the own steps that begin the surest way to win in this turn, where that stands out.
func aims(s rules.State, seat rules.Seat) (best []rules.Step) {
	if s.Phase() != "turn" {
		return nil
	}
	own := ownSteps(s, seat)
	chance := make([]float64, len(own))
	most, next := 0.0, 0.0
	for i, step := range own {
		chance[i] = killChance(s, step, seat)
		most = max(most, chance[i])
	}
	for i, c := range chance {
		if c > most-0.01 {
			best = append(best, own[i])
		} else {
			next = max(next, c)
		}
	}
	if most < 0.35 || most-next < 0.2 {
		return nil
	}
	return best
}

// problemAt is the problem that the position poses, if it does.
func problemAt(t *testing.T, s rules.State, seat rules.Seat, history []string) (problem, bool) {
	t.Helper()
	p := problem{Played: slices.Clone(history), Seat: s.Game().SeatName(seat)}
	var best []rules.Step
	switch {
	case s.Game().Name == "rolechess":
		best, p.Why = aims(s, seat), aimsBest
	case s.Phase() != "turn" && s.Phase() != "battle" || len(ownSteps(s, seat)) < 4:
	default:
		if best, p.Why = winsAtOnce(s, seat), winsNow; len(best) > 0 {
			if !inAllWorlds(t, s, seat, history, winsAtOnce) {
				return p, false
			}
			break
		}
		if s.Game().Name == "chessbattle" {
			return p, false // too many turns are to be tried
		}
		if best, p.Why = holds(s, seat), holdsOff; len(best) == 0 || 2*len(best) > len(ownSteps(s, seat)) || !inAllWorlds(t, s, seat, history, holds) {
			return p, false
		}
	}
	for _, step := range best {
		p.Best = append(p.Best, s.Text(step))
	}
	return p, len(best) > 0
}

// problemsEach is how many a game has, at most half of them wins at once.
const problemsEach = 44

// findProblems looks for problems in games of a weak player against a random one.
func findProblems(t *testing.T, g *rules.Game) (found []problem) {
	t.Helper()
	wins := 0
	for seed := uint64(0); len(found) < problemsEach && seed < 4000; seed++ {
		taken := false
		stroll(t, g, seed, func(s rules.State, seat rules.Seat, all, known []string) {
			if taken || len(all) < 8 || len(found) == problemsEach {
				return
			}
			p, ok := problemAt(t, s, seat, known)
			if !ok || p.Why == winsNow && wins == problemsEach/2 && g.Name != "chessbattle" || p.Why == holdsOff && len(found)-wins == problemsEach/2 {
				return
			}
			if p.Why == winsNow {
				wins++
			}
			p.Played = slices.Clone(all)
			found, taken = append(found, p), true
		})
	}
	return found
}

// stroll calls visit at the decisions of a game of level 1 against a random player, with
// all that was played and what the seat knows of it.
func stroll(t *testing.T, g *rules.Game, seed uint64, visit func(s rules.State, seat rules.Seat, all, known []string)) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 21))
	s, err := g.Start(problemOptions[g.Name])
	if err != nil {
		t.Fatal(err)
	}
	known := map[rules.Seat][]string{}
	var all []string
	for range 1200 {
		if _, over := s.Result(); over {
			return
		}
		seat, ok := someSeat(s)
		var step rules.Step
		switch plan, plans := planned(s, seat, r); {
		case !ok:
			step = throw(s, r)
		case plans:
			step = plan
		default:
			visit(s, seat, all, known[seat])
			own := ownSteps(s, seat)
			step = own[r.IntN(len(own))]
			if (seat == s.Seated().All()[0] || g.Name == "chessbattle") && r.IntN(4) > 0 {
				a, err := Think(tableAt(known[seat], s, seat), Limits{Level: 3, Nodes: 300, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				step = a.Step
			}
		}
		note(known, s, step)
		all = append(all, s.Text(step))
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
}

func problemFile(g *rules.Game) string { return filepath.Join("testdata", g.Name+".tactics") }

func readProblems(t *testing.T, g *rules.Game) (list []problem) {
	t.Helper()
	f, err := os.Open(problemFile(g))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		if strings.HasPrefix(scan.Text(), "#") {
			continue
		}
		var p problem
		if err := json.Unmarshal(scan.Bytes(), &p); err != nil {
			t.Fatalf("%s: %v", f.Name(), err)
		}
		list = append(list, p)
	}
	return list
}

// at returns the position of p, and what the seat knows.
func (p problem) at(t *testing.T, g *rules.Game) (rules.State, rules.Seat, []string) {
	t.Helper()
	s, err := g.Start(problemOptions[g.Name])
	if err != nil {
		t.Fatal(err)
	}
	known := map[rules.Seat][]string{}
	for _, text := range p.Played {
		step, err := s.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		note(known, s, step)
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, seat := range s.Seated().All() {
		if g.SeatName(seat) == p.Seat {
			return s, seat, known[seat]
		}
	}
	t.Fatalf("%s: no seat %s", g.Name, p.Seat)
	return nil, 0, nil
}

// solveProblems has every step-th problem of every game solved: 95 of 100 at least, and all
// wins at once.
func solveProblems(t *testing.T, step int, limits Limits) {
	for _, g := range catalog.Games() {
		list := readProblems(t, g)
		if len(list) < 40 {
			t.Errorf("%s: %d problems", g.Name, len(list))
		}
		asked, solved := 0, 0
		for i := 0; i < len(list); i += step {
			p := list[i]
			s, seat, known := p.at(t, g)
			limits.Seed = uint64(i)
			a, err := Think(tableAt(known, s, seat), limits)
			if err != nil {
				t.Fatalf("%s, problem %d: %v", g.Name, i+1, err)
			}
			asked++
			if slices.Contains(p.Best, a.Text[0]) {
				solved++
				continue
			}
			t.Logf("%s, problem %d, %s: %v is right, not %s (%.3f)", g.Name, i+1, p.Why, p.Best, a.Text[0], a.Score)
			if p.Why == winsNow {
				t.Errorf("%s, problem %d: %s does not win at once", g.Name, i+1, a.Text[0])
			}
		}
		if solved*100 < asked*95 {
			t.Errorf("%s: %d of %d solved", g.Name, solved, asked)
		}
		t.Logf("%s: %d of %d solved", g.Name, solved, asked)
	}
}

// What the files say is right is so, by the rules.
func TestProblemsAreSound(t *testing.T) {
	for _, g := range catalog.Games() {
		if *update && (*updateOnly == "" || *updateOnly == g.Name) {
			writeProblems(t, g)
		}
		for i, p := range readProblems(t, g) {
			if i%6 > 0 {
				continue
			}
			s, seat, known := p.at(t, g)
			if again, ok := problemAt(t, s, seat, known); !ok || !slices.Equal(again.Best, p.Best) || again.Why != p.Why {
				t.Errorf("%s, problem %d: right are %v (%s), not %v", g.Name, i+1, again.Best, again.Why, p.Best)
			}
		}
	}
}

func writeProblems(t *testing.T, g *rules.Game) {
	t.Helper()
	var out strings.Builder
	options, _ := json.Marshal(problemOptions[g.Name])
	fmt.Fprintf(&out, "# Problems of %s, one a line; options %s. Written by go test ./engine -run TestProblemsAreSound -update\n", g.Name, options)
	for _, p := range findProblems(t, g) {
		line, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s\n", line)
	}
	if err := os.WriteFile(problemFile(g), []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Who can win at once does, and who can keep the other from it does that.
func TestAlone_ProblemsAreSolved(t *testing.T) { solveProblems(t, 2, Limits{Nodes: 6000}) }

func TestHoursProblemsAreSolved(t *testing.T) { solveProblems(t, 1, Limits{Level: Levels}) }
