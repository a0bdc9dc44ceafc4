package chessbattle

import (
	"strconv"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// Tell returns the sentence that tells people of t. Its keys are "chessbattle."
// and camp.at, bridge, spy, spied, revealed, army, army.none, train, train.none, pay,
// pay.paid, pay.change, deploy, deploy.done, join, move, cross, strike, strike.falls,
// strike.both, shot, shot.falls, end, special, special.none, draw, draw.kill, draw.lost, draw.both,
// draw.missed, desert, time, time.clock; those of the referee's steps are
// "rules.resign", "rules.draw" and "rules.abandon". What a step is hidden for says
// it in full: only who may know of the step reads it (Sees).
func (s State) Tell(t rules.Step) rules.Message {
	player := []string{"player", seatKey(t.By)}
	switch t.Kind {
	case kindCamp:
		return rules.Say("chessbattle.camp.at", append(player, "at", squareName(board.Square(t.Arg[0])))...)
	case kindBridge:
		return rules.Say("chessbattle.bridge", append(player, "file", fileName(t.Arg[0]))...)
	case kindDone:
		return s.tellDone(t.By)
	case kindSpy, kindArmy, kindTrain, kindPay, kindDeploy:
		return s.tellSecret(t, player)
	case kindMove, kindStrike, kindShot:
		return s.field.tellBattle(t, s.sure)
	case kindSpecial:
		if t.Arg[0] == 0 {
			return rules.Say("chessbattle.special.none", player...)
		}
		return rules.Say("chessbattle.special", append(player, "card", card(t.Arg[0]-1).name(t.By))...)
	case kindDraw:
		return s.tellDraw(t)
	case kindDesert:
		args := s.field.named("piece", board.Square(t.Arg[0]), append(player, "at", squareName(board.Square(t.Arg[0])))...)
		return rules.Say("chessbattle.desert", args...)
	case kindEnd:
		return rules.Say("chessbattle.end", player...)
	}
	if t.By == rules.Referee {
		return tellReferee(t)
	}
	return rules.Say("chessbattle.unknown")
}

// tellSecret tells of what is its player's alone, with all its amounts.
func (p *preparation) tellSecret(t rules.Step, args []string) rules.Message {
	switch t.Kind {
	case kindSpy:
		c := card(t.Arg[0])
		return rules.Say("chessbattle.spy", append(args, "card", c.name(t.By), "n", strconv.Itoa(p.cards[t.By&1].laid.total()+c.value()))...)
	case kindArmy:
		return tellArmy([units]uint8(t.Arg[:units]), args)
	case kindTrain:
		return tellTraining(int(t.Arg[0]), args)
	case kindPay:
		return p.payment().tell(card(t.Arg[0]), t.By, args)
	}
	k := min(int(t.Arg[0]), len(kindNames)-1)
	return rules.Say("chessbattle.deploy", append(args, "piece", "@chessbattle."+kindNames[k], "to", squareName(board.Square(t.Arg[1])))...)
}

func tellArmy(n [units]uint8, args []string) rules.Message {
	var bought []string
	for k, many := range n {
		if many > 0 {
			bought = append(bought, "@chessbattle."+kindNames[k]+" "+strconv.Itoa(int(many)))
		}
	}
	if len(bought) == 0 {
		return rules.Say("chessbattle.army.none", args...)
	}
	return rules.Say("chessbattle.army", append(args, "army", strings.Join(bought, ","), "n", strconv.Itoa(costOf(n)))...)
}

func tellTraining(points int, args []string) rules.Message {
	if points == 0 || points >= len(trainingCost) {
		return rules.Say("chessbattle.train.none", args...)
	}
	return rules.Say("chessbattle.train", append(args, "n", strconv.Itoa(points), "price", strconv.Itoa(trainingCost[points]))...)
}

func seatKey(seat rules.Seat) string { return "@seat." + Game.SeatName(seat) }

// tellDone tells of the end of espionage, of who has placed all pieces first, or of the joining.
func (p *preparation) tellDone(seat rules.Seat) rules.Message {
	switch {
	case p.phase == espionage && p.done.Has(1-seat&1):
		return p.tellReveal(seat)
	case p.phase == espionage:
		return rules.Say("chessbattle.spied", "player", seatKey(seat))
	case p.done.Has(1 - seat&1):
		return p.tellJoin()
	}
	return rules.Say("chessbattle.deploy.done", "player", seatKey(seat))
}

// tellReveal tells who wins espionage and what that means (rules 5 and 6): it is open now.
func (t *treasury) tellReveal(seat rules.Seat) rules.Message {
	loser := t.loser()
	args := []string{"player", seatKey(seat), "winner", seatKey(1 - loser), "loser", seatKey(loser)}
	return both("chessbattle.revealed", t.cards[White].laid.total(), t.cards[Black].laid.total(), args)
}

// tellJoin tells who begins the battle, and why (rule 12): the points of the Kings are open now.
func (m *market) tellJoin() rules.Message {
	return both("chessbattle.join", int(m.points[White]), int(m.points[Black]), []string{"first", seatKey(m.firstTurn())})
}

// both is a message of what each side has; a tie, which something else decides, has a sentence of its own.
func both(key string, white, black int, args []string) rules.Message {
	if white == black {
		return rules.Say(key+".tie", append(args, "n", strconv.Itoa(white))...)
	}
	return rules.Say(key, append(args, "white", strconv.Itoa(white), "black", strconv.Itoa(black))...)
}

// named puts the kind of the piece on sq before the other arguments.
func (f *field) named(name string, sq board.Square, args ...string) []string {
	if !standing(sq) || f.on[sq] == nobody {
		return args
	}
	return append(args, name, "@chessbattle."+kindNames[kindOf[f.on[sq]]])
}

// tellBattle tells of a step or an attack on the field; attacks are without chance, or not.
func (f *field) tellBattle(t rules.Step, sure bool) rules.Message {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	args := f.named("piece", from, "player", seatKey(t.By), "from", squareName(from), "to", squareName(to))
	args = f.named("target", to, args...)
	if t.Kind == kindMove {
		if f.crosses(from, to) {
			return rules.Say("chessbattle.cross", args...)
		}
		return rules.Say("chessbattle.move", args...)
	}
	key := "chessbattle.strike"
	if t.Kind == kindShot {
		key = "chessbattle.shot"
	}
	fall, attackerFalls := f.atOnce(t, sure)
	if fall.Len() == 0 {
		return rules.Say(key, args...)
	}
	key += ".falls"
	if attackerFalls {
		key = "chessbattle.strike.both"
	}
	return rules.Say(key, append(args, "fallen", f.fallen(fall))...)
}

// atOnce says who falls by the attack t at once: without chance, or where the result is
// automatic. By what is no attack nobody falls.
func (f *field) atOnce(t rules.Step, sure bool) (fall board.Set, attackerFalls bool) {
	a := f.attackOf(t)
	if !f.own(t.By, a.from) || !f.own(1-t.By&1, a.to) || !a.reaches() {
		return fall, false
	}
	if sure {
		return a.victims(t)
	}
	attackerFalls, ok := a.automatic()
	if !ok {
		return fall, false
	}
	fall.Add(a.to)
	return fall, attackerFalls
}

// fallen names the pieces on some squares, as a list.
func (f *field) fallen(on board.Set) string {
	var list []string
	for sq := range on.All() {
		if f.on[sq] != nobody {
			list = append(list, seatKey(f.on[sq].owner())+" @chessbattle."+kindNames[kindOf[f.on[sq]]]+" "+squareName(sq))
		}
	}
	return strings.Join(list, ",")
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
