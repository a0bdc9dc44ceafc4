package dungeonchess

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"reeve/rules"
)

// sample returns a position that fits the view d: cards that the viewer does not
// know are drawn from those that it has not seen (rule 14), each alike.
func sample(d rules.Document, o rules.Options, history []string, pick func(int) int) (rules.State, error) {
	var doc stateDoc
	if err := d.ReadState(&doc); err != nil {
		return nil, err
	}
	unseen := unseenCards(&doc, history)
	draw := func() int {
		if len(unseen) == 0 {
			return 0 // which read refuses
		}
		i := pick(len(unseen))
		n := unseen[i]
		unseen = slices.Delete(unseen, i, i+1)
		return n
	}
	for _, seat := range seatings[o.Int("players")].All() {
		name := seatNames[seat]
		two, dealt := doc.Cards[name]
		_, kept := doc.Kept[name]
		switch {
		case dealt && two.hidden:
			list := []int{draw(), draw()}
			slices.Sort(list)
			doc.Cards[name] = cardsDoc{list: list}
		case !dealt && !kept && d.Phase != phaseNames[deal] && !slices.Contains(doc.Resigned, name):
			if doc.Kept == nil {
				doc.Kept = map[string]int{}
			}
			doc.Kept[name] = draw()
		}
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("%w: dungeonchess: %v", rules.ErrPosition, err)
	}
	d.State, d.Viewer = text, ""
	return read(d, o)
}

// unseenCards are the cards that the viewer has not seen: neither in doc nor dealt
// to it, as history says.
func unseenCards(doc *stateDoc, history []string) (unseen []int) {
	var seen [cards + 1]bool
	note := func(n int) {
		if n > 0 && n <= cards {
			seen[n] = true
		}
	}
	for _, two := range doc.Cards {
		for _, n := range two.list {
			note(n)
		}
	}
	for _, n := range doc.Kept {
		note(n)
	}
	for _, text := range history {
		if words := strings.Fields(text); len(words) == 4 && words[0] == "deal" {
			for _, word := range words[2:] {
				n, _ := strconv.Atoi(word)
				note(n)
			}
		}
	}
	for n := 1; n <= cards; n++ {
		if !seen[n] {
			unseen = append(unseen, n)
		}
	}
	return unseen
}
