package rolechess

import (
	"testing"
	"unsafe"

	"reeve/board"
	"reeve/rules"

	"pgregory.net/rapid"
)

func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(State{}); size >= 160 {
		t.Errorf("a position has %d bytes", size)
	}
}

// TestLaws holds what no step may break: pieces and energy only go, living
// pieces stand apart, nobody but the target loses, one move a turn.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start, _ := Game.Start(map[string]any{
			"pass":         rapid.SampledFrom([]any{"stuck", "always"}).Draw(t, "pass"),
			"pair_reach":   rapid.SampledFrom([]any{"after", "before-and-after"}).Draw(t, "pair_reach"),
			"energy_white": rapid.IntRange(leastEnergy, fullPercent).Draw(t, "energy_white"),
			"energy_black": rapid.IntRange(leastEnergy, fullPercent).Draw(t, "energy_black"),
			"dice_white":   rapid.IntRange(1, mostDice).Draw(t, "dice_white"),
			"dice_black":   rapid.IntRange(1, mostDice).Draw(t, "dice_black"),
		})
		s := start.(State)
		for range rapid.IntRange(1, 150).Draw(t, "length") {
			legal := s.legal(nil)
			if len(legal) == 0 {
				return
			}
			step := rapid.SampledFrom(legal).Draw(t, "step")
			next := s
			fx := next.apply(&step, nil)
			checkLaws(t, s, next, fx)
			s = next
		}
	})
}

func checkLaws(t *rapid.T, s, next State, fx []rules.Effect) {
	var squares board.Set
	living, moved, hurt := 0, 0, 0
	for p := range piece(pieces) {
		if (next.energy[p] > 0) != (next.at[p] != board.None) {
			t.Fatalf("%s stands on %d with energy %d", ids[p], next.at[p], next.energy[p])
		}
		if next.energy[p] > s.energy[p] || next.energy[p] < 0 {
			t.Fatalf("%s had %d, has %d", ids[p], s.energy[p], next.energy[p])
		}
		if next.at[p] != board.None {
			living++
			squares.Add(next.at[p])
			if s.at[p] != next.at[p] {
				moved++
			}
		}
		if next.energy[p] < s.energy[p] {
			hurt++
			if p != s.target || next.energy[p] == 0 && next.phase != advance && next.phase != over {
				t.Fatalf("%s lost energy, the target is %d, the phase %s", ids[p], s.target, next.Phase())
			}
		}
	}
	if squares.Len() != living || squares != next.Occupied(rules.Table) || moved+hurt > 1 {
		t.Fatalf("%d living on %v, %d moved, %d hurt by one step", living, topology.Names(squares), moved, hurt)
	}
	if moved == 1 && (len(fx) == 0 || fx[0].Kind != rules.EffectMoved) {
		t.Fatalf("a piece moved, the effects are %v", fx)
	}
}

func TestTypedStepsDoNotAllocate(t *testing.T) {
	var s rules.State = position(t, "white", "wE a1, wN1 b1, wG1 d2, wG2 e1, wA1 g3, bE g7, bL1 d5, bL2 e4", nil)
	legal, fx := make([]rules.Step, 0, 128), make([]rules.Effect, 0, 8)
	for _, action := range []string{"b1-c3", "c3+d2*d5", "die 6", "die 1", "die 1", "advance"} {
		step, err := s.Parse(action)
		if err != nil {
			t.Fatal(err)
		}
		typed := s.(State)
		if n := testing.AllocsPerRun(50, func() {
			legal = typed.legal(legal[:0])
			next := typed
			if next.refuse(step).IsZero() {
				fx = next.apply(&step, fx[:0])
			}
		}); n != 0 {
			t.Errorf("%s: the typed steps allocate %v times", action, n)
		}
		if n := testing.AllocsPerRun(50, func() { legal = s.Legal(legal[:0]) }); n != 0 {
			t.Errorf("%s: Legal allocates %v times", action, n)
		}
		if n := testing.AllocsPerRun(50, func() { _, fx, _ = s.Apply(step, fx[:0]) }); n != 1 {
			t.Errorf("%s: Apply allocates %v times", action, n)
		}
		s = play(t, s, action)
	}
}
