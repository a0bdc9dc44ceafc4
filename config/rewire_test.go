package config_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"reeve/config"

	"pgregory.net/rapid"
)

// found is what a board would be found as if everything were numbered by that.
func found(b *config.Board, channel, led func(i int) int) config.Found {
	f := config.Found{Channels: map[string]config.End{}, LEDs: map[string][]config.End{}}
	for i, p := range b.Places {
		f.Channels[p.Name] = config.End{Driver: p.Driver, Number: channel(i)}
		if p.LEDDriver >= 0 {
			f.LEDs[p.Name] = []config.End{{Driver: p.LEDDriver, Number: led(i)}}
		}
	}
	return f
}

func TestRewireFindsOrders(t *testing.T) {
	text, err := os.ReadFile("../configs/boards/gpio-rolechess.yaml")
	if err != nil {
		t.Fatal(err)
	}
	b := parse(t, string(text))
	ways := b.Ways()
	if len(ways) != 16 {
		t.Fatalf("%d ways", len(ways))
	}
	for _, w := range ways {
		index := func(i int) int { return slices.Index(w.Squares, b.Places[i].Name) }
		out, err := config.Rewire("b.yaml", text, found(b, index, index))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(out), "squares:") || strings.Contains(string(out), "channels: "+w.Order) != (w.Order != "rows") ||
			strings.Contains(string(out), "leds_from: "+w.From) != (w.From != "lower-left") || !strings.Contains(string(out), "# rank 1 to 7, driven") {
			t.Errorf("%+v\n%s", w, out)
		}
	}
}

func TestRewireKeepsWhatItWasGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := sound
		if rapid.Bool().Draw(t, "singles") {
			text = strings.Replace(text, "games:", "squares:\n  b2: {channel: 10, leds: [11]} # odd\n  o: {x_mm: 1, y_mm: 1, channel: 9, leds: [9, 10]}\ngames:", 1)
			text = strings.Replace(text, "channels: 9, leds: 9", "channels: 12, leds: 12", 1)
		}
		b, err := config.ParseBoard("b.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		channels := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}[:b.Drivers[0].Channels]).Draw(t, "channels")
		leds := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}[:b.Drivers[0].LEDs]).Draw(t, "leds")
		f := found(b, func(i int) int { return channels[i] }, func(i int) int { return leds[i] })
		out, err := config.Rewire("b.yaml", []byte(text), f)
		if err != nil {
			t.Fatal(err)
		}
		after, err := config.ParseBoard("b.yaml", out)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range after.Places {
			if p.Name != b.Places[i].Name || p.Channel != channels[i] || !slices.Equal(p.LEDs, []int{leds[i]}) || p.X != b.Places[i].X {
				t.Fatalf("%+v from %+v\n%s", p, b.Places[i], out)
			}
		}
	})
}

func TestRewireRefuses(t *testing.T) {
	var faults config.Faults
	if _, err := config.Rewire("b.yaml", []byte(sound), config.Found{Channels: map[string]config.End{"a1": {Number: 4}}}); !errors.As(err, &faults) {
		t.Errorf("two squares on a channel: %v", err)
	}
	if _, err := config.Rewire("b.yaml", []byte("name: x"), config.Found{}); !errors.As(err, &faults) {
		t.Errorf("no board: %v", err)
	}
	out, err := config.Rewire("b.yaml", []byte(sound), config.Found{})
	if err != nil || strings.Contains(string(out), "squares") {
		t.Errorf("nothing found: %v\n%s", err, out)
	}
}

// A square may be found where a button was thought to be.
func TestRewireMovesButtons(t *testing.T) {
	text := strings.Replace(sound, "channels: 9", "channels: 12", 1) + "buttons:\n  - {name: confirm, channel: 9} # red\n  - {name: undo, number: 0}\n"
	b := parse(t, text)
	f := config.Found{Channels: map[string]config.End{}, Buttons: map[int]config.End{0: {Number: 0}}}
	for i, p := range b.Places {
		f.Channels[p.Name] = config.End{Number: i + 1}
	}
	out, err := config.Rewire("b.yaml", []byte(text), f)
	if err != nil || !strings.Contains(string(out), "{name: confirm, channel: 0} # red") || !strings.Contains(string(out), "first_channel: 1") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, i := range []int{1, 7} {
		if _, err := config.Rewire("b.yaml", []byte(text), config.Found{Buttons: map[int]config.End{i: {Number: 11}}}); err == nil {
			t.Errorf("button %d, which hangs on no channel, was moved", i)
		}
	}
}

func TestRewireMovesAGridToAnotherDriver(t *testing.T) {
	text := strings.Replace(sound, "surface:", "  - {name: other, kind: serial, device: /dev/ttyACM0, channels: 20, leds: 30}\nsurface:", 1)
	b := parse(t, text)
	f := config.Found{Channels: map[string]config.End{}, LEDs: map[string][]config.End{}}
	for i, p := range b.Places {
		f.Channels[p.Name] = config.End{Driver: 1, Number: 11 + i}
		f.LEDs[p.Name] = []config.End{{Driver: 1, Number: 2 + 3*i}, {Driver: 1, Number: 3 + 3*i}, {Driver: 1, Number: 4 + 3*i}}
	}
	out, err := config.Rewire("b.yaml", []byte(text), f)
	if err != nil || !strings.Contains(string(out), "driver: other, first_channel: 11, led_driver: other, first_led: 2, leds_per_square: 3}") {
		t.Errorf("%v\n%s", err, out)
	}
}
