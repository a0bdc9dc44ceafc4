package wire

// Entry is a palette entry.
type Entry struct {
	R, G, B uint8
	Effect  Effect
	Period  uint8 // 20 ms
}

const (
	entrySize = 5
	runSize   = 3
	pairSize  = 2
)

// LEDPalette sets palette entries from First on.
type LEDPalette struct {
	First   uint8
	Entries []byte // see AppendEntry
}

// AppendEntry appends one record of LEDPalette.Entries.
func AppendEntry(dst []byte, e Entry) []byte {
	return append(dst, e.R, e.G, e.B, uint8(e.Effect), e.Period)
}

// Len returns how many entries m sets.
func (m LEDPalette) Len() int { return len(m.Entries) / entrySize }

// Entry returns the i-th record, which sets entry First+i.
func (m LEDPalette) Entry(i int) Entry {
	e := m.Entries[i*entrySize:]
	return Entry{e[0], e[1], e[2], Effect(e[3]), e[4]}
}

// Append appends the payload of m.
func (m LEDPalette) Append(dst []byte) []byte { return append(append(dst, m.First), m.Entries...) }

// ParseLEDPalette reads the payload of a LED_PALETTE.
func ParseLEDPalette(p []byte) (LEDPalette, error) {
	if len(p) < 1+entrySize || (len(p)-1)%entrySize != 0 {
		return LEDPalette{}, short(TypeLEDPalette, p)
	}
	m := LEDPalette{p[0], p[1:]}
	if int(m.First)+m.Len() > PaletteSize {
		return LEDPalette{}, rangeError(TypeLEDPalette, p)
	}
	return m, nil
}

// LEDIdx4 gives Count LEDs from First on a palette entry each.
type LEDIdx4 struct {
	First   uint8
	Count   int    // 1 to 256
	Nibbles []byte // two LEDs a byte, the first one low
}

// At returns the palette entry of LED First+i.
func (m LEDIdx4) At(i int) uint8 { return m.Nibbles[i/2] >> (i % 2 * 4) & 15 }

// Append appends the payload of m.
func (m LEDIdx4) Append(dst []byte) []byte {
	return append(append(dst, m.First, uint8(m.Count-1)), m.Nibbles...)
}

// ParseLEDIdx4 reads the payload of a LED_IDX4.
func ParseLEDIdx4(p []byte) (LEDIdx4, error) {
	first, count, data, ok := span(p)
	if size := (count + 1) / 2; ok && len(data) >= size {
		return LEDIdx4{first, count, data[:size]}, nil
	}
	return LEDIdx4{}, short(TypeLEDIdx4, p)
}

// LEDRuns gives runs of LEDs one palette entry each.
type LEDRuns struct{ Runs []byte } // see AppendRun

// AppendRun appends one record of LEDRuns.Runs: count LEDs, 1 to 256, from first on.
func AppendRun(dst []byte, first uint8, count int, entry uint8) []byte {
	return append(dst, first, uint8(count-1), entry)
}

// Len returns how many runs there are.
func (m LEDRuns) Len() int { return len(m.Runs) / runSize }

// Run returns the i-th run.
func (m LEDRuns) Run(i int) (first uint8, count int, entry uint8) {
	r := m.Runs[i*runSize:]
	return r[0], int(r[1]) + 1, r[2]
}

// Append appends the payload of m.
func (m LEDRuns) Append(dst []byte) []byte { return append(dst, m.Runs...) }

// ParseLEDRuns reads the payload of a LED_RUNS.
func ParseLEDRuns(p []byte) (LEDRuns, error) {
	if len(p) == 0 || len(p)%runSize != 0 {
		return LEDRuns{}, short(TypeLEDRuns, p)
	}
	return LEDRuns{p}, nil
}

// LEDRGB gives LEDs from First on a colour of their own each.
type LEDRGB struct {
	First uint8
	RGB   []byte // 3 bytes a LED, 1 to MaxRGB LEDs
}

// MaxRGB is how many LEDs one LED_RGB can carry.
const MaxRGB = (MaxPayload - 2) / 3

// Append appends the payload of m.
func (m LEDRGB) Append(dst []byte) []byte {
	return append(append(dst, m.First, uint8(len(m.RGB)/3-1)), m.RGB...)
}

// ParseLEDRGB reads the payload of a LED_RGB.
func ParseLEDRGB(p []byte) (LEDRGB, error) {
	first, count, data, ok := span(p)
	if ok && len(data) >= 3*count {
		return LEDRGB{first, data[:3*count]}, nil
	}
	return LEDRGB{}, short(TypeLEDRGB, p)
}

// LEDSet gives single LEDs a palette entry each.
type LEDSet struct{ Pairs []byte } // LED and palette entry, one byte each

// Len returns how many pairs there are.
func (m LEDSet) Len() int { return len(m.Pairs) / pairSize }

// Pair returns the i-th LED and its palette entry.
func (m LEDSet) Pair(i int) (led, entry uint8) { return m.Pairs[2*i], m.Pairs[2*i+1] }

// Append appends the payload of m.
func (m LEDSet) Append(dst []byte) []byte { return append(dst, m.Pairs...) }

// ParseLEDSet reads the payload of a LED_SET.
func ParseLEDSet(p []byte) (LEDSet, error) {
	if len(p) == 0 || len(p)%pairSize != 0 {
		return LEDSet{}, short(TypeLEDSet, p)
	}
	return LEDSet{p}, nil
}

// LEDMask gives every LED in a set one palette entry.
type LEDMask struct {
	Entry uint8
	Op    MaskOp
	Mask  []byte // a bit a LED, lowest first; the controller knows how many bytes it needs
}

// Append appends the payload of m.
func (m LEDMask) Append(dst []byte) []byte {
	return append(append(dst, m.Entry, uint8(m.Op)), m.Mask...)
}

// ParseLEDMask reads the payload of a LED_MASK.
func ParseLEDMask(p []byte) (LEDMask, error) {
	if len(p) < 3 {
		return LEDMask{}, short(TypeLEDMask, p)
	}
	if p[0] >= PaletteSize || p[1] > uint8(MaskClear) {
		return LEDMask{}, rangeError(TypeLEDMask, p)
	}
	return LEDMask{p[0], MaskOp(p[1]), p[2:]}, nil
}

// LEDCommit shows the back buffer.
type LEDCommit struct {
	Frame uint16 // never 0: BEAT tells it back
	Flags uint8  // reserved
	Fade  uint8  // 10 ms
	CRC   uint16 // over r g b of every LED in order, effects left aside; 0 is unchecked
}

// Append appends the payload of m.
func (m LEDCommit) Append(dst []byte) []byte {
	return le.AppendUint16(append(le.AppendUint16(dst, m.Frame), m.Flags, m.Fade), m.CRC)
}

// ParseLEDCommit reads the payload of a LED_COMMIT.
func ParseLEDCommit(p []byte) (LEDCommit, error) {
	if len(p) < 6 {
		return LEDCommit{}, short(TypeLEDCommit, p)
	}
	return LEDCommit{le.Uint16(p), p[2], p[3], le.Uint16(p[4:])}, nil
}

// span reads the head of a message about consecutive LEDs.
func span(p []byte) (first uint8, count int, data []byte, ok bool) {
	if len(p) < 2 {
		return 0, 0, nil, false
	}
	return p[0], int(p[1]) + 1, p[2:], true
}
