package camelot

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// The ends there are, in the order of whys; 0 stands for none.
const (
	whyCastle uint8 = iota + 1
	whyCaptured
	whyStalemate
	whyBare
	whyRepetition
	whyQuiet
	whyAgreed
	whyResigned
	whyAbandoned
)

// whys are the ends as the interchange names them.
var whys = [...]string{
	whyCastle: "castle", whyCaptured: "captured", whyStalemate: "stalemate", whyBare: "bare", whyRepetition: "repetition",
	whyQuiet: "quiet", whyAgreed: "agreed", whyResigned: "resigned", whyAbandoned: "abandoned",
}

// The limits of rules 14 and 16.
const (
	maxCastleMoves = 2
	maxQuiet       = 100 // plies: 50 turns by each side
	maxSeen        = 3   // occurrences
)

// position is everything but the keys of earlier positions: plain values,
// compared with ==. What a finished game does not need is cleared, so that
// equal positions are ==.
type position struct {
	rules.NoChance
	field
	begins  [2]uint8 // options: with how many men a seat begins
	quiet   uint8    // plies since the last capture or castle entry
	seen    uint8    // how many keys are kept with the position, its own among them; 0 when over
	over    bool     // then turn is White
	why     uint8
	winners rules.Seats
}

// start returns the starting position.
func start(o rules.Options) (rules.State, error) {
	s := empty(o)
	for p := range piece(pieces) {
		if !s.leftOut(p) {
			s.put(p.owner(), int(p%perSide), p.home())
		}
	}
	all := s.spread()
	s.bound, _ = s.survey(&all)
	s.seen = 1
	return s.keep(nil, 0, s.key(new([longestKey]byte))), nil
}

// empty returns a position with no piece on the board.
func empty(o rules.Options) position {
	return position{begins: [2]uint8{uint8(o.Int("men_white")), uint8(o.Int("men_black"))}}
}

// leftOut reports whether p does not take part, for a handicap (rule 18).
func (s *position) leftOut(p piece) bool {
	return slices.Contains(leaves[:men-s.begins[p.owner()]], int(p%perSide))
}

// Game returns Game.
func (s position) Game() *rules.Game { return Game }

// Topology returns the 160 squares with their eight directions (rule 1).
func (s position) Topology() *board.Topology { return topology }

// Seated returns both seats.
func (s position) Seated() rules.Seats { return rules.SeatsOf(White, Black) }

// Phase returns turn or over.
func (s position) Phase() string {
	if s.over {
		return "over"
	}
	return "turn"
}

// ToAct returns whose turn it is.
func (s position) ToAct() rules.Seats {
	if s.over {
		return 0
	}
	return rules.SeatsOf(s.turn)
}

// Occupied returns the squares of all pieces left; nothing is hidden.
func (s position) Occupied(rules.Seat) (set board.Set) {
	for i := range s.sides {
		for _, c := range s.sides[i].at {
			set.Add(squareOf[c])
		}
	}
	return set
}

// At returns the piece on sq. Its State is 0: like pieces are alike.
func (s position) At(sq board.Square) (rules.Man, bool) {
	if sq >= squares {
		return rules.Man{}, false
	}
	for _, seat := range [2]rules.Seat{White, Black} {
		if i := s.sides[seat].on(cellOf[sq]); i != nobody {
			return rules.Man{Owner: seat, Kind: uint8(kindOf(i))}, true
		}
	}
	return rules.Man{}, false
}

// Result returns how the game ended.
func (s position) Result() (rules.Result, bool) {
	if !s.over {
		return rules.Result{}, false
	}
	return rules.Result{Winners: s.winners, Why: whys[s.why]}, true
}
