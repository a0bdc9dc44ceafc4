package config_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/config"
)

// wiredBoard is a sound file with one square, whose driver the cases replace.
const wiredBoard = `name: test
drivers:
  - {DRIVER}
surface: {width_mm: 10, height_mm: 10}
squares:
  a1: {x_mm: 5, y_mm: 5, channel: 0}
games:
  rolechess: {}
`

func TestDrivers(t *testing.T) {
	for _, c := range []struct {
		text string
		want config.Driver
	}{
		{"kind: gpio, rows: [5, 6], columns: [12, 13, 16], direct: [26]",
			config.Driver{Kind: "gpio", Channels: 7, Rows: []int{5, 6}, Columns: []int{12, 13, 16}, Direct: []int{26}, Load: -1}},
		{"kind: gpio, chip: pinctrl-rp1, direct: [4, 17]", config.Driver{Kind: "gpio", Chip: "pinctrl-rp1", Channels: 2, Direct: []int{4, 17}, Load: -1}},
		{"kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@20, tca9555@0x27]",
			config.Driver{Kind: "i2c", Device: "/dev/i2c-1", Channels: 30, Expanders: []config.Expander{{Model: "mcp23017", Address: 0x20}, {Model: "tca9555", Address: 0x27}}, Load: -1}},
		{"kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@20], rows: [0, 1, 2, 3, 4, 5, 6], columns: [8, 9, 10, 11, 12, 13]",
			config.Driver{Kind: "i2c", Device: "/dev/i2c-1", Channels: 43, Rows: []int{0, 1, 2, 3, 4, 5, 6}, Columns: []int{8, 9, 10, 11, 12, 13}, Expanders: []config.Expander{{Model: "mcp23017", Address: 0x20}}, Load: -1}},
		{"kind: hc165, device: /dev/spidev0.0, registers: 7", config.Driver{Kind: "hc165", Device: "/dev/spidev0.0", Channels: 56, Registers: 7, High: 55, Low: 54, Load: -1}},
		{"kind: hc165, device: /dev/spidev1.2, registers: 2, high: 8, low: 15, load: 25, chip: pinctrl-rp1, khz: 500",
			config.Driver{Kind: "hc165", Device: "/dev/spidev1.2", Channels: 16, Registers: 2, High: 8, Low: 15, Load: 25, Chip: "pinctrl-rp1", KHz: 500}},
		{"kind: certabo, device: /dev/ttyUSB0", config.Driver{Kind: "certabo", Device: "/dev/ttyUSB0", Channels: 64, Load: -1}},
		{"kind: sentio, device: /dev/ttyUSB0, turned: true", config.Driver{Kind: "sentio", Device: "/dev/ttyUSB0", Channels: 64, Turned: true, Load: -1}},
		{"kind: chesslink, device: /dev/ttyUSB0", config.Driver{Kind: "chesslink", Device: "/dev/ttyUSB0", Channels: 64, Load: -1}},
		{"kind: chessnut, device: /dev/hidraw3", config.Driver{Kind: "chessnut", Device: "/dev/hidraw3", Channels: 64, Load: -1}},
		{"kind: chessnut, device: /dev/chessnut/platform-usb-0:1.1:1.0", config.Driver{Kind: "chessnut", Device: "/dev/chessnut/platform-usb-0:1.1:1.0", Channels: 64, Load: -1}},
		{"kind: dgt, device: /dev/ttyUSB0, turned: true", config.Driver{Kind: "dgt", Device: "/dev/ttyUSB0", Channels: 64, Turned: true, Load: -1}},
	} {
		text := strings.Replace(wiredBoard, "DRIVER", "name: main, "+c.text, 1)
		c.want.Name = "main"
		if got := parse(t, text).Drivers[0]; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\n%+v\nwant\n%+v", c.text, got, c.want)
		}
	}
	for _, c := range []struct{ text, order string }{
		{"kind: apa102, device: /dev/spidev0.0, leds: 1", ""}, {"kind: apa102, device: /dev/spidev0.0, leds: 1, order: rgb, khz: 8000", "rgb"},
		{"kind: ws2812, device: /dev/spidev0.1, leds: 4096, order: grbw", "grbw"}, {"kind: ws2812, device: /dev/spidev10.0, leds: 1", ""},
	} {
		b := parse(t, lit(c.text))
		if d := b.Drivers[1]; d.Channels != 0 || d.Order != c.order || b.Places[0].LEDDriver != 1 {
			t.Errorf("%s: %+v", c.text, d)
		}
	}
}

// lit is wiredBoard with a strip of that kind.
func lit(strip string) string {
	return strings.NewReplacer("DRIVER}", "name: main, kind: sim, channels: 1}\n  - {name: strip, "+strip+"}", "channel: 0}", "channel: 0, leds: [0]}").Replace(wiredBoard)
}

func TestDriverFaults(t *testing.T) {
	const (
		gpio = "kind: gpio, rows: [5], columns: [12]"
		i2c  = "kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@20]"
		hc   = "kind: hc165, device: /dev/spidev0.0, registers: 2"
		dgt  = "kind: dgt, device: /dev/ttyUSB0"
	)
	for _, c := range []struct{ text, key, says string }{
		{gpio + ", channels: 1", "channels", "follow from its wiring"},
		{gpio + ", leds: 1", "leds", "a driver of kind gpio has none"},
		{gpio + ", device: /dev/gpiochip0", "device", "a driver of kind gpio has no device"},
		{gpio + ", order: rgb", "order", "has no order"},
		{gpio + ", direct: [5]", "direct[0]", "line 5 stands twice"},
		{gpio + ", direct: [-1]", "direct[0]", "0 to 511"},
		{"kind: gpio", "", "reads no line"},
		{"kind: gpio, rows: [5]", "", "make no matrix"},
		{"kind: gpio, direct: [" + strings.Repeat("1, ", 64) + "2]", "columns", "0 to 64"},
		{"kind: gpio, direct: 5", "direct", "a list"},
		{i2c + ", channels: 14", "channels", "follow from its wiring"},
		{i2c + ", direct: [1]", "direct", "has no direct"},
		{i2c + ", baud: 9600", "baud", "has no baud"},
		{i2c + ", rows: [0]", "", "make no matrix"},
		{i2c + ", rows: [0], columns: [16]", "columns[0]", "0 to 15"},
		{i2c + ", rows: [0], columns: [0]", "columns[0]", "pin 0 stands twice"},
		{i2c + ", rows: [7], columns: [0]", "rows[0]", "GPA7"},
		{"kind: i2c, expanders: [mcp23017@20]", "device", "such as /dev/i2c-1"},
		{"kind: i2c, device: /dev/i2c-1", "expanders", "is missing"},
		{"kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@20, tca9555@20]", "expanders[1]", "address 20 stands twice"},
		{"kind: i2c, device: /dev/i2c-1, expanders: [mcp23s17@20]", "expanders[0]", "no expander"},
		{"kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@28]", "expanders[0]", "20 to 27"},
		{"kind: hc165, device: /dev/spidev0.0", "registers", "1 to 128"},
		{"kind: hc165, device: /dev/spidev0, registers: 1", "device", "such as /dev/spidev0.0"},
		{hc + ", high: 7", "high", "8 to 15"},
		{hc + ", high: 9, low: 9", "low", "tied high and low"},
		{hc + ", load: 512", "load", "0 to 511"},
		{hc + ", chip: x", "chip", "load, which is missing"},
		{hc + ", khz: 5", "khz", "10 to 32000"},
		{hc + ", high: 8, low: 9, turned: true", "turned", "no turned"},
		{dgt + ", turned: yes", "turned", "true or false"},
		{dgt + ", channels: 64", "channels", "follow"},
		{dgt + ", khz: 100", "khz", "has no khz"},
		{"kind: dgt", "device", "such as /dev/serial"},
		{"kind: sentio, device: /dev/ttyUSB0, leds: 49", "leds", "64, one a field"},
		{"kind: sentio, device: /dev/ttyUSB0, channels: 64", "channels", "follow from its wiring"},
		{"kind: apa102, device: /dev/spidev0.0", "", "neither"},
		{"kind: apa102, device: /dev/ttyACM0, leds: 1", "device", "/dev/spidev0.0"},
		{"kind: apa102, device: /dev/spidev0.0, leds: 4097", "leds", "0 to 4096"},
		{"kind: apa102, device: /dev/spidev0.0, leds: 1, channels: 1", "channels", "has none"},
		{"kind: apa102, device: /dev/spidev0.0, leds: 1, order: grbw", "order", "unknown order"},
		{"kind: apa102, device: /dev/spidev0.0, leds: 1, khz: 40000", "khz", "32000"},
		{"kind: ws2812, device: /dev/spidev0.0, leds: 1, khz: 2400", "khz", "has no khz"},
		{"kind: ws2812, device: /dev/spidev1.0, leds: 1", "device", "auxiliary SPI bus"},
		{"kind: ws2812, device: /dev/spidev1.2, leds: 1", "device", "no DMA"},
		{"kind: ws2812, device: /dev/spidev2.0, leds: 1", "device", "give the strip /dev/spidev0.0"},
		{"kind: ws2812, device: /dev/spidev0.0, leds: 1, order: ggg", "order", "grbw"},
	} {
		text, at := strings.Replace(wiredBoard, "DRIVER", "name: main, "+c.text, 1), "drivers[0]."
		if strings.HasPrefix(c.text, "kind: apa102") || strings.HasPrefix(c.text, "kind: ws2812") {
			text, at = lit(c.text), "drivers[1]." // beside one that feels
		}
		faulty(t, text, strings.TrimSuffix(at+c.key, "."), c.says)
	}
	faulty(t, strings.Replace(wiredBoard, "DRIVER", "name: main, "+hc+", low: 8", 1)+"buttons: [{name: undo, channel: 8}]\n", "buttons[0].channel", "tied")
	faulty(t, strings.NewReplacer("DRIVER", "name: main, "+hc, "channel: 0", "channel: 14").Replace(wiredBoard), "squares.a1.channel", "tied")
}

// faulty expects a fault with that key whose text says so.
func faulty(t *testing.T, text, key, says string) {
	t.Helper()
	_, err := config.ParseBoard("b.yaml", []byte(text))
	var faults config.Faults
	if !errors.As(err, &faults) || !slices.ContainsFunc(faults, func(f config.Fault) bool { return f.Key == key && strings.Contains(f.Text, says) }) {
		t.Errorf("%s\n%v\nwant %s: …%s…", text, err, key, says)
	}
}

func TestDriversMustNotShare(t *testing.T) {
	for _, c := range []struct{ other, key, says string }{
		{"kind: serial, device: /dev/ttyACM0, channels: 1}\n  - {name: more, kind: dgt, device: /dev/ttyACM0", "drivers[2].device", "that of driver other, too"},
		{"kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@20]}\n  - {name: more, kind: i2c, device: /dev/i2c-1, expanders: [tca9555@21, tca9555@20]", "drivers[2].device", "/dev/i2c-1 address 20 is that"},
		{"kind: gpio, direct: [17]", "drivers[1]", "line 17 is that of driver main"},
		{"kind: hc165, device: /dev/spidev0.0, registers: 1, load: 17", "drivers[1]", "line 17"},
		{"kind: hc165, device: /dev/spidev0.0, registers: 1", "drivers[1].device", "line 10, which driver main uses, belongs to /dev/spidev0.0"},
		{"kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@20]", "drivers[1].device", "line 3"},
		{"kind: apa102, device: /dev/spidev1.0, leds: 1}\n  - {name: more, kind: gpio, direct: [18]", "drivers[1].device", "line 18, which driver more uses, belongs to /dev/spidev1.0"},
		{"kind: hc165, device: /dev/spidev1.1, registers: 1", "drivers[1].device", "line 17, which driver main uses, belongs"},
		{"kind: hc165, device: /dev/spidev1.2, registers: 1, load: 16", "drivers[1].device", "line 16, which driver other uses, belongs"},
		{"kind: hc165, device: /dev/spidev1.0, registers: 1, load: 18, chip: pinctrl-bcm2711", "drivers[1].device", "line 18, which driver other uses"},
		{"kind: hc165, device: /dev/spidev1.0, registers: 1, load: 17, chip: pinctrl-rp1", "drivers[1]", "line 17 is that of driver main"},
		{"kind: serial, device: /dev/ttyAMA0, channels: 1}\n  - {name: more, kind: gpio, direct: [15]", "drivers[1].device", "line 15"},
		{"kind: hc165, device: /dev/spidev1.0, registers: 1}\n  - {name: more, kind: apa102, device: /dev/spidev1.1, leds: 1", "drivers[2].device", "one bus with /dev/spidev1.0 of driver other"},
		{"kind: apa102, device: /dev/spidev0.1, leds: 1}\n  - {name: more, kind: ws2812, device: /dev/spidev0.0, leds: 1", "drivers[2].device", "give one of them the other bus"},
		{"kind: hc165, device: /dev/spidev0.0, registers: 1}\n  - {name: more, kind: hc165, device: /dev/spidev0.1, registers: 1", "drivers[2].device", "no chip select"},
		{"kind: sim, channels: 1}\n  - {name: more, kind: sim, channels: 1", "drivers[2].kind", "simulated driver"},
	} {
		faulty(t, strings.Replace(wiredBoard, "DRIVER", "name: main, kind: gpio, direct: [17, 10, 3]}\n  - {name: other, "+c.other, 1), c.key, c.says)
	}
	parse(t, strings.Replace(wiredBoard, "DRIVER", `name: main, kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@20]}
  - {name: more, kind: i2c, device: /dev/i2c-1, expanders: [mcp23017@21]}
  - {name: chip, kind: gpio, chip: another, direct: [2, 3]}
  - {name: reeds, kind: hc165, device: /dev/spidev1.0, registers: 1}
  - {name: lines, kind: gpio, direct: [17]`, 1)) // spi1-1cs leaves 17 alone
}

func TestButtons(t *testing.T) {
	with := func(buttons string) string {
		return strings.Replace(wiredBoard, "DRIVER", "name: main, kind: sim, channels: 3", 1) + "buttons: [" + buttons + "]\n"
	}
	b := parse(t, with("{name: confirm, channel: 1, long: undo}, {name: undo, channel: 2, seat: white, repeat_ms: 400, long_ms: 900}, {name: energy, number: 0}"))
	want := []config.Button{
		{Name: "confirm", Channel: 1, Number: -1, Long: "undo", After: 800 * time.Millisecond},
		{Name: "undo", Seat: "white", Channel: 2, Number: -1, After: 900 * time.Millisecond, Every: 400 * time.Millisecond},
		{Name: "energy", Channel: -1, Long: "hint", After: 800 * time.Millisecond},
	}
	if !reflect.DeepEqual(b.Buttons, want) {
		t.Errorf("%+v\nwant\n%+v", b.Buttons, want)
	}
	for _, c := range []struct{ button, key, says string }{
		{"{name: confirm}", "number", "is missing"},
		{"{name: confirm, number: 0, channel: 1}", "number", "beside channel"},
		{"{name: confirm, channel: 0}", "channel", "that of a1"},
		{"{name: confirm, channel: 3}", "channel", "beyond driver main, which has 3"},
		{"{name: confirm, channel: -1}", "channel", "beyond"},
		{"{name: confirm, channel: 1, long: confirm}", "long", "no other meaning"},
		{"{name: confirm, channel: 1, long: dance}", "long", "no other meaning"},
		{"{name: confirm, channel: 1, long: undo, repeat_ms: 100}", "long", "choose"},
		{"{name: confirm, channel: 1, long: undo, long_ms: 100}", "long_ms", "200 to 10000"},
		{"{name: confirm, channel: 1, repeat_ms: 20}", "repeat_ms", "50 to 10000"},
		{"{name: confirm, channel: 1, long_ms: 500}", "long_ms", "means nothing"},
		{"{name: undo, driver: other, channel: 1}", "driver", "no driver"},
	} {
		faulty(t, with(c.button), "buttons[0]."+c.key, c.says)
	}
	faulty(t, with("{name: confirm, channel: 1}, {name: undo, channel: 1}"), "buttons[1].channel", "twice")
	faulty(t, strings.Replace(wiredBoard, "DRIVER", "name: main, kind: gpio, direct: [1, 2]", 1)+"buttons: [{name: undo, number: 1}]\n", "buttons[0].number", "give the channel")
}

func TestDrill(t *testing.T) {
	text := strings.Replace(wiredBoard, "DRIVER", "name: main, kind: sim, channels: 1", 1)
	if d := parse(t, text).Drill; d != (config.Drill{Reed: 3, ReedX: 12, LED: 5, LEDPitch: 8}) {
		t.Errorf("usual: %+v", d)
	}
	d := parse(t, text+"drill: {reed_mm: 2.5, reed_x_mm: 0, reed_y_mm: -9, led_mm: 10, led_x_mm: 1, led_y_mm: 2, led_pitch_mm: 16.6}\n").Drill
	if d != (config.Drill{Reed: 2.5, ReedY: -9, LED: 10, LEDX: 1, LEDY: 2, LEDPitch: 16.6}) {
		t.Errorf("%+v", d)
	}
	for _, key := range []string{"reed_mm", "led_mm", "led_pitch_mm"} {
		faulty(t, text+"drill: {"+key+": 0}\n", "drill."+key, "out of range")
	}
	for _, key := range []string{"reed_x_mm", "reed_y_mm", "led_x_mm", "led_y_mm"} {
		faulty(t, text+"drill: {"+key+": 201}\n", "drill."+key, "-200 to 200")
	}
}

func TestCorners(t *testing.T) {
	for from, want := range map[string]string{
		"rows, channels_from: lower-right": "c1 b1 a1 c2 b2 a2 c3 b3 a3", "rows, channels_from: upper-left": "a3 b3 c3 a2 b2 c2 a1 b1 c1",
		"columns-serpentine, channels_from: upper-right": "c3 c2 c1 b1 b2 b3 a3 a2 a1", "rows, leds_from: upper-right": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
	} {
		b := parse(t, strings.Replace(sound, "pitch_mm: 10", "pitch_mm: 10, channels: "+from, 1))
		got := make([]string, 9)
		for _, p := range b.Places {
			got[p.Channel] = p.Name
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s", from, got)
		}
		if strings.Contains(from, "leds_from") && b.Places[0].LEDs[0] != 8 {
			t.Errorf("LEDs from the upper right: %+v", b.Places[0])
		}
	}
	faulty(t, strings.Replace(sound, "pitch_mm: 10", "pitch_mm: 10, leds_from: middle", 1), "grids[0].leds_from", "unknown corner")
}
