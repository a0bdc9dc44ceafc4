package chessbattle

import (
	"strconv"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// Hands says what a legal step asks of the hands. An attack with cards is
// knocked, whether its result is automatic or not. One without chance takes its
// victims off while the attacker is lifted and put back, Knights on the target's
// square; Knights that fall are taken off too.
func (s State) Hands(t rules.Step) rules.Hands {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	switch t.Kind {
	case kindCamp:
		return rules.CarryHands(noSquare, from)
	case kindDeploy:
		return rules.CarryHands(noSquare, to)
	case kindMove:
		h := rules.CarryHands(from, to)
		h.Cost = s.moveCost(from, to)
		return h
	case kindStrike, kindShot:
		if s.sure {
			return s.slayingHands(t)
		}
		return rules.KnockHands(from, board.None, to)
	case kindDesert:
		h := rules.NoHands(rules.Carried)
		h.Takes.Add(from)
		return h
	case kindEnd:
		return rules.NoHands(rules.Implied)
	}
	return rules.NoHands(rules.OnPage)
}

func (s *State) slayingHands(t rules.Step) rules.Hands {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	fall, attackerFalls := s.victims(t)
	h := rules.CarryHands(from, from)
	switch {
	case attackerFalls:
		h = rules.NoHands(rules.Carried)
		fall.Add(from)
	case kindOf[s.on[from]] == knights:
		h = rules.CarryHands(from, to)
	}
	h.Takes, h.Attacker, h.Target = fall, from, to
	return h
}

// Tell returns the sentence that tells people of t. Its keys are "chessbattle."
// and camp.at, bridge, spy, spied, revealed, army, train, pay, deploy, join, move, cross,
// strike, strike.more, shot, end, special, special.none, draw, draw.kill,
// draw.lost, draw.both, draw.missed, desert, time, time.clock; those of the
// referee's steps are "rules.resign", "rules.draw" and "rules.abandon". What is
// hidden from others is not in it (rule 32).
func (s State) Tell(t rules.Step) rules.Message {
	player := seatKey(t.By)
	switch t.Kind {
	case kindCamp:
		return rules.Say("chessbattle.camp.at", "player", player, "at", squareName(board.Square(t.Arg[0])))
	case kindBridge:
		return rules.Say("chessbattle.bridge", "player", player, "file", fileName(t.Arg[0]))
	case kindDone:
		return s.tellDone(t.By)
	case kindMove, kindStrike, kindShot:
		return s.tellBattle(t)
	case kindSpecial:
		if t.Arg[0] == 0 {
			return rules.Say("chessbattle.special.none", "player", player)
		}
		return rules.Say("chessbattle.special", "player", player, "card", card(t.Arg[0]-1).name(t.By))
	case kindDraw:
		return s.tellDraw(t)
	case kindDesert:
		args := s.named("piece", board.Square(t.Arg[0]), "player", player, "at", squareName(board.Square(t.Arg[0])))
		return rules.Say("chessbattle.desert", args...)
	}
	if t.By == rules.Referee {
		return tellReferee(t)
	}
	return rules.Say("chessbattle."+words[min(int(t.Kind), len(words)-1)], "player", player)
}

// words are the sentences that need no more than the player, by kind.
var words = [...]string{kindSpy: "spy", kindArmy: "army", kindTrain: "train", kindPay: "pay", kindDeploy: "deploy", kindEnd: "end", kindEnd + 1: "unknown"}

func seatKey(seat rules.Seat) string { return "@seat." + Game.SeatName(seat) }

// tellDone tells of the end of espionage, or of the joining; who has finished
// deploying first is told like any deployment.
func (s *State) tellDone(seat rules.Seat) rules.Message {
	switch {
	case s.phase == espionage && s.finished(1-seat&1):
		return s.tellReveal(seat)
	case s.phase == espionage:
		return rules.Say("chessbattle.spied", "player", seatKey(seat))
	case s.finished(1 - seat&1):
		return rules.Say("chessbattle.join")
	}
	return rules.Say("chessbattle.deploy", "player", seatKey(seat))
}

// tellReveal tells who wins espionage and what that means (rules 5 and 6): it is open now.
func (s *State) tellReveal(seat rules.Seat) rules.Message {
	loser := s.loser()
	return rules.Say("chessbattle.revealed", "player", seatKey(seat), "white", strconv.Itoa(s.laid[White].total()), "black", strconv.Itoa(s.laid[Black].total()),
		"winner", seatKey(1-loser), "loser", seatKey(loser))
}

// named puts the kind of the piece on sq before the other arguments.
func (s *State) named(name string, sq board.Square, args ...string) []string {
	if !standing(sq) || s.on[sq] == nobody {
		return args
	}
	return append(args, name, "@chessbattle."+kindNames[kindOf[s.on[sq]]])
}

func (s *State) tellBattle(t rules.Step) rules.Message {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	args := s.named("piece", from, "player", seatKey(t.By), "from", squareName(from), "to", squareName(to))
	args = s.named("target", to, args...)
	switch {
	case t.Kind == kindShot:
		return rules.Say("chessbattle.shot", args...)
	case t.Kind == kindMove && s.river && (from < home) != (to < home):
		return rules.Say("chessbattle.cross", args...)
	case t.Kind == kindMove:
		return rules.Say("chessbattle.move", args...)
	}
	if s.sure && s.own(t.By, from) && s.own(1-t.By&1, to) {
		if fall, _ := s.victims(t); fall.Len() > 1 {
			return rules.Say("chessbattle.strike.more", append(args, "more", strconv.Itoa(fall.Len()-1))...)
		}
	}
	return rules.Say("chessbattle.strike", args...)
}

// tellDraw tells of a draw; of the defender's with what comes of it.
func (s *State) tellDraw(t rules.Step) rules.Message {
	cards, _ := strings.CutPrefix(textDraw(t), "draw ")
	args := []string{"player", seatKey(s.committing()), "cards", cards}
	if s.phase != draw || !s.fight.defending {
		return rules.Say("chessbattle.draw", args...)
	}
	f := s.fight
	attack, defence := f.scores(t)
	args = append(args, "attack", strconv.Itoa(attack), "defence", strconv.Itoa(defence))
	args = s.named("piece", s.at[f.attacker], args...)
	args = s.named("target", s.at[f.target], args...)
	switch {
	case attack > defence:
		return rules.Say("chessbattle.draw.kill", args...)
	case f.shot:
		return rules.Say("chessbattle.draw.missed", args...)
	case attack == defence:
		return rules.Say("chessbattle.draw.both", args...)
	}
	return rules.Say("chessbattle.draw.lost", args...)
}

func tellReferee(t rules.Step) rules.Message {
	switch {
	case t.Kind != kindTime:
		return rules.TellReferee(Game, t)
	case t.Arg[0] == 0:
		return rules.Say("chessbattle.time")
	}
	n := int(t.Arg[1])<<8 | int(t.Arg[2])
	return rules.Say("chessbattle.time.clock", "player", seatKey(rules.Seat(t.Arg[0]-1)), "n", strconv.Itoa(n))
}
