package kaleidochess

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"reeve/board"
	"reeve/rules"
)

func TestRule1_BoardHas89FieldsCastlesAndTowns(t *testing.T) {
	top := begin(t, nil).Topology()
	marks := map[string]int{}
	for f := range top.Len() {
		for _, m := range top.Place(board.Square(f)).Marks {
			marks[m]++
		}
	}
	if top.Len() != 89 || marks["castle"] != 5 || marks["town"] != 28 {
		t.Errorf("%d fields with %v", top.Len(), marks)
	}
	for _, name := range []string{"o", "e1", "e7", "e13", "e19"} {
		f, ok := top.Square(name)
		if !ok || !slices.Contains(top.Place(f).Marks, "castle") {
			t.Errorf("%s is no castle", name)
		}
	}
	// White sits in the South, the numbers run clockwise: e7 lies in the West.
	south, _ := top.Square("e1")
	west, _ := top.Square("e7")
	middle, _ := top.Square("o")
	if top.Place(south).Y >= top.Place(middle).Y || top.Place(west).X >= top.Place(middle).X {
		t.Error("the board is drawn the wrong way round")
	}
}

func TestRule2_WalkersSharedSidesFliersCornersToo(t *testing.T) {
	for _, c := range []struct{ men, prefix, want string }{
		{"wP1 c3, bP1 e13", "c3", "-b3 -c2 -c4 -d4 -d5"},
		{"wV1 c3, bP1 e13", "c3", "-b2 -b3 -b4 -c2 -c4 -d4 -d5 -d6"},
		{"wH1 c3, bP1 e13", "c3", "-b2 -b3 -b4 -c1 -c2 -c4 -c5 -d3 -d4 -d5 -d6 -d7"},
		{"wE1 d5, bP1 e13", "d5", "-c2 -c3 -c4 -c5 -d3 -d4 -d6 -d7 -e3 -e4 -e5 -e6 -e7"},
	} {
		wantLegal(t, setup{men: c.men}.state(t), c.prefix, c.want)
	}
	// Along a ring with all else barred, the reach is what the table says.
	for letter, reach := range map[string]int{"D": 4, "R1": 3, "E1": 2, "V1": 1, "L1": 4, "T1": 3, "H1": 2, "P1": 1, "W": 3} {
		u := setup{men: "w" + letter + " c3, bP1 e13, bW e15", given: magic, active: "weaken black w" + letter}
		if got := len(legalTexts(u.state(t), "c3")); got != 2*reach {
			t.Errorf("%s reaches %d fields of its ring, want %d", letter, got, 2*reach)
		}
	}
}

func TestRule3_AMoveIsAChain(t *testing.T) {
	s := setup{men: "wL1 c8, wP1 c9, wP2 c7, bP1 b8, bP2 e13, bP3 b9"}.state(t)
	can(t, s, "c8xb8", true)   // the end may be an enemy
	can(t, s, "c8-c9", false)  // not an own piece
	can(t, s, "c8xb9", false)  // nobody is passed: b8 is occupied
	can(t, s, "c8-d14", true)  // it may turn
	can(t, s, "c8-e13", false) // the sign of a capture is x, and two lines are too many
	can(t, s, "c8-c8", false)  // somewhere else
	crossing := setup{men: "wR1 c8, wW b3, bP1 e14"}.state(t)
	can(t, crossing, "c8-a5", false) // two lines
	can(t, crossing, "c8-b10", true)
	can(t, crossing, "b3-e5", true) // a Wizard's three
	can(t, crossing, "b3-d5", true)
	next := do(t, s, "c8xb8")
	if got := men(next); got != "bP2 e13, bP3 b9, wL1 b8, wP1 c9, wP2 c7" {
		t.Errorf("pieces are %s", got)
	}
}

func TestRule3_FlyOverPieces(t *testing.T) {
	u := setup{men: "wD e1, wL1 e5, wP1 e2, wP2 e24, wP3 d1, wP4 d2, wV1 d24, wT1 e4, wT2 d4, wH1 d5, wH2 d6, wR1 e6, wR2 c3, bP1 e13"}
	s := u.state(t)
	can(t, s, "e1-e3", false)
	u.given = map[string]any{"fly_over_pieces": true}
	s = u.state(t)
	can(t, s, "e1-e3", true)  // over e2 or d2
	can(t, s, "e1-e2", false) // never onto an own piece
	can(t, s, "e5-e3", false) // walkers do not fly
}

func TestRule4_CastlesAndTownsAreEnteredLikeAnyField(t *testing.T) {
	s := setup{men: "wP1 a1, bP1 o, bP2 e13"}.state(t)
	can(t, s, "a1xo", true)
	can(t, s, "a1-a2", true)
	if begin(t, nil).ToAct() != rules.SeatsOf(White) {
		t.Error("White does not begin")
	}
	wantLegal(t, setup{men: "wP1 o, bP1 e13"}.state(t), "o", "-a1 -a2 -a3 -a4 -a5 -a6 -a7 -a8")
}

const threeCastles = "wR1 o, wR2 e7, wP1 e2, bT1 e9, bP1 e15"

func TestRule5_HoldWinsWhenOwnTurnComesAgain(t *testing.T) {
	s := do(t, setup{men: threeCastles}.state(t), "e2-e1")
	wantEnd(t, s, "")
	if now := s.Now(Black); now.Key != "now.kaleidochess.threat" || now.Args["winner"] != "@seat.white" {
		t.Errorf("Black is told %v, and not what White is about to win by", now)
	}
	wantEnd(t, do(t, s, "e15-e16"), "castles", White)
	wantEnd(t, do(t, s, "e9xe7"), "") // they no longer do
}

func TestRule5_WithoutHoldCastlesWinAtOnce(t *testing.T) {
	given := map[string]any{"hold": false}
	s := setup{men: threeCastles, given: given}.state(t)
	wantEnd(t, do(t, s, "e2-e1"), "castles", White)
	wantEnd(t, do(t, s, "e2-e3"), "")
}

func TestRule5_CastlesToWin(t *testing.T) {
	for n, why := range map[int]string{3: "castles", 4: ""} {
		given := map[string]any{"hold": false, "castles_to_win": n}
		s := do(t, setup{men: threeCastles, given: given}.state(t), "e2-e1")
		if r, _ := s.Result(); r.Why != why {
			t.Errorf("three castles of %d: why %q", n, r.Why)
		}
	}
	four := setup{men: threeCastles + ", wE1 e18", given: map[string]any{"castles_to_win": 4}}.state(t)
	s := do(t, four, "e2-e1", "e15-e16", "e18-e19")
	wantEnd(t, s, "")
	wantEnd(t, do(t, s, "e16-e15"), "castles", White)
}

func TestRule5_HoldWinsBeforeTheThrow(t *testing.T) {
	given := map[string]any{"die": true}
	s := setup{men: threeCastles, given: given, thrown: 1}.state(t)
	wantEnd(t, do(t, s, "e2-e1", "die 1", "e15-e16"), "castles", White)
}

func TestRule5_PiecesAndTheirOrderAfterCastles(t *testing.T) {
	wantEnd(t, do(t, setup{men: "wP1 c3, bP1 c4"}.state(t), "c3xc4"), "pieces", White)
	given := map[string]any{"hold": false}
	wantEnd(t, do(t, setup{men: "wR1 o, wR2 e7, wP1 e2, bP1 e1", given: given}.state(t), "e2xe1"), "castles", White)
	both := setup{men: "wW b3, bP1 c3", given: magic, white: "selfdestruct"}.state(t)
	wantEnd(t, do(t, both, "selfdestruct"), "pieces")
	alone := setup{men: "wW b3, bP1 e13", given: magic, white: "selfdestruct"}.state(t)
	wantEnd(t, do(t, alone, "selfdestruct"), "pieces", Black)
}

func TestRule5_NoLegalActionLosesWithoutTheDie(t *testing.T) {
	u := setup{men: "wW b3, bP1 c10", given: magic, white: "imprison"}
	wantEnd(t, do(t, u.state(t), "imprison c10"), "moves", White)
	u.given, u.thrown = map[string]any{"magic": true, "die": true}, 5
	s := do(t, u.state(t), "imprison c10", "die 3")
	wantEnd(t, s, "")
	wantLegal(t, s, "", "pass")
}

func TestRule5_TheThirdOccurrenceIsADraw(t *testing.T) {
	round := []string{"e5-e6", "e17-e18", "e6-e5", "e18-e17"}
	s := do(t, begin(t, nil), append(round, round[:3]...)...)
	wantEnd(t, s, "")
	wantEnd(t, do(t, s, "e18-e17"), "repetition")
	// An entry into a castle can be taken back, so it does not break a repetition.
	castle := []string{"a1-o", "e9-e10", "o-a1", "e10-e9"}
	s = do(t, setup{men: "wP1 a1, bP1 e9"}.state(t), append(castle, castle[:3]...)...)
	wantEnd(t, s, "")
	wantEnd(t, do(t, s, "e10-e9"), "repetition")
	// The same place with the other side to move is another position.
	s = do(t, setup{men: "wT1 e4, bT1 e10"}.state(t), "e4-e5", "e10-e11", "e5-e6", "e11-e10", "e6-e4", "e10-e11", "e4-e5", "e11-e10", "e5-e4", "e10-e11")
	wantEnd(t, s, "")
}

func TestRule5_ACaptureBeginsTheCountOfPositionsAnew(t *testing.T) {
	s := do(t, setup{men: "wP1 e4, wH1 c3, bP1 e10, bP2 c4"}.state(t),
		"e4-e5", "e10-e11", "e5-e4", "e11-e10", "c3xc4", "e10-e11", "c4-c3", "e11-e10")
	if d := s.View(rules.Full).State.(stateDoc); len(d.Seen) != 4 {
		t.Errorf("seen has %d positions, want 4", len(d.Seen))
	}
}

func TestRule5_QuietTurnsAreADraw(t *testing.T) {
	u := setup{men: "wP1 a1, wP2 e4, wW b5, bP1 a2, bP2 e10", quiet: 199, given: magic, white: "block"}
	wantEnd(t, do(t, u.state(t), "e4-e5"), "quiet")
	for _, action := range []string{"a1xa2", "a1-o", "block c3"} {
		s := do(t, u.state(t), action)
		wantEnd(t, s, "")
		if q := s.View(rules.Full).State.(stateDoc).Quiet; q != 0 {
			t.Errorf("%s: quiet is %d", action, q)
		}
	}
	u = setup{men: "wP1 e4, wD c4, bP2 e10, bW e9, wW b5", quiet: 198, given: magic, active: "block white d10, barrier black b3|c3"}
	wantEnd(t, do(t, u.state(t), "cancel block"), "")
	wantEnd(t, do(t, u.state(t), "cancel block", "e10-e11"), "quiet") // neither cancelling nor
	wantEnd(t, do(t, u.state(t), "fire c3", "e10-e11"), "quiet")      // fire at tiles alone is a cast
}

// lonely are a Wizard and a Roc a side, which most throws let do nothing.
const lonely = "wW a1, wR1 c3, bW a5, bR1 c9"

func TestRule5_APassThatTheThrowForcesRepeatsNothing(t *testing.T) {
	s := setup{men: lonely, given: map[string]any{"die": true}}.state(t)
	s = do(t, s, "die 5", "a1-a2", "die 5", "a5-a6")
	for range 10 { // nobody chose any of this
		s = do(t, s, "die 2", "pass", "die 1", "pass")
		wantEnd(t, s, "")
	}
	d := s.View(rules.Full).State.(stateDoc)
	if len(d.Seen) != 3 || d.Quiet != 2 {
		t.Errorf("seen are %d positions, quiet is %d; want 3 and 2", len(d.Seen), d.Quiet)
	}
	text, _ := json.Marshal(s.View(rules.Full))
	if back, err := readText(string(text)); err != nil || back != s {
		t.Errorf("after the passes it reads back otherwise: %v", err)
	}
	once := do(t, s, "die 2", "pass") // the other side to throw: never chosen
	text, _ = json.Marshal(once.View(rules.Full))
	if back, err := readText(string(text)); err != nil || back != once {
		t.Errorf("after one pass it reads back otherwise: %v", err)
	}
}

func TestRule5_ChosenActionsRepeatWithTheDieToo(t *testing.T) {
	s := setup{men: lonely, given: map[string]any{"die": true}}.state(t)
	round := []string{"die 5", "a1-a2", "die 5", "a5-a6", "die 2", "pass", "die 2", "pass", "die 5", "a2-a1", "die 5", "a6-a5"}
	s = do(t, s, append(round, round[:len(round)-1]...)...)
	wantEnd(t, s, "")
	wantEnd(t, do(t, s, "a6-a5"), "repetition")
}

func TestRule5_ForcedPassesAreNoQuietTurns(t *testing.T) {
	s := setup{men: lonely, given: map[string]any{"die": true}, quiet: 199}.state(t)
	s = do(t, s, "die 2", "pass", "die 1", "pass")
	wantEnd(t, s, "")
	wantEnd(t, do(t, s, "die 5", "a1-a2"), "quiet")
}

func TestRule5_ByAgreement(t *testing.T) {
	s := begin(t, nil)
	next, _, err := s.Apply(rules.Draw(), nil)
	if err != nil {
		t.Fatal(err)
	}
	wantEnd(t, next, "agreed")
	next, _, err = s.Apply(rules.Resign(White), nil)
	if err != nil {
		t.Fatal(err)
	}
	wantEnd(t, next, "resigned", Black)
}

func TestRule6_TheDieSaysWhoMoves(t *testing.T) {
	const letters = "WDREVLTHP"
	const men = "wW b3, wD c5, wR1 c8, wE1 c11, wV1 c14, wL1 d3, wT1 d10, wH1 d16, wP1 d22, bP1 e13"
	for n, want := range []string{1: "VP", 2: "EH", 3: "RT", 4: "DL", 5: "W", 6: letters} {
		if n == 0 {
			continue
		}
		s := setup{men: men, given: map[string]any{"die": true}}.state(t)
		if ask := s.Ask(); ask.Faces != 6 || ask.For != White {
			t.Fatalf("it asks for %+v", ask)
		}
		s = do(t, s, fmt.Sprintf("die %d", n))
		for _, man := range strings.Split(men, ", ")[:9] {
			id, field, _ := strings.Cut(man, " ")
			moves := len(legalTexts(s, field+"-")) > 0
			if moves != strings.Contains(want, id[1:2]) {
				t.Errorf("throw %d: %s moves: %t", n, id, moves)
			}
		}
	}
	wantLegal(t, begin(t, map[string]any{"die": true}), "die ", "1 2 3 4 5 6")
	wantLegal(t, begin(t, nil), "die", "")
}

func TestRule6_PassOnlyWhenNothingElseIsLegal(t *testing.T) {
	u := setup{men: "wW b3, bP1 c10", given: map[string]any{"die": true}, thrown: 1}
	s := u.state(t)
	wantLegal(t, s, "", "pass")
	next := do(t, s, "pass")
	if next.Phase() != "die" || next.Ask().For != Black {
		t.Errorf("after pass it is phase %s", next.Phase())
	}
	u.thrown = 5
	can(t, u.state(t), "pass", false)
	can(t, begin(t, nil), "pass", false)
}

func TestRule7_TwoPlayers(t *testing.T) {
	if s := begin(t, nil); s.Seated() != rules.SeatsOf(White, Black) || len(Game.Seats) != 2 {
		t.Error("there are not two seats")
	}
}

func TestRule8_ATurnIsAMoveACastACancellationOrFire(t *testing.T) {
	u := setup{men: "wW b3, wD c4, bP1 c3, bW e9", given: magic, white: "ghost", active: "barrier white d10|e10"}
	for _, action := range []string{"b3-b4", "ghost c3", "cancel barrier", "fire c3"} {
		s := do(t, u.state(t), action)
		if s.ToAct() != rules.SeatsOf(Black) {
			t.Errorf("after %s it is not Black's turn", action)
		}
	}
	s := do(t, u.state(t), "cancel barrier")
	if active(s) != "" || tiles(s, White) != "ghost" {
		t.Errorf("after cancel: active %q, tiles %q", active(s), tiles(s, White))
	}
	can(t, u.state(t), "cancel block", false)
	u.turn, u.black = "black", "ghost"
	can(t, u.state(t), "cancel barrier", false) // own ones only
	can(t, begin(t, nil), "selfdestruct", false)
	can(t, setup{men: "wD c4, bP1 c3"}.state(t), "fire c3", false)
}

func TestRule8_CancellingWithTheDieNeeds5Or6(t *testing.T) {
	for n := 1; n <= 6; n++ {
		u := setup{men: "wW b3, bP1 c3, bW e9", given: map[string]any{"magic": true, "die": true}, thrown: n, active: "barrier white d10|e10"}
		can(t, u.state(t), "cancel barrier", n >= 5)
	}
}

func TestRule9_ALostWizardEndsItsFormulasAndTiles(t *testing.T) {
	u := setup{
		men: "wW b3, wP1 c8, bT1 b5, bW e9, bP1 c10", turn: "black", given: magic, white: "ghost heal",
		active: "imprison white bP1, block white d4, weaken black wP1",
	}
	s := do(t, u.state(t), "b5xb3")
	if active(s) != "weaken black wP1" || tiles(s, White) != "" {
		t.Errorf("active %q, tiles %q", active(s), tiles(s, White))
	}
	wantLegal(t, s, "ghost", "")
	wantLegal(t, s, "heal", "")
	can(t, s, "c8-b8", false) // Weaken of a Wizard that lives still holds
}

func TestRule10_CastlesAndEnemyTownsAreSafe(t *testing.T) {
	u := setup{men: "wW b3, wP1 e1, wP2 a1, bP1 o, bP2 a3, bW e9", given: magic, white: "all", black: "all"}
	s := u.state(t)
	for _, text := range legalTexts(s, "") {
		word, rest, _ := strings.Cut(text, " ")
		if _, cast := formulaNamed(word); !cast || word == "barrier" || word == "revive" || word == "selfdestruct" {
			continue
		}
		for i, field := range strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(",>/", r) }) {
			onto := word == "teleport" && i == 1
			if field == "e1" || field == "o" || field == "a3" || field == "a1" && onto {
				t.Errorf("%s touches a piece that is safe", text)
			}
		}
	}
}

// No piece is ever affected by any magic while it stands in a castle; of Weaken
// the source says that of towns, too.
func TestRule10_LastingFormulasRestOnAPieceThatStandsSafe(t *testing.T) {
	for _, c := range []struct {
		formula, in string // the horse's field
		rests       bool
	}{
		{"weaken", "o", true}, {"weaken", "e1", true}, {"weaken", "a1", true}, {"weaken", "d1", true}, {"weaken", "c3", false},
		{"strengthen", "o", true}, {"strengthen", "e1", true}, {"strengthen", "a1", false}, {"strengthen", "d1", false}, {"strengthen", "c3", false},
		{"imprison", "o", true}, {"imprison", "e7", true}, {"imprison", "c3", false},
	} {
		for _, by := range seatNames {
			men := "wW b9, bW c10, bP1 e16, wH1 " + c.in
			with := setup{men: men, given: magic, active: c.formula + " " + by + " wH1"}.state(t)
			free := setup{men: men, given: magic}.state(t)
			same := slices.Equal(legalTexts(with, c.in), legalTexts(free, c.in))
			if same != c.rests {
				t.Errorf("%s of %s on %s: the horse moves as without it: %t, want %t", c.formula, by, c.in, same, c.rests)
			}
			if got := active(with); got != c.formula+" "+by+" wH1" {
				t.Errorf("the tile is gone: %q", got)
			}
		}
	}
}

func TestRule10_ARestingFormulaActsAgainOutside(t *testing.T) {
	u := setup{men: "wW b9, wH1 o, bP1 e16, bW c10", given: magic, active: "weaken black wH1"}
	s := u.state(t)
	can(t, s, "o-b2", false) // two lines
	s = do(t, s, "o-a1", "e16-e15")
	can(t, s, "a1-b1", true) // a town is safe, too
	s = do(t, s, "a1-b1", "e15-e14")
	wantLegal(t, s, "b1-", "b15 b16 b2 b3")
	strong := setup{men: "wW b9, wH1 o, bP1 e16, bW c10", given: magic, active: "strengthen white wH1"}.state(t)
	can(t, strong, "o-b1", false)
	strong = do(t, strong, "o-a1", "e16-e15")
	can(t, strong, "a1-c1", true)
	back := do(t, strong, "a1-o", "e15-e14")
	can(t, back, "o-b1", false)
	captive := setup{men: "wW b9, wH1 o, bP1 e16, bW c10", given: magic, active: "imprison black wH1"}.state(t)
	captive = do(t, captive, "o-a1", "e16-e15")
	wantLegal(t, captive, "a1", "")
	wizard := setup{men: "wW e1, bP1 e16, bW c10", given: magic, active: "strengthen white wW"}.state(t)
	can(t, wizard, "e1-a1", false) // four lines are a strengthened Wizard's
	can(t, wizard, "e1-b1", true)
}

func TestRule10_ARestingTileIsStillThere(t *testing.T) {
	try(t, "heal", []row{
		{says: "Heal ends a resting Weaken of an own piece in a town", men: "bW b12, wW b3, wP1 a1", active: "weaken black wP1", action: "heal a1/weaken", ok: true, left: "-"},
		{says: "in a castle it does not", men: "bW b12, wW b3, wP1 o", active: "weaken black wP1", action: "heal o/weaken"},
		{says: "it can be cancelled", men: "bW b12, wW b3, wP1 o", active: "strengthen white wP1", action: "cancel strengthen", ok: true, left: "-"},
		{says: "fire burns it, and the piece survives (Decision)", men: "bP1 e1, bW b12, wD d1, wW b5", active: "strengthen black bP1", action: "fire e1", ok: true, after: "bP1 e1, bW b12, wD d1, wW b5", left: "-"},
	})
}

func TestRule12_Fire(t *testing.T) {
	const base = "bP1 c5, bP2 d6, bW b12, wD c4, wP1 d5, wW b5"
	try(t, "", []row{
		{says: "an enemy", men: base, action: "fire c5", ok: true, after: "bP2 d6, bW b12, wD c4, wP1 d5, wW b5"},
		{says: "in a town", men: base, action: "fire d6", ok: true, after: "bP1 c5, bW b12, wD c4, wP1 d5, wW b5"},
		{says: "in a castle", men: "bP1 e1, bW b12, wD d1, wW b5", action: "fire e1", ok: true},
		{says: "an own piece", men: base, action: "fire d5", ok: true},
		{says: "the own Wizard", men: base, active: "weaken white bP1", action: "fire b5", ok: true, left: "-"},
		{says: "not two steps", men: "bP1 c6, bW b12, wD c4, wW b5", action: "fire c6"},
		{says: "never a Dragon", men: "bD c5, bW b12, wD c4, wW b5", action: "fire c5"},
		{says: "nor one at a barrier's spot", men: "bD c5, bW b12, wD c4, wW b5", active: "barrier black b5|c5", action: "fire c5"},
		{says: "not itself", men: base, action: "fire c4"},
		{says: "nothing to burn", men: base, action: "fire c3"},
		{says: "Imprison is burnt, the piece survives", men: base, active: "imprison black bP1", action: "fire c5", ok: true, after: base, left: "-"},
		{says: "Strengthen too", men: base, active: "strengthen black bP1", action: "fire c5", ok: true, after: base, left: "-"},
		{says: "both at once", men: base, active: "imprison white bP1, strengthen black bP1", action: "fire c5", ok: true, after: base, left: "-"},
		{says: "these kinds only", men: base, active: "imprison black bP1, weaken black bP1", action: "fire c5", ok: true, after: base, left: "weaken black bP1"},
		{says: "Weaken saves nobody", men: base, active: "weaken black bP1", action: "fire c5", ok: true, left: "-"},
		{says: "a barrier, nobody is hurt", men: base, active: "barrier black b5|c5", action: "fire c5", ok: true, after: base, left: "-"},
		{says: "two barriers", men: base, active: "barrier white c5|d7, barrier black b5|c5", action: "fire c5", ok: true, after: base, left: "-"},
		{says: "a barrier with nobody there", men: base, active: "barrier black b3|c3", action: "fire c3", ok: true, left: "-"},
		{says: "a barrier by its town", men: "bP1 c9, bW b12, wD c4, wW b5", active: "barrier black c4|d7", action: "fire d7", ok: true, left: "-"},
		{says: "no Block", men: base, active: "block black c3", action: "fire c3"},
	})
	// Any number of times, and without a Wizard.
	s := do(t, setup{men: "bP1 c5, bP2 e9, wD c4, wP1 d5", given: magic}.state(t), "fire d5", "e9-e10", "fire c5")
	if men(s) != "bP2 e10, wD c4" {
		t.Errorf("pieces are %s", men(s))
	}
}

func TestRule13_MagicNeeds5Or6AndFire4Or6(t *testing.T) {
	for n := 1; n <= 6; n++ {
		u := setup{men: "wW b3, wD c4, bP1 c3, bW e9", given: map[string]any{"magic": true, "die": true}, thrown: n, white: "ghost"}
		s := u.state(t)
		can(t, s, "ghost c3", n >= 5)
		can(t, s, "fire c3", n == 4 || n == 6)
	}
}

func TestRule14_DistancesAreCountedOnTheEmptyBoard(t *testing.T) {
	u := setup{
		men:   "wW b3, wP1 b2, wP2 b4, wV1 c2, wV2 c3, wR1 c4, bP1 d5, bW e9",
		given: magic, white: "revive ghost lightning selfdestruct", active: "barrier black b1|c1",
	}
	s := u.state(t)
	can(t, s, "ghost d5", true) // b3-c3-d5, past a piece and a barred line
	can(t, s, "lightning d5", true)
	can(t, s, "revive wD@a3", true)
	if got := men(do(t, s, "selfdestruct")); got != "bW e9" {
		t.Errorf("pieces are %s", got)
	}
}

func TestRule15_WeakenTakesTheCrossingsOfAStrengthenedWizard(t *testing.T) {
	u := setup{men: "wW c8, bP1 e13, bW e9", given: magic, active: "strengthen white wW, weaken black wW"}
	wantLegal(t, u.state(t), "c8-", "c4 c5 c6 c7 c9 c10 c11 c12")
	both := setup{men: "wH1 c8, wW b3, bP1 e13, bW e9", given: magic, active: "strengthen white wH1, weaken black wH1"}
	wantLegal(t, both.state(t), "c8-", "c6 c7 c9 c10")
}

// With a handicap a side begins with so many pieces, the first of the table; those left out never stand on the board,
// in documents neither, and nothing revives them. A position keeps its handicap as text (rule 16).
func TestRule16_FewerPiecesBegin(t *testing.T) {
	full := begin(t, nil)
	for n, without := range map[int]string{
		18: "", 17: "bP4", 14: "bP1 bP2 bP3 bP4", 13: "bH2 bP1 bP2 bP3 bP4",
		6: "bV1 bV2 bL1 bL2 bT1 bT2 bH1 bH2 bP1 bP2 bP3 bP4",
	} {
		s := begin(t, map[string]any{"pieces_black": n, "magic": true})
		if got := strings.Count(men(s), ", "); got != 17+n {
			t.Errorf("%d pieces: %d stand on the board", n, got+1)
		}
		for _, man := range strings.Split(men(full), ", ") {
			id, _, _ := strings.Cut(man, " ")
			if left := slices.Contains(strings.Fields(without), id); left == strings.Contains(men(s), man) {
				t.Errorf("%d pieces: %s is left out: %t", n, id, left)
			}
		}
		text, _ := json.Marshal(s.View(rules.Full))
		if again, err := rules.ReadPosition([]*rules.Game{Game}, text); err != nil || again != s {
			t.Errorf("%d pieces: read back it is another position: %v", n, err)
		}
	}
	u := setup{men: "wW b3, bW c10", white: "revive", given: map[string]any{"magic": true, "pieces_white": 8}}
	for id, back := range map[string]bool{"wD": true, "wR2": true, "wV2": true, "wL1": false, "wP4": false} {
		can(t, u.state(t), "revive "+id+"@b2", back)
	}
	u.men = "wW b3, wL1 c5, bW c10"
	if _, err := rules.ReadPosition([]*rules.Game{Game}, u.text()); !errors.Is(err, rules.ErrPosition) {
		t.Errorf("a piece that was left out is taken: %v", err)
	}
	whole := setup{men: "wW b3, wD b4, wR1 c5, wR2 c6, wE1 c7, wE2 c8, bW c10", white: "revive", given: map[string]any{"magic": true, "pieces_white": 6}}
	wantLegal(t, whole.state(t), "revive", "")
	for _, bad := range []int{0, 5, 19} {
		if _, err := Game.Start(map[string]any{"pieces_white": bad}); !errors.Is(err, rules.ErrOption) {
			t.Errorf("a handicap of %d pieces is taken: %v", bad, err)
		}
	}
}
