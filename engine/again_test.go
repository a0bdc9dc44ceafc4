package engine

import (
	"fmt"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// again is a battle of Chess Battle in which White may shoot at the last camp, turn after turn,
// and loses nothing by a shot in vain.
const again = `{"game": "chessbattle", "options": {}, "phase": "battle", "to_act": "white",
"pieces": [
 {"id": "bC1", "kind": "camp", "owner": "black", "at": null}, {"id": "bC2", "kind": "camp", "owner": "black", "at": "h16"},
 {"id": "bK", "kind": "king", "owner": "black", "at": null}, {"id": "bX1", "kind": "crossbowmen", "owner": "black", "at": "b9"},
 {"id": "wC1", "kind": "camp", "owner": "white", "at": "a1"}, {"id": "wC2", "kind": "camp", "owner": "white", "at": "h1"},
 {"id": "wK", "kind": "king", "owner": "white", "at": null}, {"id": "wP1", "kind": "pikemen", "owner": "white", "at": "f8"},
 {"id": "wX1", "kind": "crossbowmen", "owner": "white", "at": "g15"}, {"id": "wX2", "kind": "crossbowmen", "owner": "white", "at": "h8"}],
"state": {"cards": {"white": [], "black": []}, "spent": {"white": [], "black": []}, "espionage": {"white": [], "black": []},
 "espionage_done": ["white", "black"], "due": 0, "bridges": [], "king_points": {"white": 4, "black": 4}, "command_left": 1,
 "used": [], "active": null, "points_left": 0, "fight_points_left": 0, "fight": null, "quiet": 2}}`

// A position that comes back after a throw is no repetition: the next throw may come otherwise.
func TestWhatComesBackAfterAThrowIsNoRepetition(t *testing.T) {
	s, err := rules.ReadPosition(catalog.Games(), []byte(again))
	if err != nil {
		t.Fatal(err)
	}
	table := Table{Seat: s.Seated().All()[0], Sample: func(func(int) int) (rules.State, error) { return s, nil }}
	for _, nodes := range []int{2000, 8000} {
		a, err := Think(table, Limits{Nodes: nodes})
		if err != nil || a.Text[0] != "g15!h16" || a.Score < 0.8 {
			t.Errorf("%d positions: %.3f by %v, error %v", nodes, a.Score, a.Text, err)
		}
	}
}

// White's last Pikemen stand before a Levy, of which Black has two.
const facing = `{"game": "chessbattle", "options": {"river": false}, "phase": "battle", "to_act": "white",
"pieces": [
 {"id": "bC1", "kind": "camp", "owner": "black", "at": "a16"}, {"id": "bC2", "kind": "camp", "owner": "black", "at": "h16"},
 {"id": "bK", "kind": "king", "owner": "black", "at": null}, {"id": "bL1", "kind": "levy", "owner": "black", "at": "d9"}, {"id": "bL2", "kind": "levy", "owner": "black", "at": "h12"},
 {"id": "wC1", "kind": "camp", "owner": "white", "at": "a1"}, {"id": "wC2", "kind": "camp", "owner": "white", "at": "h1"},
 {"id": "wK", "kind": "king", "owner": "white", "at": null}, {"id": "wP1", "kind": "pikemen", "owner": "white", "at": "d8"}],
"state": {"cards": {"white": [], "black": []}, "spent": {"white": [], "black": []}, "espionage": {"white": [], "black": []},
 "espionage_done": ["white", "black"], "due": 0, "bridges": [], "king_points": {"white": 4, "black": 4}, "command_left": 1,
 "used": [], "active": null, "points_left": 0, "fight_points_left": 0, "fight": null, "quiet": %d}}`

// Who has waited for long attacks, though it would rather wait; before that it waits.
func TestWaitingComesToAnEnd(t *testing.T) {
	for quiet, attacks := range map[int]bool{0: false, 120: true} {
		s, err := rules.ReadPosition(catalog.Games(), fmt.Appendf(nil, facing, quiet))
		if err != nil {
			t.Fatal(err)
		}
		table := Table{Seat: s.Seated().All()[0], Sample: func(func(int) int) (rules.State, error) { return s, nil }}
		a, err := Think(table, Limits{Nodes: 2000})
		if err != nil || (a.Text[0] == "d8*d9") != attacks {
			t.Errorf("after %d quiet turns: %.3f by %v, error %v", quiet, a.Score, a.Text, err)
		}
	}
}
