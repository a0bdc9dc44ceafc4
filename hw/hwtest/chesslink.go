package hwtest

import (
	"encoding/hex"
	"fmt"
	"io"
	"math/bits"
	"sync"
	"time"
)

// ChessLink is a board that answers frames of text with a check and odd parity, as one
// by Millennium does, and has a light on each corner of its fields. It says nothing of a
// maker.
type ChessLink struct {
	mu        sync.Mutex
	fields    [64]byte // letters, '.' is empty
	said      [64]byte // what was reported last without being asked
	registers [256]byte
	pattern   [81]byte
	starts    time.Time // when it answers again
	lose      int       // lights' commands that are lost
	mute      bool
	told      int
	written   int // registers
	out       []byte
	wake      chan struct{}
	shown     changes
}

// linkPieces are the letters by codes of pieces.
const linkPieces = ".KQRNBPkqrnbp"

// NewChessLink makes an empty board.
func NewChessLink() *ChessLink {
	c := &ChessLink{wake: make(chan struct{}, 1)}
	for i := range c.fields {
		c.fields[i] = '.'
	}
	c.registers[1] = 20
	return c
}

// Put puts a piece of that code on a field, 1 to 12; 0 takes it away. Field 0 is a8.
func (c *ChessLink) Put(field int, piece uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fields[field] = linkPieces[piece]
}

// Mute makes the board say nothing.
func (c *ChessLink) Mute(mute bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mute = mute
}

// Stray makes the board say something else.
func (c *ChessLink) Stray(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.say([]byte(text))
}

// Lose makes the board miss the next n commands to its lights.
func (c *ChessLink) Lose(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lose = n
}

// Restart is what happens when the board is switched off and on: it has forgotten its
// registers, and answers after three seconds.
func (c *ChessLink) Restart() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.registers = [256]byte{1: 20}
	c.shown.tell()
	c.pattern, c.out, c.starts = [81]byte{}, nil, time.Now().Add(3*time.Second)
}

// Lit reports whether a field shines: all its corners at one moment.
func (c *ChessLink) Lit(field int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := 9*(field%8) + field/8
	return c.pattern[at]&c.pattern[at+1]&c.pattern[at+9]&c.pattern[at+10] != 0
}

// Watch returns a channel that is closed when the lights are next told something.
func (c *ChessLink) Watch() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown.next()
}

// Told returns how often the lights, and how often registers were told something.
func (c *ChessLink) Told() (lights, registers int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.told, c.written
}

// LinkFrame is a frame as it goes over the line.
func LinkFrame(text string) []byte {
	var check byte
	for _, b := range []byte(text) {
		check ^= b
	}
	out := fmt.Appendf(nil, "%s%02X", text, check)
	for i, b := range out {
		out[i] = b | byte(1-bits.OnesCount8(b)%2)<<7
	}
	return out
}

func (c *ChessLink) say(b []byte) {
	if c.mute || time.Now().Before(c.starts) {
		return
	}
	c.out = append(c.out, b...)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// scan is one scan of the fields, a picture if the registers want it.
func (c *ChessLink) scan() {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch how := c.registers[2]; {
	case how == 0, how >= 3 && c.fields != c.said:
		c.said = c.fields
		c.say(LinkFrame("s" + string(c.fields[:])))
	}
}

// lengths of the commands, by their letters.
var linkCommands = map[byte]int{'S': 3, 'L': 167, 'X': 3, 'T': 3, 'V': 3, 'W': 7, 'R': 5}

// command takes what may be a frame, and reports whether it is.
func (c *ChessLink) command(said []byte) bool {
	body, sound := unframed(said)
	if !sound {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().Before(c.starts) {
		return true
	}
	switch body[0] {
	case 'S':
		c.say(LinkFrame("s" + string(c.fields[:])))
	case 'V':
		c.say(LinkFrame("v0103"))
	case 'X':
		c.pattern = [81]byte{}
		c.shown.tell()
		c.say(LinkFrame("x"))
	case 'L':
		if c.lose > 0 {
			c.lose--
			return true
		}
		if raw, err := hex.DecodeString(body[1:]); err == nil {
			copy(c.pattern[:], raw[1:])
			c.shown.tell()
			c.told++
			c.say(LinkFrame("l"))
		}
	case 'W':
		if raw, err := hex.DecodeString(body[1:]); err == nil {
			c.registers[raw[0]] = raw[1]
			c.written++
			c.say(LinkFrame("w" + body[1:]))
		}
	case 'R':
		if raw, err := hex.DecodeString(body[1:]); err == nil {
			c.say(LinkFrame(fmt.Sprintf("r%s%02X", body[1:], c.registers[raw[0]])))
		}
	}
	return true
}

// unframed is the body of a frame, and whether its check and the parity of each byte are right.
func unframed(said []byte) (body string, sound bool) {
	text := make([]byte, len(said))
	for i, b := range said {
		text[i] = b & 0x7f
	}
	body = string(text[:len(text)-2])
	return body, string(LinkFrame(body)) == string(said)
}

// Run speaks over a line until it is closed.
func (c *ChessLink) Run(line io.ReadWriter) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(41 * time.Millisecond)
		defer tick.Stop()
		for c.speak(line) {
			select {
			case <-c.wake:
			case <-tick.C:
				c.scan()
			case <-done:
				return
			}
		}
	})
	var have []byte
	buf := make([]byte, 64)
	for {
		n, err := line.Read(buf)
		have = append(have, buf[:n]...)
		for len(have) > 0 {
			want := linkCommands[have[0]&0x7f]
			if want > len(have) {
				break
			}
			if want > 0 && c.command(have[:want]) {
				have = have[want:]
			} else {
				have = have[1:]
			}
		}
		if err != nil {
			break
		}
	}
	close(done)
	wg.Wait()
}

// speak sends what there is to say, a few bytes at a time.
func (c *ChessLink) speak(line io.Writer) bool {
	for {
		c.mu.Lock()
		n := min(9, len(c.out))
		part := c.out[:n:n]
		c.out = c.out[n:]
		c.mu.Unlock()
		if n == 0 {
			return true
		}
		time.Sleep(time.Duration(n) * 10 * time.Second / 38400)
		if _, err := line.Write(part); err != nil {
			return false
		}
	}
}
