package wire

import (
	"encoding/binary"
	"fmt"
	"time"
)

// Sizes of a frame (PROTOCOL.md, 2).
const (
	MinFrame   = 5            // the least decoded frame: type, sid, seq, crc
	MaxFrame   = 254          // the longest decoded frame
	MaxPayload = MaxFrame - 5 // the longest payload
	MaxEncoded = MaxFrame + 2 // the longest frame on the line, with its delimiter
	Overhead   = MinFrame + 2 // bytes on the line beyond the payload
	Delimiter  = byte(0x00)   // ends a frame, and may stand before one on an idle line
	headerSize = 3
)

// Version is the version of the protocol that this package speaks.
const (
	Major = 1
	Minor = 0
)

// Frame is one decoded frame. Payload is only valid until the decoder that gave it is used again.
type Frame struct {
	Type    Type
	SID     uint8 // session, 0 outside of one
	Seq     uint8 // command number of a sequenced command, else a running count
	Payload []byte
}

// Append appends f as it goes over the line, with the delimiter behind it. It panics if the payload is
// longer than MaxPayload.
func (f Frame) Append(dst []byte) []byte {
	if len(f.Payload) > MaxPayload {
		panic(fmt.Sprintf("wire: payload of %d bytes in %v", len(f.Payload), f.Type))
	}
	code := len(dst)
	dst = append(dst, 0, byte(f.Type), f.SID, f.Seq)
	dst = append(dst, f.Payload...)
	dst = binary.LittleEndian.AppendUint16(dst, CRC(dst[code+1:]))
	stuff(dst[code:])
	return append(dst, Delimiter)
}

// stuff turns b, a free byte and at most 254 bytes of data, into COBS in place: every zero becomes the
// distance to the next one, and the free byte the distance to the first.
func stuff(b []byte) {
	last := 0
	for i := 1; i < len(b); i++ {
		if b[i] == 0 {
			b[last] = byte(i - last)
			last = i
		}
	}
	b[last] = byte(len(b) - last)
}

// unstuff decodes b, at most 255 bytes of COBS, in place and returns the data in it. It reports false if a
// distance points past the end.
func unstuff(b []byte) ([]byte, bool) {
	for i := 0; i < len(b); {
		next := i + int(b[i])
		if next > len(b) {
			return nil, false
		}
		b[i] = 0
		i = next
	}
	return b[1:], true
}

// EncodedLen returns the length on the line of a frame with that payload, with its delimiter.
func EncodedLen(payload int) int { return payload + Overhead }

// LineTime returns the time that n bytes take on a line with eight data bits, no parity and one stop bit.
func LineTime(n, baud int) time.Duration {
	return time.Duration(n) * 10 * time.Second / time.Duration(baud)
}

// RTO returns the first retransmission timeout of either side; it doubles up to MaxRTO while nothing is
// acknowledged (PROTOCOL.md, 5).
func RTO(baud int) time.Duration {
	if baud < 250000 {
		return 60 * time.Millisecond
	}
	return 30 * time.Millisecond
}

// MaxRTO is where RTO stops doubling.
const MaxRTO = 500 * time.Millisecond
