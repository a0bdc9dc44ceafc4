package web

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// gamesRoom is where it is decided what is played on the table.
type gamesRoom struct {
	tables
	gate    *gate
	games   []*rules.Game
	carries func(*board.Topology) bool // nil: the board has the squares of every game
}

func (gs *gamesRoom) routes(during wrapper) []route {
	return []route{
		get("/api/games", gs.admin(gs.getGames)),
		post("/api/games", gs.admin(gs.postGames)),
		get("/api/lessons", gs.getLessons),
		post("/api/lessons", gs.admin(gs.postLessons)),
		post("/api/rematch", gs.postRematch),
		open("/api/about", during(gs.getAbout)),
	}
}

// gameInfo is a game that can be started.
type gameInfo struct {
	Name    string         `json:"name"`
	Title   string         `json:"title"`
	Seats   []string       `json:"seats"`
	Seated  []string       `json:"seated"` // who plays unless options say otherwise
	Seating seating        `json:"seating,omitempty"`
	Options []rules.Option `json:"options"`
	Chance  bool           `json:"chance"` // dice or cards fall, whatever the options
	Hidden  bool           `json:"hidden"`
	Carried bool           `json:"carried"` // the board has its squares
	Rebuilt string         `json:"rebuilt"`
	Credit  string         `json:"credit"`
	Figures any            `json:"figures,omitempty"`
	Verbs   []rules.Verb   `json:"verbs"`
	Opening []string       `json:"opening,omitempty"` // phases before the pieces beside the board have stood on it
}

func (gs *gamesRoom) infoOf(g *rules.Game) gameInfo {
	return gameInfo{g.Name, g.Title, g.Seats, seatedIn(g, nil), seatingOf(g), append([]rules.Option{}, g.Options...), g.Chance, g.Hidden, gs.carried(g), g.Rebuilt, g.Credit, figuresOf(g), append([]rules.Verb{}, g.Verbs...), g.Opening}
}

// carried reports whether the board has the squares of a game as it begins when nobody asks for anything else.
func (gs *gamesRoom) carried(g *rules.Game) bool {
	start, err := g.Start(nil)
	return gs.carries == nil || err == nil && gs.carries(start.Topology())
}

// seating is who plays with a value of an option, for the options that change who does.
type seating map[string]map[string][]string

func seatingOf(g *rules.Game) seating {
	out, usual := seating{}, seatedIn(g, nil)
	if len(usual) == len(g.Seats) {
		return nil
	}
	for _, o := range g.Options {
		for _, v := range fewValues(o, len(g.Seats)) {
			if who := seatedIn(g, rules.Options{o.Name: v}); len(who) > 0 && !slices.Equal(who, usual) {
				if out[o.Name] == nil {
					out[o.Name] = map[string][]string{}
				}
				out[o.Name][fmt.Sprint(v)] = who
			}
		}
	}
	return out
}

// fewValues are those of a whole number that has no more than most.
func fewValues(o rules.Option, most int) (values []int) {
	if o.Type != "int" {
		return nil
	}
	least, last := o.Values[0].(int), o.Values[1].(int)
	for n := least; n <= last && last-least < most; n++ {
		values = append(values, n)
	}
	return values
}

// seatedIn are the seats of a game as it begins with these options.
func seatedIn(g *rules.Game, options rules.Options) []string {
	out := []string{}
	start, err := g.Start(options)
	if err != nil {
		return out // a game that always wants to be told something
	}
	for _, seat := range start.Seated().All() {
		out = append(out, g.SeatName(seat))
	}
	return out
}

// figuresOf are the numbers of a game's rules, nil if pages need none.
func figuresOf(g *rules.Game) any {
	if g.Figures == nil {
		return nil
	}
	return g.Figures()
}

func (gs *gamesRoom) getGames(w http.ResponseWriter, _ *http.Request) {
	out := []gameInfo{}
	for _, g := range gs.games {
		out = append(out, gs.infoOf(g))
	}
	writeJSON(w, out)
}

// getAbout tells everybody of the game on the table what getGames tells the admin of all.
func (gs *gamesRoom) getAbout(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, gs.infoOf(gs.session.Game()))
}

// tableWithLinks is the table with the links of the seats, without their keys for who has
// not proved to be the admin.
type tableWithLinks struct {
	*referee.Table
	Seats map[string]Link `json:"seats"`
}

// postGames starts a game. The gate is shut meanwhile, so that no key of the old
// game shows anything of the new one.
func (gs *gamesRoom) postGames(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Game    string
		Options map[string]any
		Dice    diceBody
		Players map[string]string
		Clock   string
		guard
	}
	err := readBody(w, r, &body, false)
	if err == nil {
		err = need("game", body.Game)
	}
	if err == nil {
		err = checkPlayers(body.Players)
	}
	var t *referee.Table
	if err == nil {
		t, err = gs.begin(r, body.guard.on(referee.NewGame{Game: body.Game, Options: body.Options,
			Dice: referee.DiceChoice(body.Dice), Players: body.Players, Clock: body.Clock}, rules.Table))
	}
	if err != nil {
		gs.answer(w, r, rules.Table, err)
		return
	}
	links := gs.keys.links(gs.sharedURL(r))
	if !gs.proved(sentKeys(r)).admin {
		links = keyless(links, gs.sharedURL(r))
	}
	writeJSON(w, tableWithLinks{t, links})
}

// begin starts the game with the gate shut and gives its seats new keys.
func (gs *gamesRoom) begin(r *http.Request, c referee.Command) (*referee.Table, error) {
	gs.gate.Lock()
	defer gs.gate.Unlock()
	if err := gs.session.Do(r.Context(), c); err != nil {
		return nil, err
	}
	if err := gs.keys.ensure(gs.seats(), true); err != nil {
		return nil, err
	}
	return gs.session.Table(rules.Table), nil
}

// longestName is the most characters of a player's name.
const longestName = 100

// checkPlayers bounds the names; whether the seats exist the session knows.
func checkPlayers(players map[string]string) error {
	for _, seat := range slices.Sorted(maps.Keys(players)) {
		name := players[seat]
		if len(players) > rules.MaxSeats || utf8.RuneCountInString(name) > longestName || strings.ContainsFunc(name, unicode.IsControl) {
			return refuse(http.StatusUnprocessableEntity, rules.Say("no.names", "seat", rules.Quote(seat)), rules.Say("do.name.player"))
		}
	}
	return nil
}

// diceBody reads "fair", "manual", {"seeded":"hex"} or {"scripted":[4,3]}.
type diceBody referee.DiceChoice

func (d *diceBody) UnmarshalJSON(text []byte) error {
	bad := refuse(http.StatusUnprocessableEntity, rules.Say("no.dice.kind", "text", rules.Quote(string(text))), rules.Say("do.send", "sample", `"fair", "manual", {"seeded":"00ff"}, {"scripted":[4,3]}`))
	if json.Unmarshal(text, &d.Kind) == nil {
		if d.Kind != "" && d.Kind != "fair" && d.Kind != "manual" {
			return bad
		}
		return nil
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(text, &given) != nil || len(given) != 1 {
		return bad
	}
	for kind, value := range given {
		d.Kind = kind
		if !d.read(kind, value) {
			return bad
		}
	}
	return nil
}

func (d *diceBody) read(kind string, value json.RawMessage) bool {
	switch kind {
	case "seeded":
		var digits string
		if json.Unmarshal(value, &digits) != nil {
			return false
		}
		seed, err := hex.DecodeString(digits)
		d.Seed = seed
		return err == nil && len(seed) > 0
	case "scripted":
		return json.Unmarshal(value, &d.Scripted) == nil && len(d.Scripted) > 0
	}
	return false
}
