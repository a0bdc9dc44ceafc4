package dungeonchess

import (
	"reeve/board"
	"reeve/rules"
)

type phase uint8

const (
	deal phase = iota // chance: two cards a seat (rule 12)
	keep              // every seat keeps one
	turn
	over
)

var phaseNames = [...]string{"deal", "keep", "turn", "over"}

// The ends there are, in the order of whys; 0 stands for none.
const (
	whyScore uint8 = iota + 1
	whyCalm
	whyAgreed
	whyResigned
	whyAbandoned
)

// whys are the ends as the interchange names them.
var whys = [...]string{whyScore: "score", whyCalm: "calm", whyAgreed: "agreed", whyResigned: "resigned", whyAbandoned: "abandoned"}

// A character that is on no square is in the hands of the seat heldBy, or away:
// its owner does not take part.
const (
	heldBy board.Square = 240
	away                = board.None
)

// run is a seat's last move and how often it was made in successive own turns
// (rule 6); n is 0 if there is none. Of the squares a has the smaller number.
type run struct {
	man  piece
	a, b board.Square
	n    uint8
}

const mostRepeats = 3

// circle is who plays, and who of them has given up.
type circle struct {
	players  uint8
	resigned rules.Seats
}

// field is the characters as they stand, and what each seat moved last.
type field struct {
	circle
	at   [pieces]board.Square // a square, heldBy a seat, or away
	on   [maxSquares]piece    // the same by square
	runs [seats]run
}

// State is a position of DungeonChess: plain values, compared with ==. What a
// phase does not use is cleared, so that equal positions are ==. Its layers each know
// only those that they embed.
type State struct{ course }

// empty returns a position in phase deal with nothing on the board.
func empty(o rules.Options) (s State) {
	s.players, s.rounds = uint8(o.Int("players")), uint16(o.Int("calm"))
	for seat, name := range handicaps {
		s.handicap[seat] = uint8(o.Int(name))
	}
	for p := range s.at {
		s.at[p] = away
	}
	for sq := range s.on {
		s.on[sq] = nobody
	}
	return s
}

// put moves p to sq, from wherever it is; a sq that is none takes it off the board.
func (f *field) put(p piece, sq board.Square) {
	if old := f.at[p]; old < maxSquares {
		f.on[old] = nobody
	}
	if sq < maxSquares {
		f.on[sq] = p
	}
	f.at[p] = sq
}

// seated are who takes part, active who of them has not resigned.
func (c *circle) seated() rules.Seats { return seatings[c.players] }
func (c *circle) active() rules.Seats { return c.seated() &^ c.resigned }

// after returns the next active seat clockwise (rule 2).
func (c *circle) after(seat rules.Seat) rules.Seat {
	active := c.active()
	for range seats {
		if seat = (seat + 1) % seats; active.Has(seat) {
			break
		}
	}
	return seat
}

// without returns the first active seat for which has is false, noSeat if there is none.
func (c *circle) without(has func(rules.Seat) bool) rules.Seat {
	for seat := South; seat < seats; seat++ {
		if c.active().Has(seat) && !has(seat) {
			return seat
		}
	}
	return noSeat
}

// inPlay counts seat's characters on the board, entry squares included.
func (f *field) inPlay(seat rules.Seat) (n int) {
	for _, sq := range f.at[first(seat) : first(seat)+perSeat] {
		if sq < maxSquares {
			n++
		}
	}
	return n
}

// Game returns Game.
func (s State) Game() *rules.Game { return Game }

// Topology returns the hall and the entry squares (rule 1).
func (s State) Topology() *board.Topology { return table.topology }

// Seated returns the seats of the players there are, resigned ones included.
func (s State) Seated() rules.Seats { return s.seated() }

// Phase returns deal, keep, turn or over.
func (s State) Phase() string { return phaseNames[s.phase] }

// ToAct returns who acts now.
func (s State) ToAct() rules.Seats {
	switch s.phase {
	case deal:
		return rules.SeatsOf(rules.Chance)
	case keep:
		return s.choosing()
	case turn:
		return rules.SeatsOf(s.turn)
	}
	return 0
}

// Occupied returns the squares of all characters; nothing of them is hidden.
func (s State) Occupied(rules.Seat) board.Set { return board.SetOf(s.at[:]...).Intersect(table.all) }

// At returns the character on sq. Equal characters are interchangeable: only their squares tell them apart.
func (s State) At(sq board.Square) (rules.Man, bool) {
	if sq >= maxSquares || s.on[sq] == nobody {
		return rules.Man{}, false
	}
	p := s.on[sq]
	return rules.Man{Owner: p.owner(), Kind: uint8(table.kindOf[p])}, true
}

// Result returns how the game ended.
func (s State) Result() (rules.Result, bool) {
	if s.phase != over {
		return rules.Result{}, false
	}
	return rules.Result{Winners: s.winners, Why: whys[s.why]}, true
}

// Sees reports whether viewer may know of step, taken in this position: a deal
// and the card kept are the seat's own until the game is over (rule 14).
func (s State) Sees(step rules.Step, viewer rules.Seat) bool {
	if s.phase == over || viewer == rules.Full {
		return true
	}
	switch {
	case step.By == rules.Chance && step.Kind == kindDeal:
		return viewer == rules.Seat(step.Arg[0])
	case step.Kind == kindKeep:
		return viewer == step.By
	}
	return true
}

// Sealed reports false: when a game is over all cards are open (rule 14).
func (s State) Sealed() bool { return false }
