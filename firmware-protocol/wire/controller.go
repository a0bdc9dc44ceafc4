package wire

// Magic opens every HELLO.
const Magic = "REEV"

// Hello is a controller's description of itself.
type Hello struct {
	Major, Minor uint8
	Boot         uint16 // differs from boot to boot
	Contacts     uint16 // 0 to 256
	LEDs         uint16 // 0 to 256
	Buttons      uint8
	MaxFrame     uint8  // the longest decoded frame it takes
	RxRing       uint16 // bytes of commands it can hold: the host's window
	EventRing    uint16 // edges it can hold
	TickMicros   uint16 // length of a tick, 64 to 2000 µs
	Features     Features
	TLVs         []byte // TagFirmware and following
}

const helloSize = 24

// Append appends the payload of m.
func (m Hello) Append(dst []byte) []byte {
	dst = append(append(dst, Magic...), m.Major, m.Minor)
	dst = le.AppendUint16(dst, m.Boot)
	dst = le.AppendUint16(dst, m.Contacts)
	dst = le.AppendUint16(dst, m.LEDs)
	dst = append(dst, m.Buttons, m.MaxFrame)
	dst = le.AppendUint16(dst, m.RxRing)
	dst = le.AppendUint16(dst, m.EventRing)
	dst = le.AppendUint16(dst, m.TickMicros)
	dst = le.AppendUint32(dst, uint32(m.Features))
	return append(dst, m.TLVs...)
}

// ParseHello reads the payload of a HELLO. Of another major version only the magic, the versions and the
// boot number are read. TLVs that are cut off are ignored.
func ParseHello(p []byte) (Hello, error) {
	if len(p) < 8 {
		return Hello{}, short(TypeHello, p)
	}
	if string(p[:4]) != Magic {
		return Hello{}, rangeError(TypeHello, p)
	}
	m := Hello{Major: p[4], Minor: p[5], Boot: le.Uint16(p[6:])}
	if m.Major != Major {
		return m, nil
	}
	if len(p) < helloSize {
		return Hello{}, short(TypeHello, p)
	}
	m.Contacts, m.LEDs, m.Buttons, m.MaxFrame = le.Uint16(p[8:]), le.Uint16(p[10:]), p[12], p[13]
	m.RxRing, m.EventRing, m.TickMicros = le.Uint16(p[14:]), le.Uint16(p[16:]), le.Uint16(p[18:])
	m.Features, m.TLVs = Features(le.Uint32(p[20:])), p[helloSize:]
	if m.Contacts > 256 || m.LEDs > 256 || m.MaxFrame < 64 || m.RxRing < 64 || m.TickMicros < 64 || m.TickMicros > 2000 {
		return Hello{}, rangeError(TypeHello, p)
	}
	return m, nil
}

// Opened answers an OPEN. A STATE follows it.
type Opened struct {
	Boot    uint16
	EvTail  uint16 // the oldest edge still in the log
	EvHead  uint16 // the number the next edge will get
	CmdNext uint8
	Flags   uint8 // OpenedResumed, OpenedGap
}

// Append appends the payload of m.
func (m Opened) Append(dst []byte) []byte {
	dst = le.AppendUint16(dst, m.Boot)
	dst = le.AppendUint16(dst, m.EvTail)
	dst = le.AppendUint16(dst, m.EvHead)
	return append(dst, m.CmdNext, m.Flags)
}

// ParseOpened reads the payload of an OPENED.
func ParseOpened(p []byte) (Opened, error) {
	if len(p) < 8 {
		return Opened{}, short(TypeOpened, p)
	}
	return Opened{le.Uint16(p), le.Uint16(p[2:]), le.Uint16(p[4:]), p[6], p[7]}, nil
}

// Pong answers a PING with the controller's time.
type Pong struct {
	Token uint32
	Tick  uint32
	Sub   uint16 // µs into the tick
}

// Append appends the payload of m.
func (m Pong) Append(dst []byte) []byte {
	return le.AppendUint16(le.AppendUint32(le.AppendUint32(dst, m.Token), m.Tick), m.Sub)
}

// ParsePong reads the payload of a PONG.
func ParsePong(p []byte) (Pong, error) {
	if len(p) < 10 {
		return Pong{}, short(TypePong, p)
	}
	return Pong{le.Uint32(p), le.Uint32(p[4:]), le.Uint16(p[8:])}, nil
}

// State is every contact after all edges before EvNext.
type State struct {
	EvNext uint16
	Tick   uint32
	Flags  uint8  // FlagGap, FlagStuck, FlagTest
	Lost   uint16 // edges lost in this gap, 65535 is that or more
	Levels []byte // a bit a contact, lowest first; the host knows how many bytes it needs. With HasPoles as many follow: those that feel Negative
}

// Pole returns the pole that a contact feels, of a controller with HasPoles and so many contacts.
func (m State) Pole(contact, contacts int) Pole {
	bytes, mask := (contacts+7)/8, byte(1)<<(contact%8)
	switch {
	case len(m.Levels) < 2*bytes || m.Levels[contact/8]&mask == 0:
		return NoPole
	case m.Levels[bytes+contact/8]&mask != 0:
		return Negative
	}
	return Positive
}

// Append appends the payload of m.
func (m State) Append(dst []byte) []byte {
	dst = le.AppendUint32(le.AppendUint16(dst, m.EvNext), m.Tick)
	return append(le.AppendUint16(append(dst, m.Flags), m.Lost), m.Levels...)
}

// ParseState reads the payload of a STATE.
func ParseState(p []byte) (State, error) {
	if len(p) < 9 {
		return State{}, short(TypeState, p)
	}
	return State{le.Uint16(p), le.Uint32(p[2:]), p[6], le.Uint16(p[7:]), p[9:]}, nil
}

// Ack answers a command.
type Ack struct {
	NextCmd uint8
	Status  Status // of the command before NextCmd, or StatusOrder
	RxFree  uint16 // bytes of commands it can take now
}

// Append appends the payload of m.
func (m Ack) Append(dst []byte) []byte {
	return le.AppendUint16(append(dst, m.NextCmd, uint8(m.Status)), m.RxFree)
}

// ParseAck reads the payload of an ACK.
func ParseAck(p []byte) (Ack, error) {
	if len(p) < 4 {
		return Ack{}, short(TypeAck, p)
	}
	return Ack{p[0], Status(p[1]), le.Uint16(p[2:])}, nil
}

// Class is what an edge belongs to.
type Class uint8

// The classes of an edge; a host ignores others.
const (
	Contact Class = 0
	Button  Class = 1
	Aux     Class = 2
)

// Edge is one debounced change.
type Edge struct {
	Index   uint8
	Class   Class
	Closed  bool   // closed, occupied, pressed
	Rebuilt bool   // happened while the controller could not look: the time is not exact
	Pole    Pole   // of a contact that closed, with HasPoles
	Dt      uint16 // ticks since the edge before it in its frame
}

// Events carries consecutive edges of the log.
type Events struct {
	First   uint16 // number of the first edge
	Tick    uint32 // time of the first edge
	Records []byte // see AppendEdge
}

const (
	edgeSize    = 4
	edgeClosed  = 1 << 0
	edgeRebuilt = 1 << 4
	edgePole    = 5 // the first of its bits

	// EventsPerFrame is how many edges a controller puts into one frame at most, so that nothing urgent
	// waits long behind it; a host takes as many as fit.
	EventsPerFrame = 12
)

// AppendEdge appends one record of Events.Records.
func AppendEdge(dst []byte, e Edge) []byte {
	cls := uint8(e.Class&7) << 1
	if e.Closed {
		cls |= edgeClosed
	}
	if e.Rebuilt {
		cls |= edgeRebuilt
	}
	cls |= uint8(e.Pole&3) << edgePole
	return le.AppendUint16(append(dst, e.Index, cls), e.Dt)
}

// Len returns how many edges m carries.
func (m Events) Len() int { return len(m.Records) / edgeSize }

// Edge returns the i-th edge, which has number First+i.
func (m Events) Edge(i int) Edge {
	r := m.Records[i*edgeSize:]
	return Edge{r[0], Class(r[1] >> 1 & 7), r[1]&edgeClosed != 0, r[1]&edgeRebuilt != 0, Pole(r[1] >> edgePole & 3), le.Uint16(r[2:])}
}

// Append appends the payload of m.
func (m Events) Append(dst []byte) []byte {
	return append(le.AppendUint32(le.AppendUint16(dst, m.First), m.Tick), m.Records...)
}

// ParseEvents reads the payload of an EVENTS.
func ParseEvents(p []byte) (Events, error) {
	if len(p) < 6+edgeSize || (len(p)-6)%edgeSize != 0 {
		return Events{}, short(TypeEvents, p)
	}
	return Events{le.Uint16(p), le.Uint32(p[2:]), p[6:]}, nil
}

// Beat says once a second that all is well, and enough to notice when it is not.
type Beat struct {
	Tick     uint32
	EvHead   uint16 // the number the next edge will get
	StateCRC uint16 // CRC of the levels as STATE would send them
	CmdNext  uint8
	Flags    uint8  // FlagGap, FlagStuck, FlagTest, FlagIdle
	LEDFrame uint16 // the frame shown, 0 is the idle pattern
	SupplyMV uint16 // 0 is unknown
}

// beatLen is the payload of every BEAT; controllers with linear sensors append what Drifted reads.
const beatLen = 14

// Append appends the payload of m.
func (m Beat) Append(dst []byte) []byte {
	dst = le.AppendUint16(le.AppendUint32(dst, m.Tick), m.EvHead)
	dst = append(le.AppendUint16(dst, m.StateCRC), m.CmdNext, m.Flags)
	return le.AppendUint16(le.AppendUint16(dst, m.LEDFrame), m.SupplyMV)
}

// ParseBeat reads the payload of a BEAT.
func ParseBeat(p []byte) (Beat, error) {
	if len(p) < beatLen {
		return Beat{}, short(TypeBeat, p)
	}
	return Beat{le.Uint32(p), le.Uint16(p[4:]), le.Uint16(p[6:]), p[8], p[9], le.Uint16(p[10:]), le.Uint16(p[12:])}, nil
}

// The words of Stats, in the order of STATS.
const (
	StatRxOK = iota
	StatCRC
	StatCOBS
	StatShort
	StatLong
	StatSID
	StatUARTOverrun
	StatUARTFrame
	StatRxRingFull
	StatCmdGap
	StatTxFrames
	StatEvResent
	StatEvRingHigh
	StatEvLost
	StatScanLate
	StatResetCause
	StatIRQOffMax // µs
	StatStackFree // bytes
	StatIgnored   // intact frames of an unknown type, with a bad payload or an echo
	StatCount
)

// Stats are the controller's own counters, modulo 65536.
type Stats [StatCount]uint16

// Append appends the payload of m.
func (m Stats) Append(dst []byte) []byte {
	for _, v := range m {
		dst = le.AppendUint16(dst, v)
	}
	return dst
}

// ParseStats reads the payload of a STATS; words appended by later versions are ignored.
func ParseStats(p []byte) (Stats, error) {
	var m Stats
	if len(p) < 2*StatCount {
		return m, short(TypeStats, p)
	}
	for i := range m {
		m[i] = le.Uint16(p[2*i:])
	}
	return m, nil
}
