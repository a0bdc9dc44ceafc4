package chessbattle

import (
	"slices"

	"reeve/rules"
)

// readFight reads the fight of the phases special and draw.
func (l *loader) readFight() error {
	doc := l.doc.Fight
	if (doc != nil) != (l.phase == special || l.phase == draw) {
		return refused("phase %s: fight stands in special and draw and only there", l.Phase())
	}
	if doc == nil {
		return nil
	}
	if err := l.readFighters(doc); err != nil {
		return err
	}
	if err := l.readSpecials(doc.Specials); err != nil {
		return err
	}
	if l.phase == draw {
		return l.fight.readDraws(doc.Draws)
	}
	f := &l.fight
	f.defending = len(l.d.ToAct) == 1 && l.d.ToAct[0] == seatNames[1-l.turn]
	if l.cards[l.committing()].hand == 0 || f.special[1] != 0 || !f.defending && f.special[0] != 0 || len(doc.Draws) > 0 {
		return refused("phase special: it is not for %q to commit a card", []string(l.d.ToAct))
	}
	return nil
}

// readFighters reads who fights whom: the attack was possible and is not automatic.
func (l *loader) readFighters(doc *fightDoc) error {
	by, okBy := byID[doc.Attacker]
	at, okAt := byID[doc.Target]
	f := &l.field
	if !okBy || !okAt || l.sure || !f.stands(by) || !f.stands(at) || by.owner() == at.owner() || kindOf[by] == camp {
		return refused("%q and %q cannot fight", doc.Attacker, doc.Target)
	}
	l.turn = by.owner()
	a := attack{f, f.at[by], f.at[at], doc.Shot}
	_, automatic := a.automatic()
	acts := l.orders.active == by || l.orders.active == nobody && kindOf[by] == king
	if !a.reaches() || automatic || !acts {
		return refused("%s cannot be fighting %s", doc.Attacker, doc.Target)
	}
	l.fight = fight{attacker: by, target: at, shot: doc.Shot, draws: a.draws()}
	if want := []int{int(l.fight.draws[0]), int(l.fight.draws[1])}; !slices.Equal(doc.Cards, want) {
		return refused("%s and %s draw %v cards, not %v", doc.Attacker, doc.Target, want, doc.Cards)
	}
	return nil
}

func (l *loader) readSpecials(list []string) error {
	for _, name := range list {
		if name == "" || name == "none" {
			continue
		}
		c, seat, ok := readCard(name)
		i := 0
		if seat != l.turn {
			i = 1
		}
		if !ok || l.fight.special[i] != 0 || (l.cards[seat].hand|l.cards[seat].spent)&c.pile() != 0 {
			return refused("specials cannot be %q", list)
		}
		l.fight.special[i] = uint8(c) + 1
	}
	return nil
}

// readDraws reads what the attacker drew.
func (f *fight) readDraws(list drawsDoc) error {
	if len(list) == 0 {
		return nil
	}
	var t rules.Step
	if len(list) == 1 && len(list[0]) <= mostDraws {
		t = rules.Step{By: rules.Chance, Kind: kindDraw, N: uint8(len(list[0]))}
		for i, v := range list[0] {
			t.Arg[i] = uint8(max(0, min(v, 9)))
		}
	}
	if why := f.refuseDraw(t); !why.IsZero() {
		return refused("draws cannot be %v: %s", [][]int(list), why)
	}
	copy(f.drawn[:], t.Arg[:t.N])
	f.defending = true
	return nil
}
