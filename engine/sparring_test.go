package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"reeve/rules"
	"reeve/rules/catalog"
)

// plain is a program to play against: alpha-beta by decisions with iterative deepening, Star1
// at throws, what gains first, and an evaluation made by hand. It has no table, leaves nothing
// out and looks at all outcomes.
type plain struct {
	weights     *rules.Weights
	me          rules.Seat
	nodes, most int
	room        []float32
	stack       []rules.Scratch
}

// byHand is what its evaluation counts: pieces and their energy, by what they can do.
var byHand = map[string]map[string]float32{
	"rolechess": {"emperor": 1, "adjutant": 0.5, "knight": 0.4, "guard": 0.3, "lackey": 0.1, "to_act": 0.1},
}

func newPlain(s rules.State, seat rules.Seat, most int) *plain {
	w := rules.Weights{Names: s.Game().Weights.Names}
	for _, name := range w.Names {
		w.Values = append(w.Values, byHand[s.Game().Name][name])
	}
	p := &plain{weights: &w, me: seat, most: most, room: make([]float32, len(w.Names))}
	for range mostPlies {
		x, _ := rules.NewScratch(s)
		p.stack = append(p.stack, x)
	}
	return p
}

// choose is the best own step of the last depth that came to its end.
func (p *plain) choose(own []rules.Step) rules.Step {
	best := own[0]
	for depth := 1; depth < mostDepth; depth++ {
		found, value := own[0], float32(-1)
		for _, step := range own {
			p.stack[1].Copy(p.stack[0])
			p.stack[1].Do(step)
			if v := p.value(1, depth-1, max(value, 0), 1); v > value {
				found, value = step, v
			}
			if p.nodes >= p.most && depth > 1 {
				return best
			}
		}
		best = found
	}
	return best
}

func (p *plain) value(ply, depth int, low, high float32) float32 {
	x := p.stack[ply]
	p.nodes++
	if winners, over := x.Winners(); over {
		return float32(shareOf(winners, p.me))
	}
	switch actors := x.Actors(); {
	case actors.Has(rules.Chance):
		return p.mean(ply, depth, low, high)
	case depth <= 0 || p.nodes >= p.most || ply+2 >= len(p.stack):
		return p.weights.Expect(x, p.me, p.room)
	case actors.Has(p.me):
		value := float32(-1)
		for _, step := range gainsFirst(x) {
			if value >= high {
				break
			}
			p.stack[ply+1].Copy(x)
			p.stack[ply+1].Do(step)
			value = max(value, p.value(ply+1, depth-1, max(low, value), high))
		}
		return value
	}
	value := float32(2)
	for _, step := range gainsFirst(x) {
		if value <= low {
			break
		}
		p.stack[ply+1].Copy(x)
		p.stack[ply+1].Do(step)
		value = min(value, p.value(ply+1, depth-1, low, min(high, value)))
	}
	return value
}

// gainsFirst are the legal steps at x.
func gainsFirst(x rules.Scratch) []rules.Step {
	steps := x.Legal(nil)
	first := 0
	for i, step := range steps {
		if x.Gain(step) > 0 {
			steps[first], steps[i] = step, steps[first]
			first++
		}
	}
	return steps
}

// mean is that of the outcomes, as far as it lies between low and high (Ballard, 1983).
func (p *plain) mean(ply, depth int, low, high float32) float32 {
	x := p.stack[ply]
	sum, rest := float32(0), float32(1)
	for _, l := range x.Luck(nil) {
		rest = max(rest-l.Weight, 0)
		p.stack[ply+1].Copy(x)
		for _, step := range l.Steps[:l.N] {
			p.stack[ply+1].Do(step)
		}
		v := p.value(ply+1, depth, max((low-sum-rest)/l.Weight, 0), min((high-sum)/l.Weight, 1))
		if sum += l.Weight * v; sum+rest <= low {
			return sum + rest
		} else if sum >= high {
			return sum
		}
	}
	return sum
}

// bout is one game against the plain program, both with so many positions a decision; it
// returns our share, and the processor time of both.
func bout(t *testing.T, start rules.State, nodes int, seed uint64, ours rules.Seat) (share float64, spent [2]time.Duration) {
	t.Helper()
	g := &game{state: start, known: map[rules.Seat][]string{}, dice: rand.New(rand.NewPCG(seed, 1))}
	opening, left := rand.New(rand.NewPCG(seed, 2)), 6
	thinker := new(Thinker)
	for g.decided < mostDecisions {
		if r, over := g.state.Result(); over {
			return shareOf(r.Winners, ours), spent
		}
		step, begin := rules.Step{}, cpu()
		seat, decides := someSeat(g.state)
		switch own := ownSteps(g.state, seat); {
		case !decides:
			step = throw(g.state, g.dice)
		case left > 0:
			left--
			step = own[opening.IntN(len(own))]
		case seat == ours:
			a, err := g.decide(player{thinker: thinker, limits: Limits{Level: Levels, Nodes: nodes}}, seat, seed)
			if err != nil {
				t.Fatal(err)
			}
			step = a.Step
			spent[0] += cpu() - begin
		default:
			step = newPlain(g.state, seat, nodes).choose(own)
			spent[1] += cpu() - begin
		}
		if decides {
			g.decided++
		}
		note(g.known, g.state, step)
		var err error
		if g.state, _, err = g.state.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	return 0.5, spent
}

// Against a plain program with as many positions a decision, 8000, search has 55 games of
// 100, every opening from both seats; its positions take no more processor time.
func TestHoursAgainstAPlainProgram(t *testing.T) { spar(t, 400) }

func spar(t *testing.T, games int) {
	t.Helper()
	g, _ := rules.Find(catalog.Games(), "rolechess")
	start, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	sum, spent := 0.0, [2]time.Duration{}
	for n := range games {
		share, took := bout(t, start, 8000, uint64(n/2), rules.Seat(n%2))
		sum += share
		spent[0] += took[0]
		spent[1] += took[1]
		if n%20 == 19 {
			t.Logf("%v of %d games, %v", sum, n+1, spent)
		}
	}
	rate := sum / float64(games)
	t.Logf("%s: %.1f %% of %d games (%.3f), processor time %v against %v", g.Name, 100*rate, games, wilson(rate, float64(games)), spent[0], spent[1])
	if rate < 0.55 || spent[0] > spent[1]*11/10 {
		t.Error("that is too little")
	}
}
