package rulestest

import (
	"fmt"
	"slices"

	"reeve/rules"
)

// fullDraws is up to how many ordered draws all are tried; of more, some.
const fullDraws = 7000

// checkChance asks that what the position asks for is what it takes: every
// answer is a legal step, and every legal step is an answer.
func checkChance(n *node) error {
	if !n.s.ToAct().Has(rules.Chance) {
		return nil
	}
	ask := n.s.Ask()
	if !n.s.Seated().Has(ask.For) || (ask.Faces > 0) == (ask.Deck != nil) {
		return fmt.Errorf("it asks for %+v", ask)
	}
	if ask.Deck != nil && (ask.Cards == 0 || int(ask.Cards) > len(ask.Deck)) {
		return fmt.Errorf("it asks for %d of %d cards", ask.Cards, len(ask.Deck))
	}
	if ask.Secret && !n.g.Hidden {
		return fmt.Errorf("it deals in secret in a game that hides nothing")
	}
	answers, all := draws(n, ask)
	drawn := map[rules.Step]bool{}
	for _, got := range answers {
		step := n.s.Drawn(got)
		if !n.set[step] {
			return fmt.Errorf("the answer %v gives %s, which is not legal", got, n.s.Text(step))
		}
		drawn[step] = true
	}
	if all && len(drawn) != len(n.legal) {
		return fmt.Errorf("the answers give %d steps, legal are %d", len(drawn), len(n.legal))
	}
	return nil
}

// draws returns the answers to ask: all of them, or some of very many.
func draws(n *node, ask rules.Ask) (answers [][]uint8, all bool) {
	if ask.Deck == nil {
		for face := range ask.Faces {
			answers = append(answers, []uint8{face + 1})
		}
		return answers, true
	}
	count := 1
	for i := range int(ask.Cards) {
		count *= len(ask.Deck) - i
	}
	if count > fullDraws {
		for range 50 {
			var got []uint8
			for _, i := range n.rand.Perm(len(ask.Deck))[:ask.Cards] {
				got = append(got, uint8(i))
			}
			answers = append(answers, got)
		}
		return answers, false
	}
	answers = [][]uint8{{}}
	for range ask.Cards {
		answers = longer(answers, len(ask.Deck))
	}
	return answers, true
}

// longer adds each index not yet drawn to each draw.
func longer(draws [][]uint8, deck int) (out [][]uint8) {
	for _, got := range draws {
		for i := range uint8(deck) {
			if !slices.Contains(got, i) {
				out = append(out, append(slices.Clone(got), i))
			}
		}
	}
	return out
}
