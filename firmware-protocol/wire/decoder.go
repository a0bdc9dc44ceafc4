package wire

import (
	"bytes"
	"encoding/binary"
)

// Counters count the frames a Decoder has seen. Every frame that is not empty moves exactly one of them,
// at its delimiter; a damaged one the first of Long, COBS, Short and CRC that fits.
type Counters struct {
	OK    uint64
	Long  uint64 // more than 255 bytes between two delimiters
	COBS  uint64 // a distance pointed past the end
	Short uint64 // fewer than MinFrame bytes decoded
	CRC   uint64 // the check failed
}

// Damaged returns how many frames were thrown away.
func (c Counters) Damaged() uint64 { return c.Long + c.COBS + c.Short + c.CRC }

// Decoder finds the frames in a stream of bytes. The zero value is ready and may join a stream anywhere: a frame
// that it joins in the middle is counted as damaged and dropped.
type Decoder struct {
	buf      [MaxFrame + 1]byte
	n        int
	long     bool
	counters Counters
}

// Counters returns what has been counted so far.
func (d *Decoder) Counters() Counters { return d.counters }

// Reset forgets a frame begun, as after the port was opened again. The counters stay.
func (d *Decoder) Reset() { d.n, d.long = 0, false }

// Next takes bytes from p up to the end of the next intact frame and returns that frame and the rest of p.
// Without one it takes all of p and reports false; what it took of a frame begun is kept for the next call.
// The frame's payload is overwritten by the next call.
func (d *Decoder) Next(p []byte) (f Frame, rest []byte, ok bool) {
	for len(p) > 0 {
		end := bytes.IndexByte(p, Delimiter)
		if end < 0 {
			d.take(p)
			return Frame{}, nil, false
		}
		d.take(p[:end])
		p = p[end+1:]
		if f, ok := d.finish(); ok {
			return f, p, true
		}
	}
	return Frame{}, nil, false
}

func (d *Decoder) take(p []byte) {
	n := copy(d.buf[d.n:], p)
	d.n += n
	d.long = d.long || n < len(p)
}

// finish decodes what stands before a delimiter.
func (d *Decoder) finish() (Frame, bool) {
	encoded, long := d.buf[:d.n], d.long
	d.Reset()
	if len(encoded) == 0 {
		return Frame{}, false
	}
	if long {
		d.counters.Long++
		return Frame{}, false
	}
	b, ok := unstuff(encoded)
	switch {
	case !ok:
		d.counters.COBS++
	case len(b) < MinFrame:
		d.counters.Short++
	case CRC(b[:len(b)-2]) != binary.LittleEndian.Uint16(b[len(b)-2:]):
		d.counters.CRC++
	default:
		d.counters.OK++
		return Frame{Type(b[0]), b[1], b[2], b[headerSize : len(b)-2]}, true
	}
	return Frame{}, false
}
