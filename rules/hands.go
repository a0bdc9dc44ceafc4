package rules

import "reeve/board"

// Manner is how hands make a step (hands.md).
type Manner uint8

// The manners. A step that is OnPage has no touches of its own.
const (
	OnPage  Manner = iota // said on the page or with a button
	Carried               // pieces are carried and victims taken off
	Knocked               // an attack with a throw: hold the attacker, knock on the target, put the attacker on the die
	Implied               // ends a turn or declines: implied by the next seat's action (rule 8)
	Passed                // never implied: confirm, or a tap of any own piece (rule 8)
)

// Hands are the touches of a step: the squares it vacates, fills and touches.
type Hands struct {
	Manner  Manner
	Carries [2]Carry  // pieces set down elsewhere; unused ones are NoCarry
	Takes   board.Set // squares whose piece leaves the board (a displaced victim's square, too)
	Via     board.Set // squares a carried piece may be set down on along the way; what differs in these alone leads to the same position
	Armed   bool      // chosen on the page first; then only its touches are read (rule 11)
	Cost    uint8     // points of the turn that a step takes if the same piece may go on; else 0 (rule 5)

	// Knocked: the piece held, the one that joins by a tap (or None), the one knocked on.
	// Carried, an attack without chance: the piece held, and the victim lifted off meanwhile; else None.
	// OnPage and Armed: Target, and Partner if there is one, are tapped, or pressed if empty, in any order.
	Attacker, Partner, Target board.Square
}

// Squares are those that hands touch, but for those of victims alone.
func (h Hands) Squares() board.Set {
	set := board.SetOf(h.Attacker, h.Partner, h.Target)
	for _, c := range h.Carries {
		set.Add(c.From)
		set.Add(c.To)
	}
	return set
}

// Carry is one piece's way from square to square. From is None for a piece that
// comes onto the board. From and To are equal for a piece that takes victims and
// stands in the end where it stood.
type Carry struct{ From, To board.Square }

// NoCarry is the way of no piece.
var NoCarry = Carry{board.None, board.None}

// NoHands is what a step without touches asks.
func NoHands(m Manner) Hands {
	return Hands{Manner: m, Carries: [2]Carry{NoCarry, NoCarry}, Attacker: board.None, Partner: board.None, Target: board.None}
}

// CarryHands is what carrying one piece asks.
func CarryHands(from, to board.Square) Hands {
	h := NoHands(Carried)
	h.Carries[0] = Carry{from, to}
	return h
}

// CaptureHands is what a capture by displacement asks: the piece on from takes the
// square of the one on to, which leaves the board.
func CaptureHands(from, to board.Square) Hands {
	h := CarryHands(from, to)
	h.Takes.Add(to)
	return h
}

// KnockHands is what an attack with a throw asks; partner is None where nobody joins.
func KnockHands(attacker, partner, target board.Square) Hands {
	h := NoHands(Knocked)
	h.Attacker, h.Partner, h.Target = attacker, partner, target
	return h
}
