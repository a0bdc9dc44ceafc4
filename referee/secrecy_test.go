package referee_test

import (
	"reflect"
	"strings"
	"testing"

	"reeve/referee"
	"reeve/rules"
	"reeve/rules/chessbattle"
	"reeve/rules/dungeonchess"
)

// Two games that differ only in what a viewer may not know give that viewer
// equal tables: position, log, lights, wood, message, and the number of each.
func TestSecretsReachNobodyElse(t *testing.T) {
	for _, tt := range []struct {
		name   string
		game   *rules.Game
		open   string   // the actions before, with a blank between
		one    []string // a seat's secret actions …
		other  []string // … and other ones
		secret string   // the seat whose they are
		public bool     // the other seat may know: the second buyer knows what the first bought
	}{
		{"espionage", chessbattle.Game, "camp b2,camp g2,camp b15,camp g15,bridge d,bridge e", []string{"spy 7h"}, []string{"spy 8d"}, "white", false},
		{
			"a purchase", chessbattle.Game, "camp b2,camp g2,camp b15,camp g15,bridge d,bridge e,done white,done black",
			[]string{"army levy=1", "pay 2c"}, []string{"army levy=2", "pay 4c"}, "black", true,
		},
		{"a kept card", dungeonchess.Game, "", []string{"keep 0"}, []string{"keep 1"}, "south", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var tables [2]map[rules.Seat][]*referee.Table
			for i, secret := range [][]string{tt.one, tt.other} {
				in(t, func(t *testing.T) { tables[i] = secretly(t, tt.game, tt.open, secret, tt.secret) })
			}
			for viewer, list := range tables[0] {
				if tt.public && viewer != rules.Table {
					continue
				}
				for i := range list {
					if a, b := list[i], tables[1][viewer][i]; !reflect.DeepEqual(a, b) {
						t.Errorf("%s sees after action %d\n%+v\nor\n%+v", tt.game.SeatName(viewer), i, a, b)
					}
				}
			}
		})
	}
}

// secretly plays the actions and returns the tables of everybody but the seat
// whose secret it is, after each. "keep 0" keeps the first legal card.
func secretly(t *testing.T, g *rules.Game, open string, secret []string, whose string) map[rules.Seat][]*referee.Table {
	r := openGame(t, g)
	defer r.stop()
	act := func(text string) {
		if pick, ok := strings.CutPrefix(text, "keep "); ok {
			seat, _ := g.SeatOf(whose)
			text = r.Session.Table(seat).Legal[int(pick[0]-'0')]
		}
		r.do(referee.Act{Text: text})
	}
	for _, text := range strings.Split(open, ",") {
		if text != "" {
			act(text)
		}
	}
	out := map[rules.Seat][]*referee.Table{}
	for _, text := range secret {
		act(text)
		for _, viewer := range append(r.Seated().All(), rules.Table) {
			if g.SeatName(viewer) != whose {
				out[viewer] = append(out[viewer], r.Session.Table(viewer))
			}
		}
	}
	return out
}

// openGame starts a game of g on a board that is set up.
func openGame(t *testing.T, g *rules.Game) *room {
	t.Helper()
	r := openWith(t, &disk{}, []*rules.Game{g}, referee.NewGame{Game: g.Name, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}}, nil)
	start, err := g.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Wood(start.Occupied(rules.Full), 0)
	r.settle(0)
	return r
}
