package dungeonchess

import (
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// Hands says what a legal step asks of the hands. A ransom is chosen on the
// page, and its character is then put onto the entry square.
func (s State) Hands(step rules.Step) rules.Hands {
	from, to := board.Square(step.Arg[0]), board.Square(step.Arg[1])
	switch step.Kind {
	case kindMove, kindTeleport:
		return rules.CarryHands(from, to)
	case kindCapture:
		return rules.CaptureHands(from, to)
	case kindRansom:
		h := rules.CarryHands(board.None, to)
		h.Armed = true
		return h
	case kindPass:
		return rules.NoHands(rules.Passed)
	}
	return rules.NoHands(rules.OnPage)
}

// Tell returns the sentence that tells people of step. Its keys are
// "dungeonchess." and deal, keep, move, capture, teleport, ransom, pass; those of
// the referee's steps are "rules.resign", "rules.draw" and "rules.abandon".
// Which cards are dealt and kept is in it: only who may know of the step reads it (rule 14, Sees).
func (s State) Tell(step rules.Step) rules.Message {
	player := seatKey(step.By)
	from, to := board.Square(step.Arg[0]), board.Square(step.Arg[1])
	switch {
	case step.By == rules.Referee:
		return rules.TellReferee(Game, step)
	case step.Kind == kindDeal:
		return rules.Say("dungeonchess.deal", "player", seatKey(rules.Seat(step.Arg[0])), "first", strconv.Itoa(int(step.Arg[1])), "second", strconv.Itoa(int(step.Arg[2])))
	case step.Kind == kindKeep:
		return rules.Say("dungeonchess.keep", "player", player, "target", strconv.Itoa(int(step.Arg[0])))
	case step.Kind == kindRansom && step.Arg[0] < pieces:
		p := piece(step.Arg[0])
		args := named("piece", "", p, "player", player, "to", table.topology.Name(to))
		if sq := s.at[p]; sq >= heldBy && sq < heldBy+seats {
			args = append(args, "captor", seatKey(rules.Seat(sq-heldBy)))
		}
		return rules.Say("dungeonchess.ransom", args...)
	case step.Kind == kindMove, step.Kind == kindCapture, step.Kind == kindTeleport:
		return s.tellMove(step.Kind, player, from, to)
	}
	return rules.Say("dungeonchess.pass", "player", player)
}

// moveKeys are the sentences of moves, by kind.
var moveKeys = [...]string{kindMove: "dungeonchess.move", kindCapture: "dungeonchess.capture", kindTeleport: "dungeonchess.teleport"}

func (f *field) tellMove(kind uint8, player string, from, to board.Square) rules.Message {
	args := []string{"player", player, "from", table.topology.Name(from), "to", table.topology.Name(to)}
	if p := f.standing(from); p != nobody {
		args = named("piece", "", p, args...)
	}
	if p := f.standing(to); kind == kindCapture && p != nobody {
		args = named("target", "target_", p, append(args, "owner", seatKey(p.owner()))...)
	}
	return rules.Say(moveKeys[kind], args...)
}

// standing returns who stands on sq, which may be any number.
func (f *field) standing(sq board.Square) piece {
	if sq >= maxSquares {
		return nobody
	}
	return f.on[sq]
}

func seatKey(seat rules.Seat) string { return "@seat." + Game.SeatName(seat) }

// named adds what kind of character p is, its number ("" for the only one of its
// kind) and its makers' name for it, the last two under keys with prefix.
func named(what, prefix string, p piece, args ...string) []string {
	k := table.kindOf[p]
	return append(args, what, "@dungeonchess."+kindNames[k], prefix+"number", table.men[p%perSeat].number, prefix+"name", table.names[k])
}
