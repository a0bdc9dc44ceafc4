package legal_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"reeve/board"
	"reeve/rules"
	"reeve/rules/camelot"
	"reeve/rules/chessbattle"
	"reeve/rules/legal"
	"reeve/rules/rolechess"
)

// What is asked again is what the rules say, whether it is kept or forgotten.
func TestTheTableSaysWhatTheRulesSay(t *testing.T) {
	s := rolled(t)
	for _, most := range []int{1, 100_000} {
		table := legal.NewTable(most, most)
		for range 3 {
			for _, first := range s.Legal(nil) {
				next := legal.Apply(s, first)
				moves := table.Moves(next)
				for i, step := range next.Legal(nil) {
					if moves[i].Step != step || moves[i].Hands != next.Hands(step) {
						t.Fatalf("after %s: move %d is %+v", s.Text(first), i, moves[i])
					}
				}
			}
		}
	}
}

// Hands do not show by which squares a piece went: the shortest way to a square stands for all that take the same, and names their squares.
func TestOneMoveStandsForEveryWayOfAPiece(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	s, err := camelot.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, ways, moves := legal.NewTable(1000, 10), 0, 0
	for range 60 {
		all := s.Legal(nil)
		if len(all) == 0 {
			break
		}
		found := table.Moves(s)
		ways, moves = ways+len(all), moves+len(found)
		for _, step := range all {
			h := s.Hands(step)
			if m := standing(found, h); len(m) != 1 || s.Hands(m[0].Step).Via.Len() > h.Via.Len() {
				t.Errorf("%s: %d moves stand for it, or a longer one", s.Text(step), len(m))
			}
		}
		s = legal.Apply(s, all[rnd.IntN(len(all))])
	}
	if ways < moves+moves/10 {
		t.Errorf("%d moves stand for %d ways", moves, ways)
	}
}

// standing are those of moves that stand for what asks for h.
func standing(moves []legal.Move, h rules.Hands) []legal.Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m legal.Move) bool {
		return m.Hands.Carries != h.Carries || m.Hands.Takes != h.Takes || !h.Via.Within(m.Hands.Via)
	})
}

// rolled is RoleChess once both have rolled who begins.
func rolled(t *testing.T) rules.State {
	s, err := rolechess.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"die 6", "die 1"} {
		step, err := s.Parse(value)
		if err != nil {
			t.Fatal(err)
		}
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// A run is one displacement by several steps: where they lead, and for what cost, the rules say.
func TestRunsAreStepsOfOnePiece(t *testing.T) {
	rnd, ran := rand.New(rand.NewPCG(1, 1)), 0
	s, err := chessbattle.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	table := legal.NewTable(1000, 10)
	for range 200 {
		moves := table.Moves(s)
		if len(moves) == 0 {
			break
		}
		for _, m := range moves {
			if m.Hands.Cost == 0 {
				continue
			}
			from := m.Hands.Carries[0].From
			least := map[board.Square]int{from: 0}
			plainly(s, from, least)
			runs := table.Runs(legal.Start{State: s, From: from})
			if len(runs) != len(least)-1 {
				t.Errorf("%d runs from %d, to %d squares", len(runs), from, len(least)-1)
			}
			for _, l := range runs {
				ran++
				if l.Cost != least[l.At] {
					t.Errorf("a run to %d for %d, and %d are enough", l.At, l.Cost, least[l.At])
				}
				if cost, at := replay(s, l.Steps); cost != l.Cost || at != l.At {
					t.Errorf("a run to %d for %d leads to %d for %d", l.At, l.Cost, at, cost)
				}
			}
		}
		s = legal.Apply(s, moves[rnd.IntN(len(moves))].Step)
	}
	if ran < 100 {
		t.Errorf("only %d runs", ran)
	}
}

// hills is a piece on one of three squares: from 1 to 3 straight on is dearer than by 2.
type hills struct {
	rules.State
	at board.Square
}

func (s hills) Legal(steps []rules.Step) []rules.Step {
	for to := s.at + 1; to <= 3; to++ {
		steps = append(steps, rules.Step{Arg: [rules.StepArgs]uint8{uint8(4 - to)}})
	}
	return steps
}

func (s hills) Hands(step rules.Step) rules.Hands {
	h := rules.CarryHands(s.at, board.Square(4-step.Arg[0]))
	h.Cost = uint8(2*(h.Carries[0].To-s.at) - 1)
	return h
}

func (s hills) Apply(step rules.Step, _ []rules.Effect) (rules.State, []rules.Effect, error) {
	return hills{at: s.Hands(step).Carries[0].To}, nil, nil
}

// The cheapest way is found where a dearer one was found before it, and each square once.
func TestARunGoesTheCheapestWay(t *testing.T) {
	table := legal.NewTable(10, 10)
	runs := table.Runs(legal.Start{State: hills{at: 1}, From: 1})
	if len(runs) != 2 || runs[1].At != 3 || runs[1].Cost != 2 || len(runs[1].Steps) != 2 {
		t.Errorf("runs %+v", runs)
	}
}

// plainly notes what each square costs at least that the piece on at can come to, by trying everything.
func plainly(s rules.State, at board.Square, least map[board.Square]int) {
	for _, step := range s.Legal(nil) {
		h := s.Hands(step)
		to, cost := h.Carries[0].To, least[at]+int(h.Cost)
		if was, known := least[to]; h.Cost == 0 || h.Carries[0].From != at || known && was <= cost {
			continue
		}
		least[to] = cost
		plainly(legal.Apply(s, step), to, least)
	}
}

func replay(s rules.State, steps []rules.Step) (cost int, at board.Square) {
	for _, step := range steps {
		h := s.Hands(step)
		cost, at = cost+int(h.Cost), h.Carries[0].To
		s = legal.Apply(s, step)
	}
	return cost, at
}
