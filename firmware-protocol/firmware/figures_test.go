package firmware

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"reeve/firmware-protocol/wire"
)

// talker is a hand-worked host of one session on a simulated chip.
type talker struct {
	machine
	seq uint8
}

const sid = 5

func talk(t testing.TB, m machine) *talker {
	k := &talker{machine: m}
	k.pass(100 * time.Millisecond) // it starts up
	k.feed(wire.Frame{Type: wire.TypeOpen, Payload: wire.Open{SID: sid}.Append(nil)}.Append([]byte{0}))
	if frames, _ := decodeInGo(k.pass(settle)); len(frames) != 2 || frames[0][:2] != "82" {
		t.Fatalf("OPEN was answered by %q", frames)
	}
	return k
}

func (k *talker) say(typ wire.Type, payload []byte) {
	k.feed(wire.Frame{Type: typ, SID: sid, Payload: payload}.Append([]byte{0}))
}

// do sends a command and does not wait for its ACK.
func (k *talker) do(typ wire.Type, payload []byte) {
	k.feed(wire.Frame{Type: typ, SID: sid, Seq: k.seq, Payload: payload}.Append([]byte{0}))
	k.seq++
}

// must sends a command and returns after its ACK, which must be OK.
func (k *talker) must(typ wire.Type, payload []byte) {
	k.t.Helper()
	k.pass(settle)
	k.do(typ, payload)
	want := fmt.Sprintf("86%02x", sid)
	frames, _ := decodeInGo(k.pass(4 * settle))
	for _, f := range frames {
		if strings.HasPrefix(f, want) && f[8:10] == "00" {
			return
		}
	}
	k.t.Fatalf("%v was answered by %q", typ, frames)
}

func (k *talker) stats() wire.Stats {
	k.t.Helper()
	k.pass(settle)
	k.say(wire.TypeStatsReq, nil)
	frames, _ := decodeInGo(k.pass(settle))
	for _, f := range frames {
		if f[:2] == "85" {
			b, _ := hex.DecodeString(f[6:])
			m, err := wire.ParseStats(b)
			if err != nil {
				k.t.Fatal(err)
			}
			return m
		}
	}
	k.t.Fatalf("STATS_REQ was answered by %q", frames)
	return wire.Stats{}
}

// setBaud changes the rate of both sides.
func (k *talker) setBaud(baud int) {
	k.t.Helper()
	k.must(wire.TypeSetBaud, wire.SetBaud{Baud: uint32(baud), ConfirmMS: 500}.Append(nil))
	k.ask("rate %d", baud)
	k.say(wire.TypePing, make([]byte, 4))
	if frames, _ := decodeInGo(k.pass(settle)); len(frames) == 0 || frames[len(frames)-1][:2] != "83" {
		k.t.Fatalf("at %d baud: %q", baud, frames)
	}
}

// work gives a chip all it can have to do at once: every contact, every light, damaged frames.
func (k *talker) work(contacts, leds int) {
	palette := wire.LEDPalette{}
	for i := range 11 {
		palette.Entries = wire.AppendEntry(palette.Entries, wire.Entry{R: 255, G: uint8(i), Effect: wire.Effect(i % 4), Period: 5})
	}
	k.must(wire.TypeLEDPalette, palette.Append(nil))
	k.must(wire.TypeLEDRuns, wire.AppendRun(nil, 0, leds, 2))
	k.must(wire.TypeLEDMask, wire.LEDMask{Entry: 1, Mask: make([]byte, leds/8)}.Append(nil))
	for frame := range uint16(5) {
		k.do(wire.TypeLEDCommit, wire.LEDCommit{Frame: frame + 1}.Append(nil))
		for i := range contacts {
			k.set(i, frame%2 == 0)
		}
		k.feed([]byte{0, 9, 1, 0, 2, 2, 2, 0})
		k.say(wire.TypeStateReq, nil)
		k.say(wire.TypeStatsReq, nil)
		k.say(wire.TypePing, make([]byte, 4))
		k.say(wire.TypeEvAck, wire.EvAck{Flags: wire.AckRewind}.Append(nil))
		k.pass(300 * time.Millisecond)
	}
}

func TestLongMemory(t *testing.T) { TestMemory(t) }

// TestMemory measures the stack: the free memory is painted, and STATS tells what never was used.
func TestMemory(t *testing.T) {
	for _, c := range []struct {
		mcu, strip string
		n          int
		ram, most  int
		long       bool
	}{
		{"atmega328p", "", 64, 2048, 1800, false}, {"atmega328p", "-apa102", 64, 2048, 1800, true},
		{"atmega2560", "", 256, 8192, 7000, false}, {"atmega328p", "-supply", 64, 2048, 1800, true},
		{"pico-16x16", "", 256, 4096, 2048, true}, // the stack alone: the Makefile holds the rest to its size
	} {
		if c.long != long(t) {
			continue
		}
		k := talk(t, onChip(t, c.mcu, c.strip))
		k.work(c.n, c.n)
		used := c.ram - int(k.stats()[wire.StatStackFree])
		t.Logf("%s%s: %d bytes of data and stack", c.mcu, c.strip, used)
		if used > c.most {
			t.Errorf("%s%s uses %d bytes of data and stack, %d are allowed", c.mcu, c.strip, used, c.most)
		}
	}
}

// touch closes or opens a contact, does something lead later, less than 6 ms, and returns how long it took until
// the host had the edge.
func (k *talker) touch(contact int, closed bool, baud int, lead time.Duration, then func()) time.Duration {
	k.t.Helper()
	k.set(contact, closed)
	k.pass(lead)
	then()
	lines := k.ask("until 90%02x 60000", sid)
	var us int
	if len(lines) != 2 {
		k.t.Fatalf("no EVENTS: %q", lines)
	}
	if _, err := fmt.Sscanf(lines[0], "took %d", &us); err != nil {
		k.t.Fatal(err)
	}
	rest := wire.LineTime(wire.EncodedLen(6+4)-3, baud) // behind the code, the type and the session
	return lead + time.Duration(us)*time.Microsecond + rest
}

// bridge is what a USB bridge, a kernel and a daemon add to what the chip takes (PROTOCOL.md 9).
const bridge = 1300 * time.Microsecond

func TestLongLatency(t *testing.T) { latency(t, 40) }

func TestHoursLatency(t *testing.T) { latency(t, 500) }

func latency(t *testing.T, touches int) {
	for _, c := range []struct {
		baud  int
		shows bool
		most  time.Duration
	}{
		{115200, false, 18 * time.Millisecond}, {1000000, false, 12 * time.Millisecond},
		{115200, true, 26 * time.Millisecond}, {1000000, true, 20 * time.Millisecond},
	} {
		t.Run(fmt.Sprint(c.baud, c.shows), func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, uint64(c.baud)))
			k := talk(t, onChip(t, "atmega2560", ""))
			if c.baud != 115200 {
				k.setBaud(c.baud)
			}
			k.ask("bounce 4 1000 7")
			worst, sum := time.Duration(0), time.Duration(0)
			for i := range touches {
				k.pass(time.Duration(30000+random.IntN(4000)) * time.Microsecond)
				busy := func() { k.say(wire.TypeStatsReq, nil) }
				if c.shows {
					busy = func() {
						k.do(wire.TypeLEDCommit, wire.LEDCommit{Frame: uint16(i + 1), CRC: wire.CRC(make([]byte, 3*256))}.Append(nil))
					}
				}
				lead := time.Duration(random.IntN(6000)) * time.Microsecond
				if i%2 == 0 {
					busy()
					k.pass(2 * lead)
					lead, busy = 0, func() {}
				}
				d := k.touch(i%256, i/256%2 == 0, c.baud, lead, busy) + bridge
				worst, sum = max(worst, d), sum+d
				k.pass(settle)
				k.say(wire.TypeEvAck, wire.EvAck{Next: uint16(i + 1)}.Append(nil))
			}
			t.Logf("touch to host: mean %v, worst %v", sum/time.Duration(touches), worst)
			if worst > c.most {
				t.Errorf("touch to host took %v, %v are allowed", worst, c.most)
			}
		})
	}
}

func TestLongScanRate(t *testing.T) { TestScanRate(t) }

// TestScanRate holds that a chip scans all it can have at least 250 times a second, a Pico 400 times, at every rate of the line, while
// contacts bounce and the line is busy. The long test has what is left: the chips at the slow rate, and a Pico. (While LEDs of one wire are written nothing is scanned: see TestLongLatency.)
func TestScanRate(t *testing.T) {
	for _, c := range []struct {
		mcu      string
		contacts int
	}{{"atmega328p", 64}, {"atmega2560", 256}, {"pico-8x8", 64}, {"pico-16x16", 256}} {
		for _, baud := range []int{115200, 1000000} {
			if pico := strings.HasPrefix(c.mcu, "pico"); (pico || baud == 115200) != long(t) {
				continue
			}
			t.Run(fmt.Sprint(c.mcu, " ", baud), func(t *testing.T) {
				k, most := talk(t, onChip(t, c.mcu, "")), 4000 // us
				if strings.HasPrefix(c.mcu, "pico") {
					most = 2500
				}
				if period := k.scanPeriod(); period == 0 || period > most {
					t.Errorf("a scan every %d us, %d are allowed", period, most)
				}
				if baud != 115200 {
					k.setBaud(baud)
				}
				k.ask("bounce 8 1000 3")
				for i := range 60 {
					for n := range 8 {
						k.set((8*i+n)%c.contacts, i/(c.contacts/8)%2 == 0)
					}
					k.say(wire.TypeStateReq, nil)
					k.say(wire.TypePing, make([]byte, 4))
					k.say(wire.TypeEvAck, wire.EvAck{Next: uint16(8 * i)}.Append(nil))
					k.pass(20 * time.Millisecond)
				}
				s := k.stats()
				if s[wire.StatScanLate] != 0 || s[wire.StatEvLost] != 0 || s[wire.StatUARTOverrun] != 0 {
					t.Errorf("%d scans were late, %d edges and %d bytes lost", s[wire.StatScanLate], s[wire.StatEvLost], s[wire.StatUARTOverrun])
				}
			})
		}
	}
}

// scanPeriod is the period that the controller says it has, us.
func (k *talker) scanPeriod() (us int) {
	k.t.Helper()
	k.feed(wire.Frame{Type: wire.TypeHelloReq}.Append([]byte{0}))
	var d wire.Decoder
	for rest := k.pass(settle); len(rest) > 0; {
		var f wire.Frame
		var ok bool
		if f, rest, ok = d.Next(rest); !ok || f.Type != wire.TypeHello {
			continue
		}
		m, err := wire.ParseHello(f.Payload)
		if err != nil {
			k.t.Fatal(err)
		}
		for tag, value, more, ok := wire.NextTLV(m.TLVs); ok; tag, value, more, ok = wire.NextTLV(more) {
			if tag == wire.TagSensor && len(value) >= 3 {
				us = int(value[1]) | int(value[2])<<8
			}
		}
	}
	return us
}
