package rolechess

import (
	"slices"

	"reeve/board"
)

// mostThrows is how many dice fall in a battle at most: two attackers' and the target's.
const mostThrows = 3 * mostDice

// fight is a battle under way: who takes part, and the dice.
type fight struct {
	dice      [2]uint8 // options: how many dice a seat's pieces throw, of which the highest counts (rule 16)
	attackers [2]piece // the initiator, and a second one or nobody
	target    piece
	throws    [mostThrows]uint8 // all dice of the attackers, then of the target
	thrown    uint8             // how many
	circle    board.Square      // where the target fell, which an advance fills
}

// declare begins a battle of an attacker, a second one or nobody, and a target.
func (b *fight) declare(attacker, second, target piece) {
	b.attackers, b.target = [2]piece{attacker, second}, target
}

// end forgets all but the options.
func (b *fight) end() {
	b.attackers, b.target = [2]piece{nobody, nobody}, nobody
	b.throws, b.thrown = [mostThrows]uint8{}, 0
	b.circle = board.None
}

// add adds a die.
func (b *fight) add(face uint8) {
	b.throws[b.thrown] = face
	b.thrown++
}

// throw does so, and returns whose it was, and whether it was the last of all.
func (b *fight) throw(face uint8) (p piece, last bool) {
	p, die := b.thrower()
	b.add(face)
	return p, p == b.target && die+1 >= b.diceOf(p)
}

// attackerCount is 1, or 2 in a pair attack; 0 outside a battle.
func (b *fight) attackerCount() int {
	switch {
	case b.attackers[1] != nobody:
		return 2
	case b.attackers[0] != nobody:
		return 1
	}
	return 0
}

// diceOf is how many dice a piece throws (rule 16).
func (b *fight) diceOf(p piece) int { return int(b.dice[p.owner()]) }

// fought returns fighter i of the battle, in the order of throwing, and the range of its dice in throws (rules 9
// and 10).
func (b *fight) fought(i int) (p piece, from, to int) {
	n := b.attackerCount()
	each := b.diceOf(b.attackers[0])
	if i < n {
		return b.attackers[i], i * each, (i + 1) * each
	}
	return b.target, n * each, n*each + b.diceOf(b.target)
}

// thrower returns who throws next and the number, from 0, of its die.
func (b *fight) thrower() (p piece, die int) {
	for i := range b.attackerCount() + 1 {
		var from, to int
		if p, from, to = b.fought(i); int(b.thrown) < to {
			return p, int(b.thrown) - from
		}
	}
	return p, 0
}

// throwing returns who throws next.
func (b *fight) throwing() piece {
	p, _ := b.thrower()
	return p
}

// scores returns both sides' scores of the throws so far (rules 9, 10 and 16).
func (b *fight) scores() (attack, defence int) {
	for i := range b.attackerCount() {
		p, from, to := b.fought(i)
		attack += int(slices.Max(b.throws[from:to])) * attackOf[kindOf[p]]
	}
	p, from, to := b.fought(b.attackerCount())
	return attack, int(slices.Max(b.throws[from:to])) * defenceOf[kindOf[p]]
}

// dieLeft reports whether more than one die has to be thrown in the battle.
func (b *fight) dieLeft() bool {
	n := b.attackerCount()*b.diceOf(b.attackers[0]) + b.diceOf(b.target)
	return int(b.thrown)+1 < n
}

// fell returns what still matters of the dice thrown: the highest of each piece.
func (b *fight) fell() (bits uint64) {
	for i := range b.attackerCount() + 1 {
		_, from, to := b.fought(i)
		bits |= uint64(slices.Max(b.throws[from:to])) << (8 * i)
	}
	return bits
}

// doc is the battle as text has it, nil without one.
func (b *fight) doc() *battleDoc {
	n := b.attackerCount()
	if n == 0 {
		return nil
	}
	d := &battleDoc{Target: ids[b.target], Throws: []int{}, Circle: nameOf(b.circle)}
	for _, p := range b.attackers[:n] {
		d.Attackers = append(d.Attackers, ids[p])
	}
	for _, n := range b.throws[:b.thrown] {
		d.Throws = append(d.Throws, int(n))
	}
	return d
}
