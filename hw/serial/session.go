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
	dialogue
	contacts contacts
	inquiry  inquiry
	decoder  wire.Decoder
	display  display
	fastBaud int // the rate that the controller can have and is wanted, 0 for none
	statsAt  time.Duration
}

// newSession begins on a port, which is at BootBaud.
func newSession(l *Link, port any, now time.Duration) *session {
	s := &session{dialogue: dialogue{handshake: newHandshake(now), link: l, rate: rate{now: BootBaud}}}
	s.contacts, s.inquiry = contacts{&s.dialogue, eventLog{memory: &l.memory}}, inquiry{dialogue: &s.dialogue}
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
		return read(wire.ParseState, f, func(m wire.State) error { return s.contacts.adopt(m, now) })
	case wire.TypeStats:
		return read(wire.ParseStats, f, func(m wire.Stats) error { s.link.work.Controller = m; return nil })
	case wire.TypeAck:
		return read(wire.ParseAck, f, func(m wire.Ack) error { s.acked(m, now); return nil })
	case wire.TypeEvents:
		return read(wire.ParseEvents, f, func(m wire.Events) error { s.contacts.events(m, now); return nil })
	case wire.TypeReadings:
		return read(wire.ParseReadings, f, func(m wire.Readings) error { s.inquiry.read(m, now); return nil })
	case wire.TypeBeat:
		return read(wire.ParseBeat, f, func(m wire.Beat) error { s.beat(m, f.Payload); return nil })
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
	s.begin(&s.link.memory, now)
	return s.setBaud(BootBaud) // a controller that starts is there
}

// opened begins the work of a session.
func (s *session) opened(m wire.Opened, now time.Duration) error {
	if s.stage != opening {
		return nil
	}
	if m.CmdNext != s.open.FirstCmd { // a stranger's session
		s.begin(&s.link.memory, now)
		return nil
	}
	s.hello.Boot = m.Boot // it may have restarted after its HELLO
	s.queue = newQueue(m.CmdNext, int(s.hello.RxRing), s.has(wire.DeafOnShow), wire.RTO(s.rate.now))
	s.rate.begin(s.fastBaud)
	s.display.begin(int(s.hello.LEDs))
	s.pinger.begin(time.Duration(s.hello.TickMicros)*time.Microsecond, now)
	s.contacts.log.begin()
	s.statsAt, s.askAt = now, now+openEvery
	s.configure()
	s.stage = syncing
	if s.resumed(m) {
		s.contacts.ready(now, true)
	}
	return nil
}

// configure sends first how much the LEDs may draw, and which rate is wanted.
func (s *session) configure() {
	if most := s.link.cfg.MaxCurrent; most > 0 {
		ma := min(most, 65535)
		tlv := wire.AppendTLV(nil, wire.TagCurrent, []byte{byte(ma), byte(ma >> 8)})
		s.push(command{wire.TypeConfig, tlv}, 0)
	}
	if c, due := s.rate.command(); due {
		s.push(c, 0)
	}
}

func (s *session) acked(m wire.Ack, now time.Duration) {
	if s.stage < syncing {
		return
	}
	s.inquiry.calibrated(m)
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

// beat compares a BEAT with the state here (PROTOCOL.md 5.4 and 5.5).
func (s *session) beat(m wire.Beat, flags []byte) {
	if s.stage != up {
		return
	}
	if s.queue.empty() && s.display.differs(m.LEDFrame) {
		s.link.work.Repaints++
	}
	s.link.supply(m.SupplyMV, s.has(wire.HasSupply))
	s.contacts.log.compare(m)
	s.link.drifts(flags, s.has(wire.HasPoles))
}
