package camelot

import (
	"bytes"
	"encoding/binary"
	"strings"

	"reeve/rules"
)

// order is the cells of the pieces left, group after group, like pieces in rising order: so that
// an exchange of two like pieces makes no difference. A position to think on keeps no keys, and in
// the same bytes sums of its pieces.
type order struct {
	like [pieces]byte
	left [groups]uint8 // how many of each group; summed first where like are sums
}

const summed = 255

// follow keeps o when the i-th piece of seat goes from one cell to another.
func (o *order) follow(seat rules.Seat, i int, from, to cell) {
	if o.left[0] == summed {
		o.shift(seat, i, from, to)
		return
	}
	o.arrange(groupOf[int(seat)*perSide+i], byte(from), byte(to))
}

// arrange puts the new cell of a piece into its group for the old one; 0 is off the board.
func (o *order) arrange(group uint8, old, new byte) {
	first := 0
	for _, n := range o.left[:group] {
		first += int(n)
	}
	mine := o.like[first:]
	n := int(o.left[group])
	i := n
	if old != 0 {
		i = bytes.IndexByte(mine[:n], old)
	} else {
		copy(mine[n+1:], mine[n:])
		n++
	}
	if new == 0 {
		copy(mine[i:], mine[i+1:])
		mine[len(mine)-1] = 0
		o.left[group] = uint8(n - 1)
		return
	}
	for ; i+1 < n && mine[i+1] < new; i++ {
		mine[i] = mine[i+1]
	}
	for ; i > 0 && mine[i-1] > new; i-- {
		mine[i] = mine[i-1]
	}
	mine[i] = new
	o.left[group] = uint8(n)
}

// sum puts the sums of some pieces in the place of o.
func (o *order) sum(sides *[2]army) {
	*o = order{left: [groups]uint8{summed}}
	for seat := range sides {
		for i, c := range sides[seat].at {
			o.shift(rules.Seat(seat), i, gone, c)
		}
	}
}

// hash is of the pieces that are left, station of a seat's their stations summed.
func (o *order) hash() uint64 { return binary.LittleEndian.Uint64(o.like[:8]) }
func (o *order) station(seat rules.Seat) uint32 {
	return binary.LittleEndian.Uint32(o.like[8+4*seat:])
}

// shift keeps both when the i-th piece of seat goes from one cell to another.
func (o *order) shift(seat rules.Seat, i int, from, to cell) {
	keys, w := &pieceKeys[groupOf[int(seat)*perSide+i]], &stationWorth[seat]
	binary.LittleEndian.PutUint64(o.like[:8], o.hash()^keys[from]^keys[to])
	binary.LittleEndian.PutUint32(o.like[8+4*seat:], o.station(seat)+w[to]-w[from])
}

// key is what makes two positions the same for rule 16: a byte of who is to act
// and of the castle moves, then the cells of the pieces left in their order.
// All keys that are kept together are of the same pieces, hence equally long.
type key []byte

const longestKey = 1 + pieces

// key writes the position's key into room.
func (f *field) key(room *[longestKey]byte) key {
	room[0] = byte(f.turn)<<4 | f.castleMoves[White]<<2 | f.castleMoves[Black]
	copy(room[1:], f.order.like[:])
	return room[:f.order.keyLength()]
}

func (o *order) keyLength() int {
	return 1 + int(o.left[0]) + int(o.left[1]) + int(o.left[2]) + int(o.left[3])
}

// keyText returns a key of the pieces left as text, the canonical text of a
// position: "w" or "b" for who is to act, White's and Black's castle moves, then
// the squares of White's knights, White's men, Black's knights and Black's men,
// each from F1 to G16.
func (o *order) keyText(k key) string {
	flags, on := k[0], k[1:]
	text := []byte{"wb"[flags>>4], '0' + flags>>2&3, '0' + flags&3}
	for _, n := range o.left {
		text = append(text, '/')
		for i, c := range on[:n] {
			if i > 0 {
				text = append(text, ' ')
			}
			text = append(text, cell(c).name()...)
		}
		on = on[n:]
	}
	return string(text)
}

// readKey reads what keyText returns. A text of other pieces than those left has no key.
func (o *order) readKey(text string) (k key, ok bool) {
	var other field
	parts := strings.Split(text, "/")
	if len(parts) != 1+len(o.left) || len(parts[0]) != 3 {
		return nil, false
	}
	if parts[0][0] == 'b' {
		other.turn = Black
	}
	other.castleMoves = [2]uint8{(parts[0][1] - '0') & 3, (parts[0][2] - '0') & 3}
	for g, part := range parts[1:] {
		for i, name := range strings.Fields(part) {
			sq, on := topology.Square(name)
			if !on || i == int(o.left[g]) {
				return nil, false
			}
			other.put(rules.Seat(g/2), g%2*knights+i, cellOf[sq])
		}
	}
	k = other.key(new([longestKey]byte))
	return k, other.order.left == o.left && max(other.castleMoves[White], other.castleMoves[Black]) <= maxCastleMoves && o.keyText(k) == text
}
