package serial

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"reeve/firmware-protocol/wire"
)

// display is a back buffer as a controller holds it, by the text of the protocol.
type display struct {
	palette [wire.PaletteSize]colour
	entry   []int
	own     []colour
}

func (d *display) apply(t *rapid.T, c command) {
	switch c.typ {
	case wire.TypeLEDPalette:
		m := must(t, wire.ParseLEDPalette, c)
		for i := range m.Len() {
			e := m.Entry(i)
			d.palette[int(m.First)+i] = colour{e.R, e.G, e.B}
		}
	case wire.TypeLEDIdx4:
		m := must(t, wire.ParseLEDIdx4, c)
		for i := range m.Count {
			d.entry[int(m.First)+i] = int(m.At(i))
		}
	case wire.TypeLEDRuns:
		m := must(t, wire.ParseLEDRuns, c)
		for i := range m.Len() {
			first, count, entry := m.Run(i)
			for j := range count {
				d.entry[int(first)+j] = int(entry)
			}
		}
	case wire.TypeLEDSet:
		m := must(t, wire.ParseLEDSet, c)
		for i := range m.Len() {
			led, entry := m.Pair(i)
			d.entry[led] = int(entry)
		}
	case wire.TypeLEDRGB:
		m := must(t, wire.ParseLEDRGB, c)
		for i := range len(m.RGB) / 3 {
			d.entry[int(m.First)+i], d.own[int(m.First)+i] = own, colour(m.RGB[3*i:])
		}
	default:
		t.Fatalf("%v in a plan", c.typ)
	}
}

func must[M any](t *rapid.T, parse func([]byte) (M, error), c command) M {
	m, err := parse(c.payload)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (d *display) shows() (rgb []byte) {
	for i, e := range d.entry {
		c := d.own[i]
		if e != own {
			c = d.palette[e]
		}
		rgb = append(rgb, c[:]...)
	}
	return rgb
}

// TestPlanReachesEveryFrame plays random histories of frames: after the commands of each plan the controller
// has the frame, no frame is too long, and colours sent one by one would not have been shorter.
func TestPlanReachesEveryFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		leds := rapid.IntRange(1, 256).Draw(t, "leds")
		maxPayload := rapid.SampledFrom([]int{59, 120, wire.MaxPayload}).Draw(t, "payload")
		back := newBackBuffer(leds)
		d := display{entry: make([]int, leds), own: make([]colour, leds)}
		for i := range d.entry {
			d.entry[i] = own
		}
		frame := make([]byte, 3*leds)
		for range rapid.IntRange(1, 6).Draw(t, "frames") {
			colours := rapid.SampledFrom([]int{1, 2, 5, 14, 18, 256}).Draw(t, "colours")
			for range rapid.IntRange(0, leds).Draw(t, "changes") {
				led, v := rapid.IntRange(0, leds-1).Draw(t, "led"), rapid.IntRange(0, colours-1).Draw(t, "colour")
				copy(frame[3*led:], []byte{byte(v), byte(v * 7), 9})
			}
			if rapid.IntRange(0, 9).Draw(t, "lost") == 0 {
				back.forget()
				d.palette = [wire.PaletteSize]colour{}
				clear(d.own)
				clear(d.entry)
			}
			cmds, after := back.plan(frame, maxPayload)
			for _, c := range cmds {
				if len(c.payload) > maxPayload {
					t.Fatalf("%v of %d bytes", c.typ, len(c.payload))
				}
				d.apply(t, c)
			}
			if got := d.shows(); !bytes.Equal(got, frame) || !bytes.Equal(after.colours, frame) || !after.known {
				t.Fatalf("shows %x, want %x, believes %x", got, frame, after.colours)
			}
			for e := range after.palette {
				if !after.stale[e] && after.palette[e] != d.palette[e] {
					t.Fatalf("entry %d is %v, believed %v", e, d.palette[e], after.palette[e])
				}
			}
			back = after
		}
	})
}

// TestPlanIsShort holds what the lights of play cost, in bytes on the line without the commit.
func TestPlanIsShort(t *testing.T) {
	green, red := colour{0, 255, 64}, colour{255, 0, 0}
	paint := func(frame []byte, c colour, leds ...int) []byte {
		frame = bytes.Clone(frame)
		for _, i := range leds {
			copy(frame[3*i:], c[:])
		}
		return frame
	}
	dark := make([]byte, 3*256)
	queen := []int{0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255, 7, 22, 37, 52, 67, 82, 97, 112, 127, 142, 157}
	row := []int{32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43}
	lit := paint(dark, green, queen...)
	for _, c := range []struct {
		name     string
		from, to []byte
		most     int
	}{
		{"nothing", lit, lit, 0},
		{"one LED", dark, paint(dark, green, 5), wire.EncodedLen(5)},
		{"queen's squares", dark, lit, wire.EncodedLen(6) + wire.EncodedLen(54)},
		{"queen's squares off", lit, dark, wire.EncodedLen(6) + wire.EncodedLen(54)},
		{"one more of a colour in use", lit, paint(lit, green, 99), wire.EncodedLen(2)},
		{"a row", dark, paint(dark, red, row...), wire.EncodedLen(6) + wire.EncodedLen(3)},
		{"everything red", lit, paint(lit, red, seq(256)...), wire.EncodedLen(6) + wire.EncodedLen(3)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, back := newBackBuffer(256).plan(c.from, wire.MaxPayload)
			cmds, _ := back.plan(c.to, wire.MaxPayload)
			if got := size(cmds); got > c.most {
				t.Errorf("%d bytes, want at most %d: %v", got, c.most, cmds)
			}
		})
	}
}

func seq(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}
