package archive

import (
	"encoding/binary"
	"fmt"
	"time"

	"reeve/board"
)

// Touched is the raw touches that were written together.
type Touched struct {
	After   int           // the last event when they had been written
	Touches []board.Touch // instants count from that start of the daemon
}

// encodeTouches packs touches: a square, 1 or 0 for placed or lifted, and the
// nanoseconds since the touch before as a varint.
func encodeTouches(touches []board.Touch) []byte {
	data := make([]byte, 0, 8*len(touches))
	var before time.Duration
	for _, t := range touches {
		var placed byte
		if t.Placed {
			placed = 1
		}
		data = append(data, byte(t.Square), placed)
		data = binary.AppendVarint(data, int64(t.At-before))
		before = t.At
	}
	return data
}

// decodeTouches reads what encodeTouches wrote. It wraps ErrRecord.
func decodeTouches(data []byte) ([]board.Touch, error) {
	var touches []board.Touch
	var at time.Duration
	for len(data) > 0 {
		var n int
		var since int64
		if len(data) > 2 {
			since, n = binary.Varint(data[2:])
		}
		if n <= 0 || data[1] > 1 {
			return nil, fmt.Errorf("%w: raw touches: touch %d is damaged", ErrRecord, len(touches)+1)
		}
		at += time.Duration(since)
		touches = append(touches, board.Touch{Square: board.Square(data[0]), Placed: data[1] == 1, At: at})
		data = data[2+n:]
	}
	return touches, nil
}
