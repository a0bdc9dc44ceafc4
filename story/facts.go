package story

import (
	"slices"
	"strconv"

	"reeve/rules"
)

// most is how many facts tell a game.
const most = 3

// A question finds a fact in a trace; false if this game has none.
type question func(trace) (rules.Message, bool)

// telling are the questions, those that tell most first: a game that has no throws or
// chains has no such fact.
var telling = []question{blow, chain, hero, lead, fallen, first, calm}

// Facts returns one to three facts of a game that is over, as viewer may know it:
// steps are those that viewer may know of, in their order. It wraps rules.ErrIllegal
// for a step that is none of the game.
func Facts(start rules.State, steps []Step, viewer rules.Seat) ([]rules.Message, error) {
	t, err := follow(start, steps, viewer)
	if err != nil {
		return nil, err
	}
	facts := []rules.Message{}
	for _, ask := range telling {
		if fact, ok := ask(t); ok && len(facts) < most {
			facts = append(facts, fact)
		}
	}
	if len(facts) == 0 {
		facts = append(facts, rules.Say("tale.unplayed"))
	}
	return facts, nil
}

// blow is the greatest loss of energy by one throw. No piece loses more than it has.
func blow(t trace) (rules.Message, bool) {
	at, most, worst := 0, 0, rules.Piece{}
	for i, m := range t.steps {
		for _, fx := range m.effects {
			if fx.Kind != rules.EffectLoss {
				continue
			}
			if p, ok := t.pieceAt(m.Before, fx.From); ok && p.Energy != nil && min(int(fx.N), *p.Energy) > most {
				at, most, worst = i, min(int(fx.N), *p.Energy), p
			}
		}
	}
	if most == 0 {
		return rules.Message{}, false
	}
	return rules.Say("tale.blow", "piece", t.kindKey(worst), "seat", "@seat."+worst.Owner, "at", *worst.At, "n", strconv.Itoa(most), "step", number(at)), true
}

// chain is the most that one decision took, if more than one piece.
func chain(t trace) (rules.Message, bool) {
	at, n := 0, 1
	for i, m := range t.steps {
		if by := m.Step.Step.By; by < rules.MaxSeats && m.taken() > n {
			at, n = i, m.taken()
		}
	}
	if n == 1 {
		return rules.Message{}, false
	}
	return rules.Say("tale.chain", "seat", t.game.SeatKey(t.steps[at].Step.Step.By), "n", strconv.Itoa(n), "step", number(at)), true
}

// hero is the one piece that took the most, if more than one.
func hero(t trace) (rules.Message, bool) {
	took, best := map[string]int{}, rules.Piece{}
	for _, m := range t.steps {
		n, by := m.taken(), m.Step.Step.By
		i := slices.IndexFunc(m.effects, func(fx rules.Effect) bool { return fx.Kind == rules.EffectMoved })
		if n == 0 || i < 0 || by >= rules.MaxSeats {
			continue
		}
		if p, ok := t.pieceAt(m.Before, m.effects[i].From); ok && p.Owner == t.game.SeatName(by) {
			if took[p.ID] += n; took[p.ID] > took[best.ID] {
				best = p
			}
		}
	}
	n := took[best.ID]
	return rules.Say("tale.hero", "piece", t.kindKey(best), "seat", "@seat."+best.Owner, "n", strconv.Itoa(n)), n > 1
}

// lead is since when one seat has had the most pieces, reckoned from the first that fell.
func lead(t trace) (rules.Message, bool) {
	since, leader := -1, rules.Table
	for i := slices.IndexFunc(t.steps, func(m moment) bool { return m.lost() > 0 }); i >= 0 && i < len(t.steps); i++ {
		now, ok := leaderOf(t.steps[i].left)
		switch {
		case !ok:
			since, leader = -1, rules.Table
		case now != leader:
			since, leader = i, now
		}
	}
	if since < 0 || since == len(t.steps)-1 { // who leads by the last step has ended it: no story
		return rules.Message{}, false
	}
	return rules.Say("tale.lead", "seat", t.game.SeatKey(leader), "step", number(since)), true
}

// leaderOf returns who has more than everybody else.
func leaderOf(n [rules.MaxSeats]int) (rules.Seat, bool) {
	top := slices.Max(n[:])
	at := slices.Index(n[:], top)
	return rules.Seat(at), !slices.Contains(n[at+1:], top)
}

// fallen is how many pieces fell, and in how many steps.
func fallen(t trace) (rules.Message, bool) {
	n := 0
	for _, m := range t.steps {
		n += m.lost()
	}
	if n == 0 {
		return rules.Say("tale.none", "n", strconv.Itoa(len(t.steps))), len(t.steps) > 1
	}
	return rules.Say("tale.fallen", "n", strconv.Itoa(n), "steps", strconv.Itoa(len(t.steps))), true
}

// first is who lost the first piece.
func first(t trace) (rules.Message, bool) {
	for i, m := range t.steps {
		for owner, fell := range m.fell {
			if fell > 0 {
				return rules.Say("tale.first", "seat", t.game.SeatKey(rules.Seat(owner)), "step", number(i)), true
			}
		}
	}
	return rules.Message{}, false
}

// calm is the longest time in which nothing fell, once something has.
func calm(t trace) (rules.Message, bool) {
	from, longest, since, any := 0, 0, 0, false
	for i, m := range t.steps {
		if m.lost() > 0 {
			since, any = i+1, true
		}
		if n := i + 1 - since; n > longest {
			from, longest = since, n
		}
	}
	return rules.Say("tale.calm", "n", strconv.Itoa(longest), "step", number(from)), any && longest > 1
}

// number is step i as the record and the replay number it.
func number(i int) string { return strconv.Itoa(i + 1) }
