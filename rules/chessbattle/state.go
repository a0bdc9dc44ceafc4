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
	field field
	cards [2]ledger // by seat, as all arrays of two

	sure     bool     // options
	advance  bool     // option knights_advance
	scenario scenario // option time
	limit    uint16   // option removal_limit
	begins   [2]uint8 // options: with how many cards a seat begins (rule 33)

	phase    phase
	turn     rules.Seat  // who acts; whose turn it is during a fight; White where both seats act or nobody
	done     rules.Seats // who has finished the hidden phase that both act in
	ended    seatMark    // who declared the end of espionage first
	revealed bool        // the espionage cards are (rule 5)
	joined   bool        // the boards are: everything is open (rule 11)
	due      uint8       // what is still to be paid
	points   [2]uint8    // the Kings' (rule 10); 1 of a King that is lost
	quiet    uint16      // turns ended since the last removal
	deserts  uint8       // pieces still to be removed in desert

	orders orders
	fight  fight

	winners rules.Seats
	why     why
}

// seatMark is 0 for nobody, else a seat's number plus 1.
type seatMark uint8

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

// loser returns the loser of espionage, who buys first (rules 5 and 6).
func (s *State) loser() rules.Seat {
	white, black := s.cards[White].laid.total(), s.cards[Black].laid.total()
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

// paying returns the cards that seat has laid for what is being paid.
func (s *State) paying(seat rules.Seat) pile {
	if s.phase != pay || s.turn != seat {
		return 0
	}
	l := &s.cards[seat]
	return s.owns(seat) &^ l.hand &^ l.spent
}

// payment returns what the acting seat is paying.
func (s *State) payment() payment {
	return payment{&s.cards[s.turn], s.paying(s.turn), int(s.due)}
}

// placing returns seat as it puts pieces on its own board.
func (s *State) placing(seat rules.Seat) placing { return placing{&s.field, seat} }

// payFor returns the phase that the payment belongs to: a King is trained, and
// had 1 point until then, or else an army is bought.
func (s *State) payFor() phase {
	if s.points[s.turn] > 1 {
		return training
	}
	return army
}

// Game returns Game.
func (s State) Game() *rules.Game { return Game }

// Topology returns the joined field of 128 squares (rule 1).
func (s State) Topology() *board.Topology { return topologies[s.field.water()] }

// Seated returns both seats.
func (s State) Seated() rules.Seats { return rules.SeatsOf(White, Black) }

// Phase returns the phase as the interchange names it.
func (s State) Phase() string { return phaseNames[s.phase] }

// ToAct returns who acts now; a view may show more (rule 32).
func (s State) ToAct() rules.Seats { return s.actors() }

func (s *State) actors() rules.Seats {
	switch s.phase {
	case espionage, deployment:
		return s.Seated() &^ s.done
	case special:
		return rules.SeatsOf(s.committing())
	case draw:
		return rules.SeatsOf(rules.Chance)
	case over:
		return 0
	}
	return rules.SeatsOf(s.turn)
}

// committing is whose Special Card or draw it is in a fight; else whose turn it is.
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
	return rules.Ask{For: s.committing(), Deck: deck, Cards: s.fight.toDraw()}
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
