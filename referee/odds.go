package referee

import (
	"math"
	"slices"

	"reeve/board"
	"reeve/gesture"
	"reeve/leds"
	"reeve/rules"
)

// Odds are what an attack that the hands may make now would bring, exactly, if nobody adds to it.
type Odds struct {
	Attackers []string `json:"attackers"`
	Target    string   `json:"target"`
	Hit       float64  `json:"hit"`            // the probability that the target loses energy, or falls; rounded to thousandths, as are all
	Kill      float64  `json:"kill"`           // that it falls
	Lost      float64  `json:"lost,omitempty"` // that an attacker falls
	Loss      float64  `json:"loss,omitempty"` // the energy that the target loses on average
}

// mostOdds is how many attacks are told at a time; more cannot be read.
const mostOdds = 8

// odds are those of the attacks of the piece in hand, or of the declared attack alone and with each partner
// that may join it.
func (j *Judge) odds(guide gesture.Guide) (out []Odds) {
	attackers, target, declared := j.reader.Declared()
	held, one := only(guide.Origin)
	switch {
	case declared:
		held = attackers[0]
	case !one || guide.Target.IsEmpty():
		return nil
	}
	for _, s := range turns(j.match.state()) {
		for _, step := range s.Legal(nil) {
			h := s.Hands(step)
			if h.Manner != rules.Knocked || h.Attacker != held || len(out) == mostOdds ||
				declared && h.Target != target || !declared && (h.Partner != board.None || !guide.Target.Has(h.Target)) {
				continue
			}
			if told, ok := j.oddsCache.of(s, step, h); ok {
				out = append(out, told)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	mine := []string{}
	for _, sq := range attackers {
		mine = append(mine, j.match.state().Topology().Name(sq))
	}
	slices.SortStableFunc(out, func(a, b Odds) int { // what is declared comes first
		return boolInt(slices.Equal(b.Attackers, mine)) - boolInt(slices.Equal(a.Attackers, mine))
	})
	return out
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// only returns the square of a set of one.
func only(set board.Set) (board.Square, bool) {
	for sq := range set.All() {
		return sq, set.Len() == 1
	}
	return board.None, false
}

// turns are the positions in which hands may attack now: s, and those after its turn has ended.
func turns(s rules.State) []rules.State {
	all := []rules.State{s}
	for _, step := range s.Legal(nil) {
		if s.Hands(step).Manner == rules.Implied {
			if next, _, err := s.Apply(step, nil); err == nil {
				all = append(all, next)
			}
		}
	}
	return all
}

// oddsCache keeps the odds of one position, since hands often lift a piece several times.
type oddsCache struct {
	state rules.State
	odds  map[rules.Step]rules.Odds
}

// of are the odds of step in s.
func (r *oddsCache) of(s rules.State, step rules.Step, h rules.Hands) (Odds, bool) {
	if r.state != s {
		*r = oddsCache{s, map[rules.Step]rules.Odds{}}
	}
	o, known := r.odds[step]
	if !known {
		var ok bool
		if o, ok = rules.OddsOf(s, step); !ok {
			return Odds{}, false
		}
		r.odds[step] = o
	}
	return oddsAs(s.Topology(), h, o), true
}

// oddsAs names who attacks whom, and rounds to what the weights of outcomes are good for.
func oddsAs(on *board.Topology, h rules.Hands, o rules.Odds) Odds {
	round := func(p float64) float64 { return math.Round(p*1e6) / 1e6 }
	out := Odds{Attackers: []string{on.Name(h.Attacker)}, Target: on.Name(h.Target), Hit: round(o.Hit), Kill: round(o.Kill), Lost: round(o.Fall), Loss: round(o.Loss)}
	if h.Partner != board.None {
		out.Attackers = append(out.Attackers, on.Name(h.Partner))
	}
	return out
}

// oddsFrom are those of all attacks that a seat may make in s with the piece on a square.
func oddsFrom(s rules.State, seat rules.Seat, from string) []Odds {
	out := []Odds{}
	sq, ok := s.Topology().Square(from)
	if !ok {
		return out
	}
	for _, step := range s.Legal(nil) {
		h := s.Hands(step)
		if step.By != seat || h.Manner != rules.Knocked || h.Attacker != sq {
			continue
		}
		if o, ok := rules.OddsOf(s, step); ok {
			out = append(out, oddsAs(s.Topology(), h, o))
		}
	}
	return out
}

// tellOdds adds to the lights of targets how likely the piece in hand hits them; nothing while the position is
// secret.
func (g *glance) tellOdds(scene leds.Scene) {
	for _, o := range g.odds {
		for i := range scene {
			if l := &scene[i]; l.Meaning == leds.Target && len(o.Attackers) == 1 && g.j.match.state().Topology().Name(l.Square) == o.Target {
				l.N = int16(math.Round(100*o.Hit)) + 1
			}
		}
	}
}
