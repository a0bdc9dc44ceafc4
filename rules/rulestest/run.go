package rulestest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"reeve/messages"
	"reeve/rules"
)

// How much random play is looked at for each set of options.
const (
	manyGames = 12 // in tests named TestHours
	gamesEach = 3  // in tests named TestLong
	fewGames  = 2  // in programs, and in all other tests with the options a game has by itself
	oneGame   = 1  // there with any others
	pliesEach = 250
	fewPlies  = 30 // with -short: on an emulated processor, which takes twelve times as long for each
)

// Run holds g to the contract of rules in random play with each of the given
// sets of options; with none, and with nil, the defaults.
func Run(t *testing.T, g *rules.Game, optionSets ...map[string]any) {
	t.Helper()
	if err := ofItself(g); err != nil {
		t.Fatal(err)
	}
	if len(optionSets) == 0 {
		optionSets = []map[string]any{nil}
	}
	hidden := false
	for _, given := range optionSets {
		t.Run(fmt.Sprint("options ", given), func(t *testing.T) {
			hid, err := examine(g, given, sampleFor(t, given), messages.Lacks)
			if err != nil {
				t.Fatal(err)
			}
			hidden = hidden || hid
		})
	}
	if g.Hidden && !hidden && !t.Failed() {
		t.Errorf("%s: Hidden is set, but the table's view never hid anything", g.Name)
	}
}

// sample is how many games are played with a set of options, and how many steps of each at most.
type sample struct{ games, plies int }

// sampleFor is a test's.
func sampleFor(t *testing.T, given map[string]any) sample {
	s := sample{oneGame, pliesEach}
	switch {
	case strings.HasPrefix(t.Name(), "TestHours"):
		s.games = manyGames
	case strings.HasPrefix(t.Name(), "TestLong"):
		s.games = gamesEach
	case given == nil:
		s.games = fewGames
	}
	if testing.Short() {
		s.plies = fewPlies
	}
	return s
}

// Examine is Run for a program: it plays a game or two with each set of options and
// returns the first promise that is broken.
func Examine(g *rules.Game, optionSets ...map[string]any) error {
	if err := ofItself(g); err != nil {
		return err
	}
	if len(optionSets) == 0 {
		optionSets = []map[string]any{nil}
	}
	for _, given := range optionSets {
		if _, err := examine(g, given, sample{fewGames, pliesEach}, messages.Lacks); err != nil {
			return err
		}
	}
	return nil
}

// node is one position of a random game, with all that a check may need.
type node struct {
	g      *rules.Game
	s      rules.State
	legal  []rules.Step
	set    map[rules.Step]bool // legal as a set
	full   []byte              // View(rules.Full) as JSON
	pool   []rules.Step        // steps that were legal earlier: likely strangers
	rand   *rand.Rand
	ply    int
	known  map[rules.Seat][]string // the steps so far that each seat knows of
	lacks  missingFile
	heard  map[string]int // how often each sentence has been asked for
	before rules.State    // the position before this one; nil at the start
}

// checks are the promises, by name, with the methods that have to keep them: where to
// look first when one is broken.
var checks = []struct {
	name    string
	ask     func(*node) error
	methods []string
}{
	{"acting", checkActing, []string{"ToAct", "Result", "Phase"}},
	{"legal", checkLegal, []string{"Legal"}},
	{"text", checkText, []string{"Text", "Parse"}},
	{"verbs", checkVerbs, []string{"Verbs", "Text"}},
	{"views", checkViews, []string{"View", "Occupied", "At"}},
	{"owners", checkOwners, []string{"At", "View"}},
	{"read", checkRead, []string{"Read", "View"}},
	{"ended", checkEnded, []string{"Read"}},
	{"apply", checkApply, []string{"Apply", "Legal"}},
	{"told", checkTold, []string{"Apply"}},
	{"strangers", checkStrangers, []string{"Why", "Legal", "Apply"}},
	{"hands", checkHands, []string{"Hands"}},
	{"wood", checkWood, []string{"Hands", "Apply"}},
	{"reasons", checkReasons, []string{"Why", "Legal"}},
	{"chance", checkChance, []string{"Ask", "Drawn", "Legal"}},
	{"words", checkWords, []string{"Tell"}},
	{"secrecy", checkSecrecy, []string{"View", "Tell", "Apply"}},
	{"referee", checkReferee, []string{"Apply"}},
	{"sample", checkSample, []string{"Sample"}},
	{"scratch", checkScratch, []string{"Scratch"}},
	{"allocations", checkAllocations, []string{"Legal", "Hands", "Apply"}},
	{"pure", checkPure, []string{"Apply"}}, // last: after all the others have used the position
}

// examine plays games and asks every check at every node. It reports whether
// the table's view ever hid anything.
func examine(g *rules.Game, given map[string]any, of sample, lacks missingFile) (hidden bool, err error) {
	for seed := range of.games {
		hid, err := examineGame(g, given, uint64(seed), of.plies, lacks)
		if err != nil {
			return hidden, fmt.Errorf("%s, options %v, game %d: %w", g.Name, given, seed, err)
		}
		hidden = hidden || hid
	}
	return hidden, nil
}

// examineGame plays one random game. A panic of the game is an error, too.
func examineGame(g *rules.Game, given map[string]any, seed uint64, plies int, lacks missingFile) (hidden bool, err error) {
	w := walk{g: g, plies: plies, lacks: lacks, rand: rand.New(rand.NewPCG(seed, 1)), known: map[rules.Seat][]string{}, heard: map[string]int{}}
	defer func() {
		if p := recover(); p != nil {
			err = blamedFile{fmt.Errorf("panic: %v", p), panicked(g)}
		}
		if err != nil {
			err = fmt.Errorf("%w\nafter %q", err, w.trail)
		}
	}()
	start, err := g.Start(given)
	if err != nil {
		return false, err
	}
	w.states = []rules.State{start}
	for {
		n := w.node()
		hidden = hidden || hides(n.s)
		if err := n.askAll(); err != nil {
			return hidden, err
		}
		if n.ply == 0 { // checked once, not for each position
			if err := blame(n.s, checkGameWords(n), "Card"); err != nil {
				return hidden, err
			}
		}
		if len(n.legal) == 0 {
			return hidden, blame(n.s, checkReplay(g, given, w.path, w.states), "Apply", "Parse")
		}
		if err := w.play(n); err != nil {
			return hidden, err
		}
	}
}

// walk is a random game as far as it was played.
type walk struct {
	g      *rules.Game
	plies  int // after so many a draw is agreed on
	lacks  missingFile
	rand   *rand.Rand
	path   []rules.Step
	states []rules.State // before, between and after the steps of path
	trail  []string      // path as text
	known  map[rules.Seat][]string
	heard  map[string]int
}

// node is where the walk is now.
func (w *walk) node() *node {
	ply := len(w.path)
	n := newNode(w.g, w.states[ply], w.rand, ply, w.path)
	n.known, n.lacks, n.heard = w.known, w.lacks, w.heard
	if ply > 0 {
		n.before = w.states[ply-1]
	}
	return n
}

// play plays one of the node's steps, and agrees on a draw when the game is long enough.
func (w *walk) play(n *node) (err error) {
	step := n.legal[w.rand.IntN(len(n.legal))]
	if n.ply >= w.plies {
		step = rules.Draw()
	}
	text := n.s.Text(step)
	w.path, w.trail = append(w.path, step), append(w.trail, text)
	for _, seat := range n.s.Seated().All() {
		if rules.Sees(n.s, step, seat) {
			w.known[seat] = append(w.known[seat], text)
		}
	}
	after, _, err := n.s.Apply(step, nil)
	w.states = append(w.states, after)
	return blame(n.s, err, "Apply")
}

func newNode(g *rules.Game, s rules.State, r *rand.Rand, ply int, pool []rules.Step) *node {
	n := &node{g: g, s: s, legal: s.Legal(nil), set: map[rules.Step]bool{}, rand: r, ply: ply, pool: pool}
	for _, step := range n.legal {
		n.set[step] = true
	}
	n.full, _ = viewText(s, rules.Full)
	return n
}

func (n *node) askAll() error {
	for _, c := range checks {
		if err := c.ask(n); err != nil {
			return fmt.Errorf("%s: %w\nat %s", c.name, blame(n.s, err, c.methods...), n.full)
		}
	}
	return nil
}

// some returns at most limit of the legal steps, chosen at random.
func (n *node) some(limit int) []rules.Step {
	if len(n.legal) <= limit {
		return n.legal
	}
	out := make([]rules.Step, 0, limit)
	for _, i := range n.rand.Perm(len(n.legal))[:limit] {
		out = append(out, n.legal[i])
	}
	return out
}
