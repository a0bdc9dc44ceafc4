package chessbattle

import (
	"strconv"

	"reeve/rules"
)

// Now returns what is to be done. Whether all of a seat's pieces stand only that
// seat may know while they are placed.
func (s State) Now(viewer rules.Seat) rules.Message {
	switch s.phase {
	case battle:
		return s.nowBattle()
	case special:
		return s.nowSpecial(viewer)
	case draw:
		return rules.Say("now.chessbattle.draw")
	case desert:
		return rules.Say("now.chessbattle.desert", "n", strconv.Itoa(int(s.deserts)))
	case over:
		return rules.Message{}
	}
	return s.nowPreparation(viewer)
}

// nowBattle says whether the unit in use can go on, and whether another can be used.
func (w *war) nowBattle() rules.Message {
	var active, others bool
	for _, step := range w.legalBattle(nil) {
		if step.Kind != kindEnd {
			inUse := w.field.on[step.Arg[0]] == w.orders.active
			active, others = active || inUse, others || !inUse
		}
	}
	switch {
	case active && others:
		return w.nowActive("now.chessbattle.active")
	case active:
		return w.nowActive("now.chessbattle.active.last")
	case others:
		return rules.Say("now.chessbattle.battle", "n", strconv.Itoa(int(w.orders.command)))
	case w.orders.command == 0:
		return rules.Say("now.chessbattle.spent")
	}
	return rules.Say("now.chessbattle.stuck")
}

func (w *war) nowActive(key string) rules.Message {
	p := w.orders.active
	return rules.Say(key, "piece", kindKey(kindOf[p]), "at", squareName(w.field.at[p]))
}
