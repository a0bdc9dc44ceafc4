package referee

import (
	"slices"
	"time"

	"reeve/rules"
)

// do makes, accepts or declines an offer of a draw or an undo.
func (c MakeOffer) do(j *Judge, _ time.Duration) error {
	if err := j.goingOn(); err != nil {
		return err
	}
	if c.Kind != "draw" && c.Kind != "undo" {
		return Refuse(422, rules.Say("no.offer", "kind", rules.Quote(c.Kind)), rules.Say("do.kinds"))
	}
	m := j.match
	if err := m.plays(c.Seat); err != nil {
		return err
	}
	if c.Kind == "undo" && m.lastDecision() < 0 {
		return Refuse(409, rules.Say("no.undo"), nothing)
	}
	name := m.game.SeatName(c.Seat)
	m.offers.declined = nil
	if !c.Accept {
		m.offers.decline(name, c.Kind)
		return nil
	}
	m.offers.add(Offer{Seat: name, Kind: c.Kind})
	for _, seat := range m.start.Seated().All() {
		agrees := c.Kind == "undo" && m.handless().Has(seat) // a computer does not mind
		if !agrees && m.plays(seat) == nil && !slices.Contains(m.offers.made, Offer{Seat: m.game.SeatName(seat), Kind: c.Kind}) {
			return nil
		}
	}
	if c.Kind == "draw" {
		j.decide(rules.Draw())
		return nil
	}
	m.offers.made = nil // the undo was agreed
	if m.deploying() {
		return j.undoBehind(nil)
	}
	back := m.lastDecision()
	if k := m.lastOfPersons(); k >= 0 {
		back = k
	}
	j.undoFrom(back)
	return nil
}

// offers are what seats offer one another, and what was declined since something was last done or offered.
type offers struct {
	made, declined []Offer
}

// add puts an offer on the table, once.
func (all *offers) add(o Offer) {
	if !slices.Contains(all.made, o) {
		all.made = append(all.made, o)
	}
}

// decline takes the offers of a kind off the table. Who made one is told; who takes back the own one knows.
func (all *offers) decline(by, kind string) {
	all.made = slices.DeleteFunc(all.made, func(o Offer) bool {
		if o.Kind == kind && o.Seat != by {
			all.declined = append(all.declined, o)
		}
		return o.Kind == kind
	})
}

func (c GiveUp) do(j *Judge, _ time.Duration) error {
	if err := j.goingOn(); err != nil {
		return err
	}
	if err := j.match.plays(c.Seat); err != nil {
		return err
	}
	j.decide(rules.Resign(c.Seat))
	return nil
}

// plays refuses a seat that has given up while others play on: it is asked about nothing any more.
func (m *history) plays(seat rules.Seat) error {
	if _, _, err := m.state().Apply(rules.Resign(seat), nil); err != nil {
		r := refused(err)
		r.Hint = nothing
		return r
	}
	return nil
}

// lapse has offers end with step i, which is about to go: they were made where it stood. What is secret moves
// nothing that others see.
func (m *match) lapse(i int) {
	if m.sees(i, rules.Table) {
		m.offers = offers{}
	}
}
