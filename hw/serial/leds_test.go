package serial

import (
	"bytes"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reeve/firmware-protocol/wire"
	"reeve/hw/hwtest"
)

// shownLEDs is a back buffer as a controller holds it, by the text of the protocol.
type shownLEDs struct {
	palette [wire.PaletteSize]colour
	entry   []int
	own     []colour
}

func (d *shownLEDs) apply(t *rapid.T, c command) {
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
	case wire.TypeLEDMask:
		m := must(t, wire.ParseLEDMask, c)
		for i := range d.entry {
			if m.Mask[i/8]>>(i%8)&1 == 1 {
				d.entry[i] = int(m.Entry)
			}
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

func (d *shownLEDs) shows() (rgb []byte) {
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
		d := shownLEDs{entry: make([]int, leds), own: make([]colour, leds)}
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

// line is how many bytes a payload is on the line, with the delimiter in front of its frame.
func line(payload int) int { return 1 + wire.EncodedLen(payload) }

// The payloads of a palette of one entry, and of a set of 256 and of 49 LEDs.
const palette1, mask256, mask49 = 1 + 5, 2 + 32, 2 + 7

// TestPlanIsShort holds what the lights of play cost, in bytes on the line without the commit.
func TestPlanIsShort(t *testing.T) {
	green, red, dim := colour{0, 255, 64}, colour{255, 0, 0}, colour{0, 90, 20}
	paint := func(frame []byte, c colour, leds ...int) []byte {
		frame = bytes.Clone(frame)
		for _, i := range leds {
			copy(frame[3*i:], c[:])
		}
		return frame
	}
	dark, small := make([]byte, 3*256), make([]byte, 3*49)
	row := []int{32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43}
	lit := paint(dark, green, queen...)
	both := paint(lit, red, row...)
	for _, c := range []struct {
		name     string
		from, to []byte
		most     int
	}{
		{"nothing", lit, lit, 0},
		{"one LED", dark, paint(dark, green, 5), line(5)},
		{"queen's squares", dark, lit, line(palette1) + line(mask256)},
		{"queen's squares off", lit, dark, line(mask256)},
		{"queen's squares breathe", lit, paint(dark, dim, queen...), line(palette1)},
		{"two colours breathe", both, paint(paint(dark, dim, queen...), colour{80, 0, 0}, row...), line(1 + 2*5)},
		{"one more of a colour in use", lit, paint(lit, green, 99), line(2)},
		{"a row", dark, paint(dark, red, row...), line(palette1) + line(3)},
		{"everything red", lit, paint(lit, red, seq(256)...), line(palette1) + line(3)},
		{"27 of 49", small, paint(small, green, seq(49)[11:38]...), line(palette1) + line(3)},
		{"27 of 49 here and there", small, paint(small, green, 0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 20, 21, 23, 24, 26, 27, 29, 30, 32, 33, 35, 36, 38, 40), line(palette1) + line(mask49)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, back := newBackBuffer(len(c.from)/3).plan(c.from, wire.MaxPayload)
			cmds, _ := back.plan(c.to, wire.MaxPayload)
			if got := size(cmds); got > c.most {
				t.Errorf("%d bytes, want at most %d: %v", got, c.most, cmds)
			}
		})
	}
}

// queen is 27 squares of a board of 256, no two beside each other.
var queen = []int{0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255, 7, 22, 37, 52, 67, 82, 97, 112, 127, 142, 157}

// TestAHighlightIsShort holds the figure for a highlight: 27 squares in a new colour, anywhere on a board of any
// size, are 80 bytes on the line at most, with what shows them, and so is taking it back.
func TestAHighlightIsShort(t *testing.T) {
	const most = 80
	rapid.Check(t, func(t *rapid.T) {
		leds := rapid.SampledFrom([]int{49, 64, 89, 160, 192, 256}).Draw(t, "leds")
		squares := rapid.SliceOfNDistinct(rapid.IntRange(0, leds-1), 27, 27, rapid.ID).Draw(t, "squares")
		dark := make([]byte, 3*leds)
		lit := bytes.Clone(dark)
		for _, i := range squares {
			copy(lit[3*i:], []byte{1, 250, 70})
		}
		cmds, back := newBackBuffer(leds).plan(lit, wire.MaxPayload)
		off, _ := back.plan(dark, wire.MaxPayload)
		if on, off := size(cmds)+line(6), size(off)+line(6); on > most || off > most {
			t.Fatalf("%d bytes on, %d off", on, off)
		}
	})
}

func seq(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// TestFigureHandOver holds the figure for a frame on its way to a controller: from Show to the first frame on the
// line, whatever it changes, 0.2 ms of CPU.
func TestFigureHandOver(t *testing.T) {
	const leds, most = 160, 200 * time.Microsecond
	frames := [2][]byte{make([]byte, 3*leds), make([]byte, 3*leds)}
	for i := range leds {
		copy(frames[0][3*i:], []byte{byte(i), 200, 3})
		copy(frames[1][3*i:], []byte{byte(i % 14), 1, 90})
	}
	link := Dial(Config{LEDs: leds})
	s := newSession(link, nil, 0)
	s.hello = wire.Hello{LEDs: leds, MaxFrame: wire.MaxFrame}
	s.stage, s.display.back, s.pinger.at, s.statsAt = up, newBackBuffer(leds), time.Hour, time.Hour
	n := 0
	cost := hwtest.Cost(func() {
		s.queue = newQueue(0, 1000, false, time.Hour)
		n++
		if err := link.Show(frames[n%2]); err != nil || s.transmit(0) == nil {
			t.Fatal("nothing is sent: ", err)
		}
	})
	t.Logf("%v from Show to the line", cost)
	if cost > most {
		t.Errorf("%v from Show to the line, %v are allowed", cost, most)
	}
}
