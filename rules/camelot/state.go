package camelot

import (
	"bytes"
	"math/bits"
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
	at          [pieces]cell
	like        [pieces]byte  // the cells of those left, group after group, like pieces in rising order
	left        [groups]uint8 // how many of each group
	standing    [2]uint16     // by seat: which of its pieces are left, one bit each
	occupied    [2]cells      // by seat
	turn        rules.Seat
	begins      [2]uint8 // options: with how many men a seat begins
	quiet       uint8    // plies since the last capture or castle entry
	seen        uint8    // how many keys are kept with the position, its own among them; 0 when over
	bound       bool     // a capture is a duty: by rule 8, or by rule 12 of the piece that must leave
	over        bool     // then turn is White
	why         uint8
	winners     rules.Seats
	castleMoves [2]uint8 // by seat
}

// start returns the starting position.
func start(o rules.Options) (rules.State, error) {
	s := empty(o)
	for p := range piece(pieces) {
		if !s.leftOut(p) {
			s.put(p, p.home())
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

// put moves p to c, from wherever it is.
func (s *position) put(p piece, c cell) {
	old := s.at[p]
	s.at[p] = c
	o := &s.occupied[p.owner()]
	o.remove(old)
	o.add(c)
	o.remove(gone)
	own := &s.standing[p.owner()]
	*own |= 1 << (p % perSide)
	if c == gone {
		*own &^= 1 << (p % perSide)
	}
	if s.seen == searched {
		s.shift(p, old, c)
		return
	}
	s.arrange(p, byte(old), byte(c))
}

// arrange puts the new cell of p into like for the old one; 0 is off the board.
func (s *position) arrange(p piece, old, new byte) {
	group, first := groupOf[p], 0
	for _, n := range s.left[:group] {
		first += int(n)
	}
	mine := s.like[first:]
	n := int(s.left[group])
	i := n
	if old != 0 {
		i = bytes.IndexByte(mine[:n], old)
	} else {
		copy(mine[n+1:], mine[n:])
		n++
	}
	if new == 0 {
		copy(mine[i:], mine[i+1:])
		mine[len(mine)-1] = 0
		s.left[group] = uint8(n - 1)
		return
	}
	for ; i+1 < n && mine[i+1] < new; i++ {
		mine[i] = mine[i+1]
	}
	for ; i > 0 && mine[i-1] > new; i-- {
		mine[i] = mine[i-1]
	}
	mine[i] = new
	s.left[group] = uint8(n)
}

// side returns where the pieces of seat stand.
func (s *position) side(seat rules.Seat) []cell {
	return s.at[int(seat)*perSide : (int(seat)+1)*perSide]
}

// on returns the piece of seat on the square c, or nobody.
func (s *position) on(seat rules.Seat, c cell) piece {
	if !s.occupied[seat].has(c) {
		return nobody
	}
	side := s.side(seat)
	i, j := firstOn(side[:8], c), perSide-8+firstOn(side[perSide-8:], c)
	if i == 8 {
		i = j
	}
	return piece(int(seat)*perSide + i)
}

// firstOn returns the place of the first of eight cells that is c, or 8.
func firstOn(list []cell, c cell) int {
	list = list[:8]
	w := uint64(list[0]) | uint64(list[1])<<8 | uint64(list[2])<<16 | uint64(list[3])<<24 |
		uint64(list[4])<<32 | uint64(list[5])<<40 | uint64(list[6])<<48 | uint64(list[7])<<56
	w ^= 0x0101010101010101 * uint64(c)
	return bits.TrailingZeros64((w-0x0101010101010101)&^w&0x8080808080808080) >> 3
}

// count returns how many pieces of seat are left.
func (s *position) count(seat rules.Seat) int {
	return bits.OnesCount16(s.standing[seat])
}

// within returns how many pieces of seat stand in a castle.
func (s *position) within(castle, seat rules.Seat) int {
	first := castles[castle&1][0]
	return bits.OnesCount64(s.occupied[seat&1].from(first) & 3)
}

// mustLeave returns the piece of seat in its own castle (rule 12), or nobody.
// It can only have jumped in on that player's last turn.
func (s *position) mustLeave(seat rules.Seat) piece {
	c := castles[seat][0]
	if !s.occupied[seat].has(c) {
		c = castles[seat][1]
	}
	return s.on(seat, c)
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
	for _, c := range s.at {
		set.Add(squareOf[c])
	}
	return set
}

// At returns the piece on sq. Its State is 0: like pieces are alike.
func (s position) At(sq board.Square) (rules.Man, bool) {
	if sq >= squares {
		return rules.Man{}, false
	}
	for _, seat := range [2]rules.Seat{White, Black} {
		if p := s.on(seat, cellOf[sq]); p != nobody {
			return rules.Man{Owner: seat, Kind: uint8(p.kind())}, true
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
