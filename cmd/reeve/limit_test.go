package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"reeve/board"
	"reeve/config"
	"reeve/hw/hwtest"
	"reeve/hw/spi"
	"reeve/leds"
	"reeve/referee"
)

// lit is a board of drivers that have so many LEDs each.
func lit(counts ...int) *config.Board {
	b := &config.Board{}
	for _, n := range counts {
		b.Drivers = append(b.Drivers, config.Driver{LEDs: n})
	}
	return b
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limit        int
		counts, want []int
	}{
		{1000, []int{49}, []int{1000}}, {1000, []int{0, 49, 0}, []int{0, 1000, 0}}, {1000, []int{30, 10}, []int{750, 250}},
		{0, []int{49, 49}, []int{0, 0}}, {100, []int{4096, 1}, []int{99, 1}}, {1000, nil, []int{}}, {1000, []int{0}, []int{0}},
	} {
		if got := lit(c.counts...).Limits(c.limit); !slices.Equal(got, c.want) {
			t.Errorf("%d mA for %v: %v, want %v", c.limit, c.counts, got, c.want)
		}
	}
}

// Whatever each driver shows, and whenever it last showed it: together they draw no more than the limit, or no more
// than dark LEDs do.
func TestAllLEDsTogetherKeepTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 6000).Draw(t, "limit")
		counts := rapid.SliceOfN(rapid.IntRange(0, 160), 1, 5).Draw(t, "LEDs")
		drawn, shines := 0, false
		for i, share := range lit(counts...).Limits(limit) {
			frame, current := drawnOn(t, counts[i], share)
			drawn, shines = drawn+current, shines || slices.Max(append(frame, 0)) > 0
		}
		if shines && drawn > 1000*limit {
			t.Fatalf("%d µA are drawn, of %d mA", drawn, limit)
		}
	})
}

// drawnOn draws any scene on n LEDs, and says what its frame draws, in µA.
func drawnOn(t *rapid.T, n, limit int) (frame []byte, current int) {
	var wires [][]int
	var scene leds.Scene
	for i := range n {
		wires = append(wires, []int{i})
		if rapid.Bool().Draw(t, "lit") {
			scene = append(scene, leds.Light{Square: board.Square(i), Meaning: leds.Meaning(rapid.IntRange(int(leds.Origin), int(leds.Turn)).Draw(t, "meaning")), N: 25})
		}
	}
	w, err := leds.NewWiring(wires, n)
	if err != nil {
		t.Fatal(err)
	}
	r, err := leds.NewRenderer(w, leds.Options{LimitMA: limit})
	if err != nil {
		t.Fatal(err)
	}
	frame = make([]byte, r.FrameLen())
	r.Render(scene, time.Duration(rapid.IntRange(0, 5000).Draw(t, "at"))*time.Millisecond, frame)
	return frame, r.Current(frame)
}

// Two strips that want more than the limit are dimmed to it together by the daemon.
func TestTheDaemonSharesTheLimit(t *testing.T) { synctest.Test(t, theDaemonSharesTheLimit) }

func theDaemonSharesTheLimit(t *testing.T) {
	const limit, dark = 110, 98 // mA; each of the two squares of a set-up's first step wants 40 more
	text, err := os.ReadFile("../../configs/boards/gpio-rolechess.yaml")
	if err != nil {
		t.Fatal(err)
	}
	b, mu, strips := gpioBench(), new(sync.Mutex), map[string]*hwtest.APA102{}
	ports := map[string]*hwtest.SPI{}
	for _, path := range []string{"/dev/spidev0.0", "/dev/spidev2.0"} {
		strips[path] = hwtest.NewAPA102(49, false)
		ports[path] = guarded(mu, strips[path].Exchange)
	}
	b.machine.spi = func(path string) spi.Opener { return ports[path].Open }
	b.file = written(t, "b.yaml", strings.Replace(string(text), "leds: 49}", "leds: 49}\n  - {name: rim, kind: apa102, device: /dev/spidev2.0, leds: 49}", 1)+
		"squares: {c1: {led_driver: rim, leds: [0]}}\n")
	b.settings = fmt.Sprintf("current_limit_ma: %d\n", limit)
	r := serveOn(t, b)
	r.until(t, "lit by both", func(*referee.Table) bool {
		mu.Lock()
		defer mu.Unlock()
		drawn, shine := 0.0, 0
		for _, strip := range strips {
			for _, led := range strip.Shown {
				light := float64(int(led[1])+int(led[2])+int(led[3])) * float64(led[0]&31) / 31
				if drawn += 1 + 20*light/255; light > 0 {
					shine++
				}
			}
		}
		if drawn > limit {
			t.Fatalf("%.1f mA are drawn, of %d", drawn, limit)
		}
		return shine == 2 && drawn > (limit+dark)/2
	})
}
