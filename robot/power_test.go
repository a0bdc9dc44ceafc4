package robot_test

import (
	"strings"
	"testing"

	"reeve/robot"
	"reeve/rules/catalog"
)

// The power is cut at any instant, in the middle of a lift, of a chain, of a settle
// and between a throw and the removal of the dead, and the board is changed now and
// then meanwhile: every game goes on from its last step, to its end.
func TestPowerCutsAtAnyInstantLoseNothing(t *testing.T)     { cutEveryGame(t, 5) }
func TestLongPowerCutsAtAnyInstantLoseNothing(t *testing.T) { cutEveryGame(t, 1) }

// cutEveryGame plays one of so many games that the table names.
func cutEveryGame(t *testing.T, oneOf int) {
	for _, tt := range []struct {
		game    string
		options map[string]any
		games   int
	}{
		{"rolechess", nil, 20},
		{"camelot", nil, 4},
		{"kaleidochess", nil, 8},
		{"kaleidochess", map[string]any{"die": true, "magic": true}, 4},
		{"dungeonchess", nil, 12},
		{"chessbattle", nil, 4},
		{"chessbattle", map[string]any{"combat": "sure"}, 5},
	} {
		t.Run(tt.game, func(t *testing.T) {
			r, err := robot.Soak(robot.Options{Games: catalog.Games(), Game: tt.game, Options: tt.options, Seed: 1, Most: 150, Cuts: 20}, (tt.games+oneOf-1)/oneOf, nil)
			if err != nil {
				t.Fatal(err)
			}
			sound(t, r)
			if most := 1 + r.CutFinished*5/100; r.FinishedAgain > most { // 5 in 100, as promised
				t.Errorf("of %d finished steps that were open when the power went %d had to be done again", r.CutFinished, r.FinishedAgain)
			}
			if r.Cuts < r.Touches/40 {
				t.Errorf("only %d cuts in %d touches", r.Cuts, r.Touches)
			}
		})
	}
}

// Games in which a power cut went wrong once.
func TestPowerCutsThatOnceWentWrong(t *testing.T) {
	magic := map[string]any{"die": true, "magic": true}
	for _, tt := range []struct {
		why     string
		game    string
		options map[string]any
		seed    uint64
	}{
		{"the wood said something else, and that was put back", "kaleidochess", nil, 3400394},
		{"the lights went out when a die was to be rolled", "kaleidochess", magic, 3400202},
		{"the lights went out while wood was put right, and confirm said that it was", "kaleidochess", magic, 3600289},
		{"somebody moved a piece, which was put back after the next move", "chessbattle", nil, 3600390},
		{"somebody moved a piece, and a tap rolled", "kaleidochess", magic, 3700298},
		{"an attack that went on a square too far", "chessbattle", map[string]any{"combat": "sure", "river": false, "time": "clocks"}, 3700003},
		{"the wrong swap was lit, and who showed the right one again rolled", "kaleidochess", magic, 3800093},
		{"somebody moved a piece, and the next attack rolled", "rolechess", nil, 3101626},
		{"the same, in another turn", "rolechess", nil, 3101798},
		{"a square brushed just before, lit as a capture, and the next player's victim lifted", "kaleidochess", nil, 4800196},
		{"the question about that, answered", "kaleidochess", nil, 4950094},
		{"a piece put right to where a victim had stood, and taken there", "camelot", nil, 4900163},
	} {
		t.Run(tt.why, func(t *testing.T) {
			r, err := robot.Play(robot.Options{Games: catalog.Games(), Game: tt.game, Options: tt.options, Seed: tt.seed, Cuts: 20})
			if err != nil {
				t.Fatal(err)
			}
			sound(t, r)
		})
	}
}

// instants counts, over games of one kind, at which instants the power was cut: what
// the transcript says of it, and "after MEANT" for cuts in the middle of an action.
func instants(t *testing.T, o robot.Options, games int, meant string) map[string]int {
	t.Helper()
	found := map[string]int{}
	middle := false
	o.Tell = func(line string) {
		if _, what, ok := strings.Cut(line, " power "); ok {
			found[what]++
			if middle && strings.HasPrefix(what, "cut") {
				found["in the middle of "+meant]++
			}
		}
		if _, what, ok := strings.Cut(line, " mean "); ok {
			middle = what == meant
		}
	}
	for range games {
		r, err := robot.Play(o)
		if err != nil {
			t.Fatal(err)
		}
		sound(t, r)
		o.Seed++
	}
	return found
}

// Every game goes on after a power cut at each kind of instant, with its wood changed
// now and then while nobody feels it; that a change is noticed is the robot's to see.
func TestLongPowerIsCutAtEveryKindOfInstant(t *testing.T) {
	always := []string{"cut in a settle", "cut with a piece in the air and a step open", "cut with a step open", "somebody moves a piece"}
	for _, tt := range []struct {
		game    string
		options map[string]any
		games   int
		throws  bool
	}{
		{"rolechess", nil, 12, true},
		{"camelot", nil, 5, false},
		{"kaleidochess", map[string]any{"magic": true}, 5, false},
		{"dungeonchess", nil, 8, false},
		{"chessbattle", nil, 12, true},
	} {
		t.Run(tt.game, func(t *testing.T) {
			o := robot.Options{Games: catalog.Games(), Game: tt.game, Options: tt.options, Seed: 900, Most: 160, Cuts: 8}
			found := instants(t, o, tt.games, "")
			want := always
			if tt.throws {
				want = append(want[:len(want):len(want)], "cut between throw and removal")
			}
			for _, what := range want {
				if found[what] < 2 {
					t.Errorf("%s: %d times, of %v", what, found[what], found)
				}
			}
		})
	}
}

// The power goes again and again in the middle of one action: a chain of Camelot, a
// swap, a ransom, an attack that takes several pieces, an advance.
func TestLongPowerCutsInTheMiddleOfAnAction(t *testing.T) {
	for _, tt := range []struct {
		game           string
		options        map[string]any
		before, stands string
		state          map[string]any
		does           string
	}{
		{"rolechess", nil, "die 6, die 1", "wE a1, wN1 d5, wL1 c2, bE g7, bL1 b6 1, bL2 f2", nil, "d5*b6"},
		{"camelot", nil, "", "wK1 C4, " + chainFriends + ", " + chainEnemies + ", bM10 L13", nil, chainCanter + strings.TrimPrefix(chainJump, "I10")},
		{"camelot", nil, "", "wM1 D5, wM2 A4, wM3 L4, bM1 E6, bM2 E8, bM3 C8, bM4 C6, bM5 L13, bM6 L12", nil, "D5xF7xD9xB7xD5"},
		{"kaleidochess", magic, "", magicMen, nil, "swap c3,c5"},
		{"kaleidochess", magic, "", magicMen, nil, "teleport c3>c4"},
		{"dungeonchess", nil, dealt, dungeonMen, nil, "ransom sC2@e0"},
		{"dungeonchess", nil, dealt, dungeonMen, nil, "b1~g1"},
		{"chessbattle", sure, camps, "wL1 d4, wL2 g4, wN1 b2, wK e1, bL1 e4, bL2 e5, bL3 e3, bP1 h7, bK e16", nil, "d4*e4"},
		{"chessbattle", sure, camps, "wL1 a4, wL2 g4, wN1 d4, wK e1, bL1 e4, bL2 e5, bL3 e3, bP1 h7, bK e16", nil, "d4*e4"},
	} {
		t.Run(tt.game+"/"+tt.does, func(t *testing.T) {
			games := beginning(t, tt.game, tt.options, tt.before, tt.stands, tt.state)
			o := robot.Options{Games: games, Game: tt.game, Options: tt.options, Seed: 1, Most: 4, Cuts: 3}
			found := instants(t, robot.Doing(o, tt.does), 40, tt.does)
			if n := found["in the middle of "+tt.does]; n < 20 {
				t.Errorf("the power was cut %d times in the middle: %v", n, found)
			}
		})
	}
}
