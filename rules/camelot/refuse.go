package camelot

import (
	"reeve/board"
	"reeve/rules"
)

// refuse says why step is not legal now, nothing if it is.
func (s *position) refuse(step *rules.Step) rules.Message {
	switch {
	case s.over:
		return rules.Say("no.over")
	case step.By == rules.Referee:
		return rules.RefuseReferee(s.Seated(), *step)
	case step.By != s.turn:
		return rules.Say("no.turn", "seat", Game.SeatKey(s.turn))
	case !sound(step):
		return rules.Say("no.now")
	}
	return s.refuseTurn(step)
}

// refuseTurn says why the player to act cannot make a turn.
func (f *field) refuseTurn(step *rules.Step) rules.Message {
	start := cellOf[step.Arg[0]]
	i := f.own().on(start)
	if why := f.refuseStart(i, start); !why.IsZero() {
		return why
	}
	switch {
	case f.bound && step.Kind != kindJump && step.Kind != kindCharge:
		return rules.Say("no.must")
	case start.in(1 - f.turn):
		return f.refuseCastleMove(step)
	case step.Kind == kindCharge && kindOf(i) != knight:
		return rules.Say("no.charge")
	}
	w := walk{knight: kindOf(i) == knight}
	w.see(f)
	w.lift(start)
	return w.refuse(step)
}

// refuseStart says why the i-th piece, on the square c, does not begin a turn.
func (f *field) refuseStart(i int, c cell) rules.Message {
	leaver := f.mustLeave()
	switch {
	case i != nobody && (leaver == nobody || i == leaver):
		return rules.Message{}
	case i != nobody:
		return rules.Say("no.leave", "at", f.own().at[leaver].name())
	case f.foe().occupied.has(c):
		return rules.Say("no.theirs", "at", c.name(), "owner", Game.SeatKey(1-f.turn))
	}
	return rules.Say("no.empty", "at", c.name())
}

// refuseCastleMove says why a piece in the enemy castle cannot do step (rules 13 and 14).
func (f *field) refuseCastleMove(step *rules.Step) rules.Message {
	to := cellOf[step.Arg[0]] + legAt(step, 0).way()
	switch {
	case step.Kind != kindPlain || !to.in(1-f.turn):
		return rules.Say("no.castle.leave")
	case f.taken(to):
		return rules.Say("no.taken", "at", to.name())
	case f.castleMoves[f.turn] == maxCastleMoves:
		return rules.Say("no.castle.moves")
	}
	return rules.Message{}
}

// walk follows one turn over the board, leg by leg.
type walk struct {
	perspective
	knight bool // who moves
	owed   bool // a knight has cantered next to an exposed enemy that it could leap (rule 9)
}

// refuse says why the piece that w has lifted cannot go the way of step. It
// changes what w sees.
func (w *walk) refuse(step *rules.Step) rules.Message {
	var room [maxLegs]stage
	legs := stages(room[:0], step)
	for i, l := range legs {
		why := w.leg(step.Kind, l)
		if why.IsZero() && i < len(legs)-1 && w.inGoal(l.to) {
			why = rules.Say("no.castle.stop")
		}
		if !why.IsZero() {
			return why
		}
	}
	last := legs[len(legs)-1]
	switch {
	case last.jump && !w.inGoal(last.to) && w.exposed(last.to):
		return rules.Say("no.jump.on", "at", last.to.name())
	case !last.jump && w.owed:
		return rules.Say("no.knight.must")
	}
	return rules.Message{}
}

func (w *walk) leg(kind uint8, l stage) rules.Message {
	switch {
	case squareOf[l.to] == board.None, kind != kindPlain && squareOf[l.over] == board.None:
		return rules.Say("no.edge")
	case kind == kindPlain:
		return w.refuseLanding(l.to, w.open.has(l.to))
	case l.jump:
		if !w.foe.has(l.over) {
			return rules.Say("no.jump.over", "at", l.over.name())
		}
		why := w.refuseLanding(l.to, w.empty.has(l.to))
		w.take(l.over)
		return why
	case !w.me.has(l.over):
		return rules.Say("no.canter.over", "at", l.over.name())
	}
	why := w.refuseLanding(l.to, w.open.has(l.to))
	w.open.remove(l.to)
	w.owed = w.owed || w.knight && !w.inGoal(l.to) && w.exposed(l.to)
	return why
}

// refuseLanding says why nobody can stand on c, if nobody can.
func (w *walk) refuseLanding(c cell, can bool) rules.Message {
	switch {
	case can:
		return rules.Message{}
	case w.me.has(c):
		return rules.Say("no.own", "at", c.name())
	case w.foe.has(c):
		return rules.Say("no.taken", "at", c.name())
	case c.in(White) || c.in(Black):
		return rules.Say("no.castle.own", "at", c.name())
	}
	return rules.Say("no.canter.twice", "at", c.name())
}

// Why says why what stands on from can neither go to the square to nor jump what
// stands there.
func (s position) Why(from, to board.Square) rules.Message {
	way := func(mark byte, to cell) rules.Message {
		l, kind := legBetween(mark, cellOf[from], to)
		if kind == 0 {
			return rules.Message{}
		}
		var p path
		p.setLeg(0, l)
		var step rules.Step
		p.write(&step, s.turn, kind, from, 1)
		return s.refuse(&step)
	}
	if s.over || s.own().on(cellOf[from]) == nobody {
		return s.refuse(&rules.Step{By: s.turn, Kind: kindPlain, N: 1, Arg: [rules.StepArgs]uint8{uint8(from)}})
	}
	behind := cellOf[to] + (cellOf[to] - cellOf[from])
	tries := []rules.Message{way('x', behind), way('x', cellOf[to]), way('-', cellOf[to])}
	if !s.foe().occupied.has(cellOf[to]) {
		tries = []rules.Message{way('-', cellOf[to]), way('x', cellOf[to])}
	}
	for _, why := range tries {
		if !why.IsZero() {
			return why
		}
	}
	return s.apart(cellOf[from], cellOf[from], cellOf[to])
}

// apart says why what stands on start, and has come as far as from, does not come from there to the square to: no leg
// leads so, or it may not begin at all.
func (f *field) apart(start, from, to cell) rules.Message {
	i := f.own().on(start)
	if why := f.refuseStart(i, start); !why.IsZero() {
		return why
	}
	return rules.Say("no.reach", "piece", "@camelot."+kindNames[kindOf(i)], "from", from.name(), "to", to.name())
}
