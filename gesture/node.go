package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// way is a piece that the steps have moved: from its square in the base to where they put it, by which touch.
type way struct {
	piece, at board.Square
	touch     uint16
	vanished  bool // that lifted it, and nobody felt it come
}

// reliance is what a sequence needs of squares that are not to be trusted (rule 14).
type reliance struct {
	guess     board.Set // those that the steps rely on
	blind     bool      // of one of those nothing was felt
	left      board.Set // those that a step has left
	entrusted board.Set // those to which a step has gone
}

// effort is what a sequence asks of the hands: of two that explain the wood, the one that asks for less is likelier.
type effort struct {
	done     int    // how many things they have done: a run is one
	acts     int    // the same, with what was implied
	idle     int    // how many turns ended in which they did nothing
	odd      int    // how often wood lay where the position has none
	over     int    // how many pieces were lifted before the step before theirs was placed
	slid     int    // how many pieces were slid
	slidBy   uint16 // the touch by which the last of them was let go
	vanished int    // how many pieces went while nothing was felt to where wood lay before and after
	unseen   int    // how many pieces that jumped in a ring were not touched
}

// node is a sequence of legal steps from the base, and what the wood would be after it.
type node struct {
	state rules.State
	steps []rules.Step
	lead
	course
	ending
	said  int // how often the steps pass by a tap, or do what was chosen on the page
	turns int // how often the seat to act has changed since the last sealed step
	kept  int // how many of the steps taken in earlier turns it has
	air   int // how many pieces it leaves in the air
	effort
	reliance
}

// beginning is the sequence of no steps.
func beginning(s rules.State) node {
	return node{state: s, lead: lead{want: s.Occupied(rules.Full)}, ending: ending{ran: board.None}}
}

// lead is what the wood would be after a sequence.
type lead struct {
	want    board.Set // squares where a piece stands after the steps
	filled  board.Set // squares the steps put a piece on
	entered board.Set // of those, the squares of pieces that came from off the board: nobody follows them
	may     board.Set // squares where a victim may still stand
}

// course is by which touches a sequence was done.
type course struct {
	ways  []way          // the pieces that the steps have moved
	rings []board.Square // where those stand that jumped in a ring, which need not be touched
	came  int            // the touches by which the pieces that moved came, or the victims of pieces that stayed went, added up
}

// ending is how the last step of a sequence was done.
type ending struct {
	last   rules.Hands  // what the hands did
	before rules.State  // the position before that
	tail   bool         // it is implied, which counts only if another follows
	gone   bool         // its piece is only known to have left: that counts only if another follows, for who is gone alone is in a hand
	stuck  bool         // nothing but a pass is left: only then may a tap say it
	begun  uint16       // the touch by which it began, 0 if that is not known
	placed uint16       // the touch by which it was placed
	since  uint16       // and by which the one before it was
	ran    board.Square // where the piece stands that made it, if it was a run; None
	ahead  board.Set    // where its piece was slid to, and so was felt before it was lifted
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// stepsOf are the steps of each sequence, once where several lead to the same: in which order they were done is no question.
func stepsOf(nodes []*node) (all [][]rules.Step) {
	for i, n := range nodes {
		if !slices.ContainsFunc(nodes[:i], n.leadsTo) {
			all = append(all, n.steps)
		}
	}
	return all
}

// leadsTo reports whether n and m lead to the same position, by rings of the same pieces.
func (n *node) leadsTo(m *node) bool { return m.state == n.state && slices.Equal(m.rings, n.rings) }

// stands returns where n has the piece of the base that stood on sq.
func (n *node) stands(piece board.Square) board.Square {
	for i := len(n.ways) - 1; i >= 0; i-- {
		if n.ways[i].piece == piece {
			return n.ways[i].at
		}
	}
	return piece
}

// slidLast reports whether the piece that n has moved last was slid: it may as well be in the hand.
func (n *node) slidLast() bool {
	last := len(n.ways) - 1
	return last >= 0 && n.slidBy > 0 && n.ways[last].touch == n.slidBy
}

// lessLikely reports whether m needs hands less likely than those of n by more than one thing done or one piece held while others were played.
func (m *node) lessLikely(n *node) bool { return m.cost() > n.cost()+1 }

// cost is how much hands would have done for n, and how unusually: wood that lay where no position has it counts most, then a turn without a step.
func (n *node) cost() int { return n.done + n.over + n.air + n.slid + 2*(n.idle+n.vanished) + 3*n.odd }

// owned are those of the squares on which a piece of seat stands.
func owned(s rules.State, squares board.Set, seat rules.Seat) (own board.Set) {
	for sq := range squares.All() {
		if man, stands := s.At(sq); stands && man.Owner == seat {
			own.Add(sq)
		}
	}
	return own
}

// physical reports whether a step of that manner is done to the wood.
func physical(m rules.Manner) bool { return m == rules.Carried || m == rules.Knocked }

// on is the piece of the base that stands on sq after n, and by which touch it came: 0 if it stood there in the base.
func (n *node) on(sq board.Square) way {
	for _, w := range slices.Backward(n.ways) {
		if w.at == sq {
			return w
		}
	}
	return way{piece: sq, at: sq}
}

// displaces reports whether hands carried a piece to the square of a victim.
func displaces(h rules.Hands) bool { return h.Takes.Has(h.Carries[0].To) }
