package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// State is a position of Chess Battle: plain values, compared with ==. What a
// phase does not use is cleared, so that equal positions are ==. Its layers are in the
// order in which the game comes to them.
type State struct{ war }

// Game returns Game.
func (s State) Game() *rules.Game { return Game }

// Topology returns the joined field of 128 squares (rule 1).
func (s State) Topology() *board.Topology { return topologies[s.field.water()] }

// Seated returns both seats.
func (s State) Seated() rules.Seats { return seated }

// Phase returns the phase as the interchange names it.
func (s State) Phase() string { return phaseNames[s.phase] }

// ToAct returns who acts now; a view may show more (rule 32).
func (s State) ToAct() rules.Seats { return s.actors() }

// Occupied returns the squares of all pieces that viewer knows of.
func (s State) Occupied(viewer rules.Seat) (set board.Set) {
	for p, sq := range s.field.at {
		if standing(sq) && s.known(viewer).sees(piece(p)) {
			set.Add(sq)
		}
	}
	return set
}

// Man states: whether a piece may still be used in this turn.
const (
	manFresh int16 = iota
	manUsed
	manActive
)

// At returns the piece on sq; its State is 0, 1 for a unit used in this turn, 2
// for the one whose use it is, plus 4 times its points left.
func (s State) At(sq board.Square) (rules.Man, bool) {
	if !standing(sq) || s.field.on[sq] == nobody {
		return rules.Man{}, false
	}
	p := s.field.on[sq]
	return rules.Man{Owner: p.owner(), Kind: uint8(kindOf[p]), State: s.orders.state(p)}, true
}

// Result returns how the game ended.
func (s State) Result() (rules.Result, bool) {
	if s.phase != over {
		return rules.Result{}, false
	}
	return rules.Result{Winners: s.winners, Why: whys[s.why]}, true
}
