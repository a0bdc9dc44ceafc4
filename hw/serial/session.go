package serial

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"reeve/firmware-protocol/wire"
)

// Causes of a link that is down; Sink.Down gets them wrapped.
var (
	ErrSilent   = errors.New("serial: controller is silent")
	ErrStuck    = errors.New("serial: write is stuck")
	ErrReset    = errors.New("serial: controller has restarted")
	ErrVersion  = errors.New("serial: controller speaks another version")
	ErrTooSmall = errors.New("serial: controller has too few contacts or LEDs")
	ErrSupply   = errors.New("serial: the supply of the LEDs is gone")
	ErrRefused  = errors.New("serial: controller does not answer commands")
)

// The times of PROTOCOL.md 3 and 6.
const (
	helloTimeout = 2500 * time.Millisecond
	helloEvery   = 500 * time.Millisecond
	helloLimit   = 10 * time.Second
	openEvery    = 200 * time.Millisecond
	openTries    = 10
	silence      = 3 * time.Second
	pingEvery    = time.Second
	statsEvery   = 10 * time.Second
	hostTimeout  = 30 // of 100 ms
	maxRepeats   = 10
)

// When the supply of LEDs of 5 V is taken for gone, and for back, mV.
const (
	supplyGone = 4000
	supplyBack = 4300
)

type stage uint8

const (
	waiting stage = iota // for HELLO
	opening              // for OPENED
	syncing              // for STATE
	up
)

// memory is what outlives a port: enough to resume.
type memory struct {
	valid  bool
	boot   uint16
	next   uint16 // the edge wanted
	levels []byte // after all edges before next
	sid    uint8
}

// session is one port's life, from opening it to its end, without its input and output. Instants are
// since the link's epoch.
type session struct {
	link    *Link
	port    Rater // nil if its rate is what it is
	mem     *memory
	decoder wire.Decoder
	stage   stage
	began   time.Duration
	heard   time.Duration // last intact frame of the session

	askAt    time.Duration // next HELLO_REQ, OPEN or STATE_REQ
	tries    int
	hello    wire.Hello
	info     Info
	open     wire.Open
	fast     int // the rate that the controller can have and is wanted, 0 for none
	rate     rate
	queue    queue
	back     backBuffer
	frame    []byte // what the back buffer is on its way to, padded to the controller's LEDs
	painted  bool   // frame has been queued
	frameID  uint16
	shown    uint16 // the last frame acknowledged
	ack      bool   // an EV_ACK is due
	rewind   bool   // with rewind
	rewindAt time.Duration
	rewound  uint16
	behind   bool // believed a wrong frame: adopt the next STATE
	state    bool // a STATE_REQ is due
	pingAt   time.Duration
	pings    map[uint32]time.Duration
	token    uint32
	statsAt  time.Duration
	clock    clock
	lastEdge time.Duration
	seq      uint8
	out      []byte
	payload  []byte
	calling  *calling // nil if nothing was asked
}

// newSession begins on a port, which is at BootBaud.
func newSession(l *Link, port any, now time.Duration) *session {
	s := &session{link: l, mem: &l.memory, began: now, heard: now, askAt: now + helloTimeout, rate: rate{now: BootBaud}}
	s.port, _ = port.(Rater)
	return s
}

// receive takes bytes from the port.
func (s *session) receive(chunk []byte, now time.Duration) error {
	for len(chunk) > 0 {
		var f wire.Frame
		var ok bool
		if f, chunk, ok = s.decoder.Next(chunk); !ok {
			return nil
		}
		if err := s.handle(f, now); err != nil {
			return err
		}
	}
	return nil
}

// handle is the table of PROTOCOL.md 2 for intact frames, and 6 for the host.
func (s *session) handle(f wire.Frame, now time.Duration) error {
	n := &s.link.work
	switch {
	case !f.Type.FromController():
		n.Echo++
	case f.Type == wire.TypeHello && f.SID == 0:
		return s.greet(f, now)
	case s.stage == waiting || f.SID != s.open.SID:
		n.Stale++
	default:
		s.heard = now
		s.rate.intact()
		err := s.message(f, now)
		if errors.Is(err, wire.ErrLength) || errors.Is(err, wire.ErrRange) {
			n.Ignored++
			return nil
		}
		return err
	}
	return nil
}

func (s *session) message(f wire.Frame, now time.Duration) error {
	switch f.Type {
	case wire.TypeOpened:
		return read(wire.ParseOpened, f, func(m wire.Opened) error { return s.opened(m, now) })
	case wire.TypePong:
		return read(wire.ParsePong, f, func(m wire.Pong) error { s.pong(m, now); return nil })
	case wire.TypeState:
		return read(wire.ParseState, f, func(m wire.State) error { return s.adopt(m, now) })
	case wire.TypeStats:
		return read(wire.ParseStats, f, func(m wire.Stats) error { s.link.work.Controller = m; return nil })
	case wire.TypeAck:
		return read(wire.ParseAck, f, func(m wire.Ack) error { s.acked(m, now); return nil })
	case wire.TypeEvents:
		return read(wire.ParseEvents, f, func(m wire.Events) error { s.events(m, now); return nil })
	case wire.TypeReadings:
		return read(wire.ParseReadings, f, func(m wire.Readings) error { s.read(m, now); return nil })
	case wire.TypeBeat:
		return read(wire.ParseBeat, f, func(m wire.Beat) error { s.beat(m); s.drifts(f.Payload); return nil })
	}
	if !f.Type.Ancillary() {
		s.link.work.Ignored++
	}
	return nil
}

func read[M any](parse func([]byte) (M, error), f wire.Frame, use func(M) error) error {
	m, err := parse(f.Payload)
	if err != nil {
		return err
	}
	return use(m)
}

// greet takes a HELLO: the answer waited for, or the word of a controller that has restarted.
func (s *session) greet(f wire.Frame, now time.Duration) error {
	m, err := wire.ParseHello(f.Payload)
	if err != nil {
		s.link.work.Ignored++
		return nil
	}
	if s.stage != waiting && m.Boot == s.hello.Boot {
		return nil
	}
	cfg := &s.link.cfg
	switch {
	case m.Major != wire.Major:
		return fmt.Errorf("%w: %d.%d, this is %d.%d", ErrVersion, m.Major, m.Minor, wire.Major, wire.Minor)
	case int(m.Contacts) < cfg.Contacts || int(m.LEDs) < cfg.LEDs:
		return fmt.Errorf("%w: %d and %d, wanted %d and %d", ErrTooSmall, m.Contacts, m.LEDs, cfg.Contacts, cfg.LEDs)
	}
	if s.stage > opening {
		s.link.down(fmt.Errorf("%w: boot %d after %d", ErrReset, m.Boot, s.hello.Boot))
	}
	s.heard = now
	s.hello, s.info = m, describe(m)
	s.fast = 0
	if s.port != nil && m.Features&wire.HasSetBaud != 0 && lists(m.TLVs, cfg.Baud) {
		s.fast = cfg.Baud
	}
	s.hello.TLVs = nil // they lie in the decoder
	s.beginOpen(now)
	return s.setBaud(BootBaud) // a controller that starts is there
}

// setBaud gives the port a rate.
func (s *session) setBaud(baud int) error {
	if baud == s.link.work.Baud {
		return nil
	}
	s.rate.now, s.link.work.Baud = baud, baud
	s.queue.first = wire.RTO(baud)
	s.queue.rto = s.queue.first
	if s.port == nil {
		return nil
	}
	if err := s.port.SetBaud(baud); err != nil {
		return fmt.Errorf("serial: change to %d baud: %w", baud, err)
	}
	return nil
}

// changeRate moves a change of the rate on.
func (s *session) changeRate(now time.Duration) error {
	baud, failed := s.rate.step(now)
	if failed {
		s.link.work.Slowed++
	}
	if baud == s.link.work.Baud {
		return nil
	}
	s.pingAt = now + rateSpeak
	return s.setBaud(baud)
}

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

// beginOpen chooses a new session and asks for it.
func (s *session) beginOpen(now time.Duration) {
	sid := s.mem.sid
	for sid == s.mem.sid || sid == 0 {
		sid = uint8(rand.Uint32())
	}
	s.mem.sid = sid
	s.open = wire.Open{SID: sid, Boot: s.mem.boot, EvNext: s.mem.next, FirstCmd: uint8(rand.Uint32()), HostTimeout: hostTimeout}
	if s.mem.valid && len(s.mem.levels) == levelBytes(s.hello) {
		s.open.Flags = wire.OpenResume
	}
	s.stage, s.tries, s.askAt = opening, 0, now
}

func levelBytes(m wire.Hello) int { return (int(m.Contacts) + 7) / 8 }

// opened begins the work of a session.
func (s *session) opened(m wire.Opened, now time.Duration) error {
	if s.stage != opening {
		return nil
	}
	if m.CmdNext != s.open.FirstCmd { // a stranger's session
		s.beginOpen(now)
		return nil
	}
	s.hello.Boot = m.Boot // it may have restarted after its HELLO
	cfg := &s.link.cfg
	s.queue = newQueue(m.CmdNext, int(s.hello.RxRing), s.hello.Features&wire.DeafOnShow != 0, wire.RTO(s.rate.now))
	s.rate.begin(s.fast)
	s.back = newBackBuffer(int(s.hello.LEDs))
	s.frame, s.painted, s.shown = nil, false, 0
	s.clock = clock{unit: time.Duration(s.hello.TickMicros) * time.Microsecond}
	s.pings = map[uint32]time.Duration{}
	s.pingAt, s.statsAt, s.askAt = now, now, now+openEvery
	s.ack, s.rewind, s.behind, s.state = false, false, false, false
	if cfg.MaxCurrent > 0 {
		ma := min(cfg.MaxCurrent, 65535)
		tlv := wire.AppendTLV(nil, wire.TagCurrent, []byte{byte(ma), byte(ma >> 8)})
		s.queue.push(s.open.SID, command{wire.TypeConfig, tlv}, 0)
	}
	if c, due := s.rate.command(); due {
		s.queue.push(s.open.SID, c, 0)
	}
	s.stage = syncing
	if m.Flags&wire.OpenedResumed != 0 && s.open.Flags&wire.OpenResume != 0 {
		s.ready(now, true)
	}
	return nil
}

// ready tells the sink that the link is up and what it knows.
func (s *session) ready(now time.Duration, resumed bool) {
	s.stage = up
	s.info.Resumed = resumed
	s.link.up(s.info)
	s.link.levels(s.mem.levels, now)
}

// adopt takes a STATE if it is wanted (PROTOCOL.md 5.2 and 5.5).
func (s *session) adopt(m wire.State, now time.Duration) error {
	need := levelBytes(s.hello)
	if len(m.Levels) < need {
		return wire.ErrLength
	}
	levels := m.Levels[:need]
	gap := m.Flags&wire.FlagGap != 0
	switch {
	case s.stage == opening:
		return nil
	case s.stage == up && gap:
		s.link.work.Gaps++
		s.link.work.Lost += uint64(m.Lost)
	case s.stage == up && !s.behind && (m.EvNext != s.mem.next || string(levels) == string(s.mem.levels)):
		return nil
	case s.stage == up:
		s.link.work.Mismatches++
	}
	s.mem.valid, s.mem.boot, s.mem.next = true, s.hello.Boot, m.EvNext
	s.mem.levels = append(s.mem.levels[:0], levels...)
	s.poles(m)
	s.ack, s.behind = true, false
	if s.stage == syncing {
		s.ready(now, false)
		return nil
	}
	s.link.levels(s.mem.levels, s.when(m.Tick, now))
	return nil
}

// events applies what is new of the log (PROTOCOL.md 5.1).
func (s *session) events(m wire.Events, now time.Duration) {
	if s.stage != up {
		return
	}
	ahead := int16(m.First - s.mem.next)
	if ahead > 0 {
		if s.rewound != s.mem.next || now-s.rewindAt >= wire.RTO(s.rate.now) || s.rewindAt == 0 {
			s.link.work.Rewinds++
			s.rewound, s.rewindAt = s.mem.next, now
			s.ack, s.rewind = true, true
		}
		return
	}
	s.ack = true
	tick := m.Tick
	for i := range m.Len() {
		e := m.Edge(i)
		tick += uint32(e.Dt)
		if int(ahead)+i < 0 {
			s.link.work.Duplicates++
			continue
		}
		s.mem.next++
		s.edge(e, s.when(tick, now))
	}
}

func (s *session) edge(e wire.Edge, at time.Duration) {
	switch {
	case e.Class == wire.Contact && int(e.Index) < int(s.hello.Contacts):
		mask := byte(1) << (e.Index % 8)
		s.mem.levels[e.Index/8] &^= mask
		if e.Closed {
			s.mem.levels[e.Index/8] |= mask
			if s.hello.Features&wire.HasPoles != 0 {
				s.mark(int(e.Index), e.Pole)
			}
		}
		s.link.edge(int(e.Index), e.Closed, at)
	case e.Class == wire.Button && e.Index < s.hello.Buttons:
		s.link.work.Edges++
		s.link.cfg.Sink.Button(int(e.Index), e.Closed, at)
	default:
		s.link.work.Ignored++
	}
}

// when returns the host's time of a tick; edges never go back in time.
func (s *session) when(tick uint32, now time.Duration) time.Duration {
	s.lastEdge = max(s.lastEdge, s.clock.time(tick, now))
	return s.lastEdge
}

func (s *session) pong(m wire.Pong, now time.Duration) {
	if at, ok := s.pings[m.Token]; ok {
		delete(s.pings, m.Token)
		s.clock.pong(at, now, m.Tick, m.Sub)
	}
}

func (s *session) acked(m wire.Ack, now time.Duration) {
	if s.stage < syncing {
		return
	}
	s.calibrated(m)
	commit, rated := s.queue.ack(m.NextCmd, now)
	if commit != 0 {
		s.shown = commit
	}
	if rated {
		s.rate.answered(m.Status == wire.StatusOK, now)
	}
	switch m.Status {
	case wire.StatusOK:
	case wire.StatusOrder:
		if m.NextCmd == s.queue.oldest && s.queue.next > 0 {
			s.link.work.Resent++
			s.queue.back()
		}
	default:
		s.link.work.Refused++
	}
}

// supply tells a sink that cares when the supply of the LEDs goes, and when it comes back.
func (s *session) supply(mv uint16) {
	sink, cares := s.link.cfg.Sink.(Powered)
	if s.hello.Features&wire.HasSupply == 0 {
		mv = supplyBack // another controller than the one that measured
	}
	switch {
	case !cares || mv == 0:
	case !s.link.dark && mv < supplyGone:
		s.link.dark = true
		sink.Supply(fmt.Errorf("%w: %.1f V", ErrSupply, float64(mv)/1000))
	case s.link.dark && mv >= supplyBack:
		s.link.dark = false
		sink.Supply(nil)
	}
}

// beat compares what the controller says with what is believed here (PROTOCOL.md 5.4 and 5.5).
func (s *session) beat(m wire.Beat) {
	if s.stage != up {
		return
	}
	if s.queue.empty() && s.painted && m.LEDFrame != s.shown {
		s.link.work.Repaints++
		s.back.forget()
		s.painted = false
	}
	s.supply(m.SupplyMV)
	if m.Flags&wire.FlagGap != 0 {
		return
	}
	switch ahead := int16(m.EvHead - s.mem.next); {
	case ahead < 0:
		s.behind, s.state = true, true
	case ahead == 0 && wire.CRC(s.mem.levels) != m.StateCRC:
		s.state = true
	}
}
