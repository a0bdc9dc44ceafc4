package web

import (
	"net/http"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// tableOf returns what viewer sees: of the log what was asked for, and with the
// colours of the LEDs if they were.
func (s *Server) tableOf(r *http.Request, viewer rules.Seat) any {
	t := *s.cfg.Session.Table(viewer)
	t.Log = t.Log[told(r, t.Log):]
	if s.colourful(r) {
		return tableWithLights{&t, glowing(s.cfg.Colours(viewer))}
	}
	return &t
}

func (s *Server) colourful(r *http.Request) bool {
	return s.cfg.Colours != nil && r.URL.Query().Get("rgb") == "1"
}

// tableWithLights is a table with the colours of the LEDs, none of them lit included.
type tableWithLights struct {
	*referee.Table
	RGB map[string]string `json:"rgb"`
}

// glowing is colours, of which there may be none.
func glowing(colours map[string]string) map[string]string {
	if colours == nil {
		return map[string]string{}
	}
	return colours
}

func (s *Server) getTable(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, s.tableOf(r, rules.Table))
}

func (s *Server) getSeat(w http.ResponseWriter, r *http.Request) {
	seat, err := s.viewerOf(r, r.PathValue("seat"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, s.tableOf(r, seat))
}

// getOdds answers with what attacks of a seat's piece, which the page is to act with, may bring.
func (s *Server) getOdds(w http.ResponseWriter, r *http.Request) {
	seat, err := s.viewerOf(r, r.PathValue("seat"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, s.cfg.Session.Odds(seat, r.URL.Query().Get("from")))
}

// surface is a topology in the HTTP interface.
type surface struct {
	Name    string          `json:"name"`
	Squares []surfaceSquare `json:"squares"`
}

type surfaceSquare struct {
	Name       string   `json:"name"`
	X          float64  `json:"x"` // mm, to the right
	Y          float64  `json:"y"` // mm, up
	Neighbours []string `json:"neighbours"`
	Marks      []string `json:"marks"`
	Shape      string   `json:"shape"` // box, circle or cell
	Dark       bool     `json:"dark"`  // of a chequered surface
}

func (s *Server) getTopology(w http.ResponseWriter, _ *http.Request) {
	position := s.cfg.Session.Table(rules.Table).Position
	writeJSON(w, struct {
		Game    string         `json:"game"`
		Options map[string]any `json:"options"`
		surface
	}{position.Game, position.Options, surfaceOf(s.cfg.Session.Topology())})
}

func surfaceOf(t *board.Topology) surface {
	out := surface{Name: t.String(), Squares: make([]surfaceSquare, t.Len())}
	for i := range out.Squares {
		p := t.Place(board.Square(i))
		near := []string{}
		for _, n := range p.Near {
			near = append(near, t.Name(n))
		}
		out.Squares[i] = surfaceSquare{p.Name, p.X, p.Y, near, append([]string{}, p.Marks...), p.Shape.String(), p.Dark}
	}
	return out
}

func (s *Server) getHardware(w http.ResponseWriter, _ *http.Request) {
	if s.cfg.Hardware != nil {
		writeJSON(w, s.cfg.Hardware())
		return
	}
	writeJSON(w, s.cfg.Session.Table(rules.Table).Hardware)
}
