package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"reeve/archive"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"

	"github.com/rogpeppe/go-internal/testscript"
)

// longestCompany is how many steps a game in company may have.
const longestCompany = 4000

// company plays a whole game of people and computers: people choose at random through the interface, computers as they
// do, and the wood is laid as the lights ask. On the way one computer takes another's place, and the power is cut. The
// record says who has played. The number that the game gets is the seed, too.
func company(ts *testscript.TestScript, _ bool, args []string) { // NUMBER GAME
	var seed uint64
	_, err := fmt.Sscan(args[0], &seed)
	ts.Check(err)
	var asked referee.NewGame
	ts.Check(json.Unmarshal([]byte(args[1]), &asked))
	random := rand.New(rand.NewPCG(seed, 2))
	send(ts, on(ts).url+"/api/games", args[1], http.StatusOK)
	first, then := early(ts, asked.Game)
	goOn(ts, random, first/4+random.IntN(first))
	seat := change(ts, asked.Players)
	if before := goOn(ts, random, first+then/4+random.IntN(then)); before.Status != referee.StatusOver {
		cut(ts, seat, before)
	}
	if over := goOn(ts, random, longestCompany); over.Status != referee.StatusOver {
		ts.Fatalf("after %d steps it is not over", over.Length)
	}
	whoPlayed(ts, args[0], asked.Players, seat)
}

// cut cuts the power of a game that is on, and holds that reeve:2 plays that seat in the same game afterwards.
func cut(ts *testscript.TestScript, seat string, before referee.Table) {
	var after referee.Table
	killDaemon(ts, false, nil)
	startDaemon(ts, false, on(ts).args)
	get(ts, "/api/table", "", &after)
	if after.Game != before.Game || after.Length < before.Length || after.Players[seat] != "reeve:2" || len(after.Computers) != len(before.Computers) {
		ts.Fatalf("after the power cut there are %v in game %s of %d steps; before, %v in game %s of %d", after.Players, after.Game, after.Length, before.Players, before.Game, before.Length)
	}
}

// early is within how many steps somebody else is to play a game, and after how many more the power is cut. What hides
// something is prepared at length; else who plays at random loses in 30 steps as a rule, and rarely in 16.
func early(ts *testscript.TestScript, game string) (first, then int) {
	g, err := rules.Find(catalog.Games(), game)
	ts.Check(err)
	if g.Hidden {
		return 24, 60
	}
	return 8, 8
}

// companies plays GAME in company with computers on every set of its seats. FIRST is the number of the first game.
func companies(ts *testscript.TestScript, _ bool, args []string) {
	var number int
	_, err := fmt.Sscan(args[0], &number)
	ts.Check(err)
	var asked referee.NewGame
	ts.Check(json.Unmarshal([]byte(args[1]), &asked))
	g, err := rules.Find(catalog.Games(), asked.Game)
	ts.Check(err)
	start, err := g.Start(asked.Options)
	ts.Check(err)
	seats := start.Seated().All()
	for set := 1; set < 1<<len(seats); set++ {
		asked.Players = map[string]string{}
		for i, seat := range seats {
			asked.Players[g.SeatName(seat)] = "Ann"
			if set>>i&1 == 1 {
				asked.Players[g.SeatName(seat)] = fmt.Sprintf("reeve:%d", 1+(set+i)%3)
			}
		}
		game, err := json.Marshal(map[string]any{"game": asked.Game, "options": asked.Options, "players": asked.Players})
		ts.Check(err)
		company(ts, false, []string{fmt.Sprint(number), string(game)})
		number++
	}
}

// change has reeve:2 play a computer's seat from now on, and returns which.
func change(ts *testscript.TestScript, players map[string]string) string {
	for _, seat := range slices.Sorted(maps.Keys(players)) {
		if strings.HasPrefix(players[seat], "reeve:") {
			send(ts, on(ts).url+"/api/players", `{"seat":"`+seat+`","player":"reeve:2"}`, http.StatusOK)
			return seat
		}
	}
	ts.Fatalf("no computer plays: %v", players)
	return ""
}

// whoPlayed holds that the record says who played: first, and at last.
func whoPlayed(ts *testscript.TestScript, number string, players map[string]string, changed string) {
	state := ts.MkAbs("state")
	ts.Check(ts.Exec("reeve", "archive", "verify", number, "--state", state))
	line, _, _ := strings.Cut(exported(ts, number), "\n")
	var head struct {
		Players   map[string]string
		Computers map[string]struct {
			Player, Name, Version, Seed string
			Level                       int
		}
	}
	ts.Check(json.Unmarshal([]byte(line), &head))
	if !maps.Equal(head.Players, players) {
		ts.Fatalf("the record begins with %v, want %v", head.Players, players)
	}
	for seat, player := range players {
		got, plays := head.Computers[seat]
		if seat == changed {
			player = "reeve:2"
		}
		c, computer := archive.ParseComputer(player)
		if plays != computer {
			ts.Fatalf("%s is said to play %s: %+v", player, seat, got)
		}
		if computer && (got.Player != player || got.Name != "reeve" || got.Level != c.Level || got.Version != version || got.Seed == "") {
			ts.Fatalf("%s is recorded as %+v", player, got)
		}
	}
}

// goOn plays until so many steps are made and it is a person's turn, or until the game is over, and returns the table then:
// a computer that thinks may end it at once.
func goOn(ts *testscript.TestScript, random *rand.Rand, most int) (t referee.Table) {
	wait, stop := changes(ts, peoplesKeys(ts))
	defer stop()
	for {
		t = referee.Table{}
		get(ts, "/api/table", "", &t)
		for seat, c := range t.Computers {
			if c.Trouble != nil {
				ts.Fatalf("%s: %s", seat, c.Trouble.Text)
			}
		}
		switch {
		case t.Status == referee.StatusOver || t.Length >= most && !thinks(&t):
			return t
		case t.Status != referee.StatusPlay:
			send(ts, on(ts).url+"/api/sim/setup", "{}", http.StatusOK)
		case !peoplePlay(ts, random, &t):
			wait() // until computers have played
		}
	}
}

// thinks reports whether computers alone are to act, where people play as well.
func thinks(t *referee.Table) bool {
	person := func(seat string) bool { _, computer := t.Computers[seat]; return !computer && seat != "chance" }
	return len(t.Computers) < len(t.Players) && !slices.ContainsFunc(t.Position.ToAct, person)
}

// peoplesKeys are the keys of the seats that people play.
func peoplesKeys(ts *testscript.TestScript) map[string]string {
	var t referee.Table
	get(ts, "/api/table", "", &t)
	keys, err := web.ReadKeys(ts.MkAbs("state/keys.json"))
	ts.Check(err)
	all := map[string]string{}
	for seat, k := range keys.Seats {
		if _, computer := t.Computers[seat]; !computer {
			all[seat] = k.Key
		}
	}
	return all
}

// peoplePlay has one of those people act who have something to choose, and reports whether there was one.
func peoplePlay(ts *testscript.TestScript, random *rand.Rand, t *referee.Table) bool {
	keys, err := web.ReadKeys(ts.MkAbs("state/keys.json"))
	ts.Check(err)
	for _, seat := range slices.Sorted(maps.Keys(keys.Seats)) {
		if _, computer := t.Computers[seat]; computer || !slices.Contains(t.Position.ToAct, seat) {
			continue
		}
		var own referee.Table
		get(ts, "/api/seat/"+seat, keys.Seats[seat].Key, &own)
		if len(own.Legal) > 0 && own.Status == referee.StatusPlay {
			body, _ := json.Marshal(map[string]string{"action": own.Legal[random.IntN(len(own.Legal))], "seat": seat})
			post(ts, "/api/action", keys.Seats[seat].Key, string(body))
			return true
		}
	}
	return false
}
