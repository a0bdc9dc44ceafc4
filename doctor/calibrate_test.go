package doctor_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/config"
	"reeve/doctor"
)

// hall is a part with four sensors, and a hand that follows what the doctor asks for.
type hall struct {
	mu      sync.Mutex
	magnet  int // where it is; -1 is in the hand
	swing   [4]int
	beside  [4][4]int // percent
	zero    [4]uint16
	learned []string
	kept    bool
	typed   map[string]string // by the square that is asked for
}

func (h *hall) readings(context.Context) ([]uint16, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]uint16, 4)
	for i := range out {
		v := int(h.zero[i])
		if h.magnet == i {
			v += h.swing[i]
		} else if h.magnet >= 0 {
			v += h.swing[i] * h.beside[i][h.magnet] / 100
		}
		out[i] = uint16(max(0, min(4095, v)))
	}
	return out, nil
}

func (h *hall) part() doctor.Part {
	note := func(what string) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.learned = append(h.learned, what)
		return nil
	}
	return doctor.Part{Channels: 4, Scan: func([]uint64) error { return nil }, Hall: &doctor.Hall{
		Readings: h.readings,
		Empty:    func(context.Context) error { return note("empty") },
		Learn:    func(_ context.Context, channel int) error { return note(fmt.Sprint(channel)) },
		Keep:     func(context.Context) error { h.kept = true; return nil },
	}}
}

// calibrated has somebody do what the doctor asks for; does says what a hand does when a square is asked for.
func calibrated(t *testing.T, h *hall, does func(square string)) (said []string, list []doctor.Finding, err error) {
	b := &config.Board{Name: "four", Drivers: []config.Driver{{Name: "main", Kind: "serial", Channels: 4}}, Places: []config.Place{
		{Name: "a1", Channel: 0}, {Name: "b1", Channel: 1}, {Name: "a2", Channel: 2}, {Name: "b2", Channel: 3}}}
	lines := make(chan string, 8)
	c := doctor.Console{Lines: lines, Say: func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		said = append(said, text)
		switch {
		case strings.HasPrefix(text, "Take everything off"):
			lines <- ""
		case strings.HasPrefix(text, "Put the magnet on "):
			square := text[len("Put the magnet on "):][:2]
			does(square)
			if line, ok := h.typed[square]; ok {
				lines <- line
			}
		case strings.HasSuffix(text, "Take the magnet off."):
			h.mu.Lock()
			h.magnet = -1
			h.mu.Unlock()
		case strings.Contains(text, "feels no more"):
			h.mu.Lock()
			h.swing[h.magnet] = 900 // more wood between
			h.mu.Unlock()
		}
	}}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	list, err = doctor.Calibrate(ctx, b, []doctor.Part{h.part()}, c)
	return said, list, err
}

// A walk with one magnet has every sensor learn, and tells what is wrong: sensors that are swapped, that are at their end, that
// feel their neighbours, that hardly feel at all, and one that is not there.
func TestCalibrate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hall{magnet: -1, swing: [4]int{700, -650, 3000, 150}, zero: [4]uint16{2048, 2000, 2100, 2048}}
		h.beside[0][1], h.beside[1][0], h.beside[0][2] = 60, 35, 20
		under := map[string]int{"a1": 1, "b1": 0, "a2": 2, "b2": 3} // the first two are swapped
		said, list, err := calibrated(t, h, func(square string) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.magnet = under[square]
		})
		if err != nil || !h.kept || strings.Join(h.learned, " ") != "empty 1 0 2 3" {
			t.Fatalf("learned %q, kept %t, %v, said %q", h.learned, h.kept, err, said)
		}
		for _, f := range []doctor.Finding{
			{Grade: doctor.Note, What: "channel 1 of main", Seen: "lies under a1", Remedy: "doctor map"},
			{Grade: doctor.Wrong, What: "channel 0 of main", Seen: "feels 64 % of a magnet on a1", Remedy: "weaker"},
			{Grade: doctor.Note, What: "channel 3 of main", Seen: "by 150 of 4095 only", Remedy: "stronger"},
		} {
			if !has(list, f.Grade, f.What, f.Seen, f.Remedy) {
				t.Errorf("no %+v in %+v", f, list)
			}
		}
		if !strings.Contains(strings.Join(said, "\n"), "channel 2 reads 4095: the sensor feels no more than this") {
			t.Errorf("a sensor at its end is not told: %q", said)
		}
	})
}

// A sensor that is not there is told of where its square is skipped, and nowhere else: a controller may have more inputs than the board has
// squares, and whoever tries the first sensor has not built the rest.
func TestSensorsThatAreNotThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			typed map[string]string
			kept  bool
			wrong []string
		}{
			{map[string]string{"a1": "q"}, false, nil},
			{map[string]string{"a1": "", "b1": "q"}, false, nil},
			{map[string]string{"a1": "", "b1": "", "a2": "", "b2": ""}, true, []string{"channel 1", "channel 3"}},
			{map[string]string{"a1": "", "b1": "", "a2": "q"}, false, []string{"channel 1"}},
		} {
			h := &hall{magnet: -1, zero: [4]uint16{2048, 0, 2048, 4095}, typed: c.typed}
			_, list, err := calibrated(t, h, func(string) {})
			if err != nil || h.kept != c.kept || len(list) != len(c.wrong) {
				t.Errorf("%v: %v, kept %t, %+v", c.typed, err, h.kept, list)
			}
			for _, what := range c.wrong {
				if !has(list, doctor.Wrong, what, "with nothing on the board", "supply") {
					t.Errorf("%v: nothing of %s in %+v", c.typed, what, list)
				}
			}
		}
		if _, err := doctor.Calibrate(t.Context(), config.DefaultBoard(), []doctor.Part{{}}, doctor.Console{}); !errors.Is(err, doctor.ErrNoHall) {
			t.Errorf("a board without: %v", err)
		}
	})
}
