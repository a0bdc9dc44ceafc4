package sensors

import (
	"errors"
	"fmt"

	"reeve/board"
)

// MaxChannels is the most channels a driver may have.
const MaxChannels = 1024

// ErrWiring is the cause of every wiring that NewWiring refuses.
var ErrWiring = errors.New("sensors: unsound wiring")

// Wiring says which square each channel of a driver feels. It never changes
// after NewWiring and may be shared.
type Wiring struct {
	squares  []board.Square
	channels [256]int16 // by square; -1 where the driver does not feel it
	all      board.Set  // the squares that it does
}

// NewWiring makes a wiring in which channel i feels squares[i]; board.None
// stands for a channel that feels no square (a button, or nothing). It wraps
// ErrWiring if a square stands twice or there are more than MaxChannels.
func NewWiring(squares []board.Square) (*Wiring, error) {
	if len(squares) > MaxChannels {
		return nil, fmt.Errorf("%w: %d channels, %d can be", ErrWiring, len(squares), MaxChannels)
	}
	w := &Wiring{squares: append([]board.Square(nil), squares...)}
	for i := range w.channels {
		w.channels[i] = -1
	}
	for ch, sq := range squares {
		if sq == board.None {
			continue
		}
		if first := w.channels[sq]; first >= 0 {
			return nil, fmt.Errorf("%w: square %d is on channel %d and on channel %d", ErrWiring, sq, first, ch)
		}
		w.channels[sq] = int16(ch)
		w.all.Add(sq)
	}
	return w, nil
}

// Channels counts the channels.
func (w *Wiring) Channels() int { return len(w.squares) }

// Words is the length of a scan: one word for 64 channels.
func (w *Wiring) Words() int { return words(len(w.squares)) }

// Square returns the square that a channel feels, board.None if it feels none
// or is no channel.
func (w *Wiring) Square(channel int) board.Square {
	if channel < 0 || channel >= len(w.squares) {
		return board.None
	}
	return w.squares[channel]
}

// Channel returns the channel that feels sq, -1 if none does.
func (w *Wiring) Channel(sq board.Square) int { return int(w.channels[sq]) }

// Wood returns the squares whose channels are closed in a scan.
func (w *Wiring) Wood(levels []uint64) board.Set {
	var wood board.Set
	for ch, sq := range w.squares {
		if has(levels, ch) {
			wood.Add(sq)
		}
	}
	return wood
}

// words is how many words hold that many bits.
func words(bits int) int { return (bits + 63) / 64 }

// has reports bit i of levels; bits beyond its end are 0.
func has(levels []uint64, i int) bool {
	return i>>6 < len(levels) && levels[i>>6]&(1<<(i&63)) != 0
}
