package hall

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"reeve/hall/wire"
	"reeve/pairing"
)

// tournamentRoutes adds what tournaments are looked at and run by.
func (p *Pages) tournamentRoutes(m *http.ServeMux) {
	m.HandleFunc("GET /api/tournaments", p.tournaments)
	m.HandleFunc("GET /api/tournaments/{id}", p.tournament)
	m.HandleFunc("GET /api/tournaments/{id}/qr", p.tournamentQR)
	m.HandleFunc("GET /tournaments/{id}/{file}", p.tournamentFile)
	m.HandleFunc("POST /api/tournaments", p.arbiter(p.newTournament))
	m.HandleFunc("POST /api/tournaments/{id}", p.arbiter(p.changeTournament))
	m.HandleFunc("GET /api/tournaments/{id}/history", p.arbiter(p.history))
}

// tournamentOf is the tournament that a request is about, as who asks may see it: to
// spectators results come as late as everything else.
func (p *Pages) tournamentOf(r *http.Request) (t *Tournament, arbiter bool, err error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, false, fmt.Errorf("%w: tournament %.20q", ErrNone, r.PathValue("id"))
	}
	if t, err = p.Hall.cfg.Store.Tournament(id); err != nil {
		return nil, false, err
	}
	arbiter = r.URL.Query().Get("as") != "spectator" && p.who(r) != ""
	if d := p.Hall.Delay(); d > 0 && !arbiter {
		t = t.seen(time.Now().Add(-d))
	}
	return t, arbiter, nil
}

func (p *Pages) tournaments(w http.ResponseWriter, r *http.Request) {
	list, err := p.Hall.cfg.Store.Tournaments()
	if err != nil {
		p.fail(w, err)
		return
	}
	out := []tournamentSummary{}
	d := p.Hall.Delay()
	for _, t := range list {
		if d > 0 && p.who(r) == "" {
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

func (p *Pages) tournament(w http.ResponseWriter, r *http.Request) {
	t, arbiter, err := p.tournamentOf(r)
	switch {
	case err != nil:
		p.fail(w, err)
	case arbiter:
		answer(w, p.Hall.shown(t, true))
	default:
		answer(w, p.told.say(t.ID, func() any { return p.Hall.shown(t, false) }))
	}
}

// tournamentQR draws the link to a tournament.
func (p *Pages) tournamentQR(w http.ResponseWriter, r *http.Request) {
	t, _, err := p.tournamentOf(r)
	var text []byte
	if err == nil {
		text, err = p.QR(fmt.Sprintf("%s/tournament/%d", p.Base, t.ID))
	}
	if err != nil {
		p.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Write(text)
}

// newTournament makes one of a plan and a list of players.
func (p *Pages) newTournament(w http.ResponseWriter, r *http.Request, who string) {
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
		t, err = p.Hall.NewTournament(change, who)
	}
	if err != nil {
		p.fail(w, err)
		return
	}
	p.Hall.cfg.Log.Info("a tournament is made", "part", "hall", "tournament", t.ID, "name", t.Plan.Name, "who", who)
	answer(w, p.Hall.shown(t, true))
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
	Result  string  `json:"result,omitempty"` // as pairing.ScoreOf reads it; "" takes it back
	Version int     `json:"last,omitempty"`   // the entry that who wishes has seen; 0: whichever
}

// changeTournament does what an arbiter wishes.
func (p *Pages) changeTournament(w http.ResponseWriter, r *http.Request, who string) {
	t, _, err := p.tournamentOf(r)
	var c tournamentChange
	if err == nil {
		err = body(r, &c)
	}
	if err == nil && c.Version != 0 && c.Version != t.last && (c.Do == "pair" || c.Do == "undo") {
		err = not("hall.no.t.changed", nil, "the tournament has changed meanwhile: look, and say it again")
	}
	if err == nil {
		t, err = p.grant(r, t, c, who)
	}
	if err != nil {
		p.fail(w, err)
		return
	}
	p.Hall.cfg.Log.Info("a tournament is changed", "part", "hall", "tournament", t.ID, "do", c.Do, "who", who, "why", c.Why)
	answer(w, p.Hall.shown(t, true))
}

func (p *Pages) grant(r *http.Request, t *Tournament, c tournamentChange, who string) (*Tournament, error) {
	enter := func(change Change) (*Tournament, error) {
		return p.Hall.cfg.Store.Enter(t.ID, who, c.Why, time.Now(), change)
	}
	switch c.Do {
	case "pair":
		if c.Delay != nil {
			if err := p.Hall.SetDelay(time.Duration(*c.Delay) * time.Millisecond); err != nil {
				return nil, err
			}
		}
		return p.Hall.Pair(r.Context(), t.ID, c.Tables, who, c.Why)
	case "boards":
		return p.Hall.PutOnBoards(t.ID, who, c.Why)
	case "undo":
		return enter(Change{Step: Undo})
	case "plan":
		if err := p.Hall.playable(c.Plan); err != nil {
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
		return enter(Change{Step: Put, Round: c.Round, Table: c.Table, Board: c.Board})
	case "result":
		if err := p.Hall.Score(t.ID, c.Round, c.Table, c.Result, who, c.Why); err != nil {
			return nil, err
		}
		return p.Hall.cfg.Store.Tournament(t.ID)
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
func (p *Pages) history(w http.ResponseWriter, r *http.Request, _ string) {
	t, _, err := p.tournamentOf(r)
	var list []Entry
	if err == nil {
		list, err = p.Hall.cfg.Store.History(t.ID)
	}
	if err != nil {
		p.fail(w, err)
		return
	}
	all := []Entry{}
	for i := range list {
		all = append(all, list[len(list)-1-i])
	}
	answer(w, all)
}
