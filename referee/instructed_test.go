package referee_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/lessons"
	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// seldom are positions that neither lessons nor few random games come to.
var seldom = []struct {
	game string
	at   rules.Sketch
	then string
	told string
}{
	{"dungeonchess", rules.Sketch{
		Options: map[string]any{"players": 3}, Phase: "turn", ToAct: "south",
		Pieces: map[string]string{"sG": "d0", "sL1": "a1", "wM": "a2", "nC1": "c1", "nC2": "e1", "nM": "h8"},
		State: map[string]any{"repeats": map[string]any{"south": map[string]any{"id": "sL1", "between": []string{"a1", "b1"}, "n": 3}}, "kept": map[string]any{"south": 5, "west": 6, "north": 7}, "chests": map[string]any{"south": 2, "west": 2, "north": 2},
			"held": map[string]any{"south": []string{"nG", "nL1", "nL2"}, "west": []string{"sC1", "sC2", "sL2", "sM"}, "north": []string{"wC1", "wC2", "wG", "wL1", "wL2"}}},
	}, "", "Your turn: there is no move: pay a ransom, or pass"},
	{"chessbattle", rules.Sketch{
		Options: map[string]any{"time": "clocks"}, Phase: "battle", ToAct: "white",
		Pieces: map[string]string{"wC1": "a1", "wC2": "h1", "bC1": "a16", "bC2": "h16", "wK": "e7", "bK": "f11", "wL1": "levy d7", "bL1": "levy d10", "bL2": "levy e9"},
		State:  map[string]any{"bridges": []string{"d", "e"}, "command_left": 4, "king_points": map[string]any{"white": 4, "black": 1}},
	}, "time white 1", "Your turn: the other player's time is up: remove pieces (1 left)"},
	{"chessbattle", rules.Sketch{
		Phase: "battle", ToAct: "white",
		Pieces: map[string]string{"wC1": "a1", "wC2": "h1", "bC1": "a16", "bC2": "h16", "wK": "d7", "bK": "e15", "bL1": "levy e6"},
		State: map[string]any{"bridges": []string{"b"}, "command_left": 4, "king_points": map[string]any{"white": 4, "black": 1}, "cards": map[string]any{"white": []string{"5d"}, "black": []string{"5s"}},
			"spent": map[string]any{"white": strings.Fields("2d 2h 3d 3h 4d 4h 5h 6d 6h 7d 7h 8d 8h 9d 9h 10d 10h"), "black": strings.Fields("2c 2s 3c 3s 4c 4s 5c 6c 6s 7c 7s 8c 8s 9c 9s 10c 10s")}},
	}, "d7*e6; special none", "Your turn: you are attacked on e6 (Levy): you may add a Special Card"},
	{"kaleidochess", rules.Sketch{Phase: "turn", ToAct: "white", Pieces: map[string]string{"wR1": "o", "wR2": "e7", "wP1": "e2", "bT1": "e9", "bP1": "e15"}}, "e2-e1", "Your turn: take a piece in a castle, or White wins"},
	{"rolechess", rules.Sketch{Phase: "turn", ToAct: "white", Pieces: map[string]string{"wE": "a1", "bE": "g7", "bL1": "a2", "bL2": "b1", "bL3": "b2"}}, "", "Your turn: attack: no piece can move"},
	{"rolechess", rules.Sketch{Options: map[string]any{"pass": "always"}, Phase: "turn", ToAct: "white", Pieces: map[string]string{"wE": "a1", "bE": "g7", "bL1": "a2", "bL2": "b1", "bL3": "b2"}}, "", "Your turn: attack, or pass: no piece can move"},
	{"chessbattle", rules.Sketch{Phase: "battle", ToAct: "white", Pieces: map[string]string{"wC1": "a2", "wC2": "b1", "bC1": "a16", "bC2": "h16", "wK": "a1", "wL1": "levy b2", "bL1": "levy e10"},
		State: map[string]any{"bridges": []string{"d", "e"}, "command_left": 1, "used": []string{"wL1"}, "king_points": map[string]any{"white": 2, "black": 1}}}, "", "Your turn: no piece can do anything: end the turn"},
	{"chessbattle", rules.Sketch{Phase: "camps", ToAct: "white"}, spied, "Both players, in secret: no card is left to lay: finish"},
	{"chessbattle", rules.Sketch{Phase: "camps", ToAct: "white"}, spied + "; done white; done black; army", "Your turn: no card pays for anything: go on without"},
	{"camelot", rules.Sketch{Phase: "turn", ToAct: "white", Pieces: map[string]string{"wM1": "F3", "wM2": "B4", "bM1": "F2", "bM2": "K12", "bM3": "A9"}}, "F3xF1; K12-K11", "Your turn: the piece on F1 must leave the castle"},
}

// spied is that White has laid all cards to spy.
const spied = "camp a1; camp b1; camp a16; camp b16; bridge a; bridge b; spy 2d; spy 2h; spy 3d; spy 3h; spy 4d; spy 4h; spy 5d; spy 5h; spy 6d; spy 6h; spy 7d; spy 7h; spy 8d; spy 8h; spy 9d; spy 9h; spy 10d; spy 10h"

// Every instruction that there is is given to somebody, and to each viewer as it is meant: in the positions of
// all lessons and what may follow them, in random games, and in some that neither come to.
func TestWhole_EveryInstructionIsGivenToEachViewer(t *testing.T) {
	said, random := map[string]bool{}, rand.New(rand.NewPCG(1, 22))
	for _, c := range seldom {
		g, _ := rules.Find(catalog.Games(), c.game)
		s, err := g.Compose(c.at)
		if err != nil {
			t.Errorf("%s: %v", c.game, err)
			continue
		}
		for _, action := range strings.Split(c.then, "; ") {
			eachIsTold(t, s, said)
			s = goesOn(t, s, action)
		}
		seat, _ := s.ToAct().Only()
		if got := toldTo(t, s, seat); got != c.told {
			t.Errorf("%s: who is to act is told %q, want %q", c.game, got, c.told)
		}
		wandersOn(t, s, random, said)
	}
	for _, g := range catalog.Games() {
		course, err := lessons.For(g)
		if err != nil {
			t.Fatal(err)
		}
		var begins []rules.State
		for _, given := range g.Variants() {
			begins = append(begins, start(t, g, given))
		}
		if g.Name == "kaleidochess" {
			begins = append(begins, start(t, g, map[string]any{"magic": true, "die": true}))
		}
		for _, l := range course.Lessons {
			begins = append(begins, l.Start().State)
		}
		for _, s := range begins {
			wandersOn(t, s, random, said)
		}
	}
	var english map[string]any
	if err := json.Unmarshal(messages.File(messages.English), &english); err != nil {
		t.Fatal(err)
	}
	for key := range english {
		if strings.HasPrefix(key, "now.") && !said["@"+key] {
			t.Errorf("nobody was told %s; told were %v", key, slices.Sorted(maps.Keys(said)))
		}
	}
}

func start(t *testing.T, g *rules.Game, options map[string]any) rules.State {
	t.Helper()
	s, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wandersOn goes through positions that may follow one.
func wandersOn(t *testing.T, s rules.State, random *rand.Rand, said map[string]bool) {
	t.Helper()
	for range 60 {
		eachIsTold(t, s, said)
		legal := s.Legal(nil)
		if len(legal) == 0 {
			return
		}
		var err error
		if s, _, err = s.Apply(legal[random.IntN(len(legal))], nil); err != nil {
			t.Fatal(err)
		}
	}
}

// eachIsTold fails unless each viewer of a position that is not over is told what is to be done, as its own doing if it may act.
func eachIsTold(t *testing.T, s rules.State, said map[string]bool) {
	t.Helper()
	if _, over := s.Result(); over {
		return
	}
	offersWhatCanBeDone(t, s)
	for _, viewer := range append(s.Seated().All(), rules.Table) {
		toldTo(t, s, viewer)
		m := referee.Now(s, viewer, s.View(viewer).ToAct, true)
		what := m.Args["what"]
		if m.Key != "turn.done" && (!strings.HasPrefix(what, "@now.") || !messages.Has(what[1:])) {
			t.Fatalf("%s, %s: viewer %d is told %v", s.Game().Name, s.Phase(), viewer, m)
		}
		if acts := s.ToAct().Has(viewer); acts != (m.Key == "turn.you" || (m.Key == "turn.all" || m.Key == "turn.both") && viewer != rules.Table) {
			t.Fatalf("%s, %s: viewer %d is told %v, may act: %t", s.Game().Name, s.Phase(), viewer, m, acts)
		}
		if _, taken := s.Now(viewer).Args["seat"]; taken {
			t.Fatalf("%s, %s: %v fills the gap that says whose turn it is", s.Game().Name, s.Phase(), s.Now(viewer))
		}
		said[what] = true
	}
}
