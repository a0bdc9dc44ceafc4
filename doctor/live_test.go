package doctor_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/doctor"
	"reeve/hw/sim"
)

var liveOptions = doctor.LiveOptions{Period: 4 * time.Millisecond, Samples: 2, Refresh: time.Second, Width: 80}

func TestLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := parse(t, twoDrivers+"buttons: [{name: confirm, channel: 15}]\n")
		main, more := sim.New(20, 14), sim.New(3, 2)
		broken := errors.New("no such device")
		parts := []doctor.Part{{Channels: 20, Scan: main.Scan}, {Channels: 3, Scan: func(levels []uint64) error {
			if time.Now().Second() == 3 { // a second of nothing
				return broken
			}
			return more.Scan(levels)
		}}}
		main.Set(0, true)
		ctx, cancel := context.WithTimeout(t.Context(), 10500*time.Millisecond)
		defer cancel()
		var out bytes.Buffer
		go func() {
			for i := range 5 { // b1 is put and taken
				time.Sleep(time.Second)
				main.Set(1, i%2 == 0)
			}
			main.Set(18, true) // a channel of no square
			time.Sleep(2 * time.Millisecond)
			for range 20 { // c1 flickers for one scan at a time
				time.Sleep(52 * time.Millisecond)
				main.Set(2, true)
				time.Sleep(4 * time.Millisecond)
				main.Set(2, false)
			}
		}()
		list, err := doctor.Live(ctx, b, parts, &out, liveOptions)
		if err != nil {
			t.Fatal(err)
		}
		text := out.String()
		for _, row := range []string{"main (sim):", "0 failed; well", "  0 a1        #   0", "  1 b1        #   5  0~0", "  2 c1        .   0  0~20", " 15 [confirm] .", " 18 ?         #   1", "more (serial):", "  0 x         ."} {
			if !strings.Contains(text, row) {
				t.Errorf("no %q in\n%s", row, text)
			}
		}
		if strings.Contains(text, "\x1b") || strings.Contains(text, "  19 ") {
			t.Errorf("%q", text)
		}
		if len(list) != 2 || !has(list, doctor.Wrong, "main channel 2 c1", "20 flickers", "loose joint") || !has(list, doctor.Wrong, "more", "scans failed", "supply") {
			t.Errorf("%+v", list)
		}
		for line := range strings.Lines(text) {
			if len([]rune(line)) > 81 {
				t.Errorf("a line of %d: %s", len([]rune(line)), line)
			}
		}
	})
}

func TestLiveOnAScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, board := parse(t, lightsBoard), sim.New(12, 26)
		o := liveOptions
		o.Screen, o.Width = true, 20
		ctx, cancel := context.WithTimeout(t.Context(), 3500*time.Millisecond)
		defer cancel()
		var out bytes.Buffer
		list, err := doctor.Live(ctx, b, []doctor.Part{{Channels: 12, Scan: board.Scan}}, &out, o)
		if err != nil || len(list) != 0 {
			t.Fatal(list, err)
		}
		if text := out.String(); strings.Count(text, "\x1b[2J") != 1 || strings.Count(text, "\x1b[H") != 4 || strings.Count(text, "a1 ") != 4 {
			t.Errorf("%q", text)
		}
		full := errors.New("the pipe is gone")
		if _, err := doctor.Live(t.Context(), b, []doctor.Part{{Channels: 12, Scan: board.Scan}}, writer{full}, o); !errors.Is(err, full) {
			t.Error(err)
		}
		dead := doctor.Part{Channels: 12, Scan: func([]uint64) error { return full }}
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		list, _ = doctor.Live(ctx, b, []doctor.Part{dead}, &out, o)
		if len(list) != 1 || !has(list, doctor.Wrong, "main", "never read: the pipe is gone", "groups") {
			t.Errorf("%+v", list)
		}
	})
}

type writer struct{ err error }

func (w writer) Write([]byte) (int, error) { return 0, w.err }

// A linear sensor that its controller says has drifted is worth a note, with its square and what to do; the others are not.
func TestDriftIsAFinding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := parse(t, twoDrivers)
		main, more := sim.New(20, 14), sim.New(3, 2)
		parts := []doctor.Part{{Channels: 20, Scan: main.Scan}, {Channels: 3, Scan: more.Scan, Drifted: func(channel int) bool { return channel == 0 }}}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		list, err := doctor.Live(ctx, b, parts, io.Discard, liveOptions)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != 1 || !has(list, doctor.Note, "more channel 0 x", "drifted", "reeve doctor calibrate") {
			t.Errorf("found %+v", list)
		}
	})
}
