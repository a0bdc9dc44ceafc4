package serial

import (
	"io"
	"testing"
	"time"

	"reeve/firmware-protocol/wire"
)

// deafSink hears everything and does nothing.
type deafSink struct{ edges int }

func (s *deafSink) Edge(int, bool, time.Duration)   { s.edges++ }
func (s *deafSink) State([]uint64, time.Duration)   {}
func (s *deafSink) Button(int, bool, time.Duration) {}
func (s *deafSink) Down(error)                      {}
func (s *deafSink) Up(Info)                         {}

// rated is a port that has a rate and nothing else.
type rated struct{ baud int }

func (r *rated) SetBaud(baud int) error { r.baud = baud; return nil }

// FuzzSession is talked to by a controller that says anything at all, in intact frames of the right session.
// Input: records of type, length, payload, and how many tenths of a second pass.
func FuzzSession(f *testing.F) {
	hello := wire.Hello{Major: 1, Boot: 7, Contacts: 60, LEDs: 60, MaxFrame: 64, RxRing: 64, TickMicros: 64, Features: wire.HasSetBaud,
		TLVs: wire.AppendTLV(nil, wire.TagBauds, []byte{0x20, 0xa1, 7, 0})}.Append(nil)
	state := wire.State{EvNext: 9, Levels: make([]byte, 8)}.Append(nil)
	record := func(dst []byte, typ wire.Type, payload []byte) []byte {
		return append(append(dst, byte(typ), byte(len(payload)), 0), payload...)
	}
	talk := record(nil, wire.TypeHello, hello)
	talk = record(talk, wire.TypeOpened, wire.Opened{Boot: 7, CmdNext: 1, Flags: 3}.Append(nil))
	f.Add(talk)
	talk = record(talk, wire.TypeState, state)
	talk = record(talk, wire.TypeEvents, wire.Events{First: 9, Records: []byte{255, 1, 0, 0, 59, 1, 0, 0, 1, 3, 0, 0}}.Append(nil))
	talk = record(talk, wire.TypeBeat, wire.Beat{EvHead: 3, StateCRC: 1}.Append(nil))
	talk = record(talk, wire.TypeAck, wire.Ack{NextCmd: 200, Status: 6}.Append(nil))
	f.Add(talk)
	f.Add(record(talk, wire.TypeAck, wire.Ack{NextCmd: 2}.Append(nil)))
	f.Add(record(talk, wire.TypeHello, append([]byte("REEV\x02\x00\x09\x00"), 1, 2, 3)))
	f.Fuzz(func(t *testing.T, in []byte) {
		link := Dial(Config{Contacts: 50, Baud: 500000, LEDs: 50, Sink: &deafSink{}, Open: func() (io.ReadWriteCloser, error) { return nil, ErrClosed }})
		if err := link.Show(make([]byte, 150)); err != nil {
			t.Fatal(err)
		}
		port := &rated{BootBaud}
		s := newSession(link, port, 0)
		now := time.Duration(0)
		for len(in) >= 3 {
			typ, n, pause := wire.Type(in[0]), min(int(in[1]), len(in)-3, wire.MaxPayload), in[2]
			frame := wire.Frame{Type: typ, SID: s.open.SID, Payload: in[3 : 3+n]}
			if typ == wire.TypeHello {
				frame.SID = 0
			}
			if typ == wire.TypeOpened && n > 6 { // let it through
				frame.Payload = append([]byte(nil), frame.Payload...)
				frame.Payload[6] = s.open.FirstCmd
			}
			in = in[3+n:]
			if s.receive(frame.Append(nil), now) != nil || s.check(now) != nil {
				return
			}
			if port.baud != s.rate.now {
				t.Errorf("the port has %d baud, the session thinks %d", port.baud, s.rate.now)
			}
			for range 20 {
				if line := s.transmit(now); line == nil {
					break
				}
			}
			now += time.Duration(pause) * 100 * time.Millisecond
		}
	})
}
