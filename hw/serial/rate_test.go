package serial_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hw/serial"
	"reeve/hw/sim"
)

// TestTheLinkGoesToItsRate is PROTOCOL.md 5.7 from the host's side.
func TestTheLinkGoesToItsRate(t *testing.T) {
	for _, baud := range []int{115200, 250000, 500000, 1000000} {
		t.Run(fmt.Sprint(baud), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRatedRig(t, baud, 1, noise{}, sim.Options{})
				defer r.finish()
				r.wait(time.Second)
				r.exact = true
				truth := r.play(rand.New(rand.NewPCG(1, 1)), 100, nil)
				frame := bytes.Repeat([]byte{3, 9, 200}, leds)
				r.link.Show(frame)
				r.wait(5 * time.Second)
				r.check(truth)
				n := r.link.Counters()
				if n.Baud != baud || n.Slowed != 0 || n.Damaged() != 0 || len(r.downs) != 0 || r.cable.board.rate() != baud {
					t.Errorf("controller at %d, down %v, counters %+v", r.cable.board.rate(), r.downs, n)
				}
				if !bytes.Equal(r.board.Frame(), frame) {
					t.Errorf("LEDs show %x", r.board.Frame())
				}
			})
		})
	}
}

// TestARateThatDoesNotCarry has a cable that takes less than is wanted: after half a second both sides are where
// they were, and nothing is lost.
func TestARateThatDoesNotCarry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRatedRig(t, 1000000, 1, noise{}, sim.Options{})
		defer r.finish()
		r.cable.mu.Lock()
		r.cable.most = 250000
		r.cable.mu.Unlock()
		truth := []edge{}
		r.wait(70 * time.Millisecond)
		r.exact = true
		truth = append(truth, r.play(rand.New(rand.NewPCG(1, 1)), 60, nil)...)
		r.wait(2 * time.Second)
		r.check(truth)
		n := r.link.Counters()
		if n.Baud != serial.BootBaud || n.Slowed != 1 || len(r.downs) != 0 || r.cable.board.rate() != serial.BootBaud {
			t.Errorf("controller at %d, down %v, counters %+v", r.cable.board.rate(), r.downs, n)
		}
	})
}

// TestRatesThatPart has the two sides lose each other in every way: each time they meet again at the rate that was
// wanted, and no edge is lost but by a restart.
func TestRatesThatPart(t *testing.T) {
	for name, part := range map[string]func(r *rig){
		"the controller restarts": func(r *rig) { r.controller.Restart() },
		"the plug is pulled":      func(r *rig) { r.cable.cut() },
		"nothing is heard for a while": func(r *rig) {
			r.hush(true, true)
			r.wait(3500 * time.Millisecond)
			r.hush(false, false)
		},
		"the host is not heard for a while": func(r *rig) {
			r.hush(true, false)
			r.wait(6 * time.Second)
			r.hush(false, false)
		},
		"the controller is not heard for a while": func(r *rig) {
			r.hush(false, true)
			r.wait(4 * time.Second)
			r.hush(false, false)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRatedRig(t, 500000, 1, noise{}, sim.Options{})
				defer r.finish()
				r.wait(time.Second)
				part(r)
				r.wait(15 * time.Second)
				r.edges = nil
				truth := r.play(rand.New(rand.NewPCG(2, 1)), 40, nil)
				r.wait(2 * time.Second)
				r.check(truth)
				if n := r.link.Counters(); n.Baud != 500000 || r.cable.board.rate() != 500000 {
					t.Errorf("controller at %d, down %v, counters %+v", r.cable.board.rate(), r.downs, n)
				}
			})
		})
	}
}

// hush keeps the controller, and the host, from hearing anything.
func (r *rig) hush(controller, host bool) {
	r.cable.mu.Lock()
	defer r.cable.mu.Unlock()
	r.cable.deaf, r.cable.mute = controller, host
}

// TestTheAnswerToARateIsLost loses what the controller says just as it changes its rate, for ever longer.
func TestTheAnswerToARateIsLost(t *testing.T) {
	for lost := time.Duration(0); lost < 200*time.Millisecond; lost += 7 * time.Millisecond {
		synctest.Test(t, func(t *testing.T) {
			r := newRatedRig(t, 500000, 1, noise{}, sim.Options{})
			defer r.finish()
			for up := false; !up; up = len(r.ups) > 0 {
				r.wait(100 * time.Microsecond)
			}
			r.exact = true
			r.hush(false, true)
			r.wait(lost)
			r.hush(false, false)
			truth := r.play(rand.New(rand.NewPCG(2, 1)), 60, nil)
			r.wait(8 * time.Second)
			r.check(truth)
			if n := r.link.Counters(); n.Baud != r.cable.board.rate() {
				t.Errorf("%v: host at %d, controller at %d", lost, n.Baud, r.cable.board.rate())
			}
		})
	}
}

// TestNothingIsLostAtARate is TestNothingLostNothingInvented at half a million baud on a bad line.
func TestNothingIsLostAtARate(t *testing.T) {
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			r := newRatedRig(t, 500000, seed, noise{}, sim.Options{})
			defer r.finish()
			r.wait(time.Second)
			r.exact = true
			r.cable.set(noise{corrupt: 100, drop: 150}, false)
			truth := r.play(rand.New(rand.NewPCG(seed, 2)), 300, func(i int) {
				if i%120 == 119 {
					r.cable.cut()
				}
			})
			r.cable.set(noise{}, false)
			r.wait(12 * time.Second)
			r.check(truth)
			if n := r.link.Counters(); n.Damaged() == 0 || n.Baud != r.cable.board.rate() {
				t.Errorf("controller at %d, counters %+v", r.cable.board.rate(), n)
			}
		})
	}
}
