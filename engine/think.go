package engine

import (
	"errors"
	"math/rand/v2"
	"slices"

	"reeve/rules"
)

// ErrNotToAct is why nothing is answered: the seat has nothing to decide, or the
// game has no evaluation.
var ErrNotToAct = errors.New("engine: that seat has nothing to decide now")

// Table is what a player knows: its seat, and a way to draw positions that it cannot
// tell from the true one. Where nothing is hidden all are the same.
type Table struct {
	Seat    rules.Seat
	Sample  func(pick func(n int) int) (rules.State, error)
	History []string // the actions so far that the seat knows of
}

// Limits says how long and how well to think.
type Limits struct {
	Level    int            // 1 to Levels; 0: as well as can be
	Nodes    int            // at most so many, of a level no more than it has; 0: what the level says
	Captures int            // for trials: one more than the turns of captures behind the horizon; 0: as the game says
	Seed     uint64         // same seed and nodes, same answer
	weights  *rules.Weights // others than the game's; nil: its own
	Stop     func() bool    // asked now and then; nil: never
	Info     func(Answer)
}

// Answer is what the player would do.
type Answer struct {
	Step  rules.Step
	Line  []rules.Step // the line that is expected, Step first, up to the next throw
	Text  []string     // the same as text
	Score float32      // the result expected, 0 a loss, 1 a win
	Nodes int
}

// Thinker thinks. It keeps its room from one question to the next, and nothing of what
// it has found: what it answers does not depend on what it was asked before.
type Thinker struct {
	game *rules.Game
	room *memory
}

// Think returns what to do at t. It wraps ErrNotToAct, and errors of Sample.
func Think(t Table, l Limits) (Answer, error) { return new(Thinker).Think(t, l) }

// Think is Think with the room of the last question.
func (k *Thinker) Think(t Table, l Limits) (Answer, error) {
	return k.think(t, l, func(g *rules.Game) level { return levelOf(g, l.Level) })
}

// memory is room for searches of the game of s.
func (k *Thinker) memory(s rules.State) *memory {
	if k.room == nil || k.game != s.Game() {
		k.game, k.room = s.Game(), memoryFor(s)
	}
	return k.room
}

func (k *Thinker) think(t Table, l Limits, levelOf func(*rules.Game) level) (Answer, error) {
	r := rand.New(rand.NewPCG(l.Seed, 0x5EED))
	s, err := t.Sample(r.IntN)
	if err != nil {
		return Answer{}, err
	}
	root, ok := rules.NewScratch(s)
	if !ok || !s.ToAct().Has(t.Seat) {
		return Answer{}, ErrNotToAct
	}
	if p, ok := root.(rules.Planner); ok {
		if step, ok := p.Plan(t.Seat, r.IntN); ok {
			return answer(s, []rules.Step{step}, 0.5, 1), nil
		}
	}
	level := levelOf(s.Game())
	if l.Nodes > 0 && (l.Level == 0 || l.Nodes < level.nodes) {
		level.nodes = l.Nodes
	}
	own := ownSteps(s, t.Seat)
	if p, ok := root.(rules.Pruner); ok && level.depth > 1 {
		worth := map[rules.Step]bool{} // armies can be bought in thousands of ways
		for _, step := range p.Undominated(nil) {
			worth[step] = true
		}
		own = slices.DeleteFunc(own, func(step rules.Step) bool { return !worth[step] })
	}
	if own = timely(root, own, len(t.History)); len(own) == 1 {
		return answer(s, own, 0.5, 1), nil
	}
	c := newChoice(s, t.Seat, own, k.memory(s), level, l)
	c.memory.past = past(s, t.History)
	c.think(level.nodes)
	return c.report(), nil
}

// longGame is after how many actions a game has lasted long enough.
const longGame = 160

// timely returns own without the steps that prolong a long game, if others are left: a
// player that goes on undoing what the game has come to never ends it.
func timely(root rules.Scratch, own []rules.Step, played int) []rules.Step {
	p, ok := root.(rules.Prolonger)
	if !ok || played < longGame {
		return own
	}
	var left []rules.Step
	for _, step := range own {
		if !p.Prolongs(step) {
			left = append(left, step)
		}
	}
	if len(left) == 0 {
		return own
	}
	return left
}

// past returns the hashes of the positions in which somebody decided before s. It knows
// none if the history does not lead from the start to s, as in games that hide something.
func past(s rules.State, history []string) map[uint64]bool {
	at, err := s.Game().Start(s.View(rules.Full).Options)
	if err != nil || s.Game().Hidden || len(history) == 0 {
		return nil
	}
	x, _ := rules.NewScratch(at)
	seen := make(map[uint64]bool, len(history))
	for _, text := range history {
		if !at.ToAct().Has(rules.Chance) {
			seen[x.Hash()] = true
		}
		step, err := at.Parse(text)
		if err != nil {
			return nil
		}
		if at, _, err = at.Apply(step, nil); err != nil {
			return nil
		}
		if x, _ = rules.NewScratch(at); x == nil {
			return nil
		}
	}
	if at != s {
		return nil
	}
	return seen
}

func ownSteps(s rules.State, seat rules.Seat) (own []rules.Step) {
	for _, step := range s.Legal(nil) {
		if step.By == seat {
			own = append(own, step)
		}
	}
	return own
}

func answer(s rules.State, line []rules.Step, score float32, nodes int) Answer {
	a := Answer{Step: line[0], Line: line, Score: score, Nodes: nodes}
	for _, step := range line {
		a.Text = append(a.Text, s.Text(step))
		next, _, err := s.Apply(step, nil)
		if err != nil {
			break
		}
		s = next
	}
	return a
}
