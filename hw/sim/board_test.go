package sim_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hw/sim"
)

func TestBoardShowsWhatItWasTold(t *testing.T) {
	b := sim.New(70, 2)
	b.Set(0, true)
	b.Set(69, true)
	b.Set(69, true)
	levels := []uint64{9, 9, 9}
	if err := b.Scan(levels); err != nil {
		t.Fatal(err)
	}
	if want := []uint64{1, 1 << 5, 0}; !slices.Equal(levels, want) {
		t.Errorf("scan = %x, want %x", levels, want)
	}
	b.SetAll([]uint64{1 << 63})
	if got, want := b.Contacts(), []uint64{1 << 63, 0}; !slices.Equal(got, want) {
		t.Errorf("contacts = %x, want %x", got, want)
	}
	if err := b.Scan(make([]uint64, 1)); err == nil {
		t.Error("a scan into too few words passed")
	}
	b.Press(3, true)
	b.Press(0, true)
	b.Press(3, false)
	if got := b.Buttons(); got != 1 {
		t.Errorf("buttons = %b", got)
	}
}

func TestBoardFrame(t *testing.T) {
	b := sim.New(1, 2)
	changed := b.Watch()
	if err := b.Show([]byte{1, 2, 3}); err == nil {
		t.Error("a short frame passed")
	}
	if err := b.Show(make([]byte, 6)); err != nil {
		t.Fatal(err)
	}
	select {
	case <-changed:
		t.Error("an equal frame counted as a change")
	default:
	}
	if err := b.Show([]byte{1, 2, 3, 4, 5, 6}); err != nil {
		t.Fatal(err)
	}
	<-changed
	frame := b.Frame()
	frame[0] = 99
	if got := b.Frame(); !slices.Equal(got, []byte{1, 2, 3, 4, 5, 6}) {
		t.Errorf("frame = %v", got)
	}
}

// Rest lasts until a scan may bring something else, and no longer.
func TestBoardRestsUntilAContactChanges(t *testing.T) {
	for _, c := range []struct {
		name   string
		before func(*sim.Board)
		levels []uint64
		act    func(*sim.Board)
		ends   bool
	}{
		{"nothing", nil, []uint64{1, 0}, func(*sim.Board) {}, false},
		{"a contact closes", nil, []uint64{1, 0}, func(b *sim.Board) { b.Set(69, true) }, true},
		{"a contact opens", nil, []uint64{1, 0}, func(b *sim.Board) { b.Set(0, false) }, true},
		{"and closes again", nil, []uint64{1, 0}, func(b *sim.Board) { b.Set(0, false); b.Set(0, true) }, true},
		{"a contact stays closed", nil, []uint64{1, 0}, func(b *sim.Board) { b.Set(0, true) }, false},
		{"all stay", nil, []uint64{1, 0}, func(b *sim.Board) { b.SetAll([]uint64{1}) }, false},
		{"all change", nil, []uint64{1, 0}, func(b *sim.Board) { b.SetAll([]uint64{6}) }, true},
		{"buttons and lights", nil, []uint64{1, 0}, func(b *sim.Board) { b.Press(1, true); _ = b.Show([]byte{1, 2, 3}); b.Supply(0) }, false},
		{"a field feels", nil, []uint64{1, 0}, func(b *sim.Board) { b.Feel(sim.NewField(make([]sim.Point, 70), 1, sim.None)) }, true},
		{"other levels", nil, []uint64{2, 0}, func(*sim.Board) {}, true},
		{"room for more", nil, []uint64{1, 0, 0}, func(*sim.Board) {}, false},
		{"not room enough", nil, []uint64{1}, func(*sim.Board) {}, true},
		{"a field felt", func(b *sim.Board) { b.Feel(sim.NewField(make([]sim.Point, 70), 1, sim.None)) }, []uint64{1, 0}, func(*sim.Board) {}, true},
		{"bounces to come", bouncing(false), []uint64{1, 0}, func(*sim.Board) {}, true},
		{"bounces that are over", bouncing(true), []uint64{1, 0}, func(*sim.Board) {}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := sim.New(70, 1)
				b.Set(0, true)
				if c.before != nil {
					c.before(b)
				}
				ctx, stop := context.WithCancel(t.Context())
				done := make(chan struct{})
				go func() { b.Rest(ctx, c.levels); close(done) }()
				synctest.Wait()
				c.act(b)
				synctest.Wait()
				select {
				case <-done:
					if !c.ends {
						t.Error("it did not rest")
					}
				default:
					if c.ends {
						t.Error("it rests")
					}
				}
				stop()
				<-done
			})
		})
	}
}

// bouncing makes a contact open and close again until it has bounces to come that leave it closed; over lets them pass.
func bouncing(over bool) func(*sim.Board) {
	return func(b *sim.Board) {
		b.Bounce(sim.Heavy, 4)
		b.Advance(time.Second)
		b.Set(0, false)
		b.Set(0, true)
		if over {
			b.Advance(2 * time.Second)
		}
	}
}

func TestBoardPanicsOutOfRange(t *testing.T) {
	for name, act := range map[string]func(*sim.Board){
		"contact": func(b *sim.Board) { b.Set(3, true) },
		"below":   func(b *sim.Board) { b.Set(-1, true) },
		"button":  func(b *sim.Board) { b.Press(sim.MaxButtons, true) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			act(sim.New(3, 0))
		})
	}
}

// flips plays one lift under noise and returns the levels read every 100 µs for 8 ms after it.
func flips(noise sim.Noise, seed uint64) []bool {
	b := sim.New(1, 0)
	b.Bounce(noise, seed)
	b.Advance(time.Second)
	b.Set(0, true)
	var got []bool
	levels := make([]uint64, 1)
	for at := time.Duration(0); at <= 8*time.Millisecond; at += 100 * time.Microsecond {
		b.Advance(time.Second + at)
		if err := b.Scan(levels); err != nil {
			panic(err)
		}
		got = append(got, levels[0] == 1)
	}
	return got
}

func TestBounceEndsWithinFiveMilliseconds(t *testing.T) {
	for _, noise := range []sim.Noise{sim.None, sim.Light, sim.Heavy} {
		bounced := 0
		for seed := range uint64(200) {
			got := flips(noise, seed)
			if !slices.Equal(got, flips(noise, seed)) {
				t.Fatalf("%v seed %d: not repeatable", noise, seed)
			}
			last := -1
			for i, closed := range got {
				if !closed {
					last = i
				}
			}
			if last >= 50 {
				t.Fatalf("%v seed %d: still open %d00 µs after it closed", noise, seed, last)
			}
			if last >= 0 {
				bounced++
			}
		}
		if (noise == sim.None) != (bounced == 0) {
			t.Errorf("%v: %d of 200 bounced", noise, bounced)
		}
	}
}

func TestNewChangeReplacesBounces(t *testing.T) {
	for seed := range uint64(50) {
		b := sim.New(1, 0)
		b.Bounce(sim.Heavy, seed)
		b.Set(0, true)
		b.Advance(time.Millisecond)
		b.Set(0, false)
		b.Advance(7 * time.Millisecond)
		levels := make([]uint64, 1)
		if err := b.Scan(levels); err != nil || levels[0] != 0 {
			t.Fatalf("seed %d: level %d, %v", seed, levels[0], err)
		}
	}
}

func TestParseNoise(t *testing.T) {
	for _, n := range []sim.Noise{sim.None, sim.Light, sim.Heavy, sim.Worn} {
		if got, err := sim.ParseNoise(n.String()); err != nil || got != n {
			t.Errorf("ParseNoise(%q) = %v, %v", n, got, err)
		}
	}
	if _, err := sim.ParseNoise("loud"); err == nil {
		t.Error("loud passed")
	}
	if got := sim.Noise(9).String(); got != "Noise(9)" {
		t.Errorf("a noise that is not: %q", got)
	}
}

func TestBoardFromManyGoroutines(t *testing.T) {
	b := sim.New(64, 1)
	b.Bounce(sim.Heavy, 1)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			levels := make([]uint64, 1)
			for i := range 200 {
				b.Set((g*16+i)%64, i%2 == 0)
				b.Advance(time.Duration(i) * time.Millisecond)
				_ = b.Scan(levels)
				_ = b.Show([]byte{byte(i), 0, 0})
				b.Frame()
			}
		})
	}
	wg.Wait()
	b.Advance(time.Minute)
	levels := make([]uint64, 1)
	if err := b.Scan(levels); err != nil || levels[0] != b.Contacts()[0] {
		t.Errorf("levels %x, contacts %x, %v", levels, b.Contacts(), err)
	}
}

// Read waits for scans, however late they are, and for nothing once who scans rests.
func TestReadWaitsForScans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, levels := sim.New(3, 0), make([]uint64, 1)
		read := make(chan error, 1)
		go func() { read <- b.Read(t.Context(), 2) }()
		for range 2 {
			synctest.Wait()
			if len(read) > 0 {
				t.Error("it did not wait for two scans")
			}
			if err := b.Scan(levels); err != nil {
				t.Fatal(err)
			}
		}
		if err := <-read; err != nil {
			t.Error(err)
		}
		go func() { read <- b.Read(t.Context(), 2) }()
		synctest.Wait()
		ctx, wake := context.WithCancel(t.Context())
		go b.Rest(ctx, levels)
		if err := <-read; err != nil {
			t.Error(err)
		}
		if err := b.Read(t.Context(), 2); err != nil { // who scans rests already
			t.Error(err)
		}
		wake()
		if err := b.Read(ctx, 1); err == nil {
			t.Error("nobody scans, and it waited for nothing")
		}
	})
}
