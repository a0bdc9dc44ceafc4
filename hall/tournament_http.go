package hall

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"reeve/hall/wire"
	"reeve/pairing"
)

// tournamentRoom is what is looked at and done of tournaments.
type tournamentRoom struct {
	entrance
	links
	hall  *Hall
	store *tournaments
	told  publicTournaments
}

// routes adds what tournaments are looked at and run by.
func (room *tournamentRoom) routes(m *http.ServeMux) {
	m.HandleFunc("GET /api/tournaments", room.tournaments)
	m.HandleFunc("GET /api/tournaments/{id}", room.tournament)
	m.HandleFunc("GET /api/tournaments/{id}/qr", room.tournamentQR)
	m.HandleFunc("GET /tournaments/{id}/{file}", room.tournamentFile)
	m.HandleFunc("POST /api/tournaments", room.arbiter(room.newTournament))
	m.HandleFunc("POST /api/tournaments/{id}", room.arbiter(room.changeTournament))
	m.HandleFunc("GET /api/tournaments/{id}/history", room.arbiter(room.history))
}

// tournamentOf is the tournament that a request is about, as who asks may see it: to
// spectators results come as late as everything else.
func (room *tournamentRoom) tournamentOf(r *http.Request) (t *Tournament, arbiter bool, err error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, false, fmt.Errorf("%w: tournament %.20q", ErrNone, r.PathValue("id"))
	}
	if t, err = room.store.Tournament(id); err != nil {
		return nil, false, err
	}
	arbiter = r.URL.Query().Get("as") != "spectator" && room.who(r) != ""
	if d := room.hall.Delay(); d > 0 && !arbiter {
		t = t.seen(time.Now().Add(-d))
	}
	return t, arbiter, nil
}

func (room *tournamentRoom) tournaments(w http.ResponseWriter, r *http.Request) {
	list, err := room.store.Tournaments()
	if err != nil {
		room.fail(w, err)
		return
	}
	out := []tournamentSummary{}
	d := room.hall.Delay()
	for _, t := range list {
		if d > 0 && room.who(r) == "" {
			t = t.seen(time.Now().Add(-d))
		}
		out = append(out, tournamentSummary{t.ID, t.Plan.Name, t.Plan.System, t.Plan.Game, len(t.Players), t.Done(), t.rounds(), t.Open()})
	}
	answer(w, out)
}

// publicTournaments keeps what spectators are told of a tournament for a second: many ask.
type publicTournaments struct {
	mu  sync.Mutex
	all map[int64]cachedText
}

type cachedText struct {
	at   time.Time
	text json.RawMessage
}

// say is the text that is a second old at most, or make's.
func (o *publicTournaments) say(id int64, make func() any) json.RawMessage {
	o.mu.Lock()
	defer o.mu.Unlock()
	if t, ok := o.all[id]; ok && time.Since(t.at) < time.Second {
		return t.text
	}
	if o.all == nil {
		o.all = map[int64]cachedText{}
	}
	text, _ := json.Marshal(make())
	o.all[id] = cachedText{time.Now(), text}
	return text
}

func (room *tournamentRoom) tournament(w http.ResponseWriter, r *http.Request) {
	t, arbiter, err := room.tournamentOf(r)
	switch {
	case err != nil:
		room.fail(w, err)
	case arbiter:
		answer(w, room.hall.shown(t, true))
	default:
		answer(w, room.told.say(t.ID, func() any { return room.hall.shown(t, false) }))
	}
}

// tournamentQR draws the link to a tournament.
func (room *tournamentRoom) tournamentQR(w http.ResponseWriter, r *http.Request) {
	t, _, err := room.tournamentOf(r)
	var text []byte
	if err == nil {
		text, err = room.qrCode(fmt.Sprintf("%s/tournament/%d", room.base, t.ID))
	}
	if err != nil {
		room.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Write(text)
}

// newTournament makes one of a plan and a list of players.
func (room *tournamentRoom) newTournament(w http.ResponseWriter, r *http.Request, who string) {
	var c struct {
		Plan Plan   `json:"plan"`
		List string `json:"list,omitempty"`
	}
	err := body(r, &c)
	change := Change{Plan: &c.Plan}
	if err == nil && c.List != "" {
		var called string
		if change.Players, called, err = playersOf(c.List); c.Plan.Name == "" {
			c.Plan.Name = called
		}
	}
	var t *Tournament
	if err == nil {
		t, err = room.hall.NewTournament(change, who)
	}
	if err != nil {
		room.fail(w, err)
		return
	}
	room.log.Info("a tournament is made", "part", "hall", "tournament", t.ID, "name", t.Plan.Name, "who", who)
	answer(w, room.hall.shown(t, true))
}

// tournamentChange is what an arbiter does to a tournament.
type tournamentChange struct {
	Do      string  `json:"do"` // pair, boards, undo, plan, players, enrol, away, put or result
	Why     string  `json:"why,omitempty"`
	Plan    *Plan   `json:"plan,omitempty"`
	List    string  `json:"list,omitempty"`   // of players: CSV or TRF
	Tables  [][]int `json:"tables,omitempty"` // of pair: by hand
	Delay   *int64  `json:"delay,omitempty"`  // of pair: ms that spectators are behind in this round
	Number  int     `json:"number,omitempty"` // of away: the player
	Out     bool    `json:"out,omitempty"`
	Next    string  `json:"next,omitempty"` // H or Z
	Round   int     `json:"round,omitempty"`
	Table   int     `json:"table,omitempty"`
	Board   wire.ID `json:"board,omitempty"`
	Ends    *int    `json:"ends,omitempty"`   // of boards and put: how many games that are on may end; without it any
	Result  string  `json:"result,omitempty"` // as pairing.ScoreOf reads it; "" takes it back
	Version int     `json:"last,omitempty"`   // the entry that who wishes has seen; 0: whichever
}

// mayEnd is how many games that are on a change may end.
func (c tournamentChange) mayEnd() int {
	if c.Ends == nil {
		return math.MaxInt
	}
	return *c.Ends
}

// changeTournament does what an arbiter wishes.
func (room *tournamentRoom) changeTournament(w http.ResponseWriter, r *http.Request, who string) {
	t, _, err := room.tournamentOf(r)
	var c tournamentChange
	if err == nil {
		err = body(r, &c)
	}
	if err == nil && c.Version != 0 && c.Version != t.last && (c.Do == "pair" || c.Do == "undo") {
		err = not("hall.no.t.changed", nil, "the tournament has changed meanwhile: look, and say it again")
	}
	if err == nil {
		t, err = room.grant(r, t, c, who)
	}
	if err != nil {
		room.fail(w, err)
		return
	}
	room.log.Info("a tournament is changed", "part", "hall", "tournament", t.ID, "do", c.Do, "who", who, "why", c.Why)
	answer(w, room.hall.shown(t, true))
}

func (room *tournamentRoom) grant(r *http.Request, t *Tournament, c tournamentChange, who string) (*Tournament, error) {
	enter := func(change Change) (*Tournament, error) {
		return room.store.Enter(t.ID, who, c.Why, time.Now(), change)
	}
	switch c.Do {
	case "pair":
		if c.Delay != nil {
			if err := room.hall.SetDelay(time.Duration(*c.Delay) * time.Millisecond); err != nil {
				return nil, err
			}
		}
		return room.hall.Pair(r.Context(), t.ID, c.Tables, who, c.Why)
	case "boards":
		return room.hall.PutOnBoards(t.ID, c.mayEnd(), who, c.Why)
	case "undo":
		return enter(Change{Step: Undo})
	case "plan":
		if err := room.hall.playable(c.Plan); err != nil {
			return nil, err
		}
		return enter(Change{Step: Replan, Plan: c.Plan})
	case "players", "enrol":
		players, _, err := playersOf(c.List)
		if err != nil {
			return nil, err
		}
		return enter(Change{Step: map[string]Step{"players": List, "enrol": Enrol}[c.Do], Players: players})
	case "away":
		change := Change{Step: Away, Number: c.Number, Out: c.Out}
		if c.Next != "" {
			change.Next = pairing.Result(c.Next[0])
		}
		return enter(change)
	case "put":
		return room.hall.PutOnBoard(t.ID, Change{Step: Put, Round: c.Round, Table: c.Table, Board: c.Board}, c.mayEnd(), who, c.Why)
	case "result":
		if err := room.hall.Score(t.ID, c.Round, c.Table, c.Result, who, c.Why); err != nil {
			return nil, err
		}
		return room.store.Tournament(t.ID)
	}
	return nil, no("%q is nothing that can be done to a tournament", c.Do)
}

// scoreOf reads a result of a table; "" is none.
func (t *Tournament) scoreOf(round, table int, text string) (*pairing.Score, error) {
	m, err := t.Match(round, table)
	if err != nil || text == "" {
		return nil, err
	}
	score, err := pairing.ScoreOf(text, m.Players)
	if err != nil {
		return nil, not("hall.no.t.result", nil, "%v", err)
	}
	return score, nil
}

// history is all that was done to a tournament, the latest first.
func (room *tournamentRoom) history(w http.ResponseWriter, r *http.Request, _ string) {
	t, _, err := room.tournamentOf(r)
	var list []Entry
	if err == nil {
		list, err = room.store.History(t.ID)
	}
	if err != nil {
		room.fail(w, err)
		return
	}
	all := []Entry{}
	for i := range list {
		all = append(all, list[len(list)-1-i])
	}
	answer(w, all)
}
