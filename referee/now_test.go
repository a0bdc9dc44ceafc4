package referee_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// toldTo is what viewer is told to do in a position, in English.
func toldTo(t *testing.T, s rules.State, viewer rules.Seat) string {
	t.Helper()
	m := referee.Now(s, viewer, s.View(viewer).ToAct, true)
	for _, lang := range messages.Languages() {
		if said := messages.In(lang, m); said == "" || strings.ContainsAny(said, "{}@") {
			t.Errorf("%s: %v is said as %q", lang, m, said)
		}
	}
	return messages.Text(m)
}

// Each phase of each game tells each viewer what to do.
func TestEveryPhaseTellsEachViewerWhatToDo(t *testing.T) {
	magic := map[string]any{"magic": true, "die": true}
	for _, c := range []struct {
		game             string
		options          map[string]any
		actions          string
		one, other, seen string // what the first seat, the second and the table are told
	}{
		{"rolechess", nil, "", "White: roll for who begins. Tap a lit piece or press Confirm", "White: roll for who begins. Tap a lit piece or press Confirm", "White: roll for who begins. Tap a lit piece or press Confirm"},
		{"rolechess", nil, "die 6; die 1", "Your turn: move a piece", "White's turn: move a piece", "White's turn: move a piece"},
		{"rolechess", nil, "die 6; die 1; b1-c3; f7-e5; c3-d5", "Your turn: attack with d5, or end the turn", "White's turn: attack with d5, or end the turn", "White's turn: attack with d5, or end the turn"},
		{"rolechess", nil, "die 6; die 1; b1-c3; f7-e5; c3-d5; d5*f6", "White: roll for Knight on d5. Tap a lit piece or press Confirm", "White: roll for Knight on d5. Tap a lit piece or press Confirm", "White: roll for Knight on d5. Tap a lit piece or press Confirm"},
		{"rolechess", nil, "die 6; die 1; b1-c3; f7-e5; c3-d5; d5*f6; die 6; die 1", "Your turn: move the attacker onto f6, or stay",
			"White's turn: move the attacker onto f6, or stay", "White's turn: move the attacker onto f6, or stay"},
		{"camelot", nil, "", "Your turn: move a piece", "White's turn: move a piece", "White's turn: move a piece"},
		{"kaleidochess", nil, "", "Your turn: move a piece", "White's turn: move a piece", "White's turn: move a piece"},
		{"kaleidochess", map[string]any{"magic": true}, "", "Your turn: move a piece, or cast a spell", "White's turn: move a piece, or cast a spell", "White's turn: move a piece, or cast a spell"},
		{"kaleidochess", magic, "", "White: roll the die. Tap a lit piece or press Confirm", "White: roll the die. Tap a lit piece or press Confirm", "White: roll the die. Tap a lit piece or press Confirm"},
		{"dungeonchess", nil, "", "Cards are being dealt", "Cards are being dealt", "Cards are being dealt"},
		{"dungeonchess", nil, "deal south 1 2; deal north 3 4", "Both players, in secret: keep one of two secret cards", "Both players, in secret: keep one of two secret cards", "Both players, in secret: keep one of two secret cards"},
		{"dungeonchess", nil, "deal south 1 2; deal north 3 4; keep 1; keep 3", "Your turn: move a piece", "South's turn: move a piece", "South's turn: move a piece"},
		{"chessbattle", nil, "", "Your turn: pitch the first camp: tap a square", "White's turn: pitch the first camp: tap a square", "White's turn: pitch the first camp: tap a square"},
		{"chessbattle", nil, "camp a1", "Your turn: pitch the second camp: tap a square", "White's turn: pitch the second camp: tap a square", "White's turn: pitch the second camp: tap a square"},
		{"chessbattle", nil, "camp a1; camp b1; camp a16; camp b16", "Your turn: choose a file for a bridge", "White's turn: choose a file for a bridge", "White's turn: choose a file for a bridge"},
		{"chessbattle", nil, "camp a1; camp b1; camp a16; camp b16; bridge a; bridge b", "Both players, in secret: lay cards to spy, or finish", "Both players, in secret: lay cards to spy, or finish", "Both players, in secret: lay cards to spy, or finish"},
	} {
		g, err := rules.Find(catalog.Games(), c.game)
		if err != nil {
			t.Fatal(err)
		}
		s := after(t, g, c.options, c.actions)
		seats := s.Seated().All()
		for viewer, want := range map[rules.Seat]string{seats[0]: c.one, seats[1]: c.other, rules.Table: c.seen} {
			if got := toldTo(t, s, viewer); got != want {
				t.Errorf("%s after %q: viewer %d is told %q, want %q", c.game, c.actions, viewer, got, want)
			}
		}
	}
}

// after is the position after actions, parted by "; ".
func after(t *testing.T, g *rules.Game, options map[string]any, actions string) rules.State {
	t.Helper()
	return goesOn(t, start(t, g, options), actions)
}

// goesOn is the position after actions, parted by "; ".
func goesOn(t *testing.T, s rules.State, actions string) rules.State {
	t.Helper()
	for _, text := range strings.Split(actions, "; ") {
		if text == "" {
			break
		}
		step, err := s.Parse(text)
		if err == nil {
			s, _, err = s.Apply(step, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// In random games of all five nobody is ever left without an instruction, or with
// one that does not say what can be done.
func TestWhole_NobodyIsLeftWithoutAnInstruction(t *testing.T) {
	instructs(t, 2)
}

func TestLongNobodyIsLeftWithoutAnInstruction(t *testing.T) { instructs(t, 16) }

func instructs(t *testing.T, games int) {
	said := map[string]bool{}
	for _, g := range catalog.Games() {
		for _, given := range g.Variants() {
			for seed := range uint64(games) {
				instructsIn(t, g, given, seed, said)
			}
		}
	}
	for _, key := range []string{"@now.rolechess.advance", "@now.camelot.capture", "@now.kaleidochess.both", "@now.dungeonchess.keep", "@now.chessbattle.deployed", "@now.chessbattle.battle"} {
		if !said[key] {
			t.Errorf("nobody was told %s; told were %v", key, slices.Sorted(maps.Keys(said)))
		}
	}
}

func instructsIn(t *testing.T, g *rules.Game, options map[string]any, seed uint64, said map[string]bool) {
	random := rand.New(rand.NewPCG(seed, 7))
	s, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	for range 400 {
		legal := s.Legal(nil)
		if len(legal) == 0 {
			return
		}
		eachIsTold(t, s, said)
		if s, _, err = s.Apply(legal[random.IntN(len(legal))], nil); err != nil {
			t.Fatal(err)
		}
	}
}

// A wrong act by hand is answered with its true reason.
func TestAWrongActByHandIsAnsweredWithItsReason(t *testing.T) {
	for _, c := range []struct{ name, script, says string }{
		{"too far", "-b1 +b5", "Knight on b1 cannot reach b5. Put it back"},
		{"blocked", "-c1 +a3", "Adjutant on c1 cannot reach a3: the way is blocked. Put it back"},
		{"not its turn", "-a6 +a5", "It is White's turn. Put it back"},
		{"a knock on an own piece", "-b1 -d2 +d2", "d2 holds your own piece"},
		{"a knock out of reach", "-b1 -d6 +d6", "Knight on b1 cannot reach d6"},
		{"a knock that attacks", "-b1 +c3 ~ -f7 +e5 ~ -c3 +d5 ~ -d5 -f6 +f6", "Attack on f6 from d5. To roll, put the piece from d5 on the white light, f7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				r := playing(t)
				defer r.stop()
				r.hands(c.script + " ~ ~")
				if got := r.table().Message.Text; got != c.says {
					t.Errorf("it says %q, want %q", got, c.says)
				}
			})
		})
	}
}
