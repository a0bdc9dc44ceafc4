package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
)

// stream is the bytes that a seed and words determine.
type stream struct {
	seed  []byte
	words string
	index uint64 // of the next block
	block []byte // what is left of the block before it
}

// next returns the next byte of the stream.
func (s *stream) next() byte {
	if len(s.block) == 0 {
		mac := hmac.New(sha256.New, s.seed)
		mac.Write([]byte(s.words))
		mac.Write([]byte{0})
		mac.Write(binary.BigEndian.AppendUint64(nil, s.index))
		s.block = mac.Sum(nil)
		s.index++
	}
	b := s.block[0]
	s.block = s.block[1:]
	return b
}

// below returns a number 0…n-1, for n from 1 to 256.
func (s *stream) below(n int) int {
	for {
		if k, ok := residue(s.next(), n); ok {
			return k
		}
	}
}

// residue returns b mod n, and false for the bytes at the top that would make
// some residues likelier than others.
func residue(b byte, n int) (int, bool) {
	return int(b) % n, int(b) < 256-256%n
}
