package gesture_test

import (
	"math/rand/v2"

	"reeve/board"
	"reeve/rules"
)

// fill finds a square for every letter of an order and begins the history; false
// if the order does not exist for the action.
func (s *sitting) fill(o order, rnd *rand.Rand) ([]string, bool) {
	words, ok := s.letter(o, rnd)
	if !ok {
		return nil, false
	}
	if words[0] == "wrong" {
		if s.a.before != "" || s.a.air != "" || s.a.dead != "" || s.a.arm != "" {
			return nil, false
		}
		s.strict = s.wood
		s.strict.Remove(s.d.letters['o'])
		s.strict.Add(s.d.letters['x'])
		words = words[1:]
	}
	s.begin()
	return words, true
}

func (s *sitting) letter(o order, rnd *rand.Rand) ([]string, bool) {
	words := o.words()
	d := s.d
	for _, w := range words {
		if len(w) != 2 || w[1] == 'v' || w[1] == 'z' || d.letters[w[1]] != board.None {
			continue
		}
		sq := one(d.can(w[1]), rnd)
		if sq == board.None {
			return nil, false
		}
		d.letters[w[1]] = sq
		d.given.Add(sq)
	}
	return words, true
}

// one is a random square of a set, the first without rnd, None of an empty one.
func one(set board.Set, rnd *rand.Rand) board.Square {
	k := set.Len()
	if k == 0 {
		return board.None
	}
	if rnd == nil {
		return set.First()
	}
	k = rnd.IntN(k)
	for sq := range set.All() {
		if k == 0 {
			return sq
		}
		k--
	}
	return board.None
}

// can returns the squares that a letter may stand for.
func (d *deed) can(letter byte) board.Set {
	own, all := d.own.Minus(d.given), d.all.Minus(d.given)
	empty := d.state.Topology().All().Minus(d.stands).Minus(d.given)
	switch letter {
	case 'o':
		return own
	case 'c':
		return d.rivals().Minus(d.given)
	case 'i':
		return own.Minus(d.movers())
	case 'e', 'd':
		return all.Minus(own)
	case 'q':
		return all.Intersect(d.around(d.f).Union(d.around(d.t)).Union(d.around(d.g)))
	case 'x', 'y':
		return empty.Minus(d.goals()).Minus(d.home).Minus(d.reach)
	case 'w':
		return d.goals().Intersect(empty)
	case 'n':
		return d.around(d.t).Intersect(empty)
	case 'r':
		return d.between(1, 3).Intersect(empty)
	case 's':
		return d.between(2, 3).Intersect(empty)
	case 'm':
		return d.hands.Via.Intersect(empty)
	case 'k':
		return d.targets().Minus(d.given)
	case 'b':
		return d.partners().Minus(d.given)
	case 'h':
		return own.Minus(d.partners())
	}
	return board.Set{}
}

// movers are the squares whose piece may do anything.
func (d *deed) movers() (s board.Set) {
	for _, step := range d.legal {
		h := d.state.Hands(step)
		s = s.Union(board.SetOf(h.Carries[0].From, h.Carries[1].From, h.Attacker, h.Partner))
	}
	return s
}

// rivals are the other pieces that may be carried to where the piece goes.
func (d *deed) rivals() (s board.Set) {
	for _, step := range d.legal {
		if h := d.state.Hands(step); h.Manner == rules.Carried && !h.Armed && h.Carries[0].To == d.t && d.own.Has(h.Carries[0].From) {
			s.Add(h.Carries[0].From)
		}
	}
	return s
}

// goals are the squares to which the piece may be carried instead.
func (d *deed) goals() (s board.Set) {
	for _, step := range d.legal {
		if h := d.state.Hands(step); h.Manner == rules.Carried && h.Carries[0].From == d.f && h.Armed == d.hands.Armed {
			s.Add(h.Carries[0].To)
		}
	}
	return s
}

// reach is every square to which the piece on from can be carried, by a run, too.
func reach(s rules.State, from board.Square) (set board.Set) {
	type stop struct {
		at rules.State
		sq board.Square
	}
	for open := []stop{{s, from}}; len(open) > 0; open = open[1:] {
		o := open[0]
		for _, step := range o.at.Legal(nil) {
			h := o.at.Hands(step)
			if h.Manner != rules.Carried || h.Carries[0].From != o.sq || set.Has(h.Carries[0].To) {
				continue
			}
			set.Add(h.Carries[0].To)
			if h.Cost > 0 {
				next, _, _ := o.at.Apply(step, nil)
				open = append(open, stop{next, h.Carries[0].To})
			}
		}
	}
	return set
}

// targets are what the attacker alone may attack instead.
func (d *deed) targets() (s board.Set) {
	for _, step := range d.legal {
		if h := d.state.Hands(step); h.Manner == rules.Knocked && h.Attacker == d.f && h.Partner == board.None {
			s.Add(h.Target)
		}
	}
	return s
}

// partners are who may join the attack.
func (d *deed) partners() (s board.Set) {
	for _, step := range d.legal {
		if h := d.state.Hands(step); h.Manner == rules.Knocked && h.Attacker == d.f && h.Target == d.g {
			s.Add(h.Partner)
		}
	}
	return s
}

func (d *deed) around(sq board.Square) board.Set {
	if sq == board.None {
		return board.Set{}
	}
	return board.SetOf(d.state.Topology().Place(sq).Near...)
}

// between is the square nearest to a part of the way from f to t.
func (d *deed) between(part, of float64) board.Set {
	on := d.state.Topology()
	if d.f == board.None || d.t == board.None {
		return board.Set{}
	}
	a, b := on.Place(d.f), on.Place(d.t)
	x, y := a.X+(b.X-a.X)*part/of, a.Y+(b.Y-a.Y)*part/of
	best, far := board.None, 0.0
	for sq := range on.All().All() {
		p := on.Place(sq)
		if d := (p.X-x)*(p.X-x) + (p.Y-y)*(p.Y-y); best == board.None || d < far {
			best, far = sq, d
		}
	}
	return board.SetOf(best)
}
