package chessbattle

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
)

// TestTell checks the sentences as keys and gaps.
func TestTell(t *testing.T) {
	fight := options{"cards": options{"white": []string{"7h"}, "black": []string{}}}
	cards := battleOf(t, options{"time": "clocks"}, "white", "wN1 d5, bN1 d6, wX1 h5, bL1 h7, wL1 a8", fight)
	sudden := battleOf(t, nil, "white", "wN1 d5, bP1 d6, wX1 h5, bX1 h7, wP1 a5, bN1 a6", nil)
	buying := opening(t, nil, "spy 2h", "done white", "done black")
	asked := play(t, cards, "d5*d6")
	first := play(t, asked, "special none")
	second := play(t, first, "draw 2,3")
	shot := play(t, cards, "h5!h7", "special none", "draw 1")
	flank := battleOf(t, sure, "white", "wL1 d5, bL1 e5, bL2 e6", nil)
	for _, c := range []struct {
		s            rules.State
		action, want string
	}{
		{begin(t, nil), "camp b2", "camp.at at=b2 player=@seat.white"},
		{begin(t, nil, "camp a1", "camp h1", "camp a16", "camp h16"), "bridge d", "bridge file=d player=@seat.white"},
		{opening(t, nil), "spy 7s", "spy card=7s n=7 player=@seat.black"},
		{buying, "army levy=4 knights=1", "army army=@chessbattle.levy 4,@chessbattle.knights 1 n=20 player=@seat.black"},
		{buying, "army", "army.none player=@seat.black"},
		{play(t, buying, "army levy=2"), "pay 2c", "pay card=2c n=2 player=@seat.black"},
		{play(t, buying, "army levy=1"), "pay 2c", "pay.paid card=2c player=@seat.black"},
		{play(t, buying, "army", "army"), "train 2", "train n=2 player=@seat.white price=6"},
		{play(t, buying, "army", "army"), "train 0", "train.none player=@seat.white"},
		{opening(t, nil), "done white", "spied player=@seat.white"},
		{cards, "d5-d4", "move from=d5 piece=@chessbattle.knights player=@seat.white to=d4"},
		{cards, "a8-a9", "cross from=a8 piece=@chessbattle.levy player=@seat.white to=a9"},
		{cards, "d5*d6", "strike from=d5 piece=@chessbattle.knights player=@seat.white target=@chessbattle.knights to=d6"},
		{cards, "h5!h7", "shot from=h5 piece=@chessbattle.crossbowmen player=@seat.white target=@chessbattle.levy to=h7"},
		{sudden, "d5*d6", "strike.both fallen=@seat.black @chessbattle.pikemen d6 from=d5 piece=@chessbattle.knights player=@seat.white target=@chessbattle.pikemen to=d6"},
		{sudden, "a5*a6", "strike.falls fallen=@seat.black @chessbattle.knights a6 from=a5 piece=@chessbattle.pikemen player=@seat.white target=@chessbattle.knights to=a6"},
		{sudden, "h5!h7", "shot.falls fallen=@seat.black @chessbattle.crossbowmen h7 from=h5 piece=@chessbattle.crossbowmen player=@seat.white target=@chessbattle.crossbowmen to=h7"},
		{cards, "end", "end player=@seat.white"},
		{asked, "special 7h", "special card=7h player=@seat.white"},
		{asked, "special none", "special.none player=@seat.white"},
		{first, "draw 1,4", "draw attack=5 cards=1,4 player=@seat.white"},
		{second, "draw 1,1", "draw.kill attack=5 cards=1,1 defence=2 from=d5 piece=@chessbattle.knights player=@seat.black target=@chessbattle.knights to=d6"},
		{second, "draw 1,4", "draw.both attack=5 cards=1,4 defence=5 from=d5 piece=@chessbattle.knights player=@seat.black target=@chessbattle.knights to=d6"},
		{second, "draw 4,4", "draw.lost attack=5 cards=4,4 defence=8 from=d5 piece=@chessbattle.knights player=@seat.black target=@chessbattle.knights to=d6"},
		{shot, "draw 1", "draw.missed attack=1 cards=1 defence=1 from=h5 piece=@chessbattle.crossbowmen player=@seat.black target=@chessbattle.levy to=h7"},
		{flank, "d5*e5", "strike.falls fallen=@seat.black @chessbattle.levy e5,@seat.black @chessbattle.levy e6 from=d5 piece=@chessbattle.levy player=@seat.white target=@chessbattle.levy to=e5"},
		{cards, "time white 3", "time.clock n=3 player=@seat.white"},
		{cards, "time", "time"},
		{play(t, cards, "time white 1"), "desert d5", "desert at=d5 piece=@chessbattle.knights player=@seat.black"},
	} {
		step, err := c.s.Parse(c.action)
		if err != nil {
			t.Fatal(err)
		}
		m := c.s.Tell(step)
		got := []string{strings.TrimPrefix(m.Key, "chessbattle.")}
		for name, value := range m.Args {
			got = append(got, name+"="+value)
		}
		slices.Sort(got[1:])
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s is told as %s, want %s", c.action, text, c.want)
		}
	}
}

// TestTextsOfStrangers asks that a step that is none still has a one-line text.
func TestTextsOfStrangers(t *testing.T) {
	s := begin(t, nil)
	line := regexp.MustCompile(`^[ -~]+$`)
	for kind := range 256 {
		for _, by := range []rules.Seat{White, Black, rules.Chance, rules.Referee, rules.Full} {
			step := rules.Step{By: by, Kind: uint8(kind), N: 255}
			for i := range step.Arg {
				step.Arg[i] = 255
			}
			if text := s.Text(step); !line.MatchString(text) {
				t.Errorf("%+v has the text %q", step, text)
			}
		}
	}
}

// Of an attack that cannot be, for it comes from afar, nobody is said to fall.
func TestTellOfAnAttackFromAfar(t *testing.T) {
	s := battleOf(t, sure, "white", "wN1 c3, bP1 c9", nil)
	step, err := s.Parse("c3*c9")
	if err != nil {
		t.Fatal(err)
	}
	if m := s.Tell(step); m.Key != "chessbattle.strike" {
		t.Errorf("it is told as %v", m)
	}
}

// The end of espionage tells who wins it: who buys last and sees what the other has (rules 5 and 6). A tie says what decides it.
func TestTellOfTheReveal(t *testing.T) {
	for _, c := range []struct {
		said                     []string
		key, winner, gap, figure string
	}{
		{[]string{"spy 7h", "done white"}, "chessbattle.revealed", "@seat.white", "white", "7"},
		{[]string{"spy 7h", "spy 8c", "done white"}, "chessbattle.revealed", "@seat.black", "white", "7"},
		{[]string{"done white"}, "chessbattle.revealed.tie", "@seat.white", "n", "0"},
		{[]string{"spy 7h", "spy 7c", "done white"}, "chessbattle.revealed.tie", "@seat.white", "n", "7"},
	} {
		m, after := told(t, opening(t, nil, c.said...), "done black")
		if m.Key != c.key || m.Args["winner"] != c.winner || m.Args[c.gap] != c.figure || m.Args["loser"] != "@seat."+after.View(rules.Table).ToAct[0] {
			t.Errorf("%v: %v", c.said, m)
		}
	}
}

// The joining tells who begins the battle: the King of more points, on a tie the loser of espionage (rule 12).
func TestTellOfTheJoining(t *testing.T) {
	for _, c := range []struct {
		trained, key, figure string
	}{
		{"train 1", "chessbattle.join", "2"},
		{"train 0", "chessbattle.join.tie", ""},
	} {
		s := opening(t, nil, "spy 7h", "done white", "done black", "army", "army", c.trained)
		for s.Phase() != "deployment" {
			_, s = told(t, s, s.Text(s.Legal(nil)[0]))
		}
		_, s = told(t, s, "deploy king e2")
		_, s = told(t, s, "deploy king e14")
		_, s = told(t, s, "done white")
		m, after := told(t, s, "done black")
		if m.Key != c.key || m.Args["white"] != c.figure || m.Args["first"] != "@seat."+after.View(rules.Table).ToAct[0] {
			t.Errorf("%s: %v", c.trained, m)
		}
	}
}

// told is what is said of an action, and the position after it.
func told(t *testing.T, s rules.State, action string) (rules.Message, rules.State) {
	t.Helper()
	step, err := s.Parse(action)
	if err != nil {
		t.Fatal(err)
	}
	after, _, err := s.Apply(step, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s.Tell(step), after
}

// While a unit can go on, others are named only where one of them can still be used.
func TestNowNamesAnotherUnitWhereOneCanBeUsed(t *testing.T) {
	seen := map[string]int{}
	for points := 1; points <= 2; points++ {
		s := battleOf(t, nil, "white", "wK b1, wN1 d5, wL1 a8, bL1 e12", options{"king_points": options{"white": points, "black": 1}, "command_left": points})
		s = play(t, s, "d5-d6")
		another := slices.ContainsFunc(s.Legal(nil), func(step rules.Step) bool { return strings.HasPrefix(s.Text(step), "a8") })
		key := s.Now(0).Key
		if another != (key == "now.chessbattle.active") || another == (key == "now.chessbattle.active.last") {
			t.Errorf("with %d command points: %s", points, key)
		}
		seen[key]++
	}
	if len(seen) != 2 {
		t.Errorf("seen: %v", seen)
	}
}
