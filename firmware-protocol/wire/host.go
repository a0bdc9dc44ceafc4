package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Errors of the parsers; they come wrapped with the type and length of the payload.
var (
	ErrLength = errors.New("payload too short")
	ErrRange  = errors.New("value out of range")
)

var le = binary.LittleEndian

func short(t Type, p []byte) error {
	return fmt.Errorf("wire: %v of %d bytes: %w", t, len(p), ErrLength)
}

func rangeError(t Type, p []byte) error {
	return fmt.Errorf("wire: %v of %d bytes: %w", t, len(p), ErrRange)
}

// Open begins or resumes a session.
type Open struct {
	SID         uint8  // never 0, different from the last
	Flags       uint8  // OpenResume
	Boot        uint16 // of the session to resume
	EvNext      uint16 // the first edge the host has not seen
	FirstCmd    uint8  // number of the host's first command
	HostTimeout uint8  // 100 ms: silence after which the idle pattern is shown, 0 is never
}

// Append appends the payload of m.
func (m Open) Append(dst []byte) []byte {
	dst = append(dst, m.SID, m.Flags)
	dst = le.AppendUint16(dst, m.Boot)
	dst = le.AppendUint16(dst, m.EvNext)
	return append(dst, m.FirstCmd, m.HostTimeout)
}

// ParseOpen reads the payload of an OPEN.
func ParseOpen(p []byte) (Open, error) {
	if len(p) < 8 {
		return Open{}, short(TypeOpen, p)
	}
	if p[0] == 0 {
		return Open{}, rangeError(TypeOpen, p)
	}
	return Open{p[0], p[1], le.Uint16(p[2:]), le.Uint16(p[4:]), p[6], p[7]}, nil
}

// Ping asks for a PONG with the same token.
type Ping struct{ Token uint32 }

// Append appends the payload of m.
func (m Ping) Append(dst []byte) []byte { return le.AppendUint32(dst, m.Token) }

// ParsePing reads the payload of a PING.
func ParsePing(p []byte) (Ping, error) {
	if len(p) < 4 {
		return Ping{}, short(TypePing, p)
	}
	return Ping{le.Uint32(p)}, nil
}

// EvAck says which edge the host wants next; every edge before it has arrived.
type EvAck struct {
	Next  uint16
	Flags uint8 // AckRewind
}

// Append appends the payload of m.
func (m EvAck) Append(dst []byte) []byte { return append(le.AppendUint16(dst, m.Next), m.Flags) }

// ParseEvAck reads the payload of an EV_ACK.
func ParseEvAck(p []byte) (EvAck, error) {
	if len(p) < 3 {
		return EvAck{}, short(TypeEvAck, p)
	}
	return EvAck{le.Uint16(p), p[2]}, nil
}

// Config sets what the host may choose, as TLVs (TagScan and following).
type Config struct{ TLVs []byte }

// Append appends the payload of m.
func (m Config) Append(dst []byte) []byte { return append(dst, m.TLVs...) }

// ParseConfig reads the payload of a CONFIG and checks that its TLVs are whole.
func ParseConfig(p []byte) (Config, error) {
	if !wholeTLVs(p) {
		return Config{}, short(TypeConfig, p)
	}
	return Config{p}, nil
}

// SetBaud asks for another rate.
type SetBaud struct {
	Baud      uint32
	ConfirmMS uint16 // both go back unless a valid frame arrives within this time, ms
}

// Append appends the payload of m.
func (m SetBaud) Append(dst []byte) []byte {
	return le.AppendUint16(le.AppendUint32(dst, m.Baud), m.ConfirmMS)
}

// ParseSetBaud reads the payload of a SET_BAUD.
func ParseSetBaud(p []byte) (SetBaud, error) {
	if len(p) < 6 {
		return SetBaud{}, short(TypeSetBaud, p)
	}
	return SetBaud{le.Uint32(p), le.Uint16(p[4:])}, nil
}

// Reboot restarts the controller. Mode 0 is its own program, 1 its boot loader.
type Reboot struct{ Mode uint8 }

// Append appends the payload of m.
func (m Reboot) Append(dst []byte) []byte { return append(le.AppendUint16(dst, RebootMagic), m.Mode) }

// ParseReboot reads the payload of a REBOOT and checks its magic.
func ParseReboot(p []byte) (Reboot, error) {
	if len(p) < 3 {
		return Reboot{}, short(TypeReboot, p)
	}
	if le.Uint16(p) != RebootMagic {
		return Reboot{}, rangeError(TypeReboot, p)
	}
	return Reboot{p[2]}, nil
}

// AppendTLV appends one tagged value. It panics if the value is longer than 255 bytes.
func AppendTLV(dst []byte, tag uint8, value []byte) []byte {
	if len(value) > 255 {
		panic(fmt.Sprintf("wire: value of %d bytes under tag %d", len(value), tag))
	}
	return append(append(dst, tag, uint8(len(value))), value...)
}

// NextTLV takes the first tagged value off p. It reports false at the end and at a value that is cut off.
func NextTLV(p []byte) (tag uint8, value, rest []byte, ok bool) {
	if len(p) < 2 || len(p) < 2+int(p[1]) {
		return 0, nil, nil, false
	}
	end := 2 + int(p[1])
	return p[0], p[2:end], p[end:], true
}

func wholeTLVs(p []byte) bool {
	for len(p) > 0 {
		var ok bool
		if _, _, p, ok = NextTLV(p); !ok {
			return false
		}
	}
	return true
}
