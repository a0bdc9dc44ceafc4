package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

const noSquare = board.None

type phase uint8

const (
	camps phase = iota
	bridges
	espionage // both seats
	army
	training
	pay        // for an army or for the training, as payFor says
	deployment // both seats
	battle
	special // a fighter may commit a Special Card
	draw    // chance
	desert  // a clock ran out: the other seat removes pieces
	over
)

var phaseNames = [...]string{"camps", "bridges", "espionage", "army", "training", "pay", "deployment", "battle", "special", "draw", "desert", "over"}

// State is a position of Chess Battle: plain values, compared with ==. What a
// phase does not use is cleared, so that equal positions are ==.
type State struct {
	at [pieces]board.Square // noSquare: off the board; unbought: there is no such piece
	on [squares]piece       // the same by square; nobody: it is free

	river, sure bool     // options
	advance     bool     // option knights_advance
	scenario    scenario // option time
	limit       uint16   // option removal_limit
	begins      [2]uint8 // options: with how many cards a seat begins (rule 33)

	phase    phase
	turn     rules.Seat // who acts; whose turn it is during a fight; White where both seats act or nobody
	done     uint8      // seats (bit 0 White) that have finished the hidden phase that both act in
	ended    seatMark   // who declared the end of espionage first
	revealed bool       // the espionage cards are (rule 5)
	joined   bool       // the boards are: everything is open (rule 11)
	bridge   uint8      // files with a bridge
	due      uint8      // what is still to be paid
	hand     [2]pile    // cards in hand
	spent    [2]pile    // the change box; a payment under way is in neither
	laid     [2]pile    // espionage: its record, once it is revealed
	points   [2]uint8   // the Kings' (rule 10); 1 of a King that is lost
	quiet    uint16     // turns ended since the last removal
	deserts  uint8      // pieces still to be removed in desert

	command     uint8  // command points left
	used        uint64 // units that acted this turn
	active      piece  // whose use it is
	moves, hits uint8  // its points left
	fight       fight

	winners rules.Seats
	why     why
}

// seatMark is 0 for nobody, else a seat's number plus 1.
type seatMark uint8

// fight is a fight with cards under way; both fighters are nobody when there is none.
type fight struct {
	attacker, target piece
	shot             bool
	defending        bool     // it is the defender who commits or draws next
	draws            [2]uint8 // how many cards the attacker and the defender draw
	special          [2]uint8 // the Special Card each has committed, plus 1; 0 for none
	drawn            [5]uint8 // what the attacker drew
}

// why is a way to end; 0 stands for none.
type why uint8

const (
	whyCamps why = iota + 1
	whyUnits
	whyBoth
	whyValue
	whyTime
	whyQuiet
	whyAgreed
	whyResigned
	whyAbandoned
)

// whys are the ends as the interchange names them.
var whys = [...]string{
	whyCamps: "camps", whyUnits: "units", whyBoth: "both", whyValue: "value", whyTime: "time", whyQuiet: "quiet",
	whyAgreed: "agreed", whyResigned: "resigned", whyAbandoned: "abandoned",
}

func whyOf(name string) why {
	for w, text := range whys {
		if text == name {
			return why(w)
		}
	}
	return 0
}

// put moves p to sq, from wherever it is; noSquare takes it off the board.
func (s *State) put(p piece, sq board.Square) {
	if old := s.at[p]; standing(old) {
		s.on[old] = nobody
	}
	if standing(sq) {
		s.on[sq] = p
	}
	s.at[p] = sq
}

// stands reports whether p is on the board.
func (s *State) stands(p piece) bool { return standing(s.at[p]) }

// own reports whether a piece of seat stands on sq.
func (s *State) own(seat rules.Seat, sq board.Square) bool {
	return standing(sq) && s.on[sq] != nobody && s.on[sq].owner() == seat
}

// bought returns how many units of kind k seat has, fallen ones among them.
func (s *State) bought(seat rules.Seat, k kind) (n int) {
	for n < int(most[k]) && s.at[pieceOf(seat, k, n)] != unbought {
		n++
	}
	return n
}

// armyCost returns what seat's units have cost.
func (s *State) armyCost(seat rules.Seat) (cost int) {
	for k := range units {
		cost += s.bought(seat, k) * price[k]
	}
	return cost
}

// loser returns the loser of espionage, who buys first (rules 5 and 6).
func (s *State) loser() rules.Seat {
	white, black := s.laid[White].total(), s.laid[Black].total()
	switch {
	case white < black:
		return White
	case black < white:
		return Black
	case s.ended == seatMark(White)+1:
		return Black
	}
	return White
}

// owns returns the cards that seat begins with: a handicap takes the dearest away,
// in the order of payment (rule 33).
func (s *State) owns(seat rules.Seat) pile {
	return fullPile &^ (1<<(cardCount-s.begins[seat]) - 1)
}

// payment returns the cards of seat that are being paid.
func (s *State) payment(seat rules.Seat) pile {
	if s.phase != pay || s.turn != seat {
		return 0
	}
	return s.owns(seat) &^ s.hand[seat] &^ s.spent[seat]
}

// payFor returns the phase that the payment belongs to: a King is trained, and
// had 1 point until then, or else an army is bought.
func (s *State) payFor() phase {
	if s.points[s.turn] > 1 {
		return training
	}
	return army
}

// finished reports whether seat has declared the end of the hidden phase.
func (s *State) finished(seat rules.Seat) bool { return s.done&(1<<seat) != 0 }

// Game returns Game.
func (s State) Game() *rules.Game { return Game }

// Topology returns the joined field of 128 squares (rule 1).
func (s State) Topology() *board.Topology { return topologies[s.water()] }

// water is the index of the tables that differ with the river.
func (s *State) water() int {
	if s.river {
		return 1
	}
	return 0
}

// Seated returns both seats.
func (s State) Seated() rules.Seats { return rules.SeatsOf(White, Black) }

// Phase returns the phase as the interchange names it.
func (s State) Phase() string { return phaseNames[s.phase] }

// ToAct returns who acts now; a view may show more (rule 32).
func (s State) ToAct() rules.Seats { return s.actors() }

func (s *State) actors() rules.Seats {
	switch s.phase {
	case espionage, deployment:
		return s.Seated() &^ rules.Seats(s.done)
	case special:
		return rules.SeatsOf(s.committing())
	case draw:
		return rules.SeatsOf(rules.Chance)
	case over:
		return 0
	}
	return rules.SeatsOf(s.turn)
}

// committing is whose Special Card or draw it is in a fight.
func (s *State) committing() rules.Seat {
	if s.fight.defending {
		return 1 - s.turn
	}
	return s.turn
}

// deck is the battle deck of rule 18 by value.
var deck = []uint8{1, 1, 2, 2, 3, 3, 4, 4}

// Ask asks for a fighter's cards.
func (s State) Ask() rules.Ask {
	return rules.Ask{For: s.committing(), Deck: deck, Cards: s.toDraw()}
}

// toDraw is how many cards are drawn next.
func (s *State) toDraw() uint8 {
	if s.fight.defending {
		return s.fight.draws[1]
	}
	return s.fight.draws[0]
}

// Drawn returns the draw of the cards at the indices got of the deck.
func (s State) Drawn(got []uint8) rules.Step {
	var count [5]uint8
	for _, i := range got[:min(len(got), mostDraws)] {
		count[deck[int(i)%len(deck)]]++
	}
	return drawStep(count)
}

// Occupied returns the squares of all pieces that viewer knows of.
func (s State) Occupied(viewer rules.Seat) (set board.Set) {
	for p, sq := range s.at {
		if standing(sq) && s.sees(viewer, piece(p)) {
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
	if !standing(sq) || s.on[sq] == nobody {
		return rules.Man{}, false
	}
	p := s.on[sq]
	m := rules.Man{Owner: p.owner(), Kind: uint8(kindOf[p]), State: manFresh}
	switch {
	case p == s.active:
		m.State = manActive + 4*int16(s.moves)
	case s.used&p.bit() != 0:
		m.State = manUsed
	}
	return m, true
}

// Result returns how the game ended.
func (s State) Result() (rules.Result, bool) {
	if s.phase != over {
		return rules.Result{}, false
	}
	return rules.Result{Winners: s.winners, Why: whys[s.why]}, true
}
