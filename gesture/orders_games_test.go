package gesture_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

type object = map[string]any

// game returns the position after actions from the start of a game.
func game(name string, given object, played string) func(testing.TB) rules.State {
	return func(t testing.TB) rules.State {
		t.Helper()
		g, err := rules.Find(catalog.Games(), name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Start(given)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range list(played) {
			_, s = parse(t, s, text)
		}
		return s
	}
}

// with returns the position of another, with no pieces on the board but those of
// stands, "wE a7, bE g1", and with something else done to its document.
func with(from func(testing.TB) rules.State, stands string, edit func(doc, state object)) func(testing.TB) rules.State {
	return func(t testing.TB) rules.State {
		t.Helper()
		text, err := json.Marshal(from(t).View(rules.Full))
		if err != nil {
			t.Fatal(err)
		}
		var doc object
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		state := doc["state"].(object)
		delete(state, "seen")
		lay(doc, stands)
		if edit != nil {
			edit(doc, state)
		}
		if text, err = json.Marshal(doc); err != nil {
			t.Fatal(err)
		}
		s, err := rules.ReadPosition(catalog.Games(), text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// lay puts the pieces of a document where stands says.
func lay(doc object, stands string) {
	at := map[string]string{}
	for _, man := range list(stands) {
		id, square, _ := strings.Cut(man, " ")
		at[id] = square
	}
	for _, p := range doc["pieces"].([]any) {
		piece := p.(object)
		piece["at"] = nil
		if square, on := at[piece["id"].(string)]; on {
			piece["at"] = square
		} else if piece["energy"] != nil {
			piece["energy"] = 0
		}
	}
}

func role(played string) func(testing.TB) rules.State {
	return game("rolechess", nil, "die 6, die 1, "+played)
}

func roleOf(stands string) func(testing.TB) rules.State { return with(role(""), stands, nil) }

// won is RoleChess as an attack on Black's Lackey 1, which had one energy left, is won.
func won(stands, attack string) func(testing.TB) rules.State {
	from := with(role(""), stands, func(doc, _ object) {
		for _, p := range doc["pieces"].([]any) {
			if p := p.(object); p["id"] == "bL1" {
				p["energy"] = 1
			}
		}
	})
	return func(t testing.TB) rules.State {
		s := from(t)
		for _, text := range []string{attack, "die 6", "die 1"} {
			_, s = parse(t, s, text)
		}
		return s
	}
}

// nearPlayed leads to White's Knight on d5, which may attack b6, c7, e7 and f6,
// and the Knight on f5, which may attack e7 and g7 too.
const nearPlayed = "b1-c3, f7-e5, c3-d5, end, a6-a5, f1-e3, a5-a4"

func camelotOf(stands string) func(testing.TB) rules.State {
	return with(game("camelot", nil, ""), stands, nil)
}

func kaleido(magic, die bool) func(testing.TB) rules.State {
	return game("kaleidochess", object{"magic": magic, "die": die}, "")
}

func kaleidoOf(stands string) func(testing.TB) rules.State {
	return with(kaleido(false, false), stands, nil)
}
func magicOf(stands string) func(testing.TB) rules.State {
	return with(kaleido(true, false), stands, nil)
}

const dealt = "deal south 1 2, deal north 3 4, keep 1, keep 3"

func dungeon(played string) func(testing.TB) rules.State {
	return game("dungeonchess", nil, dealt+played)
}

// dungeonOf has who is not on the board held by the other player.
func dungeonOf(stands string) func(testing.TB) rules.State {
	return with(dungeon(""), stands, func(doc, state object) {
		held := map[string][]string{}
		for _, p := range doc["pieces"].([]any) {
			if piece := p.(object); piece["at"] == nil {
				by := map[any]string{"south": "north", "north": "south"}[piece["owner"]]
				held[by] = append(held[by], piece["id"].(string))
			}
		}
		state["held"] = held
	})
}

// dungeonStuck has South in its alcove with no way out and no chest.
func dungeonStuck(act string) func(testing.TB) rules.State {
	return with(dungeonOf("sL1 d0, sL2 e0, nL1 d1, nL2 e1, nC1 h8, nM a8"), "sL1 d0, sL2 e0, nL1 d1, nL2 e1, nC1 h8, nM a8", func(doc, state object) {
		doc["to_act"], state["chests"] = act, object{"south": 0, "north": 4}
	})
}

// kaleidoThrown is White's turn after a throw.
func kaleidoThrown(n int, stands string) func(testing.TB) rules.State {
	return thrown(n, kaleido(false, true), stands)
}

func thrown(n int, from func(testing.TB) rules.State, stands string) func(testing.TB) rules.State {
	return with(from, stands, func(doc, state object) {
		doc["phase"], doc["to_act"], state["thrown"] = "turn", "white", n
		delete(state, "turn")
	})
}

// battle is a Chess Battle with Kings on e1 and e16 and camps in the corners.
func battle(given object, stands string) func(testing.TB) rules.State {
	return battleIn(given, stands, nil)
}

func battleIn(given object, stands string, state object) func(testing.TB) rules.State {
	kinds := map[byte]string{'K': "king", 'C': "camp", 'L': "levy", 'N': "knights", 'P': "pikemen", 'X': "crossbowmen"}
	return with(game("chessbattle", given, "camp a1, camp h1, camp a16, camp h16"), "", func(doc, now object) {
		var pieces []any
		for _, man := range list("wK e1, bK e16, wC1 a1, wC2 h1, bC1 a16, bC2 h16, " + stands) {
			id, square, _ := strings.Cut(man, " ")
			owner := map[byte]string{'w': "white", 'b': "black"}[id[0]]
			pieces = append(pieces, object{"id": id, "kind": kinds[id[1]], "owner": owner, "at": square})
		}
		slices.SortFunc(pieces, func(a, b any) int {
			return strings.Compare(a.(object)["id"].(string), b.(object)["id"].(string))
		})
		doc["pieces"], doc["phase"], doc["to_act"] = pieces, "battle", "white"
		for _, key := range []string{"cards", "spent", "espionage"} {
			now[key] = object{"white": []string{}, "black": []string{}}
		}
		now["espionage_done"], now["king_points"], now["command_left"] = []string{"white", "black"}, object{"white": 6, "black": 6}, 6
		for key, v := range state {
			now[key] = v
		}
	})
}

var (
	sure = object{"combat": "sure"}
	dry  = object{"combat": "sure", "river": false}
)

// ring is a jump that ends where it began.
const ringMen = "wM1 D5, wM2 A4, wM3 L4, bM1 E6, bM2 E8, bM3 C8, bM4 C6, bM5 L13, bM6 L12"

// actions are every kind of action of every game, in positions in which other
// actions are near at hand.
var actions = []action{
	{name: "rolechess/move", start: role(""), means: "b1-c3"},
	{name: "rolechess/lackey moves", start: role(nearPlayed), means: "c2-c3"},
	{name: "rolechess/move that may attack", start: role("b1-c3, f7-e5"), means: "c3-d5"},
	{name: "rolechess/attack", start: role(nearPlayed), means: "d5*b6"},
	{name: "rolechess/attack on one in the way of a move", start: role(nearPlayed), means: "d5*e7"},
	{name: "rolechess/attack by who moved", start: role("b1-c3, f7-e5"), before: "-c3 +d5 ~", past: "c3-d5", means: "d5*b6"},
	{name: "rolechess/attack by who moved, in one hold", start: role("b1-c3, f7-e5"), before: "-c3 +d5", past: "c3-d5", means: "d5*f6"},
	{name: "rolechess/pair", start: role(nearPlayed + ", e3-f5, end, a4-b3, end"), means: "d5+f5*e7"},
	{name: "rolechess/pair after a move", start: role(nearPlayed), before: "-e3 +f5 ~", past: "e3-f5", means: "f5+d5*e7"},
	{name: "rolechess/counter-attack on who moved", start: role("b1-c3, f7-e5"), before: "-c3 +d5 ~", past: "c3-d5", means: "end, d6*d5"},
	{name: "rolechess/quick counter-attack", start: role("b1-c3, f7-e5"), before: "-c3 +d5", past: "c3-d5", means: "end, e6*d5"},
	{name: "rolechess/advance out of the hand", start: role(nearPlayed + ", d5*b6, die 6, die 1"), air: "d5", dead: "b6", means: "advance"},
	{name: "rolechess/advance", start: role(nearPlayed + ", d5*b6, die 6, die 1"), dead: "b6", means: "advance"},
	{name: "rolechess/stay", start: role(nearPlayed + ", d5*b6, die 6, die 1"), air: "d5", dead: "b6", before: "-b6 +d5", means: "stay, g6-g5"},
	{name: "rolechess/end", start: role("b1-c3, f7-e5"), before: "-c3 +d5 ~", past: "c3-d5", means: "end, a6-a5"},
	{name: "rolechess/end, quickly", start: role("b1-c3, f7-e5"), before: "-c3 +d5", past: "c3-d5", means: "end, b7-a5"},
	{name: "rolechess/pass", start: roleOf("wE a7, wL1 b7, wL2 c7, wL3 a6, wL4 b6, bE g1, bG1 e1"), means: "pass"},
	{name: "rolechess/move before a forced pass", start: roleOf("bE g1, bL1 f1, bL2 e1, bL3 g2, bL4 f2, wE a7, wG1 c7"), means: "c7-c5", but: "another's piece tapped after"},

	{name: "camelot/plain move", start: game("camelot", nil, ""), means: "E7-E8"},
	{name: "camelot/plain move into the enemy castle", start: camelotOf("wK1 F15, wM1 D5, wM2 G5, bM1 D12, bM2 J12"), means: "F15-F16"},
	{name: "camelot/canter", start: game("camelot", nil, ""), means: "E6-E8"},
	{name: "camelot/long canter", start: camelotOf("wM1 C4, wM2 C5, wM3 D6, wM4 F6, bM1 J12, bM2 I13"), means: "C4-C6-E6-G6"},
	{name: "camelot/jump", start: camelotOf("wM1 D5, wM2 H5, wK1 J5, bM1 D6, bM2 I12, bM3 J12"), means: "D5xD7"},
	{name: "camelot/jump, one of two victims", start: camelotOf("wM1 D5, wM2 H5, wK1 J5, bM1 D6, bM2 E5, bM3 J12, bM4 I12"), means: "D5xD7"},
	{name: "camelot/jump chain", start: camelotOf("wM1 D5, wM2 H5, wK1 J5, bM1 D6, bM2 D8, bM3 E10, bM4 J12, bM5 I12"), means: "D5xD7xD9xF11"},
	{name: "camelot/chain with other victims and the same end", start: camelotOf("wM1 D12, wM2 H5, wK1 J5, bM1 D13, bM2 E13, bM3 E15, bM4 F15, bM5 J12, bM6 I12"), means: "D12xF14xF16"},
	{name: "camelot/the other chain with the same end", start: camelotOf("wM1 D12, wM2 H5, wK1 J5, bM1 D13, bM2 E13, bM3 E15, bM4 F15, bM5 J12, bM6 I12"), means: "D12xD14xF16"},
	{name: "camelot/ring", start: camelotOf(ringMen), means: "D5xF7xD9xB7xD5"},
	{name: "camelot/charge", start: camelotOf("wK1 C4, wM1 C5, wM2 H5, bM1 C7, bM2 J12, bM3 I12"), means: "C4-C6xC8"},
	{name: "camelot/long charge", start: camelotOf("wK1 C4, wM1 C5, wM2 D6, wM3 H5, bM1 F7, bM2 F9, bM3 J12, bM4 I12"), means: "C4-C6-E6xG8xE10"},
	{name: "camelot/castle move", start: camelotOf("wK1 F16, wM1 D5, wM2 G5, bM1 D12, bM2 J12"), means: "F16-G16"},

	{name: "kaleidochess/move", start: kaleido(false, false), means: "d1-c3"},
	{name: "kaleidochess/walk", start: kaleidoOf("wP1 c3, wT1 c5, wW b2, bP1 c9, bT1 d13, bW b9"), means: "c5-c7"},
	{name: "kaleidochess/capture", start: kaleidoOf("wP1 c3, wT1 c5, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9"), means: "c3xc4"},
	{name: "kaleidochess/capture that others could make", start: kaleidoOf("wP1 c3, wT1 c5, wT2 d4, wD c1, wW b2, bP1 c4, bT1 d13, bV1 c6, bW b9"), means: "c5xc4"},
	{name: "kaleidochess/move with the die", start: kaleidoThrown(2, kaleidoMen), means: "c5-c6"},
	{name: "kaleidochess/pass", start: kaleidoThrown(1, kaleidoMen), means: "pass"},
	{name: "kaleidochess/teleport", start: magicOf(magicMen), arm: "teleport ", means: "teleport c3>c8"},
	{name: "kaleidochess/teleport with a capture", start: magicOf(magicMen), arm: "teleport ", means: "teleport c3>c5"},
	{name: "kaleidochess/swap", start: magicOf(magicMen), arm: "swap ", means: "swap c3,c5"},
	{name: "kaleidochess/swap of two opposing pieces", start: magicOf(magicMen), arm: "swap ", means: "swap c3,c4"},
	{name: "kaleidochess/revive", start: magicOf(reviveMen), arm: "revive ", means: "revive wV1@b4"},
	{name: "kaleidochess/ghost", start: magicOf(magicMen), arm: "ghost ", means: "ghost c3"},
	{name: "kaleidochess/lightning", start: magicOf(magicMen), arm: "lightning ", means: "lightning c3"},
	{name: "kaleidochess/self-destruction", start: magicOf(magicMen), arm: "selfdestruct", means: "selfdestruct"},
	{name: "kaleidochess/imprison", start: magicOf(magicMen), arm: "imprison ", means: "imprison c5"},
	{name: "kaleidochess/block", start: magicOf(magicMen), arm: "block ", means: "block c8"},
	{name: "kaleidochess/fire", start: magicOf(magicMen), arm: "fire ", means: "fire c10"},

	{name: "dungeonchess/move", start: dungeon(""), means: "c1-c3"},
	{name: "dungeonchess/move out of the alcove", start: dungeonOf(dungeonMen), means: "d0-d1"},
	{name: "dungeonchess/capture", start: dungeonOf(dungeonMen), means: "c4xc6"},
	{name: "dungeonchess/capture that others could make", start: dungeonOf(dungeonMen), means: "e4xc6"},
	{name: "dungeonchess/teleport", start: dungeonOf(dungeonMen), means: "b1~g1"},
	{name: "dungeonchess/ransom and a move", start: dungeonOf(dungeonMen), arm: "ransom ", means: "ransom sC2@e0", then: "c4-c3"},
	{name: "dungeonchess/move after a ransom", start: dungeonOf(dungeonMen), arm: "ransom ", before: "+e0 ~", past: "ransom sC2@e0", means: "c4-c3"},
	{name: "dungeonchess/pass", start: dungeonStuck("south"), means: "pass"},
	{name: "dungeonchess/move before a forced pass", start: dungeonStuck("north"), means: "h8-h5", but: "another's piece tapped after"},

	{name: "chessbattle/step", start: battle(nil, "wL1 c4, wL2 e4, wN1 d3, bL1 d7, bP1 f7"), means: "c4-c5"},
	{name: "chessbattle/run", start: battle(nil, "wL1 c4, wL2 g4, wN1 d3, bL1 d7, bP1 f7"), means: "d3-d4, d4-d5, d5-e5"},
	{name: "chessbattle/short run", start: battle(nil, "wL1 c4, wL2 g4, wN1 d3, bL1 d7, bP1 f7"), means: "c4-c5, c5-c6"},
	{name: "chessbattle/crossing a bridge", start: battleIn(nil, "wL1 d8, wL2 g4, wN1 d3, bL1 d11, bP1 f11", object{"bridges": []string{"d"}}), means: "d8-d9"},
	{name: "chessbattle/crossing the river", start: battle(nil, "wL1 d8, wL2 g4, wN1 d3, bL1 d11, bP1 f11"), means: "d8-d9"},
	{name: "chessbattle/second unit", start: battle(nil, "wL1 c4, wL2 e4, wN1 d3, bL1 d7, bP1 f7"), before: "-c4 +c5 ~", past: "c4-c5", means: "e4-e5"},
	{name: "chessbattle/strike", start: battle(nil, "wL1 c4, wL2 e4, wN1 d3, bL1 d4, bL2 c5, bP1 f7"), means: "c4*d4"},
	{name: "chessbattle/strike after a run", start: battle(nil, "wL1 c4, wL2 e4, wN1 d3, bL1 d7, bL2 c7, bP1 f7"), before: "-d3 +d6 ~", past: "d3-d4, d4-d5, d5-d6", means: "d6*d7"},
	{name: "chessbattle/shot", start: battle(nil, "wX1 c4, wL2 e4, wN1 d3, bL1 d6, bL2 c5, bP1 f7"), means: "c4!d6"},
	{name: "chessbattle/end", start: battle(nil, "wL1 c4, wL2 e4, wN1 d3, bL1 d7, bP1 f7"), before: "-c4 +c5 ~", past: "c4-c5", means: "end, f7-f6"},
	{name: "chessbattle/counter-attack on who moved", start: battle(nil, "wL1 c5, wL2 e4, wN1 d3, bL1 d7, bL2 b7, bP1 f7"), before: "-c5 +c6 ~", past: "c5-c6", means: "end, d7*c6"},

	{name: "chessbattle/sure strike", start: battle(sure, "wL1 c4, wL2 e4, wN1 d3, bL1 c5, bL2 e5, bP1 f7"), means: "c4*c5"},
	{name: "chessbattle/sure strike that others could make", start: battle(sure, "wL1 c4, wL2 d4, wL3 b4, bL1 c5, bL2 e5, bP1 f7"), means: "d4*c5"},
	{name: "chessbattle/sure strike after a run", start: battle(sure, "wL1 c4, wL2 e4, wN1 d3, bL1 c7, bL2 e7, bP1 f7"), before: "-c4 +c5 ~", past: "c4-c5", means: "end, f7-f6"},
	{name: "chessbattle/sure shot", start: battle(sure, "wX1 c4, wL2 e4, wN1 d3, bL1 d6, bL2 c5, bP1 f7"), means: "c4!d6"},
	{name: "chessbattle/sure shot that others could make", start: battle(sure, "wX1 c4, wX2 e4, wN1 d3, bL1 d6, bL2 c5, bP1 f7"), means: "c4!d6"},
	{name: "chessbattle/chosen extra kill", start: battle(sure, "wL1 d4, wL2 g4, wN1 b2, bL1 e4, bL2 e5, bL3 e3, bL4 d5, bP1 h7"), means: "d4*e4/e5"},
	{name: "chessbattle/both extra kills", start: battle(sure, "wL1 d4, wL2 g4, wN1 b2, bL1 e4, bL2 e5, bL3 e3, bP1 h7"), means: "d4*e4"},
	{name: "chessbattle/knights' strike", start: battle(sure, "wL1 c4, wL2 e4, wN1 d4, bL1 d5, bL2 c5, bP1 f7"), means: "d4*d5"},
	{name: "chessbattle/knights' strike with extra kills", start: battle(sure, "wL1 a4, wL2 g4, wN1 d4, bL1 e4, bL2 e5, bL3 e3, bP1 h7"), means: "d4*e4"},
	{name: "chessbattle/sacrifice", start: battle(sure, "wL1 c4, wL2 g4, wN1 d4, bP1 d5, bL2 b6, bP2 f7"), means: "d4*d5"},
}

const (
	kaleidoMen = "wW b3, wE1 c5, wT1 c1, bW b11, bE1 c7, bT1 d13, bP1 c9"
	magicMen   = "wW b3, wP1 c4, wT1 c1, wD c9, wE1 d20, bP1 c3, bP2 c5, bT1 d8, bV1 d16, bT2 c10, bW b11, bD d13"
	reviveMen  = "wW b3, wP1 c4, wT1 c1, wD c9, wE1 d20, wR1 d1, wR2 d2, wE2 d3, wV2 d4, wL1 e3, wL2 e4, wT2 e5, wH1 d22, wH2 d23, wP2 e21, wP3 e22, wP4 e23, bP1 c3, bP2 c5, bT1 d8, bV1 d16, bW b11, bD d13"
	dungeonMen = "sC1 c4, sM e4, sG b1, sL1 d0, sL2 h5, nC1 c6, nC2 h3, nM e6, nG h7, nL1 a8, nL2 d7"
)
