package engine

import (
	"errors"
	"math"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// A match is the same again, plays every opening from both seats, and tells unlike
// games apart. Greedy play beats random play in every game.
func TestWhole_MatchesAreFairAndTheSameAgain(t *testing.T) {
	for _, g := range catalog.Games() {
		m := Match{Game: g, Players: [2]string{"greedy", "random"}, Games: 6, Opening: 4, Seed: 5}
		a, err := m.Play()
		if err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		b, _ := m.Play()
		if a.Points != b.Points || a.Length != b.Length || a.Distinct < 4 {
			t.Errorf("%s: %+v, then %+v", g.Name, a, b)
		}
		if a.Wins+a.Draws+a.Losses != 6 || a.Rate < 0.5 {
			t.Errorf("%s: greedy has %d won, %d drawn, %d lost against random", g.Name, a.Wins, a.Draws, a.Losses)
		}
	}
}

// With fixed seats the first player has the first seat in every game, each opening once: whoever begins with a fifth of his
// energy there loses to his like.
func TestAHandicapIsMeasuredOnOneSeat(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "rolechess")
	m := Match{Game: g, Options: map[string]any{"energy_white": 20}, Players: [2]string{"greedy", "greedy"}, Games: 12, Opening: 4, Seed: 5, Fixed: true}
	s, err := m.Play()
	if err != nil || !s.Fixed || s.Losses < 10 || s.Distinct != 12 {
		t.Errorf("with a fifth of the energy: %+v, %v", s, err)
	}
	m.Fixed = false
	if s, _ = m.Play(); s.Losses > 8 || s.Wins > 8 {
		t.Errorf("with the seats exchanged: %+v", s)
	}
}

func TestMatchesThatCannotBePlayed(t *testing.T) {
	g := catalog.Games()[0]
	four, _ := rules.Find(catalog.Games(), "dungeonchess")
	for _, m := range []Match{
		{Game: g, Players: [2]string{"best", "random"}, Games: 2},
		{Game: g, Players: [2]string{"reeve:9", "random"}, Games: 2},
		{Game: g, Players: [2]string{"random", "random"}, Games: 3},
		{Game: g, Players: [2]string{"random", "random"}, Games: 2, Opening: -1},
		{Game: four, Players: [2]string{"random", "random"}, Games: 2, Options: map[string]any{"players": 4}},
	} {
		if _, err := m.Play(); !errors.Is(err, ErrMatch) {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

// What cannot be trained is refused before a game is played: hours later is too late.
func TestTrainingThatCannotBe(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "camelot")
	for _, training := range []Training{
		{Games: 0, Nodes: 20}, {Games: -1, Nodes: 20},
		{Games: 1 << 30, Nodes: 0},
		{Games: 1 << 30, Nodes: 20, Match: 3, Think: 20}, {Games: 1 << 30, Nodes: 20, Match: -2, Think: 20},
		{Games: 1 << 30, Nodes: 20, Match: 2},
		{Games: 1, Nodes: 1, Foresee: true}, // nothing is thrown
	} {
		training.Game = g
		if _, err := training.Run(); !errors.Is(err, ErrMatch) {
			t.Errorf("%+v: %v", training, err)
		}
	}
}

// The figures of known scores (Wilson's of 8 in 10, Elo's of three quarters).
func TestScoresAreReckoned(t *testing.T) {
	low, high := wilson(0.8, 10)[0], wilson(0.8, 10)[1]
	if math.Abs(low-0.4902) > 1e-3 || math.Abs(high-0.9433) > 1e-3 {
		t.Errorf("wilson: %v to %v", low, high)
	}
	if e := elo(0.75, 100); math.Abs(e-190.85) > 0.01 {
		t.Errorf("elo of 75 %%: %v", e)
	}
}
