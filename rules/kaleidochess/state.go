package kaleidochess

import (
	"reeve/board"
	"reeve/rules"
)

// off is where a piece stands that is off the board, and what a formula lies on
// that is not active.
const off = board.None

type phase uint8

const (
	inDie phase = iota
	inTurn
	over
)

var phaseNames = [...]string{inDie: "die", inTurn: "turn", over: "over"}

// why is how a game ended.
type why uint8

const (
	goesOn why = iota
	byCastles
	byPieces
	byMoves
	byRepetition
	byQuiet
	byAgreement
	byResignation
	byAbandonment
)

var whyNames = [...]string{
	goesOn: "", byCastles: "castles", byPieces: "pieces", byMoves: "moves", byRepetition: "repetition",
	byQuiet: "quiet", byAgreement: "agreed", byResignation: "resigned", byAbandonment: "abandoned",
}

// State is a position. The zero value is none.
type State struct {
	stands  [2]fields              // by seat, where its pieces stand; the same as at says
	at      [pieces]board.Square   // off: captured
	tiles   [2]uint16              // formulas left (bit f), by seat
	active  [2][lastingCount]uint8 // by seat and lasting formula: a piece, a field or a spot; off
	options options
	begins  [2]uint8 // options: with how many pieces a seat begins (rule 16)
	phase   phase
	turn    rules.Seat // whose turn it is or whose throw opens it; 0 when over
	thrown  uint8      // 0: no die, or not yet thrown
	quiet   uint8      // turns but passes since the last capture, cast or entry into a castle (rule 5)
	why     why
	winners rules.Seats
	board   uint8 // the number of its ground
	seen    memory
}

// ground returns what the position stands on.
func (s *State) ground() *ground { return grounds[s.board] }

func start(g *ground, o rules.Options) State {
	s := empty(g, o)
	for p, f := range g.start {
		if !s.leftOut(piece(p)) {
			s.put(piece(p), f)
		}
	}
	if s.options.has(withMagic) {
		s.tiles = [2]uint16{allTiles, allTiles}
	}
	s.openTurn()
	s.seen.note(s.fingerprint())
	return s
}

// empty returns a position with no piece on the board and no tile in hand.
func empty(g *ground, o rules.Options) State {
	s := State{board: g.number, options: packOptions(o), begins: [2]uint8{uint8(o.Int("pieces_white")), uint8(o.Int("pieces_black"))}}
	for p := range s.at {
		s.at[p] = off
	}
	s.endFormulas(White)
	s.endFormulas(Black)
	return s
}

// leftOut reports whether p does not take part, for a handicap: the last of the table
// are left out first (rule 16).
func (s *State) leftOut(p piece) bool { return uint8(p%perSide) >= s.begins[p.owner()] }

// captured reports whether p takes part, but stands nowhere.
func (s *State) captured(p piece) bool { return s.at[p] == off && !s.leftOut(p) }

// openTurn begins the turn of the seat that has it, with the throw if there is a die.
func (s *State) openTurn() {
	s.phase, s.thrown = inTurn, 0
	if s.options.has(withDie) {
		s.phase = inDie
	}
}

// Game returns the game this is a position of.
func (s State) Game() *rules.Game { return s.ground().game }

// Topology returns the round board.
func (s State) Topology() *board.Topology { return s.ground().top }

// Seated returns both players.
func (s State) Seated() rules.Seats { return rules.SeatsOf(White, Black) }

// Phase returns "die", "turn" or "over".
func (s State) Phase() string { return phaseNames[s.phase] }

// ToAct returns the player whose turn it is, or chance before it.
func (s State) ToAct() rules.Seats { return s.actors() }

func (s *State) actors() rules.Seats {
	switch s.phase {
	case inDie:
		return 1 << rules.Chance
	case inTurn:
		return 1 << s.turn
	}
	return 0
}

// Ask says whose throw of one die is due.
func (s State) Ask() rules.Ask { return rules.Ask{For: s.turn, Faces: 6} }

// Drawn returns the step of a thrown die.
func (s State) Drawn(got []uint8) rules.Step { return step(rules.Chance, kindDie, got[0]) }

// Result returns how the game ended; false while it goes on.
func (s State) Result() (rules.Result, bool) {
	return rules.Result{Winners: s.winners, Why: whyNames[s.why]}, s.phase == over
}

// Occupied returns the fields where a piece stands; nothing is hidden.
func (s State) Occupied(rules.Seat) board.Set { return s.stands[White].or(s.stands[Black]).set() }

// At returns the piece on f. Its State tells which formulas lie on it, and whose:
// three bits for White's Imprison, Weaken and Strengthen, three for Black's.
func (s State) At(f board.Square) (rules.Man, bool) {
	p := s.pieceOn(f)
	if p == nobody {
		return rules.Man{}, false
	}
	m := rules.Man{Owner: p.owner(), Kind: uint8(s.ground().kind[p])}
	for seat := range s.active {
		for i, f := range [...]formula{imprison, weaken, strengthen} {
			if s.active[seat][f-firstLasting] == uint8(p) {
				m.State |= 1 << (3*seat + i)
			}
		}
	}
	return m, true
}

// put brings p to f, or takes it off the board.
func (s *State) put(p piece, f board.Square) {
	army := &s.stands[p.owner()]
	*army = army.minus(one(s.at[p])).or(one(f))
	s.at[p] = f
}

// pieceOn returns the piece on f, or nobody.
func (s *State) pieceOn(f board.Square) piece {
	first := wizardOf(White)
	switch {
	case f == off:
		return nobody
	case s.stands[White].has(f):
	case s.stands[Black].has(f):
		first = wizardOf(Black)
	default:
		return nobody
	}
	for p, at := range s.at[first : first+perSide] {
		if at == f {
			return first + piece(p)
		}
	}
	return nobody
}
