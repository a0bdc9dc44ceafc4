package hwtest

import (
	"io"
	"sync"
	"time"
)

// Chessnut is a board that says what stands on its fields in reports, as one by
// Chessnut does, once it was told to, and takes a report for its lights. It says nothing
// of a maker.
type Chessnut struct {
	Chatty bool // says its picture ten times a second; else only when that changes
	Short  bool // says 4 bytes of its own behind a picture, as by Bluetooth, and not 29

	mu     sync.Mutex
	fields [64]byte
	speaks bool
	mute   bool
	lit    [8]byte
	told   int
	out    [][]byte
	wake   chan struct{}
}

// NewChessnut makes an empty board.
func NewChessnut() *Chessnut { return &Chessnut{wake: make(chan struct{}, 1)} }

// Put puts a piece of that code on a field, 1 to 12; 0 takes it away. Field 0 is a8.
func (c *Chessnut) Put(field int, piece uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fields[field] == byte(piece) {
		return
	}
	c.fields[field] = byte(piece)
	c.picture()
}

// Mute makes the board say nothing.
func (c *Chessnut) Mute(mute bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mute = mute
}

// Restart is what happens when the board is switched off and on: it must be told again.
func (c *Chessnut) Restart() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.speaks, c.lit, c.out = false, [8]byte{}, nil
}

// Stray makes the board say something else.
func (c *Chessnut) Stray(report string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.say([]byte(report))
}

// Lit reports whether a field shines.
func (c *Chessnut) Lit(field int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lit[field/8]>>(7-field%8)&1 == 1
}

// Told returns how often the lights were told something.
func (c *Chessnut) Told() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.told
}

// Picture is the report of what stands there.
func (c *Chessnut) Picture() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.report()
}

func (c *Chessnut) report() []byte {
	own := 29
	if c.Short {
		own = 4
	}
	out := make([]byte, 2+32+own)
	out[0], out[1] = 0x01, byte(32+own)
	for i := range 64 { // h8 first
		rank, file := i/8, 7-i%8
		out[2+i/2] |= c.fields[8*rank+file] << (4 * (i % 2))
	}
	return out
}

func (c *Chessnut) picture() {
	if c.speaks {
		c.say(c.report())
	}
}

func (c *Chessnut) say(report []byte) {
	if c.mute {
		return
	}
	c.out = append(c.out, report)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Command takes a report.
func (c *Chessnut) Command(r []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(r) >= 3 && r[0] == 0x21 && r[1] == 1:
		c.speaks = true
		c.picture()
	case len(r) >= 3 && r[0] == 0x29 && r[1] == 1:
		c.say([]byte{0x2a, 0x02, 77, 0})
	case len(r) >= 10 && r[0] == 0x0a && r[1] == 8:
		copy(c.lit[:], r[2:])
		c.told++
	}
}

// Run speaks over a line, on which a read is a report, until it is closed.
func (c *Chessnut) Run(line io.ReadWriter) {
	c.mu.Lock()
	c.out = nil // what was reported while nobody was plugged in is gone
	c.mu.Unlock()
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for c.speak(line) {
			select {
			case <-c.wake:
			case <-tick.C:
				if c.Chatty {
					c.mu.Lock()
					c.picture()
					c.mu.Unlock()
				}
			case <-done:
				return
			}
		}
	})
	buf := make([]byte, 64)
	for {
		n, err := line.Read(buf)
		if n > 0 {
			c.Command(buf[:n])
		}
		if err != nil {
			break
		}
	}
	close(done)
	wg.Wait()
}

func (c *Chessnut) speak(line io.Writer) bool {
	c.mu.Lock()
	out := c.out
	c.out = nil
	c.mu.Unlock()
	for _, report := range out {
		if _, err := line.Write(report); err != nil {
			return false
		}
	}
	return true
}
