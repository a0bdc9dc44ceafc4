package kaleidochess

import (
	"strconv"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// Tell returns the sentence of step. Its keys are "kaleidochess." and move, capture, cancel, fire, pass,
// die, die.all, or cast. and the name of a formula or one of teleport.capture, lightning.imprison, lightning.strengthen,
// lightning.barrier, heal.imprison, heal.weaken, heal.block; capture, fire.falls and
// cast.selfdestruct end with .wizard, or .wizards, where these are lost; those of the
// referee's steps are "rules.resign", "rules.draw" and "rules.abandon".
func (s State) Tell(st rules.Step) rules.Message {
	if st.By == rules.Referee {
		return rules.TellReferee(s.ground().game, st)
	}
	a, b := s.ground().names(st)
	x, y := fieldsOf(st)
	player := []string{"player", "@seat." + s.ground().game.SeatName(st.By)}
	switch st.Kind {
	case kindMove:
		return rules.Say("kaleidochess.move", "piece", s.kindOn(x), "from", a, "to", b)
	case kindCapture:
		return s.withWizards(s.wizardOn(y), rules.Say("kaleidochess.capture", "piece", s.kindOn(x), "from", a, "to", b, "taken", s.kindOn(y)))
	case kindCancel:
		return rules.Say("kaleidochess.cancel", append(player, "formula", "@kaleidochess."+s.ground().text(st)[len("cancel "):])...)
	case kindFire:
		return s.tellFire(s.tollOf(st), append(player, "at", a))
	case kindDie:
		return tellDie(s.ground(), s.turn, st.Arg[0])
	}
	if f, ok := formulaOf(st.Kind); ok {
		return s.tellCast(f, st, s.tollOf(st), player)
	}
	return rules.Say("kaleidochess.pass", player...)
}

// tellDie tells whom a throw lets move.
func tellDie(g *ground, seat rules.Seat, n uint8) rules.Message {
	args := []string{"player", g.game.SeatKey(seat), "n", strconv.Itoa(int(n))}
	freed := []string{}
	for k := range kindCount {
		if g.moves[n]>>k&1 != 0 {
			freed = append(freed, "@kaleidochess."+kinds[k].name)
		}
	}
	if len(freed) == int(kindCount) {
		return rules.Say("kaleidochess.die.all", args...)
	}
	return rules.Say("kaleidochess.die", append(args, "kinds", strings.Join(freed, ","))...)
}

func (s *forces) tellCast(f formula, st rules.Step, fallen toll, args []string) rules.Message {
	key := "kaleidochess.cast." + formulaNames[f]
	a, b := s.ground().names(st)
	x, y := fieldsOf(st)
	switch f {
	case teleport:
		args = append(args, "piece", s.kindOn(x), "from", a, "to", b)
		if s.pieceOn(y) != nobody {
			return rules.Say(key+".capture", append(args, "taken", s.kindOn(y))...)
		}
		return rules.Say(key, args...)
	case swap:
		return rules.Say(key, append(args, "piece", s.kindOn(x), "from", a, "other", s.kindOn(y), "to", b)...)
	case revive:
		if st.Arg[0] < pieces {
			args = append(args, "piece", "@kaleidochess."+kinds[s.ground().kind[st.Arg[0]]].name)
		}
		return rules.Say(key, append(args, "to", a)...)
	case barrier:
		return rules.Say(key, append(args, "from", a, "to", b)...)
	case selfdestruct:
		return s.withWizards(fallen.wizards, rules.Say(key, append(args, "pieces", strings.Join(fallen.kinds, ","))...))
	case lightning, heal:
		if what := int(st.Arg[1]); what > 0 && what < len(whatNames) {
			key += "." + whatNames[what]
			args = append(args, "line", strconv.Itoa(int(st.Arg[2])))
		}
	}
	return rules.Say(key, append(args, "piece", s.kindOn(x), "at", a)...)
}

// tellFire tells what the Dragon's fire did: a piece falls, or is only freed of what lay on it.
func (s *forces) tellFire(fallen toll, args []string) rules.Message {
	if len(fallen.kinds) == 0 {
		return rules.Say("kaleidochess.fire", args...)
	}
	return s.withWizards(fallen.wizards, rules.Say("kaleidochess.fire.falls", append(args, "piece", fallen.kinds[0])...))
}

// toll is what a step takes off the board: the message keys of the kinds, and whose Wizards are among them.
type toll struct {
	kinds   []string
	wizards rules.Seats
}

// tollOf returns that of a step of magic or fire; nothing of one that is only talked about.
func (s *State) tollOf(st rules.Step) (t toll) {
	if st.By == rules.Referee || !s.refuse(st).IsZero() {
		return t
	}
	gone := s.forces
	fx, _, _ := gone.carry(st, nil)
	for _, e := range fx {
		if e.Kind == rules.EffectRemoved {
			t.kinds = append(t.kinds, s.kindOn(e.From))
			t.wizards |= s.wizardOn(e.From)
		}
	}
	return t
}

// wizardOn is whose Wizard stands on f, nobody if none does.
func (a *armies) wizardOn(f board.Square) rules.Seats {
	if p := a.pieceOn(f); p != nobody && a.ground().kind[p] == wizard {
		return rules.SeatsOf(p.owner())
	}
	return 0
}

// withWizards says of a step that takes Wizards that all formulas of their owners end
// (rule 9), where there is magic.
func (s *forces) withWizards(wizards rules.Seats, m rules.Message) rules.Message {
	lost := wizards.All()
	if !s.options.has(withMagic) || len(lost) == 0 {
		return m
	}
	m.Key += map[bool]string{false: ".wizard", true: ".wizards"}[len(lost) > 1]
	m.Args["owner"] = "@seat." + s.ground().game.SeatName(lost[0])
	return m
}

// kindOn returns the message key of the kind of piece on f, "" of none.
func (a *armies) kindOn(f board.Square) string {
	p := a.pieceOn(f)
	if p == nobody {
		return ""
	}
	return "@kaleidochess." + kinds[a.ground().kind[p]].name
}
