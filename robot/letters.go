package robot

import (
	"reeve/board"
	"reeve/rules"
)

// deed is one step that is being done by hand.
type deed struct {
	state    rules.State
	step     rules.Step
	hands    rules.Hands
	f, t     board.Square
	g, p     board.Square
	victims  board.Set // still to be taken off; v
	legal    []rules.Step
	own, all board.Set // pieces of who acts, and every piece, that no letter stands for yet
	letters  ['z' + 1]board.Square
	given    board.Set
	done     bool // part of the truth
}

// deedOf prepares to do a step by hand.
func (g *hands) deedOf(s rules.State, step rules.Step) *deed {
	h := s.Hands(step)
	d := &deed{state: s, step: step, hands: h, f: board.None, t: board.None, g: board.None, p: board.None}
	for i := range d.letters {
		d.letters[i] = board.None
	}
	switch h.Manner {
	case rules.Knocked:
		d.f, d.g, d.p = h.Attacker, h.Target, h.Partner
	case rules.Carried:
		d.f, d.t = h.Carries[0].From, h.Carries[0].To
		d.victims = h.Takes.Intersect(g.wood)
		if h.Takes.Has(h.Attacker) { // who falls with the victim is lifted first
			d.f = h.Attacker
			d.victims.Remove(d.f)
		}
		if d.t != d.f && g.wood.Has(d.t) {
			d.victims.Add(d.t)
		}
	}
	d.letters['f'], d.letters['t'], d.letters['g'], d.letters['p'] = d.f, d.t, d.g, d.p
	d.given = d.victims.Union(board.SetOf(d.f, d.t, d.g, d.p))
	d.all = s.Occupied(rules.Full).Intersect(g.wood).Minus(d.given)
	for sq := range d.all.All() {
		if man, _ := s.At(sq); man.Owner == step.By {
			d.own.Add(sq)
		}
	}
	d.legal = s.Legal(g.legal[:0])
	g.legal = d.legal
	return d
}

// orders are the orders in which d can be done.
func (d *deed) orders() []order {
	switch {
	case d.hands.Manner == rules.Knocked && d.p != board.None:
		return pairs
	case d.hands.Manner == rules.Knocked:
		return knocks
	case d.t == board.None && d.f != board.None:
		return sacrifices
	case d.t == board.None:
		return removals
	case d.f == board.None:
		return entries
	case d.f == d.t:
		return strikes
	case d.victims.IsEmpty():
		return moves
	case d.victims.Has(d.t):
		return captures
	}
	return jumps
}

// fill finds a square for every letter of a script; false if one has none, or if the script
// taps the target before the attacker is lifted, who is in the hand: that knocks.
func (g *hands) fill(d *deed, words []string) bool {
	if d.hands.Manner == rules.Knocked && !g.wood.Has(d.f) && words[0] != "-f" {
		return false
	}
	for _, w := range words {
		if len(w) != 2 || w[1] == 'v' || w[1] == 'z' || d.letters[w[1]] != board.None {
			continue
		}
		sq := g.one(g.stands(d, w[1]))
		if sq == board.None {
			return false
		}
		d.letters[w[1]] = sq
		d.given.Add(sq)
	}
	return true
}

// stands returns the squares that a letter may stand for.
func (g *hands) stands(d *deed, letter byte) board.Set {
	own, all := d.own.Minus(d.given), d.all.Minus(d.given)
	empty := d.state.Topology().All().Minus(g.wood).Minus(d.given)
	switch letter {
	case 'o':
		return own
	case 'i':
		return own.Minus(d.movers())
	case 'e', 'd':
		return all.Minus(own)
	case 'q':
		return all.Intersect(d.around(d.f).Union(d.around(d.t)).Union(d.around(d.g)))
	case 'x', 'y':
		return empty.Minus(d.goals()).Minus(d.ways()).Minus(g.truth.goalsBefore(d)).Minus(d.screened())
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
		s.Add(h.Carries[0].From)
		s.Add(h.Carries[1].From)
		s.Add(h.Attacker)
		s.Add(h.Partner)
	}
	return s
}

// goals are the squares to which the piece may be carried instead, with nothing
// taken off.
func (d *deed) goals() (s board.Set) {
	for _, step := range d.legal {
		if h := d.state.Hands(step); h.Manner == rules.Carried && step.By == d.step.By && h.Carries[0].From == d.f {
			s.Add(h.Carries[0].To)
		}
	}
	return s
}

// ways are the squares to which the piece may go by several steps: put down there, it
// has gone (hands.md rule 5).
func (d *deed) ways() board.Set { return waysOf(d.state, d.f, d.step.By) }

func waysOf(at rules.State, from board.Square, by rules.Seat) (s board.Set) {
	type leg struct {
		state rules.State
		at    board.Square
	}
	for open := []leg{{at, from}}; len(open) > 0; open = open[1:] {
		l := open[0]
		for _, step := range l.state.Legal(nil) {
			h := l.state.Hands(step)
			if to := h.Carries[0].To; step.By == by && carriesOne(h) && h.Carries[0].From == l.at && !s.Has(to) {
				s.Add(to)
				if next, _, err := l.state.Apply(step, nil); err == nil {
					open = append(open, leg{next, to})
				}
			}
		}
	}
	return s
}

// screened are the squares where somebody may put a piece in.
func (d *deed) screened() (s board.Set) {
	for _, step := range d.legal {
		s.Add(entry(d.state.Hands(step)))
	}
	return s
}

// goalsBefore are the squares to which the piece could have been carried instead, by whatever steps,
// or where it stood, earlier in the same turn.
func (t *truth) goalsBefore(d *deed) (s board.Set) {
	for i := len(t.steps) - 1; i >= 0 && t.steps[i].By == d.step.By; i-- {
		from := t.at[i].Hands(t.steps[i]).Carries[0].From
		s = s.Union(waysOf(t.at[i], from, d.step.By))
		s.Add(from)
		for _, step := range t.at[i].Legal(nil) {
			s.Add(t.at[i].Hands(step).Carries[0].To)
		}
	}
	return s
}

// targets are what the attacker alone may attack.
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
