package camelot

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

var games = []*rules.Game{Game}

// document makes the text of a position in phase turn from the pieces left,
// written "wK1 C6" with commas between.
func document(t testing.TB, toAct, left string, more ...func(*stateDoc)) []byte {
	t.Helper()
	v := rules.View{Game: "camelot", Options: map[string]any{}, Phase: "turn", ToAct: rules.ActorNames{toAct}}
	stands := map[string]string{}
	for entry := range strings.SplitSeq(left, ",") {
		fields := strings.Fields(entry)
		stands[fields[0]] = fields[1]
	}
	for p, id := range ids {
		doc := rules.Piece{ID: id, Kind: kindNames[piece(p).kind()], Owner: seatNames[piece(p).owner()]}
		if at, ok := stands[id]; ok {
			doc.At = &at
			delete(stands, id)
		}
		v.Pieces = append(v.Pieces, doc)
	}
	if len(stands) > 0 {
		t.Fatalf("no such pieces: %v", stands)
	}
	var doc stateDoc
	for _, f := range more {
		f(&doc)
	}
	v.State = doc
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// placed reads what document makes.
func placed(t testing.TB, toAct, left string, more ...func(*stateDoc)) rules.State {
	t.Helper()
	s, err := rules.ReadPosition(games, document(t, toAct, left, more...))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func leaving(square string) func(*stateDoc) { return func(d *stateDoc) { d.MustLeave = &square } }
func quiet(n int) func(*stateDoc)           { return func(d *stateDoc) { d.Quiet = n } }
func castleMoves(white, black int) func(*stateDoc) {
	return func(d *stateDoc) { d.CastleMoves = castleDoc{white, black} }
}

// play applies actions given as text with semicolons between.
func play(t testing.TB, s rules.State, actions string) rules.State {
	t.Helper()
	for text := range strings.SplitSeq(actions, ";") {
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

func begun() rules.State {
	s, _ := Game.Start(nil)
	return s
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

// expectLegal compares the legal actions, or with a prefix those that begin with it.
func expectLegal(t testing.TB, s rules.State, prefix string, want ...string) {
	t.Helper()
	got := slices.DeleteFunc(legalTexts(s), func(text string) bool { return !strings.HasPrefix(text, prefix) })
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("legal with %q are\n%q, want\n%q", prefix, got, want)
	}
}

// expectAllowed asks of each action whether it is legal, and that Apply agrees.
func expectAllowed(t testing.TB, s rules.State, want bool, actions ...string) {
	t.Helper()
	legal := legalTexts(s)
	for _, text := range actions {
		step, err := s.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if _, _, err := s.Apply(step, nil); (err == nil) != want || slices.Contains(legal, text) != want {
			t.Errorf("%s: applied with %v, listed %t, want %t", text, err, slices.Contains(legal, text), want)
		}
	}
}

// expectEnd compares how the game ended; no winner: a draw.
func expectEnd(t testing.TB, s rules.State, why string, winners ...rules.Seat) {
	t.Helper()
	r, over := s.Result()
	if !over || r.Why != why || r.Winners != rules.SeatsOf(winners...) {
		t.Errorf("over %t with %+v, want %s %v", over, r, why, winners)
	}
}

func expectOn(t testing.TB, s rules.State) {
	t.Helper()
	if r, over := s.Result(); over {
		t.Errorf("the game is over: %+v", r)
	}
}

func stateOf(s rules.State) stateDoc { return s.View(rules.Full).State.(stateDoc) }

// where returns the square of the piece with that id, "" off the board.
func where(s rules.State, id string) string {
	for _, p := range s.View(rules.Full).Pieces {
		if p.ID == id && p.At != nil {
			return *p.At
		}
	}
	return ""
}

func fullText(t testing.TB, s rules.State) string {
	t.Helper()
	text, err := json.Marshal(s.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
