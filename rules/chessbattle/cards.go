package chessbattle

import (
	"math/bits"
	"strconv"
	"strings"

	"reeve/rules"
)

// card numbers one player's 18 cards in the order of payment (rule 9): the 10
// first, of equal ones suit c or d first.
type card uint8

const (
	cardCount = 18
	dearest   = 10 // the highest card
)

// pile is a set of one player's cards.
type pile uint32

const fullPile pile = 1<<cardCount - 1

func (c card) value() int { return dearest - int(c)/2 }

func (c card) pile() pile { return 1 << c }

// suits are the letters by seat and by c&1.
var suits = [2]string{"dh", "cs"}

// name returns the card as text.
func (c card) name(seat rules.Seat) string {
	i := c & 1
	return strconv.Itoa(c.value()) + suits[seat&1][i:i+1]
}

// readCard returns the card of that name and whose it is.
func readCard(text string) (c card, seat rules.Seat, ok bool) {
	if len(text) < 2 {
		return 0, 0, false
	}
	value, suit := text[:len(text)-1], text[len(text)-1:]
	for seat := range Black + 1 {
		i := strings.Index(suits[seat], suit)
		for v := 2; i >= 0 && v <= dearest; v++ {
			if strconv.Itoa(v) == value {
				return card((dearest-v)*2 + i), seat, true
			}
		}
	}
	return 0, 0, false
}

func (p pile) count() int { return bits.OnesCount32(uint32(p)) }

// first returns the dearest card of p, which must not be empty.
func (p pile) first() card { return card(bits.TrailingZeros32(uint32(p))) }

func (p pile) total() (sum int) {
	for ; p != 0; p &= p - 1 {
		sum += p.first().value()
	}
	return sum
}

// names lists p by value, then suit.
func (p pile) names(seat rules.Seat) []string {
	list := make([]string, 0, p.count())
	for v := 2; v <= dearest; v++ {
		for suit := range card(2) {
			if c := card(dearest-v)*2 + suit; p&c.pile() != 0 {
				list = append(list, c.name(seat))
			}
		}
	}
	return list
}

// after returns the cards of p that come after c in the order of payment.
func (p pile) after(c card) pile { return p &^ (2<<c - 1) }

// dearer returns the cards of p worth more than v.
func (p pile) dearer(v int) pile { return p & (1<<(2*max(0, dearest-v)) - 1) }

// sums is a set of numbers from 0 to 127: what can be laid out of a pile.
type sums [2]uint64

func (p pile) sums() sums {
	s := sums{1, 0}
	for ; p != 0; p &= p - 1 {
		v := p.first().value()
		s[1] |= s[1]<<v | s[0]>>(64-v)
		s[0] |= s[0] << v
	}
	return s
}

func (s *sums) has(n int) bool { return n >= 0 && n < 128 && s[n>>6]&(1<<(n&63)) != 0 }

// ways returns how many sets of cards of p are worth n.
func (p pile) ways(n int) int {
	var of [fullTotal + 1]int
	of[0] = 1
	for ; p != 0; p &= p - 1 {
		v := p.first().value()
		for sum := fullTotal; sum >= v; sum-- {
			of[sum] += of[sum-v]
		}
	}
	if n < 0 || n > fullTotal {
		return 0
	}
	return of[n]
}

// mostChange is the most that can come back: less than the least of the cards
// paid, or that card would be superfluous.
const mostChange = dearest - 1

// purse answers what a hand can pay by rule 9, given the change box.
type purse struct {
	hand [mostChange + 1]sums // what the cards dearer than the index can lay
	box  sums
}

func newPurse(hand, box pile) (p purse) {
	p.box = box.sums()
	for r := range p.hand {
		p.hand[r] = hand.dearer(r).sums()
	}
	return p
}

// pays reports whether cost can be paid, exactly or with change.
func (p *purse) pays(cost int) bool { return p.hand[0].has(cost) || p.paysOver(cost) }

// paysOver reports whether cost can be paid with change.
func (p *purse) paysOver(cost int) bool {
	for r := 1; r <= mostChange; r++ {
		if p.box.has(r) && p.hand[r].has(cost+r) {
			return true
		}
	}
	return false
}

// payable reports whether a payment of which paid is laid already may go on
// with c: due is what is still to be paid, before c, and exact whether the whole
// can be paid exactly.
func payable(hand, box pile, c card, due int, exact bool) bool {
	due -= c.value()
	rest := hand.after(c)
	if exact {
		s := rest.sums()
		return s.has(due)
	}
	if due < 0 {
		s := box.sums()
		return s.has(-due)
	}
	p := newPurse(rest, box)
	return due > 0 && p.paysOver(due)
}

// fewest returns the cards of from that make up n: as few as can be, then the
// dearest first, then c before s and d before h, as change is given (rule 9). There
// must be such cards.
func fewest(from pile, n int) pile {
	for count := 1; count <= cardCount; count++ {
		if p, ok := pick(from, n, count); ok {
			return p
		}
	}
	return 0
}

// pick returns the first set of count cards worth n, in the order of payment.
func pick(box pile, n, count int) (pile, bool) {
	if count == 0 {
		return 0, n == 0
	}
	for rest := box; rest != 0; rest &= rest - 1 {
		c := rest.first()
		if c.value() > n {
			continue
		}
		if p, ok := pick(rest&^c.pile(), n-c.value(), count-1); ok {
			return p | c.pile(), true
		}
	}
	return 0, false
}
