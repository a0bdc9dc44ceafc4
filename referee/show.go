package referee

import (
	"time"

	"reeve/board"
	"reeve/leds"
	"reeve/rules"
)

// How long each picture of a throw stands. A touch ends them all.
const (
	pipTime    = 900 * time.Millisecond
	damageTime = 700 * time.Millisecond
	energyTime = 1200 * time.Millisecond
	askedTime  = 5 * time.Second // the energy button
)

// picture is a scene that stands for a while.
type picture struct {
	scene    leds.Scene
	duration time.Duration
}

// pictureQueue is the queue of pictures that tell what the dice did.
type pictureQueue struct {
	queue []picture
	end   time.Duration // when the first of the queue goes; 0 while it has not begun
}

func (s *pictureQueue) clear() { *s = pictureQueue{} }

// until is when the picture shown now gives way, 0 if there is none.
func (s *pictureQueue) until() time.Duration { return s.end }

// scene returns the picture to show at now; nil if there is none.
func (s *pictureQueue) scene(now time.Duration) leds.Scene {
	for len(s.queue) > 0 {
		if s.end == 0 {
			s.end = now + s.queue[0].duration
		}
		if now < s.end {
			return s.queue[0].scene
		}
		s.queue, s.end = s.queue[1:], 0
	}
	return nil
}

// add queues the pictures of what a step did: each die as pips on the board,
// then the damage as a flash, then the energy that is left.
func (s *pictureQueue) add(before rules.State, p playedStep) {
	t := before.Topology()
	for _, e := range p.effects {
		switch e.Kind {
		case rules.EffectThrown:
			s.queue = append(s.queue, picture{pips(t, e.From, e.N), pipTime})
		case rules.EffectLoss:
			s.queue = append(s.queue, picture{leds.Scene{{Square: e.From, Meaning: leds.Damage, N: e.N}}, damageTime})
			if man, ok := p.after.At(e.From); ok {
				s.queue = append(s.queue, picture{leds.Scene{{Square: e.From, Meaning: leds.Energy, N: man.State}}, energyTime})
			}
		}
	}
}

// energies queues a picture of every piece's energy.
func (s *pictureQueue) energies(state rules.State) {
	s.clear()
	var scene leds.Scene
	for sq := range state.Occupied(rules.Table).All() {
		if man, ok := state.At(sq); ok {
			scene = append(scene, leds.Light{Square: sq, Meaning: leds.Energy, N: man.State})
		}
	}
	s.queue = append(s.queue, picture{scene, askedTime})
}

// pips lights a face on 3×3 squares round sq, or sq alone where the board has
// no such block near it.
func pips(t *board.Topology, sq board.Square, face int16) leds.Scene {
	if sq == board.None { // a die that belongs to no piece falls in the middle
		sq = middle(t)
	}
	block, ok := block3x3(t, sq)
	if !ok || face < 1 || face > 6 {
		return leds.Scene{{Square: sq, Meaning: leds.Pip, N: face}}
	}
	var scene leds.Scene
	for i, lit := range leds.Pips(int(face)) {
		if lit {
			scene = append(scene, leds.Light{Square: block[i], Meaning: leds.Pip, N: face})
		}
	}
	return scene
}

// middle is the square nearest to the middle of all.
func middle(t *board.Topology) board.Square {
	var x, y float64
	for sq := range t.All().All() {
		x, y = x+t.Place(sq).X, y+t.Place(sq).Y
	}
	x, y = x/float64(t.Len()), y/float64(t.Len())
	best, nearest := board.None, 0.0
	for sq := range t.All().All() {
		p := t.Place(sq)
		if d := (p.X-x)*(p.X-x) + (p.Y-y)*(p.Y-y); best == board.None || d < nearest {
			best, nearest = sq, d
		}
	}
	return best
}

// block3x3 returns the nine squares, row by row, of the block nearest to sq
// whose middle has all eight neighbours around it.
func block3x3(t *board.Topology, sq board.Square) (block [9]board.Square, ok bool) {
	best := -1.0
	for c := range t.Len() {
		around, whole := surround(t, board.Square(c))
		if d := distance(t, sq, board.Square(c)); whole && (best < 0 || d < best) {
			best, block = d, around
		}
	}
	return block, best >= 0
}

// surround returns the squares left, right, above and below of c, row by row.
func surround(t *board.Topology, c board.Square) (block [9]board.Square, whole bool) {
	for i := range block {
		block[i] = board.None
	}
	middle := t.Place(c)
	near := append([]board.Square{c}, middle.Near...)
	if len(near) != 9 {
		return block, false
	}
	for _, n := range near {
		p := t.Place(n)
		block[column(p.X-middle.X)+3*column(p.Y-middle.Y)] = n
	}
	for _, n := range block {
		if n == board.None {
			return block, false
		}
	}
	return block, true
}

// column is 0, 1 or 2 for left of, at, or right of the middle.
func column(d float64) int {
	switch {
	case d < -1:
		return 0
	case d > 1:
		return 2
	}
	return 1
}

func distance(t *board.Topology, a, b board.Square) float64 {
	p, q := t.Place(a), t.Place(b)
	return (p.X-q.X)*(p.X-q.X) + (p.Y-q.Y)*(p.Y-q.Y)
}
