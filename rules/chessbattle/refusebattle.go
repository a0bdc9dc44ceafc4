package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

func (s *State) refuseBattle(t rules.Step) rules.Message {
	if t == step(t.By, kindEnd) {
		return rules.Message{}
	}
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	switch {
	case t.Kind < kindMove || t.Kind > kindShot || !standing(to):
		return rules.Say("no.now")
	case !s.own(t.By, from):
		return rules.NotYours(*s, from)
	}
	p := s.on[from]
	m := s.mightOf(p)
	switch {
	case kindOf[p] == camp:
		return rules.Say("no.camp.moves")
	case m.moves == 0:
		return s.refuseTired(p)
	case s.own(t.By, to):
		return rules.Say("no.own", "at", squareName(to))
	case t.Kind == kindMove:
		return s.refuseMove(t, p, m)
	case t.Kind == kindStrike:
		return s.refuseStrike(t, p, m)
	}
	return s.refuseShot(t, p, m)
}

// refuseTired says why p, which has nothing left to spend, cannot act.
func (s *State) refuseTired(p piece) rules.Message {
	if kindOf[p] != king && p != s.active && s.used&p.bit() == 0 {
		return rules.Say("no.command.points")
	}
	return rules.Say("no.act", "piece", kindKey(kindOf[p]), "at", squareName(s.at[p]))
}

func (s *State) refuseMove(t rules.Step, p piece, m might) rules.Message {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	switch {
	case t != pathStep(t.By, kindMove, from, to):
		return rules.Say("no.now")
	case s.on[to] != nobody:
		if why := s.Why(from, to); !why.IsZero() {
			return why // nor can it be attacked
		}
		return rules.Say("no.attack", "at", squareName(to))
	case to == s.crossing(from, m):
		return rules.Message{}
	}
	d, ok := s.direction(from, to)
	switch {
	case !ok && s.river && facing(from) == to:
		return rules.Say("no.cross")
	case !ok:
		return rules.Say("no.step", "to", squareName(to), "from", squareName(from))
	}
	return unless(m.moves >= stepCost(d), rules.Say("no.diagonal"))
}

func (s *State) refuseStrike(t rules.Step, p piece, m might) rules.Message {
	from, to, extra := board.Square(t.Arg[0]), board.Square(t.Arg[1]), board.Square(t.Arg[2])
	chosen := t == choiceStep(t.By, from, to, extra)
	if !chosen && t != pathStep(t.By, kindStrike, from, to) {
		return rules.Say("no.now")
	}
	d, ok := s.direction(from, to)
	switch {
	case !s.own(1-t.By, to):
		return rules.Say("no.nobody", "at", squareName(to))
	case !ok:
		return rules.Say("no.reach", "piece", kindKey(kindOf[p]), "from", squareName(from), "to", squareName(to))
	case kindOf[p] == crossbowmen:
		return rules.Say("no.melee")
	}
	if _, _, ok = blowCost(kindOf[p], m, d); !ok {
		return rules.Say("no.fight", "piece", kindKey(kindOf[p]), "at", squareName(from))
	}
	var x extras
	if s.sure {
		x = s.extras(from, to)
	}
	switch {
	case x.choose && !chosen:
		return rules.Say("no.two")
	case chosen && !x.choose:
		return rules.Say("no.nothing.choose")
	}
	if chosen && !x.has(extra) {
		return rules.Say("no.besides", "at", squareName(extra))
	}
	return rules.Message{}
}

func (s *State) refuseShot(t rules.Step, p piece, m might) rules.Message {
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	switch {
	case t != pathStep(t.By, kindShot, from, to):
		return rules.Say("no.now")
	case kindOf[p] != crossbowmen:
		return rules.Say("no.shoot", "piece", kindKey(kindOf[p]))
	case m.moves != paces[crossbowmen]:
		return rules.Say("no.shot")
	case !s.own(1-t.By, to):
		return rules.Say("no.nobody", "at", squareName(to))
	}
	if !shots[s.water()][from].Has(to) {
		return rules.Say("no.range", "to", squareName(to), "from", squareName(from))
	}
	return rules.Message{}
}

// Why says why what stands on from can do nothing with to. Before the boards are
// joined it tells nothing of what stands where.
func (s State) Why(from, to board.Square) rules.Message {
	switch {
	case s.phase != battle:
		return s.refuse(pathStep(s.turn, kindMove, from, to))
	case s.own(s.turn, from) && s.own(1-s.turn, to) && kindOf[s.on[from]] == crossbowmen:
		return s.refuse(pathStep(s.turn, kindShot, from, to))
	case s.own(s.turn, from) && s.own(1-s.turn, to):
		return s.refuse(pathStep(s.turn, kindStrike, from, to))
	}
	return s.refuse(pathStep(s.turn, kindMove, from, to))
}

// kindKey is the argument of a message that names a kind.
func kindKey(k kind) string { return "@chessbattle." + kindNames[k] }
