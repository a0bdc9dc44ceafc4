package chessbattle

import (
	"encoding/json"
	"slices"
	"strings"

	"reeve/rules"
)

// sample returns a position that fits the view d of a seat. What the other one has
// laid, bought, trained and kept is drawn from all that agrees with the ledger
// (rule 9); nothing of it is placed yet (rule 32).
func sample(d rules.Document, o rules.Options, history []string, pick func(int) int) (rules.State, error) {
	var doc stateDoc
	if err := d.ReadState(&doc); err != nil {
		return nil, err
	}
	me, ok := seatOf(d.Viewer)
	if !ok {
		return nil, refused("%q is no seat", d.Viewer)
	}
	begins := empty(o)
	g := guess{d: &d, doc: &doc, me: me, other: 1 - me, name: seatNames[1-me], whole: begins.owns(1 - me), pick: pick}
	if err := g.fill(history); err != nil {
		return nil, err
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return nil, refused("%v", err)
	}
	d.State, d.Viewer = text, ""
	return read(d, o)
}

// guess fills in what a view does not say of the other seat.
type guess struct {
	d         *rules.Document
	doc       *stateDoc
	me, other rules.Seat
	name      string // of the other seat
	whole     pile   // what it began with
	pick      func(int) int
	hand      pile // what it has now, as far as it is drawn
	spent     pile
}

func (g *guess) fill(history []string) error {
	if g.doc.Cards == nil || g.doc.Spent == nil || g.doc.Espionage == nil || g.doc.KingPoints == nil {
		return refused("cards, spent, espionage and king_points are missing")
	}
	phase := phase(slices.Index(phaseNames[:], g.d.Phase))
	if hand := g.doc.Cards[g.name]; phase >= battle && hand.hidden {
		return g.fillHand(hand, history)
	}
	switch phase {
	case camps, bridges:
		g.doc.Espionage[g.name] = cardsDoc{list: []string{}}
	case espionage:
		return g.fillEspionage()
	case army, training, pay, deployment:
		return g.fillPurchases(phase)
	}
	return nil
}

// fillEspionage draws which cards the other seat has laid.
func (g *guess) fillEspionage() error {
	laid, ok := subset(g.whole, g.doc.Espionage[g.name].count, -1, g.pick)
	if !ok {
		return refused("%s cannot have laid so many cards", g.name)
	}
	g.set(g.whole&^laid, 0)
	g.doc.Espionage[g.name] = cardsDoc{list: laid.names(g.other)}
	return nil
}

// fillHand draws the other seat's Special Cards: their number and sum are public,
// and what it has committed is gone.
func (g *guess) fillHand(hand cardsDoc, history []string) error {
	can := g.whole
	gone := slices.Clone(history)
	if g.doc.Fight != nil {
		for _, name := range g.doc.Fight.Specials {
			gone = append(gone, "special "+name)
		}
	}
	for _, text := range gone {
		if name, ok := strings.CutPrefix(text, "special "); ok {
			if c, owner, ok := readCard(name); ok && owner == g.other {
				can &^= c.pile()
			}
		}
	}
	total := -1
	if hand.total != nil {
		total = *hand.total
	}
	kept, ok := subset(can, hand.count, total, g.pick)
	if !ok {
		return refused("%s cannot hold such cards", g.name)
	}
	g.set(kept, can&^kept)
	return nil
}

// fillPurchases draws what the other seat has bought, as it can have gone by the rules:
// its army, if it is not known, its training, and how it has paid for each.
func (g *guess) fillPurchases(now phase) error {
	var laid [2]pile
	for seat := range laid {
		p, err := readPile(rules.Seat(seat), g.doc.Espionage[seatNames[seat]].list)
		if err != nil {
			return err
		}
		laid[seat] = p
	}
	if now == pay {
		now = army
		if g.doc.KingPoints[seatNames[g.me]] > 1 {
			now = training
		}
	}
	g.hand, g.spent = g.whole&^laid[g.other], laid[g.other]
	cost := g.openArmy()
	if now != army && g.firstBuyer(laid) == g.me {
		cost = g.fillArmy()
	}
	paid := g.pay(cost)
	if trained := now == deployment || now == training && g.other == White; paid && trained {
		paid = g.pay(g.fillTraining())
	}
	if !paid {
		return refused("%s cannot have paid for that", g.name)
	}
	g.set(g.hand, g.spent)
	return nil
}

// openArmy is the price of what is known to be bought.
func (g *guess) openArmy() (cost int) {
	for _, p := range g.d.Pieces {
		if q, ok := byID[p.ID]; ok && q.owner() == g.other && kindOf[q] < units {
			cost += price[kindOf[q]]
		}
	}
	return cost
}

// firstBuyer is the loser of espionage.
func (g *guess) firstBuyer(laid [2]pile) rules.Seat {
	t := treasury{cards: [2]ledger{{laid: laid[White]}, {laid: laid[Black]}}, ended: seatMark(White) + 1}
	if len(g.doc.EspionageDone) > 0 && g.doc.EspionageDone[0] == seatNames[Black] {
		t.ended = seatMark(Black) + 1
	}
	return t.loser()
}

// fillArmy draws an army that can be paid, each alike, and returns its price.
func (g *guess) fillArmy() int {
	can := newPurse(g.hand, g.spent)
	for {
		var n [units]uint8
		for k := range n {
			n[k] = uint8(g.pick(int(most[k]) + 1))
		}
		cost := costOf(n)
		if !can.pays(cost) {
			continue
		}
		for k, count := range n {
			for i := range int(count) {
				p := pieceOf(g.other, kind(k), i)
				g.d.Pieces = append(g.d.Pieces, rules.Piece{ID: ids[p], Kind: kindNames[k], Owner: g.name})
			}
		}
		return cost
	}
}

// fillTraining draws a training that can be paid, each alike, and returns its price.
func (g *guess) fillTraining() int {
	can := newPurse(g.hand, g.spent)
	for {
		n := g.pick(len(trainingCost))
		if can.pays(trainingCost[n]) {
			g.doc.KingPoints[g.name] = 1 + n
			return trainingCost[n]
		}
	}
}

// pay draws with which cards a price is paid, each way alike, and reports whether it can be (rule 9).
func (g *guess) pay(cost int) bool {
	back, ok := g.change(cost)
	if !ok {
		return false
	}
	paid, _ := subset(g.hand.dearer(back), -1, cost+back, g.pick)
	returned := fewest(g.spent, back)
	g.hand, g.spent = g.hand&^paid|returned, g.spent&^returned|paid
	return true
}

// change draws how much comes back of a payment: as many ways to pay as there are of each.
func (g *guess) change(cost int) (back int, ok bool) {
	if g.hand.ways(cost) > 0 {
		return 0, true
	}
	box, all := g.spent.sums(), 0
	var ways [mostChange + 1]int
	for r := 1; r <= mostChange; r++ {
		if box.has(r) {
			ways[r] = g.hand.dearer(r).ways(cost + r)
			all += ways[r]
		}
	}
	if all == 0 {
		return 0, false
	}
	for at := g.pick(all); at >= ways[back]; back++ {
		at -= ways[back]
	}
	return back, true
}

// set enters the other seat's cards.
func (g *guess) set(hand, spent pile) {
	g.doc.Cards[g.name] = cardsDoc{list: hand.names(g.other)}
	g.doc.Spent[g.name] = cardsDoc{list: spent.names(g.other)}
}

// subset draws one of all subsets of p with count cards worth total, each alike; -1
// is any. It reports whether there is any.
func subset(p pile, count, total int, pick func(int) int) (pile, bool) {
	if count > cardCount || total > fullPile.total() {
		return 0, false
	}
	cards := slices.Collect(p.all())
	ways := waysOf(cards)
	n, sum, at := 0, 0, 0
	fits, all := ways.fits(count, total)
	if all == 0 {
		return 0, false
	}
	at = pick(all)
	for _, f := range fits {
		n, sum = f[0], f[1]
		w := int(ways[0][n][sum])
		if at < w {
			break
		}
		at -= w
	}
	return ways.nth(cards, n, sum, at), true
}

// tally counts for each i the subsets of the cards from i on, by number and worth.
type tally [][cardCount + 1][fullTotal + 1]int32

func waysOf(cards []card) tally {
	ways := make(tally, len(cards)+1)
	ways[len(cards)][0][0] = 1
	for i := len(cards) - 1; i >= 0; i-- {
		v := cards[i].value()
		for n := range cardCount + 1 {
			for sum := range fullTotal + 1 {
				w := ways[i+1][n][sum]
				if n > 0 && sum >= v {
					w += ways[i+1][n-1][sum-v]
				}
				ways[i][n][sum] = w
			}
		}
	}
	return ways
}

// fits returns the numbers and worths of subsets that fit, and how many subsets that are.
func (ways tally) fits(count, total int) (fits [][2]int, all int) {
	for n := range cardCount + 1 {
		for sum := range fullTotal + 1 {
			if w := ways[0][n][sum]; w > 0 && (count < 0 || n == count) && (total < 0 || sum == total) {
				fits = append(fits, [2]int{n, sum})
				all += int(w)
			}
		}
	}
	return fits, all
}

// nth returns of the subsets with n cards worth sum the one numbered at.
func (ways tally) nth(cards []card, n, sum, at int) (out pile) {
	for i, c := range cards {
		without := int(ways[i+1][n][sum])
		if at < without {
			continue
		}
		at -= without
		out |= c.pile()
		n, sum = n-1, sum-c.value()
	}
	return out
}

// fullTotal is what all cards of a player are worth.
const fullTotal = 108

// all goes through the cards of p, the dearest first.
func (p pile) all() func(func(card) bool) {
	return func(yield func(card) bool) {
		for ; p != 0; p &= p - 1 {
			if !yield(p.first()) {
				return
			}
		}
	}
}
