package sim

import (
	"fmt"
	"math/bits"
	"time"
)

// magnet is a piece: its way over the surface, leg by leg, and which reeds feel it.
type magnet struct {
	id         int32
	down       bool
	generation uint32 // of what is planned
	height     float64
	from, to   Point // of the leg it is on; equal when it rests
	start, end time.Duration
	speed      float64 // mm in a nanosecond
	way        []Point // all of it
	legs       int     // begun
	reach, gap []uint64
}

// place returns where the magnet is.
func (m *magnet) place(now time.Duration) Point {
	if now >= m.end {
		return m.to
	}
	return m.from.to(m.to, float64(now-m.start)/float64(m.end-m.start))
}

// rest ends the magnet's way where it is.
func (m *magnet) rest(at Point, now time.Duration) {
	m.generation++
	m.from, m.to, m.start, m.end = at, at, now, now
	m.way, m.legs = m.way[:0], 0
}

// magnet returns a magnet, which is in the air if it is new.
func (s *surface) magnet(id int) *magnet {
	if id < 0 || id >= MaxMagnets {
		panic(fmt.Sprintf("sim: magnet %d of %d", id, MaxMagnets))
	}
	for n := len(s.magnets); n <= id; n++ {
		s.magnets = append(s.magnets, magnet{id: int32(n), reach: make([]uint64, len(s.closed)), gap: make([]uint64, len(s.closed))})
	}
	return &s.magnets[id]
}

// raise takes m away from all reeds.
func (s *surface) raise(m *magnet) {
	m.rest(m.place(s.now), s.now)
	m.down = false
	for w, reach := range m.reach {
		for ; reach != 0; reach &= reach - 1 {
			s.feel(m, w<<6|bits.TrailingZeros64(reach), false, false)
		}
	}
}

// lower puts m down at rest. A reed that feels it both before and after does not change.
func (s *surface) lower(m *magnet, at Point, height float64) {
	still := m.down && m.place(s.now) == at && m.height == height
	m.rest(at, s.now)
	m.down, m.height = true, height
	for i := range s.reeds {
		reach, gap := s.reeds[i].feels(at, height)
		if still {
			reach, gap = s.reeds[i].holds(at, height, bit(m.reach, i), bit(m.gap, i))
		}
		s.feel(m, i, reach, gap)
	}
}

// send has m, which rests, go a way at one speed.
func (s *surface) send(m *magnet, way []Point, until time.Duration) {
	length, last := 0.0, m.to
	for _, p := range way {
		length += p.minus(last).length()
		last = p
	}
	m.speed = length / float64(max(until-s.now, 1))
	m.way = append(m.way, way...)
	s.turn(m)
}

// turn sends m on the next leg of its way, if there is one.
func (s *surface) turn(m *magnet) {
	for m.legs < len(m.way) {
		to := m.way[m.legs]
		m.legs++
		if to != m.to {
			s.leg(m, m.to, to)
			return
		}
	}
}

// leg plans all that happens while m goes straight from one point to another.
func (s *surface) leg(m *magnet, from, to Point) {
	m.generation++
	m.from, m.to, m.start = from, to, s.now
	m.end = s.now + max(1, time.Duration(to.minus(from).length()/m.speed))
	for i := range s.reeds {
		r := &s.reeds[i]
		s.planned = r.crosses(from, to, m.height, s.planned[:0])
		if len(s.planned) > 0 && !bit(m.reach, i) { // it comes from afar, and no gap is remembered
			_, gap := r.feels(from, m.height)
			s.feel(m, i, false, gap)
		}
		for _, c := range s.planned {
			at := m.start + time.Duration(c.share*float64(m.end-m.start))
			s.agenda.add(happening{at: at, kind: c.kind, on: c.on, magnet: m.id, reed: int32(i), generation: m.generation})
		}
	}
	s.agenda.add(happening{at: m.end, kind: turned, magnet: m.id, generation: m.generation})
}

// arrive makes good what m feels at the end of a leg, and sends it on.
func (s *surface) arrive(m *magnet) {
	for i := range s.reeds {
		reach, gap := s.reeds[i].holds(m.to, m.height, bit(m.reach, i), bit(m.gap, i))
		s.feel(m, i, reach, gap)
	}
	s.turn(m)
}
