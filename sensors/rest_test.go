package sensors_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hw/sim"
	"reeve/sensors"
)

// counted is a simulated board that counts its scans, with the time that its bounces need.
type counted struct {
	*sim.Board
	start time.Time
	scans atomic.Int64
}

func (c *counted) Scan(levels []uint64) error {
	c.scans.Add(1)
	c.Advance(time.Since(c.start))
	return c.Board.Scan(levels)
}

// restless hides that the board knows when it changes.
type restless struct{ sensors.Scanner }

// over runs a loop over the board for as long as play lasts, in virtual time.
func over(t *testing.T, s sensors.Scanner, o sensors.Options, play func()) (heard notes) {
	o.Start = time.Now()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		sensors.Run(ctx, s, wiring(t), &heard, o)
		close(done)
	}()
	play()
	stop()
	<-done
	return heard
}

// Where nobody touches the board nothing is scanned, and the first touch is felt within one period.
func TestABoardThatRestsIsNotScanned(t *testing.T) {
	for _, after := range []time.Duration{0, 1, ms, 2 * ms, 4*ms - 1, 4 * ms} {
		synctest.Test(t, func(t *testing.T) {
			b := &counted{Board: sim.New(4, 0), start: time.Now()}
			b.Set(0, true)
			heard := over(t, b, sensors.Options{}, func() {
				time.Sleep(2 * time.Second)
				before := b.scans.Load()
				if time.Sleep(time.Hour + after); b.scans.Load() != before {
					t.Errorf("%d scans in an hour in which nothing happened", b.scans.Load()-before)
				}
				b.Set(1, true)
				time.Sleep(2 * time.Second)
				if n := b.scans.Load() - before; n < 250 || n > 255 {
					t.Errorf("%d scans around a touch", n)
				}
				before = b.scans.Load()
				if time.Sleep(time.Hour); b.scans.Load() != before {
					t.Errorf("%d scans in the hour after it", b.scans.Load()-before)
				}
			})
			felt := "place 7 @3602004"
			if after == 4*ms {
				felt = "place 7 @3602008"
			}
			heard.want(t, "wood 9 @8", felt)
		})
	}
}

// What a board that rests tells of hands and bounces is what one tells that is asked all the time, to the instant.
func TestRestingChangesNoTouch(t *testing.T) {
	for seed := range uint64(8) {
		var told [2]notes
		scans := [2]int64{}
		for i := range told {
			synctest.Test(t, func(t *testing.T) {
				random := rand.New(rand.NewPCG(seed, 1))
				b := &counted{Board: sim.New(4, 0), start: time.Now()}
				b.Bounce(sim.Heavy, seed)
				s := sensors.Scanner(b)
				if i == 0 {
					s = restless{b}
				}
				loose := func(c sensors.Change) { told[i].add("loose %v", c) }
				told[i] = append(told[i], over(t, s, sensors.Options{Samples: 4, Loose: loose}, func() {
					for range 100 {
						wait := []time.Duration{9 * ms, 300 * ms, time.Second, 1400 * ms, 5 * time.Second}[random.IntN(5)]
						time.Sleep(wait + time.Duration(random.Int64N(int64(9*ms))))
						b.Advance(time.Since(b.start))
						b.Set(random.IntN(4), random.IntN(2) == 0)
					}
					time.Sleep(5 * time.Second)
				})...)
				scans[i] = b.scans.Load()
			})
		}
		told[1].want(t, told[0]...)
		if scans[1]*3 > scans[0]*2 || len(told[0]) < 10 {
			t.Errorf("seed %d: %d scans with rest, %d without; %d lines heard", seed, scans[1], scans[0], len(told[0]))
		}
	}
}

// The dark of a board that had rested, and light after it, are told as ever.
func TestTheDarkOfABoardThatRests(t *testing.T) {
	var told [2]notes
	for i := range told {
		synctest.Test(t, func(t *testing.T) {
			b := &counted{Board: sim.New(4, 0), start: time.Now()}
			b.SetAll([]uint64{0b1011})
			s := sensors.Scanner(b)
			if i == 0 {
				s = restless{b}
			}
			told[i] = over(t, s, sensors.Options{}, func() {
				for _, levels := range []uint64{0, 0b1011, 0, 0b0011, 0} {
					time.Sleep(10*time.Second + ms)
					b.SetAll([]uint64{levels})
					time.Sleep(300*ms + ms)
				}
				time.Sleep(10 * time.Second)
			})
		})
	}
	if !reflect.DeepEqual(told[1], told[0]) || len(told[0]) < 8 {
		t.Errorf("with rest %q, without %q", told[1], told[0])
	}
}
