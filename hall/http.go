package hall

import (
	"embed"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"reeve/board"
	"reeve/rules"
)

//go:embed assets words
var files embed.FS

// Pages are a hall's pages and its HTTP interface: rooms, each of which holds what it needs.
type Pages struct {
	Hall    *Hall
	Base    string // where others call them: "http://192.168.1.5:8090"
	Version string

	Asset    func(name string) (text []byte, kind string, ok bool) // files that boards' pages have, too
	Kind     func(name string) string
	Language func(*http.Request) string
	Surface  func(*board.Topology) any
	QR       func(text string) ([]byte, error)

	entrance // set by Handler
}

// Handler serves the pages. Each room lists its own routes.
func (p *Pages) Handler() http.Handler {
	cfg := &p.Hall.cfg
	p.entrance = entrance{reply{cfg.Log}, &cfg.Store.register}
	to := links{p.Base, p.QR}
	m := http.NewServeMux()
	front{cfg.Title, p.Language, p.Kind, p.Asset}.routes(m)
	stream{p.entrance, p.Hall.floor}.routes(m)
	(&boardRoom{p.entrance, to, p.Hall, &cfg.Store.records}).routes(m)
	(&tournamentRoom{entrance: p.entrance, links: to, hall: p.Hall, store: &cfg.Store.tournaments}).routes(m)
	m.HandleFunc("GET /arbiter", p.enter)
	m.HandleFunc("GET /healthz", p.health)
	m.HandleFunc("GET /metrics", p.metrics)
	m.HandleFunc("POST /api/join", p.join)
	m.HandleFunc("GET /api/me", p.me)
	m.HandleFunc("GET /api/surface/{game}", p.surface)
	m.HandleFunc("POST /api/delay", p.arbiter(p.delay))
	m.HandleFunc("GET /api/offers", p.arbiter(p.offers))
	return guarded(m)
}

func (p *Pages) health(w http.ResponseWriter, _ *http.Request) {
	answer(w, map[string]string{"status": "ok", "version": p.Version})
}

// me says who asks.
func (p *Pages) me(w http.ResponseWriter, r *http.Request) {
	answer(w, map[string]any{"arbiter": p.who(r), "title": p.Hall.cfg.Title, "delay": p.Hall.Delay().Milliseconds(), "swiss": p.Hall.pairsSwiss()})
}

// join lets a board in.
func (p *Pages) join(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	if err == nil {
		text, err = p.Hall.Join(text)
	}
	switch {
	case errors.Is(err, ErrRefused):
		time.Sleep(wrongKey)
		http.Error(w, strings.TrimPrefix(err.Error(), ErrRefused.Error()+": "), http.StatusForbidden)
	case err != nil:
		p.Hall.cfg.Log.Warn("a board cannot join", "part", "hall", "error", err)
		http.Error(w, "the hall cannot write now: try again later", http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write(text)
	}
}

// surface is the board of a game.
func (p *Pages) surface(w http.ResponseWriter, r *http.Request) {
	g, err := rules.Find(p.Hall.cfg.Games, r.PathValue("game"))
	if err != nil {
		refuse(w, http.StatusNotFound, "hall.no.game")
		return
	}
	var options map[string]any
	if text := r.URL.Query().Get("options"); text != "" && rules.ReadJSON([]byte(text), &options) != nil {
		refuse(w, http.StatusBadRequest, "hall.no.form")
		return
	}
	start, err := g.Start(options)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, "hall.no.form")
		return
	}
	seats := []string{}
	for _, seat := range start.Seated().All() {
		seats = append(seats, g.SeatName(seat))
	}
	out := map[string]any{"surface": p.Surface(start.Topology()), "title": g.Title, "seats": seats, "options": g.Options}
	if g.Figures != nil {
		out["figures"] = g.Figures()
	}
	answer(w, out)
}
