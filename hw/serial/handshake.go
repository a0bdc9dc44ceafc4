package serial

import (
	"math/rand/v2"
	"strings"
	"time"

	"reeve/firmware-protocol/wire"
)

// The times of PROTOCOL.md 3.
const (
	helloTimeout = 2500 * time.Millisecond
	helloEvery   = 500 * time.Millisecond
	helloLimit   = 10 * time.Second
	openEvery    = 200 * time.Millisecond
	openTries    = 10
	silence      = 3 * time.Second
	hostTimeout  = 30 // of 100 ms
)

type stage uint8

const (
	waiting stage = iota // for HELLO
	opening              // for OPENED
	syncing              // for STATE
	up
)

// handshake is the state of the handshake, and the controller's HELLO (PROTOCOL.md 3).
type handshake struct {
	stage stage
	began time.Duration
	heard time.Duration // the last intact frame of the session
	askAt time.Duration // the next HELLO_REQ, OPEN or STATE_REQ
	tries int           // OPENs since the HELLO
	hello wire.Hello
	info  Info
	open  wire.Open
}

func newHandshake(now time.Duration) handshake {
	return handshake{began: now, heard: now, askAt: now + helloTimeout}
}

// silent reports whether the expected answer is overdue.
func (h *handshake) silent(now time.Duration) bool {
	if h.stage == waiting {
		return now-h.began >= helloLimit
	}
	return now-h.heard >= silence || h.stage == opening && h.tries > openTries
}

// due is when the controller is asked again, or is silent, while nothing else is sent.
func (h *handshake) due() time.Duration {
	if h.stage == waiting {
		return min(h.askAt, h.began+helloLimit)
	}
	return min(h.askAt, h.heard+silence)
}

// met takes the HELLO of a controller.
func (h *handshake) met(m wire.Hello, now time.Duration) {
	h.heard = now
	h.info = describe(m)
	h.hello = m
	h.hello.TLVs = nil // they lie in the decoder
}

// begin chooses a session number, and requests to resume the remembered session.
func (h *handshake) begin(mem *memory, now time.Duration) {
	sid := mem.sid
	for sid == mem.sid || sid == 0 {
		sid = uint8(rand.Uint32())
	}
	mem.sid = sid
	h.open = wire.Open{SID: sid, Boot: mem.boot, EvNext: mem.next, FirstCmd: uint8(rand.Uint32()), HostTimeout: hostTimeout}
	if mem.valid && len(mem.levels) == h.levelBytes() {
		h.open.Flags = wire.OpenResume
	}
	h.stage, h.tries, h.askAt = opening, 0, now
}

// resumed reports whether the controller goes on where the session before ended.
func (h *handshake) resumed(m wire.Opened) bool {
	return m.Flags&wire.OpenedResumed != 0 && h.open.Flags&wire.OpenResume != 0
}

// has reports whether the controller has a feature.
func (h *handshake) has(feature wire.Features) bool { return h.hello.Features&feature != 0 }

// levelBytes is how many bytes the levels of all contacts take.
func (h *handshake) levelBytes() int { return (int(h.hello.Contacts) + 7) / 8 }

func describe(m wire.Hello) Info {
	info := Info{
		Boot: m.Boot, Contacts: int(m.Contacts), LEDs: int(m.LEDs), Buttons: int(m.Buttons),
		Minor: m.Minor, Features: m.Features,
	}
	texts := map[uint8]*string{wire.TagFirmware: &info.Firmware, wire.TagVersion: &info.Version, wire.TagLayout: &info.Layout}
	for p := m.TLVs; ; {
		tag, value, rest, ok := wire.NextTLV(p)
		if !ok {
			return info
		}
		if text := texts[tag]; text != nil {
			*text = strings.ToValidUTF8(string(value), "?")
		}
		p = rest
	}
}
