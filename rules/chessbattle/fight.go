package chessbattle

import (
	"reeve/rules"
)

// mostDraws is the most cards a side draws (rule 18).
const mostDraws = 5

// fight is a fight with cards under way; both fighters are nobody when there is none.
type fight struct {
	attacker, target piece
	shot             bool
	defending        bool             // it is the defender who commits or draws next
	draws            [2]uint8         // how many cards the attacker and the defender draw
	special          [2]uint8         // the Special Card each has committed, plus 1; 0 for none
	drawn            [mostDraws]uint8 // what the attacker drew
}

var noFight = fight{attacker: nobody, target: nobody}

// next is who commits or draws next: 0 the attacker, 1 the defender.
func (f *fight) next() int { return int(bit(f.defending)) }

// fighter is the piece for which cards are committed or drawn next.
func (f *fight) fighter() piece { return [2]piece{f.attacker, f.target}[f.next()] }

// toDraw is how many cards are drawn next.
func (f *fight) toDraw() uint8 { return f.draws[f.next()] }

// scores returns both sums with t as the defender's draw.
func (f *fight) scores(t rules.Step) (attack, defence int) {
	sum := [2]int{}
	for i, c := range f.special {
		if c > 0 {
			sum[i] += card(c - 1).value()
		}
	}
	for _, v := range f.drawn {
		sum[0] += int(v)
	}
	for _, v := range t.Arg[:t.N] {
		sum[1] += int(v)
	}
	return sum[0], sum[1]
}

// falls says who falls by such sums (rule 23).
func (f *fight) falls(attack, defence int) (attacker, target bool) {
	return attack <= defence && !f.shot, attack > defence || attack == defence && !f.shot
}

// legalDraws appends what n cards of the battle deck can be, by value.
func legalDraws(dst []rules.Step, n uint8) []rules.Step {
	for a := range uint8(3) {
		for b := range uint8(3) {
			for c := range uint8(3) {
				for d := range uint8(3) {
					if a+b+c+d == n {
						dst = append(dst, drawStep([5]uint8{0, a, b, c, d}))
					}
				}
			}
		}
	}
	return dst
}

func (f *fight) refuseDraw(t rules.Step) rules.Message {
	why := rules.Say("no.draw")
	var count [5]uint8
	if t.N != f.toDraw() {
		return why
	}
	for _, v := range t.Arg[:t.N] {
		if v < 1 || v > 4 || count[v] == 2 {
			return why
		}
		count[v]++
	}
	return unless(t == drawStep(count), why)
}

// note keeps what the attacker drew: the defender is next.
func (f *fight) note(t rules.Step) {
	copy(f.drawn[:], t.Arg[:t.N])
	f.defending = true
}
