package rolechess

import (
	"slices"
	"strconv"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// Hands says what a legal step asks of the hands. An attack is knocked; the
// dead piece still lies on the circle that an advance fills.
func (s State) Hands(step rules.Step) rules.Hands {
	a, b, c := squaresOf(&step)
	switch step.Kind {
	case kindMove:
		return rules.CarryHands(a, b)
	case kindAttack:
		return rules.KnockHands(a, board.None, b)
	case kindPair:
		return rules.KnockHands(a, b, c)
	case kindEnd, kindStay:
		return rules.NoHands(rules.Implied)
	case kindPass:
		return rules.NoHands(rules.Passed)
	case kindAdvance:
		if s.attackers[0] == nobody {
			break
		}
		h := rules.CarryHands(s.at[s.attackers[0]], s.circle)
		h.Takes = board.SetOf(s.circle)
		return h
	}
	return rules.NoHands(rules.OnPage)
}

// Tell returns the sentence that tells people of step. Its keys are
// "rolechess." and move, attack, pair, end, pass, begins.throw, begins.again,
// begins, throw, throw.again, held, loss, beaten, fallen, advance, stay; those of the referee's
// steps are "rules.resign", "rules.draw" and "rules.abandon".
func (s State) Tell(step rules.Step) rules.Message {
	a, b, c := squaresOf(&step)
	name := topology.Name
	player := "@seat." + Game.SeatName(step.By)
	switch {
	case step.By == rules.Referee:
		return rules.TellReferee(Game, step)
	case step.Kind == kindMove:
		return rules.Say("rolechess.move", s.named("piece", "number", s.on(s.turn, a), "from", name(a), "to", name(b))...)
	case step.Kind == kindAttack:
		s.attackers, s.target = [2]piece{s.on(s.turn, a), nobody}, s.on(1-s.turn, b)
		args := s.named("piece", "number", s.on(s.turn, a), "from", name(a), "to", name(b))
		return rules.Say("rolechess.attack", s.named("target", "target_number", s.on(1-s.turn, b), args...)...)
	case step.Kind == kindPair:
		s.attackers, s.target = [2]piece{s.on(s.turn, a), s.on(s.turn, b)}, s.on(1-s.turn, c)
		args := s.named("piece", "number", s.on(s.turn, a), "from", name(a), "partner_from", name(b), "to", name(c))
		args = s.named("partner", "partner_number", s.on(s.turn, b), args...)
		return rules.Say("rolechess.pair", s.named("target", "target_number", s.on(1-s.turn, c), args...)...)
	case step.Kind == kindDie && s.phase == battle:
		return s.fight.tell(&s.field, step.Arg[0])
	case step.Kind == kindDie:
		return s.toss.tell(step.Arg[0])
	case step.Kind == kindAdvance && s.phase == advance:
		p := s.attackers[0]
		return rules.Say("rolechess.advance", s.named("piece", "number", p, "from", name(s.at[p]), "to", name(s.circle))...)
	}
	return rules.Say("rolechess."+s.Text(step), "player", player)
}

// named puts the kind and the number of p before the other arguments. The
// Emperor, the only one of its kind, has the number ""; in a fight of two with the same name
// the kind is that of a side: "knight.white".
func (b *fight) named(kind, number string, p piece, args ...string) []string {
	if p == nobody {
		return args
	}
	called := kindNames[kindOf[p]]
	if b.meetsItsLike(p) {
		called += "." + seatNames[p.owner()]
	}
	return append(args, kind, "@rolechess."+called, number, p.numeral())
}

// meetsItsLike reports whether p fights one with the same name: only the side tells them apart.
func (b *fight) meetsItsLike(p piece) bool {
	like := (p + perSide) % pieces
	return b.attackers[0] == like || b.attackers[1] == like || b.target == like
}

// tell tells of a throw; a piece's last die with all its dice, the last of all with what came of it.
func (b fight) tell(f *field, face uint8) rules.Message {
	p, die := b.thrower()
	b.throws[b.thrown] = face
	mine := b.throws[int(b.thrown)-die : b.thrown+1]
	args := b.named("piece", "number", p, "at", topology.Name(f.at[p]), "n", faces(mine))
	if die+1 < b.diceOf(p) {
		return rules.Say("rolechess.throw.again", args...)
	}
	if p != b.target {
		score := int(slices.Max(mine)) * attackOf[kindOf[p]]
		return rules.Say("rolechess.throw", append(args, "score", strconv.Itoa(score))...)
	}
	attack, defence := b.scores()
	loss := max(0, attack-defence)
	left := int(f.energy[p]) - loss
	args = append(args, "attack", strconv.Itoa(attack), "defence", strconv.Itoa(defence),
		"loss", strconv.Itoa(min(loss, int(f.energy[p]))), "left", strconv.Itoa(max(0, left)))
	switch {
	case loss == 0:
		return rules.Say("rolechess.held", args...)
	case left > 0:
		return rules.Say("rolechess.loss", args...)
	case kindOf[p] == emperor:
		return rules.Say("rolechess.fallen", args...)
	}
	return rules.Say("rolechess.beaten", args...)
}

// faces writes dice as "4, 2".
func faces(dice []uint8) string {
	var all []string
	for _, face := range dice {
		all = append(all, strconv.Itoa(int(face)))
	}
	return strings.Join(all, ", ")
}
