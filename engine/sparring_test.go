package engine

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"reeve/rules"
	"reeve/rules/catalog"
)

// spar is a match against the plain program.
type spar struct {
	game  string
	want  float64 // points a game
	nodes int     // positions a decision, of ours: what takes no more processor time than 8000 of the plain one
	// weights are what the plain one counts: what somebody writes down who has read the rules,
	// pieces by what they cost or can do, and how near the goal is.
	weights map[string]float32
}

var spars = []spar{
	{"rolechess", 0.55, 6600, map[string]float32{"emperor": 1, "adjutant": 0.5, "knight": 0.4, "guard": 0.3, "lackey": 0.1, "to_act": 0.1}},
	{"camelot", 0.70, 6800, map[string]float32{"knights": 1, "men": 0.5, "advance": 0.1, "in_castle": 1}},
	{"kaleidochess", 0.75, 5500, map[string]float32{
		"wizard": 0.6, "dragon": 0.8, "roc": 0.6, "eagle": 0.4, "raven": 0.2, "elephant": 0.4, "tiger": 0.3, "horse": 0.2, "pawn": 0.1,
		"castles": 0.7, "near_castles": 0.05,
	}},
	{"dungeonchess", 0.60, 8000, map[string]float32{"score": 0.2}},
	{"chessbattle", 0.65, 4500, map[string]float32{
		"levy": 0.1, "knights": 0.6, "pikemen": 0.3, "crossbowmen": 0.4, "king": 0.5, "camps": 1, "command": 0.1, "near_enemy_camps": 0.2,
	}},
}

var sparGames = flag.Int("spar-games", 400, "games against the plain program")

const plainNodes = 8000

// bout is a game against the plain program under way.
type bout struct {
	game
	ours    rules.Seat
	seed    uint64
	nodes   int
	opening *rand.Rand
	left    int // decisions that are random
	thinker *Thinker
	plain   *plain
	spent   [2]time.Duration // processor time, theirs second
}

// play returns our share.
func (b *bout) play(t *testing.T) float64 {
	t.Helper()
	for b.decided < mostDecisions {
		if r, over := b.state.Result(); over {
			b.whyEnded = r.Why
			return shareOf(r.Winners, b.ours)
		}
		step := b.next(t)
		note(b.known, b.state, step)
		var err error
		if b.state, _, err = b.state.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	b.whyEnded = "given up"
	return 0.5
}

// next is what comes next: a throw, a step of the preparations or of the opening, or a decision.
func (b *bout) next(t *testing.T) rules.Step {
	seat, decides := someSeat(b.state)
	if !decides {
		return throw(b.state, b.dice)
	}
	b.decided++
	if step, ok := planned(b.state, seat, b.opening); ok {
		return step
	}
	own := ownSteps(b.state, seat)
	if b.left > 0 {
		b.left--
		return own[b.opening.IntN(len(own))]
	}
	return b.choose(t, seat, own)
}

func (b *bout) choose(t *testing.T, seat rules.Seat, own []rules.Step) rules.Step {
	seed, begin := b.seed*1000+uint64(b.decided), cpu()
	if seat == b.ours {
		a, err := b.decide(player{thinker: b.thinker, limits: Limits{Nodes: b.nodes}}, seat, seed)
		if err != nil {
			t.Fatal(err)
		}
		b.spent[0] += cpu() - begin
		return a.Step
	}
	s, err := tableAt(b.known[seat], b.state, seat).Sample(rand.New(rand.NewPCG(seed, 3)).IntN)
	if err != nil {
		t.Fatal(err)
	}
	step := b.plain.choose(s, seat, own, plainNodes)
	b.spent[1] += cpu() - begin
	return step
}

// Against a plain program of 8000 positions a decision search has as many points as issue 23
// wants, every opening from both seats, and takes no more processor time. An army both buy and
// place as our own player does: of that the plain one knows nothing.
func TestHoursAgainstAPlainProgram(t *testing.T) {
	for _, s := range spars {
		t.Run(s.game, func(t *testing.T) { s.play(t, *sparGames) })
	}
}

func (s spar) play(t *testing.T, games int) {
	g, _ := rules.Find(catalog.Games(), s.game)
	start, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	thinker, plain := new(Thinker), newPlain(start, s.weights)
	sum, spent, ends, decided := 0.0, [2]time.Duration{}, map[string]int{}, 0
	for n := range games {
		seed := uint64(n / 2)
		b := bout{ours: start.Seated().All()[n%2], seed: seed, nodes: s.nodes, opening: rand.New(rand.NewPCG(seed, 2)), left: 6, thinker: thinker, plain: plain}
		b.game = game{state: start, known: map[rules.Seat][]string{}, dice: rand.New(rand.NewPCG(seed, 1))}
		sum += b.play(t)
		spent[0] += b.spent[0]
		spent[1] += b.spent[1]
		ends[b.whyEnded]++
		decided += b.decided
		if n%20 == 19 {
			t.Logf("%v of %d games, %v, %v", sum, n+1, spent, ends)
		}
	}
	rate := sum / float64(games)
	t.Logf("%s: %.1f %% of %d games (%.3f) of %d decisions, processor time %v against %v, ends %v", g.Name, 100*rate, games, wilson(rate, float64(games)), decided/games, spent[0], spent[1], ends)
	if rate < s.want || spent[0] > spent[1]*11/10 {
		t.Error("that is too little")
	}
}
