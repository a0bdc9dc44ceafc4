package dgt

// Commands to the board.
const (
	sendReset  = 0x40 // to idle mode
	sendBoard  = 0x42 // one dump
	sendUpdate = 0x44 // changes of fields, until another mode
)

// Messages from the board, bit 7 set.
const (
	messageDump  = 0x86
	messageField = 0x8e
)

// Fields is how many fields a board has. With the board's cable to the left of
// White field 0 is a8, 1 is b8, and 63 is h1.
const Fields = 64

// Piece is what stands on a field, as the board says it.
type Piece uint8

// The pieces there are. Draw, WhiteWins and BlackWins are the pieces that players
// put down to tell a result.
const (
	Empty Piece = iota
	WhitePawn
	WhiteRook
	WhiteKnight
	WhiteBishop
	WhiteKing
	WhiteQueen
	BlackPawn
	BlackRook
	BlackKnight
	BlackBishop
	BlackKing
	BlackQueen
	Draw
	WhiteWins
	BlackWins
	pieces
)

// String returns the letter of a FEN; '.' for an empty field.
func (p Piece) String() string {
	const letters = ".PRNBKQprnbkq=+-"
	if p >= pieces {
		return "?"
	}
	return letters[p : p+1]
}

// longest is the longest message that is looked at. Those of a board's log of
// moves are longer; they are never asked for.
const longest = 128

// decoder finds messages in what the board says: an id, which alone has bit 7
// set, two bytes of seven bits with the length of it all, and the data.
type decoder struct {
	message [longest]byte
	have    int
}

// next takes one byte and returns the message that it completes, or nil. The
// message is valid until the next call.
func (d *decoder) next(b byte) []byte {
	if b&0x80 != 0 {
		d.have = 0
	} else if d.have == 0 {
		return nil // of no message
	}
	d.message[d.have] = b
	d.have++
	if d.have < 3 {
		return nil
	}
	length := int(d.message[1])<<7 | int(d.message[2])
	switch {
	case length < 3 || length > longest:
		d.have = 0
	case d.have == length:
		d.have = 0
		return d.message[:length]
	}
	return nil
}

// dump reads a message with all fields.
func dump(m []byte) (all [Fields]Piece, ok bool) {
	if m[0] != messageDump || len(m) != 3+Fields {
		return all, false
	}
	for i := range all {
		if all[i] = Piece(m[3+i]); all[i] >= pieces {
			return all, false
		}
	}
	return all, true
}

// change reads a message with one field.
func change(m []byte) (field int, p Piece, ok bool) {
	if m[0] != messageField || len(m) != 5 || m[3] >= Fields || Piece(m[4]) >= pieces {
		return 0, 0, false
	}
	return int(m[3]), Piece(m[4]), true
}
