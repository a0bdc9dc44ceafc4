package leds

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"reeve/board"
)

// MaxLEDs is the most LEDs a strip may have.
const MaxLEDs = 4096

// ErrWiring is the cause of every wiring that NewWiring refuses.
var ErrWiring = errors.New("leds: unsound wiring")

// Wiring says which LEDs of a strip light each square. It never changes after
// NewWiring and may be shared.
type Wiring struct {
	squares [][]int
	leds    int
	shared  bool // an LED lights several squares
}

// NewWiring makes a wiring in which the LEDs squares[s] of a strip of that many
// light square s; a square may have none, and squares may share some (as those of a
// rank do whose light is at the edge). It wraps ErrWiring if an LED is beyond the
// strip or stands twice in a square.
func NewWiring(squares [][]int, leds int) (*Wiring, error) {
	if leds < 0 || leds > MaxLEDs || len(squares) > board.MaxSquares {
		return nil, fmt.Errorf("%w: %d squares on %d LEDs, %d on %d can be", ErrWiring, len(squares), leds, board.MaxSquares, MaxLEDs)
	}
	w := &Wiring{squares: make([][]int, len(squares)), leds: leds}
	used := make([]bool, leds)
	for sq, list := range squares {
		for i, led := range list {
			if led < 0 || led >= leds || slices.Contains(list[:i], led) {
				return nil, fmt.Errorf("%w: square %d: LED %d is beyond the strip of %d or stands twice", ErrWiring, sq, led, leds)
			}
			w.shared = w.shared || used[led]
			used[led] = true
		}
		w.squares[sq] = append([]int(nil), list...)
	}
	return w, nil
}

// LEDs counts the LEDs of the strip.
func (w *Wiring) LEDs() int { return w.leds }

// Of returns the LEDs that light sq; they are not to be changed.
func (w *Wiring) Of(sq board.Square) []int {
	if int(sq) >= len(w.squares) {
		return nil
	}
	return w.squares[sq]
}

// Options are how bright a Renderer is, and what it may draw. The zero value of
// a field means its default.
type Options struct {
	Palette    string // see PaletteNames; default "standard"
	Brightness uint8  // as it appears to the eye, 1 to 255; default 255
	LimitMA    int    // the current that all LEDs may draw together; default 0 is no limit
	IdleUA     int    // what a dark LED draws, in µA; default 1000 (WS2812 and SK9822 data sheets: 0.6 to 1 mA)
	ChannelUA  int    // what one colour of an LED adds at full, in µA; default 20000 (three of them: the usual 60 mA an LED)
	FullEnergy int16  // the energy shown as full; default 25
	FullDamage int16  // the damage shown as the longest flash; default 12
}

// Renderer turns scenes into frames. It may be used by one goroutine at a time.
type Renderer struct {
	wiring  *Wiring
	palette Palette
	opt     Options
	shown   [board.MaxSquares]Light // what each square of lit shows
	lit     board.Set
	held    bool    // a piece of the part that is drawn is in hand
	part    []uint8 // by LED: the part that it belongs to, 0 for the rest
	urgent  []uint8 // by LED: the rank of what it shows; empty unless LEDs are shared
}

// NewRenderer makes a renderer for a strip. It wraps ErrPalette.
func NewRenderer(w *Wiring, o Options) (*Renderer, error) {
	for _, d := range []struct {
		field *int
		value int
	}{{&o.IdleUA, 1000}, {&o.ChannelUA, 20000}} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	if o.Palette == "" {
		o.Palette = palettes[0].Name
	}
	if o.Brightness == 0 {
		o.Brightness = 255
	}
	if o.FullEnergy <= 0 {
		o.FullEnergy = 25
	}
	if o.FullDamage <= 0 {
		o.FullDamage = 12
	}
	p, err := PaletteOf(o.Palette)
	r := &Renderer{wiring: w, palette: p, opt: o}
	if w != nil {
		r.part = make([]uint8, w.leds)
	}
	if w != nil && w.shared {
		r.urgent = make([]uint8, w.leds)
	}
	return r, err
}

// FrameLen is the length of a frame in bytes: red, green and blue of each LED.
func (r *Renderer) FrameLen() int { return 3 * r.wiring.leds }

// Render writes the frame of scene and of the parts apart from it, at an instant since the scene came on,
// without allocating. frame must be FrameLen bytes. Of meanings that share a square or an LED the most urgent
// wins; squares without LEDs are skipped. Each part's share of the current limit is its share of the LEDs.
func (r *Renderer) Render(scene Scene, at time.Duration, frame []byte, apart ...Part) {
	clear(frame)
	r.share(apart)
	for i := range r.urgent {
		r.urgent[i] = none
	}
	rest := everySquare
	for i, p := range apart {
		r.draw(p, uint8(i+1), frame)
		rest = rest.Minus(p.On)
	}
	r.draw(Part{rest, scene, at}, 0, frame)
	for i := range len(apart) + 1 {
		r.dim(frame, uint8(i))
	}
}

// everySquare is every square that there can be.
var everySquare = func() (all board.Set) {
	for sq := range board.MaxSquares {
		all.Add(board.Square(sq))
	}
	return all
}()

// share gives each LED to the part whose squares alone it lights, or to the rest, 0.
func (r *Renderer) share(apart []Part) {
	clear(r.part)
	for i, p := range apart {
		for sq := range p.On.All() {
			for _, led := range r.wiring.Of(sq) {
				r.part[led] = uint8(i + 1)
			}
		}
	}
	for sq, list := range r.wiring.squares {
		for _, led := range list {
			if p := int(r.part[led]); p > 0 && !apart[p-1].On.Has(board.Square(sq)) {
				r.part[led] = 0
			}
		}
	}
}

// draw draws one part, before it is dimmed.
func (r *Renderer) draw(p Part, part uint8, frame []byte) {
	r.lit, r.held = board.Set{}, false
	for _, l := range p.Scene {
		if !p.On.Has(l.Square) || len(r.wiring.Of(l.Square)) == 0 || l.Meaning >= meanings {
			continue
		}
		r.held = r.held || l.Meaning == Origin
		if !r.lit.Has(l.Square) || rank[l.Meaning] < rank[r.shown[l.Square].Meaning] {
			r.lit.Add(l.Square)
			r.shown[l.Square] = l
		}
	}
	for sq := range r.lit.All() {
		r.paint(r.shown[sq], p.At, part, frame)
	}
}

// paint gives one square's LEDs the colour of its light.
func (r *Renderer) paint(l Light, at time.Duration, part uint8, frame []byte) {
	c, rhythm := r.palette.Colours[l.Meaning], rhythms[l.Meaning]
	switch l.Meaning {
	case Legal: // where pieces may come in all of a half may be lit, at rest
		if !r.held {
			rhythm.Level = rhythms[Last].Level
		}
	case Energy:
		share := proportion(l.N, r.opt.FullEnergy)
		c = mix(r.palette.Empty, c, share)
		rhythm.Level = uint8(100 + 155*uint32(share)/255)
	case Damage:
		rhythm.Share = uint8(75 + 155*uint32(proportion(l.N, r.opt.FullDamage))/255)
	case Target: // the likelier the hit, the longer it is lit
		if l.N > 0 {
			rhythm.Share = uint8(35 + 200*uint32(proportion(l.N-1, 100))/255)
		}
	}
	var out [3]byte
	if now := rhythm.At(at); now > 0 {
		level := linear[now] * linear[r.opt.Brightness] / full * linear[r.palette.Level] / full
		out = [3]byte{glow(c.R, level), glow(c.G, level), glow(c.B, level)}
		if out == [3]byte{} {
			out = faintest(c) // lit, and be it ever so little
		}
	}
	for _, led := range r.wiring.Of(l.Square) {
		if r.part[led] == part && r.shows(led, rank[l.Meaning]) {
			copy(frame[3*led:], out[:])
		}
	}
}

// none is the rank of nothing.
const none = 255

// shows reports whether an LED is to show a meaning so urgent, and notes it: no square that shares it has a more
// urgent one so far.
func (r *Renderer) shows(led int, urgency uint8) bool {
	if len(r.urgent) == 0 {
		return true
	}
	if urgency > r.urgent[led] {
		return false
	}
	r.urgent[led] = urgency
	return true
}

// dim brings one part of the frame under its share of the current limit.
func (r *Renderer) dim(frame []byte, part uint8) {
	if r.opt.LimitMA <= 0 {
		return
	}
	sum, count := int64(0), int64(0)
	for led, p := range r.part {
		if p == part {
			sum += int64(frame[3*led]) + int64(frame[3*led+1]) + int64(frame[3*led+2])
			count++
		}
	}
	if sum == 0 {
		return
	}
	all := int64(r.wiring.leds)
	allowed := max(0, int64(r.opt.LimitMA)*1000-all*int64(r.opt.IdleUA)) * count / all
	drawn := sum * int64(r.opt.ChannelUA)
	if drawn <= allowed*255 {
		return
	}
	for i, v := range frame {
		if r.part[i/3] == part {
			frame[i] = byte(int64(v) * allowed * 255 / drawn)
		}
	}
}

// Current returns what a frame draws, in µA.
func (r *Renderer) Current(frame []byte) int {
	sum := 0
	for _, v := range frame {
		sum += int(v)
	}
	return r.wiring.leds*r.opt.IdleUA + (sum*r.opt.ChannelUA+254)/255
}

// Animated reports whether a strip with this wiring must be shown the scene
// again and again.
func (r *Renderer) Animated(scene Scene) bool {
	for _, l := range scene {
		if l.Meaning < meanings && rhythms[l.Meaning].Shape != Steady && len(r.wiring.Of(l.Square)) > 0 {
			return true
		}
	}
	return false
}

// full is the greatest value of linear.
const full = 65535

// linear turns brightness as it appears to the eye into light, by a gamma of 2.2.
var linear = func() (t [256]uint64) {
	for i := range t {
		t[i] = uint64(math.Round(full * math.Pow(float64(i)/255, 2.2)))
	}
	return t
}()

// glow is the byte that makes an LED show colour c at a level of light.
func glow(c uint8, level uint64) byte {
	return byte((linear[c]*level/full*255 + full/2) / full)
}

// faintest is the least light with a colour's strongest part.
func faintest(c RGB) [3]byte {
	switch strongest := max(c.R, c.G, c.B); strongest {
	case c.R:
		return [3]byte{1, 0, 0}
	case c.G:
		return [3]byte{0, 1, 0}
	}
	return [3]byte{0, 0, 1}
}

// proportion is n of full in 255ths, held within 0 and 255.
func proportion(n, full int16) uint8 {
	return uint8(int32(min(max(n, 0), full)) * 255 / int32(full))
}

// mix is the colour between a and b.
func mix(a, b RGB, share uint8) RGB {
	between := func(a, b uint8) uint8 {
		return uint8((uint32(a)*uint32(255-share) + uint32(b)*uint32(share)) / 255)
	}
	return RGB{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B)}
}
