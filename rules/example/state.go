package example

import (
	"reeve/board"
	"reeve/rules"
)

// State is a position: plain values, compared with ==. What a finished game does not
// need is cleared, so that equal positions are ==.
type State struct {
	rules.NoChance
	field
	turn rules.Seat   // White when it is over
	end  rules.Result // without a reason while the game goes on
}

// field is the pawns as they stand.
type field struct {
	at   [pawns]board.Square // None off the board
	rows uint8               // the option
}

// The ends there are besides the referee's (rules 5 and 6).
const (
	whyReached  = "reached"
	whyCaptured = "captured"
)

// start returns the starting position.
func start(o rules.Options) (rules.State, error) {
	s := empty(o)
	for p := range pawn(pawns) {
		if s.plays(p) {
			s.at[p] = p.home()
		}
	}
	return s, nil
}

// empty returns a board without pawns.
func empty(o rules.Options) State {
	var s State
	s.rows = uint8(o.Int("rows"))
	for p := range s.at {
		s.at[p] = board.None
	}
	return s
}

// plays reports whether p takes part: with one row each side has half the pawns.
func (f *field) plays(p pawn) bool { return uint8(p%perSide) < f.rows*files }

// on returns the pawn on sq, or nobody.
func (f *field) on(sq board.Square) pawn {
	for p, at := range f.at {
		if at == sq && sq != board.None {
			return pawn(p)
		}
	}
	return nobody
}

// of returns where the pawns of seat stand.
func (f *field) of(seat rules.Seat) []board.Square {
	return f.at[int(seat)*perSide : (int(seat)+1)*perSide]
}

// Game returns Game.
func (s State) Game() *rules.Game { return Game }

// Topology returns the 36 squares.
func (s State) Topology() *board.Topology { return topology }

// Seated returns both seats.
func (s State) Seated() rules.Seats { return rules.SeatsOf(White, Black) }

// Phase returns turn or over.
func (s State) Phase() string {
	if s.end.Why != "" {
		return "over"
	}
	return "turn"
}

// ToAct returns who acts now.
func (s State) ToAct() rules.Seats {
	if s.end.Why != "" {
		return 0
	}
	return rules.SeatsOf(s.turn)
}

// Occupied returns the squares of all pawns; nothing is hidden.
func (s State) Occupied(rules.Seat) (set board.Set) {
	for _, sq := range s.at {
		if sq != board.None {
			set.Add(sq)
		}
	}
	return set
}

// At returns the pawn on sq. Pawns of one side are alike.
func (s State) At(sq board.Square) (rules.Man, bool) {
	p := s.on(sq)
	if p == nobody {
		return rules.Man{}, false
	}
	return rules.Man{Owner: p.owner()}, true
}

// Result returns how the game ended.
func (s State) Result() (rules.Result, bool) { return s.end, s.end.Why != "" }
