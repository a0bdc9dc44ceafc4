package firmware

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"reeve/firmware-protocol/wire"
)

// status sends a command and returns the status of its ACK.
func (k *talker) status(typ wire.Type, payload []byte) (status wire.Status) {
	k.t.Helper()
	k.do(typ, payload)
	frames, _ := decodeInGo(k.pass(settle / 2))
	for _, f := range frames {
		if f[:2] == "86" {
			fmt.Sscanf(f[8:10], "%x", &status)
			return status
		}
	}
	k.t.Fatalf("%v was answered by %q", typ, frames)
	return 0
}

func TestLongRates(t *testing.T) { TestRates(t) }

// TestRates is PROTOCOL.md 5.7.
func TestRates(t *testing.T) {
	for name, on := range map[string]func(testing.TB) machine{
		"host": onHost,
		"chip": func(t testing.TB) machine { return onChip(t, "atmega328p", "") },
		"pico": func(t testing.TB) machine { return onChip(t, "pico-8x8", "") },
	} {
		if !turn(t, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			set := func(baud, confirm int) []byte {
				return wire.SetBaud{Baud: uint32(baud), ConfirmMS: uint16(confirm)}.Append(nil)
			}
			k := talk(t, on(t))
			slow := k.baud()
			for _, c := range []struct {
				payload []byte
				want    wire.Status
			}{{set(57600, 100), wire.StatusRange}, {set(250000, 100)[:5], wire.StatusLength}, {set(250000, 300), wire.StatusOK}} {
				if got := k.status(wire.TypeSetBaud, c.payload); got != c.want {
					t.Errorf("SET_BAUD %x: %v, want %v", c.payload, got, c.want)
				}
			}
			k.pass(settle)
			if k.baud() != 250000 {
				t.Errorf("%d baud after SET_BAUD", k.baud())
			}
			k.pass(300 * time.Millisecond) // nobody confirms it
			if k.baud() != slow {
				t.Errorf("%d baud, not confirmed", k.baud())
			}
			k.setBaud(500000)
			k.pass(2 * time.Second)
			if k.baud() != 500000 {
				t.Errorf("%d baud, confirmed", k.baud())
			}
			k.pass(2 * time.Second) // three seconds without a frame
			if k.baud() != slow {
				t.Errorf("%d baud after silence", k.baud())
			}
			k.ask("rate 115200")
			k.say(wire.TypePing, make([]byte, 4))
			if frames, _ := decodeInGo(k.pass(settle)); len(frames) == 0 || frames[len(frames)-1][:2] != "83" {
				t.Errorf("back at the first rate: %q", frames)
			}
		})
	}
}

func TestLongStrips(t *testing.T) { TestStrips(t) }

// TestStrips reads what the simulated strip of either kind was sent, without and with caps.
func TestStrips(t *testing.T) {
	for _, c := range []struct {
		mcu, strip string
		leds       int
		long       bool
	}{{"atmega2560", "", 256, false}, {"atmega2560", "-apa102", 256, true}, {"atmega328p", "", 64, true}, {"atmega328p", "-apa102", 64, true},
		{"pico-16x16", "", 256, true}, {"pico-8x8", "-apa102", 64, true}} {
		if c.long != long(t) {
			continue
		}
		t.Run(c.mcu+c.strip, func(t *testing.T) {
			k := talk(t, onChip(t, c.mcu, c.strip))
			want := make([]byte, 3*c.leds)
			for i := range c.leds {
				want[3*i], want[3*i+1], want[3*i+2] = byte(i%5*50), byte(i), 255
				if i%20 == 0 {
					n := min(20, c.leds-i)
					rgb := make([]byte, 0, 60)
					for j := i; j < i+n; j++ {
						rgb = append(rgb, byte(j%5*50), byte(j), 255)
					}
					k.must(wire.TypeLEDRGB, wire.LEDRGB{First: uint8(i), RGB: rgb}.Append(nil))
				}
			}
			k.must(wire.TypeConfig, wire.AppendTLV(nil, wire.TagCurrent, []byte{0, 0}))
			k.must(wire.TypeLEDCommit, wire.LEDCommit{Frame: 1, CRC: wire.CRC(want)}.Append(nil))
			if got := k.leds(); !bytes.Equal(got, want) {
				t.Errorf("the strip shows %x, want %x", got, want)
			}
			const cap = 900
			k.must(wire.TypeConfig, wire.AppendTLV(nil, wire.TagCurrent, []byte{cap & 255, cap >> 8}))
			load := 0
			for _, v := range k.leds() {
				load += int(v)
			}
			if load = load * 20 / 255; load > cap || load < cap*8/10 {
				t.Errorf("the strip takes %d mA, the cap is %d", load, cap)
			}
			var frames, pause int
			fmt.Sscanf(k.ask("strip")[0], "strip %d %d", &frames, &pause)
			if frames == 0 || pause > 80 { // 5 us
				t.Errorf("%d frames, longest pause within one %d cycles", frames, pause)
			}
			s := k.stats()
			t.Logf("longest pause %d cycles, interrupts off for %d us", pause, s[wire.StatIRQOffMax])
			if s[wire.StatUARTOverrun] != 0 || s[wire.StatRxRingFull] != 0 || s[wire.StatCRC] != 0 {
				t.Errorf("bytes were lost: %v", s)
			}
		})
	}
}

// A strip shorter than what the chip can drive costs the time of its own LEDs, not of all there could be; and what once
// shone goes dark.
func TestAShortStripIsWrittenInAShortTime(t *testing.T) {
	const wired, all = 49, 256
	k := talk(t, onChip(t, "atmega2560", ""))
	show := func(frame uint16, written int, lit map[int]byte) {
		t.Helper()
		want := make([]byte, 3*all)
		k.must(wire.TypeLEDMask, wire.LEDMask{Op: 1, Mask: make([]byte, all/8)}.Append(nil))
		for led, red := range lit {
			want[3*led] = red
			k.must(wire.TypeLEDRGB, wire.LEDRGB{First: uint8(led), RGB: []byte{red, 0, 0}}.Append(nil))
		}
		k.must(wire.TypeLEDCommit, wire.LEDCommit{Frame: frame, CRC: wire.CRC(want)}.Append(nil))
		if got := k.leds(); !bytes.Equal(got, want) {
			t.Errorf("frame %d: the strip shows %x, want %x", frame, got, want)
		}
		var frames, pause, leds int
		fmt.Sscanf(k.ask("strip")[0], "strip %d %d %d", &frames, &pause, &leds)
		if leds != written {
			t.Errorf("frame %d: %d LEDs were written, want %d", frame, leds, written)
		}
	}
	show(1, wired, map[int]byte{0: 9, wired - 1: 7})
	show(2, wired, map[int]byte{3: 5})
	show(3, 201, map[int]byte{200: 4})
	show(4, 201, map[int]byte{1: 3})
}

// TestLongFuzzers runs each fuzzer of the Makefile for a short while.
func TestLongFuzzers(t *testing.T) {
	t.Run("libFuzzer", func(t *testing.T) {
		tool(t, "make", "clang-14")
		cmd := exec.Command(program(t, "fuzz"), "-runs=30000", "-max_len=1024", "-seed=1")
		cmd.Dir = t.TempDir()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("AFL++", func(t *testing.T) {
		tool(t, "make", "afl-clang-fast", "afl-fuzz")
		program(t, "fuzz-afl")
		out, err := exec.Command("make", "-s", "afl", "BUILD="+built.dir, "SECONDS=5").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		crashes, _ := filepath.Glob(filepath.Join(built.dir, "afl-out/default/crashes/id*"))
		if len(crashes) > 0 {
			t.Errorf("crashes: %s", strings.Join(crashes, " "))
		}
	})
}
