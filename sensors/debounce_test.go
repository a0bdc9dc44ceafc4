package sensors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reeve/sensors"
)

// sample is one scan in a debounce table: when, which channels are closed, and
// the changes that must come out of it, "3+@4" for channel 3 closed at 4 ms.
type sample struct {
	ms     int
	closed []int
	want   string
}

func levels(channels int, closed ...int) []uint64 {
	out := make([]uint64, (channels+63)/64)
	for _, ch := range closed {
		out[ch>>6] |= 1 << (ch & 63)
	}
	return out
}

func text(changes []sensors.Change) string {
	var out []string
	for _, c := range changes {
		sign := "-"
		if c.Closed {
			sign = "+"
		}
		out = append(out, fmt.Sprintf("%d%s@%d", c.Channel, sign, c.At.Milliseconds()))
	}
	return strings.Join(out, " ")
}

func TestDebounce(t *testing.T) {
	on := func(ch ...int) []int { return ch }
	for _, c := range []struct {
		name     string
		need     int
		flickers uint32 // of channel 3
		samples  []sample
	}{
		{"two equal samples settle", 2, 0, []sample{
			{0, nil, ""}, {4, on(3), ""}, {8, on(3), "3+@4"}, {12, on(3), ""}}},
		{"lift", 2, 0, []sample{
			{0, on(3), ""}, {4, on(3), "3+@0"}, {8, nil, ""}, {12, nil, "3-@8"}}},
		{"one sample is enough for one", 1, 0, []sample{
			{0, on(3), "3+@0"}, {4, nil, "3-@4"}, {8, nil, ""}}},
		{"a glitch of one sample is nothing", 2, 1, []sample{
			{0, nil, ""}, {4, on(3), ""}, {8, nil, ""}, {12, nil, ""}}},
		{"two glitches with a gap are nothing", 2, 2, []sample{
			{0, on(3), ""}, {4, nil, ""}, {8, on(3), ""}, {12, nil, ""}}},
		{"a dropout of one sample is nothing", 2, 1, []sample{
			{0, on(3), ""}, {4, on(3), "3+@0"}, {8, nil, ""}, {12, on(3), ""}, {16, on(3), ""}}},
		{"bounce of 5 ms at 1 kHz", 5, 3, []sample{
			{0, nil, ""}, {1, on(3), ""}, {2, nil, ""}, {3, on(3), ""}, {4, on(3), ""}, {5, nil, ""}, {6, on(3), ""}, {7, nil, ""},
			{8, on(3), ""}, {9, on(3), ""}, {10, on(3), ""}, {11, on(3), ""}, {12, on(3), "3+@8"}, {13, on(3), ""}}},
		{"bounce of 5 ms at 250 Hz", 2, 1, []sample{
			{0, nil, ""}, {4, on(3), ""}, {8, nil, ""}, {12, on(3), ""}, {16, on(3), "3+@12"}}},
		{"a late sample keeps the first instant", 2, 0, []sample{
			{0, nil, ""}, {4, on(3), ""}, {250, on(3), "3+@4"}}},
		{"missed scans: a tap between them was not", 2, 0, []sample{
			{0, nil, ""}, {400, nil, ""}, {404, nil, ""}}},
		{"missed scans: a change in them is found after", 3, 0, []sample{
			{0, nil, ""}, {400, on(3), ""}, {404, on(3), ""}, {408, on(3), "3+@400"}}},
		{"several in one scan come by channel", 2, 0, []sample{
			{0, on(69), ""}, {4, on(69), "69+@0"}, {8, on(0, 3, 64), ""}, {12, on(0, 3, 64), "0+@8 3+@8 64+@8 69-@8"}}},
		{"each channel counts by itself", 3, 0, []sample{
			{0, on(3), ""}, {4, on(3, 5), ""}, {8, on(3, 5), "3+@0"}, {12, on(3, 5), "5+@4"}}},
		{"fifteen", 15, 1, append(steady(0, 13, on(3)), sample{14, nil, ""},
			sample{15, on(3), ""}, sample{16, on(3), ""}, sample{17, on(3), ""}, sample{18, on(3), ""}, sample{19, on(3), ""},
			sample{20, on(3), ""}, sample{21, on(3), ""}, sample{22, on(3), ""}, sample{23, on(3), ""}, sample{24, on(3), ""},
			sample{25, on(3), ""}, sample{26, on(3), ""}, sample{27, on(3), ""}, sample{28, on(3), ""}, sample{29, on(3), "3+@15"})},
	} {
		d := sensors.NewDebouncer(70, c.need)
		for _, s := range c.samples {
			got := text(d.Sample(levels(70, s.closed...), time.Duration(s.ms)*time.Millisecond))
			if got != s.want {
				t.Errorf("%s: at %d ms: %q, want %q", c.name, s.ms, got, s.want)
			}
		}
		if got := d.Flicker(3); got != c.flickers {
			t.Errorf("%s: %d flickers, want %d", c.name, got, c.flickers)
		}
	}
}

// steady is the same contacts at every millisecond from first to last, without a change.
func steady(first, last int, closed []int) (out []sample) {
	for ms := first; ms <= last; ms++ {
		out = append(out, sample{ms, closed, ""})
	}
	return out
}

func TestBitsBeyondTheChannelsAreNotLookedAt(t *testing.T) {
	d := sensors.NewDebouncer(49, 1)
	d.Reset([]uint64{^uint64(0)})
	if got := d.Sample([]uint64{1<<49 - 1}, 0); len(got) != 0 {
		t.Errorf("changes %s from channels that are not there", text(got))
	}
	if d.Flicker(-1) != 0 || d.Flicker(49) != 0 {
		t.Error("a channel that is not there flickers")
	}
}

// TestDebounceAgainstCounting compares the bitset with the algorithm as the
// textbook has it: a counter for each channel.
func TestDebounceAgainstCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		channels := rapid.IntRange(1, 160).Draw(t, "channels")
		need := rapid.IntRange(1, sensors.MaxSamples).Draw(t, "need")
		d := sensors.NewDebouncer(channels, need)
		settled, count, first := make([]bool, channels), make([]int, channels), make([]int, channels)
		scan := levels(channels)
		for ms := range rapid.IntRange(1, 60).Draw(t, "scans") {
			for _, ch := range rapid.SliceOfN(rapid.IntRange(0, channels-1), 0, 3).Draw(t, "flips") {
				scan[ch>>6] ^= 1 << (ch & 63)
			}
			var want []sensors.Change
			for ch := range channels {
				if closed := scan[ch>>6]&(1<<(ch&63)) != 0; closed == settled[ch] {
					count[ch] = 0
					continue
				}
				if count[ch]++; count[ch] == 1 {
					first[ch] = ms
				}
				if count[ch] == need {
					settled[ch], count[ch] = !settled[ch], 0
					want = append(want, sensors.Change{Channel: ch, Closed: settled[ch], At: time.Duration(first[ch])})
				}
			}
			if got := d.Sample(scan, time.Duration(ms)); !slices.Equal(got, want) {
				t.Fatalf("scan %d: %v, want %v", ms, got, want)
			}
		}
	})
}

func TestSampleAllocatesNothing(t *testing.T) {
	d := sensors.NewDebouncer(160, 2)
	a, b := levels(160), levels(160, 0, 63, 64, 159)
	n := 0
	if allocs := testing.AllocsPerRun(100, func() {
		for _, scan := range [][]uint64{a, b, b, a, a} {
			n += len(d.Sample(scan, 0))
		}
	}); allocs != 0 || n == 0 {
		t.Errorf("%v allocations for %d changes", allocs, n)
	}
}

func BenchmarkSample(b *testing.B) {
	for _, c := range []struct {
		name     string
		channels int
		moves    []int
	}{
		{"49/idle", 49, nil}, {"49/busy", 49, []int{0, 17, 48}}, {"160/idle", 160, nil}, {"160/busy", 160, []int{0, 17, 48, 99, 159}},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := sensors.NewDebouncer(c.channels, 2)
			scans := [2][]uint64{levels(c.channels), levels(c.channels, c.moves...)}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				d.Sample(scans[i>>1&1], time.Duration(i))
			}
		})
	}
}
