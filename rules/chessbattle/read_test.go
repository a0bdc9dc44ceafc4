package chessbattle

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"reeve/rules"
)

// TestReadRefuses changes one thing in a sound document.
func TestReadRefuses(t *testing.T) {
	fighting := options{
		"active": "wN1", "used": []string{"wN1"}, "command_left": 5, "points_left": 3, "fight_points_left": 1,
		"fight": options{"attacker": "wN1", "target": "bL1", "shot": false, "cards": []int{2, 1}, "specials": []string{}, "draws": [][]int{{1, 4}}},
	}
	const pieces = "wN1 d5, bL1 d6, wL1 a5, bX1 h9"
	fight := func(change ...any) options {
		return with(fighting, "fight", with(fighting["fight"].(options), change...))
	}
	for _, c := range []struct {
		what, pieces string
		state        options
		doc          []any
	}{
		{"an unknown phase", pieces, nil, []any{"phase", "sleep"}},
		{"an unknown seat", pieces, nil, []any{"to_act", "green"}},
		{"chance in battle", pieces, nil, []any{"to_act", "chance"}},
		{"two to act in battle", pieces, nil, []any{"to_act", []string{"white", "black"}}},
		{"an unknown option", pieces, nil, []any{"options", options{"rain": true}}},
		{"an outcome in battle", pieces, nil, []any{"outcome", options{"winners": []string{}, "why": "agreed"}}},
		{"over without an outcome", pieces, nil, []any{"phase", "over", "to_act", nil}},
		{"a piece off its square", "wN1 d55", nil, nil},
		{"two on a square", "wN1 d5, bL1 d5", nil, nil},
		{"a camp over the river", "wC1 d12", nil, nil},
		{"a piece too many", "wX3 d5", nil, nil},
		{"an army that is too dear", strings.Join(dear(), ","), nil, nil},
		{"nobody left", "bK -", nil, nil},
		{"no camp left", "bC1 -, bC2 -", nil, nil},
		{"a strange card", pieces, options{"cards": options{"white": []string{"7s"}, "black": []string{}}}, nil},
		{"a card twice", pieces, options{"cards": options{"white": []string{"7h", "7h"}, "black": []string{}}}, nil},
		{"a card in two places", pieces, options{"cards": options{"white": []string{"7h"}}, "spent": options{"white": []string{"7h"}}}, nil},
		{"a stranger's cards", pieces, options{"cards": options{"green": []string{}}}, nil},
		{"a hidden hand", pieces, options{"cards": options{"white": options{"count": 2}}}, nil},
		{"three bridges", pieces, options{"bridges": []string{"a", "b", "c"}}, nil},
		{"a bridge twice", pieces, options{"bridges": []string{"a", "a"}}, nil},
		{"a bridge nowhere", pieces, options{"bridges": []string{"i"}}, nil},
		{"a King of no points", pieces, options{"king_points": options{"white": 0, "black": 1}}, nil},
		{"a King of 7 points", pieces, options{"king_points": options{"white": 7, "black": 1}}, nil},
		{"too much command", pieces, options{"command_left": 7}, nil},
		{"too much command with a unit used", pieces, options{"command_left": 6, "used": []string{"wN1"}}, nil},
		{"command without a King", "wK -, wL1 a5", options{"command_left": 2}, nil},
		{"negative command", pieces, options{"command_left": -1}, nil},
		{"a camp used", pieces, options{"command_left": 5, "used": []string{"wC1"}}, nil},
		{"the King used", pieces, options{"command_left": 5, "used": []string{"wK"}}, nil},
		{"the enemy's unit used", pieces, options{"command_left": 5, "used": []string{"bL1"}}, nil},
		{"a unit used twice", pieces, options{"command_left": 4, "used": []string{"wN1", "wN1"}}, nil},
		{"an active unit not used", pieces, options{"active": "wN1"}, nil},
		{"a fallen active unit", "wN1 -", options{"active": "wN1", "used": []string{"wN1"}, "command_left": 5}, nil},
		{"points of nobody", pieces, options{"points_left": 1}, nil},
		{"too many points", pieces, options{"active": "wL1", "used": []string{"wL1"}, "command_left": 5, "points_left": 3}, nil},
		{"too much fighting", pieces, options{"active": "wL1", "used": []string{"wL1"}, "command_left": 5, "fight_points_left": 2}, nil},
		{"too quiet", pieces, options{"quiet": 200}, nil},
		{"negative quiet", pieces, options{"quiet": -1}, nil},
		{"something due in battle", pieces, options{"due": 3}, nil},
		{"desertion in battle", pieces, options{"desert": 1}, nil},
		{"an unknown field", pieces, options{"weather": "rain"}, nil},
		{"joined in battle", pieces, options{"joined": true}, nil},
		{"a fight in battle", pieces, fighting, nil},
		{"no fight in draw", pieces, nil, []any{"phase", "draw", "to_act", "chance"}},
		{"a fight of nobody", pieces, fight("attacker", "wN4"), []any{"phase", "draw", "to_act", "chance"}},
		{"a fight among friends", pieces, fight("target", "wL1"), []any{"phase", "draw", "to_act", "chance"}},
		{"a fight far away", pieces, fight("target", "bX1"), []any{"phase", "draw", "to_act", "chance"}},
		{"a fight of one that is not active", pieces, with(fighting, "active", "wL1", "used", []string{"wL1"}, "points_left", 0, "fight_points_left", 0), []any{"phase", "draw", "to_act", "chance"}},
		{"a shot by Knights", pieces, fight("shot", true), []any{"phase", "draw", "to_act", "chance"}},
		{"wrong numbers of cards", pieces, fight("cards", []int{3, 1}), []any{"phase", "draw", "to_act", "chance"}},
		{"a draw too short", pieces, fight("draws", [][]int{{1}}), []any{"phase", "draw", "to_act", "chance"}},
		{"a draw of what is not there", pieces, fight("draws", [][]int{{1, 5}}), []any{"phase", "draw", "to_act", "chance"}},
		{"a draw out of order", pieces, fight("draws", [][]int{{4, 1}}), []any{"phase", "draw", "to_act", "chance"}},
		{"two draws", pieces, fight("draws", [][]int{{1, 1}, {1}}), []any{"phase", "draw", "to_act", "chance"}},
		{"two Special Cards of one", pieces, fight("specials", []string{"7h", "8h"}), []any{"phase", "draw", "to_act", "chance"}},
		{"a question without cards", pieces, fight("draws", [][]int{}), []any{"phase", "special", "to_act", "white"}},
		{"a fight without chance", pieces, fighting, []any{"phase", "draw", "to_act", "chance", "options", sure}},
		{"an automatic fight", "wN1 d5, bP1 d6", fight("target", "bP1", "cards", []int{2, 1}), []any{"phase", "draw", "to_act", "chance"}},
		{"desertion without clocks", pieces, options{"desert": 1}, []any{"phase", "desert"}},
		{"more desertions than pieces", pieces, options{"desert": 9}, []any{"phase", "desert", "options", options{"time": "clocks"}}},
		{"a loser by units with units", pieces, options{"command_left": 0}, []any{"phase", "over", "to_act", nil, "outcome", options{"winners": []string{"white"}, "why": "units"}}},
		{"both lost and one wins", "wK -, bK -", options{"command_left": 0}, []any{"phase", "over", "to_act", nil, "outcome", options{"winners": []string{"white"}, "why": "both"}}},
		{"quiet with a winner", pieces, options{"command_left": 0}, []any{"phase", "over", "to_act", nil, "outcome", options{"winners": []string{"white"}, "why": "quiet"}}},
		{"value without its option", pieces, options{"command_left": 0}, []any{"phase", "over", "to_act", nil, "outcome", options{"winners": []string{"white"}, "why": "value"}}},
		{"the poorer wins", "bL1 d9", options{"command_left": 0}, []any{"phase", "over", "to_act", nil, "options", options{"time": "agreed"}, "outcome", options{"winners": []string{"white"}, "why": "value"}}},
		{"the poorer wins by the clock", "bL1 d9", options{"command_left": 0}, []any{"phase", "over", "to_act", nil, "options", options{"time": "clocks"}, "outcome", options{"winners": []string{"white"}, "why": "time"}}},
		{"an end of the battle before it", pieces, options{"command_left": 0, "joined": false}, []any{"phase", "over", "to_act", nil, "outcome", options{"winners": []string{}, "why": "quiet"}}},
		{"a winner who has not won", pieces, options{"command_left": 0}, []any{"phase", "over", "to_act", nil, "outcome", options{"winners": []string{"white"}, "why": "camps"}}},
		{"an unknown end", pieces, options{"command_left": 0}, []any{"phase", "over", "to_act", nil, "outcome", options{"winners": []string{}, "why": "rain"}}},
		{"two winners", pieces, options{"command_left": 0}, []any{"phase", "over", "to_act", nil, "outcome", options{"winners": []string{"white", "black"}, "why": "resigned"}}},
		{"command after the end", pieces, nil, []any{"phase", "over", "to_act", nil, "outcome", options{"winners": []string{"white"}, "why": "resigned"}}},
	} {
		doc := with(document(options{}, "white", c.pieces, c.state), c.doc...)
		if _, err := readDoc(doc); !errors.Is(err, rules.ErrPosition) && !errors.Is(err, rules.ErrOption) {
			t.Errorf("%s: got %v", c.what, err)
		}
	}
}

// dear is an army of 120.
func dear() (list []string) {
	for p := range piece(perSide) {
		if k := kindOf[p]; k < units {
			list = append(list, ids[p]+" "+squareName(squareAt(int(p)%8, 1+int(p)/8)))
		}
	}
	return list
}

func TestReadTakesSoundVariants(t *testing.T) {
	draw := options{
		"active": "wL1", "used": []string{"wL1"}, "command_left": 5, "points_left": 1,
		"fight": options{"attacker": "wL1", "target": "bN1", "shot": false, "cards": []int{1, 2}, "specials": []any{nil, "9s"}, "draws": []int{4}},
	}
	s, err := readDoc(with(document(options{}, "white", "wL1 d5, bN1 d6", draw), "phase", "draw", "to_act", "chance"))
	if err != nil {
		t.Fatal(err)
	}
	fields(t, s, map[string]string{"fight.draws": "[[4]]", "fight.specials": `["9s"]`})
	for why, pieces := range map[string]string{"camps": "bC1 -, bC2 -, wL1 d5", "units": "bK -", "both": "bK -, wK -", "value": "", "time": "", "quiet": "", "agreed": "", "abandoned": ""} {
		given := options{"time": map[string]string{"value": "agreed", "time": "clocks"}[why]}
		if given["time"] == "" {
			given = options{}
		}
		winners := []string{}
		if why == "camps" || why == "units" {
			winners = []string{"white"}
		}
		_, err := readDoc(with(document(given, "white", pieces, options{"command_left": 0}), "phase", "over", "to_act", nil, "outcome", options{"winners": winners, "why": why}))
		if err != nil {
			t.Errorf("the end %s: %v", why, err)
		}
	}
	s, err = readDoc(document(options{}, "white", "wL1 d5", options{"active": "wK", "command_left": 3, "espionage_done": []string{}}))
	if err != nil {
		t.Fatal(err)
	}
	fields(t, s, map[string]string{"active": "null", "espionage_done": `["white","black"]`})
}

// TestReadRefusesBeforeTheJoining changes printed positions of the opening.
func TestReadRefusesBeforeTheJoining(t *testing.T) {
	laid := opening(t, nil, "spy 7h")
	paying := opening(t, nil, "spy 2h", "done white", "done black", "army levy=2", "pay 2c")
	placing := deployed(t, "train 0", "train 0")
	placed := play(t, placing, "deploy king e1")
	for _, c := range []struct {
		what     string
		s        rules.State
		from, to string
	}{
		{"the second camp before the first", begin(t, nil, "camp a1"), `"id":"wC1","kind":"camp","owner":"white","at":"a1"},{"id":"wC2","kind":"camp","owner":"white","at":null`, `"id":"wC1","kind":"camp","owner":"white","at":null},{"id":"wC2","kind":"camp","owner":"white","at":"a1"`},
		{"the wrong seat", begin(t, nil, "camp a1"), `"to_act":"white"`, `"to_act":"black"`},
		{"bridges before camps", begin(t, nil, "camp a1"), `"bridges":[]`, `"bridges":["a"]`},
		{"a missing King", begin(t, nil), `{"id":"wK","kind":"king","owner":"white","at":null}`, ``},
		{"a card nowhere", laid, `"2d",`, ``},
		{"a card laid and in the hand", laid, `"espionage":{"black":[],"white":["7h"]}`, `"espionage":{"black":[],"white":["7h","8h"]}`},
		{"both have declared", laid, `"espionage_done":[]`, `"espionage_done":["white","black"]`},
		{"something due", laid, `"due":0`, `"due":2`},
		{"a trained King", laid, `"king_points":{"black":1,"white":1}`, `"king_points":{"black":1,"white":2}`},
		{"a wrong sum due", paying, `"due":2`, `"due":4`},
		{"nothing due", paying, `"due":2`, `"due":0`},
		{"the wrong payer", paying, `"to_act":"black"`, `"to_act":"white"`},
		{"a unit unpaid", placing, `{"id":"bL1",`, `{"id":"bL2","kind":"levy","owner":"black","at":null},{"id":"bL1",`},
		{"a unit out of number", placing, `"id":"bL1"`, `"id":"bL2"`},
		{"a King over the river", placed, `"e1"`, `"e9"`},
		{"finished with pieces in the hand", placed, `"to_act":["white","black"]`, `"to_act":"black"`},
		{"nobody to act", placed, `"to_act":["white","black"]`, `"to_act":null`},
		{"command before the battle", placed, `"command_left":0`, `"command_left":1`},
	} {
		text, _ := json.Marshal(c.s.View(rules.Full))
		changed := strings.Replace(string(text), c.from, c.to, 1)
		if changed == string(text) {
			t.Fatalf("%s: %s does not occur in %s", c.what, c.from, text)
		}
		changed = strings.ReplaceAll(strings.ReplaceAll(changed, ",]", "]"), "},]", "}]")
		if _, err := rules.ReadPosition([]*rules.Game{Game}, []byte(changed)); !errors.Is(err, rules.ErrPosition) {
			t.Errorf("%s: got %v", c.what, err)
		}
	}
}

func TestLoadRefusesUnsoundFigures(t *testing.T) {
	sound := string(figuresJSON)
	before := table
	for what, text := range map[string]string{
		"no JSON":             "{",
		"more behind it":      sound + "{}",
		"an unknown key":      strings.Replace(sound, `"rear"`, `"back"`, 1),
		"a square twice":      strings.Replace(sound, `[[-1, 0], [1, 0]], "yellow": [[0, 1]`, `[[-1, 0], [0, 1]], "yellow": [[0, 1]`, 1),
		"a square missing":    strings.Replace(sound, `[-1, 1], [0, 1], [1, 1]`, `[-1, 1], [0, 1]`, 1),
		"yellow far away":     strings.Replace(sound, `"yellow": [[-1, 0], [1, 0]]`, `"yellow": [[-2, 0], [1, 0]]`, 1),
		"yellow twice":        strings.Replace(sound, `"yellow": [[-1, 0], [1, 0]]`, `"yellow": [[1, 0], [1, 0]]`, 1),
		"blue on the piece":   strings.Replace(sound, `"blue": [[0, 1], [0, -1]]`, `"blue": [[0, 0]]`, 1),
		"half a square":       strings.Replace(sound, `"blue": [[0, 1], [0, -1]]`, `"blue": [[0]]`, 1),
		"three of two":        strings.Replace(sound, `"blue": [[0, 1], [0, -1]]`, `"blue": [[0, 1, 1]]`, 1),
		"numbers with points": strings.Replace(sound, `"blue": [[0, 1], [0, -1]]`, `"blue": [[0, 1.5]]`, 1),
	} {
		if text == sound {
			t.Fatalf("%s: nothing is changed", what)
		}
		if err := Load([]byte(text)); !errors.Is(err, ErrFigures) || table != before {
			t.Errorf("%s: got %v", what, err)
		}
	}
}

// TestLoadReplacesTheFigures plays a flank attack that hits behind the target alone.
func TestLoadReplacesTheFigures(t *testing.T) {
	before := table
	defer func() { table = before }()
	other := strings.Replace(string(figuresJSON), `"yellow": [[0, 1], [0, -1]], "blue": [[0, 1], [0, -1]]`, `"yellow": [[1, 0]], "blue": []`, 1)
	if err := Load([]byte(other)); err != nil {
		t.Fatal(err)
	}
	s := play(t, battleOf(t, sure, "white", "wL1 d5, bL1 e5, bL2 e6, bL3 f5", nil), "d5*e5")
	stand(t, s, "bL1 -", "bL2 e6", "bL3 -")
}

// TestFiguresAreSeenFromThePiece asks that across counts away from the attacker
// and ahead to where the attacked side faces, whoever attacks from wherever.
func TestFiguresAreSeenFromThePiece(t *testing.T) {
	before := table
	defer func() { table = before }()
	other := strings.Replace(string(figuresJSON), `"yellow": [[0, 1], [0, -1]], "blue": [[0, 1], [0, -1]]`, `"yellow": [[1, 1], [0, -1]], "blue": [[1, 1]]`, 1)
	if err := Load([]byte(other)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ by, pieces, attack, far, behind, blue string }{
		{"white", "wL1 d5, bL1 e5", "d5*e5", "f4", "e6", "e4"},
		{"white", "wL1 f5, bL1 e5", "f5*e5", "d4", "e6", "e4"},
		{"black", "bL1 d5, wL1 e5", "d5*e5", "f6", "e4", "e6"},
		{"black", "bL1 f5, wL1 e5", "f5*e5", "d6", "e4", "e6"},
	} {
		enemy := map[string]string{"white": "b", "black": "w"}[c.by]
		both := c.pieces + ", " + enemy + "L2 " + c.far + ", " + enemy + "L3 " + c.behind
		s := play(t, battleOf(t, sure, c.by, both, nil), c.attack)
		stand(t, s, enemy+"L1 -", enemy+"L2 -", enemy+"L3 -")
		s = battleOf(t, sure, c.by, both+", "+enemy+"L4 "+c.blue, nil)
		allows(t, s, c.attack+"/"+c.far, c.attack+"/"+c.behind, "no "+c.attack)
	}
}
