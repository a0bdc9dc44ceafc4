package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

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

// State is a position of RoleChess: plain values, compared with ==. What a
// phase does not use is cleared, so that equal positions are ==. Each part needs only its own fields.
type State struct {
	mover
	fight
	toss toss
	ending
}

// ending is how the game ended.
type ending struct {
	winners rules.Seats
	why     uint8 // 0 while it goes on
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

// empty returns a position in phase first with no piece on the board.
func empty(o rules.Options) State {
	var s State
	s.pass, s.before = o.Text("pass") == "always", o.Text("pair_reach") == "before-and-after"
	s.begins = [2]uint8{uint8(o.Int("energy_white")), uint8(o.Int("energy_black"))}
	s.dice = [2]uint8{uint8(o.Int("dice_white")), uint8(o.Int("dice_black"))}
	for p := range s.at {
		s.at[p] = board.None
	}
	s.forget()
	s.fight.end()
	return s
}

// Game returns Game.
func (s State) Game() *rules.Game { return Game }

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
	if s.phase == battle {
		return rules.Ask{For: s.throwing().owner(), Faces: 6}
	}
	return rules.Ask{For: s.toss.thrower(), Faces: 6}
}

// Drawn returns the throw of the face got[0].
func (s State) Drawn(got []uint8) rules.Step {
	if len(got) != 1 {
		return dieStep(0)
	}
	return dieStep(got[0])
}

// Result returns how the game ended.
func (e ending) Result() (rules.Result, bool) {
	if e.why == 0 {
		return rules.Result{}, false
	}
	return rules.Result{Winners: e.winners, Why: whys[e.why]}, true
}
