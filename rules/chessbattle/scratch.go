package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// scratch is a position to think on.
type scratch struct {
	State
	room  []rules.Effect
	mover piece        // who has moved last in this turn, and nothing else since
	home  board.Square // where it stood before
}

// Scratch returns the position to think on.
func (s State) Scratch() rules.Scratch {
	return &scratch{State: s, room: make([]rules.Effect, 0, 2*pieces), mover: nobody}
}

func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Forced() bool                        { return false }
func (s *scratch) Unsettled() bool                     { return s.phase == special }
func (s *scratch) Actors() rules.Seats                 { return s.actors() }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.winners, s.phase == over }

func (s *scratch) Copy(from rules.Scratch) {
	f := from.(*scratch)
	s.State, s.mover, s.home = f.State, f.mover, f.home
}

func (s *scratch) Do(step rules.Step) {
	if step.Kind != kindMove || s.phase != battle {
		s.mover = nobody
	} else if p := s.field.on[step.Arg[0]]; p != s.mover {
		s.mover, s.home = p, board.Square(step.Arg[0])
	}
	s.room = s.apply(step, s.room[:0])
}

// Undominated leaves out that a piece goes back to where it came from: the position is as before,
// and command is gone.
func (s *scratch) Undominated(dst []rules.Step) []rules.Step {
	n := len(dst)
	dst = s.legal(dst)
	if s.mover == nobody {
		return dst
	}
	left := dst[:n]
	for _, step := range dst[n:] {
		if step.Kind != kindMove || board.Square(step.Arg[1]) != s.home || s.field.on[step.Arg[0]] != s.mover {
			left = append(left, step)
		}
	}
	return left
}

// Loud appends the attacks.
func (s *scratch) Loud(dst []rules.Step) []rules.Step {
	if s.phase != battle {
		return dst
	}
	base, points, enemies := piece(s.turn)*perSide, s.points[s.turn], s.field.held[1-s.turn]
	for rest := s.field.up[s.turn] & ofForces; rest != 0; rest &= rest - 1 {
		p := base + rest.first()
		if !reach[kindOf[p]][s.field.at[p]].meets(enemies) {
			continue
		}
		if m := s.orders.might(p, points); m.moves > 0 {
			dst = use{&s.field, p, m, s.sure}.attacks(dst)
		}
	}
	return dst
}

// reach is where a piece of a kind can attack from a square, and more: on some of them water parts
// them.
var reach = allReach()

func allReach() (t [kinds][squares]area) {
	for k := range units + 1 {
		n := uint8(1)
		if k == crossbowmen {
			n = 2
		}
		for a := range squares {
			for b := range squares {
				if a != b && far[a][b] <= n {
					t[k][a].flip(board.Square(b))
				}
			}
		}
	}
	return t
}

func (s *scratch) Hash() uint64 {
	h := rules.MixBytes(uint64(s.phase)|uint64(s.turn)<<8|uint64(s.done)<<16|uint64(s.ended)<<24|uint64(s.field.bridges)<<32|uint64(s.due)<<40|uint64(s.why)<<48|uint64(s.winners)<<56, s.field.at[:])
	h = rules.Mix(h, uint64(s.cards[0].hand)|uint64(s.cards[1].hand)<<32)
	h = rules.Mix(h, uint64(s.cards[0].spent)|uint64(s.cards[1].spent)<<32)
	h = rules.Mix(h, uint64(s.cards[0].laid)|uint64(s.cards[1].laid)<<32)
	h = rules.Mix(h, s.orders.used)
	f := &s.fight
	h = rules.Mix(h, uint64(s.points[0])|uint64(s.points[1])<<8|uint64(s.orders.command)<<16|uint64(s.orders.active)<<24|uint64(s.orders.moves)<<32|uint64(s.orders.hits)<<40|uint64(s.deserts)<<48|bit(s.revealed)<<56|bit(s.joined)<<57)
	h = rules.Mix(h, uint64(f.attacker)|uint64(f.target)<<8|uint64(f.special[0])<<16|uint64(f.special[1])<<24|bit(f.shot)<<32|bit(f.defending)<<33)
	h = rules.MixBytes(h, f.drawn[:])
	return rules.Mix(h, bit(s.field.river)|bit(s.sure)<<1|bit(s.advance)<<2|uint64(s.scenario)<<3|uint64(s.limit)<<8|uint64(s.begins[0])<<32|uint64(s.begins[1])<<40)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Gain is higher for attacks, and for dearer targets.
func (s *scratch) Gain(t rules.Step) int {
	if t.Kind != kindStrike && t.Kind != kindShot {
		return 0
	}
	k := kindOf[s.field.on[t.Arg[1]]]
	if k == camp {
		return 30
	}
	return 10 + price[k]
}

// patient is how many turns without a removal nobody minds: in games that end few have more. Each
// one more takes so much of what waiting is worth, and never more than most of it.
const (
	patient  = 3
	perTurn  = 0.08
	mostLost = 0.6
)

// Waits is what part of its worth a step loses that neither attacks nor goes towards an enemy, when
// both have waited for each other for long: two that see an attack in every next turn would never
// begin it. A step away from the enemy loses it twice: else what comes forward goes back in the same turn.
func (s *scratch) Waits(t rules.Step) float32 {
	if s.phase != battle || s.quiet <= patient || s.Gain(t) > 0 {
		return 0
	}
	lost := min(perTurn*float32(s.quiet-patient), mostLost)
	if t.Kind == kindMove {
		switch from, to := s.nearest(board.Square(t.Arg[0])), s.nearest(board.Square(t.Arg[1])); {
		case to < from:
			return 0
		case to > from:
			return 1 - (1-lost)*(1-lost)
		}
	}
	return lost
}

// nearest is how far the next enemy of who is to move is from sq. Water counts as a rank: who has
// crossed it is nearer.
func (s *scratch) nearest(sq board.Square) uint8 {
	least := uint8(files + squares/files)
	base := piece(1-s.turn) * perSide
	for _, at := range s.field.at[base : base+perSide] {
		if standing(at) {
			least = min(least, far[sq][at]+uint8(bit(s.field.crosses(sq, at))))
		}
	}
	return least
}
