package sim_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reeve/hw/sim"
)

// grid returns the middles of files by ranks places, 50 mm apart.
func grid(files, ranks int) (places []sim.Point) {
	for i := range files * ranks {
		places = append(places, sim.Point{X: 25 + 50*float64(i%files), Y: 25 + 50*float64(i/files)})
	}
	return places
}

// act is what hands do, or fate, at an instant.
type act func(f *sim.Field, now time.Duration)

func put(magnet int, x, y float64) act {
	return func(f *sim.Field, now time.Duration) { f.Put(magnet, sim.Point{X: x, Y: y}, now) }
}

func lift(magnet int) act { return func(f *sim.Field, now time.Duration) { f.Lift(magnet, now) } }

// drag goes through x, y, x, y … in so many milliseconds.
func drag(magnet, ms int, xy ...float64) act { return carry(magnet, 0, ms, xy...) }

func carry(magnet int, height float64, ms int, xy ...float64) act {
	var way []sim.Point
	for i := 0; i < len(xy); i += 2 {
		way = append(way, sim.Point{X: xy[i], Y: xy[i+1]})
	}
	return func(f *sim.Field, now time.Duration) {
		f.Carry(magnet, way, height, now, now+time.Duration(ms)*time.Millisecond)
	}
}

func breaks(channel int, fault sim.Fault) act {
	return func(f *sim.Field, now time.Duration) { f.Break(channel, fault, now) }
}

func matrix(columns int) act {
	return func(f *sim.Field, _ time.Duration) { f.Matrix(columns) }
}

func outage(ms int, dark bool) act {
	return func(f *sim.Field, now time.Duration) {
		f.Outage(now, now+time.Duration(ms)*time.Millisecond, dark)
	}
}

// read returns the closed channels of a scan, or "fails".
func read(t testing.TB, f *sim.Field, now time.Duration) string {
	levels := make([]uint64, (f.Channels()+63)/64)
	if err := f.Scan(now, levels); errors.Is(err, sim.ErrScan) {
		return "fails"
	} else if err != nil {
		t.Fatal(err)
	}
	var closed []string
	for i := range f.Channels() {
		if levels[i/64]>>(i%64)&1 == 1 {
			closed = append(closed, fmt.Sprint(i))
		}
	}
	return strings.Join(closed, " ")
}

// anything stands where a scan is not looked at.
const anything = "?"

// moment is a row of a table: at that instant that is done (or nothing), then a scan reads that.
type moment struct {
	ms   float64
	do   act
	want string
}

func TestField(t *testing.T) {
	for _, c := range []struct {
		name    string
		moments []moment
	}{
		{"put and lift", []moment{
			{0, nil, ""}, {1, put(0, 25, 25), "0"}, {500, nil, "0"}, {501, lift(0), ""}, {900, nil, ""}}},
		{"reach is 21 mm, and the dead zone is between", []moment{
			{0, put(0, 45.9, 25), "0"}, {1, put(0, 46.1, 25), ""}, {2, put(0, 53.9, 25), ""}, {3, put(0, 54.1, 25), "1"}, {4, put(1, 50, 50), "1"}}},
		{"put from the air, a piece within hold but not within reach is not felt", []moment{
			{0, put(0, 46.5, 25), ""}, {1, drag(0, 10, 45, 25), ""}, {11, nil, "0"}, {12, drag(0, 10, 46.5, 25), "0"}, {22, nil, "0"}, {23, drag(0, 10, 48, 25), "0"}, {33, nil, ""}}},
		{"dragged over three places at 1 mm a ms", []moment{
			{0, put(0, 25, 25), "0"}, {0, drag(0, 100, 125, 25), "0"}, {22, nil, "0"}, {22.1, nil, ""}, {28.9, nil, ""}, {29.1, nil, "1"}, {72, nil, "1"}, {72.1, nil, ""}, {79.1, nil, "2"}, {1000, nil, "2"}}},
		{"dragged round a corner", []moment{
			{0, drag(0, 100, 25, 25, 75, 25, 75, 75), "0"}, {50, nil, "1"}, {60, nil, "1"}, {76, nil, ""}, {80, nil, "4"}, {200, nil, "4"}}},
		{"a drag broken off by a lift", []moment{
			{0, put(0, 25, 25), "0"}, {0, drag(0, 100, 125, 25), "0"}, {50, nil, "1"}, {51, lift(0), ""}, {200, nil, ""}}},
		{"a drag broken off by another", []moment{
			{0, drag(0, 100, 25, 25, 125, 25), "0"}, {50, drag(0, 50, 25, 25), "1"}, {75, nil, ""}, {100, nil, "0"}, {200, nil, "0"}}},
		{"carried low it is felt less far", []moment{
			{0, carry(0, 20, 100, 25, 25, 125, 25), "0"}, {8, nil, "0"}, {12, nil, ""}, {40, nil, ""}, {45, nil, "1"}, {100, nil, "2"}, {101, put(0, 125, 25), "2"}}},
		{"carried high it is not felt", []moment{
			{0, carry(0, 25, 100, 25, 25, 125, 25), ""}, {50, nil, ""}, {100, nil, ""}, {101, put(0, 125, 25), "2"}}},
		{"two on one place count both", []moment{
			{0, put(0, 25, 25), "0"}, {1, put(1, 30, 25), "0"}, {2, lift(0), "0"}, {3, lift(1), ""}}},
		{"a piece slides in before the other goes", []moment{
			{0, put(0, 75, 25), "1"}, {1, put(1, 25, 25), "0 1"}, {1, drag(1, 40, 65, 25), "0 1"}, {30, nil, "1"}, {50, lift(0), "1"}}},
		{"a reed under the middle opens dead centre", []moment{
			{0, breaks(0, sim.Centred), ""}, {0, drag(0, 100, -25, 25, 75, 25), ""}, {28.9, nil, ""}, {29.1, nil, "0"}, {44.9, nil, "0"}, {45.1, nil, ""}, {55.9, nil, ""},
			{56.1, nil, "0"}, {72, nil, "0"}, {72.1, nil, ""}, {79.1, nil, "1"}, {150, put(0, 25, 40), ""}, {160, put(0, 32, 25), "0"}}},
		{"dead, and mended under the piece", []moment{
			{0, breaks(0, sim.Dead), ""}, {1, put(0, 25, 25), ""}, {2, breaks(0, sim.Sound), "0"}, {3, breaks(0, sim.Dead), ""}, {4, lift(0), ""}, {5, breaks(0, sim.Sound), ""}}},
		{"stuck", []moment{
			{0, breaks(0, sim.Stuck), "0"}, {1, put(0, 25, 25), "0"}, {2, lift(0), "0"}, {3, breaks(0, sim.Sound), ""}}},
		{"wide feels its neighbours", []moment{
			{0, breaks(4, sim.Wide), ""}, {1, put(0, 75, 25), "1 4"}, {2, put(0, 25, 25), "0"}, {3, put(0, 125, 75), "4 5"}}},
		{"broken while a piece passes", []moment{
			{0, drag(0, 100, 25, 25, 125, 25), "0"}, {50, breaks(1, sim.Wide), "1"}, {90, nil, "1 2"}, {100, nil, "1 2"}, {101, breaks(1, sim.Sound), "2"}}},
		{"three corners make a fourth", []moment{
			{0, matrix(3), ""}, {1, put(0, 25, 25), "0"}, {2, put(1, 125, 25), "0 2"}, {3, put(2, 25, 125), "0 2 6 8"}, {4, put(3, 75, 75), "0 2 4 6 8"}, {5, lift(1), "0 4 6"},
			{6, put(1, 125, 125), "0 2 4 6 8"}, {7, matrix(0), "0 4 6 8"}}},
		{"ghosts go round several corners", []moment{
			{0, matrix(3), ""}, {1, put(0, 25, 25), "0"}, {2, put(1, 75, 25), "0 1"}, {3, put(2, 75, 75), "0 1 3 4"}, {4, put(3, 125, 75), "0 1 2 3 4 5"}, {5, put(4, 125, 125), "0 1 2 3 4 5 6 7 8"}}},
		{"scans fail", []moment{
			{0, put(0, 25, 25), "0"}, {1, outage(10, false), "fails"}, {10.9, put(1, 75, 25), "fails"}, {11, nil, "0 1"}, {100, nil, "0 1"}}},
		{"the dark", []moment{
			{0, outage(10, true), ""}, {1, put(0, 25, 25), ""}, {9, nil, ""}, {10, nil, anything}, {11, nil, "0"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := sim.NewField(grid(3, 3), 7, sim.None)
			for _, m := range c.moments {
				now := time.Duration(m.ms * float64(time.Millisecond))
				if m.do != nil {
					m.do(f, now)
				}
				if got := read(t, f, now); got != m.want && m.want != anything {
					t.Errorf("at %v ms: %q, want %q", m.ms, got, m.want)
				}
			}
		})
	}
}

func TestTheEdgesOfTheDarkAreDarkInPart(t *testing.T) {
	in, out := map[int]bool{}, map[int]bool{}
	for seed := range uint64(40) {
		f := sim.NewField(grid(8, 8), seed, sim.None)
		for i := range 64 {
			f.Put(i, grid(8, 8)[i], 0)
		}
		f.Outage(ms(10), ms(20), true)
		count := func(at int) int { return len(strings.Fields(read(t, f, ms(at)))) }
		in[count(11)] = true
		if n := count(12); n != 0 {
			t.Fatalf("%d closed in the dark", n)
		}
		out[count(21)] = true
		if n := count(22); n != 64 {
			t.Fatalf("%d closed after it", n)
		}
	}
	if len(in) < 20 || len(out) < 20 {
		t.Errorf("the edges are dark in %d and %d ways", len(in), len(out))
	}
}

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

var allNoise = []sim.Noise{sim.None, sim.Light, sim.Heavy, sim.Worn}

// TestAPieceInItsPlaceIsFelt holds the three lines of the table of noises together: whatever the seed,
// whichever way a piece came, once it lies within Accuracy of the middle of a place the sound contacts say
// so, and nothing else.
func TestAPieceInItsPlaceIsFelt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		noise := rapid.SampledFrom(allNoise).Draw(t, "noise")
		f := sim.NewField(grid(6, 5), rapid.Uint64().Draw(t, "seed"), noise)
		stands := map[int]int{} // channel by magnet
		now := time.Duration(0)
		for range rapid.IntRange(1, 30).Draw(t, "moves") {
			now += ms(rapid.IntRange(6, 500).Draw(t, "pause"))
			magnet, channel := rapid.IntRange(0, 5).Draw(t, "magnet"), rapid.IntRange(0, 29).Draw(t, "channel")
			switch rapid.IntRange(0, 2).Draw(t, "how") {
			case 0:
				f.Lift(magnet, now)
				delete(stands, magnet)
			case 1:
				f.Put(magnet, f.Aim(channel), now)
				stands[magnet] = channel
			case 2:
				way := []sim.Point{f.Aim(rapid.IntRange(0, 29).Draw(t, "over")), f.Aim(channel)}
				f.Drag(magnet, way, now, now+ms(rapid.IntRange(0, 400).Draw(t, "took")))
				now += ms(400)
				stands[magnet] = channel
			}
			holds(t, f, now+ms(6), stands)
		}
	})
}

// TestNothingIsLeftBehind does anything at any time, in the middle of anything else: once all pieces are in
// the air only stuck contacts are closed.
func TestNothingIsLeftBehind(t *testing.T) {
	point := rapid.Custom(func(t *rapid.T) sim.Point {
		return sim.Point{X: rapid.Float64Range(-50, 350).Draw(t, "x"), Y: rapid.Float64Range(-50, 300).Draw(t, "y")}
	})
	rapid.Check(t, func(t *rapid.T) {
		f := sim.NewField(grid(6, 5), rapid.Uint64().Draw(t, "seed"), rapid.SampledFrom(allNoise).Draw(t, "noise"))
		now := time.Duration(0)
		for range rapid.IntRange(0, 40).Draw(t, "acts") {
			now += time.Duration(rapid.IntRange(0, int(ms(200))).Draw(t, "pause"))
			magnet, channel := rapid.IntRange(0, 4).Draw(t, "magnet"), rapid.IntRange(0, 29).Draw(t, "channel")
			switch rapid.IntRange(0, 4).Draw(t, "act") {
			case 0:
				f.Lift(magnet, now)
			case 1:
				f.Put(magnet, point.Draw(t, "at"), now)
			case 2:
				f.Carry(magnet, rapid.SliceOfN(point, 0, 4).Draw(t, "way"), rapid.Float64Range(0, 30).Draw(t, "height"), now, now+ms(rapid.IntRange(-10, 600).Draw(t, "took")))
			case 3:
				f.Break(channel, sim.Fault(rapid.IntRange(0, int(sim.Centred)).Draw(t, "fault")), now)
			case 4:
				f.Matrix(rapid.IntRange(0, 8).Draw(t, "columns"))
			}
		}
		for magnet := range 5 {
			f.Lift(magnet, now)
		}
		levels := make([]uint64, 1)
		f.Rest(now, levels)
		for i := range f.Channels() {
			if got := levels[0]>>i&1 == 1; got != (f.Fault(i) == sim.Stuck) {
				t.Fatalf("channel %d, %v, is closed: %v", i, f.Fault(i), got)
			}
		}
	})
}

func TestMissedScansBringTheLevelsBefore(t *testing.T) {
	for noise, some := range map[sim.Noise]bool{sim.None: false, sim.Light: true} {
		f := sim.NewField(grid(2, 1), 4, noise)
		levels, missed, running := make([]uint64, 1), 0, 0
		for n := range 20000 {
			if n%2 == 0 {
				f.Put(0, f.Aim(0), ms(4*n))
			} else {
				f.Lift(0, ms(4*n))
			}
			if err := f.Scan(ms(4*n+3), levels); err != nil {
				t.Fatal(err)
			}
			if running++; levels[0] == uint64(1-n%2) {
				running = 0
			} else if missed++; running > 1 {
				t.Fatalf("%v: %d missed running", noise, running)
			}
		}
		if (missed > 50 && missed < 200) != some || !some && missed > 0 {
			t.Errorf("%v: %d of 20000 scans were missed", noise, missed)
		}
		if late := f.Delay(); late < 0 || late > time.Millisecond {
			t.Errorf("%v: %v late", noise, late)
		}
	}
}

func TestNothingChangesBeforeNext(t *testing.T) {
	f := sim.NewField(grid(3, 3), 1, sim.None)
	if at, ever := f.Next(ms(5)); ever {
		t.Errorf("on a board without pieces something happens at %v", at)
	}
	f.Put(0, sim.Point{X: 25, Y: 25}, ms(10))
	if at, ever := f.Next(ms(10)); ever {
		t.Errorf("to a piece at rest something happens at %v", at)
	}
	f.Break(0, sim.Loose, ms(11))
	f.Drag(1, []sim.Point{{X: 0, Y: 75}, {X: 200, Y: 80}}, ms(20), ms(220))
	f.Outage(ms(300), ms(350), false)
	last, next, changes, skipped := "", time.Duration(0), 0, 0
	for at := 20; at < 5000; at++ {
		got := read(t, f, ms(at))
		if got != last {
			changes++
			if ms(at) < next {
				t.Errorf("%q became %q at %d ms, before %v", last, got, at, next)
			}
		}
		if ms(at) < next {
			skipped++
		}
		last = got
		next, _ = f.Next(ms(at))
	}
	if changes < 15 || skipped < 4500 {
		t.Errorf("%d changes, %d scans that need not be made", changes, skipped)
	}
}

// holds checks every sound contact against where pieces stand.
func holds(t *rapid.T, f *sim.Field, now time.Duration, stands map[int]int) {
	t.Helper()
	levels := make([]uint64, 1)
	f.Rest(now, levels)
	felt := map[int]bool{}
	for _, channel := range stands {
		felt[channel] = true
	}
	for i := range f.Channels() {
		if got := levels[0]>>i&1 == 1; f.Fault(i) == sim.Sound && got != felt[i] {
			t.Fatalf("channel %d is closed: %v, a piece stands there: %v", i, got, felt[i])
		}
	}
}

// story plays 20 s of a game on a noisy field, with scans every 4 ms, and returns all that they read.
func story(t testing.TB, seed uint64, noise sim.Noise) (scans []string) {
	f := sim.NewField(grid(4, 4), seed, noise)
	for at := 0; at < 20000; at += 4 {
		now := ms(at) + f.Delay()
		if n := at / 4; n%100 == 0 {
			switch n / 100 % 4 {
			case 0:
				f.Put(n/100%5, f.Aim(n/100%16), now)
			case 1:
				f.Lift(n/100%5, now)
			case 2:
				f.Drag(n/100%5, []sim.Point{f.Aim(n / 77 % 16), f.Aim(n / 55 % 16)}, now, now+ms(300))
			}
		}
		scans = append(scans, read(t, f, now))
	}
	return scans
}

func TestEqualSeedsGiveEqualStories(t *testing.T) {
	for _, noise := range allNoise {
		one := story(t, 1, noise)
		if !slices.Equal(one, story(t, 1, noise)) {
			t.Errorf("%v: seed 1 gave two stories", noise)
		}
		if slices.Equal(one, story(t, 2, noise)) {
			t.Errorf("%v: seeds 1 and 2 gave one story", noise)
		}
	}
}

// TestNoiseLies counts the lies, so that none of them is lost unseen.
func TestNoiseLies(t *testing.T) {
	for _, noise := range allNoise {
		var changes, broken, late int
		for seed := range uint64(8) {
			f := sim.NewField(grid(4, 4), seed, noise)
			for i := range 16 {
				if f.Fault(i) != sim.Sound {
					broken++
				}
			}
			last := ""
			for at := range 5000 {
				if at%1000 == 0 {
					f.Put(0, f.Aim(3), ms(at))
				} else if at%1000 == 500 {
					f.Lift(0, ms(at))
				}
				for _, part := range []time.Duration{0, 300, 600} {
					if got := read(t, f, ms(at)+part*time.Microsecond); got != last {
						changes++
						last = got
					}
				}
				if f.Delay() > 0 {
					late++
				}
			}
		}
		if (changes > 100) != (noise > sim.None) || (late > 0) != (noise > sim.None) || (broken > 0) != (noise == sim.Worn) {
			t.Errorf("%v: %d changes of 80, %d late, %d of 128 broken", noise, changes, late, broken)
		}
	}
}

func TestOutagesComeAndGo(t *testing.T) {
	for noise, some := range map[sim.Noise]bool{sim.None: false, sim.Light: false, sim.Heavy: true} {
		f := sim.NewField(grid(1, 1), 6, noise)
		f.Put(0, f.Aim(0), 0)
		outages, longest := map[string]int{}, 0
		last, run := "0", 0
		for at := 10; at < 600000; at += 5 {
			got := read(t, f, ms(at))
			if run++; got != last {
				last, run = got, 1
			}
			if got != "0" && run == 4 { // 20 ms: no bounce, no spike
				outages[got]++
			}
			if got != "0" {
				longest = max(longest, run)
			}
		}
		if some != (outages["fails"] > 5 && outages[""] > 5 && longest > 40 && longest <= 82) || !some && len(outages) > 0 {
			t.Errorf("%v: outages in 10 minutes %v, the longest of %d ms", noise, outages, 5*longest)
		}
	}
}

func TestALooseContactLetsGo(t *testing.T) {
	f := sim.NewField(grid(2, 1), 3, sim.None)
	f.Break(0, sim.Loose, 0)
	opened, longest, run := 0, 0, 0
	for at := range 60000 {
		if at == 1000 {
			f.Put(0, sim.Point{X: 25, Y: 25}, ms(1000))
		}
		got := read(t, f, ms(at))
		if at < 1000 && got != "" {
			t.Fatalf("it closes without a piece: %q at %d ms", got, at)
		}
		if at >= 1000 && got == "" {
			if run++; run == 1 {
				opened++
			}
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	if opened < 60 || opened > 200 || longest < 20 || longest > 41 {
		t.Errorf("it let go %d times in a minute, for %d ms at the longest", opened, longest)
	}
	f.Break(0, sim.Sound, ms(60000))
	for at := 60000; at < 70000; at++ {
		if got := read(t, f, ms(at)); got != "0" {
			t.Fatalf("mended it reads %q", got)
		}
	}
}

func TestAimIsWithinAccuracy(t *testing.T) {
	for _, noise := range allNoise {
		f := sim.NewField(grid(3, 3), 1, noise)
		farthest := 0.0
		for range 500 {
			p := f.Aim(4)
			farthest = max(farthest, math.Hypot(p.X-75, p.Y-75))
		}
		if farthest > f.Accuracy() || farthest < 0.9*f.Accuracy() {
			t.Errorf("%v: %.1f mm off at most, accuracy is %.1f mm", noise, farthest, f.Accuracy())
		}
	}
}

func TestFieldRefuses(t *testing.T) {
	for name, do := range map[string]func(*sim.Field){
		"magnet":  func(f *sim.Field) { f.Lift(sim.MaxMagnets, 0) },
		"below":   func(f *sim.Field) { f.Lift(-1, 0) },
		"channel": func(f *sim.Field) { f.Break(65, sim.Dead, 0) },
		"columns": func(f *sim.Field) { f.Matrix(65) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			do(sim.NewField(grid(5, 13), 0, sim.None))
		})
	}
	if err := sim.NewField(grid(5, 13), 0, sim.None).Scan(0, make([]uint64, 1)); err == nil || errors.Is(err, sim.ErrScan) {
		t.Errorf("a scan into too few words: %v", err)
	}
	if err := sim.NewField(nil, 0, sim.Worn).Scan(time.Minute, nil); err != nil && !errors.Is(err, sim.ErrScan) {
		t.Errorf("a scan of nothing: %v", err)
	}
}

// busy is a field of 160 channels on which four pieces are dragged about without rest, as fast as hands do.
func busy(noise sim.Noise) (f *sim.Field, step func(now time.Duration) error) {
	places := grid(16, 10)
	f = sim.NewField(places, 1, noise)
	for i := 4; i < 40; i++ {
		f.Put(i, places[2*i], 0)
	}
	levels, way, n := make([]uint64, 3), make([]sim.Point, 2), 0
	return f, func(now time.Duration) error {
		if now >= time.Duration(n)*ms(300) {
			way[0], way[1] = places[n*7%160], places[n*11%160]
			f.Drag(n%4, way, now, now+ms(1200))
			n++
		}
		if err := f.Scan(now, levels); err != nil && !errors.Is(err, sim.ErrScan) {
			return err
		}
		return nil
	}
}

func TestFieldScanAllocatesNothing(t *testing.T) {
	for _, noise := range allNoise {
		f, step := busy(noise)
		f.Matrix(16)
		now := time.Duration(0)
		for range 2000 { // the agenda finds its size
			now += ms(4)
			_ = step(now)
		}
		if allocs := testing.AllocsPerRun(1000, func() {
			now += ms(4)
			if err := step(now); err != nil {
				t.Fatal(err)
			}
		}); allocs != 0 {
			t.Errorf("%v: %v allocations a scan", noise, allocs)
		}
	}
}

func BenchmarkFieldScan160(b *testing.B) {
	for _, noise := range allNoise {
		b.Run(noise.String()+"/still", func(b *testing.B) {
			f := sim.NewField(grid(16, 10), 1, noise)
			f.Put(0, sim.Point{X: 25, Y: 25}, 0)
			levels, now := make([]uint64, 3), time.Duration(0)
			b.ReportAllocs()
			for b.Loop() {
				now += ms(4)
				_ = f.Scan(now, levels)
			}
		})
		b.Run(noise.String()+"/moving", func(b *testing.B) {
			_, step := busy(noise)
			now := time.Duration(0)
			b.ReportAllocs()
			for b.Loop() {
				now += ms(4)
				_ = step(now)
			}
		})
	}
}
