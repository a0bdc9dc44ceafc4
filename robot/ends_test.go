package robot_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reeve/hw/sim"
	"reeve/robot"
	"reeve/rules"
	"reeve/rules/catalog"
)

// beginning returns the games with one of them beginning elsewhere: with no pieces
// on the board but those of stands, "wE a7, bE g1 5" (with so much energy), and in a
// state that is changed.
func beginning(t *testing.T, name string, options map[string]any, before, stands string, state map[string]any) []*rules.Game {
	t.Helper()
	g, err := rules.Find(catalog.Games(), name)
	if err != nil {
		t.Fatal(err)
	}
	from, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range list(before) {
		step, err := from.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if from, _, err = from.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(from.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if name == "chessbattle" {
		fight(doc, stands)
	} else {
		lay(doc, stands)
	}
	delete(doc["state"].(map[string]any), "seen")
	maps.Copy(doc["state"].(map[string]any), state)
	if text, err = json.Marshal(doc); err != nil {
		t.Fatal(err)
	}
	s, err := rules.ReadPosition(catalog.Games(), text)
	if err != nil {
		t.Fatal(err)
	}
	here := *g
	here.New = func(rules.Options) (rules.State, error) { return s, nil }
	return []*rules.Game{&here}
}

// lay puts the pieces of a document where stands says, and takes off all others.
func lay(doc map[string]any, stands string) {
	at, left := map[string]any{}, map[string]int{}
	for _, man := range list(stands) {
		words := strings.Fields(man)
		at[words[0]] = words[1]
		if len(words) > 2 {
			left[words[0]], _ = strconv.Atoi(words[2])
		}
	}
	for _, p := range doc["pieces"].([]any) {
		piece := p.(map[string]any)
		id := piece["id"].(string)
		piece["at"] = at[id]
		if n, hurt := left[id]; hurt || piece["at"] == nil && piece["energy"] != nil {
			piece["energy"] = n
		}
	}
	if state := doc["state"].(map[string]any); state["held"] != nil {
		state["held"] = held(doc["pieces"].([]any))
	}
}

// held are the captives of DungeonChess for two: whoever is off the board is in the
// other player's hands.
func held(pieces []any) map[string][]string {
	captor := map[any]string{"south": "north", "north": "south"}
	out := map[string][]string{}
	for _, p := range pieces {
		if piece := p.(map[string]any); piece["at"] == nil && captor[piece["owner"]] != "" {
			out[captor[piece["owner"]]] = append(out[captor[piece["owner"]]], piece["id"].(string))
		}
	}
	return out
}

func list(text string) []string {
	return slices.DeleteFunc(strings.Split(text, ", "), func(s string) bool { return s == "" })
}

// fight makes a document of Chess Battle one of a battle by these units.
func fight(doc map[string]any, stands string) {
	kinds := map[byte]string{'K': "king", 'C': "camp", 'L': "levy", 'N': "knights", 'P': "pikemen"}
	at := map[string]any{"wK": nil, "bK": nil, "wC1": "a1", "wC2": "h1", "bC1": "a16", "bC2": "h16"}
	for _, unit := range list(stands) {
		id, square, _ := strings.Cut(unit, " ")
		at[id] = square
		if square == "-" {
			at[id] = nil
		}
	}
	var pieces []any
	for _, id := range slices.Sorted(maps.Keys(at)) {
		owner := map[byte]string{'w': "white", 'b': "black"}[id[0]]
		pieces = append(pieces, map[string]any{"id": id, "kind": kinds[id[1]], "owner": owner, "at": at[id]})
	}
	doc["pieces"], doc["phase"], doc["to_act"] = pieces, "battle", "white"
	state := doc["state"].(map[string]any)
	for _, key := range []string{"cards", "spent", "espionage"} {
		state[key] = map[string]any{"white": []string{}, "black": []string{}}
	}
	state["espionage_done"], state["king_points"] = []string{"white", "black"}, map[string]any{"white": 6, "black": 6}
	state["command_left"] = 6
}

type ending struct {
	game    string
	options map[string]any
	before  string // played first, to be in the right phase
	stands  string
	state   map[string]any
	does    string // the last decisions
	why     string
}

var (
	magic = map[string]any{"magic": true}
	sure  = map[string]any{"combat": "sure"}
)

const (
	camps        = "camp a1, camp h1, camp a16, camp h16"
	roleStuck    = "wE a7, wL1 b7, wL2 c7, wL3 a6, wL4 b6, bE g1, bL1 f1, bL2 e1, bL3 g2, bL4 f2"
	camelotIdle  = ", wM9 B6, bM9 K6, bM10 K8"
	camelotRound = "wM1 D8" + camelotIdle
	walled       = "bM1 F16, bM2 E15, bM3 F15, bM4 G15, bM5 D14, bM6 F14, bM7 H14, wM1 L4, wM2 L5"
	rookRound    = "c3-d3, e13-d13, d3-c3, d13-e13"
)

// tiles are the formulas that White has left, of KaleidoChess.
func tiles(formulas ...string) map[string]any {
	return map[string]any{"tiles": map[string]any{"white": formulas, "black": []string{}}}
}

// Every game is brought to every end that pieces can bring about, from the empty
// table on, and the end is sealed.
func TestEveryEndIsReachedByHand(t *testing.T) {
	for _, tt := range []ending{
		{"rolechess", nil, "die 6, die 1", "wE a1, wA1 d4, wN1 c4, bE e5 1", nil, "d4*e5", "emperor"},
		{"rolechess", nil, "die 6, die 1", "wE a1, wL1 c6, bE g7, bL1 b1", nil, "c6-c7", "dead"},
		{"rolechess", nil, "die 6, die 1", roleStuck, nil, "pass", "stuck"},
		{"camelot", nil, "", "wM1 F16, wM2 G15" + camelotIdle, nil, "G15-G16", "castle"},
		{"camelot", nil, "", "wM1 D8, wM2 L4, bM1 D9", nil, "D8xD10", "captured"},
		{"camelot", nil, "", "wM1 D8, bM1 D9, bM2 A6", nil, "D8xD10", "bare"},
		{"camelot", nil, "", camelotRound, map[string]any{"quiet": 99}, "D8-D9", "quiet"},
		{"camelot", nil, "", camelotRound, nil, "D8-D9, K8-K9, D9-D8, K9-K8, D8-D9, K8-K9, D9-D8, K9-K8", "repetition"},
		{"camelot", nil, "", walled, map[string]any{"must_leave": "F16"}, "L4-K4", "stalemate"},
		{"kaleidochess", nil, "", "wR1 e6, wP1 o, wP2 e1, bP1 e15", nil, "e6-e7, e15-e14", "castles"},
		{"kaleidochess", magic, "", "wW b3, bP1 c10", tiles("imprison"), "imprison c10", "moves"},
		{"kaleidochess", nil, "", "wR1 c3, bP1 c4", nil, "c3xc4", "pieces"},
		{"kaleidochess", nil, "", "wR1 c3, bR1 e13", map[string]any{"quiet": 199}, "c3-d3", "quiet"},
		{"kaleidochess", nil, "", "wR1 c3, bR1 e13", nil, rookRound + ", " + rookRound, "repetition"},
		{"dungeonchess", nil, dealt, "sC1 c4, sM e4, nC1 c6, nM h7", nil, "c4xc6", "score"},
		{"chessbattle", sure, camps, "wL1 d6, wK e1, bL1 d7", nil, "d6*d7", "units"},
		{"chessbattle", sure, camps, "wL1 h15, wK e1, bL1 d9, bC1 -", nil, "h15*h16", "camps"},
		{"chessbattle", sure, camps, "wN1 d4, bP1 d5", map[string]any{"command_left": 1}, "d4*d5", "both"},
		{"chessbattle", map[string]any{"combat": "sure", "removal_limit": 1}, camps, "wL1 d4, wK e1, bL1 d9, bK e16", nil, "d4-d5, end, d9-d10, end", "quiet"},
	} {
		t.Run(tt.game+"/"+tt.why, func(t *testing.T) {
			games := beginning(t, tt.game, tt.options, tt.before, tt.stands, tt.state)
			for _, noise := range []sim.Noise{sim.None, sim.Light, sim.Heavy} {
				o := robot.Options{Games: games, Game: tt.game, Options: tt.options, Noise: noise, Seed: 1}
				r, err := robot.Soak(robot.Doing(o, list(tt.does)...), 6, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !r.Sound() || r.Ends[tt.why] != 6 {
					t.Errorf("%s: ends %v\n%s%+v", noise, r.Ends, r.String(), r.Failures)
				}
			}
			for _, noise := range []sim.Noise{sim.None, sim.Light} { // nor is any button needed
				o := robot.Options{Games: games, Game: tt.game, Options: tt.options, Noise: noise, Seed: 7}
				r, err := robot.Soak(robot.Patient(robot.Doing(o, list(tt.does)...)), 3, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !r.Sound() || r.Ends[tt.why] != 3 {
					t.Errorf("%s, without a button: ends %v\n%s%+v", noise, r.Ends, r.String(), r.Failures)
				}
			}
		})
	}
}
