package hwtest

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"time"
)

// Certabo is a board that says all its fields ten times a second, as one by
// Certabo does, or with Sentio set as one by Tabutronic, and takes eight bytes for
// its lights. It says nothing of a maker.
type Certabo struct {
	Sentio bool

	mu     sync.Mutex
	fields [64]uint64
	holes  int    // pictures to come, of which each third has holes
	stray  string // said once before the next picture
	mute   bool
	lit    [8]byte
	told   []time.Time // when the lights were told something
	lost   int         // commands that came too early
	shown  changes
}

// Put puts a chip of that number on a field, 0 takes it away.
func (c *Certabo) Put(field int, id uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fields[field] = id
}

// Hole makes the board miss every second field in each third of the next n pictures.
func (c *Certabo) Hole(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holes = n
}

// Stray makes the board say something else before its next picture.
func (c *Certabo) Stray(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stray = text
}

// Mute makes the board say nothing.
func (c *Certabo) Mute(mute bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mute = mute
}

// Lit reports whether a field shines.
func (c *Certabo) Lit(field int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lit[field/8]>>(field%8)&1 == 1
}

// Watch returns a channel that is closed when the lights are next told something.
func (c *Certabo) Watch() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown.next()
}

// Told returns how often the lights were told something, and how often too early,
// so that a real board would have lost it.
func (c *Certabo) Told() (commands, early int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.told), c.lost
}

// picture is a line as the board says it.
func (c *Certabo) picture() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.mute {
		return nil
	}
	var out bytes.Buffer
	out.WriteString(c.stray)
	c.stray = ""
	out.WriteByte(':')
	fields := c.fields
	if c.holes > 0 {
		if c.holes--; c.holes%3 == 1 {
			for i := 0; i < len(fields); i += 2 {
				fields[i] = 0
			}
		}
	}
	if c.Sentio {
		for rank := range 8 {
			bits := 0
			for file := range 8 {
				bits <<= 1
				if fields[8*rank+file] != 0 {
					bits |= 1
				}
			}
			fmt.Fprintf(&out, "%d ", bits)
		}
	} else {
		for i, id := range fields {
			if i > 0 {
				out.WriteByte(' ')
			}
			if id == 0 {
				out.WriteString("0 0 0 0 0")
				continue
			}
			fmt.Fprintf(&out, "%d %d %d %d %d", id>>32&255, id>>24&255, id>>16&255, id>>8&255, id&255)
		}
	}
	out.WriteString("\r\n")
	return out.Bytes()
}

// Run speaks over a line until it is closed.
func (c *Certabo) Run(line io.ReadWriter) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			for rest := c.picture(); len(rest) > 0; {
				n := min(397, len(rest)) // in pieces, as USB brings them
				if _, err := line.Write(rest[:n]); err != nil {
					return
				}
				rest = rest[n:]
			}
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	})
	var command []byte
	buf := make([]byte, 16)
	for {
		n, err := line.Read(buf)
		if command = append(command, buf[:n]...); len(command) >= 8 {
			c.take(command[:8])
			command = command[8:]
		}
		if err != nil {
			break
		}
	}
	close(done)
	wg.Wait()
}

// take is a command to the lights.
func (c *Certabo) take(command []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if n := len(c.told); n > 0 && now.Sub(c.told[n-1]) < 600*time.Millisecond {
		c.lost++
	}
	c.told = append(c.told, now)
	copy(c.lit[:], command)
	c.shown.tell()
}
