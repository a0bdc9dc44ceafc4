package firmware

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/firmware-protocol/wire"
	"reeve/hw/serial"
)

// heard returns the first frame of a type that a controller says within d, as it came in.
func heard(t testing.TB, line []byte, typ wire.Type) wire.Frame {
	t.Helper()
	var d wire.Decoder
	for len(line) > 0 {
		var f wire.Frame
		var ok bool
		if f, line, ok = d.Next(line); ok && f.Type == typ {
			return f
		}
	}
	t.Fatalf("no frame of type %v", typ)
	return wire.Frame{}
}

// supplied is what a controller says of the supply of its LEDs: whether it measures it, and what the next BEAT tells, mV.
func (k *talker) supplied() (measures bool, mv int) {
	k.t.Helper()
	k.feed(wire.Frame{Type: wire.TypeHelloReq}.Append([]byte{0}))
	hello, err := wire.ParseHello(heard(k.t, k.pass(settle), wire.TypeHello).Payload)
	if err != nil {
		k.t.Fatal(err)
	}
	beat, err := wire.ParseBeat(heard(k.t, k.pass(1100*time.Millisecond), wire.TypeBeat).Payload)
	if err != nil {
		k.t.Fatal(err)
	}
	return hello.Features&wire.HasSupply != 0, int(beat.SupplyMV)
}

// TestSupply has the supply of the LEDs sag, go and come back: the core tells what it is given, and a chip what its
// converter sees, with nothing at all told as something, since 0 is not known. Without the option nothing is told.
func TestSupply(t *testing.T) {
	for _, c := range []struct {
		name     string
		on       func(testing.TB) machine
		measures bool
		off      int // mV that the converter may be off
	}{
		{"host", func(t testing.TB) machine { return machine{start(t, hostProgram(t, "machine256"))} }, true, 0},
		{"host without", onHost, false, 0},
		{"atmega2560", func(t testing.TB) machine { return onChip(t, "atmega2560", "-supply") }, true, 20},
		{"atmega2560 apa102", func(t testing.TB) machine { return onChip(t, "atmega2560", "-apa102-supply") }, true, 20},
		{"atmega328p", func(t testing.TB) machine { return onChip(t, "atmega328p", "-supply") }, true, 20},
		{"atmega328p apa102", func(t testing.TB) machine { return onChip(t, "atmega328p", "-apa102-supply") }, true, 20},
		{"atmega328p without", func(t testing.TB) machine { return onChip(t, "atmega328p", "") }, false, 0},
	} {
		if !strings.HasPrefix(c.name, "host") && !long(t) { // TestSupplyOnChip has one
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			k := talk(t, c.on(t))
			for _, mv := range []int{5000, 3900, 1, 4400, 6000} {
				if c.measures || !strings.HasPrefix(c.name, "host") {
					k.ask("supply %d", mv)
				}
				measures, told := k.supplied()
				switch {
				case measures != c.measures:
					t.Errorf("the feature is %v", measures)
				case !measures && told != 0:
					t.Errorf("%d mV are told though nothing is measured", told)
				case measures && (told < 1 || told < mv-c.off || told > mv+c.off):
					t.Errorf("%d mV are told as %d", mv, told)
				}
			}
		})
	}
}

func TestLongSupply(t *testing.T) { TestSupply(t) }

// TestSupplyWhileLEDsAreWritten holds that the mean of the converter is one of the supply, whatever else the chip does.
func TestSupplyWhileLEDsAreWritten(t *testing.T) {
	k := talk(t, onChip(t, "atmega2560", "-supply"))
	k.ask("supply 4200")
	k.work(256, 256)
	if _, mv := k.supplied(); mv < 4180 || mv > 4220 {
		t.Errorf("4200 mV are told as %d", mv)
	}
}

// A Mega that measures has a button less: its last one's pin is the input, and is never pressed.
func TestTheInputOfTheSupplyIsNoButton(t *testing.T) {
	k := talk(t, onChip(t, "atmega2560", "-supply"))
	k.press(6, true)
	k.press(7, true)
	if f := heard(t, k.pass(settle), wire.TypeEvents); len(f.Payload) != 6+4 || f.Payload[6] != 6 {
		t.Errorf("edges %x, want one of button 6", f.Payload)
	}
}

// powered is a recorder that is told of the supply.
type powered struct {
	*recorder
	supply []error
}

func (p *powered) Supply(err error) { p.note(func() { p.supply = append(p.supply, err) }) }

// TestSupplyOnChip takes the LEDs' supply from a simulated chip, and gives it back: the daemon's end of the line says both.
func TestSupplyOnChip(t *testing.T) {
	m := onChip(t, "atmega2560", "-supply")
	synctest.Test(t, func(t *testing.T) { supplyOnChip(t, m) })
}

func supplyOnChip(t *testing.T, m machine) {
	p := &powered{recorder: newRecorder(t, 256)}
	link := linkTo(t, m, serial.Config{Contacts: 256, LEDs: 256, Sink: p}, p.recorder)
	link.until("the link", func() bool { return len(p.ups) == 1 })
	m.ask("supply 0")
	link.until("the end of the supply", func() bool { return len(p.supply) == 1 && errors.Is(p.supply[0], serial.ErrSupply) })
	m.ask("supply 5000")
	link.until("the supply", func() bool { return len(p.supply) == 2 && p.supply[1] == nil })
	if said := fmt.Sprint(p.supply[0]); !strings.HasSuffix(said, "0.0 V") {
		t.Error(said)
	}
}
