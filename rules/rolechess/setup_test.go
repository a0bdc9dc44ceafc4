package rolechess

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

var games = []*rules.Game{Game}

// position makes a position of the phase turn from the living pieces, written
// "wE d1 9" (id, circle, energy) with commas between; energy may be left out: full.
func position(t testing.TB, toAct, living string, options map[string]any) rules.State {
	t.Helper()
	v := rules.View{Game: "rolechess", Options: options, Phase: "turn", ToAct: rules.ActorNames{toAct}}
	stands := map[string][]string{}
	for _, entry := range strings.Split(living, ",") {
		fields := strings.Fields(entry)
		stands[fields[0]] = fields[1:]
	}
	for p, id := range ids {
		piece := rules.Piece{ID: id, Kind: kindNames[kindOf[p]], Owner: seatNames[p/perSide], Energy: new(int)}
		if at, ok := stands[id]; ok {
			piece.At, *piece.Energy = &at[0], int(fullEnergy[kindOf[p]])
			if len(at) > 1 {
				fmt.Sscan(at[1], piece.Energy)
			}
			delete(stands, id)
		}
		v.Pieces = append(v.Pieces, piece)
	}
	if len(stands) > 0 {
		t.Fatalf("no such pieces: %v", stands)
	}
	v.State = stateDoc{First: []int{}}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.ReadPosition(games, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
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

// begun returns the starting position with White to move.
func begun(t testing.TB, options map[string]any) rules.State {
	t.Helper()
	s, err := Game.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	return play(t, s, "die 6; die 1")
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

// energyAt returns the energy of the piece on the circle of that name.
func energyAt(t testing.TB, s rules.State, name string) int {
	t.Helper()
	sq, _ := topology.Square(name)
	man, ok := s.At(sq)
	if !ok {
		t.Fatalf("%s is empty", name)
	}
	return int(man.State)
}

// expect compares phase and who is to act.
func expect(t testing.TB, s rules.State, phase string, seat rules.Seat) {
	t.Helper()
	if who, _ := s.ToAct().Only(); s.Phase() != phase || who != seat {
		t.Errorf("phase %s, to act %v; want %s, %s", s.Phase(), s.ToAct().All(), phase, Game.SeatName(seat))
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

func expectLegal(t testing.TB, s rules.State, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := legalTexts(s); !slices.Equal(got, want) {
		t.Errorf("legal are\n%q, want\n%q", got, want)
	}
}
