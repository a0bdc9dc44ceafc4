package kaleidochess

import (
	"testing"

	"reeve/rules"
)

// row is one action of White with magic: whether it is legal, and what is there
// afterwards ("" is not asked for, "-" is nothing).
type row struct {
	says   string
	men    string
	active string
	action string
	ok     bool
	after  string
	left   string // active afterwards
}

// try runs rows with the given tiles of White's.
func try(t *testing.T, white string, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.says, func(t *testing.T) {
			t.Helper()
			u := setup{men: r.men, active: r.active, given: magic, white: white}
			s := u.state(t)
			can(t, s, r.action, r.ok)
			if !r.ok || t.Failed() {
				return
			}
			next := do(t, s, r.action)
			if got := men(next); r.after != "" && got != r.after {
				t.Errorf("%s: pieces %q, want %q", r.action, got, r.after)
			}
			if got := active(next); r.left != "" && got != r.left && (got != "" || r.left != "-") {
				t.Errorf("%s: active %q, want %q", r.action, got, r.left)
			}
		})
	}
}

func TestRule11_Teleport(t *testing.T) {
	const base = "bH1 d7, bP1 d10, bW b12, wP1 c8, wW b3"
	try(t, "teleport", []row{
		{says: "own", men: base, action: "teleport c8>d4", ok: true, after: "bH1 d7, bP1 d10, bW b12, wP1 d4, wW b3"},
		{says: "enemy", men: base, action: "teleport d10>d4", ok: true, after: "bH1 d7, bP1 d4, bW b12, wP1 c8, wW b3"},
		{says: "enemy takes enemy", men: base, action: "teleport d10>b12", ok: true, after: "bH1 d7, bP1 b12, wP1 c8, wW b3"},
		{says: "enemy takes own", men: base, action: "teleport d10>c8", ok: true, after: "bH1 d7, bP1 c8, bW b12, wW b3"},
		{says: "own takes own Wizard", men: base, action: "teleport c8>b3", ok: true, after: "bH1 d7, bP1 d10, bW b12, wP1 b3"},
		{says: "the Wizard itself", men: base, action: "teleport b3>c8", ok: true, after: "bH1 d7, bP1 d10, bW b12, wW c8"},
		{says: "not to a castle", men: base, action: "teleport c8>o"},
		{says: "not from a castle", men: "bW b12, wP1 o, wW b3", action: "teleport o>c3"},
		{says: "no enemy out of a town", men: base, action: "teleport d7>c3"},
		{says: "own out of a town", men: "bW b12, wP1 d7, wW b3", action: "teleport d7>c3", ok: true},
		{says: "into an empty town", men: base, action: "teleport c8>d8", ok: true},
		{says: "enemy into an empty town", men: base, action: "teleport d10>d8", ok: true},
		{says: "nobody in a town is captured", men: base, action: "teleport c8>d7"},
		{says: "nor an own piece there", men: "bW b12, wP1 d7, wP2 c3, wW b3", action: "teleport c3>d7"},
		{says: "nobody imprisoned goes", men: base, active: "imprison black wP1", action: "teleport c8>d4"},
		{says: "onto an imprisoned piece", men: base, active: "imprison black wP1", action: "teleport d10>c8", ok: true, left: "-"},
		{says: "not onto a block", men: base, active: "block black c3", action: "teleport c8>c3"},
		{says: "formulas go along", men: base, active: "weaken black wP1", action: "teleport c8>d4", ok: true, left: "weaken black wP1"},
		{says: "a captured piece's formulas end", men: base, active: "weaken black wP1", action: "teleport d10>c8", ok: true, left: "-"},
		{says: "somewhere else", men: base, action: "teleport c8>c8"},
		{says: "nobody there", men: base, action: "teleport c9>c10"},
	})
}

func TestRule11_Swap(t *testing.T) {
	const base = "bH1 d7, bP1 d10, bW b12, wP1 c8, wT1 d8, wW b3"
	try(t, "swap", []row{
		{says: "own and enemy", men: base, action: "swap c8,d10", ok: true, after: "bH1 d7, bP1 c8, bW b12, wP1 d10, wT1 d8, wW b3"},
		{says: "two enemies", men: base, action: "swap b12,d10", ok: true, after: "bH1 d7, bP1 b12, bW d10, wP1 c8, wT1 d8, wW b3"},
		{says: "own in a town, enemy into it", men: base, action: "swap d10,d8", ok: true, after: "bH1 d7, bP1 d8, bW b12, wP1 c8, wT1 d10, wW b3"},
		{says: "no enemy out of a town", men: base, action: "swap c8,d7"},
		{says: "two like pieces (rule 15)", men: "bW b12, wP1 c8, wP2 c9, wW b3", action: "swap c8,c9", ok: true, after: "bW b12, wP1 c9, wP2 c8, wW b3"},
		{says: "nobody in a castle", men: "bW b12, wP1 o, wP2 c9, wW b3", action: "swap c9,o"},
		{says: "nobody imprisoned", men: base, active: "imprison black bP1", action: "swap c8,d10"},
		{says: "formulas go along", men: base, active: "strengthen black bP1", action: "swap c8,d10", ok: true, left: "strengthen black bP1"},
		{says: "two pieces", men: base, action: "swap c8,c9"},
	})
}

func TestRule11_Revive(t *testing.T) {
	const base = "bP1 d10, bW b12, wP1 c3, wW b3"
	try(t, "revive", []row{
		{says: "one flying step away", men: base, action: "revive wV1@c4", ok: true, after: "bP1 d10, bW b12, wP1 c3, wV1 c4, wW b3"},
		{says: "into a town", men: base, action: "revive wD@a3", ok: true},
		{says: "not two steps", men: base, action: "revive wV1@c5"},
		{says: "only onto an empty field", men: base, action: "revive wV1@c3"},
		{says: "only what is captured", men: base, action: "revive wP1@c4"},
		{says: "own pieces only", men: base, action: "revive bV1@c4"},
		{says: "not onto a block", men: base, active: "block black c4", action: "revive wV1@c4"},
		{says: "not onto a castle", men: "bW b12, wW d1", action: "revive wV1@e1"},
		{says: "over a barred line", men: base, active: "barrier black b4|c4", action: "revive wV1@c4", ok: true},
	})
}

func TestRule11_Revive_FreeOfFormulas(t *testing.T) {
	u := setup{men: "bT1 c5, bW b12, wP1 c3, wW b3", active: "weaken black wP1", turn: "black", given: magic, white: "revive"}
	s := do(t, u.state(t), "c5xc3", "revive wP1@c4")
	if men(s) != "bT1 c3, bW b12, wP1 c4, wW b3" || active(s) != "" {
		t.Errorf("pieces %q, active %q", men(s), active(s))
	}
}

func TestRule11_Ghost(t *testing.T) {
	const base = "bP1 c4, bT1 c5, bW b12, wP1 c2, wW b3"
	try(t, "ghost", []row{
		{says: "two walking steps", men: base, action: "ghost c4", ok: true, after: "bT1 c5, bW b12, wP1 c2, wW b3"},
		{says: "own piece", men: base, action: "ghost c2", ok: true, after: "bP1 c4, bT1 c5, bW b12, wW b3"},
		{says: "not three", men: base, action: "ghost c5"},
		{says: "not the Wizard", men: base, action: "ghost b3"},
		{says: "not in a town", men: "bP1 a2, bW b12, wW b3", action: "ghost a2"},
		{says: "not in a castle", men: "bP1 o, bW b12, wW a2", action: "ghost o"},
		{says: "nobody there", men: base, action: "ghost c3"},
		{says: "a strengthened piece", men: base, active: "strengthen black bP1", action: "ghost c4", ok: true, left: "-"},
		{says: "an imprisoned piece", men: base, active: "imprison black bP1", action: "ghost c4", ok: true, left: "-"},
		{says: "past block and barrier", men: base, active: "block black c3, barrier black b2|c2", action: "ghost c4", ok: true},
	})
}

func TestRule11_Lightning(t *testing.T) {
	const base = "bP1 d5, bP2 d6, bT1 e5, bW b12, wP1 c2, wW b3"
	try(t, "lightning", []row{
		{says: "two flying steps", men: base, action: "lightning d5", ok: true, after: "bP2 d6, bT1 e5, bW b12, wP1 c2, wW b3"},
		{says: "three, over a piece", men: base, action: "lightning e5", ok: true},
		{says: "own piece", men: base, action: "lightning c2", ok: true},
		{says: "not four", men: "bP1 e10, bW b12, wW b3", action: "lightning e10"},
		{says: "not in a town", men: base, action: "lightning d6"},
		{says: "not in a castle", men: "bP1 o, bW b12, wW b3", action: "lightning o"},
		{says: "the Wizard's own field", men: base, action: "lightning b3", ok: true, after: "bP1 d5, bP2 d6, bT1 e5, bW b12, wP1 c2"},
		{says: "not a Wizard's town", men: "bW b12, wW a2", action: "lightning a2"},
		{says: "nobody there", men: base, action: "lightning c3"},
		{says: "a strengthened piece is not captured", men: base, active: "strengthen black bP1", action: "lightning d5"},
		{says: "but weakened", men: base, active: "strengthen black bP1", action: "lightning d5/strengthen", ok: true, after: base, left: "-"},
		{says: "an imprisoned piece is not captured", men: base, active: "imprison black bP1", action: "lightning d5"},
		{says: "but freed", men: base, active: "imprison black bP1", action: "lightning d5/imprison", ok: true, after: base, left: "-"},
		{says: "one of two, this", men: base, active: "imprison black bP1, strengthen black bP1", action: "lightning d5/imprison", ok: true, left: "strengthen black bP1"},
		{says: "one of two, that", men: base, active: "imprison black bP1, strengthen black bP1", action: "lightning d5/strengthen", ok: true, left: "imprison black bP1"},
		{says: "a weakened piece", men: base, active: "weaken black bP1", action: "lightning d5", ok: true, left: "-"},
		{says: "no Strengthen there", men: base, action: "lightning d5/strengthen"},
		{says: "no Imprison there", men: base, action: "lightning d5/imprison"},
		{says: "a barrier, its inner field", men: base, active: "barrier black c3|d5", action: "lightning c3/barrier:L4", ok: true, left: "-"},
		{says: "a barrier, nobody is hurt", men: base, active: "barrier black c3|d5", action: "lightning d5/barrier:L4", ok: true, after: base, left: "-"},
		{says: "the piece, the barrier stays", men: base, active: "barrier black c3|d5", action: "lightning d5", ok: true, left: "barrier black c3|d5"},
		{says: "no barrier on that line", men: base, active: "barrier black c3|d5", action: "lightning c3/barrier:L3"},
		{says: "not a barrier's town", men: base, active: "barrier black c4|d6", action: "lightning d6/barrier:L4"},
		{says: "over block and barrier", men: base, active: "block black c3, barrier black b3|c3", action: "lightning e5", ok: true},
	})
}

func TestRule11_Selfdestruct(t *testing.T) {
	try(t, "selfdestruct", []row{
		{
			says: "two flying steps", men: "bP1 d5, bP2 d6, bP3 a2, bP4 e5, bW b12, wP1 c2, wP2 o, wW b3", action: "selfdestruct", ok: true,
			after: "bP2 d6, bP3 a2, bP4 e5, bW b12, wP2 o",
		},
		{says: "even in a castle", men: "bP1 b2, bW c12, wP1 c2, wW o", action: "selfdestruct", ok: true, after: "bW c12, wP1 c2"},
		{says: "blocks near", men: "bW b12, wP1 c9, wW b3", active: "block black d5", action: "selfdestruct", ok: true, left: "-"},
		{says: "blocks far stay", men: "bW b12, wP1 c9, wW b3", active: "block black e5", action: "selfdestruct", ok: true, left: "block black e5"},
		{says: "a barrier, either field", men: "bW b12, wP1 c9, wW b3", active: "barrier black d5|e5", action: "selfdestruct", ok: true, left: "-"},
		{says: "a barrier, by its town", men: "bW b12, wP1 c9, wW c3", active: "barrier black c4|d7", action: "selfdestruct", ok: true, left: "-"},
		{says: "a barrier far", men: "bW b12, wP1 c9, wW b3", active: "barrier black d10|e10", action: "selfdestruct", ok: true, left: "barrier black d10|e10"},
		{says: "tiles in towns stay", men: "bP1 a2, bW b12, wP1 c9, wW b3", active: "weaken black bP1", action: "selfdestruct", ok: true, left: "weaken black bP1"},
		{says: "the enemy's Wizard and all of its formulas", men: "bP1 d19, bW c3, wP1 c9, wW b3", active: "weaken black wP1", action: "selfdestruct", ok: true, left: "-"},
		{says: "an imprisoned piece too", men: "bP1 c3, bP2 e9, bW b12, wP1 c9, wW b3", active: "imprison black bP1", action: "selfdestruct", ok: true, after: "bP2 e9, bW b12, wP1 c9", left: "-"},
	})
}

func TestRule11_Heal(t *testing.T) {
	const base = "bP1 d10, bW b12, wP1 c8, wW b3"
	try(t, "heal", []row{
		{says: "Imprison", men: base, active: "imprison black wP1", action: "heal c8/imprison", ok: true, left: "-"},
		{says: "an enemy's", men: base, active: "imprison black bP1", action: "heal d10/imprison", ok: true, left: "-"},
		{says: "Weaken", men: base, active: "weaken black wP1", action: "heal c8/weaken", ok: true, left: "-"},
		{says: "Block", men: base, active: "block black d4", action: "heal d4/block", ok: true, left: "-"},
		{says: "not Strengthen", men: base, active: "strengthen black wP1", action: "heal c8/weaken"},
		{says: "one of two, this", men: base, active: "imprison black wP1, weaken black wP1", action: "heal c8/weaken", ok: true, left: "imprison black wP1"},
		{says: "one of two, that", men: base, active: "imprison black wP1, weaken black wP1", action: "heal c8/imprison", ok: true, left: "weaken black wP1"},
		{says: "not in a castle", men: "bW b12, wP1 o, wW b3", active: "weaken black wP1", action: "heal o/weaken"},
		{says: "own in a town", men: "bW b12, wP1 a5, wW b3", active: "weaken black wP1", action: "heal a5/weaken", ok: true, left: "-"},
		{says: "no enemy in a town", men: "bP1 a5, bW b12, wW b3", active: "weaken black bP1", action: "heal a5/weaken"},
		{says: "nothing there", men: base, action: "heal c8/imprison"},
	})
}

func TestRule11_Imprison(t *testing.T) {
	const base = "bP1 d10, bP2 a5, bW b12, wP1 c8, wW b3"
	try(t, "imprison", []row{
		{says: "enemy", men: base, action: "imprison d10", ok: true, left: "imprison white bP1"},
		{says: "own Wizard", men: base, action: "imprison b3", ok: true, left: "imprison white wW"},
		{says: "not in a town", men: base, action: "imprison a5"},
		{says: "not own in a town", men: "bW b12, wP1 a5, wW b3", action: "imprison a5"},
		{says: "not in a castle", men: "bP1 o, bW b12, wW b3", action: "imprison o"},
		{says: "not twice", men: base, active: "imprison black bP1", action: "imprison d10"},
		{says: "nobody there", men: base, action: "imprison d4"},
	})
	u := setup{men: "bP1 c3, bW b12, wD c4, wP1 c8, wW b3", given: magic, white: "ghost", active: "imprison white wW, imprison black wD"}
	s := u.state(t)
	wantLegal(t, s, "c4", "")
	wantLegal(t, s, "b3", "")
	can(t, s, "fire c3", true)  // an imprisoned Dragon may breathe
	can(t, s, "ghost c3", true) // an imprisoned Wizard may cast
}

func TestRule11_Block(t *testing.T) {
	const base = "bP1 d10, bW b12, wD c4, wL1 c8, wW b3"
	try(t, "block", []row{
		{says: "an empty field", men: base, action: "block d4", ok: true, left: "block white d4"},
		{says: "no town", men: base, action: "block a5"},
		{says: "no castle", men: base, action: "block o"},
		{says: "nobody there", men: base, action: "block d10"},
		{says: "not twice", men: base, active: "block black d4", action: "block d4"},
		{says: "nobody enters", men: base, active: "block black c9", action: "c8-c9"},
		{says: "nobody passes walking", men: base, active: "block black c9", action: "c8-c11"},
		{says: "the way round", men: base, active: "block black c9", action: "c8-b9", ok: true},
	})
	u := setup{
		men:   "bP1 c9, bW b12, wD e13, wP1 e14, wP2 d12, wP3 d13, wP4 d14",
		given: map[string]any{"magic": true, "fly_over_pieces": true}, active: "block black e11",
	}
	s := u.state(t)
	can(t, s, "e13-e12", true)
	can(t, s, "e13-e10", false) // fliers do not pass a block either
}

func TestRule11_Barrier(t *testing.T) {
	const base = "bP1 d10, bW b12, wD c4, wH1 c8, wR1 c11, wW b3"
	try(t, "barrier", []row{
		{says: "between plain fields", men: base, action: "barrier b3|c3", ok: true, left: "barrier white b3|c3"},
		{says: "a town and a plain field", men: base, action: "barrier a1|b1", ok: true},
		{says: "not two towns", men: base, action: "barrier d2|e2"},
		{says: "not at a castle", men: base, action: "barrier a1|o"},
		{says: "not at a castle outside", men: base, action: "barrier d1|e1"},
		{says: "circles only", men: base, action: "barrier b3|b4"},
		{says: "not at a crossing of lines", men: base, action: "barrier b3|c4"},
		{says: "not on a barred line", men: base, active: "barrier black b9|c9", action: "barrier b3|c3"},
		{says: "on another line", men: base, active: "barrier black b9|c9", action: "barrier c3|d5", ok: true, left: "barrier white c3|d5, barrier black b9|c9"},
		{says: "walkers never cross", men: base, active: "barrier black b1|c1", action: "c8-b8"},
		{says: "walkers cross elsewhere", men: base, active: "barrier black b1|c1", action: "c8-d12", ok: true},
		{says: "fliers with the first step", men: base, active: "barrier black b1|c1", action: "c11-b11", ok: true},
		{says: "and on from there", men: base, active: "barrier black b1|c1", action: "c11-b9", ok: true},
		{says: "not with a later step", men: base, active: "barrier black b1|c1", action: "c11-b14"},
		{says: "the Wizard over one in its first step", men: base, active: "barrier black c1|d1", action: "b3-d5"},
		{says: "the Wizard across the line it stands at", men: base, active: "barrier black b1|c1", action: "b3-d5", ok: true},
	})
	wantLegal(t, begin(t, magic), "barrier a", // all of L2
		"1|b1 1|b16 2|b2 2|b3 3|b4 3|b5 4|b6 4|b7 5|b8 5|b9 6|b10 6|b11 7|b12 7|b13 8|b14 8|b15")
}

func TestRule11_Weaken(t *testing.T) {
	const base = "bP1 d10, bP2 a5, bW b12, wD c4, wH1 c8, wW b3"
	try(t, "weaken", []row{
		{says: "a piece", men: base, action: "weaken d10", ok: true, left: "weaken white bP1"},
		{says: "a Wizard too", men: base, action: "weaken b12", ok: true, left: "weaken white bW"},
		{says: "not in a town", men: base, action: "weaken a5"},
		{says: "not own in a town", men: "bW b12, wP1 a5, wW b3", action: "weaken a5"},
		{says: "not in a castle", men: "bP1 o, bW b12, wW b3", action: "weaken o"},
		{says: "not twice", men: base, active: "weaken black bP1", action: "weaken d10"},
	})
	u := setup{men: base, given: magic, active: "weaken white wW, weaken black wH1"}
	s := u.state(t)
	wantLegal(t, s, "c8-", "c6 c7 c9 c10")
	wantLegal(t, s, "b3-", "b2 b1 b16 b4 b5 b6")
	u = setup{men: "bP1 d10, bW b12, wH1 o, wP1 c3", given: magic, active: "weaken black wH1"}
	can(t, u.state(t), "o-a1", true) // rule 10: in a castle it rests
}

func TestRule11_Strengthen(t *testing.T) {
	const base = "bP1 d10, bP2 a5, bW b12, wP1 c3, wP2 a1, wW e3"
	try(t, "strengthen", []row{
		{says: "a piece", men: base, action: "strengthen d10", ok: true, left: "strengthen white bP1"},
		{says: "own in a town", men: base, action: "strengthen a1", ok: true, left: "strengthen white wP2"},
		{says: "no enemy in a town", men: base, action: "strengthen a5"},
		{says: "not in a castle", men: "bW b12, wP1 o, wW b3", action: "strengthen o"},
		{says: "not twice", men: base, active: "strengthen black wP1", action: "strengthen c3"},
	})
	const far = "bP1 d10, bW b12, wH1 c8, wW e3"
	plain := setup{men: far, given: magic}.state(t)
	can(t, plain, "c8-e12", false) // two lines
	can(t, plain, "e3-b2", true)   // a Wizard crosses three
	can(t, plain, "e3-a2", false)
	strong := setup{men: far, given: magic, active: "strengthen white wH1, strengthen black wW"}.state(t)
	can(t, strong, "c8-e12", true)
	can(t, strong, "e3-a2", true) // a strengthened one flies 4 and crosses 4
	can(t, strong, "e3-o", false)
}

// TestTilesAreUsedOnce holds for every formula: after its cast the tile is gone.
func TestRule9_EveryTileIsUsedOnce(t *testing.T) {
	u := setup{men: "bP1 c4, bT1 d5, bW b12, wD c2, wH1 c8, wW b3", given: magic, white: "all", active: "weaken black wH1"}
	for f := range formulaCount {
		s := u.state(t)
		casts := legalTexts(s, formulaNames[f])
		if len(casts) == 0 {
			t.Fatalf("%s: nothing to cast it at", formulaNames[f])
		}
		next := do(t, s, casts[0]).(State)
		if next.tiles[White]>>f&1 != 0 {
			t.Errorf("%s: the tile is still there", casts[0])
		}
		again := next
		again.turn, again.phase, again.why, again.winners = White, inTurn, goesOn, 0
		if casts := legalTexts(again, formulaNames[f]); len(casts) > 0 {
			t.Errorf("%s can be cast again: %s", formulaNames[f], casts[0])
		}
		if got, ok := next.View(rules.Full).State.(stateDoc); !ok || len(got.Tiles.White) > int(formulaCount)-1 {
			t.Errorf("%s: tiles are %v", casts[0], got.Tiles)
		}
	}
}
