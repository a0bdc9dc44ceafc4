package referee_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/referee"
	"reeve/rules"
	"reeve/rules/camelot"
)

// standing returns Camelot beginning with these pieces, "wK1 C4, bM1 D5", White to move.
func standing(t *testing.T, stands string) *rules.Game {
	t.Helper()
	start, err := camelot.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(start.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	at := map[string]any{}
	for _, man := range strings.Split(stands, ", ") {
		id, square, _ := strings.Cut(man, " ")
		at[id] = square
	}
	for _, p := range doc["pieces"].([]any) {
		piece := p.(map[string]any)
		piece["at"] = at[piece["id"].(string)]
	}
	delete(doc["state"].(map[string]any), "seen")
	if text, err = json.Marshal(doc); err != nil {
		t.Fatal(err)
	}
	s, err := rules.ReadPosition([]*rules.Game{camelot.Game}, text)
	if err != nil {
		t.Fatal(err)
	}
	here := *camelot.Game
	here.New = func(rules.Options) (rules.State, error) { return s, nil }
	return &here
}

// The ways of the longest turns, and who stands beside them: friends are leapt first,
// then enemies.
const (
	longFriends = "wK2 D5, wK3 F5, wK4 H5, wM1 J5, wM2 K5, wM3 J7, wM4 H7, wM5 F7, wM6 D7, wM7 C7, wM8 D9, wM9 F9, wM10 H9"
	longEnemies = "bK1 J11, bK2 J12, bK3 H12, bK4 F12, bM1 D12, bM2 B12, bM3 A11, bM4 B10, bM5 B9, bM6 A7, bM7 A5, bM8 B3, bM9 D2"
	longCanter  = "C4-E6-G4-I6-K4-K6-I8-G6-E8-C6-C8-E10-G8-I10"
	longJump    = "I10xK12xI12xG12xE12xC12xA12xA10xC10xA8xA6xA4xC2xE2"
	away        = ", bM10 L13"
)

// chains are Camelot's longest turns: a canter, a chain of jumps, a charge of both, and
// a chain that captures everybody.
var chains = []struct {
	name, stands, means, answer string
}{
	{"canter over 13 friends", "wK1 C4, " + longFriends + away, longCanter, "L13-L12"},
	{"13 jumps", "wK1 I10, wM1 L5, " + longEnemies + away, longJump, "L13-L12"},
	{"charge of 13 canters and 13 jumps", "wK1 C4, " + longFriends + ", " + longEnemies + away, longCanter + strings.TrimPrefix(longJump, "I10"), "L13-L12"},
	{"charge of 6 canters and 7 jumps", "wK1 C4, wK2 D5, wK3 F5, wK4 H5, wM1 J5, wM2 K5, wM3 J7, bM1 H7, bM2 F7, bM3 D7, bM4 C7, bM5 D9, bM6 F9, bM7 H9, wM4 L5" + away,
		"C4-E6-G4-I6-K4-K6-I8xG6xE8xC6xC8xE10xG8xI10", "L13-L12"},
	{"14 jumps that end the game", "wK1 I10, wM1 L5, " + longEnemies + ", bM10 F3", longJump + "xG4", ""},
}

// leapt returns the enemy of White's that a leg goes over, "" if it is a friend.
func leapt(s rules.State, from, to string) string {
	on := s.Topology()
	a, _ := on.Square(from)
	b, _ := on.Square(to)
	for sq := range s.Occupied(rules.Full).All() {
		p, q, m := on.Place(a), on.Place(b), on.Place(sq)
		if man, _ := s.At(sq); man.Owner == black && 2*m.X == p.X+q.X && 2*m.Y == p.Y+q.Y {
			return on.Name(sq)
		}
	}
	return ""
}

// orders are the ways to do a turn by hand: as one lift and place, with the victims taken
// off before, during or after, or all of that; and as many short ones.
func orders(s rules.State, means string) map[string]string {
	path := strings.FieldsFunc(means, func(r rune) bool { return r == '-' || r == 'x' })
	first, last := path[0], path[len(path)-1]
	var victims []string
	var short, slow, late, dragged string
	for i, at := range path[1:] {
		v := leapt(s, path[i], at)
		off := ""
		if v != "" {
			victims, off = append(victims, "-"+v), " -"+v
		}
		short += " -" + path[i] + " +" + at + off
		slow += " -" + path[i] + " ~ +" + at + " ~" + off
		late += " -" + path[i] + " +" + at + " ~"
		dragged += " -" + path[i] + off + " +" + at
	}
	all := strings.Join(victims, " ")
	third := len(victims) / 3
	return map[string]string{
		"one lift and place, victims after":    "-" + first + " +" + last + " " + all,
		"one lift and place, victims before":   all + " -" + first + " +" + last,
		"one lift and place, victims during":   "-" + first + " " + all + " +" + last,
		"before, during and after":             strings.Join(victims[:third], " ") + " -" + first + " " + strings.Join(victims[third:2*third], " ") + " +" + last + " ~ " + strings.Join(victims[2*third:], " "),
		"short ones":                           short,
		"short ones, slowly":                   slow,
		"short ones, victims at the end":       late + " " + all,
		"short ones, victims while in the air": dragged,
		"another piece first":                  "-L5 +L5 -" + first + " +" + last + " ~ " + all,
		"done, taken back and done again":      "-" + first + " +" + last + " " + all + " ~ " + strings.ReplaceAll(all, "-", "+") + " -" + last + " +" + first + " ~ " + short,
	}
}

// Camelot's longest turns are read from every way people do them, nothing is asked, and
// the other player's move seals them.
func TestLongTurnsOfCamelotByHand(t *testing.T) {
	for _, c := range chains {
		game := standing(t, c.stands)
		start, err := game.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		want := start
		for _, text := range []string{c.means, c.answer} {
			if text == "" {
				continue
			}
			step, err := want.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if want, _, err = want.Apply(step, nil); err != nil {
				t.Fatal(err)
			}
		}
		for name, script := range orders(start, c.means) {
			if strings.HasPrefix(name, "another") && !strings.Contains(c.stands, "L5") {
				continue
			}
			t.Run(c.name+"/"+name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					r := openWith(t, &disk{}, []*rules.Game{game}, referee.NewGame{Game: "camelot"}, nil)
					defer r.stop()
					r.Wood(start.Occupied(rules.Full), 0)
					r.settle(0)
					for _, word := range strings.Fields(script) {
						if r.hands(word); r.table().Ask != nil {
							t.Fatalf("asked %+v after %s", r.table().Ask, word)
						}
					}
					r.hands("~")
					if c.answer == "" {
						r.do(referee.Press{Button: "confirm"})
					} else {
						r.hands("-" + c.answer[:3] + " +" + c.answer[4:] + strings.Repeat(" ~", 6)) // what could have been another charge is sealed 1.5 s later
					}
					f := r.table()
					if got := f.Position.Pieces; !reflect.DeepEqual(got, want.View(rules.Table).Pieces) || f.Settle != nil {
						t.Fatalf("%s; settle %+v", f.actions(), f.Settle)
					}
					if open := len(f.Open); c.answer == "" && open != 0 || c.answer != "" && (open != 1 || f.Open[0].Action != c.answer) {
						t.Errorf("open %v", f.Open)
					}
				})
			})
		}
	}
}

// said reports whether one of choices begins with an action.
func said(choices []string, action string) bool {
	return slices.ContainsFunc(choices, func(c string) bool { return strings.HasPrefix(c, action) })
}

// Two men could have gone round and taken the same four: a touch of their own says which
// has, at once or square by square.
func TestATouchOfItsOwnSaysWhichPieceWentRound(t *testing.T) {
	const one, other = "G8xG6xI8xG10xG8", "H10xF8xH6xH8xH10"
	for _, tt := range []struct{ touches, want string }{
		{"-H10 -G9 -H9 -H7 -G7 +H10", other},
		{"-G8 -G9 -H9 -H7 -G7 +G8", one},
		{"-G8 +G10 -G9 -G10 +I8 -H9 -I8 +G6 -H7 -G6 +G8 -G7", one},
		{"-G9 -H9 -H7 -G7", ""}, // who it was nobody has seen
		{"-H10 +F8 -F8 +H6 -H6 +H8 -H8 +H10 ~ -G9 -H9 -H7 -G7", other},
	} {
		t.Run(tt.touches, func(t *testing.T) {
			in(t, func(t *testing.T) {
				game := standing(t, "wM1 G8, wM2 H10, bM1 G9, bM2 H9, bM3 H7, bM4 G7"+away)
				start, _ := game.Start(nil)
				r := openWith(t, &disk{}, []*rules.Game{game}, referee.NewGame{Game: "camelot"}, nil)
				defer r.stop()
				r.Wood(start.Occupied(rules.Full), 0)
				r.settle(0)
				r.hands(tt.touches + " ~ -L13 +L12 ~").settle(time.Minute)
				if ask := r.table().Ask; (ask != nil) != (tt.want == "") || ask != nil && !(said(ask.Choices, one) && said(ask.Choices, other)) {
					t.Fatalf("asked %+v", ask)
				}
				if tt.want == "" {
					return
				}
				if got := r.table().actions(); got != tt.want+" (L13-L12)" {
					t.Errorf("%s: log %q", tt.touches, got)
				}
			})
		})
	}
}

// A question names two turns of each choice, from the first doubtful one on. What follows the one that is meant is read on, and stands.
func TestWhole_AQuestionNamesTwoTurns(t *testing.T) {
	for choice, want := range map[string]string{
		"E10-G10, C7-D6, …": "E8-E9 K12-L12 E10-G10 C7-D6 G10-E10 D6-C7 F11-G10 (C7-B6)",
		"F11-G10":           "E8-E9 K12-L12 F11-G10 (C7-B6)",
	} {
		t.Run(choice, func(t *testing.T) {
			in(t, func(t *testing.T) {
				game := standing(t, "wK1 E10, wM1 F10, wM2 F11, wM3 E8, bM1 C7, bK2 K12")
				start, _ := game.Start(nil)
				r := openWith(t, &disk{}, []*rules.Game{game}, referee.NewGame{Game: "camelot"}, nil)
				defer r.stop()
				r.Wood(start.Occupied(rules.Full), 0)
				r.settle(0)
				r.hands("-E8 +E9 ~ -K12 +L12 -E10 +G10 ~ ~ ~ -C7 +D6 -G10 +E10 -D6 +C7 ~ -C7 ~ +C7 -F11 +G10 ~ ~ -G10 ~ ~ +F11")
				r.hands("-F11 +G10 -C7 ~ +B6 ~ ~ ~ ~ ~").settle(2 * time.Second)
				ask := r.table().Ask
				if ask == nil || !slices.Contains(ask.Choices, choice) || len(ask.Choices) != 3 {
					t.Fatalf("asked %+v of %s", ask, r.table().actions())
				}
				r.do(referee.Answer{Choice: choice})
				r.settle(time.Minute)
				if f := r.table(); f.Ask != nil || f.actions() != want {
					t.Errorf("%s, want %s; asked %+v", f.actions(), want, f.Ask)
				}
			})
		})
	}
}
