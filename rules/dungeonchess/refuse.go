package dungeonchess

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// refuse says why step is not legal now, nothing if it is.
func (s *State) refuse(step rules.Step) rules.Message {
	switch {
	case s.phase == over:
		return rules.Say("no.over")
	case step.By == rules.Referee:
		return s.refuseReferee(step)
	case s.phase == deal:
		return s.refuseDeal(step)
	case s.phase == keep:
		return s.refuseKeep(step)
	case step.By != s.turn:
		return rules.NotTurn(*s)
	}
	switch step.Kind {
	case kindMove, kindCapture, kindTeleport:
		return s.refuseMove(step)
	case kindRansom:
		return s.refuseRansom(step)
	}
	if step != passStep(s.turn) {
		return rules.Say("no.now")
	}
	if s.canMove(s.turn) {
		return rules.Say("no.must.move")
	}
	return rules.Message{}
}

func (c *circle) refuseReferee(step rules.Step) rules.Message {
	seat := rules.Seat(step.Arg[0])
	switch {
	case step == rules.Draw(), step == rules.Abandon(), step == rules.Resign(seat) && c.active().Has(seat):
		return rules.Message{}
	case step == rules.Resign(seat) && c.seated().Has(seat):
		return rules.Say("no.resigned", "seat", Game.SeatKey(seat))
	}
	return rules.Say("no.referee")
}

func (s *State) refuseMove(step rules.Step) rules.Message {
	from, to := board.Square(step.Arg[0]), board.Square(step.Arg[1])
	if step != goStep(s.turn, step.Kind, from, to) || from >= table.squares || to >= table.squares {
		return rules.Say("no.now")
	}
	p := s.on[from]
	switch {
	case p == nobody || p.owner() != s.turn:
		return rules.NotYours(*s, from)
	case to == s.worn(p):
		return rules.Say("no.three", "from", table.topology.Name(from), "to", table.topology.Name(to))
	case step.Kind == kindTeleport:
		return s.refuseTeleport(p, to)
	case s.on[to] != nobody && s.on[to].owner() == s.turn:
		return rules.Say("no.own", "at", table.topology.Name(to))
	case !s.reaches(p, to):
		return s.unreached(p, to)
	case (step.Kind == kindCapture) != (s.on[to] != nobody):
		return rules.Say("no.sign")
	}
	return rules.Message{}
}

func (f *field) refuseTeleport(p piece, to board.Square) rules.Message {
	other := table.partner[p.owner()][f.at[p]]
	switch {
	case f.jump(p) == to:
		return rules.Message{}
	case other == board.None:
		return rules.Say("no.teleport", "at", table.topology.Name(f.at[p]))
	case other == to:
		return rules.Say("no.taken", "at", table.topology.Name(to))
	}
	return rules.Say("no.teleport.to", "from", table.topology.Name(f.at[p]), "to", table.topology.Name(other))
}

// unreached says why p cannot go to a square that is out of its reach.
func (f *field) unreached(p piece, to board.Square) rules.Message {
	victim := f.on[to]
	switch {
	case victim != nobody && table.entry[f.at[p]]:
		return rules.Say("no.entry.capture", "at", table.topology.Name(f.at[p]))
	case table.entry[to]:
		return rules.Say("no.entry", "at", table.topology.Name(to))
	case victim != nobody && f.spared(victim.owner()):
		return rules.Say("no.last", "owner", Game.SeatKey(victim.owner()))
	}
	key := "no.reach"
	for _, r := range f.rays(p) {
		if slices.Contains(r.to[:r.n], to) {
			key = "no.way"
		}
	}
	return rules.Say(key, "piece", "@dungeonchess."+kindNames[table.kindOf[p]], "from", table.topology.Name(f.at[p]), "to", table.topology.Name(to))
}

// Why says why what stands on from can do nothing with to.
func (s State) Why(from, to board.Square) rules.Message {
	kind := kindMove
	if to < maxSquares && s.on[to] != nobody {
		kind = kindCapture
	}
	return s.refuse(goStep(s.turn, kind, from, to))
}

func (c *course) refuseRansom(step rules.Step) rules.Message {
	p, to := piece(step.Arg[0]), board.Square(step.Arg[1])
	switch {
	case step != ransomStep(c.turn, p, to) || p >= pieces || p.owner() != c.turn || c.at[p] < maxSquares:
		return rules.Say("no.captive")
	case c.ransomed:
		return rules.Say("no.ransom")
	case c.chests[c.turn] == 0:
		return rules.Say("no.chest")
	case !slices.Contains(table.entries[c.turn][:], to):
		return rules.Say("no.entry.own", "at", table.topology.Name(to))
	case c.on[to] != nobody:
		return rules.Say("no.taken", "at", table.topology.Name(to))
	}
	return rules.Message{}
}
