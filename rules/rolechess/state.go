package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

type phase uint8

const (
	first   phase = iota // chance: who begins (rule 5)
	turn                 // a player may do any of rule 6
	attack               // a piece has moved and may attack
	battle               // chance: attackers' dice, then the defender's
	advance              // the attacker may take the freed circle (rule 12)
	over
)

var phaseNames = [...]string{"first", "turn", "attack", "battle", "advance", "over"}

// The ends there are, in the order of whys; 0 stands for none.
const (
	whyEmperor uint8 = iota + 1
	whyDead
	whyStuck
	whyAgreed
	whyResigned
	whyAbandoned
)

// whys are the ends as the interchange names them.
var whys = [...]string{
	whyEmperor: "emperor", whyDead: "dead", whyStuck: "stuck",
	whyAgreed: "agreed", whyResigned: "resigned", whyAbandoned: "abandoned",
}

// mostThrows is how many dice fall in a battle at most: two attackers' and the target's.
const mostThrows = 3 * mostDice

// field is the pieces as they stand.
type field struct {
	occupied [2]circles // by seat
	at       [pieces]board.Square
	energy   [pieces]int8
	begins   [2]uint8 // options: the energy with which a seat's pieces begin, in percent of that of fresh ones
}

// fight is a battle under way: who takes part, and the dice.
type fight struct {
	dice      [2]uint8 // options: how many dice a seat's pieces throw, of which the highest counts (rule 16)
	attackers [2]piece // the initiator, and a second one or nobody
	target    piece
	throws    [mostThrows]uint8 // all dice of the attackers, then of the target
	thrown    uint8             // how many
	circle    board.Square      // where the target fell, which an advance fills
}

// State is a position of RoleChess: plain values, compared with ==. What a
// phase does not use is cleared, so that equal positions are ==. Each part needs only its own fields.
type State struct {
	field
	fight
	phase        phase
	turn         rules.Seat // whose turn it is; White in the phases first and over
	pass, before bool       // options: pass is always, pair_reach is before-and-after
	first        uint8      // White's die in phase first, 0 before
	moved        piece      // who moved this turn
	from         board.Square
	winners      rules.Seats
	why          uint8
}

// start returns the starting position.
func start(o rules.Options) (rules.State, error) {
	s := empty(o)
	for p := range piece(pieces) {
		home := men[p%perSide].home
		if p.owner() == Black {
			home = squares - 1 - home
		}
		s.energy[p] = s.most(p)
		s.put(p, home)
	}
	return s, nil
}

// most is the energy with which p began (rule 15).
func (f *field) most(p piece) int8 {
	full, percent := int(fullEnergy[kindOf[p]]), int(f.begins[p.owner()])
	return int8((full*percent + fullPercent - 1) / fullPercent)
}

// empty returns a position in phase first with no piece on the board.
func empty(o rules.Options) State {
	s := State{pass: o.Text("pass") == "always", before: o.Text("pair_reach") == "before-and-after"}
	s.begins = [2]uint8{uint8(o.Int("energy_white")), uint8(o.Int("energy_black"))}
	s.dice = [2]uint8{uint8(o.Int("dice_white")), uint8(o.Int("dice_black"))}
	for p := range s.at {
		s.at[p] = board.None
	}
	s.clear()
	return s
}

// clear forgets what lasts no longer than a turn.
func (s *State) clear() {
	s.moved, s.from = nobody, board.None
	s.attackers, s.target = [2]piece{nobody, nobody}, nobody
	s.throws, s.thrown = [mostThrows]uint8{}, 0
	s.circle = board.None
}

// put moves p to sq, from wherever it is; None takes it off the board.
func (f *field) put(p piece, sq board.Square) {
	o := &f.occupied[p.owner()]
	if old := f.at[p]; old != board.None {
		*o &^= one(old)
	}
	if sq != board.None {
		*o |= one(sq)
	}
	f.at[p] = sq
}

// on returns seat's piece on sq, or nobody.
func (f *field) on(seat rules.Seat, sq board.Square) piece {
	if !f.occupied[seat].has(sq) {
		return nobody
	}
	base := int(seat) * perSide
	for i, at := range f.at[base : base+perSide] {
		if at == sq {
			return piece(base + i)
		}
	}
	return nobody
}

// all returns the occupied circles.
func (f *field) all() circles { return f.occupied[0] | f.occupied[1] }

// attackerCount is 1, or 2 in a pair attack; 0 outside a battle.
func (b *fight) attackerCount() int {
	switch {
	case b.attackers[1] != nobody:
		return 2
	case b.attackers[0] != nobody:
		return 1
	}
	return 0
}

// diceOf is how many dice a piece throws (rule 16).
func (b *fight) diceOf(p piece) int { return int(b.dice[p.owner()]) }

// fought returns fighter i of the battle, in the order of throwing, and the range of its dice in throws (rules 9
// and 10).
func (b *fight) fought(i int) (p piece, from, to int) {
	n := b.attackerCount()
	each := b.diceOf(b.attackers[0])
	if i < n {
		return b.attackers[i], i * each, (i + 1) * each
	}
	return b.target, n * each, n*each + b.diceOf(b.target)
}

// thrower returns who throws next and the number, from 0, of its die.
func (b *fight) thrower() (p piece, die int) {
	for i := range b.attackerCount() + 1 {
		var from, to int
		if p, from, to = b.fought(i); int(b.thrown) < to {
			return p, int(b.thrown) - from
		}
	}
	return p, 0
}

// throwing returns who throws next.
func (b *fight) throwing() piece {
	p, _ := b.thrower()
	return p
}

// dead reports the dead position of rule 14.
func (f *field) dead() bool {
	for p, sq := range f.at {
		if sq == board.None || p%perSide == emperorAt {
			continue
		}
		if kindOf[p] != lackey || step[piece(p).owner()][lackey][sq] != 0 {
			return false
		}
	}
	return true
}

// Game returns Game.
func (s State) Game() *rules.Game { return Game }

// Topology returns the 49 circles with their eight directions (rule 1).
func (s State) Topology() *board.Topology { return topology }

// Seated returns both seats.
func (s State) Seated() rules.Seats { return rules.SeatsOf(White, Black) }

// Phase returns first, turn, attack, battle, advance or over.
func (s State) Phase() string { return phaseNames[s.phase] }

// ToAct returns who acts now.
func (s State) ToAct() rules.Seats {
	switch s.phase {
	case first, battle:
		return rules.SeatsOf(rules.Chance)
	case over:
		return 0
	}
	return rules.SeatsOf(s.turn)
}

// Ask asks for one die: of the piece that throws next, or for who begins.
func (s State) Ask() rules.Ask {
	switch {
	case s.phase == battle:
		return rules.Ask{For: s.throwing().owner(), Faces: 6}
	case s.phase == first && s.first != 0:
		return rules.Ask{For: Black, Faces: 6}
	}
	return rules.Ask{For: White, Faces: 6}
}

// Drawn returns the throw of the face got[0].
func (s State) Drawn(got []uint8) rules.Step {
	if len(got) != 1 {
		return dieStep(0)
	}
	return dieStep(got[0])
}

// Occupied returns the circles of all living pieces; nothing is hidden.
func (s State) Occupied(rules.Seat) board.Set {
	return board.Set{uint64(s.all())}
}

// At returns the living piece on sq; its State is its energy.
func (s State) At(sq board.Square) (rules.Man, bool) {
	for _, seat := range [2]rules.Seat{White, Black} {
		if p := s.on(seat, sq); p != nobody {
			return rules.Man{Owner: seat, Kind: uint8(kindOf[p]), State: int16(s.energy[p])}, true
		}
	}
	return rules.Man{}, false
}

// Result returns how the game ended.
func (s State) Result() (rules.Result, bool) {
	if s.phase != over {
		return rules.Result{}, false
	}
	return rules.Result{Winners: s.winners, Why: whys[s.why]}, true
}
