package serial_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/firmware-protocol/wire"
	"reeve/hw/serial"
	"reeve/hw/sim"
)

// TestNothingLostNothingInvented is the promise of the protocol: whatever the line does, every edge arrives
// once, the levels are right in the end, and the newest frame is shown.
func TestNothingLostNothingInvented(t *testing.T) {
	for _, c := range []struct {
		name  string
		noise noise
		bad   sim.Noise
		cut   int // every so many edges, 0 is never
	}{
		{"clean", noise{}, sim.None, 0},
		{"bouncing", noise{}, sim.Heavy, 0},
		{"half a percent corrupted", noise{corrupt: 200}, sim.Light, 0},
		{"two percent corrupted", noise{corrupt: 50}, sim.None, 0},
		{"one percent dropped", noise{drop: 100}, sim.None, 0},
		{"corrupted and dropped", noise{corrupt: 100, drop: 100}, sim.Heavy, 0},
		{"cut", noise{}, sim.None, 140},
		{"cut and corrupted", noise{corrupt: 200, drop: 400}, sim.Light, 140},
	} {
		for seed := range uint64(2) {
			t.Run(fmt.Sprintf("%s/%d", c.name, seed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					r := newRig(t, seed, noise{}, sim.Options{})
					defer r.finish()
					r.wait(2 * time.Second)
					r.exact = true
					r.board.Bounce(c.bad, seed)
					r.cable.set(c.noise, false)
					random := rand.New(rand.NewPCG(seed, 2))
					frame := make([]byte, 3*leds)
					truth := r.play(random, 300, func(i int) {
						if c.cut > 0 && i%c.cut == c.cut-1 {
							r.cable.cut()
						}
						frame[random.IntN(len(frame))] = byte(random.IntN(4) * 80)
						if err := r.link.Show(frame); err != nil {
							t.Error(err)
						}
					})
					r.cable.set(noise{}, false)
					r.wait(10 * time.Second)
					r.check(truth)
					if !bytes.Equal(r.board.Frame(), frame) {
						t.Errorf("LEDs show %x, want %x", r.board.Frame(), frame)
					}
					n := r.link.Counters()
					if c.noise == (noise{}) && n.Damaged()+n.Mismatches+n.Gaps+n.Echo > 0 {
						t.Errorf("counters %+v", n)
					}
					if c.noise != (noise{}) && n.Damaged() == 0 {
						t.Error("no frame was damaged")
					}
					if c.cut > 0 && (len(r.ups) < 2 || len(r.downs) < 1) { // the second cut may meet a link not yet up
						t.Errorf("up %d times, down %v", len(r.ups), r.downs)
					}
					if c.cut == 0 && c.noise == (noise{}) && len(r.downs) > 0 {
						t.Errorf("down %v", r.downs)
					}
				})
			})
		}
	}
}

func TestInstantsAreThoseOfTheContacts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, noise{}, sim.Options{})
		defer r.finish()
		r.wait(3 * time.Second)
		start := 3 * time.Second // the epoch is the time of Dial
		truth := r.play(rand.New(rand.NewPCG(1, 1)), 100, nil)
		r.wait(time.Second)
		r.check(truth)
		for i, e := range r.edges {
			late := e.at - start - truth[i].at
			if late < -time.Millisecond || late > 5*time.Millisecond {
				t.Errorf("edge %d: %v after the contact", i, late)
			}
		}
	})
}

func TestButtons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, noise{}, sim.Options{Buttons: 2})
		defer r.finish()
		r.wait(time.Second)
		r.board.Press(1, true)
		r.wait(50 * time.Millisecond)
		r.board.Press(1, false)
		r.board.Press(0, true)
		r.wait(50 * time.Millisecond)
		slices.Sort(r.buttons)
		if want := []string{"0 true", "1 false", "1 true"}; !slices.Equal(r.buttons, want) {
			t.Errorf("buttons %v, want %v", r.buttons, want)
		}
		if got := r.ups[0]; got.Buttons != 2 || got.Contacts != contacts || got.LEDs != leds || got.Firmware != "simboard" {
			t.Errorf("info %+v", got)
		}
	})
}

func TestControllerRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, noise{}, sim.Options{})
		defer r.finish()
		frame := bytes.Repeat([]byte{9}, 3*leds)
		r.link.Show(frame)
		r.wait(time.Second)
		r.play(rand.New(rand.NewPCG(1, 1)), 20, nil)
		r.controller.Restart()
		r.board.Set(0, true)
		r.wait(2 * time.Second)
		if len(r.downs) != 1 || !errors.Is(r.downs[0], serial.ErrReset) || len(r.ups) != 2 || r.ups[1].Resumed {
			t.Fatalf("down %v, up %+v", r.downs, r.ups)
		}
		if !slices.Equal(r.levels, r.board.Contacts()) || !bytes.Equal(r.board.Frame(), frame) {
			t.Errorf("levels %x of %x, LEDs %x", r.levels, r.board.Contacts(), r.board.Frame())
		}
		if r.cable.opens != 1 {
			t.Errorf("the port was opened %d times", r.cable.opens)
		}
	})
}

func TestPlugIsPulledAndTheLogGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, noise{}, sim.Options{})
		defer r.finish()
		r.wait(time.Second)
		r.exact = true
		r.cable.cut()
		truth := r.play(rand.New(rand.NewPCG(1, 1)), 5, nil)
		r.wait(5 * time.Second)
		r.check(truth)
		if len(r.downs) != 1 || len(r.ups) != 2 || !r.ups[1].Resumed {
			t.Errorf("down %v, up %+v", r.downs, r.ups)
		}
	})
}

func TestFullLogIsToldAndRepaired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, noise{}, sim.Options{EventRing: 16})
		defer r.finish()
		r.wait(time.Second)
		r.cable.set(noise{}, true)
		truth := r.play(rand.New(rand.NewPCG(1, 1)), 60, nil) // under 2.4 s: the session stays
		r.cable.set(noise{}, false)
		r.wait(3 * time.Second)
		n := r.link.Counters()
		if n.Gaps != 1 || n.Lost != 60-16 || n.Edges != 16 {
			t.Fatalf("counters %+v", n)
		}
		if got, want := perChannel(r.edges), perChannel(truth[:16]); got != want {
			t.Errorf("edges %s, want %s", got, want)
		}
		if !slices.Equal(r.levels, r.board.Contacts()) {
			t.Errorf("levels %x, want %x", r.levels, r.board.Contacts())
		}
		r.edges = nil
		truth = r.play(rand.New(rand.NewPCG(2, 1)), 30, nil)
		r.wait(time.Second)
		r.check(truth)
	})
}

func TestHostIsSilentAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, noise{}, sim.Options{})
		defer r.finish()
		frame := bytes.Repeat([]byte{0, 200, 9}, leds)
		r.link.Show(frame)
		r.wait(time.Second)
		if !bytes.Equal(r.board.Frame(), frame) {
			t.Fatalf("LEDs show %x", r.board.Frame())
		}
		r.cable.set(noise{}, true) // the host is heard no more, and does not know
		r.wait(3500 * time.Millisecond)
		if !bytes.Equal(r.board.Frame(), make([]byte, 3*leds)) {
			t.Errorf("after silence the LEDs show %x", r.board.Frame())
		}
		r.cable.set(noise{}, false)
		r.wait(3 * time.Second)
		if n := r.link.Counters(); !bytes.Equal(r.board.Frame(), frame) || n.Repaints != 1 || n.Refused != 0 {
			t.Errorf("LEDs show %x, counters %+v", r.board.Frame(), n)
		}
		r.unplug()
		r.plug(t) // a new daemon knows nothing
		r.wait(5 * time.Second)
		if len(r.ups) != 1 || r.ups[0].Resumed || r.states != 1 {
			t.Errorf("up %+v, %d states", r.ups, r.states)
		}
	})
}

func TestDeafControllerIsNotTalkedTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, noise{}, sim.Options{Deaf: true})
		defer r.finish()
		r.wait(time.Second)
		frame := make([]byte, 3*leds)
		truth := r.play(rand.New(rand.NewPCG(1, 1)), 500, func(i int) {
			frame[i%len(frame)] ^= byte(i)
			r.link.Show(frame)
		})
		r.wait(11 * time.Second)
		n := r.link.Counters()
		r.check(truth)
		if !bytes.Equal(r.board.Frame(), frame) || n.Refused != 0 || n.Controller[wire.StatRxOK] == 0 {
			t.Errorf("counters %+v", n)
		}
		if lost := n.Controller[wire.StatUARTOverrun]; lost != 0 {
			t.Errorf("the controller lost %d bytes", lost)
		}
	})
}

func TestShowTakesOnlyWholeFrames(t *testing.T) {
	link := serial.Dial(serial.Config{LEDs: 2})
	if err := link.Show(make([]byte, 5)); err == nil {
		t.Error("five bytes for two LEDs passed")
	}
	if err := link.Scan(nil); !errors.Is(err, serial.ErrDown) {
		t.Errorf("Scan before Run: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	hello := wire.Hello{Major: 1, Contacts: 49, LEDs: 49, MaxFrame: 254, RxRing: 256, TickMicros: 125}
	later, small := hello, hello
	later.Major = 2
	small.LEDs = 48
	for _, c := range []struct {
		name  string
		hello wire.Hello
		cause error
		words string
	}{
		{"version", later, serial.ErrVersion, "2.0, this is 1.0"},
		{"LEDs", small, serial.ErrTooSmall, "49 and 48, wanted 49 and 49"},
		{"dumb", hello, serial.ErrSilent, "silent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cable := newCable(1, noise{})
				r := &rig{cable: cable}
				r.plug(t)
				synctest.Wait()
				line := wire.Frame{Type: wire.TypeHello, Payload: c.hello.Append(nil)}.Append(nil)
				cable.board.Write(line)
				r.wait(4 * time.Second)
				if len(r.downs) != 1 || !errors.Is(r.downs[0], c.cause) || !strings.Contains(r.downs[0].Error(), c.words) {
					t.Errorf("down %v", r.downs)
				}
				r.unplug()
			})
		})
	}
}

// wall is a port that takes nothing and gives nothing.
type wall struct{ gone chan struct{} }

func (w wall) Read([]byte) (int, error)  { <-w.gone; return 0, io.EOF }
func (w wall) Write([]byte) (int, error) { <-w.gone; return 0, io.EOF }
func (w wall) Close() error              { close(w.gone); return nil }

func TestStuckWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{t: t}
		link := serial.Dial(serial.Config{Sink: r, Open: func() (io.ReadWriteCloser, error) { return wall{make(chan struct{})}, nil }})
		ctx, cancel := context.WithCancel(t.Context())
		go link.Run(ctx)
		r.wait(4 * time.Second)
		if len(r.downs) != 0 {
			t.Errorf("down %v before the write was late", r.downs)
		}
		r.wait(time.Second)
		if len(r.downs) != 1 || !errors.Is(r.downs[0], serial.ErrStuck) {
			t.Errorf("down %v", r.downs)
		}
		cancel()
		synctest.Wait()
	})
}

func TestDownIsSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{t: t}
		why, opens := errors.New("no such port"), 0
		link := serial.Dial(serial.Config{Sink: r, Open: func() (io.ReadWriteCloser, error) { opens++; return nil, why }})
		ctx, cancel := context.WithCancel(t.Context())
		go link.Run(ctx)
		r.wait(60 * time.Second)
		if len(r.downs) != 1 || opens < 12 || opens > 18 {
			t.Errorf("down %v, opened %d times", r.downs, opens)
		}
		cancel()
		synctest.Wait()
	})
}

// TestNumbersGoRound takes the log past edge 65535 in a ring that does not divide it.
func TestNumbersGoRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, noise{}, sim.Options{EventRing: 100})
		defer r.finish()
		r.wait(time.Second)
		const rounds = 65536/contacts + 10
		for i := range rounds {
			r.board.SetAll([]uint64{-(uint64(i+1) & 1)})
			time.Sleep(35 * time.Millisecond) // 49 edges take 26 ms
		}
		r.wait(time.Second)
		if n := r.link.Counters(); n.Edges != rounds*contacts || n.Gaps != 0 || n.Mismatches != 0 || n.Rewinds != 0 {
			t.Errorf("counters %+v", n)
		}
		if !slices.Equal(r.levels, r.board.Contacts()) {
			t.Errorf("levels %x, want %x", r.levels, r.board.Contacts())
		}
	})
}

// TestHowSoon holds the latencies of PROTOCOL.md 9 that belong to the two sides and a line of 115 200 baud.
func TestHowSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, noise{}, sim.Options{})
		defer r.finish()
		r.wait(1200 * time.Millisecond)
		until := func(done func() bool) (took time.Duration) {
			for start := time.Now(); !done(); took = time.Since(start) {
				r.wait(100 * time.Microsecond)
			}
			return took
		}
		var edge, light time.Duration
		for i := range 40 {
			r.wait(time.Duration(100+37*i) * 100 * time.Microsecond)
			heard := len(r.edges)
			r.board.Set(i%contacts, true)
			edge = max(edge, until(func() bool { return len(r.edges) > heard }))
			shown, frame := r.board.Watch(), make([]byte, 3*leds)
			for j := range 27 {
				frame[3*((j+i)%leds)] = byte(100 + i)
			}
			r.link.Show(frame)
			light = max(light, until(func() bool {
				select {
				case <-shown:
					return true
				default:
					return false
				}
			}))
		}
		t.Logf("at most %v from contact to sink, %v from Show to light", edge, light)
		if edge > 16*time.Millisecond || light > 14*time.Millisecond { // with a BEAT, a PING or an ACK in the way
			t.Errorf("%v from contact to sink, %v from Show to light", edge, light)
		}
	})
}

// TestTheSupplyOfTheLEDsIsTold has the supply sag, go and come back.
func TestTheSupplyOfTheLEDsIsTold(t *testing.T) {
	for _, measures := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, 1, noise{}, sim.Options{Supply: measures})
			defer r.finish()
			for _, mv := range []int{5000, 4200, 0, 3900, 300, 4200, 4300, 4000, 3999, 5100} {
				r.board.Supply(mv)
				r.wait(3 * time.Second)
			}
			want := []string{"3.9 V", "", "4.0 V", ""}
			if !measures {
				want = nil
			}
			if len(r.powers) != len(want) {
				t.Fatalf("told %v", r.powers)
			}
			for i, err := range r.powers {
				if (err == nil) != (want[i] == "") || err != nil && (!errors.Is(err, serial.ErrSupply) || !strings.HasSuffix(err.Error(), want[i])) {
					t.Errorf("told %v, want %q", err, want[i])
				}
			}
		})
	}
}
