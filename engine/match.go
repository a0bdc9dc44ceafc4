package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"

	"reeve/rules"
)

// mostDecisions is when a game is given up, and counted as a draw.
const mostDecisions = 600

// ErrMatch is the cause of matches that cannot be played.
var ErrMatch = errors.New("match: that cannot be played")

// Match is which games are played, by whom.
type Match struct {
	Game    *rules.Game
	Options map[string]any
	Players [2]string // "random", "greedy", a level "reeve:N", or "nodes:N"
	Games   int       // even: each opening is played twice, with the seats exchanged
	Opening int       // decisions at the beginning that are random, the same in both games of a pair
	Seed    uint64
	Fixed   bool              // the first player has the first seat in every game: of a start that favours a seat
	Tell    func(Score)       // after each pair; nil: nobody is told
	sees    bool              // for a test: the first player is shown the true position
	weights [2]*rules.Weights // of the players; nil: the game's own
}

// player is who plays in a match.
type player struct {
	sees    bool // for a test: the true position
	thinker *Thinker
	limits  Limits
	random  bool
	greedy  bool
}

// parsePlayer reads a player's name. It wraps ErrMatch.
func parsePlayer(name string) (player, error) {
	kind, value, _ := strings.Cut(name, ":")
	value, trial, _ := strings.Cut(value, ":")
	n, err := strconv.Atoi(value)
	captures, _ := strconv.Atoi(trial)
	switch {
	case name == "random":
		return player{random: true}, nil
	case name == "greedy":
		return player{greedy: true}, nil
	case kind == "reeve" && err == nil && n >= 1 && n <= Levels:
		return player{limits: Limits{Level: n}}, nil
	case kind == "nodes" && err == nil && n >= 1:
		return player{limits: Limits{Nodes: n, Captures: captures}}, nil
	}
	return player{}, fmt.Errorf("%w: no player %q: there are random, greedy, reeve:1 to reeve:%d, and nodes:N", ErrMatch, name, Levels)
}

// Play plays the match. The same match has the same games.
func (m Match) Play() (Score, error) {
	var players [2]player
	score := Score{Game: m.Game.Name, Options: m.Options, Players: m.Players, Seed: m.Seed, Opening: m.Opening, Fixed: m.Fixed}
	for i, name := range m.Players {
		p, err := parsePlayer(name)
		if err != nil {
			return score, err
		}
		p.thinker = new(Thinker)
		p.limits.weights = m.weights[i]
		p.sees = m.sees && i == 0
		players[i] = p
	}
	start, err := m.Game.Start(m.Options)
	if err != nil {
		return score, err
	}
	if n := start.Seated().Len(); n != 2 {
		return score, fmt.Errorf("%w: a match is between two, and %s seats %d with these options", ErrMatch, m.Game.Name, n)
	}
	if m.Games < 2 || m.Games%2 != 0 {
		return score, fmt.Errorf("%w: %d games: an even number is needed, 2 or more", ErrMatch, m.Games)
	}
	if m.Opening < 0 {
		return score, fmt.Errorf("%w: an opening of %d decisions: 0 or more are needed", ErrMatch, m.Opening)
	}
	distinct := map[uint64]bool{}
	for pair := range m.Games / 2 {
		for second := range 2 {
			opening, swapped := uint64(pair), second
			if m.Fixed {
				opening, swapped = uint64(2*pair+second), 0
			}
			g, err := m.playOne(start, players, opening, swapped)
			if err != nil {
				return score, err
			}
			distinct[g.hash] = true
			score.add(g)
		}
		score.Distinct = len(distinct)
		score.reckon()
		if m.Tell != nil {
			m.Tell(score)
		}
	}
	return score, nil
}

// game is one game under way.
type game struct {
	state    rules.State
	known    map[rules.Seat][]string
	dice     *rand.Rand
	hash     uint64
	decided  int
	nodes    [2]int
	moves    [2]int
	points   float64 // of the first player
	unended  bool
	whyEnded string
}

// playOne plays a game; swapped is the seat of the first player, in the order of play.
func (m Match) playOne(start rules.State, players [2]player, pair uint64, swapped int) (*game, error) {
	g := &game{state: start, known: map[rules.Seat][]string{}, dice: rand.New(rand.NewPCG(m.Seed, pair))}
	opening := rand.New(rand.NewPCG(m.Seed, ^pair))
	line := fnv.New64a()
	seats := start.Seated().All()
	for left := m.Opening; ; {
		if r, over := g.state.Result(); over || g.decided >= mostDecisions {
			g.unended, g.whyEnded = !over, r.Why
			g.points = 0.5
			if over {
				g.points = shareOf(r.Winners, seats[swapped])
			}
			g.hash = line.Sum64()
			return g, nil
		}
		step, err := g.step(m, players, seats, swapped, opening, &left, pair)
		if err != nil {
			return nil, err
		}
		fmt.Fprintln(line, g.state.Text(step))
		note(g.known, g.state, step)
		if g.state, _, err = g.state.Apply(step, nil); err != nil {
			return nil, fmt.Errorf("match: a player's action: %w", err)
		}
	}
}

// step is what comes next: a throw, a step of the opening, or a player's decision.
func (g *game) step(m Match, players [2]player, seats []rules.Seat, swapped int, opening *rand.Rand, left *int, pair uint64) (rules.Step, error) {
	seat, ok := someSeat(g.state)
	if !ok {
		return throw(g.state, g.dice), nil
	}
	g.decided++
	if *left > 0 {
		if step, planned := planned(g.state, seat, opening); planned {
			return step, nil
		}
		*left--
		return randomStep(g.state, seat, opening), nil
	}
	who := swapped
	if seat == seats[1] {
		who = 1 - swapped
	}
	a, err := g.decide(players[who], seat, m.Seed+pair*1000+uint64(g.decided))
	if err == nil && !players[who].random {
		g.nodes[who] += a.Nodes
		g.moves[who]++
	}
	return a.Step, err
}

func (g *game) decide(p player, seat rules.Seat, seed uint64) (Answer, error) {
	switch {
	case p.random:
		return Answer{Step: randomStep(g.state, seat, rand.New(rand.NewPCG(seed, 1)))}, nil
	case p.greedy:
		return p.thinker.think(tableAt(g.known[seat], g.state, seat), Limits{Seed: seed}, func(*rules.Game) level { return greedy })
	}
	l := p.limits
	l.Seed = seed
	if p.sees {
		return p.thinker.Think(Table{Seat: seat, Sample: func(func(int) int) (rules.State, error) { return g.state, nil }}, l)
	}
	return p.thinker.Think(tableAt(g.known[seat], g.state, seat), l)
}

// planned is a step of the preparations, which random play would spoil.
func planned(s rules.State, seat rules.Seat, r *rand.Rand) (rules.Step, bool) {
	x, _ := rules.NewScratch(s)
	if p, ok := x.(rules.Planner); ok {
		return p.Plan(seat, r.IntN)
	}
	return rules.Step{}, false
}

// randomStep is a step of seat, which is to act, each as likely as another.
func randomStep(s rules.State, seat rules.Seat, r *rand.Rand) rules.Step {
	if s.ToAct() == rules.SeatsOf(seat) {
		x, _ := rules.NewScratch(s)
		step, _ := rules.PickerOf(x).Pick(r.IntN)
		return step
	}
	step, _ := rules.PickOf(ownSteps(s, seat), r.IntN)
	return step
}

// throw is what dice or cards answer.
func throw(s rules.State, r *rand.Rand) rules.Step {
	ask := s.Ask()
	if ask.Deck == nil {
		return s.Drawn([]uint8{uint8(r.IntN(int(ask.Faces))) + 1})
	}
	var got []uint8
	for _, i := range r.Perm(len(ask.Deck))[:ask.Cards] {
		got = append(got, uint8(i))
	}
	return s.Drawn(got)
}

func shareOf(winners rules.Seats, seat rules.Seat) float64 {
	switch {
	case winners == 0:
		return 0.5
	case !winners.Has(seat):
		return 0
	}
	return 1 / float64(winners.Len())
}

// tableAt is what seat knows of s: of a game that hides something, by way of the
// text of its view.
func tableAt(history []string, s rules.State, seat rules.Seat) Table {
	g := s.Game()
	if g.Sample == nil {
		return Table{Seat: seat, History: history, Sample: func(func(int) int) (rules.State, error) { return s, nil }}
	}
	view, err := json.Marshal(s.View(seat))
	return Table{Seat: seat, History: history, Sample: func(pick func(int) int) (rules.State, error) {
		if err != nil {
			return nil, err
		}
		state, _, err := rules.ReadView([]*rules.Game{g}, view, history, pick)
		return state, err
	}}
}
