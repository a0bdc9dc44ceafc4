package firmware

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"reeve/firmware-protocol/uf2"
	"reeve/firmware-protocol/wire"
)

var picoFiles = []string{"8x8", "8x8-apa102", "16x16", "16x16-apa102", "direct", "direct-apa102", "hall", "hall-apa102"}

// TestPicoFiles reads every file for a Pico with a reader that shares nothing with what packed it: the whole program is in it, the
// boot ROM's check is right, and its vectors lead into it.
func TestPicoFiles(t *testing.T) {
	tool(t, "make", "gcc", "arm-none-eabi-gcc")
	for i, name := range picoFiles {
		if i > 0 && !long(t) {
			break
		}
		file, err := os.ReadFile(program(t, "reeve-pico-"+name+".uf2"))
		if err != nil {
			t.Fatal(err)
		}
		image, err := uf2.Image(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want, err := os.ReadFile(program(t, "reeve-pico-"+name+".bin"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(image[256:], want[256:]) || len(bytes.TrimRight(image[len(want):], "\x00")) > 0 {
			t.Errorf("%s: the file does not hold the program", name)
		}
		if !bytes.Contains(image, []byte("reeve firmware "+Version()+"\x00")) {
			t.Errorf("%s: the file does not say version %s", name, Version())
		}
		stack, reset := binary.LittleEndian.Uint32(image[256:]), binary.LittleEndian.Uint32(image[260:])
		if stack>>24 != 0x20 || reset&1 == 0 || reset-uf2.FlashStart > uint32(len(image)) {
			t.Errorf("%s: stack at %x, start at %x", name, stack, reset)
		}
	}
}

func TestLongPicoFiles(t *testing.T) { TestPicoFiles(t) }

// A Pico does not start a program whose check is wrong, and the one that is tested here does not either.
func TestLongAPicoRefusesADamagedProgram(t *testing.T) {
	args := picoArgs(t, "8x8", "")
	file, err := os.ReadFile(args[3])
	if err != nil {
		t.Fatal(err)
	}
	says := func(change byte) int {
		file[32+40] ^= change // in the boot program
		args[3] = filepath.Join(t.TempDir(), "reeve.uf2")
		if err := os.WriteFile(args[3], file, 0o644); err != nil {
			t.Fatal(err)
		}
		return len(machine{start(t, "node", args...)}.pass(100 * time.Millisecond))
	}
	if n := says(1); n != 0 {
		t.Errorf("a damaged program says %d bytes", n)
	}
	if n := says(1); n == 0 {
		t.Error("a good program says nothing")
	}
}

// boot is the number of the start that a chip is in, from its HELLO.
func (m machine) boot() uint16 {
	m.t.Helper()
	m.feed(wire.Frame{Type: wire.TypeHelloReq}.Append([]byte{0}))
	var said []byte
	for late, answered := 0, false; !answered && late < 15; late++ { // the rest of the time nothing would happen
		said = append(said, m.pass(10*time.Millisecond)...)
		frames, _ := decodeInGo(said)
		answered = len(frames) > 0
	}
	hello, err := wire.ParseHello(heard(m.t, said, wire.TypeHello).Payload)
	if err != nil {
		m.t.Fatal(err)
	}
	return hello.Boot
}

// TestLongBootsOfAPico counts starts in flash: they go on after every kind of reset, when a sector is full, around 65535, and past what a
// lost supply leaves behind. The layout of the records is that of rp2040/kept.c.
func TestLongBootsOfAPico(t *testing.T) {
	const first, second, sector = 0xfe000, 0xff000, 4096
	m := onChip(t, "pico-8x8", "")
	records := func(from, n int) []byte {
		var out []byte
		for i := range n {
			out = binary.LittleEndian.AppendUint16(out, uint16(from+i))
			out = binary.LittleEndian.AppendUint16(out, ^uint16(from+i))
		}
		return out
	}
	write := func(at int, b []byte) {
		m.ask("flash %x %x", at, append(b, bytes.Repeat([]byte{0xff}, sector-len(b))...))
	}
	rubbish := bytes.Repeat([]byte{0x5a, 0x13, 0, 0}, sector/4)
	for _, c := range []struct {
		name          string
		first, second []byte
		want          uint16
	}{
		{"new", nil, nil, 1},
		{"begun", records(1, 5), nil, 6},
		{"full", records(1, 1024), nil, 1025},
		{"in the second", records(1, 1024), records(1025, 3), 1028},
		{"both full", records(1, 1024), records(1025, 1024), 2049},
		{"both full, the first later", records(2049, 1024), records(1025, 1024), 3073},
		{"around", records(65535-1023, 1024), records(0, 4), 4},
		{"a torn record", append(records(1, 5), 6, 0, 0xff, 0xff), nil, 6},
		{"a torn erasing", records(1, 1024), rubbish, 1025},
		{"only rubbish", rubbish, nil, 1},
	} {
		write(first, c.first)
		write(second, c.second)
		m.ask("brownout")
		if got := m.boot(); got != c.want {
			t.Errorf("%s: start %d, want %d", c.name, got, c.want)
		}
		for i, reset := range []string{"reset", "brownout", "watchdog"} {
			m.ask("%s", reset)
			if got := m.boot(); got != c.want+uint16(i)+1 {
				t.Errorf("%s: start %d after a %s, want %d", c.name, got, reset, c.want+uint16(i)+1)
			}
		}
	}
}

// A Pico that hangs is restarted by its watchdog, says so, and counts it as a start; REBOOT restarts it too.
func TestAPicoRestartsItself(t *testing.T) {
	m := onChip(t, "pico-8x8", "")
	before := m.boot()
	m.ask("hang")
	m.pass(2100 * time.Millisecond)
	if got := m.boot(); got != before+1 {
		t.Errorf("start %d after %d and a hang of two seconds", got, before)
	}
	k := talk(t, m)
	if cause := k.stats()[wire.StatResetCause]; cause != 8 {
		t.Errorf("the cause of the reset is %d, want 8: the watchdog", cause)
	}
	k.do(wire.TypeReboot, wire.Reboot{}.Append(nil))
	k.pass(200 * time.Millisecond)
	if got := m.boot(); got != before+2 {
		t.Errorf("start %d after %d and REBOOT", got, before+1)
	}
}

// A Pico's unit is the number of its flash chip, and a layout with lines of their own has them in order.
func TestLongDirectLinesOfAPico(t *testing.T) {
	k := talk(t, onChip(t, "pico-direct", ""))
	k.feed(wire.Frame{Type: wire.TypeHelloReq}.Append([]byte{0}))
	hello, err := wire.ParseHello(heard(t, k.pass(settle), wire.TypeHello).Payload)
	if err != nil {
		t.Fatal(err)
	}
	unit := ""
	for tag, value, more, ok := wire.NextTLV(hello.TLVs); ok; tag, value, more, ok = wire.NextTLV(more) {
		if tag == wire.TagUnit {
			unit = fmt.Sprintf("%x", value)
		}
	}
	if hello.Contacts != 16 || hello.Buttons != 3 || unit != "e661385283419c2a" {
		t.Errorf("%d contacts, %d buttons, unit %q", hello.Contacts, hello.Buttons, unit)
	}
	for i := range 16 {
		k.set(i, true)
		line := k.pass(settle)
		if events := heard(t, line, wire.TypeEvents).Payload; events[6] != byte(i) || events[7] != 1 {
			t.Errorf("line %d closed: %x", i, events)
		}
		k.say(wire.TypeEvAck, wire.EvAck{Next: uint16(i + 1)}.Append(nil))
	}
}

// The signal of a WS2812 is the state machine's, exact whatever the processor does: 250 ns are a 0, 875 ns a 1, of 1250 ns (WorldSemi's
// data sheet: 220 to 380, 580 to 1000, and more than 1250 in all for the latest kind).
func TestLongPulsesOfAPico(t *testing.T) {
	k := talk(t, onChip(t, "pico-16x16", ""))
	k.must(wire.TypeLEDPalette, wire.LEDPalette{First: 1, Entries: wire.AppendEntry(nil, wire.Entry{R: 3, G: 0x55, B: 0xf0})}.Append(nil))
	k.must(wire.TypeLEDRuns, wire.AppendRun(nil, 0, 256, 1))
	k.do(wire.TypeLEDCommit, wire.LEDCommit{Frame: 1}.Append(nil))
	for i := range 64 { // contacts and frames come while the strip is written
		k.set(i, true)
		k.say(wire.TypePing, make([]byte, 4))
	}
	k.pass(100 * time.Millisecond)
	if got := k.ask("pulses")[0]; !strings.Contains(got, "zero 250 250") || !strings.Contains(got, "one 875 875") || !strings.Contains(got, "period 1250 1250") {
		t.Error(got)
	}
	if s := k.stats(); s[wire.StatScanLate] != 0 || s[wire.StatRxRingFull] != 0 || s[wire.StatUARTOverrun] != 0 {
		t.Errorf("%v while the strip was written", s)
	}
}
