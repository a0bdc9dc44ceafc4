package rules

import "math/bits"

// Seat is who acts or who looks: a player's seat 0 to 3, or one of the names below.
type Seat uint8

// MaxSeats is the most players any game seats.
const MaxSeats = 4

// Who else acts, and who else looks.
const (
	Chance  Seat = 7    // the dice or the shuffled cards
	Referee Seat = 8    // resignation, agreement, time
	Table   Seat = 0xFE // a viewer that knows what everybody may see
	Full    Seat = 0xFF // a viewer that knows everything: records and the rules tool only
)

// Seats is a set of seats and of Chance.
type Seats uint8

// SeatsOf returns the set of the given seats.
func SeatsOf(seats ...Seat) Seats {
	var s Seats
	for _, seat := range seats {
		s |= 1 << seat
	}
	return s
}

// Has reports whether seat, a player's or Chance, is in s.
func (s Seats) Has(seat Seat) bool { return seat <= Chance && s&(1<<seat) != 0 }

// Len counts the seats of s.
func (s Seats) Len() int { return bits.OnesCount8(uint8(s)) }

// Only returns the seat of a set of one; false for any other set.
func (s Seats) Only() (Seat, bool) {
	if s.Len() != 1 {
		return 0, false
	}
	return Seat(bits.TrailingZeros8(uint8(s))), true
}

// All returns the seats of s, rising.
func (s Seats) All() []Seat {
	var seats []Seat
	for ; s != 0; s &= s - 1 {
		seats = append(seats, Seat(bits.TrailingZeros8(uint8(s))))
	}
	return seats
}
