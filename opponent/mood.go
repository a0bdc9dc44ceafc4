package opponent

import (
	"context"
	"math"
	"slices"

	"reeve/referee"
)

// mood follows the results that the engine expects, to decide on resigning and on draws.
type mood struct {
	known       bool
	last        float64 // 0 a loss, 1 a win
	lostInARow  int     // how often in a row it was as good as lost
	drawnInARow int     // and as good as drawn
}

// Thresholds of lost and drawn, and for how many moves in a row.
const (
	lostBelow = 0.03
	lostOften = 3
	evenBy    = 0.02
	evenOften = 40
)

// note takes in what is expected now; less than 0 is unknown.
func (m *mood) note(score float64) {
	if score < 0 {
		return
	}
	m.known, m.last = true, score
	if m.lostInARow++; score >= lostBelow {
		m.lostInARow = 0
	}
	if m.drawnInARow++; math.Abs(score-0.5) > evenBy {
		m.drawnInARow = 0
	}
}

func (m *mood) lost() bool { return m.lostInARow >= lostOften }
func (m *mood) dull() bool { return m.drawnInARow >= evenOften }

// weighOffers answers an offer of a draw: it accepts unless it expects more. (The referee accepts undos for
// computers.)
func (p *player) weighOffers(ctx context.Context, t *referee.Table) {
	other := func(o referee.Offer) bool { return o.Kind == "draw" && o.Seat != p.name }
	mine := referee.Offer{Seat: p.name, Kind: "draw"}
	if !slices.ContainsFunc(t.Offers, other) || slices.Contains(t.Offers, mine) {
		return
	}
	accept := p.mood.known && p.mood.last <= 0.5+evenBy
	_ = p.cfg.Session.Do(ctx, referee.MakeOffer{Seat: p.seat, Kind: "draw", Accept: accept}) // refused only if it is past
}
