package leds

import (
	"math"
	"time"
)

// Shape is the course of a light's brightness over one period.
type Shape uint8

// The shapes. Every one begins lit, so that a new light is seen at once.
const (
	Steady  Shape = iota // lit
	Blink                // lit for a share of the period, then dark
	Pulse                // down to a fifth and back, gently
	Flashes              // a number of short flashes, then dark
	Fade                 // from full to dark within a share of the period, then dark
)

// flash is how long a flash and the dark after it last together.
const flash = 320 * time.Millisecond

// Rhythm is a shape in time.
type Rhythm struct {
	Shape  Shape
	Period time.Duration // of all but Steady
	Share  uint8         // of Blink and Fade: the lit part of the period, in 255ths
	Count  uint8         // of Flashes
	Level  uint8         // the brightness when lit, as it appears to the eye; 255 is full
}

// rhythms are the same in every palette: a meaning is known by its rhythm alone.
// Nothing flashes more than three times in a second (WCAG 2.2, 2.3.1), and what
// is lit at rest (Last, Turn) is steady, so that a board at rest sends nothing.
var rhythms = [meanings]Rhythm{
	Origin:    {Shape: Pulse, Period: 2000 * time.Millisecond, Level: 255},
	Declared:  {Shape: Pulse, Period: 900 * time.Millisecond, Level: 255},
	Throw:     {Shape: Blink, Period: 500 * time.Millisecond, Share: 128, Level: 255},
	Legal:     {Shape: Steady, Level: 255},
	Target:    {Shape: Blink, Period: 1200 * time.Millisecond, Share: 190, Level: 255},
	Partner:   {Shape: Flashes, Period: 1500 * time.Millisecond, Count: 2, Level: 255},
	Last:      {Shape: Steady, Level: 130},
	Lift:      {Shape: Blink, Period: 800 * time.Millisecond, Share: 128, Level: 255},
	Place:     {Shape: Blink, Period: 1600 * time.Millisecond, Share: 64, Level: 255},
	Wrong:     {Shape: Blink, Period: 340 * time.Millisecond, Share: 128, Level: 255},
	Choose:    {Shape: Flashes, Period: 2000 * time.Millisecond, Count: 3, Level: 255},
	Damage:    {Shape: Fade, Period: 700 * time.Millisecond, Share: 255, Level: 255},
	Energy:    {Shape: Blink, Period: 2000 * time.Millisecond, Share: 230, Level: 255},
	Pip:       {Shape: Blink, Period: 900 * time.Millisecond, Share: 210, Level: 255},
	Uncertain: {Shape: Blink, Period: 2600 * time.Millisecond, Share: 128, Level: 255},
	Turn:      {Shape: Steady, Level: 40},
	Thinks:    {Shape: Pulse, Period: 4000 * time.Millisecond, Level: 70},
	Hint:      {Shape: Flashes, Period: 2600 * time.Millisecond, Count: 1, Level: 255},
}

// RhythmOf returns the rhythm of a meaning.
func RhythmOf(m Meaning) Rhythm { return rhythms[m] }

// At returns the brightness at an instant since the light came on, 0 to Level.
func (r Rhythm) At(at time.Duration) uint8 {
	if r.Shape == Steady {
		return r.Level
	}
	phase := at % r.Period
	switch r.Shape {
	case Blink:
		return when(phase < r.lit(), r.Level)
	case Flashes:
		return when(phase < flash*time.Duration(r.Count) && phase%flash < flash/2, r.Level)
	case Fade:
		if phase >= r.lit() {
			return 0
		}
		return uint8(time.Duration(r.Level) * (r.lit() - phase) / r.lit())
	}
	swing := uint32(swings[int(phase*time.Duration(len(swings))/r.Period)])
	return uint8(uint32(r.Level) * swing / 255)
}

func (r Rhythm) lit() time.Duration { return r.Period * time.Duration(r.Share) / 255 }

func when(lit bool, level uint8) uint8 {
	if lit {
		return level
	}
	return 0
}

// swings is one period of a pulse, from full to a fifth and back.
var swings = func() (t [64]uint8) {
	for i := range t {
		t[i] = uint8(math.Round(255 * (0.6 + 0.4*math.Cos(2*math.Pi*float64(i)/float64(len(t))))))
	}
	return t
}()
