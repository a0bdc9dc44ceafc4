// Package link is the board's side of a hall: it tells the hall what everybody may know of
// the board, and does what an arbiter asks.
//
// It must not hold up play, nor know how the hall keeps what it is told. The one idea: the
// board's own archive is the outbox. What the hall has not yet said that it has is read
// there and said again; nothing else is kept, so nothing can be lost between the two.
package link
