package hwtest

import (
	"io"
	"sync"
	"time"
)

// DGT is a board that speaks the protocol of a DGT board's fields, at 9600 baud.
// It says nothing of a maker.
type DGT struct {
	mu       sync.Mutex
	fields   [64]byte
	updating bool
	lose     int // changes that will not be said
	commands map[byte]int
	wake     chan struct{}
	queue    []byte
}

// NewDGT makes an empty board.
func NewDGT() *DGT {
	return &DGT{commands: map[byte]int{}, wake: make(chan struct{}, 1)}
}

// Put puts a piece on a field; 0 takes it away.
func (d *DGT) Put(field int, piece byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fields[field] == piece {
		return
	}
	d.fields[field] = piece
	if !d.updating {
		return
	}
	if d.lose > 0 {
		d.lose--
		return
	}
	d.say(0x8e, 0, 5, byte(field), piece)
}

// Lose makes the board not say its next n changes.
func (d *DGT) Lose(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lose = n
}

// Say makes the board say any bytes.
func (d *DGT) Say(b ...byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.say(b...)
}

// Restart is what happens when the board is switched off and on: it says nothing
// until it is asked.
func (d *DGT) Restart() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.updating, d.queue = false, nil
}

// Commands counts the commands that came, by their codes.
func (d *DGT) Commands() map[byte]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := map[byte]int{}
	for c, n := range d.commands {
		all[c] = n
	}
	return all
}

func (d *DGT) say(b ...byte) {
	d.queue = append(d.queue, b...)
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

func (d *DGT) command(c byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.commands[c]++
	switch c {
	case 0x40:
		d.updating = false
	case 0x42:
		d.say(append([]byte{0x86, 0, 67}, d.fields[:]...)...)
	case 0x44:
		d.updating = true
	}
}

// Run speaks over a line until it is closed.
func (d *DGT) Run(line io.ReadWriter) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for d.speak(line) {
			select {
			case <-d.wake:
			case <-done:
				return
			}
		}
	})
	buf := make([]byte, 16)
	for {
		n, err := line.Read(buf)
		for _, c := range buf[:n] {
			d.command(c)
		}
		if err != nil {
			break
		}
	}
	close(done)
	wg.Wait()
}

// speak sends what there is to say, a few bytes at a time.
func (d *DGT) speak(line io.Writer) bool {
	for {
		d.mu.Lock()
		n := min(7, len(d.queue))
		part := d.queue[:n:n]
		d.queue = d.queue[n:]
		d.mu.Unlock()
		if n == 0 {
			return true
		}
		time.Sleep(time.Duration(n) * 10 * time.Second / 9600)
		if _, err := line.Write(part); err != nil {
			return false
		}
	}
}
