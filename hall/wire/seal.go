package wire

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"reeve/rules"
)

// Causes why a message is not believed.
var (
	ErrForged  = errors.New("wire: the message is not signed by who would say it here")
	ErrForm    = errors.New("wire: malformed message")
	ErrVersion = errors.New("wire: the message is of another version")
)

// Version is the version of all messages. One with another number is refused whole.
const Version = 1

// MaxMessage is how long a message may be, in bytes.
const MaxMessage = 256 << 10

var signature = base64.RawStdEncoding

const signed = 86 // characters of a signature

// Seal signs a message for a subject: the signature, a line feed, and the message as JSON.
func Seal(key ed25519.PrivateKey, subject string, message any) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(subject)
	b.WriteByte('\n')
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(message); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForm, err)
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	out := make([]byte, signed, signed+len(text)-len(subject))
	signature.Encode(out, ed25519.Sign(key, text))
	return append(out, text[len(subject):]...), nil
}

// Open reads what Seal wrote into message, which has a field V. Without a key it wraps
// ErrForged, as for a text that its owner did not sign at that subject; else ErrForm or
// ErrVersion.
func Open(key ed25519.PublicKey, subject string, data []byte, message any) error {
	if len(data) > MaxMessage {
		return fmt.Errorf("%w: %d bytes", ErrForm, len(data))
	}
	if len(key) != ed25519.PublicKeySize || len(data) < signed+1 || data[signed] != '\n' {
		return ErrForged
	}
	var sum [ed25519.SignatureSize]byte
	if n, err := signature.Strict().Decode(sum[:], data[:signed]); err != nil || n != len(sum) {
		return ErrForged
	}
	text := append([]byte(subject), data[signed:]...)
	if !ed25519.Verify(key, text, sum[:]) {
		return ErrForged
	}
	return read(data[signed+1:], message)
}

// ours is the beginning of messages of this version as Seal writes them: most need no second look.
var ours = []byte(`{"v":1,`)

// other refuses a message of another version.
func other(text []byte) error {
	var version struct {
		V int `json:"v"`
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return fmt.Errorf("%w: %w", ErrForm, err)
	}
	if version.V != Version {
		return fmt.Errorf("%w: %d, this reeve speaks %d", ErrVersion, version.V, Version)
	}
	return nil
}

// read decodes one message strictly.
func read(text []byte, message any) error {
	if !bytes.HasPrefix(text, ours) {
		if err := other(text); err != nil {
			return err
		}
	}
	if err := rules.ReadJSON(text, message); err != nil {
		return fmt.Errorf("%w: %w", ErrForm, err)
	}
	if m, ok := message.(interface{ check() error }); ok {
		return m.check()
	}
	return nil
}
