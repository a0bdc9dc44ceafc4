package serial

import (
	"errors"
	"fmt"
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

// The times of PROTOCOL.md 6.
const (
	pingEvery  = time.Second
	statsEvery = 10 * time.Second
	maxRepeats = 10
)

// When the supply of LEDs of 5 V is taken for gone, and for back, mV.
const (
	supplyGone = 4000
	supplyBack = 4300
)

// session is one port's life, from opening it to its end, without its input and output. Instants are
// since the link's epoch.
type session struct {
	handshake
	link     *Link
	port     Rater // nil if its rate is what it is
	decoder  wire.Decoder
	rate     rate
	fastBaud int // the rate that the controller can have and is wanted, 0 for none
	queue    queue
	log      eventLog
	display  display
	pinger   pinger
	statsAt  time.Duration
	encoder  encoder
	calling  *pendingCall // nil if nothing was asked
}

// newSession begins on a port, which is at BootBaud.
func newSession(l *Link, port any, now time.Duration) *session {
	s := &session{handshake: newHandshake(now), link: l, log: eventLog{memory: &l.memory}, rate: rate{now: BootBaud}}
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
		return read(wire.ParsePong, f, func(m wire.Pong) error { s.pinger.pong(m, now); return nil })
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

// greet takes a HELLO: the expected answer, or a controller that has restarted.
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
	s.fastBaud = 0
	if s.port != nil && m.Features&wire.HasSetBaud != 0 && lists(m.TLVs, cfg.Baud) {
		s.fastBaud = cfg.Baud
	}
	s.met(m, now)
	s.begin(s.log.memory, now)
	return s.setBaud(BootBaud) // a controller that starts is there
}

// opened begins the work of a session.
func (s *session) opened(m wire.Opened, now time.Duration) error {
	if s.stage != opening {
		return nil
	}
	if m.CmdNext != s.open.FirstCmd { // a stranger's session
		s.begin(s.log.memory, now)
		return nil
	}
	s.hello.Boot = m.Boot // it may have restarted after its HELLO
	s.queue = newQueue(m.CmdNext, int(s.hello.RxRing), s.has(wire.DeafOnShow), wire.RTO(s.rate.now))
	s.rate.begin(s.fastBaud)
	s.display.begin(int(s.hello.LEDs))
	s.pinger.begin(time.Duration(s.hello.TickMicros)*time.Microsecond, now)
	s.log.begin()
	s.statsAt, s.askAt = now, now+openEvery
	s.configure()
	s.stage = syncing
	if s.resumed(m) {
		s.ready(now, true)
	}
	return nil
}

// configure sends first how much the LEDs may draw, and which rate is wanted.
func (s *session) configure() {
	if most := s.link.cfg.MaxCurrent; most > 0 {
		ma := min(most, 65535)
		tlv := wire.AppendTLV(nil, wire.TagCurrent, []byte{byte(ma), byte(ma >> 8)})
		s.queue.push(s.open.SID, command{wire.TypeConfig, tlv}, 0)
	}
	if c, due := s.rate.command(); due {
		s.queue.push(s.open.SID, c, 0)
	}
}

// ready tells the sink that the link is up and what it knows.
func (s *session) ready(now time.Duration, resumed bool) {
	s.stage = up
	s.info.Resumed = resumed
	s.link.up(s.info)
	s.link.levels(s.log.levels, now)
}

// adopt takes a STATE if it is wanted (PROTOCOL.md 5.2 and 5.5).
func (s *session) adopt(m wire.State, now time.Duration) error {
	need := s.levelBytes()
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
	case s.stage == up && s.log.confirms(m.EvNext, levels):
		return nil
	case s.stage == up:
		s.link.work.Mismatches++
	}
	s.log.adopt(s.hello.Boot, m.EvNext, levels)
	s.poles(m)
	if s.stage == syncing {
		s.ready(now, false)
		return nil
	}
	s.link.levels(s.log.levels, s.pinger.when(m.Tick, now))
	return nil
}

// events applies what is new of the log (PROTOCOL.md 5.1).
func (s *session) events(m wire.Events, now time.Duration) {
	if s.stage != up {
		return
	}
	ahead := int16(m.First - s.log.next)
	if ahead > 0 {
		if s.log.missing(now, wire.RTO(s.rate.now)) {
			s.link.work.Rewinds++
		}
		return
	}
	s.log.ackDue = true
	tick := m.Tick
	for i := range m.Len() {
		e := m.Edge(i)
		tick += uint32(e.Dt)
		if int(ahead)+i < 0 {
			s.link.work.Duplicates++
			continue
		}
		s.log.next++
		s.edge(e, s.pinger.when(tick, now))
	}
}

func (s *session) edge(e wire.Edge, at time.Duration) {
	switch {
	case e.Class == wire.Contact && int(e.Index) < int(s.hello.Contacts):
		s.log.set(e.Index, e.Closed)
		if e.Closed && s.has(wire.HasPoles) {
			s.mark(int(e.Index), e.Pole)
		}
		s.link.edge(int(e.Index), e.Closed, at)
	case e.Class == wire.Button && e.Index < s.hello.Buttons:
		s.link.work.Edges++
		s.link.cfg.Sink.Button(int(e.Index), e.Closed, at)
	default:
		s.link.work.Ignored++
	}
}

func (s *session) acked(m wire.Ack, now time.Duration) {
	if s.stage < syncing {
		return
	}
	s.calibrated(m)
	commit, rated := s.queue.ack(m.NextCmd, now)
	s.display.acknowledged(commit)
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
	if !s.has(wire.HasSupply) {
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

// beat compares a BEAT with the state here (PROTOCOL.md 5.4 and 5.5).
func (s *session) beat(m wire.Beat) {
	if s.stage != up {
		return
	}
	if s.queue.empty() && s.display.differs(m.LEDFrame) {
		s.link.work.Repaints++
	}
	s.supply(m.SupplyMV)
	s.log.compare(m)
}
