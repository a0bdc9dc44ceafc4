package sim

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// own marks a LED with a colour of its own.
const own = -1

type led struct {
	rgb   [3]byte
	entry int
}

// lights are the two buffers of PROTOCOL.md 5.4: commands change back, a commit makes it the entries shown.
type lights struct {
	palette    [wire.PaletteSize]wire.Entry
	back       []led
	shown      []wire.Entry
	since      time.Duration // of the commit
	moves      bool          // something shown has an effect
	frame      uint16
	brightness int // 0 to 255
	milliamps  int // 0 is no cap
}

func newLights(leds int) lights {
	l := lights{back: make([]led, leds), shown: make([]wire.Entry, leds), brightness: 255}
	l.clear()
	return l
}

// clear makes the back buffer and the palette dark.
func (l *lights) clear() {
	l.palette = [wire.PaletteSize]wire.Entry{}
	for i := range l.back {
		l.back[i] = led{entry: own}
	}
}

// idle shows the idle pattern: nothing.
func (l *lights) idle() {
	clear(l.shown)
	l.frame, l.moves = 0, false
}

func (l *lights) resolve(i int) wire.Entry {
	d := l.back[i]
	if d.entry != own {
		return l.palette[d.entry]
	}
	return wire.Entry{R: d.rgb[0], G: d.rgb[1], B: d.rgb[2]}
}

// commit shows the back buffer unless its check fails.
func (l *lights) commit(m wire.LEDCommit, now time.Duration) wire.Status {
	rgb := make([]byte, 0, 3*len(l.back))
	for i := range l.back {
		e := l.resolve(i)
		rgb = append(rgb, e.R, e.G, e.B)
	}
	if m.Frame == 0 {
		return wire.StatusRange
	}
	if m.CRC != 0 && m.CRC != wire.CRC(rgb) {
		return wire.StatusCommitCRC
	}
	l.moves = false
	for i := range l.back {
		l.shown[i] = l.resolve(i)
		l.moves = l.moves || l.shown[i].Effect != wire.Steady
	}
	l.frame, l.since = m.Frame, now
	return wire.StatusOK
}

// apply executes one of the commands that change the back buffer, wholly or not at all.
func (l *lights) apply(f wire.Frame) wire.Status {
	switch f.Type {
	case wire.TypeLEDPalette:
		return do(wire.ParseLEDPalette, f.Payload, l.setPalette)
	case wire.TypeLEDIdx4:
		return do(wire.ParseLEDIdx4, f.Payload, l.setIdx4)
	case wire.TypeLEDRuns:
		return do(wire.ParseLEDRuns, f.Payload, l.setRuns)
	case wire.TypeLEDRGB:
		return do(wire.ParseLEDRGB, f.Payload, l.setRGB)
	case wire.TypeLEDSet:
		return do(wire.ParseLEDSet, f.Payload, l.setPairs)
	case wire.TypeLEDMask:
		return do(wire.ParseLEDMask, f.Payload, l.setMask)
	}
	return wire.StatusUnsupported
}

func (l *lights) setPalette(m wire.LEDPalette) wire.Status {
	for i := range m.Len() {
		l.palette[int(m.First)+i] = m.Entry(i)
	}
	return wire.StatusOK
}

func (l *lights) setIdx4(m wire.LEDIdx4) wire.Status {
	if !l.has(int(m.First), m.Count, 0) {
		return wire.StatusRange
	}
	for i := range m.Count {
		l.back[int(m.First)+i] = led{entry: int(m.At(i))}
	}
	return wire.StatusOK
}

func (l *lights) setRuns(m wire.LEDRuns) wire.Status {
	for i := range m.Len() {
		if first, count, entry := m.Run(i); !l.has(int(first), count, entry) {
			return wire.StatusRange
		}
	}
	for i := range m.Len() {
		first, count, entry := m.Run(i)
		for j := range count {
			l.back[int(first)+j] = led{entry: int(entry)}
		}
	}
	return wire.StatusOK
}

func (l *lights) setRGB(m wire.LEDRGB) wire.Status {
	if !l.has(int(m.First), len(m.RGB)/3, 0) {
		return wire.StatusRange
	}
	for i := range len(m.RGB) / 3 {
		l.back[int(m.First)+i] = led{rgb: [3]byte(m.RGB[3*i:]), entry: own}
	}
	return wire.StatusOK
}

func (l *lights) setPairs(m wire.LEDSet) wire.Status {
	for i := range m.Len() {
		if n, entry := m.Pair(i); !l.has(int(n), 1, entry) {
			return wire.StatusRange
		}
	}
	for i := range m.Len() {
		n, entry := m.Pair(i)
		l.back[n] = led{entry: int(entry)}
	}
	return wire.StatusOK
}

func (l *lights) setMask(m wire.LEDMask) wire.Status {
	if len(m.Mask) < (len(l.back)+7)/8 {
		return wire.StatusLength
	}
	for i := range l.back {
		switch {
		case m.Mask[i/8]>>(i%8)&1 == 1:
			l.back[i] = led{entry: int(m.Entry)}
		case m.Op == wire.MaskClear:
			l.back[i] = led{entry: own}
		}
	}
	return wire.StatusOK
}

func (l *lights) has(first, count int, entry uint8) bool {
	return first+count <= len(l.back) && entry < wire.PaletteSize
}

// render returns what the LEDs show at now: effects first, then the caps.
func (l *lights) render(now time.Duration) []byte {
	rgb := make([]byte, 0, 3*len(l.shown))
	sum := 0
	for _, e := range l.shown {
		level := level(e, now-l.since) * l.brightness
		for _, v := range [3]byte{e.R, e.G, e.B} {
			c := int(v) * level / (255 * 255)
			rgb = append(rgb, byte(c))
			sum += c
		}
	}
	const perChannel = 20 // mA at 255
	if load := sum * perChannel / 255; l.milliamps > 0 && load > l.milliamps {
		for i := range rgb {
			rgb[i] = byte(int(rgb[i]) * l.milliamps / load)
		}
	}
	return rgb
}

// level returns how bright an entry is that long after the commit, 0 to 255.
func level(e wire.Entry, since time.Duration) int {
	period := time.Duration(e.Period) * 20 * time.Millisecond
	if period == 0 {
		period = time.Second
	}
	phase := since % period
	on := phase < period/2
	switch e.Effect {
	case wire.Blink:
	case wire.FlashOnce:
		on = since < period/2
	case wire.Pulse:
		if !on {
			phase = period - phase
		}
		return int(255 * phase / (period / 2))
	default:
		on = true
	}
	if on {
		return 255
	}
	return 0
}

// do parses a command and runs it.
func do[M any](parse func([]byte) (M, error), payload []byte, run func(M) wire.Status) wire.Status {
	m, err := parse(payload)
	if err != nil {
		return statusOf(err)
	}
	return run(m)
}
