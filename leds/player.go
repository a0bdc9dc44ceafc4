package leds

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"

	"reeve/board"
)

// frameTime is the time between frames while something moves: 40 a second.
const frameTime = 25 * time.Millisecond

// A failing strip is tried again after firstRetry, then ever later.
const (
	firstRetry = 50 * time.Millisecond
	lastRetry  = 2 * time.Second
	patience   = 4 * firstRetry // a strip that fails for less has only lost frames
)

// Strip is a driver that shows frames.
type Strip interface {
	// Show makes the LEDs show red, green and blue of each. It must not keep rgb.
	Show(rgb []byte) error
}

// Player plays scenes on a strip.
type Player struct {
	strip  Strip
	render *Renderer
	fault  func(error)
	wake   chan struct{} // holds one token while a new scene waits

	mu    sync.Mutex
	scene Scene     // what is to be shown
	since time.Time // when it came
	shown []byte    // the frame last handed over

	// Run's own:
	now   Scene
	frame []byte
	retry time.Duration // 0 while the strip is well
	stale bool          // what the strip shows is not known to be shown
	told  bool          // that the strip fails
}

// NewPlayer makes a player. Fault may be nil; it is called from Run, once when
// the strip has failed three times running, and with nil when it is well again.
func NewPlayer(s Strip, r *Renderer, fault func(error)) *Player {
	if fault == nil {
		fault = func(error) {}
	}
	return &Player{
		strip: s, render: r, fault: fault, wake: make(chan struct{}, 1),
		shown: make([]byte, r.FrameLen()), frame: make([]byte, r.FrameLen()), stale: true,
	}
}

// Show replaces the scene. It never blocks; of several scenes in quick
// succession the last is shown. The scene is copied; one that says the same as
// the scene shown does not begin the rhythms anew.
func (p *Player) Show(scene Scene) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.Equal(scene, p.scene) {
		return
	}
	p.scene, p.since = append(p.scene[:0], scene...), time.Now()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Colours returns a copy of the frame last handed to the strip.
func (p *Player) Colours() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return bytes.Clone(p.shown)
}

// Colour returns what the first LED of a square shows, and false if it has none.
func (p *Player) Colour(sq board.Square) (RGB, bool) {
	leds := p.render.wiring.Of(sq)
	if len(leds) == 0 {
		return RGB{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.shown[3*leds[0]:]
	return RGB{c[0], c[1], c[2]}, true
}

// Run plays until ctx is done, then leaves the strip dark. A new scene is shown
// at once; frames follow one another only while something in it moves, and are
// handed over only if they differ. A failing strip keeps nobody waiting but Run.
func (p *Player) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			clear(p.frame)
			p.stale = true
			_ = p.hand() // there is nobody left to tell
			return
		case <-p.wake:
			if p.retry > 0 {
				continue // the retry that is due will show it
			}
		case <-timer.C:
		}
		if wait := p.step(); wait > 0 {
			timer.Reset(wait)
		} else {
			timer.Stop()
		}
	}
}

// step shows the scene as it is now and returns when to look again, 0 for when
// a new scene comes.
func (p *Player) step() time.Duration {
	p.mu.Lock()
	p.now = append(p.now[:0], p.scene...)
	at := time.Since(p.since)
	p.mu.Unlock()
	p.render.Render(p.now, at, p.frame)
	if err := p.hand(); err != nil {
		p.retry = min(max(2*p.retry, firstRetry), lastRetry)
		if p.retry >= patience && !p.told {
			p.told = true
			p.fault(err)
		}
		return p.retry
	}
	p.retry = 0
	if p.told {
		p.told = false
		p.fault(nil)
	}
	if p.render.Animated(p.now) {
		return frameTime
	}
	return 0
}

// hand gives the frame to the strip unless the strip is known to show it.
func (p *Player) hand() error {
	if !p.stale && bytes.Equal(p.frame, p.shown) { // only Run writes shown
		return nil
	}
	p.stale = true
	if err := p.strip.Show(p.frame); err != nil {
		return err
	}
	p.stale = false
	p.mu.Lock()
	defer p.mu.Unlock()
	copy(p.shown, p.frame)
	return nil
}
