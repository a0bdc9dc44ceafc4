package chessbattle

import (
	"strconv"
	"strings"

	"reeve/rules"
)

// encounter is a fight of two pieces with what both seats still have in their hands: first
// each may commit a Special Card, then each draws (rules 18 to 23).
type encounter struct {
	preparation
	fight fight
}

// begin asks both fighters for Special Cards.
func (e *encounter) begin(f fight) {
	e.fight = f
	e.phase = special
	e.skipEmptyHands()
}

// committing is whose Special Card or draw it is in a fight; else whose turn it is.
func (e *encounter) committing() rules.Seat {
	if e.fight.defending {
		return 1 - e.turn
	}
	return e.turn
}

// skipEmptyHands goes past the fighters who have no Special Card to commit
// (rule 22), to the draws when both have been asked.
func (e *encounter) skipEmptyHands() {
	if e.cards[e.committing()].hand != 0 {
		return
	}
	e.asked()
}

// asked goes on when a fighter has been asked for a Special Card.
func (e *encounter) asked() {
	if e.fight.defending {
		e.phase, e.fight.defending = draw, false
		return
	}
	e.fight.defending = true
	e.skipEmptyHands()
}

// applySpecial commits a card, plus 1, or none, and asks the next who has any.
func (e *encounter) applySpecial(c uint8) {
	e.fight.special[e.fight.next()] = c
	if c > 0 {
		e.cards[e.committing()].hand &^= card(c - 1).pile()
	}
	e.asked()
}

// endFight puts the committed Special Cards away.
func (e *encounter) endFight() {
	for i, c := range e.fight.special {
		if c > 0 {
			e.cards[(int(e.turn)+i)&1].spent |= card(c - 1).pile()
		}
	}
	e.fight = noFight
}

// deck is the battle deck of rule 18 by value.
var deck = []uint8{1, 1, 2, 2, 3, 3, 4, 4}

// Ask asks for a fighter's cards.
func (e encounter) Ask() rules.Ask {
	return rules.Ask{For: e.committing(), Deck: deck, Cards: e.fight.toDraw()}
}

// Drawn returns the draw of the cards at the indices got of the deck.
func (e encounter) Drawn(got []uint8) rules.Step {
	var count [5]uint8
	for _, i := range got[:min(len(got), mostDraws)] {
		count[deck[int(i)%len(deck)]]++
	}
	return drawStep(count)
}

func (e *encounter) nowSpecial(viewer rules.Seat) rules.Message {
	if !e.fight.defending {
		return rules.Say("now.chessbattle.special")
	}
	key := "now.chessbattle.special.defend"
	if viewer == e.committing() {
		key = "now.chessbattle.special.defend.you"
	}
	return rules.Say(key, "piece", kindKey(kindOf[e.fight.target]), "at", squareName(e.field.at[e.fight.target]))
}

// tellDraw tells of a draw; of the defender's with what comes of it.
func (e *encounter) tellDraw(t rules.Step) rules.Message {
	cards, _ := strings.CutPrefix(textDraw(t), "draw ")
	args := []string{"player", seatKey(e.committing()), "cards", cards}
	f := e.fight
	if e.phase != draw || !f.defending {
		f.drawn = [mostDraws]uint8{}
		copy(f.drawn[:], t.Arg[:min(t.N, mostDraws)])
		attack, _ := f.scores(rules.Step{})
		return rules.Say("chessbattle.draw", append(args, "attack", strconv.Itoa(attack))...)
	}
	attack, defence := f.scores(t)
	args = append(args, "attack", strconv.Itoa(attack), "defence", strconv.Itoa(defence))
	args = e.field.named("piece", e.field.at[f.attacker], args...)
	args = e.field.named("target", e.field.at[f.target], args...)
	return rules.Say(f.outcome(attack, defence), append(args, "from", squareName(e.field.at[f.attacker]), "to", squareName(e.field.at[f.target]))...)
}

// outcome is the key of what such sums bring.
func (f *fight) outcome(attack, defence int) string {
	switch attacker, target := f.falls(attack, defence); {
	case attacker && target:
		return "chessbattle.draw.both"
	case target:
		return "chessbattle.draw.kill"
	case attacker:
		return "chessbattle.draw.lost"
	}
	return "chessbattle.draw.missed"
}
