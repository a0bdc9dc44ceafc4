package dungeonchess

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

// setup is a position of the phase turn, made from its text form. What is not
// said is as usual: two players, South to act, two chests each, and who is not
// on the board is held by the next player clockwise.
type setup struct {
	players  int
	act      string
	at       string            // "sM c3, wL1 d4"
	held     map[string]string // holders by id
	chests   map[string]int
	kept     map[string]int
	repeats  map[string]runDoc
	ransomed bool
	resigned []string
	given    map[string]any // options but the players
}

var playing = map[int][]string{
	2: {"south", "north"}, 3: {"south", "west", "north"}, 4: {"south", "west", "north", "east"},
}

func (c setup) text(t testing.TB) string {
	t.Helper()
	c.players = max(c.players, 2)
	v := rules.View{Game: "dungeonchess", Options: map[string]any{"players": c.players}, Phase: "turn", ToAct: rules.ActorNames{"south"}}
	maps.Copy(v.Options, c.given)
	if c.act != "" {
		v.ToAct[0] = c.act
	}
	doc := stateDoc{Chests: c.chests, Held: map[string][]string{}, Kept: c.kept, Repeats: c.repeats, Ransomed: c.ransomed, Resigned: c.resigned}
	if c.chests == nil {
		doc.Chests = map[string]int{}
	}
	if c.kept == nil {
		doc.Kept = map[string]int{}
	}
	stands := map[string]string{}
	for _, entry := range strings.Split(c.at, ",") {
		id, at, _ := strings.Cut(strings.TrimSpace(entry), " ")
		stands[id] = at
	}
	names := playing[c.players]
	for i, name := range names {
		if c.chests == nil {
			doc.Chests[name] = 2
		}
		if c.kept == nil {
			doc.Kept[name] = 5 + i
		}
		for _, m := range table.men {
			id := name[:1] + m.name
			p := rules.Piece{ID: id, Kind: kindNames[m.kind], Owner: name}
			if at, ok := stands[id]; ok {
				p.At = &at
				delete(stands, id)
			} else {
				holder := names[(i+1)%len(names)]
				if other, said := c.held[id]; said {
					holder = other
				}
				doc.Held[holder] = append(doc.Held[holder], id)
			}
			v.Pieces = append(v.Pieces, p)
		}
	}
	if len(stands) > 0 {
		t.Fatalf("no such characters: %v", stands)
	}
	v.State = doc
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (c setup) state(t testing.TB) rules.State {
	t.Helper()
	s, err := rules.ReadPosition(games, []byte(c.text(t)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// made is a last move, made n times running.
func made(id, a, b string, n int) runDoc { return runDoc{ID: id, Between: []string{a, b}, N: n} }

// opening returns the starting position of so many players.
func opening(t testing.TB, players int) rules.State {
	t.Helper()
	s, err := Game.Start(map[string]any{"players": players})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var deals = map[int]string{
	2: "deal south 1 2; deal north 3 4; keep 1; keep 3",
	3: "deal south 1 2; deal west 3 4; deal north 5 6; keep 1; keep 3; keep 5",
	4: "deal south 1 2; deal west 3 4; deal north 5 6; deal east 7 8; keep 1; keep 3; keep 5; keep 7",
}

// begun returns the starting position with the cards kept.
func begun(t testing.TB, players int) rules.State {
	return play(t, opening(t, players), deals[players])
}

// play applies actions given as text with semicolons between.
func play(t testing.TB, s rules.State, actions string) rules.State {
	t.Helper()
	for _, text := range strings.Split(actions, ";") {
		step, err := s.Parse(strings.TrimSpace(text))
		if err == nil {
			s, _, err = s.Apply(step, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// refuses checks that the action is not listed and that its refusal has the words.
func refuses(t testing.TB, s rules.State, action, words string) {
	t.Helper()
	step, err := s.Parse(action)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = s.Apply(step, nil); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%s: got %v, want %q", action, err, words)
	}
	if slices.Contains(legalTexts(s), action) {
		t.Errorf("%s is listed", action)
	}
}

// legalTexts returns the legal actions, sorted.
func legalTexts(s rules.State) []string {
	texts := []string{}
	for _, step := range s.Legal(nil) {
		texts = append(texts, s.Text(step))
	}
	slices.Sort(texts)
	return texts
}

// legalOf returns the legal actions that begin so, without that beginning, sorted.
func legalOf(s rules.State, beginning string) string {
	var rest []string
	for _, text := range legalTexts(s) {
		if after, ok := strings.CutPrefix(text, beginning); ok {
			rest = append(rest, after)
		}
	}
	return strings.Join(rest, " ")
}

func expectLegal(t testing.TB, s rules.State, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := legalTexts(s); !slices.Equal(got, want) {
		t.Errorf("legal are\n%q, want\n%q", got, want)
	}
}

// expect compares phase and who is to act.
func expect(t testing.TB, s rules.State, phase string, seats ...rules.Seat) {
	t.Helper()
	if s.Phase() != phase || s.ToAct() != rules.SeatsOf(seats...) {
		t.Errorf("phase %s, to act %v; want %s, %v", s.Phase(), s.ToAct().All(), phase, seats)
	}
}

// expectEnd compares how the game ended.
func expectEnd(t testing.TB, s rules.State, why string, winners ...rules.Seat) {
	t.Helper()
	r, over := s.Result()
	if !over || r.Why != why || r.Winners != rules.SeatsOf(winners...) {
		t.Errorf("over %t with %+v, want %s %v", over, r, why, winners)
	}
}

func expectScores(t testing.TB, s rules.State, want map[string]int) {
	t.Helper()
	if o := s.View(rules.Table).Outcome; o == nil || !maps.Equal(o.Scores, want) {
		t.Errorf("the outcome is %+v, want scores %v", o, want)
	}
}

// doc is the game's own part of the full position.
func doc(s rules.State) stateDoc { return s.View(rules.Full).State.(stateDoc) }

// where returns the square of the character, "" off the board.
func where(s rules.State, id string) string {
	for _, p := range s.View(rules.Table).Pieces {
		if p.ID == id && p.At != nil {
			return *p.At
		}
	}
	return ""
}

// enter puts a dungeon in force for the length of a test.
func enter(t testing.TB, text string) {
	t.Helper()
	t.Cleanup(func() { table = mustCompile(dungeonJSON) })
	if err := Load([]byte(text)); err != nil {
		t.Fatal(err)
	}
}
