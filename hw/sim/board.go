package sim

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// MaxButtons is how many buttons a Board has.
const MaxButtons = 8

// Board is a board without wood: contacts to close, buttons to press and LEDs to look at. Its methods may
// be called from any goroutine. A channel out of range is a programming error and panics.
type Board struct {
	mu       sync.Mutex
	contacts int
	settled  []uint64 // where the contacts come to rest
	levels   []uint64 // what a scan reads now
	buttons  uint8
	supply   int // mV
	frame    []byte
	changed  chan struct{}
	stirred  chan struct{} // closed when a scan may read something else; nil while nobody rests
	scans    uint64
	touched  uint64 // how many scans there had been when a contact was set last
	waits    []wait
	now      time.Duration
	bounce   bouncer
	field    *Field // its reeds replace the contacts; may be nil
}

// wait is somebody who waits until so many scans have been made.
type wait struct {
	scans uint64
	made  chan struct{}
}

// New returns a board of that many contacts, all open, and LEDs, all dark. Contacts do not bounce until
// Bounce says so.
func New(contacts, leds int) *Board {
	words := (contacts + 63) / 64
	return &Board{
		contacts: contacts, supply: 5000,
		settled: make([]uint64, words),
		levels:  make([]uint64, words),
		frame:   make([]byte, 3*leds),
		changed: make(chan struct{}),
	}
}

// Len returns the number of contacts and of LEDs.
func (b *Board) Len() (contacts, leds int) { return b.contacts, len(b.frame) / 3 }

// Bounce makes every later change of a contact bounce as noise says; of the rest that it says nothing is
// heard without a Field. The same seed and the same changes give the same bounces. Bounces need Advance to
// pass.
func (b *Board) Bounce(noise Noise, seed uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bounce = newBouncer(noise, seed)
}

// Feel has the board's contacts be those of a field, at the instants that Advance tells: Set, SetAll and
// Bounce have no effect any more. It panics if the field has another number of them.
func (b *Board) Feel(f *Field) {
	if f.Channels() != b.contacts {
		panic(fmt.Sprintf("sim: a field of %d contacts for a board of %d", f.Channels(), b.contacts))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.field = f
	b.stir()
}

// Advance tells the board what time it is, counted from any fixed instant; bounces due by then happen.
// Time that goes back is ignored.
func (b *Board) Advance(now time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now <= b.now {
		return
	}
	b.now = now
	for _, f := range b.bounce.due(now) {
		setBit(b.levels, f.channel, f.closed)
	}
}

// Set closes or opens one contact.
func (b *Board) Set(channel int, closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.set(channel, closed)
}

// SetAll brings every contact to its level: bit i of the set is channel i, missing words are open.
func (b *Board) SetAll(levels []uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.contacts {
		b.set(i, i/64 < len(levels) && bit(levels, i))
	}
}

func (b *Board) set(channel int, closed bool) {
	if channel < 0 || channel >= b.contacts {
		panic(fmt.Sprintf("sim: channel %d of %d", channel, b.contacts))
	}
	if bit(b.settled, channel) == closed {
		return
	}
	setBit(b.settled, channel, closed)
	setBit(b.levels, channel, closed)
	b.bounce.change(channel, closed, b.now)
	b.touched = b.scans
	b.stir()
}

// stir wakes the callers of Rest.
func (b *Board) stir() {
	if b.stirred != nil {
		close(b.stirred)
		b.stirred = nil
	}
}

// Contacts returns where the contacts come to rest, whatever bounces still: a copy, bit i is channel i.
func (b *Board) Contacts() []uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	levels := append([]uint64(nil), b.settled...)
	if b.field != nil {
		b.field.Rest(b.now, levels)
	}
	return levels
}

// Scan reads every contact as it is now: bit i of levels is set when channel i is closed. It fails if
// levels has fewer bits than the board has contacts, or if a field does; bits beyond them are cleared.
func (b *Board) Scan(levels []uint64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.scans++
	b.release(b.scans)
	if len(levels) < len(b.levels) {
		return fmt.Errorf("sim: scan of %d contacts into %d words", b.contacts, len(levels))
	}
	if b.field != nil {
		return b.field.Scan(b.now, levels)
	}
	clear(levels[copy(levels, b.levels):])
	return nil
}

// Rest returns as soon as Scan may read other levels than these, or ctx is done; at once while a contact bounces
// or a Field is attached.
func (b *Board) Rest(ctx context.Context, levels []uint64) {
	if stirred := b.still(levels); stirred != nil {
		select {
		case <-stirred:
		case <-ctx.Done():
		}
	}
}

// Read waits until n scans were made since a contact was last set, until the scanner rests because nothing
// changes, or until ctx is done. Hands that wait for it between two touches are sensed by a slow machine, too.
// Scans count from the touch and not from the call.
func (b *Board) Read(ctx context.Context, n int) error {
	b.mu.Lock()
	if b.stirred != nil { // who scans rests: all that changed has been read
		b.mu.Unlock()
		return ctx.Err()
	}
	made, last := make(chan struct{}), b.touched+uint64(n)
	b.waits = append(b.waits, wait{last, made})
	b.release(b.scans)
	b.mu.Unlock()
	select {
	case <-made:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// release lets go who waits for so many scans.
func (b *Board) release(scans uint64) {
	b.waits = slices.DeleteFunc(b.waits, func(w wait) bool {
		if w.scans <= scans {
			close(w.made)
			return true
		}
		return false
	})
}

// still returns what is closed when the contacts are no more at these levels; nil if they are not, or may change by themselves.
func (b *Board) still(levels []uint64) <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.field != nil || len(b.bounce.pending) > 0 || len(levels) < len(b.levels) || !slices.Equal(levels[:len(b.levels)], b.levels) {
		return nil
	}
	if b.stirred == nil {
		b.stirred = make(chan struct{})
	}
	b.release(math.MaxUint64)
	return b.stirred
}

// Press presses or releases button n. Buttons do not bounce.
func (b *Board) Press(n int, pressed bool) {
	if n < 0 || n >= MaxButtons {
		panic(fmt.Sprintf("sim: button %d of %d", n, MaxButtons))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buttons &^= 1 << n
	if pressed {
		b.buttons |= 1 << n
	}
}

// Supply makes the supply of the LEDs so many mV; it is 5000 at first. 0 is not known.
func (b *Board) Supply(mv int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.supply = mv
}

func (b *Board) supplied() uint16 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return uint16(b.supply)
}

// Buttons returns the pressed buttons: bit n is button n.
func (b *Board) Buttons() uint8 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buttons
}

// Show lights the LEDs: three bytes R, G, B each. It fails, and changes nothing, on any other length.
func (b *Board) Show(rgb []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(rgb) != len(b.frame) {
		return fmt.Errorf("sim: frame of %d bytes for %d LEDs", len(rgb), len(b.frame)/3)
	}
	if bytes.Equal(b.frame, rgb) {
		return nil
	}
	copy(b.frame, rgb)
	close(b.changed)
	b.changed = make(chan struct{})
	return nil
}

// Frame returns a copy of what the LEDs show.
func (b *Board) Frame() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]byte(nil), b.frame...)
}

// Watch returns a channel that is closed when the LEDs next change.
func (b *Board) Watch() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.changed
}

func bit(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 == 1 }

func setBit(set []uint64, i int, on bool) {
	set[i/64] &^= 1 << (i % 64)
	if on {
		set[i/64] |= 1 << (i % 64)
	}
}
