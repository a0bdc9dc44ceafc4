package chessbattle

import (
	_ "embed" // weights.json

	"reeve/board"
	"reeve/rules"
)

// scratch is a position to think on.
type scratch struct {
	State
	room []rules.Effect
}

// Scratch returns the position to think on.
func (s State) Scratch() rules.Scratch { return &scratch{s, make([]rules.Effect, 0, 2*pieces)} }

func (s *scratch) Copy(from rules.Scratch)             { s.State = from.(*scratch).State }
func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Forced() bool                        { return false }
func (s *scratch) Unsettled() bool                     { return s.phase == special }
func (s *scratch) Actors() rules.Seats                 { return s.actors() }
func (s *scratch) Do(step rules.Step)                  { s.room = s.apply(step, s.room[:0]) }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.winners, s.phase == over }

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

// Luck is the draws of a fight, those with the same end together: after the
// defender's draw the cards go back, and only who fell is left.
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck {
	f := &s.fight
	attack, defence := f.scores(rules.Step{})
	var ends [3]rules.Luck // the attacker falls, both do or nobody, the target does
	if f.defending {
		for _, d := range draws[f.draws[1]] {
			l := &ends[f.end(attack-defence-d.sum)]
			l.Steps[0], l.N = d.step, 1
			l.Weight += d.weight
		}
	} else {
		for i, m := range margins[f.draws[0]][f.draws[1]] {
			if m.weight > 0 {
				l := &ends[f.end(attack-defence+i-mostMargin)]
				l.Steps[0], l.Steps[1], l.N = draws[f.draws[0]][m.attack].step, draws[f.draws[1]][m.defence].step, 2
				l.Weight += m.weight
			}
		}
	}
	for i := range ends {
		if ends[i].N > 0 {
			dst = append(dst, ends[i])
		}
	}
	return dst
}

// end numbers how the fight ends by how much more the attacker has: of a shot too little is as
// good as none.
func (f *fight) end(margin int) int {
	switch {
	case margin > 0:
		return 2
	case margin < 0 && !f.shot:
		return 0
	}
	return 1
}

// margin is how likely the attacker draws so much more, and two handfuls that do.
type margin struct {
	weight          float32
	attack, defence uint8
}

// mostMargin is more than five cards can be worth: two kings, two queens and a jack.
const mostMargin = 16

// margins are what two handfuls can differ by, by the numbers of cards.
var margins = allMargins()

func allMargins() (t [mostDraws + 1][mostDraws + 1][2*mostMargin + 1]margin) {
	for n, attacks := range draws {
		for m, defences := range draws {
			for i, a := range attacks {
				for j, d := range defences {
					of := &t[n][m][a.sum-d.sum+mostMargin]
					*of = margin{of.weight + a.weight*d.weight, uint8(i), uint8(j)}
				}
			}
		}
	}
	return t
}

// handful is what so many cards of the battle deck can be, with its probability.
type handful struct {
	step   rules.Step
	sum    int
	weight float32
}

// draws are the handfuls by the number of cards.
var draws = allDraws()

func allDraws() (t [mostDraws + 1][]handful) {
	ways := [3]float32{1, 2, 1}                // of so many cards of two
	sets := [...]float32{1, 8, 28, 56, 70, 56} // of so many cards of eight
	for n := range t {
		for _, step := range legalDraws(nil, uint8(n)) {
			h := handful{step: step, weight: 1 / sets[n]}
			var count [5]int
			for _, v := range step.Arg[:step.N] {
				h.sum += int(v)
				count[v]++
			}
			for _, c := range count {
				h.weight *= ways[c]
			}
			t[n] = append(t[n], h)
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
// one more costs who waits so much more.
const (
	patient = 6
	perTurn = 0.02
)

// Waits is what a step costs that neither attacks nor goes towards an enemy, when both have waited
// for each other for long: two that see an attack in every next turn would never begin it.
func (s *scratch) Waits(t rules.Step) float32 {
	if s.phase != battle || s.quiet <= patient || s.Gain(t) > 0 || t.Kind == kindMove && s.nearest(board.Square(t.Arg[1])) < s.nearest(board.Square(t.Arg[0])) {
		return 0
	}
	return perTurn * float32(s.quiet-patient)
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

// What is counted, each as own minus enemy's.
const (
	fKind = iota // one for each kind but the camps
	fCamp = int(kinds) + iota - 2
	fLastCamp
	fCommand
	fNear    // units near enemy camps
	fGuard   // units near own camps
	fSpecial // value of the Special Cards
	fMove
	fLeft  // command left in the turn
	fPairs // pieces next to one another, as long as both Kings are left
)

var featureNames = []string{
	"levy", "knights", "pikemen", "crossbowmen", "king", "camps", "both_camps", "command", "near_enemy_camps", "near_own_camps", "special_cards", "to_act", "command_left", "pairs",
}

//go:embed weights.json
var weightsJSON []byte

// Features counts units, camps and command, who is near the camps, and who stands by whom: that
// only while both Kings are left, or who leads would keep its line and never go and win.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	s.count(seat, 1, to)
	s.count(1-seat, -1, to)
	if s.phase >= battle {
		to[fMove], to[fLeft] = -1, -float32(s.orders.command)
		if s.turn == seat {
			to[fMove], to[fLeft] = 1, float32(s.orders.command)
		}
	}
	if f := &s.field; f.stands(kingOf(White)) && f.stands(kingOf(Black)) {
		to[fPairs] = float32(f.held[seat].pairs(!f.river) - f.held[1-seat].pairs(!f.river))
	}
}

func (s *scratch) count(seat rules.Seat, sign float32, to []float32) {
	goals := &far[s.field.campAt(1-seat, 0)]
	goals2 := &far[s.field.campAt(1-seat, 1)]
	homes := &far[s.field.campAt(seat, 0)]
	homes2 := &far[s.field.campAt(seat, 1)]
	up, near, guard := s.field.up[seat], 0, 0 // the sums of their distances
	for k := range units + 1 {
		to[fKind+int(k)] += sign * float32((up & bands[k]).count())
	}
	at := s.field.at[int(seat)*perSide:][:perSide]
	for rest := up & ofForces; rest != 0; rest &= rest - 1 {
		sq := at[rest.first()&31] & (squares - 1)
		near += int(min(goals[sq], goals2[sq]))
		guard += int(min(homes[sq], homes2[sq]))
	}
	all := (up & ofForces).count()
	to[fNear] += sign * (float32(all) - float32(near)/16)
	to[fGuard] += sign * (float32(all) - float32(guard)/16)
	camps := s.field.camps(seat)
	to[fCamp] += sign * float32(camps)
	if camps == 2 {
		to[fLastCamp] += sign
	}
	to[fCommand] += sign * float32(s.points[seat])
	to[fSpecial] += sign * float32(s.cards[seat].hand.total())
}

// campAt is where a camp stands, squares if nowhere.
func (f *field) campAt(seat rules.Seat, n int) board.Square {
	return min(f.at[pieceOf(seat, camp, n)], squares)
}

// far is how far one square is from another, 0 to 16; from a camp that is gone all are.
var far = allFar()

func allFar() (t [squares + 1][squares]uint8) {
	for a := range squares {
		for b := range squares {
			t[a][b] = uint8(max(distance(a%files, b%files), distance(a/files, b/files)))
		}
	}
	for b := range squares {
		t[squares][b] = 16
	}
	return t
}
