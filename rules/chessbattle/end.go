package chessbattle

import (
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// why is a way to end; 0 stands for none.
type why uint8

const (
	whyCamps why = iota + 1
	whyUnits
	whyBoth
	whyValue
	whyTime
	whyQuiet
	whyAgreed
	whyResigned
	whyAbandoned
)

// whys are the ends as the interchange names them.
var whys = [...]string{
	whyCamps: "camps", whyUnits: "units", whyBoth: "both", whyValue: "value", whyTime: "time", whyQuiet: "quiet",
	whyAgreed: "agreed", whyResigned: "resigned", whyAbandoned: "abandoned",
}

func whyOf(name string) why {
	for w, text := range whys {
		if text == name {
			return why(w)
		}
	}
	return 0
}

// losses are who falls, and how the game ends by it or without (rules 29 and 30).
type losses struct {
	encounter
	orders   orders
	quiet    uint16   // turns ended since the last removal
	scenario scenario // option time
	deserts  uint8    // pieces still to be removed in desert
	winners  rules.Seats
	why      why
}

// remove takes p off the board. With a King go his extra points (rule 29).
func (l *losses) remove(p piece, fx []rules.Effect) []rules.Effect {
	fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: l.field.at[p], To: noSquare})
	l.field.put(p, noSquare)
	l.quiet = 0
	if kindOf[p] == king {
		l.points[p.owner()] = 1
	}
	l.orders.lose(p, kingOf(l.turn))
	return fx
}

// judge ends the game if somebody has lost.
func (l *losses) judge(fx []rules.Effect) []rules.Effect {
	white, black := l.field.lost(White), l.field.lost(Black)
	switch {
	case white != 0 && black != 0:
		return l.finish(0, whyBoth, fx)
	case white != 0:
		return l.finish(rules.SeatsOf(Black), white, fx)
	case black != 0:
		return l.finish(rules.SeatsOf(White), black, fx)
	}
	return fx
}

// finish ends the game and clears what the battle and who acts have left.
func (l *losses) finish(winners rules.Seats, w why, fx []rules.Effect) []rules.Effect {
	l.endFight()
	l.phase, l.turn, l.done = over, White, 0
	l.quiet, l.deserts = 0, 0
	l.orders = newOrders(0)
	l.winners, l.why = winners, w
	return append(fx, rules.Effect{Kind: rules.EffectOver, From: noSquare, To: noSquare})
}

func (l *losses) refuseReferee(t rules.Step) rules.Message {
	own := rules.RefuseReferee(seated, t)
	if own.IsZero() {
		return own
	}
	mark, n := seatMark(t.Arg[0]), uint16(t.Arg[1])<<8|uint16(t.Arg[2])
	switch {
	case t != timeStep(mark, n) || mark > 2 || mark == 0 && n != 0:
		return own
	case l.scenario == noLimit || (l.scenario == clocks) != (mark != 0):
		return rules.Say("no.time")
	case l.phase == special || l.phase == draw:
		return rules.Say("no.fight.first")
	}
	return unless(l.phase == battle, rules.Say("no.time.battle"))
}

func (l *losses) applyReferee(t rules.Step, fx []rules.Effect) []rules.Effect {
	if t.Kind != kindTime {
		r, _ := rules.RefereeResult(seated, t)
		return l.finish(r.Winners, whyOf(r.Why), fx)
	}
	if t.Arg[0] == 0 {
		return l.finish(l.field.wealthier(), whyValue, fx)
	}
	late := rules.Seat(t.Arg[0] - 1)
	return l.timeOver(late, int(t.Arg[1])<<8|int(t.Arg[2]), fx)
}

// Counted says what each army is worth where that decides (rule 30).
func (l losses) Counted() (said []rules.Message) {
	if l.why != whyValue && l.why != whyTime {
		return nil
	}
	for _, seat := range [2]rules.Seat{White, Black} {
		n := l.field.worth(seat) / 2 // all prices are even
		said = append(said, rules.Say("chessbattle.counted", "player", Game.SeatKey(seat), "n", strconv.Itoa(n)))
	}
	return said
}

// timeOver lets the other seat remove n pieces of the late one; fewer than that
// all fall (rule 30).
func (l *losses) timeOver(late rules.Seat, n int, fx []rules.Effect) []rules.Effect {
	left := l.field.forces(late, nil)
	switch {
	case n == 0:
		return l.finish(l.field.wealthier(), whyTime, fx)
	case n <= len(left):
		l.phase, l.turn, l.deserts = desert, 1-late, uint8(n)
		return fx
	}
	for _, p := range left {
		fx = l.remove(p, fx)
	}
	return l.finish(l.field.wealthier(), whyTime, fx)
}

func (l *losses) refuseDesertion(t rules.Step) rules.Message {
	return unless(t == step(t.By, kindDesert, t.Arg[0]) && l.field.unitOf(1-t.By, board.Square(t.Arg[0])), rules.Say("no.desert"))
}

func (l *losses) applyDesertion(sq board.Square, fx []rules.Effect) []rules.Effect {
	fx = l.remove(l.field.on[sq], fx)
	l.deserts--
	if l.deserts == 0 {
		return l.finish(l.field.wealthier(), whyTime, fx)
	}
	return fx
}

// legalDesertions appends the removals of pieces of whose clock ran out.
func (l *losses) legalDesertions(dst []rules.Step) []rules.Step {
	for sq := range board.Square(squares) {
		if l.field.unitOf(1-l.turn, sq) {
			dst = append(dst, step(l.turn, kindDesert, uint8(sq)))
		}
	}
	return dst
}
