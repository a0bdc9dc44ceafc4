package kaleidochess

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

// setup is a position as a test writes it.
type setup struct {
	men     string         // "wW b3, bP1 c4": the pieces on the board
	turn    string         // "white" if left out
	thrown  int            // with the die; 0: the throw is due
	given   map[string]any // options
	white   string         // tiles left, separated by spaces; "all"
	black   string
	active  string // "imprison white bP1, block black c3"
	quiet   int
	outcome *rules.Outcome
}

var magic = map[string]any{"magic": true}

// text returns the position as the interchange writes it.
func (u setup) text() []byte {
	at := map[string]string{}
	for _, man := range split(u.men, ", ") {
		id, field, _ := strings.Cut(man, " ")
		at[id] = field
	}
	var g *ground = grounds[0]
	v := rules.View{Game: "kaleidochess", Options: u.given, Phase: "turn", ToAct: rules.ActorNames{"white"}, Outcome: u.outcome}
	if u.given == nil {
		v.Options = map[string]any{}
	}
	for _, p := range g.sorted {
		doc := rules.Piece{ID: g.id[p], Kind: kinds[g.kind[p]].name, Owner: seatNames[p.owner()]}
		if f, ok := at[doc.ID]; ok {
			doc.At = &f
		}
		v.Pieces = append(v.Pieces, doc)
	}
	d := stateDoc{Tiles: tilesDoc{tilesOf(u.white), tilesOf(u.black)}, Active: []activeDoc{}, Quiet: u.quiet}
	for _, a := range split(u.active, ", ") {
		w := strings.Fields(a)
		d.Active = append(d.Active, activeDoc{Formula: w[0], Owner: w[1], On: w[2]})
	}
	if u.turn != "" {
		v.ToAct = rules.ActorNames{u.turn}
	}
	switch {
	case u.outcome != nil:
		v.Phase, v.ToAct = "over", nil
	case u.given["die"] == true && u.thrown == 0:
		v.Phase, d.Turn, v.ToAct = "die", &v.ToAct[0], rules.ActorNames{"chance"}
	case u.given["die"] == true:
		d.Thrown = &u.thrown
	}
	v.State = d
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func split(s, sep string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, sep)
}

func tilesOf(s string) []string {
	if s == "all" {
		return formulaNames[:]
	}
	return append([]string{}, strings.Fields(s)...)
}

func (u setup) state(t testing.TB) rules.State {
	t.Helper()
	s, err := rules.ReadPosition([]*rules.Game{Game}, u.text())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func begin(t testing.TB, given map[string]any) rules.State {
	t.Helper()
	s, err := Game.Start(given)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// do applies actions given as text.
func do(t testing.TB, s rules.State, actions ...string) rules.State {
	t.Helper()
	for _, text := range actions {
		step, err := s.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if s, _, err = s.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// legalTexts returns the legal actions that begin with prefix, sorted.
func legalTexts(s rules.State, prefix string) []string {
	texts := []string{}
	for _, step := range s.Legal(nil) {
		if text := s.Text(step); strings.HasPrefix(text, prefix) {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	return texts
}

// wantLegal asks for exactly the actions of want, separated by spaces with the
// prefix left out, among those that begin with prefix.
func wantLegal(t testing.TB, s rules.State, prefix, want string) {
	t.Helper()
	got := []string{}
	for _, text := range legalTexts(s, prefix) {
		got = append(got, strings.TrimPrefix(text, prefix))
	}
	wanted := strings.Fields(want)
	slices.Sort(wanted)
	if !slices.Equal(got, wanted) {
		t.Errorf("legal %q: got %q\nwant %q", prefix, got, wanted)
	}
}

// can asks whether an action is legal, by Legal and by Apply alike.
func can(t testing.TB, s rules.State, text string, want bool) {
	t.Helper()
	step, err := s.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = s.Apply(step, nil)
	if listed := slices.Contains(s.Legal(nil), step); listed != want || (err == nil) != want {
		t.Errorf("%s: listed %t, applied with %v; want %t", text, listed, err, want)
	}
}

// men returns the pieces on the board as setup writes them, sorted by id.
func men(s rules.State) string {
	var list []string
	for _, p := range s.View(rules.Full).Pieces {
		if p.At != nil {
			list = append(list, p.ID+" "+*p.At)
		}
	}
	return strings.Join(list, ", ")
}

// active returns the active formulas as setup writes them.
func active(s rules.State) string {
	var list []string
	for _, a := range s.View(rules.Full).State.(stateDoc).Active {
		list = append(list, a.Formula+" "+a.Owner+" "+a.On)
	}
	return strings.Join(list, ", ")
}

func tiles(s rules.State, seat rules.Seat) string {
	d := s.View(rules.Full).State.(stateDoc).Tiles
	return strings.Join([2][]string{d.White, d.Black}[seat], " ")
}

// wantEnd asks how the game ended; why "" that it goes on.
func wantEnd(t testing.TB, s rules.State, why string, winners ...rules.Seat) {
	t.Helper()
	r, over := s.Result()
	if over != (why != "") || r.Why != why || r.Winners != rules.SeatsOf(winners...) {
		t.Errorf("over %t with %+v, want %q for %v", over, r, why, winners)
	}
}
