package sim

import "time"

// surface is where magnets lie and move over the contacts.
type surface struct {
	contacts
	places  []Point
	pitch   float64
	magnets []magnet
	planned []crossing // reused
}

// advance runs all events that are due by now.
func (s *surface) advance(now time.Duration) {
	for s.agenda.due(now) {
		h := s.agenda.next()
		s.now = max(s.now, h.at)
		s.happen(h)
	}
	s.now = max(s.now, now)
}

func (s *surface) happen(h happening) {
	channel := int(h.reed)
	if h.magnet < 0 {
		s.itself(h, channel)
		return
	}
	m := &s.magnets[h.magnet]
	if m.generation != h.generation {
		return
	}
	switch h.kind {
	case inReach:
		s.feel(m, channel, h.on, bit(m.gap, channel))
	case inGap:
		s.feel(m, channel, bit(m.reach, channel), h.on)
	case turned:
		s.arrive(m)
	}
}

// feel updates whether m is within a reed's reach and over its gap.
func (s *surface) feel(m *magnet, channel int, reach, gap bool) {
	was := bit(m.reach, channel) && !bit(m.gap, channel)
	setBit(m.reach, channel, reach)
	setBit(m.gap, channel, gap)
	r := &s.reeds[channel]
	switch is := reach && !gap; {
	case is == was:
		return
	case is:
		r.magnets++
	default:
		r.magnets--
	}
	if closed := r.magnets > 0; closed != bit(s.closed, channel) {
		s.change(channel, closed)
	}
}

// repair mounts the reed of a channel anew, with that fault, among the magnets as they are.
func (s *surface) repair(channel int, fault Fault) {
	old := &s.reeds[channel]
	r := mount(&s.profile, s.seed, channel, s.places[channel], s.pitch, fault)
	r.magnets, r.changes, r.generation = old.magnets, old.changes, old.generation+1
	*old = r
	for i := range s.magnets {
		m := &s.magnets[i]
		reach, gap := r.feels(m.place(s.now), m.height)
		s.feel(m, channel, m.down && reach, gap)
		if m.down && m.end > s.now { // what is planned knows the old reed
			s.leg(m, m.place(s.now), m.to)
		}
	}
	s.show(channel, bit(s.closed, channel))
	if fault == Loose {
		s.loosen(channel)
	}
}
