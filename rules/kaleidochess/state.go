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

// armies are the pieces as they stand, on a ground.
type armies struct {
	stands [2]fields            // by seat, where its pieces stand; the same as at says
	at     [pieces]board.Square // off: captured
	begins [2]uint8             // options: with how many pieces a seat begins (rule 16)
	board  uint8                // the number of the ground
}

// spells are the formulas of both sides.
type spells struct {
	tiles  [2]uint16              // left to be cast (bit f), by seat
	active [2][lastingCount]uint8 // by seat and lasting formula: a piece, a field or a spot; off
}

// forces are the pieces and spells of both sides, and whose turn it is to use them.
type forces struct {
	armies
	spells
	options options
	phase   phase
	turn    rules.Seat // whose turn it is or whose throw opens it; 0 when over
	thrown  uint8      // 0: no die, or not yet thrown
}

// State is a position. The zero value is none. Each part needs only its own fields.
type State struct {
	forces
	quiet   uint8 // turns but passes since the last capture, cast or entry into a castle (rule 5)
	why     why
	winners rules.Seats
	seen    memory
}

// ground returns what the position stands on.
func (a *armies) ground() *ground { return grounds[a.board] }

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
	s.seen.note(s.fingerprint(s.turn))
	return s
}

// empty returns a position with no piece on the board and no tile in hand.
func empty(g *ground, o rules.Options) State {
	var s State
	s.options = packOptions(o)
	s.board, s.begins = g.number, [2]uint8{uint8(o.Int("pieces_white")), uint8(o.Int("pieces_black"))}
	for p := range s.at {
		s.at[p] = off
	}
	s.endFormulas(White)
	s.endFormulas(Black)
	return s
}

// leftOut reports whether p does not take part, for a handicap: the last of the table
// are left out first (rule 16).
func (a *armies) leftOut(p piece) bool { return uint8(p%perSide) >= a.begins[p.owner()] }

// captured reports whether p takes part, but stands nowhere.
func (a *armies) captured(p piece) bool { return a.at[p] == off && !a.leftOut(p) }

// openTurn begins the turn of the seat that has it, with the throw if there is a die.
func (s *forces) openTurn() {
	s.phase, s.thrown = inTurn, 0
	if s.options.has(withDie) {
		s.phase = inDie
	}
}

// Game returns the game this is a position of.
func (a armies) Game() *rules.Game { return a.ground().game }

// Topology returns the round board.
func (a armies) Topology() *board.Topology { return a.ground().top }

// Seated returns both players.
func (s State) Seated() rules.Seats { return rules.SeatsOf(White, Black) }

// Phase returns "die", "turn" or "over".
func (s State) Phase() string { return phaseNames[s.phase] }

// ToAct returns the player whose turn it is, or chance before it.
func (s State) ToAct() rules.Seats { return s.actors() }

func (s *forces) actors() rules.Seats {
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
func (a armies) Occupied(rules.Seat) board.Set { return a.stands[White].or(a.stands[Black]).set() }

// At returns the piece on f. Its State tells which formulas lie on it, and whose:
// three bits for White's Imprison, Weaken and Strengthen, three for Black's.
func (s forces) At(f board.Square) (rules.Man, bool) {
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
func (a *armies) put(p piece, f board.Square) {
	army := &a.stands[p.owner()]
	*army = army.minus(one(a.at[p])).or(one(f))
	a.at[p] = f
}

// pieceOn returns the piece on f, or nobody.
func (a *armies) pieceOn(f board.Square) piece {
	first := wizardOf(White)
	switch {
	case f == off:
		return nobody
	case a.stands[White].has(f):
	case a.stands[Black].has(f):
		first = wizardOf(Black)
	default:
		return nobody
	}
	for p, at := range a.at[first : first+perSide] {
		if at == f {
			return first + piece(p)
		}
	}
	return nobody
}
