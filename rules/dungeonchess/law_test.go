package dungeonchess

import (
	"testing"
	"unsafe"

	"reeve/board"
	"reeve/rules"

	"pgregory.net/rapid"
)

func TestPositionIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(State{}); size > 192 {
		t.Errorf("a position has %d bytes", size)
	}
}

// TestLaws holds what no step may break: every character, chest and card is in
// exactly one place, one character a step goes anywhere, and what can be printed
// reads back.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calm := rapid.SampledFrom([]int{0, 1, 5, 40}).Draw(t, "calm")
		start, _ := Game.Start(map[string]any{
			"players": rapid.IntRange(2, 4).Draw(t, "players"), "calm": calm, "handicap_north": rapid.IntRange(0, mostHandicap).Draw(t, "handicap"),
		})
		s := start.(State)
		for range rapid.IntRange(1, 150).Draw(t, "length") {
			legal := s.legal(nil)
			if len(legal) == 0 {
				return
			}
			step := rapid.SampledFrom(legal).Draw(t, "step")
			if s.players > 2 && rapid.IntRange(0, 60).Draw(t, "resigns") == 0 {
				step = rules.Resign(rules.Seat(rapid.IntRange(0, int(s.players)-1).Draw(t, "who")))
			}
			if !s.refuse(step).IsZero() {
				continue
			}
			next := s
			fx := next.apply(step, nil)
			checkPlaces(t, next)
			checkCards(t, s, next)
			checkChange(t, s, next, step, fx)
			back, err := rules.ReadPosition(games, []byte(fullText(t, next)))
			if err != nil || back != rules.State(next) {
				t.Fatalf("%s reads back as %+v: %v", fullText(t, next), back, err)
			}
			s = next
		}
	})
}

// checkPlaces asks that each character is on its square alone or held by an
// enemy, and that the chests are all there.
func checkPlaces(t *rapid.T, s State) {
	chests := 0
	for p := range piece(pieces) {
		sq := s.at[p]
		holder := rules.Seat(sq - heldBy)
		switch {
		case !s.seated().Has(p.owner()):
			if sq != away {
				t.Fatalf("%s does not take part, but is on %d", table.ids[p], sq)
			}
		case sq < maxSquares:
			if s.on[sq] != p || sq >= table.squares {
				t.Fatalf("%s is on %d, where %d stands", table.ids[p], sq, s.on[sq])
			}
		case holder == p.owner() || !s.seated().Has(holder):
			t.Fatalf("%s is held by %d", table.ids[p], holder)
		}
	}
	for sq, p := range s.on {
		if p != nobody && s.at[p] != board.Square(sq) {
			t.Fatalf("%s stands on %d and is at %d", table.ids[p], sq, s.at[p])
		}
	}
	for _, n := range s.chests {
		chests += int(n)
	}
	if chests != 2*int(s.players) {
		t.Fatalf("%d chests", chests)
	}
	for _, seat := range s.seated().All() {
		if s.inPlay(seat) == 0 {
			t.Fatalf("%s has nobody left", seatNames[seat])
		}
	}
}

// checkCards asks that no card is in two places, and that a card kept stays.
func checkCards(t *rapid.T, s, next State) {
	var seen [cards + 1]int
	for seat := range next.kept {
		for _, n := range []uint8{next.dealt[seat][0], next.dealt[seat][1], next.kept[seat]} {
			if seen[n]++; n != 0 && seen[n] > 1 {
				t.Fatalf("card %d is in two places: %v, %v", n, next.dealt, next.kept)
			}
		}
		if s.kept[seat] != 0 && next.kept[seat] != s.kept[seat] {
			t.Fatalf("%s kept %d, now %d", seatNames[seat], s.kept[seat], next.kept[seat])
		}
	}
	if next.phase >= turn && next.dealt != [seats][2]uint8{} {
		t.Fatalf("cards are still to choose from: %v", next.dealt)
	}
}

// checkChange asks that a step changes what it says, and no more.
func checkChange(t *rapid.T, s, next State, step rules.Step, fx []rules.Effect) {
	changed := 0
	for p := range piece(pieces) {
		if s.at[p] != next.at[p] {
			changed++
		}
	}
	want := map[uint8]int{kindMove: 1, kindCapture: 2, kindTeleport: 1, kindRansom: 1}[step.Kind]
	if changed != want {
		t.Fatalf("%s: %d characters changed their places, want %d", s.Text(step), changed, want)
	}
	if len(fx) < want || len(fx) > want+1 || len(fx) > want != (next.phase == over) {
		t.Fatalf("%s: the effects are %v", s.Text(step), fx)
	}
	quiet := step.Kind == kindMove || step.Kind == kindTeleport || step.Kind == kindPass
	if quiet && !s.ransomed && s.rounds > 0 && next.calm != s.calm+1 || (step.Kind == kindCapture || step.Kind == kindRansom) && next.calm != 0 {
		t.Fatalf("%s: calm was %d, is %d", s.Text(step), s.calm, next.calm)
	}
	if (s.chests != next.chests) != (step.Kind == kindRansom) {
		t.Fatalf("%s: chests were %v, are %v", s.Text(step), s.chests, next.chests)
	}
	if next.phase == turn && step.Kind != kindRansom && s.phase == turn && step.By != rules.Referee && next.turn != s.after(s.turn) {
		t.Fatalf("%s: after %d comes %d", s.Text(step), s.turn, next.turn)
	}
}

func TestTypedStepsDoNotAllocate(t *testing.T) {
	s := opening(t, 4)
	legal, fx := make([]rules.Step, 0, 128), make([]rules.Effect, 0, 8)
	for _, action := range []string{
		"deal south 1 2", "deal west 3 4", "deal north 5 6", "deal east 7 8", "keep 8", "keep 1", "keep 3", "keep 5",
		"c1-c4", "a6-c6", "e8-e7", "h4-g4", "c4xc6", "a4-b4", "e7-e6", "resign south", "h5-g5", "draw",
	} {
		step, err := s.Parse(action)
		if err != nil {
			t.Fatal(err)
		}
		typed := s.(State)
		if n := testing.AllocsPerRun(50, func() {
			legal = typed.legal(legal[:0])
			next := typed
			if next.refuse(step).IsZero() {
				fx = next.apply(step, fx[:0])
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
		if n := testing.AllocsPerRun(50, func() { s.Hands(step) }); n != 0 {
			t.Errorf("%s: Hands allocates %v times", action, n)
		}
		s = play(t, s, action)
	}
}

func TestARansomAllocatesNoMoreThanThePosition(t *testing.T) {
	s := walled().state(t)
	step, _ := s.Parse("ransom sM@e0")
	fx := make([]rules.Effect, 0, 8)
	if n := testing.AllocsPerRun(50, func() { _, fx, _ = s.Apply(step, fx[:0]) }); n != 1 {
		t.Errorf("Apply allocates %v times", n)
	}
}
