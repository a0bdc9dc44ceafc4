package drawing

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"reeve/rules"
)

// ErrDiagram is returned, wrapped, for a diagram that a game does not have.
var ErrDiagram = errors.New("drawing: no such diagram")

// Sizes of a diagram, in millimetres.
const (
	cell = 9.0 // of a place
	rim  = 2.0 // around each picture
)

// Diagrams are what Diagram can draw of a game: "start", "fight", and each kind of
// piece that moves.
func Diagrams(g *rules.Game) []string {
	list := []string{"start"}
	for _, p := range g.Card().Pieces {
		if len(p.Shows) > 0 {
			list = append(list, p.Kind)
		}
	}
	return append(list, "fight")
}

// Diagram draws how a game begins, what a kind of piece may do, or a fight, with
// the names of the squares. It wraps ErrDiagram.
func Diagram(g *rules.Game, what string) ([]byte, error) {
	start, err := g.Start(nil)
	if err != nil {
		return nil, err
	}
	f, card := fieldOf(start.Topology()), g.Card()
	i := slices.IndexFunc(card.Pieces, func(p rules.CardPiece) bool { return p.Kind == what && len(p.Shows) > 0 })
	switch {
	case what == "start":
		if card.Start.Phase != "" {
			if start, err = g.Compose(card.Start); err != nil {
				return nil, err
			}
		}
		return f.strip(g.Title+": the start", []diagramFrame{{at: f.around(0), d: standing(start)}}), nil
	case what == "fight":
		return f.fight(g, card.Fight)
	case i >= 0:
		var stills []diagramFrame
		for _, d := range card.Pieces[i].Diagrams(g) {
			stills = append(stills, diagramFrame{at: f.about(d), d: d})
		}
		return f.strip(g.Title+": "+what, stills), nil
	}
	return nil, fmt.Errorf("%w of %s as %q; there are %s", ErrDiagram, g.Name, what, strings.Join(Diagrams(g), ", "))
}

// standing is who stands on the board.
func standing(s rules.State) rules.Diagram {
	d := rules.DiagramOf(s, s.Topology().Name(0))
	return rules.Diagram{Pieces: d.Pieces}
}

// diagramFrame is one picture of a diagram: a part of the board, what stands and may be
// done there, and ways over it.
type diagramFrame struct {
	at     window
	d      rules.Diagram
	ways   [][]string
	energy bool
}

// fight draws the pictures of an example, all of one part of the board.
func (f *field) fight(g *rules.Game, e rules.Example) ([]byte, error) {
	panels, err := e.Panels(g)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range panels {
		for _, way := range p.Ways {
			names = append(names, way...)
		}
	}
	var stills []diagramFrame
	for _, p := range panels {
		stills = append(stills, diagramFrame{f.around(1, names...), rules.Diagram{Pieces: p.Pieces}, p.Ways, true})
	}
	return f.strip(g.Title+": a fight", stills), nil
}

// strip draws pictures side by side.
func (f *field) strip(title string, stills []diagramFrame) []byte {
	p := &figurePen{}
	x, high := rim, 0.0
	k := cell / f.pitch
	for _, s := range stills {
		w := s.at.drawnFor(x, rim, s.at.w*k, s.at.h*k, k)
		f.diagram(p, w, s.d, true, s.energy)
		for _, way := range s.ways {
			f.way(p, w, way)
		}
		x += s.at.w*k + 2*rim
		high = max(high, s.at.h*k)
	}
	return p.page(title, x-rim, high+2*rim)
}

// way draws an arrow over squares, from beside the first piece to beside the middle of the last.
func (f *field) way(p *figurePen, w window, squares []string) {
	var points []float64
	for _, name := range squares {
		q := f.spots[f.called(name)]
		x, y := w.at(q.sx, q.sy)
		points = append(points, x, y)
	}
	n, r := len(points), f.pitch*w.k
	points[0], points[1] = towards(points[0], points[1], points[2], points[3], 0.38*r)
	points[n-2], points[n-1] = towards(points[n-2], points[n-1], points[n-4], points[n-3], 0.12*r)
	angle := math.Atan2(points[n-1]-points[n-3], points[n-2]-points[n-4])
	const blue, width = "#1f5fa8", 0.09
	p.path("way", "none", blue, width*r, false, points...)
	var head []float64
	for _, turn := range []float64{0, 2.6, -2.6} {
		head = append(head, points[n-2]+0.2*r*math.Cos(angle+turn), points[n-1]+0.2*r*math.Sin(angle+turn))
	}
	p.path("way", blue, "none", 0, true, head...)
}

// towards is the point so far from one on the way to another.
func towards(x, y, toX, toY, far float64) (float64, float64) {
	part := far / math.Hypot(toX-x, toY-y)
	return x + part*(toX-x), y + part*(toY-y)
}
