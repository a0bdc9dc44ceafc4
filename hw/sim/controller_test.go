package sim_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/firmware-protocol/wire"
	"reeve/hw/sim"
)

// host is a hand-worked host at the other end of a perfect line: it sends what a test says and keeps what
// it hears. Everything happens in a bubble.
type host struct {
	t       *testing.T
	board   *sim.Board
	control *sim.Controller
	in      io.WriteCloser
	mu      sync.Mutex // guards heard
	heard   []wire.Frame
	decoder wire.Decoder
	sid     uint8
	seq     uint8
}

// line is the controller's end.
type line struct {
	io.Reader
	*host
}

func (l line) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		var f wire.Frame
		var ok bool
		if f, rest, ok = l.decoder.Next(rest); ok {
			f.Payload = bytes.Clone(f.Payload)
			l.mu.Lock()
			l.heard = append(l.heard, f)
			l.mu.Unlock()
		}
	}
	return len(p), nil
}

// talk runs a test against a controller of 20 contacts and 20 LEDs.
func talk(t *testing.T, opt sim.Options, test func(h *host)) {
	synctest.Test(t, func(t *testing.T) {
		h := &host{t: t, board: sim.New(20, 20)}
		h.control = sim.NewController(h.board, opt)
		r, w := io.Pipe()
		h.in = w
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- h.control.Run(ctx, line{r, h}) }()
		defer func() {
			cancel()
			if err := <-ended; err != context.Canceled {
				t.Errorf("Run: %v", err)
			}
			w.Close()
		}()
		test(h)
	})
}

// pass lets time go by and returns the frames heard meanwhile.
func (h *host) pass(d time.Duration) []wire.Frame {
	time.Sleep(d)
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	heard := h.heard
	h.heard = nil
	return heard
}

func (h *host) send(f wire.Frame) { h.in.Write(f.Append(nil)) }

// say sends an unnumbered message and returns the answers of the next 5 ms.
func (h *host) say(typ wire.Type, payload []byte) []wire.Frame {
	f := wire.Frame{Type: typ, SID: h.sid, Payload: payload}
	if typ == wire.TypeHelloReq || typ == wire.TypeOpen {
		f.SID = 0
	}
	h.send(f)
	return h.pass(5 * time.Millisecond)
}

// do sends the next command and returns its status.
func (h *host) do(typ wire.Type, payload []byte) wire.Status {
	h.t.Helper()
	h.send(wire.Frame{Type: typ, SID: h.sid, Seq: h.seq, Payload: payload})
	h.seq++
	ack := one(h, wire.ParseAck, wire.TypeAck, h.pass(5*time.Millisecond))
	if ack.NextCmd != h.seq {
		h.t.Fatalf("%v: next command %d, want %d", typ, ack.NextCmd, h.seq)
	}
	return ack.Status
}

// one parses the only frame of a type.
func one[M any](h *host, parse func([]byte) (M, error), typ wire.Type, frames []wire.Frame) (m M) {
	h.t.Helper()
	found := of(typ, frames)
	if len(found) != 1 {
		h.t.Fatalf("%d frames %v among %v", len(found), typ, types(frames))
	}
	m, err := parse(found[0].Payload)
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

func of(typ wire.Type, frames []wire.Frame) []wire.Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f wire.Frame) bool { return f.Type != typ })
}

func types(frames []wire.Frame) (list []string) {
	for _, f := range frames {
		list = append(list, f.Type.String())
	}
	return list
}

// open begins session sid and returns the answers.
func (h *host) open(m wire.Open) (wire.Opened, wire.State) {
	h.t.Helper()
	h.sid, h.seq = m.SID, m.FirstCmd
	frames := h.say(wire.TypeOpen, m.Append(nil))
	return one(h, wire.ParseOpened, wire.TypeOpened, frames), one(h, wire.ParseState, wire.TypeState, frames)
}

// toggle changes contacts one after the other, 20 ms each.
func (h *host) toggle(channels ...int) []wire.Frame {
	for _, c := range channels {
		h.board.Set(c, h.board.Contacts()[0]>>c&1 == 0)
		time.Sleep(20 * time.Millisecond)
	}
	return h.pass(0)
}

// edges returns the numbers and channels of all edges in frames.
func edges(h *host, frames []wire.Frame) (numbers, channels []int) {
	for _, f := range of(wire.TypeEvents, frames) {
		m, err := wire.ParseEvents(f.Payload)
		if err != nil {
			h.t.Fatal(err)
		}
		for i := range m.Len() {
			numbers = append(numbers, int(m.First)+i)
			channels = append(channels, int(m.Edge(i).Index))
		}
	}
	return numbers, channels
}

func (h *host) expectEdges(frames []wire.Frame, numbers, channels []int) {
	h.t.Helper()
	n, c := edges(h, frames)
	if !slices.Equal(n, numbers) || !slices.Equal(c, channels) {
		h.t.Errorf("edges %v on %v, want %v on %v", n, c, numbers, channels)
	}
}

func TestHelloUntilOpened(t *testing.T) {
	talk(t, sim.Options{Boot: 41, Name: "test"}, func(h *host) {
		frames := h.pass(1900 * time.Millisecond)
		if len(of(wire.TypeHello, frames)) != 4 || len(frames) != 4 {
			t.Errorf("heard %v", types(frames))
		}
		m, err := wire.ParseHello(frames[0].Payload)
		if err != nil || m.Boot != 42 || m.Contacts != 20 || m.LEDs != 20 || frames[0].SID != 0 {
			t.Errorf("hello %+v, %v", m, err)
		}
		h.open(wire.Open{SID: 5})
		if frames := h.pass(10 * time.Second); len(of(wire.TypeHello, frames)) != 0 || len(of(wire.TypeBeat, frames)) != 10 {
			t.Errorf("in session heard %v", types(frames))
		}
		if frames := h.say(wire.TypeHelloReq, nil); len(of(wire.TypeHello, frames)) != 1 {
			t.Errorf("HELLO_REQ in session: %v", types(frames))
		}
		h.control.Restart()
		if m := one(h, wire.ParseHello, wire.TypeHello, h.pass(10*time.Millisecond)); m.Boot != 43 {
			t.Errorf("after a restart boot is %d", m.Boot)
		}
	})
}

func TestSessions(t *testing.T) {
	talk(t, sim.Options{}, func(h *host) {
		h.pass(time.Second)
		opened, state := h.open(wire.Open{SID: 5, FirstCmd: 250})
		if opened.Boot != 1 || opened.CmdNext != 250 || opened.Flags != 0 || state.Flags != 0 {
			t.Errorf("opened %+v, state %+v", opened, state)
		}
		first := wire.Open{SID: 5, FirstCmd: 250}
		h.expectEdges(h.toggle(3, 4), []int{0, 1}, []int{3, 4})
		if got := one(h, wire.ParseOpened, wire.TypeOpened, h.say(wire.TypeOpen, first.Append(nil))); got.EvTail != 0 || got.EvHead != 2 {
			t.Errorf("a repeated OPEN made a new session: %+v", got)
		}
		// resume from 1: edge 0 is gone, edge 1 comes again
		h.sid, h.seq = 6, 9
		frames := h.say(wire.TypeOpen, wire.Open{SID: 6, Flags: wire.OpenResume, Boot: 1, EvNext: 1, FirstCmd: 9}.Append(nil))
		if got := one(h, wire.ParseOpened, wire.TypeOpened, frames); got.Flags != wire.OpenedResumed || got.EvTail != 1 || got.CmdNext != 9 {
			t.Errorf("resumed as %+v", got)
		}
		h.expectEdges(frames, []int{1}, []int{4})
		for name, m := range map[string]wire.Open{
			"ahead of the log": {SID: 7, Flags: wire.OpenResume, Boot: 1, EvNext: 3},
			"behind the log":   {SID: 8, Flags: wire.OpenResume, Boot: 1, EvNext: 65535},
			"other boot":       {SID: 9, Flags: wire.OpenResume, Boot: 2, EvNext: 2},
		} {
			if opened, state := h.open(m); opened.Flags != wire.OpenedGap || state.EvNext != 2 || state.Levels[0] != 1<<3|1<<4 {
				t.Errorf("%s: %+v %+v", name, opened, state)
			}
		}
		// strangers
		h.open(wire.Open{SID: 20})
		h.sid = 21
		if frames := h.say(wire.TypePing, wire.Ping{Token: 1}.Append(nil)); len(frames) != 0 {
			t.Errorf("another session was answered: %v", types(frames))
		}
		h.sid = 0
		h.say(wire.TypePing, wire.Ping{Token: 1}.Append(nil))
		h.sid = 20
		h.say(0x91, nil)                      // an echo
		h.say(0x0f, nil)                      // unknown
		h.say(0x4f, nil)                      // unknown and ancillary
		h.say(wire.TypePing, []byte{1, 2})    // too short
		h.say(wire.TypeOpen, make([]byte, 8)) // of session 0
		h.in.Write([]byte{9, 1, 0, 1, 0})     // cobs, short
		stats := one(h, wire.ParseStats, wire.TypeStats, h.say(wire.TypeStatsReq, nil))
		if stats[wire.StatSID] != 2 || stats[wire.StatIgnored] != 4 || stats[wire.StatCOBS] != 1 || stats[wire.StatShort] != 1 || stats[wire.StatCRC] != 0 {
			t.Errorf("stats %v", stats)
		}
	})
}

func TestPongTellsTheTime(t *testing.T) {
	talk(t, sim.Options{}, func(h *host) {
		h.open(wire.Open{SID: 5})
		h.pass(time.Second - 5*time.Millisecond)
		got := one(h, wire.ParsePong, wire.TypePong, h.say(wire.TypePing, wire.Ping{Token: 77}.Append(nil)))
		if got.Token != 77 || got.Tick != 8000 {
			t.Errorf("pong %+v", got)
		}
	})
}

func TestLogIsSentUntilAcknowledged(t *testing.T) {
	ack := func(next uint16, flags uint8) []byte { return wire.EvAck{Next: next, Flags: flags}.Append(nil) }
	talk(t, sim.Options{}, func(h *host) {
		h.open(wire.Open{SID: 5})
		h.expectEdges(h.toggle(1), []int{0}, []int{1})
		var gaps []time.Duration
		last := time.Now()
		for len(gaps) < 7 {
			if frames := of(wire.TypeEvents, h.pass(time.Millisecond)); len(frames) > 0 {
				gaps = append(gaps, time.Since(last))
				last = time.Now()
				h.expectEdges(frames, []int{0}, []int{1})
			}
		}
		for i, want := range []int{120, 240, 480, 500, 500, 500} {
			if got := gaps[i+1].Milliseconds(); got < int64(want)-3 || got > int64(want)+3 {
				t.Errorf("repetition %d came after %d ms, want %d", i+1, got, want)
			}
		}
		h.say(wire.TypeEvAck, ack(7, 0)) // never sent: ignored
		h.expectEdges(h.pass(600*time.Millisecond), []int{0}, []int{1})
		h.say(wire.TypeEvAck, ack(1, 0))
		h.expectEdges(h.pass(time.Second), nil, nil)
		h.say(wire.TypeEvAck, ack(0, wire.AckRewind)) // acknowledged before: ignored
		h.expectEdges(h.toggle(2, 3), []int{1, 2}, []int{2, 3})
		h.expectEdges(h.say(wire.TypeEvAck, ack(1, wire.AckRewind)), []int{1, 2}, []int{2, 3})
		h.expectEdges(h.say(wire.TypeEvAck, ack(2, wire.AckRewind)), []int{2}, []int{3})
	})
}

func TestFullLog(t *testing.T) {
	talk(t, sim.Options{EventRing: 4}, func(h *host) {
		h.open(wire.Open{SID: 5})
		h.toggle(0, 1, 2, 3, 4, 5, 4)
		if frames := h.say(wire.TypeStateReq, nil); len(of(wire.TypeState, frames)) != 0 {
			t.Error("STATE_REQ was answered while edges are lost")
		}
		beat := one(h, wire.ParseBeat, wire.TypeBeat, h.pass(time.Second))
		if beat.Flags&wire.FlagGap == 0 || beat.EvHead != 4 {
			t.Errorf("beat %+v", beat)
		}
		gap := one(h, wire.ParseState, wire.TypeState, h.say(wire.TypeEvAck, wire.EvAck{Next: 4}.Append(nil)))
		if gap.Flags != wire.FlagGap || gap.Lost != 3 || gap.EvNext != 7 || gap.Levels[0] != 0b101111 {
			t.Errorf("gap %+v", gap)
		}
		frames := append(h.toggle(6), h.pass(200*time.Millisecond)...)
		h.expectEdges(frames, nil, nil)
		for _, f := range of(wire.TypeState, frames) {
			if again, _ := wire.ParseState(f.Payload); again.EvNext != 7 || again.Levels[0] != 0b101111 {
				t.Errorf("the gap changed: %+v", again)
			}
		}
		if len(of(wire.TypeState, frames)) == 0 {
			t.Error("the gap was not sent again")
		}
		h.expectEdges(h.say(wire.TypeEvAck, wire.EvAck{Next: 7}.Append(nil)), []int{7}, []int{6})
	})
}

func TestCommands(t *testing.T) {
	set := func(led, entry uint8) []byte { return []byte{led, entry} }
	talk(t, sim.Options{}, func(h *host) {
		h.open(wire.Open{SID: 5, FirstCmd: 254})
		for _, c := range []struct {
			name    string
			typ     wire.Type
			payload []byte
			want    wire.Status
		}{
			{"in order", wire.TypeLEDSet, set(0, 1), wire.StatusOK},
			{"unknown", 0x3f, nil, wire.StatusUnsupported},
			{"a rate that is none", wire.TypeSetBaud, wire.SetBaud{Baud: 57600}.Append(nil), wire.StatusRange},
			{"half a rate", wire.TypeSetBaud, make([]byte, 5), wire.StatusLength},
			{"too short", wire.TypeLEDSet, nil, wire.StatusLength},
			{"LED past the end", wire.TypeLEDSet, set(20, 1), wire.StatusRange},
			{"entry past the end", wire.TypeLEDSet, set(1, 16), wire.StatusRange},
			{"nibbles past the end", wire.TypeLEDIdx4, wire.LEDIdx4{First: 10, Count: 11, Nibbles: make([]byte, 6)}.Append(nil), wire.StatusRange},
			{"run past the end", wire.TypeLEDRuns, wire.AppendRun(wire.AppendRun(nil, 0, 20, 1), 19, 2, 1), wire.StatusRange},
			{"colours past the end", wire.TypeLEDRGB, wire.LEDRGB{First: 20, RGB: make([]byte, 3)}.Append(nil), wire.StatusRange},
			{"mask too short", wire.TypeLEDMask, wire.LEDMask{Mask: make([]byte, 2)}.Append(nil), wire.StatusLength},
			{"commit without a name", wire.TypeLEDCommit, wire.LEDCommit{}.Append(nil), wire.StatusRange},
			{"commit of another frame", wire.TypeLEDCommit, wire.LEDCommit{Frame: 1, CRC: 1}.Append(nil), wire.StatusCommitCRC},
			{"config out of range", wire.TypeConfig, wire.AppendTLV(nil, wire.TagPress, []byte{0}), wire.StatusRange},
			{"config too short", wire.TypeConfig, wire.AppendTLV(nil, wire.TagCurrent, []byte{0}), wire.StatusLength},
			{"config of a later version", wire.TypeConfig, wire.AppendTLV(nil, 99, []byte{0}), wire.StatusOK},
			{"reboot without magic", wire.TypeReboot, []byte{1, 2, 3}, wire.StatusRange},
		} {
			if got := h.do(c.typ, c.payload); got != c.want {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
		send := func(seq uint8, typ wire.Type, payload []byte) []wire.Ack {
			h.send(wire.Frame{Type: typ, SID: 5, Seq: seq, Payload: payload})
			var acks []wire.Ack
			for _, f := range of(wire.TypeAck, h.pass(5*time.Millisecond)) {
				m, _ := wire.ParseAck(f.Payload)
				m.RxFree = 0
				acks = append(acks, m)
			}
			return acks
		}
		next := h.seq
		for _, c := range []struct {
			name string
			seq  uint8
			want []wire.Ack
		}{
			{"the newest again, with its status", next - 1, []wire.Ack{{NextCmd: next, Status: wire.StatusRange}}},
			{"an older one again", next - 3, []wire.Ack{{NextCmd: next}}},
			{"one ahead", next + 1, []wire.Ack{{NextCmd: next, Status: wire.StatusOrder}}},
			{"two ahead: said already", next + 2, nil},
			{"the missing one", next, []wire.Ack{{NextCmd: next + 1}}},
			{"a new gap", next + 2, []wire.Ack{{NextCmd: next + 1, Status: wire.StatusOrder}}},
		} {
			if got := send(c.seq, wire.TypeLEDSet, set(1, 1)); !slices.Equal(got, c.want) {
				t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
			}
		}
		h.seq++
		h.send(wire.Frame{Type: wire.TypeReboot, SID: 5, Seq: h.seq, Payload: wire.Reboot{}.Append(nil)})
		frames := h.pass(100 * time.Millisecond)
		if got := types(frames); !slices.Equal(got, []string{"ACK", "HELLO"}) {
			t.Fatalf("after REBOOT: %v", got)
		}
		if got := one(h, wire.ParseHello, wire.TypeHello, frames); got.Boot != 2 {
			t.Errorf("boot %d after a reboot", got.Boot)
		}
	})
}

func (h *host) led(i int) [3]byte { return [3]byte(h.board.Frame()[3*i:]) }

func TestLights(t *testing.T) {
	talk(t, sim.Options{}, func(h *host) {
		h.open(wire.Open{SID: 5})
		palette := wire.LEDPalette{First: 1}
		for _, e := range []wire.Entry{{R: 10}, {G: 20}, {B: 200, Effect: wire.Blink, Period: 10}, {R: 200, Effect: wire.Pulse, Period: 10}, {G: 90, Effect: wire.FlashOnce, Period: 10}} {
			palette.Entries = wire.AppendEntry(palette.Entries, e)
		}
		ok := func(typ wire.Type, payload []byte) {
			t.Helper()
			if status := h.do(typ, payload); status != wire.StatusOK {
				t.Fatalf("%v: %v", typ, status)
			}
		}
		ok(wire.TypeLEDPalette, palette.Append(nil))
		ok(wire.TypeLEDRuns, wire.AppendRun(nil, 0, 20, 1))
		ok(wire.TypeLEDMask, wire.LEDMask{Entry: 2, Op: wire.MaskClear, Mask: []byte{0xff, 0, 0}}.Append(nil))
		ok(wire.TypeLEDIdx4, wire.LEDIdx4{First: 10, Count: 3, Nibbles: []byte{0x43, 0x05}}.Append(nil))
		ok(wire.TypeLEDRGB, wire.LEDRGB{First: 19, RGB: []byte{7, 8, 9}}.Append(nil))
		ok(wire.TypeLEDMask, wire.LEDMask{Entry: 1, Op: wire.MaskSet, Mask: []byte{1, 0, 0}}.Append(nil))
		if h.led(0) != [3]byte{} {
			t.Error("shown before the commit")
		}
		ok(wire.TypeLEDCommit, wire.LEDCommit{Frame: 9}.Append(nil))
		for i, want := range map[int][3]byte{0: {10}, 1: {0, 20}, 7: {0, 20}, 8: {}, 10: {2: 200}, 12: {1: 90}, 19: {7, 8, 9}} {
			if got := h.led(i); got != want {
				t.Errorf("LED %d shows %v, want %v", i, got, want)
			}
		}
		h.pass(50 * time.Millisecond) // 55 ms of a period of 200
		if got := h.led(11)[0]; got < 90 || got > 120 {
			t.Errorf("the pulse is at %d", got)
		}
		h.pass(100 * time.Millisecond)
		if h.led(10) != [3]byte{} || h.led(12) != [3]byte{} {
			t.Errorf("in the second half: %v %v", h.led(10), h.led(12))
		}
		h.pass(100 * time.Millisecond)
		if h.led(10) != [3]byte{2: 200} || h.led(12) != [3]byte{} {
			t.Errorf("in the next period: %v %v", h.led(10), h.led(12))
		}
		if beat := one(h, wire.ParseBeat, wire.TypeBeat, h.pass(time.Second)); beat.LEDFrame != 9 {
			t.Errorf("beat %+v", beat)
		}
		ok(wire.TypeConfig, wire.AppendTLV(nil, wire.TagBrightness, []byte{127}))
		if got := h.led(19); got != [3]byte{3, 3, 4} {
			t.Errorf("dimmed to %v", got)
		}
		ok(wire.TypeLEDRGB, wire.LEDRGB{RGB: bytes.Repeat([]byte{255}, 60)}.Append(nil))
		ok(wire.TypeLEDCommit, wire.LEDCommit{Frame: 10, CRC: wire.CRC(bytes.Repeat([]byte{255}, 60))}.Append(nil))
		ok(wire.TypeConfig, wire.AppendTLV(wire.AppendTLV(nil, wire.TagBrightness, []byte{255}), wire.TagCurrent, []byte{0x58, 2})) // 600 of 1200 mA
		if got := h.led(3); got != [3]byte{127, 127, 127} {
			t.Errorf("capped to %v", got)
		}
	})
}

func TestSettingsOfTheScan(t *testing.T) {
	talk(t, sim.Options{Buttons: 1}, func(h *host) {
		h.open(wire.Open{SID: 5})
		tlv := wire.AppendTLV(nil, wire.TagPress, []byte{20})
		tlv = wire.AppendTLV(tlv, wire.TagRelease, []byte{1})
		tlv = wire.AppendTLV(tlv, wire.TagScan, []byte{0xe8, 3}) // 1 ms
		tlv = wire.AppendTLV(tlv, wire.TagBeat, []byte{0})
		if status := h.do(wire.TypeConfig, tlv); status != wire.StatusOK {
			t.Fatal(status)
		}
		h.board.Set(5, true)
		h.expectEdges(h.pass(17*time.Millisecond), nil, nil)
		h.expectEdges(h.pass(5*time.Millisecond), []int{0}, []int{5})
		h.board.Set(5, false)
		h.expectEdges(h.pass(2*time.Millisecond), []int{1}, []int{5})
		h.say(wire.TypeEvAck, wire.EvAck{Next: 2}.Append(nil))
		h.board.Press(0, true)
		m := one(h, wire.ParseEvents, wire.TypeEvents, h.pass(25*time.Millisecond))
		if e := m.Edge(0); e.Class != wire.Button || !e.Closed || e.Index != 0 {
			t.Errorf("button %+v", e)
		}
		if frames := h.pass(3 * time.Second); len(of(wire.TypeBeat, frames)) != 0 {
			t.Error("BEAT was switched off")
		}
	})
}

func TestBouncesShorterThanTheDebounceMakeOneEdge(t *testing.T) {
	for seed := range uint64(20) {
		talk(t, sim.Options{}, func(h *host) {
			h.board.Bounce(sim.Heavy, seed)
			h.pass(100 * time.Millisecond)
			h.open(wire.Open{SID: 5})
			h.expectEdges(h.toggle(1, 2, 1), []int{0, 1, 2}, []int{1, 2, 1})
		})
	}
}

// FuzzController is talked to by a host that says anything at all, in intact frames of the session. Input:
// records of type, number, length and payload.
func FuzzController(f *testing.F) {
	record := func(typ wire.Type, seq uint8, payload []byte) []byte {
		return append([]byte{byte(typ), seq, byte(len(payload))}, payload...)
	}
	f.Add(record(wire.TypeOpen, 0, wire.Open{SID: 9, Flags: 1, Boot: 1, EvNext: 1}.Append(nil)))
	f.Add(slices.Concat(record(wire.TypeEvAck, 0, []byte{9, 9, 1}), record(wire.TypePing, 1, make([]byte, 4)), record(wire.TypeStatsReq, 2, nil)))
	f.Add(slices.Concat(record(wire.TypeLEDMask, 0, []byte{1, 1, 255, 255, 255}), record(wire.TypeLEDCommit, 1, []byte{1, 0, 0, 0, 0, 0})))
	f.Add(slices.Concat(record(wire.TypeConfig, 0, []byte{1, 2, 255, 255, 3, 1, 200, 6, 1, 1}), record(wire.TypeReboot, 1, []byte{7, 0xb0, 0})))
	f.Add(record(wire.TypeConfig, 0, append([]byte{99, 254}, make([]byte, 200)...)))
	f.Fuzz(func(t *testing.T, in []byte) {
		talk(t, sim.Options{EventRing: 3}, func(h *host) {
			h.open(wire.Open{SID: 5})
			for i := 0; len(in) >= 3; i++ {
				typ, seq, n := wire.Type(in[0]), in[1], min(int(in[2]), len(in)-3, wire.MaxPayload)
				frame := wire.Frame{Type: typ, SID: 5, Seq: seq, Payload: in[3 : 3+n]}
				if typ == wire.TypeOpen || typ == wire.TypeHelloReq {
					frame.SID = 0
				}
				h.send(frame)
				in = in[3+n:]
				h.toggle(i % 20)
			}
			h.control.Restart()
			h.pass(10 * time.Millisecond)
			h.open(wire.Open{SID: 9, FirstCmd: 3})
			if status := h.do(wire.TypeLEDCommit, wire.LEDCommit{Frame: 1}.Append(nil)); status != wire.StatusOK {
				t.Errorf("after it all a commit is %v", status)
			}
		})
	})
}
