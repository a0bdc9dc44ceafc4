package chessbattle

import (
	"math"

	"reeve/board"
	"reeve/rules"
)

// outlooks are what only foresight counts, each as own minus enemy's; of force what both have counts, too.
var outlooks = []string{"force", "ends", "first_camp", "best_attack", "apart", "across"}

// outlook is what a seat may hope for.
type outlook struct {
	worth  int     // of the units and the King
	first  int     // uses up to the camp that is nearest
	all    int     // uses up to all camps that stand
	attack float32 // what the best attack brings now, on average
	apart  int     // how far the nearest enemies are, summed
	across int     // who is on the enemy's board
}

// Foretell counts force by its ratio, as long as camps stand behind it; how soon the camps may fall; what an attack may bring;
// and how near the armies are.
func (s *scratch) Foretell(seat rules.Seat, to []float32) {
	clear(to)
	if s.phase < battle {
		return
	}
	own, other := s.outlook(seat), s.outlook(1-seat)
	camps := s.field.camps(White) + s.field.camps(Black)
	ratio := math.Log(float64(1+own.worth) / float64(1+other.worth))
	copy(to, []float32{
		float32(camps) * float32(ratio),
		8/float32(1+own.all) - 8/float32(1+other.all),
		s.turns(seat, own.first) - s.turns(1-seat, other.first),
		(own.attack - other.attack) / 16,
		float32(own.apart-other.apart) / 16,
		float32(own.across - other.across),
	})
}

// turns is how soon so many uses come, 1 for at once.
func (s *scratch) turns(seat rules.Seat, uses int) float32 {
	command := float32(max(s.points[seat], 1))
	return command / (command + float32(uses))
}

func (s *scratch) outlook(seat rules.Seat) (o outlook) {
	f, base, ways := &s.field, piece(seat)*perSide, [2]int{never, never}
	for rest := f.up[seat] & ofForces; rest != 0; rest &= rest - 1 {
		p := base + rest.first()
		o.worth += price[kindOf[p]]
		o.across += int(bit(!ownBoard(seat, f.at[p])))
		o.apart += s.apart(p)
		o.attack = max(o.attack, s.gain(p))
		for n := range ways {
			if c := f.at[pieceOf(1-seat, camp, n)]; standing(c) {
				ways[n] = min(ways[n], s.uses(p, c))
			} else {
				ways[n] = 0
			}
		}
	}
	o.all, o.first = ways[0]+ways[1], max(ways[0], ways[1])
	if least := min(ways[0], ways[1]); least > 0 {
		o.first = least
	}
	return o
}

// never is how many uses are as good as never: no camp is farther for Levy, and what is farther for others says no more.
const never = 12

// way is how many straight steps lead from one square to another, nobody being in the way: over a bridge, or through the
// water, which takes all of a use.
func (g *ground) way(from, to board.Square) int {
	a, b, ranks := int(from)%files, int(to)%files, distance(int(from)/files, int(to)/files)
	if !g.crosses(from, to) {
		return distance(a, b) + ranks
	}
	least := distance(a, b) + int(paces[levy])
	for bridge := range files {
		if g.bridges&(1<<bridge) != 0 {
			least = min(least, distance(a, bridge)+distance(bridge, b))
		}
	}
	return least + ranks
}

// uses is in how many p can attack what stands on to: Pikemen and Crossbowmen come near in one and attack in another.
func (s *scratch) uses(p piece, to board.Square) int {
	k, way := kindOf[p], s.field.way(s.field.at[p], to)
	switch k {
	case king:
		return atLeast(way, int(s.points[p.owner()]))
	case pikemen:
		return 1 + atLeast(way-1, int(paces[k]))
	case crossbowmen:
		return 1 + atLeast(max(way-2, 0), int(paces[k]))
	}
	return atLeast(way, int(paces[k]))
}

// atLeast is how many of a size make up n.
func atLeast(n, size int) int { return (n + size - 1) / max(size, 1) }

// apart is how far p is from the nearest enemy that is no camp.
func (s *scratch) apart(p piece) int {
	least := squares / files
	base := (1 - piece(p.owner())) * perSide
	for rest := s.field.up[1-p.owner()] & ofForces; rest != 0; rest &= rest - 1 {
		least = min(least, s.field.way(s.field.at[p], s.field.at[base+rest.first()]))
	}
	return least
}

// campGain is what a camp's fall is taken for, in points of prices.
const campGain = 20

// gain is what the best attack of p brings, in points: what may fall of the enemy's, less what may fall of one's own.
func (s *scratch) gain(p piece) (best float32) {
	f, seat := &s.field, p.owner()
	if s.turn == seat && s.orders.might(p, s.points[seat]).moves == 0 || !reach[kindOf[p]][f.at[p]].meets(f.held[1-seat]) {
		return 0
	}
	base := (1 - piece(seat)) * perSide
	for rest := f.up[1-seat]; rest != 0; rest &= rest - 1 {
		t := base + rest.first()
		a := attack{f, f.at[p], f.at[t], kindOf[p] == crossbowmen}
		if !a.reaches() {
			continue
		}
		worth := float32(price[kindOf[t]])
		if kindOf[t] == camp {
			worth = campGain
		}
		kill, fall := a.chances()
		best = max(best, kill*worth-fall*float32(price[kindOf[p]]))
	}
	return best
}

// chances is how likely the target falls and how likely the attacker, no Special Card being added.
func (a attack) chances() (kill, fall float32) {
	if falls, ok := a.automatic(); ok {
		return 1, float32(bit(falls))
	}
	n := a.draws()
	x := fight{shot: a.shot}
	for i, m := range margins[n[0]][n[1]] {
		attackerFalls, targetFalls := x.falls(i, mostMargin)
		kill += m.weight * float32(bit(targetFalls))
		fall += m.weight * float32(bit(attackerFalls))
	}
	return kill, fall
}
