package sensors_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reeve/sensors"
)

// said writes presses down: "0 held @500".
func said(presses []sensors.Press) string {
	var out []string
	for _, p := range presses {
		out = append(out, fmt.Sprintf("%d %v @%d", p.Button, p.Manner, p.At.Milliseconds()))
	}
	return strings.Join(out, ", ")
}

func TestButtons(t *testing.T) {
	type row struct {
		ms     int
		levels uint64
		want   string
	}
	plain, long, repeats := sensors.Button{}, sensors.Button{Long: 500 * ms}, sensors.Button{Long: 400 * ms, Every: 100 * ms}
	for _, c := range []struct {
		name   string
		settle time.Duration
		meant  []sensors.Button
		rows   []row
	}{
		{"pressed as it goes down", 20 * ms, []sensors.Button{plain}, []row{
			{0, 0, ""}, {10, 1, ""}, {20, 1, ""}, {30, 1, "0 pressed @10"}, {5000, 1, ""}, {5010, 0, ""}, {5040, 0, ""}}},
		{"bounces", 20 * ms, []sensors.Button{plain}, []row{
			{0, 0, ""}, {10, 1, ""}, {14, 0, ""}, {18, 1, ""}, {30, 1, ""}, {38, 1, "0 pressed @18"}, {100, 0, ""}, {110, 1, ""}, {115, 0, ""}, {135, 0, ""}, {140, 1, ""}, {160, 1, "0 pressed @140"}}},
		{"a spike is nothing", 20 * ms, []sensors.Button{plain}, []row{
			{0, 0, ""}, {10, 1, ""}, {20, 0, ""}, {100, 0, ""}}},
		{"a spike between late samples is nothing", 20 * ms, []sensors.Button{plain}, []row{
			{0, 0, ""}, {500, 1, ""}, {1000, 0, ""}, {1500, 1, ""}, {1600, 1, "0 pressed @1500"}}},
		{"down from the start", 20 * ms, []sensors.Button{plain, long, repeats}, []row{
			{0, 7, ""}, {900, 7, ""}, {910, 0, ""}, {950, 0, ""}, {960, 1, ""}, {980, 1, "0 pressed @960"}}},
		{"short of long", 20 * ms, []sensors.Button{long}, []row{
			{0, 0, ""}, {10, 1, ""}, {30, 1, ""}, {490, 1, ""}, {500, 0, ""}, {515, 0, ""}, {520, 0, "0 pressed @10"}}},
		{"long", 20 * ms, []sensors.Button{long}, []row{
			{0, 0, ""}, {10, 1, ""}, {30, 1, ""}, {509, 1, ""}, {510, 1, "0 held @510"}, {900, 1, ""}, {910, 0, ""}, {930, 0, ""}, {940, 1, ""}, {960, 1, ""}, {970, 0, ""}, {990, 0, "0 pressed @940"}}},
		{"coming up when long is due is short", 20 * ms, []sensors.Button{long}, []row{
			{0, 0, ""}, {10, 1, ""}, {30, 1, ""}, {505, 0, ""}, {515, 0, ""}, {525, 0, "0 pressed @10"}}},
		{"a bounce when long is due puts it off", 20 * ms, []sensors.Button{long}, []row{
			{0, 0, ""}, {10, 1, ""}, {30, 1, ""}, {505, 0, ""}, {515, 1, "0 held @515"}, {600, 0, ""}, {620, 0, ""}}},
		{"late samples make no long press", 20 * ms, []sensors.Button{long}, []row{
			{0, 0, ""}, {10, 1, ""}, {40, 1, ""}, {3000, 0, ""}, {3020, 0, "0 pressed @10"}}},
		{"repeats", 20 * ms, []sensors.Button{repeats}, []row{
			{0, 0, ""}, {10, 1, ""}, {30, 1, "0 pressed @10"}, {409, 1, ""}, {410, 1, "0 repeated @410"}, {509, 1, ""}, {512, 1, "0 repeated @512"}, {610, 1, "0 repeated @610"}, {620, 0, ""},
			{640, 0, ""}, {710, 0, ""}}},
		{"repeats at once without long", 0, []sensors.Button{{Every: 100 * ms}}, []row{
			{0, 0, ""}, {10, 1, "0 pressed @10"}, {110, 1, "0 repeated @110"}, {210, 0, ""}, {310, 0, ""}}},
		{"late samples make one repeat", 20 * ms, []sensors.Button{repeats}, []row{
			{0, 0, ""}, {10, 1, ""}, {30, 1, "0 pressed @10"}, {2000, 1, "0 repeated @2000"}, {2050, 1, ""}, {2100, 1, "0 repeated @2100"}}},
		{"a driver that debounces", 0, []sensors.Button{plain, long}, []row{
			{0, 0, ""}, {10, 3, "0 pressed @10"}, {100, 0, "1 pressed @10"}}},
		{"each by itself, in order", 0, []sensors.Button{long, plain, repeats}, []row{
			{0, 0, ""}, {10, 7, "1 pressed @10, 2 pressed @10"}, {600, 7, "0 held @600, 2 repeated @600"}, {610, 0, ""}}},
		{"buttons that are not there", 0, []sensors.Button{plain}, []row{
			{0, 0, ""}, {10, 6, ""}, {20, 0, ""}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := sensors.NewButtons(c.settle, c.meant)
			for _, r := range c.rows {
				if got := said(b.Sample(r.levels, time.Duration(r.ms)*ms)); got != r.want {
					t.Errorf("at %d ms: %q, want %q", r.ms, got, r.want)
				}
			}
		})
	}
}

func TestButtonsToldOneByOne(t *testing.T) {
	b := sensors.NewButtons(0, []sensors.Button{{}, {Long: 500 * ms}, {Every: 200 * ms}})
	next := func(want string) {
		t.Helper()
		at, wanted := b.Next()
		if got := fmt.Sprint(at, wanted); got != want {
			t.Errorf("next %s, want %s", got, want)
		}
	}
	for _, c := range []struct {
		got  []sensors.Press
		want string
	}{
		{b.Change(0, true, 10*ms), "0 pressed @10"}, {b.Change(9, true, 11*ms), ""}, {b.Change(-1, true, 12*ms), ""},
	} {
		if said(c.got) != c.want {
			t.Errorf("%q, want %q", said(c.got), c.want)
		}
	}
	next("0s false")
	b.Change(1, true, 20*ms)
	next("520ms true")
	b.Change(2, true, 30*ms)
	next("230ms true")
	if got := said(b.Tick(230 * ms)); got != "2 repeated @230" {
		t.Errorf("%q", got)
	}
	b.Change(2, false, 240*ms)
	next("520ms true")
	if got := said(b.Tick(520 * ms)); got != "1 held @520" {
		t.Errorf("%q", got)
	}
	next("0s false")
}

// TestButtonsAreDrivenByNext holds that who ticks only at changes and when Next says hears the same presses,
// and no later, as who samples every millisecond.
func TestButtonsAreDrivenByNext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		meant := []sensors.Button{{}, {Long: 300 * ms}, {Long: 200 * ms, Every: 70 * ms}, {Every: 90 * ms}}
		settle := time.Duration(rapid.IntRange(0, 30).Draw(t, "settle")) * ms
		flips := rapid.SliceOfN(rapid.IntRange(0, 2000), 0, 30).Draw(t, "flips")
		every, seldom := sensors.NewButtons(settle, meant), sensors.NewButtons(settle, meant)
		var one, other strings.Builder
		level := uint64(0)
		every.Sample(0, -1)
		seldom.Sample(0, -1)
		for at := range 2500 {
			now := time.Duration(at) * ms
			changed := false
			for i, f := range flips {
				if f == at {
					level ^= 1 << (i % 4)
					changed = true
				}
			}
			fmt.Fprintln(&one, said(every.Sample(level, now)))
			heard := ""
			if next, wanted := seldom.Next(); changed || wanted && now >= next {
				heard = said(seldom.Sample(level, now))
			}
			fmt.Fprintln(&other, heard)
		}
		if one.String() != other.String() {
			t.Fatalf("every millisecond:\n%s\nby Next:\n%s", one.String(), other.String())
		}
	})
}

func TestButtonsAllocateNothing(t *testing.T) {
	b := sensors.NewButtons(0, []sensors.Button{{}, {Long: ms}, {Every: ms}})
	at, n := time.Duration(0), 0
	if allocs := testing.AllocsPerRun(200, func() {
		for _, levels := range []uint64{7, 7, 7, 0, 0} {
			at += ms
			n += len(b.Sample(levels, at))
		}
	}); allocs != 0 || n == 0 {
		t.Errorf("%v allocations for %d presses", allocs, n)
	}
}
