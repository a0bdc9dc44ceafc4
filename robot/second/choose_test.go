package second_test

import "strings"

// mostTried is how many legal actions of a kind are looked at before one is chosen.
const mostTried = 12

// liking is what makes a game worth reading: that something happens.
var liking = map[string]int{"pair": 10, "roll": 6, "take": 8, "chain": 4, "move": 3, "end": 1}

// choose picks an action: a kind first, so that rare ones are played, too, then one of its kind.
func (p *player) choose() string {
	byWord := map[string][]string{}
	words := []string{}
	for _, i := range p.hands.Perm(len(p.legal)) {
		v, _ := p.verb(p.legal[i])
		if byWord[v.Name] == nil {
			words = append(words, v.Name)
		}
		if len(byWord[v.Name]) < mostTried || v.Name == "" && len(byWord[""]) < 3*mostTried {
			byWord[v.Name] = append(byWord[v.Name], p.legal[i])
		}
	}
	byKind := map[string][]string{}
	kinds, sum := []string{}, 0
	for _, word := range words {
		for _, action := range byWord[word] {
			kind := p.kind(action)
			if byKind[kind] == nil {
				kinds, sum = append(kinds, kind), sum+max(1, liking[kind])
			}
			byKind[kind] = append(byKind[kind], action)
		}
	}
	n := p.hands.IntN(sum)
	for _, kind := range kinds {
		if n -= max(1, liking[kind]); n < 0 {
			return byKind[kind][p.hands.IntN(len(byKind[kind]))]
		}
	}
	panic("no kind")
}

// kind is what happens: the word that an action begins with, or what becomes of the wood.
func (p *player) kind(action string) string {
	if v, word := p.verb(action); word {
		return v.Name
	}
	after, _, _ := p.book.after(p.t, p.now.raw, action)
	switch {
	case !changes(p.now, after) && strings.Contains(action, "+"):
		return "pair"
	case !changes(p.now, after):
		return "roll"
	case len(after.wood()) < len(p.now.wood()):
		return "take"
	case len(squaresOf(action, p.board)) > 2:
		return "chain"
	}
	return "move"
}
