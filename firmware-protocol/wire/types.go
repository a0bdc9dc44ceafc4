package wire

import "fmt"

// Type says what a frame is. Bit 7 is the direction, bit 6 marks what may be ignored when unknown.
type Type uint8

// The types of version 1 (PROTOCOL.md, 4). Types 0x70 to 0x7F and 0xF0 to 0xFF are private and are never in
// a release.
const (
	TypeHelloReq    Type = 0x01
	TypeOpen        Type = 0x02
	TypePing        Type = 0x03
	TypeStateReq    Type = 0x04
	TypeStatsReq    Type = 0x05
	TypeReadingsReq Type = 0x06
	TypeEvAck       Type = 0x10

	TypeLEDPalette Type = 0x20
	TypeLEDIdx4    Type = 0x21
	TypeLEDRuns    Type = 0x22
	TypeLEDRGB     Type = 0x23
	TypeLEDSet     Type = 0x24
	TypeLEDMask    Type = 0x25
	TypeLEDCommit  Type = 0x2F
	TypeConfig     Type = 0x30
	TypeSetBaud    Type = 0x31
	TypeCalibrate  Type = 0x32
	TypeReboot     Type = 0x3E

	TypeHello    Type = 0x81
	TypeOpened   Type = 0x82
	TypePong     Type = 0x83
	TypeState    Type = 0x84
	TypeStats    Type = 0x85
	TypeAck      Type = 0x86
	TypeEvents   Type = 0x90
	TypeReadings Type = 0x91
	TypeBeat     Type = 0x92
	TypeLog      Type = 0xC1
)

var typeNames = map[Type]string{
	TypeHelloReq: "HELLO_REQ", TypeOpen: "OPEN", TypePing: "PING", TypeStateReq: "STATE_REQ", TypeStatsReq: "STATS_REQ",
	TypeEvAck: "EV_ACK", TypeLEDPalette: "LED_PALETTE", TypeLEDIdx4: "LED_IDX4", TypeLEDRuns: "LED_RUNS", TypeLEDRGB: "LED_RGB",
	TypeLEDSet: "LED_SET", TypeLEDMask: "LED_MASK", TypeLEDCommit: "LED_COMMIT", TypeConfig: "CONFIG", TypeSetBaud: "SET_BAUD",
	TypeReboot: "REBOOT", TypeReadingsReq: "READINGS_REQ", TypeCalibrate: "CALIBRATE", TypeReadings: "READINGS", TypeHello: "HELLO", TypeOpened: "OPENED", TypePong: "PONG", TypeState: "STATE", TypeStats: "STATS",
	TypeAck: "ACK", TypeEvents: "EVENTS", TypeBeat: "BEAT", TypeLog: "LOG",
}

// String returns the name PROTOCOL.md uses, or the number of an unknown type.
func (t Type) String() string {
	if name, ok := typeNames[t]; ok {
		return name
	}
	return fmt.Sprintf("type %02x", uint8(t))
}

// FromController reports whether only a controller sends t; the host that receives another hears itself.
func (t Type) FromController() bool { return t&0x80 != 0 }

// Ancillary reports whether a receiver that does not know t says and counts nothing.
func (t Type) Ancillary() bool { return t&0x40 != 0 }

// Sequenced reports whether t is a numbered command, which is executed in order and acknowledged.
func (t Type) Sequenced() bool { return t >= 0x20 && t < 0x40 }

// Status is what became of a command.
type Status uint8

// The statuses of ACK. Only StatusOrder leaves the command number where it was.
const (
	StatusOK          Status = 0
	StatusOrder       Status = 1 // a command before this one is missing
	StatusUnsupported Status = 2
	StatusLength      Status = 3 // the payload is shorter than its minimum or its own counts
	StatusRange       Status = 4 // a LED, palette entry or value that does not exist
	StatusBusy        Status = 5
	StatusCommitCRC   Status = 6 // the back buffer is not what the host believes
)

var statusNames = [...]string{"ok", "out of order", "unsupported", "bad length", "out of range", "busy", "commit check failed"}

// Error makes of a status other than StatusOK an error.
func (s Status) Error() string { return s.String() }

// String returns the status in words.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("status %d", uint8(s))
}

// Features are what a controller can do beyond the least.
type Features uint32

// The feature bits of HELLO; others are reserved and ignored.
const (
	DeafOnShow Features = 1 << 0 // hears nothing between a commit and its ACK
	HasEffects Features = 1 << 1 // shows palette effects; others show them steady
	HasFade    Features = 1 << 2 // fades at a commit; others show at once
	HasSetBaud Features = 1 << 3
	HasSupply  Features = 1 << 4 // measures its supply voltage
	HasPoles   Features = 1 << 5 // its contacts are linear Hall sensors: it tells poles, and can be calibrated
)

// Effect is how a palette entry moves.
type Effect uint8

// The effects of LED_PALETTE; a controller shows unknown ones as Steady.
const (
	Steady    Effect = 0
	Blink     Effect = 1 // half a period on, half off
	Pulse     Effect = 2 // up and down within a period
	FlashOnce Effect = 3 // half a period on after the commit, then dark
)

// Flag bits of STATE and BEAT.
const (
	FlagGap   uint8 = 1 << 0 // STATE: adopt me, edges are missing before me. BEAT: edges are being lost, do not compare
	FlagStuck uint8 = 1 << 1 // a sensor line does not move as it should
	FlagTest  uint8 = 1 << 2 // a self-test runs
	FlagIdle  uint8 = 1 << 3 // BEAT: the host was silent, the idle pattern is shown
)

// Flag bits of single messages.
const (
	OpenResume    uint8 = 1 << 0 // OPEN: go on from ev_next if you can
	OpenedResumed uint8 = 1 << 0 // OPENED: the log goes on
	OpenedGap     uint8 = 1 << 1 // OPENED: resuming was asked for and is not possible
	AckRewind     uint8 = 1 << 0 // EV_ACK: send again from next
)

// MaskOp is what LED_MASK does to the LEDs outside of the mask.
type MaskOp uint8

// The operations of LED_MASK.
const (
	MaskSet   MaskOp = 0 // leave them
	MaskClear MaskOp = 1 // make them dark
)

// The tags in HELLO.
const (
	TagFirmware uint8 = 1 // name, text
	TagVersion  uint8 = 2 // text
	TagUnit     uint8 = 3 // eight bytes, one unit's own
	TagLayout   uint8 = 4 // name of the board or layout, text
	TagSensor   uint8 = 5 // kind u8, scan period in µs u16, debounce in scans u8
	TagLED      uint8 = 6 // kind u8, order u8, greatest current in mA u16
	TagBauds    uint8 = 7 // u32 each
	TagURL      uint8 = 8 // licence or address, text
)

// The tags in CONFIG.
const (
	TagScan       uint8 = 1 // scan period in µs, u16
	TagPress      uint8 = 2 // equal samples before closed is believed, u8
	TagRelease    uint8 = 3 // equal samples before open is believed, u8
	TagBrightness uint8 = 4 // cap, u8, 255 is full
	TagCurrent    uint8 = 5 // cap in mA, u16, 0 is none
	TagBeat       uint8 = 6 // period of BEAT in 10 ms, u8, 0 is none
)

// PaletteSize is how many palette entries a controller has.
const PaletteSize = 16

// RebootMagic must stand in REBOOT.
const RebootMagic uint16 = 0xB007
