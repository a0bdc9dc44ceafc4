package kaleidochess

import (
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// Tell returns the sentence that tells people of step. Its keys are
// "kaleidochess." and move, capture, cancel, fire, pass, die, or cast. and the name of a
// formula, or cast. and one of teleport.capture, lightning.imprison, lightning.strengthen,
// lightning.barrier, heal.imprison, heal.weaken, heal.block; those of the
// referee's steps are "rules.resign", "rules.draw" and "rules.abandon".
func (s State) Tell(st rules.Step) rules.Message {
	if st.By == rules.Referee {
		return s.tellReferee(st)
	}
	a, b := s.ground().names(st)
	x, y := fieldsOf(st)
	player := []string{"player", "@seat." + s.ground().game.SeatName(st.By)}
	switch st.Kind {
	case kindMove:
		return rules.Say("kaleidochess.move", "piece", s.kindOn(x), "from", a, "to", b)
	case kindCapture:
		return rules.Say("kaleidochess.capture", "piece", s.kindOn(x), "from", a, "to", b, "taken", s.kindOn(y))
	case kindCancel:
		return rules.Say("kaleidochess.cancel", append(player, "formula", "@kaleidochess."+s.ground().text(st)[len("cancel "):])...)
	case kindFire:
		return rules.Say("kaleidochess.fire", append(player, "at", a)...)
	case kindDie:
		return rules.Say("kaleidochess.die", "player", "@seat."+s.ground().game.SeatName(s.turn), "n", strconv.Itoa(int(st.Arg[0])))
	}
	if f, ok := formulaOf(st.Kind); ok {
		return s.tellCast(f, st, player)
	}
	return rules.Say("kaleidochess.pass", player...)
}

func (s *State) tellCast(f formula, st rules.Step, args []string) rules.Message {
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
		return rules.Say(key, args...)
	case lightning, heal:
		if what := int(st.Arg[1]); what > 0 && what < len(whatNames) {
			key += "." + whatNames[what]
			args = append(args, "line", strconv.Itoa(int(st.Arg[2])))
		}
	}
	return rules.Say(key, append(args, "piece", s.kindOn(x), "at", a)...)
}

// kindOn returns the message key of the kind of piece on f, "" of none.
func (s *State) kindOn(f board.Square) string {
	p := s.pieceOn(f)
	if p == nobody {
		return ""
	}
	return "@kaleidochess." + kinds[s.ground().kind[p]].name
}

func (s *State) tellReferee(st rules.Step) rules.Message {
	switch st.Kind {
	case rules.KindResign:
		return rules.Say("rules.resign", "player", "@seat."+s.ground().game.SeatName(rules.Seat(st.Arg[0])))
	case rules.KindDraw:
		return rules.Say("rules.draw")
	}
	return rules.Say("rules.abandon")
}
