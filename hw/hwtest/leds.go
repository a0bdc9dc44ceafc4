package hwtest

// APA102 is a strip of APA102 or SK9822 LEDs that reads what is clocked into it,
// bit by bit, as the data sheets say.
type APA102 struct {
	Latches bool // SK9822: a frame is taken over by 32 zero bits after it, not at once
	Shown   [][4]byte

	window uint32
	bits   int // of the window, since the start of the frame or the last LED
	began  bool
	at     int
	next   [][4]byte // head, and three colours in the order of the wire
}

// NewAPA102 makes a dark strip.
func NewAPA102(leds int, latches bool) *APA102 {
	return &APA102{Latches: latches, Shown: make([][4]byte, leds), next: make([][4]byte, leds)}
}

// Exchange clocks bytes in.
func (a *APA102) Exchange(w, _ []byte) {
	for _, b := range w {
		for bit := 7; bit >= 0; bit-- {
			a.clock(uint32(b>>bit) & 1)
		}
	}
}

func (a *APA102) clock(bit uint32) {
	a.window = a.window<<1 | bit
	if a.bits++; a.bits < 32 {
		return
	}
	if a.window == 0 {
		if a.began && a.Latches {
			copy(a.Shown, a.next)
		}
		a.began, a.at, a.bits = true, 0, 31 // any further zero goes on being a start
		return
	}
	if !a.began || a.window>>29 != 7 {
		a.bits = 32 // nothing that it knows
		return
	}
	a.bits = 0
	if a.at < len(a.next) {
		a.next[a.at] = [4]byte{byte(a.window >> 24), byte(a.window >> 16), byte(a.window >> 8), byte(a.window)}
		if !a.Latches {
			a.Shown[a.at] = a.next[a.at]
		}
	}
	a.at++
}

// WS2812 is a strip of WS2812 LEDs that measures the pulses on MOSI.
type WS2812 struct {
	Hz    int // of the SPI clock
	Bytes int // of one LED: 3, or 4 with white
	Shown [][]byte
	Bad   int // pulses that are no bit of the data sheet

	high, low int // SPI bits since the last edge
	bits      []byte
}

// Exchange takes what one transfer puts on the line.
func (s *WS2812) Exchange(w, _ []byte) {
	for _, b := range w {
		for bit := 7; bit >= 0; bit-- {
			s.sample(b>>bit&1 == 1)
		}
	}
}

func (s *WS2812) ns(bits int) int { return bits * 1_000_000_000 / s.Hz }

func (s *WS2812) sample(high bool) {
	if high {
		if s.low > 0 {
			s.high = 0
		}
		s.high++
		s.low = 0
		return
	}
	if s.low++; s.low == 1 && s.high > 0 {
		s.pulse(s.ns(s.high))
	}
	if s.ns(s.low) >= 280_000 {
		s.latch()
	}
}

// pulse is one bit: WS2812B data sheets take 220 to 550 ns for a 0, 550 to 1000 for a 1.
func (s *WS2812) pulse(ns int) {
	switch {
	case ns >= 220 && ns < 550:
		s.bits = append(s.bits, 0)
	case ns >= 550 && ns <= 1000:
		s.bits = append(s.bits, 1)
	default:
		s.Bad++
	}
}

// latch takes over what came since the last reset, but for a bit too few to be
// an LED.
func (s *WS2812) latch() {
	if n := 8 * s.Bytes; len(s.bits) >= n {
		s.Shown = s.Shown[:0]
		for ; len(s.bits) >= n; s.bits = s.bits[n:] {
			led := make([]byte, s.Bytes)
			for i := range n {
				led[i/8] = led[i/8]<<1 | s.bits[i]
			}
			s.Shown = append(s.Shown, led)
		}
	}
	s.bits = s.bits[:0]
	s.high = 0
}
