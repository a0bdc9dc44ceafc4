package kaleidochess

import (
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"reeve/board"
	"reeve/rules"
)

// walk plays a random game and asks each law of every step.
func walk(t *rapid.T, laws func(before State, step rules.Step, after State)) {
	given := rapid.SampledFrom(append(optionSets, handicapped)).Draw(t, "options")
	start, err := Game.Start(given)
	if err != nil {
		t.Fatal(err)
	}
	s := start.(State)
	for range rapid.IntRange(1, 60).Draw(t, "length") {
		legal := s.Legal(nil)
		if len(legal) == 0 {
			return
		}
		step := legal[rapid.IntRange(0, len(legal)-1).Draw(t, "step")]
		next, _, err := s.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		laws(s, step, next.(State))
		s = next.(State)
	}
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walk(t, func(before State, step rules.Step, after State) {
			if step.By == rules.Chance {
				if before.at != after.at || before.quiet != after.quiet {
					t.Fatalf("a throw changed the board")
				}
				return
			}
			for _, law := range []func(State, rules.Step, State) string{lawSets, lawTiles, lawFormulas, lawQuiet, lawSeen, lawActs} {
				if broken := law(before, step, after); broken != "" {
					t.Fatalf("%s: %s", before.Text(step), broken)
				}
			}
		})
	})
}

// lawSets: the sets of fields say the same as the pieces.
func lawSets(_ State, _ rules.Step, after State) string {
	var want [2]fields
	for p, f := range after.at {
		want[piece(p).owner()] = want[piece(p).owner()].or(one(f))
	}
	if want != after.stands || want[White].and(want[Black]) != (fields{}) {
		return "the sets of fields disagree with the pieces"
	}
	return ""
}

// lawTiles: tiles only ever go, and each cast takes its own.
func lawTiles(before State, step rules.Step, after State) string {
	f, cast := formulaOf(step.Kind)
	for seat := range after.tiles {
		if after.tiles[seat]&^before.tiles[seat] != 0 {
			return "a tile came back"
		}
	}
	if cast && after.tiles[before.turn]>>f&1 != 0 {
		return "the tile was not used"
	}
	return ""
}

// lawFormulas: what is active belongs to a Wizard on the board and lies on a
// piece on the board, on an empty plain field, or alone on its line.
func lawFormulas(_ State, _ rules.Step, after State) string {
	v := after.survey()
	for seat := range after.active {
		for i, on := range after.active[seat] {
			f := firstLasting + formula(i)
			switch {
			case on == uint8(off):
			case after.at[wizardOf(rules.Seat(seat))] == off || after.tiles[seat]>>f&1 != 0:
				return "a formula outlived its Wizard or its tile"
			case f.onPiece() && after.at[on] == off:
				return "a formula lies on a captured piece"
			case f == block && v.occupied.or(v.ground.castles).or(v.ground.towns).has(board.Square(on)):
				return "a piece stands on a block"
			}
		}
	}
	for p, f := range after.at {
		if f != off && v.bound.has(f) && v.ground.castles.has(f) {
			return "an imprisoned piece got into a castle: " + v.ground.id[p]
		}
	}
	return ""
}

// lawQuiet: a turn is quiet or begins the count anew, and never passes 200.
func lawQuiet(before State, step rules.Step, after State) string {
	_, cast := formulaOf(step.Kind)
	entered := step.Kind == kindMove && before.ground().castles.has(board.Square(step.Arg[1]))
	captured := before.stands[0].len()+before.stands[1].len() > after.stands[0].len()+after.stands[1].len()
	want := before.quiet + 1
	if step.Kind == kindPass {
		want = before.quiet // the throw forced it
	}
	if cast || entered || captured {
		want = 0
	}
	if after.quiet != want || after.quiet > quietTurns {
		return "quiet is counted wrongly"
	}
	return ""
}

// lawSeen: the memory holds the position, and all of it after what cannot be
// taken back; a pass, which nobody chose, leaves it as it was.
func lawSeen(before State, step rules.Step, after State) string {
	if step.Kind == kindPass {
		if after.seen != before.seen || after.why == byRepetition || after.why == byQuiet {
			return "a pass was counted"
		}
		return ""
	}
	if after.phase != over && after.seen.find(after.fingerprint(after.turn)) == int(after.seen.n) {
		return "the position is not remembered"
	}
	plain := step.Kind == kindMove
	if plain == (after.seen.n == 1 && before.seen.n > 0) && before.seen.n > 1 {
		return "the memory was kept or forgotten wrongly"
	}
	return ""
}

// lawActs: canAct knows without listing whether anything is listed.
func lawActs(_ State, _ rules.Step, after State) string {
	if after.phase != inTurn {
		return ""
	}
	legal := after.Legal(nil)
	if after.canAct() != (len(legal) > 0 && legal[0].Kind != kindPass) {
		return "canAct disagrees with Legal"
	}
	return ""
}

// TestCanActWithOneThing asks canAct where a kind of action is all there is.
func TestCanActWithOneThing(t *testing.T) {
	given := map[string]any{"magic": true, "die": true}
	for _, c := range []struct {
		men, tiles, active, prefix string
		thrown                     int
	}{
		{"wW b3, bW c10", "teleport", "imprison black wW", "teleport", 5},
		{"wW b3, bW c10, bP2 c11", "swap", "imprison black wW", "swap", 5},
		{"wW b3, bW c10", "revive", "imprison black wW", "revive", 5},
		{"wW b3, bW c10, bP1 c3", "ghost", "imprison black wW", "ghost", 5},
		{"wW b3, bW c10, bP1 c3", "lightning", "imprison black wW", "lightning", 5},
		{"wW b3, bW c10", "selfdestruct", "imprison black wW", "selfdestruct", 5},
		{"wW b3, bW c10", "heal", "imprison black wW", "heal", 5},
		{"wW b3, bW c10", "imprison", "imprison black wW", "imprison", 5},
		{"wW b3, bW c10", "block", "imprison black wW", "block", 5},
		{"wW b3, bW c10", "barrier", "imprison black wW", "barrier", 5},
		{"wW b3, bW c10", "weaken", "imprison black wW", "weaken", 5},
		{"wW b3, bW c10", "strengthen", "imprison black wW", "strengthen", 5},
		{"wW b3, bW c10", "", "imprison white wW", "cancel", 5},
		{"wW b3, wD c4, bW c5", "", "imprison black wD", "fire", 4},
		{"wW b3, bW c10", "", "imprison black wW", "pass", 5},
		{"wW b3, bW c10", "swap ghost", "imprison white bW", "pass", 4},
	} {
		u := setup{men: c.men, given: given, thrown: c.thrown, white: c.tiles, active: c.active}
		s := u.state(t).(State)
		legal := legalTexts(s, "")
		if !slices.Equal(legal, legalTexts(s, c.prefix)) || len(legal) == 0 || s.canAct() != (c.prefix != "pass") {
			t.Errorf("%s: legal are %q, canAct is %t", c.prefix, legal, s.canAct())
		}
	}
}

func TestAllocations(t *testing.T) {
	for _, given := range optionSets {
		s := begin(t, given)
		legal := s.Legal(nil)
		buffer, fx := slices.Clone(legal), make([]rules.Effect, 0, 64)
		if n := testing.AllocsPerRun(100, func() { buffer = s.Legal(buffer[:0]) }); n != 0 {
			t.Errorf("%v: Legal allocates %v times", given, n)
		}
		for _, step := range legal[:min(len(legal), 400)] {
			if n := testing.AllocsPerRun(2, func() { _, fx, _ = s.Apply(step, fx[:0]) }); n > 1 {
				t.Fatalf("%v: Apply of %s allocates %v times", given, s.Text(step), n)
			}
			if n := testing.AllocsPerRun(2, func() { s.Hands(step) }); n > 0 {
				t.Fatalf("%v: Hands of %s allocates %v times", given, s.Text(step), n)
			}
		}
	}
}

// TestStateIsSmall holds the position to the allocator's class of 1408 bytes.
func TestStateIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(State{}); size > 1408 {
		t.Errorf("a position has %d bytes", size)
	}
}
