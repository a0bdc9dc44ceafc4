// Package bus is the line between a hall and its boards: publish, listen, ask. It runs on
// NATS, and is the only room that knows so.
//
// It must not know what is said. The one idea: a bus promises nothing. It may be away, slow
// or a liar; who sends on it keeps what he sent until he hears that it has arrived, and
// nobody who plays ever waits for it.
package bus
