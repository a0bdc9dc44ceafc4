package firmware

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/firmware-protocol/wire"
)

// found is what a host has found out about a device, as sim/pico/usb.mjs tells it.
type found struct {
	Device, Configuration  []int
	Maker, Product, Serial string
	Refused                bool
	Coding                 []int
}

// TestAPicoAtUSB is a host that finds the board, opens the port and closes it. What the board says of itself is read by the rules of USB 2.0
// (9.6) and CDC, not compared with the program's own bytes.
func TestAPicoAtUSB(t *testing.T) {
	m := onChip(t, "pico-8x8", "")
	m.ask("dtr 0")
	m.ask("plug")
	if said := m.pass(600 * time.Millisecond); len(said) != 0 { // a HELLO comes every half second
		t.Errorf("before the port is open it says %x", said)
	}
	var d found
	if err := json.Unmarshal([]byte(strings.TrimPrefix(m.ask("device")[0], "device ")), &d); err != nil {
		t.Fatal(err)
	}
	if d.Maker != "reeve" || d.Product != "board controller" || d.Serial != "E661385283419C2A" {
		t.Errorf("udev would see %q %q %q", d.Maker, d.Product, d.Serial)
	}
	if !d.Refused || !slices.Equal(d.Coding, []int{0, 0xc2, 1, 0, 0, 0, 8}) {
		t.Errorf("an unknown string refused %v, line coding %v", d.Refused, d.Coding)
	}
	if len(d.Device) != 18 || d.Device[4] != 2 || d.Device[7] != 64 || d.Device[17] != 1 {
		t.Errorf("device %v", d.Device)
	}
	checkConfiguration(t, d.Configuration)

	m.ask("dtr 1")
	heard(t, m.pass(5*time.Millisecond), wire.TypeHello) // at once: not with the next one of every half second
	m.ask("dtr 0")
	m.pass(settle)
	if said := m.pass(600 * time.Millisecond); len(said) != 0 {
		t.Errorf("after the port was closed it says %x", said)
	}
	m.ask("unplug")
	m.pass(100 * time.Millisecond)
	heard(t, m.pass(600*time.Millisecond), wire.TypeHello) // over the serial line
}

// checkConfiguration walks the descriptors: two interfaces, each endpoint once, a CDC union of them, and as many bytes as it says.
func checkConfiguration(t *testing.T, b []int) {
	t.Helper()
	if len(b) < 9 || b[2]|b[3]<<8 != len(b) || b[4] != 2 {
		t.Fatalf("configuration %v", b)
	}
	kinds, endpoints, union := map[int]int{}, map[int]int{}, false
	for at := 0; at < len(b); at += b[at] {
		if b[at] < 2 || at+b[at] > len(b) {
			t.Fatalf("a descriptor of %d bytes at %d of %v", b[at], at, b)
		}
		kinds[b[at+1]]++
		switch {
		case b[at+1] == 5:
			endpoints[b[at+2]] = b[at+3]
		case b[at+1] == 0x24 && b[at+2] == 6:
			union = b[at+3] == 0 && b[at+4] == 1
		}
	}
	if kinds[4] != 2 || !union || fmt.Sprint(endpoints) != fmt.Sprint(map[int]int{0x81: 3, 0x02: 2, 0x82: 2}) {
		t.Errorf("%v descriptors, endpoints %v, a union %v", kinds, endpoints, union)
	}
}

// TestLongLatencyOfAPico touches contacts and waits for the host to have the edge, over USB, while the line or the strip is busy.
func TestLongLatencyOfAPico(t *testing.T) { latencyOfAPico(t, 30) }

func TestHoursLatencyOfAPico(t *testing.T) { latencyOfAPico(t, 500) }

func latencyOfAPico(t *testing.T, touches int) {
	for _, c := range []struct {
		layout string
		leds   int // written all the time
		most   time.Duration
	}{{"8x8", 0, 10 * time.Millisecond}, {"16x16", 256, 12 * time.Millisecond}} {
		t.Run(c.layout, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 5))
			k := talk(t, onUSB(t, c.layout, ""))
			if c.leds > 0 { // effects are written again every 40 ms
				k.must(wire.TypeLEDPalette, wire.LEDPalette{First: 1, Entries: wire.AppendEntry(nil, wire.Entry{R: 9, G: 9, B: 9, Effect: 2, Period: 50})}.Append(nil))
				k.must(wire.TypeLEDRuns, wire.AppendRun(nil, 0, c.leds, 1))
			}
			worst, sum := time.Duration(0), time.Duration(0)
			for i := range touches {
				k.pass(time.Duration(30000+random.IntN(4000)) * time.Microsecond)
				lead := time.Duration(0)
				busy := func() { k.say(wire.TypeStatsReq, nil) }
				if c.leds > 0 {
					lead = time.Duration(random.IntN(7000)) * time.Microsecond
					busy = func() { k.do(wire.TypeLEDCommit, wire.LEDCommit{Frame: uint16(i + 1)}.Append(nil)) }
				}
				d := k.touch(i%64, i/64%2 == 0, 12000000, lead, busy) + bridge
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

// TestLongEdgesOfAPico is TestEdgesOnADamagedLine on the emulated chip: over USB at full rate, and over a serial line that changes or
// loses one byte in a hundred.
func TestLongEdgesOfAPico(t *testing.T) { edgesOfAPico(t, 5000, 1500) }

// The figures of a night: 100 000 edges each way.
func TestHoursEdgesOfAPico(t *testing.T) { edgesOfAPico(t, 100000, 100000) }

func edgesOfAPico(t *testing.T, whole, damaged int) {
	t.Run("USB", func(t *testing.T) {
		m := onUSB(t, "16x16", "")
		synctest.Test(t, func(t *testing.T) { soak(t, m, whole, func(_ *rand.Rand, b []byte) []byte { return b }) })
	})
	t.Run("damaged", func(t *testing.T) {
		m := onChip(t, "pico-16x16", "")
		synctest.Test(t, func(t *testing.T) { soak(t, m, damaged, damage) })
	})
}
