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
	tolerated  = 4 * firstRetry // a strip that fails for less has only lost frames
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
	parts []part // what is to be shown: the rest, and what is apart from it
	shown []byte // the frame last handed over

	// Run's own:
	begun        time.Time // frames that move come a whole number of frameTime after
	now          []Part
	frame        []byte
	retry        time.Duration // 0 while the strip is well
	frameUnknown bool          // what the strip shows is not known to be shown
	failureTold  bool          // that the strip fails
}

// part is a Part, and when its scene came.
type part struct {
	Part
	since time.Time
}

// NewPlayer makes a player. Fault may be nil; it is called from Run, once when
// the strip has failed three times running, and with nil when it is well again.
func NewPlayer(s Strip, r *Renderer, fault func(error)) *Player {
	if fault == nil {
		fault = func(error) {}
	}
	return &Player{
		strip: s, render: r, fault: fault, wake: make(chan struct{}, 1),
		shown: make([]byte, r.FrameLen()), frame: make([]byte, r.FrameLen()), frameUnknown: true,
	}
}

// Show replaces the scene, and what is shown apart from it. It never blocks; of several
// scenes in quick succession the last is shown. Scenes are copied; one that says the
// same as the scene shown does not begin the rhythms anew.
func (p *Player) Show(scene Scene, apart ...Part) {
	p.mu.Lock()
	defer p.mu.Unlock()
	changed := len(p.parts) != len(apart)+1
	for len(p.parts) <= len(apart) {
		p.parts = append(p.parts, part{since: time.Now()})
	}
	p.parts = p.parts[:len(apart)+1]
	for i := range p.parts {
		next := Part{Scene: scene}
		if i > 0 {
			next = apart[i-1]
		}
		now := &p.parts[i]
		changed = changed || now.On != next.On
		now.On = next.On
		if !slices.Equal(now.Scene, next.Scene) {
			now.Scene, now.since, changed = append(now.Scene[:0], next.Scene...), time.Now(), true
		}
	}
	if !changed {
		return
	}
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
	p.begun = time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			clear(p.frame)
			p.frameUnknown = true
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
	gone := time.Since(p.begun)
	p.take(p.begun.Add(gone.Truncate(frameTime)))
	p.render.Render(p.now[0].Scene, p.now[0].At, p.frame, p.now[1:]...)
	if err := p.hand(); err != nil {
		p.retry = min(max(2*p.retry, firstRetry), lastRetry)
		if p.retry >= tolerated && !p.failureTold {
			p.failureTold = true
			p.fault(err)
		}
		return p.retry
	}
	p.retry = 0
	if p.failureTold {
		p.failureTold = false
		p.fault(nil)
	}
	for _, part := range p.now {
		if p.render.Animated(part.Scene) {
			return frameTime - gone%frameTime
		}
	}
	return 0
}

// take copies what is to be shown at a frame's instant. Every part moves at these
// instants only: a new scene of another does not show in its rhythm.
func (p *Player) take(frame time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.now) < max(1, len(p.parts)) {
		p.now = append(p.now, Part{})
	}
	p.now = p.now[:max(1, len(p.parts))]
	for i, part := range p.parts {
		p.now[i] = Part{part.On, append(p.now[i].Scene[:0], part.Scene...), max(0, frame.Sub(part.since))}
	}
}

// hand gives the frame to the strip unless the strip is known to show it.
func (p *Player) hand() error {
	if !p.frameUnknown && bytes.Equal(p.frame, p.shown) { // only Run writes shown
		return nil
	}
	p.frameUnknown = true
	if err := p.strip.Show(p.frame); err != nil {
		return err
	}
	p.frameUnknown = false
	p.mu.Lock()
	defer p.mu.Unlock()
	copy(p.shown, p.frame)
	return nil
}
