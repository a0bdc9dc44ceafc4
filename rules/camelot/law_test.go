package camelot

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"reeve/board"
	"reeve/rules"

	"pgregory.net/rapid"
)

func TestPositionsAreSmall(t *testing.T) {
	for _, c := range [][2]uintptr{
		{unsafe.Sizeof(position{}), positionSize},
		{unsafe.Sizeof(state320{}), 320},
		{unsafe.Sizeof(state576{}), 576},
		{unsafe.Sizeof(state896{}), 896},
		{unsafe.Sizeof(state1536{}), 1536},
		{unsafe.Sizeof(state3200{}), 3200},
	} {
		if c[0] > c[1] {
			t.Errorf("one has %d bytes, at most %d were promised", c[0], c[1])
		}
	}
}

// part returns what a State is but for the keys, and the keys.
func part(s rules.State) (p position, keys [][]byte) {
	var all []byte
	switch f := s.(type) {
	case state320:
		p, all = f.position, f.keys[:]
	case state576:
		p, all = f.position, f.keys[:]
	case state896:
		p, all = f.position, f.keys[:]
	case state1536:
		p, all = f.position, f.keys[:]
	case state3200:
		p, all = f.position, f.keys[:]
	}
	n := p.order.keyLength()
	return p, slices.Collect(slices.Chunk(all[:n*int(p.seen)], n))
}

// TestLaws holds what no turn may break.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := begun()
		for range rapid.IntRange(1, 250).Draw(t, "length") {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				return
			}
			step := rapid.SampledFrom(legal).Draw(t, "step")
			next, fx, err := s.Apply(step, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkLaws(t, s, next, step, fx)
			s = next
		}
	})
}

func checkLaws(t *rapid.T, state, after rules.State, step rules.Step, fx []rules.Effect) {
	s, _ := part(state)
	next, keys := part(after)
	mover := step.By
	if next.sides[mover].count() != s.sides[mover].count() || s.sides[1-mover].count()-next.sides[1-mover].count() != state.Hands(step).Takes.Len() {
		t.Fatalf("%s took %d own and %d enemy pieces", state.Text(step), s.sides[mover].count()-next.sides[mover].count(), s.sides[1-mover].count()-next.sides[1-mover].count())
	}
	for p := range piece(pieces) {
		goal, c, to := 1-p.owner(), s.where(p), next.where(p)
		if c.in(goal) && !to.in(goal) {
			t.Fatalf("%s left the enemy castle", ids[p])
		}
		if p.owner() == mover && to != c && squareOf[c] != state.Hands(step).Carries[0].From {
			t.Fatalf("%s moved by %s", ids[p], state.Text(step))
		}
	}
	checkSets(t, next)
	for seat := range next.castleMoves {
		if more := next.castleMoves[seat] - s.castleMoves[seat]; more > 1 || next.castleMoves[seat] > maxCastleMoves {
			t.Fatalf("castle moves %v after %v", next.castleMoves, s.castleMoves)
		}
	}
	if next.quiet != 0 && next.quiet != s.quiet+1 || !next.over && len(keys) != int(next.quiet)+1 {
		t.Fatalf("quiet %d after %d, %d keys", next.quiet, s.quiet, len(keys))
	}
	if !slices.IsSortedFunc(keys, bytes.Compare) {
		t.Fatal("the keys do not rise")
	}
	checkWay(t, state, step, fx)
}

// checkSets asks that the three ways in which a position holds its pieces agree.
func checkSets(t *rapid.T, s position) {
	var again position
	for p := range piece(pieces) {
		again.put(p.owner(), int(p%perSide), s.where(p))
	}
	if again.sides != s.sides || again.order != s.order {
		t.Fatalf("%+v are the sides in order, not %v in %v", again, s.sides, s.order)
	}
}

// checkWay asks that the effects lead from where the hands take the piece to
// where they put it, and remove what they take.
func checkWay(t *rapid.T, s rules.State, step rules.Step, fx []rules.Effect) {
	h := s.Hands(step)
	at := h.Carries[0].From
	var taken, via board.Set
	for _, e := range fx {
		switch e.Kind {
		case rules.EffectMoved:
			if e.From != at {
				t.Fatalf("%s: effects %v", s.Text(step), fx)
			}
			if at != h.Carries[0].From {
				via.Add(at)
			}
			at = e.To
		case rules.EffectRemoved:
			taken.Add(e.From)
		}
	}
	via.Add(h.Carries[0].From)
	if at != h.Carries[0].To || taken != h.Takes || !h.Via.Within(via) {
		t.Fatalf("%s: effects %v, hands %+v", s.Text(step), fx, h)
	}
}

func TestPathsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		way := rapid.SliceOfN(rapid.Uint8Range(0, 7), 1, maxLegs).Draw(t, "legs")
		canters := rapid.IntRange(0, len(way)).Draw(t, "canters")
		var p path
		kind := uint8(0)
		for i, d := range way {
			l, legKind := leg(d), kindCanter
			if i >= canters {
				l, legKind = l|jumpLeg, kindJump
			}
			p.setLeg(uint8(i), l)
			kind = kindAfter(kind, legKind)
		}
		var step rules.Step
		p.write(&step, Black, kind, 77, uint8(len(way)))
		if step.By != Black || step.Kind != kind || int(step.N) != len(way) || step.Arg[0] != 77 {
			t.Fatalf("%+v is written as %+v", p, step)
		}
		for i, d := range way {
			if l := legAt(&step, i); uint8(l&7) != d || l.jump() != (i >= canters) {
				t.Fatalf("leg %d is %d, want %d", i, l, d)
			}
		}
		if !sound(&step) {
			t.Fatalf("%+v is not sound", step)
		}
		for _, spoil := range []func(*rules.Step){
			func(s *rules.Step) { s.Arg[rules.StepArgs-1] += 1 << legBits },
			func(s *rules.Step) { s.N = 0 },
			func(s *rules.Step) { s.N += maxLegs },
			func(s *rules.Step) { s.Kind ^= 1 },
			func(s *rules.Step) { s.Arg[0] = squares },
		} {
			bad := step
			if spoil(&bad); sound(&bad) {
				t.Fatalf("%+v is sound", bad)
			}
		}
	})
}

func TestTurnsMayBeLong(t *testing.T) {
	for _, c := range []struct {
		name, left string
		legs       int
	}{
		{"a canter over 13 friends", "wK1 C4, wK2 D5, wK3 F5, wK4 H5, wM1 J5, wM2 K5, wM3 J7, wM4 H7, wM5 F7, wM6 D7, wM7 C7, wM8 D9, wM9 F9, wM10 H9" + idleBlack, 13},
		{"a chain of 14 jumps", "wM1 A4, wM2 L13, bK1 B5, bK2 D7, bK3 F7, bK4 H5, bM1 J5, bM2 K7, bM3 J9, bM4 H9, bM5 F9, bM6 D9, bM7 C9, bM8 D11, bM9 F11, bM10 H11", 14},
	} {
		s := placed(t, "white", c.left)
		longest := 0
		for _, step := range s.Legal(nil) {
			longest = max(longest, int(step.N))
			if back, err := s.Parse(s.Text(step)); err != nil || back != step {
				t.Errorf("%s reads back as %+v, %v", s.Text(step), back, err)
			}
			if _, _, err := s.Apply(step, nil); err != nil {
				t.Error(err)
			}
		}
		if longest < c.legs || longest > maxLegs {
			t.Errorf("%s: the longest has %d legs", c.name, longest)
		}
	}
}

func TestTypedStepsDoNotAllocate(t *testing.T) {
	s := placed(t, "white", "wK1 F6, wM2 F7, wM3 G8, wM4 I10, bM1 H9"+idle)
	legal, fx := make([]rules.Step, 0, 128), make([]rules.Effect, 0, 8)
	for _, action := range []string{"F6-F8-H8xH10", "A13-B13", "F7-G6", "B13-A12"} {
		step, err := s.Parse(action)
		if err != nil {
			t.Fatal(err)
		}
		typed, _ := part(s)
		if n := testing.AllocsPerRun(50, func() {
			legal = typed.Legal(legal[:0])
			next := typed
			if next.refuse(&step).IsZero() {
				fx = told(&step, fx[:0])
				all := next.spread()
				next.apply(&step, &all)
			}
		}); n != 0 {
			t.Errorf("%s: the typed steps allocate %v times", action, n)
		}
		if n := testing.AllocsPerRun(50, func() { legal = s.Legal(legal[:0]) }); n != 0 {
			t.Errorf("%s: Legal allocates %v times", action, n)
		}
		if n := testing.AllocsPerRun(50, func() { s.Hands(step) }); n != 0 {
			t.Errorf("%s: Hands allocates %v times", action, n)
		}
		if n := testing.AllocsPerRun(50, func() { _, fx, _ = s.Apply(step, fx[:0]) }); n != 1 {
			t.Errorf("%s: Apply allocates %v times", action, n)
		}
		s = play(t, s, action)
	}
}

// TestLegalFillsASliceThatIsJustLongEnough asks for no room to spare.
func TestLegalFillsASliceThatIsJustLongEnough(t *testing.T) {
	for name, s := range map[string]rules.State{
		"start":   begun(),
		"capture": placed(t, "white", "wM1 E6, bM1 E7, bM2 F7, bM3 H9, bM4 J11"+idle),
		"castle":  placed(t, "white", "wM1 F16"+idle),
	} {
		want := s.Legal(nil)
		exact := make([]rules.Step, 0, len(want))
		if n := testing.AllocsPerRun(20, func() { s.Legal(exact) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
		if got := s.Legal(exact); !slices.Equal(got, want) {
			t.Errorf("%s: got %d steps, want %d", name, len(got), len(want))
		}
	}
}

// TestApplyAllocatesOnceInEverySize follows a game that is quiet for long.
func TestApplyAllocatesOnceInEverySize(t *testing.T) {
	s := begun()
	fx := make([]rules.Effect, 0, 8)
	for n, action := range quietGame() {
		step := must(s.Parse(action))
		if a := testing.AllocsPerRun(5, func() { _, fx, _ = s.Apply(step, fx[:0]) }); a != 1 {
			t.Errorf("ply %d: Apply allocates %v times", n, a)
		}
		s = play(t, s, action)
	}
	expectEnd(t, s, "quiet")
}

// quietGame returns a hundred plies from the start without a capture, a castle
// entry or a third occurrence: two pieces walk to and fro on ways of different length.
func quietGame() (actions []string) {
	white, black := strings.Fields("C6 B5 A5 A6 A7 B7 B6"), strings.Fields("J11 K12 L12 L11 L10 K10")
	for i := range maxQuiet / 2 {
		for _, round := range [][]string{white, black} {
			actions = append(actions, round[i%len(round)]+"-"+round[(i+1)%len(round)])
		}
	}
	return actions
}
