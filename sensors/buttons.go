package sensors

import (
	"fmt"
	"math/bits"
	"time"
)

// MaxButtons is the most buttons a Buttons can have.
const MaxButtons = 64

// DefaultSettle is how long a button must be steady to be believed, where its driver does not debounce.
// Push buttons bounce for longer than reeds.
const DefaultSettle = 20 * time.Millisecond

// Button says how a held button acts. The zero value is pressed as it goes down and has no other meaning.
type Button struct {
	Long  time.Duration // a press of this length is a long press, and a shorter one counts at release; 0: no long press
	Every time.Duration // a held button repeats at this interval, first after Long (or Every), and counts as it goes down; 0: no repeat
}

// Manner is how a button was pressed.
type Manner uint8

// The manners of a press.
const (
	Pressed  Manner = iota + 1
	Held            // a long press: still down after Long
	Repeated        // still down, once more
)

var mannerNames = [...]string{Pressed: "pressed", Held: "held", Repeated: "repeated"}

func (m Manner) String() string {
	if m == 0 || int(m) >= len(mannerNames) {
		return fmt.Sprintf("Manner(%d)", uint8(m))
	}
	return mannerNames[m]
}

// Press is one press of a button.
type Press struct {
	Button int
	Manner Manner
	At     time.Duration // when it went down; of Held and Repeated, when it was seen still down
}

// Buttons turns levels into presses. A button that is down at the first Sample counts only after it came up. Late
// samples never turn a press into a long one, and several repeats due at once count as one.
type Buttons struct {
	settle       time.Duration
	meant        []Button
	known        bool   // a level was seen
	levels       uint64 // as they came last
	settled      uint64
	differsSince [MaxButtons]time.Duration // the level differs from the settled one
	down         [MaxButtons]time.Duration
	dueAt        [MaxButtons]time.Duration // of Held or the next Repeated
	waits        uint64                    // buttons for which something is due
	presses      []Press                   // reused
}

// NewButtons makes one for buttons that mean that, of which at most MaxButtons are looked at. Settle is how
// long a level must be steady: DefaultSettle, or 0 if the driver debounces.
func NewButtons(settle time.Duration, meant []Button) *Buttons {
	meant = meant[:min(len(meant), MaxButtons)]
	return &Buttons{settle: settle, meant: append([]Button(nil), meant...), presses: make([]Press, 0, 2*len(meant))}
}

// Sample takes the levels of all buttons (bit i is set while button i is down) and returns the presses they
// complete, by button. The slice is valid until the next call. It does not allocate.
func (b *Buttons) Sample(levels uint64, at time.Duration) []Press {
	b.presses = b.presses[:0]
	levels &= 1<<len(b.meant) - 1
	if !b.known {
		b.known, b.settled = true, levels
	}
	for w := (levels ^ b.settled) &^ (b.levels ^ b.settled); w != 0; w &= w - 1 {
		b.differsSince[bits.TrailingZeros64(w)] = at
	}
	b.levels = levels
	for w := (levels ^ b.settled) | b.waits; w != 0; w &= w - 1 {
		b.look(bits.TrailingZeros64(w), at)
	}
	return b.presses
}

// Change is Sample for a driver that tells of one button at a time.
func (b *Buttons) Change(button int, down bool, at time.Duration) []Press {
	levels := b.levels
	if button >= 0 && button < len(b.meant) {
		levels &^= 1 << button
		if down {
			levels |= 1 << button
		}
	}
	b.known = true
	return b.Sample(levels, at)
}

// Tick is Sample when no level has changed.
func (b *Buttons) Tick(at time.Duration) []Press { return b.Sample(b.levels, at) }

// Next returns when Tick must be called if no level changes; false if it need not be.
func (b *Buttons) Next() (at time.Duration, wanted bool) {
	for w := (b.levels ^ b.settled) | b.waits; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w)
		next := b.dueAt[i]
		if b.levels>>i&1 != b.settled>>i&1 {
			next = b.differsSince[i] + b.settle
		}
		if !wanted || next < at {
			at, wanted = next, true
		}
	}
	return at, wanted
}

// look looks at a button whose level differs, or for which something is due.
func (b *Buttons) look(i int, at time.Duration) {
	if b.levels>>i&1 != b.settled>>i&1 {
		if at-b.differsSince[i] < b.settle {
			return
		}
		b.settled ^= 1 << i
		if b.settled>>i&1 == 1 {
			b.press(i)
		} else {
			b.release(i)
		}
	}
	if b.waits>>i&1 == 1 && at >= b.dueAt[i] {
		b.hold(i, at)
	}
}

// press is a button that went down.
func (b *Buttons) press(i int) {
	m := b.meant[i]
	b.down[i] = b.differsSince[i]
	if m.Long > 0 || m.Every > 0 {
		b.waits |= 1 << i
		b.dueAt[i] = b.down[i] + m.Long
		if m.Long <= 0 {
			b.dueAt[i] = b.down[i] + m.Every
		}
	}
	if m.Long <= 0 || m.Every > 0 {
		b.presses = append(b.presses, Press{i, Pressed, b.down[i]})
	}
}

// release is a button that came up.
func (b *Buttons) release(i int) {
	if m := b.meant[i]; b.waits>>i&1 == 1 && m.Every <= 0 {
		b.presses = append(b.presses, Press{i, Pressed, b.down[i]})
	}
	b.waits &^= 1 << i
}

// hold is a button that is still down when something is due.
func (b *Buttons) hold(i int, at time.Duration) {
	m := b.meant[i]
	if m.Every <= 0 {
		b.waits &^= 1 << i
		b.presses = append(b.presses, Press{i, Held, at})
		return
	}
	b.presses = append(b.presses, Press{i, Repeated, at})
	if b.dueAt[i] += m.Every; b.dueAt[i] <= at {
		b.dueAt[i] = at + m.Every
	}
}
