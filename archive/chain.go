package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// ErrDamaged is the cause when what is read is not what was written.
var ErrDamaged = errors.New("archive: damaged")

// hash is the SHA-256 of a line of the record (api.md, "Hashes").
type hash [sha256.Size]byte

func (h hash) String() string { return hex.EncodeToString(h[:]) }

// is reports whether h is what was stored as it.
func (h hash) is(stored []byte) bool { return bytes.Equal(h[:], stored) }

// chain hashes the lines of one record after each other.
type chain struct {
	last hash // of the line before
	text bytes.Buffer
}

// begin takes the header in.
func (c *chain) begin(h Header) error {
	first := headOf(h)
	first.Seed, first.Script, first.Seats = hex.EncodeToString(h.Seed), h.Script, nil
	return c.add(first)
}

// next takes an event in.
func (c *chain) next(e Event) error {
	l := lineOf(e)
	l.Before = c.last.String()
	return c.add(l)
}

// add hashes a line as Export writes it, without the hash and what stands behind it.
func (c *chain) add(line any) error {
	c.text.Reset()
	enc := json.NewEncoder(&c.text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(line); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	c.last = sha256.Sum256(bytes.TrimSuffix(c.text.Bytes(), []byte("\n")))
	return nil
}

// hashesOf returns the hash of the header and of each event.
func hashesOf(h Header, events []Event) ([]hash, error) {
	var c chain
	if err := c.begin(h); err != nil {
		return nil, err
	}
	all := []hash{c.last}
	for _, e := range events {
		if err := c.next(e); err != nil {
			return nil, err
		}
		all = append(all, c.last)
	}
	return all, nil
}

// touchHash is the hash of raw touches that were written together, after the hash of those before.
func touchHash(before []byte, after int, data []byte) hash {
	return sha256.Sum256(fmt.Appendf(nil, "%x %d %x", before, after, data))
}

// keptSum is the sum of a value kept under a key.
func keptSum(key string, value []byte) hash {
	return sha256.Sum256(fmt.Appendf(nil, "kept %q %x", key, value))
}

// digest is the sums of all games and kept values in one: whatever is added, changed or missing shows in it.
type digest hash

// toggle takes a sum in, or out again.
func (d *digest) toggle(sum []byte) {
	for i := range min(len(d), len(sum)) {
		d[i] ^= sum[i]
	}
}
