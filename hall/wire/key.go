package wire

import (
	"crypto/ed25519"
	"encoding/base32"
	"errors"
	"fmt"
)

// ErrID is the cause where a text names no board and no hall.
var ErrID = errors.New("wire: this is no name of a board or a hall")

// ID is the name of a board or a hall for all time: its public key, in the 52 letters and
// digits of base32. It can be a part of a subject.
type ID string

var base = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// IDOf is the name of who has this key.
func IDOf(key ed25519.PublicKey) ID { return ID(base.EncodeToString(key)) }

// ParseID reads a name. It wraps ErrID.
func ParseID(text string) (ID, error) {
	key, err := base.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize || base.EncodeToString(key) != text {
		return "", fmt.Errorf("%w: %.60q", ErrID, text)
	}
	return ID(text), nil
}

// Key is the public key that the name is; nil of a name that ParseID would refuse.
func (id ID) Key() ed25519.PublicKey {
	key, err := base.DecodeString(string(id))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil
	}
	return key
}

// Short is the beginning of a name, for people.
func (id ID) Short() string { return string(id[:min(len(id), 8)]) }
