package web

import (
	"errors"
	"net/http"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// tables answers callers with the table, and does what they ask for there.
type tables struct {
	*access
	colours func(viewer rules.Seat) map[string]string // what the LEDs show; nil: nothing
}

// tableOf returns what viewer sees: of the log what was asked for, and with the
// colours of the LEDs if they were.
func (ts *tables) tableOf(r *http.Request, viewer rules.Seat) any {
	t := *ts.session.Table(viewer)
	t.Log = t.Log[told(r, t.Log):]
	if ts.colourful(r) {
		return tableWithLights{&t, glowing(ts.colours(viewer))}
	}
	return &t
}

func (ts *tables) colourful(r *http.Request) bool {
	return ts.colours != nil && r.URL.Query().Get("rgb") == "1"
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

// do carries out c and answers with the table of who called.
func (ts *tables) do(w http.ResponseWriter, r *http.Request, who *rules.Seat, g guard, c referee.Command) {
	viewer := rules.Table
	if who != nil {
		viewer = *who
	}
	ts.answer(w, r, viewer, ts.session.Do(r.Context(), g.on(c, viewer)))
}

// answer is what viewer sees after something was done, or why it was not: with the newer table if that is why.
func (ts *tables) answer(w http.ResponseWriter, r *http.Request, viewer rules.Seat, err error) {
	var stale *referee.Stale
	switch {
	case errors.As(err, &stale):
		writeFault(w, http.StatusConflict, struct {
			fault
			Table any `json:"table"`
		}{faultOf(rules.Say("no.changed"), rules.Say("do.again")), ts.tableOf(r, viewer)})
	case err != nil:
		ts.fail(w, r, err)
	default:
		writeJSON(w, ts.tableOf(r, viewer))
	}
}

// tableRoom shows the game on the table.
type tableRoom struct{ tables }

func (t *tableRoom) routes(during wrapper) []route {
	return []route{
		open("/api/table", during(t.getTable), tableQuery...),
		get("/api/seat/{seat}", during(t.getSeat), tableQuery...),
		get("/api/seat/{seat}/odds", during(t.getOdds), "from"),
		open("/api/topology", during(t.getTopology)),
	}
}

func (t *tableRoom) getTable(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, t.tableOf(r, rules.Table))
}

func (t *tableRoom) getSeat(w http.ResponseWriter, r *http.Request) {
	seat, err := t.viewerOf(r, r.PathValue("seat"))
	if err != nil {
		t.fail(w, r, err)
		return
	}
	writeJSON(w, t.tableOf(r, seat))
}

// getOdds answers with what attacks of a seat's piece, which the page is to act with, may bring.
func (t *tableRoom) getOdds(w http.ResponseWriter, r *http.Request) {
	seat, err := t.viewerOf(r, r.PathValue("seat"))
	if err != nil {
		t.fail(w, r, err)
		return
	}
	writeJSON(w, t.session.Odds(seat, r.URL.Query().Get("from")))
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

func (t *tableRoom) getTopology(w http.ResponseWriter, _ *http.Request) {
	position := t.session.Table(rules.Table).Position
	writeJSON(w, struct {
		Game    string         `json:"game"`
		Options map[string]any `json:"options"`
		surface
	}{position.Game, position.Options, surfaceOf(t.session.Topology())})
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
