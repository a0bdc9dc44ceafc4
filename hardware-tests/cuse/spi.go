//go:build hardware

package cuse

import (
	"sync"
	"syscall"
)

// SPI is a spidev port with one device on it. Like the kernel's, it takes at most
// 4096 bytes in a message.
type SPI struct {
	exchange func(w, r []byte)

	mu    sync.Mutex
	mode  byte
	hertz uint32 // of the last transfer
	bytes int    // so far
}

// spiLongest is spidev's bufsiz unless it was told otherwise.
const spiLongest = 4096

// NewSPI makes a port whose device exchanges bytes so; w and r are equally long.
func NewSPI(exchange func(w, r []byte)) *SPI { return &SPI{exchange: exchange} }

// Do calls f while no transfer is under way.
func (p *SPI) Do(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

// Setup returns the mode the port was set to, the clock of the last transfer, and
// how many bytes were exchanged so far.
func (p *SPI) Setup() (mode byte, hertz uint32, bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.mode, p.hertz, p.bytes
}

// Answer answers as spidev does: SPI_IOC_MESSAGE is number 0, SPI_IOC_WR_MODE 1,
// SPI_IOC_WR_MODE32 5; other settings are taken and mean nothing.
func (p *SPI) Answer(c Call) Reply {
	direction, size, kind, number := c.Number>>30, uint64(c.Number>>16&0x3fff), c.Number>>8&0xff, c.Number&0xff
	argument := []Segment{{c.Argument, size}}
	switch {
	case kind != 'k' || direction != 1 || number > 5 || size == 0:
		return Reply{Errno: syscall.ENOTTY}
	case uint64(len(c.In)) < size:
		return Reply{Read: argument}
	case number == 0:
		return p.message(c, argument)
	case number == 1 || number == 5:
		p.Do(func() { p.mode = c.In[0] & 3 })
	}
	return Reply{}
}

// piece is struct spi_ioc_transfer.
type piece struct {
	out, in bool
	length  int
}

func (p *SPI) message(c Call, read []Segment) Reply {
	size := int(read[0].Length)
	var fill []Segment
	var pieces []piece
	sum := 0
	for at := 0; at+32 <= size; at += 32 {
		t := c.In[at:]
		n := le.Uint32(t[16:])
		if n > spiLongest || sum+int(n) > spiLongest {
			return Reply{Errno: syscall.EMSGSIZE}
		}
		sum += int(n)
		tx, rx := Segment{le.Uint64(t), uint64(n)}, Segment{le.Uint64(t[8:]), uint64(n)}
		if tx.Address != 0 {
			read = append(read, tx)
		}
		if rx.Address != 0 {
			fill = append(fill, rx)
		}
		pieces = append(pieces, piece{tx.Address != 0, rx.Address != 0, int(n)})
	}
	if !c.has(read, fill) {
		return Reply{Read: read, Fill: fill}
	}
	var out []byte
	p.Do(func() {
		if size >= 32 {
			p.hertz = le.Uint32(c.In[20:])
		}
		p.bytes += sum
		out = p.perform(pieces, c.In[size:])
	})
	return Reply{Result: int32(sum), Out: out}
}

func (p *SPI) perform(pieces []piece, written []byte) (out []byte) {
	for _, t := range pieces {
		w, r := make([]byte, t.length), make([]byte, t.length)
		if t.out {
			copy(w, written[:t.length])
			written = written[t.length:]
		}
		p.exchange(w, r)
		if t.in {
			out = append(out, r...)
		}
	}
	return out
}
