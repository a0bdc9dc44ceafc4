package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Driver is one piece of hardware with contacts, LEDs, or both. Keys that a kind does not have are zero; Load is
// -1 without a line.
type Driver struct {
	Name     string
	Kind     string // one of Kinds
	Channels int
	LEDs     int
	Device   string // the path of its device, but for sim and gpio
	Baud     int    // of serial

	Chip          string     // of gpio, and of hc165's load line: the label of the GPIO chip; "" is a Raspberry Pi's header
	Rows, Columns []int      // of gpio: lines; of i2c: pins, 16 an expander
	Direct        []int      // of gpio: lines
	Expanders     []Expander // of i2c
	Registers     int        // of hc165: how many chips
	High, Low     int        // of hc165: the channels that are tied
	Load          int        // of hc165: the GPIO line of SH/LD
	Hall          bool       // of serial: its contacts are linear Hall sensors
	Turned        bool       // of a board from a shop: its cable is to the right of the first seat
	Order         string     // of a strip: of its colours on the wire; "" is usual for its kind
	KHz           int        // of hc165 and apa102: their clock; 0 is usual for the kind
}

// Bought reports whether the driver is a whole board from a shop, at whose contacts and lights nobody solders.
func (d Driver) Bought() bool { return kinds[d.Kind].bought }

// Line reports whether the driver is at the end of a cable of its own, so that its device can be another every time.
func (d Driver) Line() bool { return d.Kind == "serial" || d.Bought() }

// Expander is a port expander on an I²C bus.
type Expander struct {
	Model   string // "mcp23017" or "tca9555"
	Address int    // 0x20 to 0x27
}

// kind is what a kind of driver can do, and which of a driver's own keys it has.
type kind struct {
	channels, leds, buttons int // the most it can have
	keys                    []string
	device                  *regexp.Regexp // what its device is called; nil is any path
	example                 string         // of a device
	wire                    func(*driverEntry)
	counted                 bool // its channels follow from its other keys
	bought                  bool // a whole board from a shop
}

var (
	hidDevice = regexp.MustCompile(`^/dev/(hidraw[0-9]{1,3}|chessnut(/[^/]+)?)$`)
	spiDevice = regexp.MustCompile(`^/dev/spidev[0-9]{1,5}\.[0-9]{1,3}$`)
	expander  = regexp.MustCompile(`^(mcp23017|tca9555)@(?:0x)?(2[0-7])$`)
)

// pins are how many channels an expander gives, and which pins can be rows and
// columns: GPA7 and GPB7 of an MCP23017 are outputs only (Microchip DS20001952).
var pins = map[string]uint16{"mcp23017": 0x7f7f, "tca9555": 0xffff}

// kinds are the kinds of drivers. A serial controller numbers channels and LEDs
// with a byte (firmware-protocol/PROTOCOL.md).
var kinds = map[string]kind{
	"sim":    {channels: 1024, leds: 4096, buttons: 8},
	"serial": {channels: 256, leds: 256, buttons: 8, keys: []string{"device", "baud", "sensors"}, example: "/dev/serial/by-id/…", wire: (*driverEntry).serial},
	"gpio":   {channels: 1024, keys: []string{"chip", "rows", "columns", "direct"}, wire: (*driverEntry).gpio, counted: true},
	"i2c":    {channels: 1024, keys: []string{"device", "expanders", "rows", "columns"}, example: "/dev/i2c-1", wire: (*driverEntry).i2c, counted: true},
	"hc165": {
		channels: 1024, keys: []string{"device", "registers", "high", "low", "load", "chip", "khz"},
		device: spiDevice, example: "/dev/spidev0.0", wire: (*driverEntry).hc165, counted: true,
	},
	"dgt":     {channels: 64, keys: []string{"device", "turned"}, example: "/dev/serial/by-id/…", wire: (*driverEntry).dgt, counted: true, bought: true},
	"certabo": shop64(nil, "/dev/serial/by-id/…"), "sentio": shop64(nil, "/dev/serial/by-id/…"), "chesslink": shop64(nil, "/dev/serial/by-id/…"),
	"chessnut": shop64(hidDevice, "/dev/chessnut/board"),
	"apa102":   {leds: 4096, keys: []string{"device", "order", "khz"}, device: spiDevice, example: "/dev/spidev0.0", wire: (*driverEntry).strip},
	"ws2812":   {leds: 4096, keys: []string{"device", "order"}, device: spiDevice, example: "/dev/spidev0.0", wire: (*driverEntry).strip},
}

// shop64 is a board from a shop with 64 fields and a light for each.
func shop64(device *regexp.Regexp, example string) kind {
	return kind{channels: 64, leds: 64, keys: []string{"device", "turned"}, device: device, example: example, wire: (*driverEntry).lit64, counted: true, bought: true}
}

// Kinds returns the names of the kinds of drivers, sorted.
func Kinds() []string { return slices.Sorted(maps.Keys(kinds)) }

// bauds are the speeds that a serial driver can have.
var bauds = []int{9600, 19200, 38400, 57600, 115200, 230400, 250000, 460800, 500000, 921600, 1000000, 2000000}

// own are the keys that only some kinds have, and whether a file gives them.
var own = []struct {
	key   string
	given func(driverFile) bool
}{
	{"device", func(f driverFile) bool { return f.Device != "" }},
	{"baud", func(f driverFile) bool { return f.Baud != 0 }},
	{"chip", func(f driverFile) bool { return f.Chip != "" }},
	{"rows", func(f driverFile) bool { return f.Rows != nil }},
	{"columns", func(f driverFile) bool { return f.Columns != nil }},
	{"direct", func(f driverFile) bool { return f.Direct != nil }},
	{"expanders", func(f driverFile) bool { return f.Expanders != nil }},
	{"registers", func(f driverFile) bool { return f.Registers != 0 }},
	{"high", func(f driverFile) bool { return f.High != nil }},
	{"low", func(f driverFile) bool { return f.Low != nil }},
	{"load", func(f driverFile) bool { return f.Load != nil }},
	{"turned", func(f driverFile) bool { return f.Turned }},
	{"order", func(f driverFile) bool { return f.Order != "" }},
	{"khz", func(f driverFile) bool { return f.KHz != 0 }},
	{"sensors", func(f driverFile) bool { return f.Sensors != "" }},
}

// driverEntry is a driver as it is read.
type driverEntry struct {
	entry
	Driver
	from driverFile
}

func (b *builder) drivers() {
	if len(b.file.Drivers) == 0 {
		b.add("drivers", "is missing; a board needs a driver, for instance `drivers: [{name: main, kind: sim, channels: 49, leds: 49}]`")
	}
	for i, f := range b.file.Drivers {
		e := &driverEntry{
			entry: entry{b.faults, fmt.Sprintf("drivers[%d]", i)}, from: f,
			Driver: Driver{Name: f.Name, Kind: f.Kind, Channels: f.Channels, LEDs: f.LEDs, Device: f.Device, Load: -1},
		}
		if !driverName.MatchString(f.Name) {
			e.add(".name", "%q is no name; use small letters, digits and -, a letter first", f.Name)
		} else if b.driver(f.Name) >= 0 {
			e.add(".name", "%q is the name of another driver, too; change one", f.Name)
		}
		k, known := kinds[f.Kind]
		if !known {
			e.add(".kind", "unknown driver %q; there are %s", f.Kind, strings.Join(Kinds(), ", "))
		} else {
			e.check(k)
		}
		b.board.Drivers = append(b.board.Drivers, e.Driver)
	}
	if len(b.board.Drivers) > 0 && len(b.list) == 0 && !slices.ContainsFunc(b.board.Drivers, feels) { // else what is wrong has been said
		b.add("drivers", "no driver has channels; without any nothing is felt")
	}
	b.conflicts()
}

// check checks what a driver of a kind has, and completes it.
func (e *driverEntry) check(k kind) {
	for _, o := range own {
		if o.given(e.from) && !slices.Contains(k.keys, o.key) {
			e.add("."+o.key, "a driver of kind %s has no %s; take the key out", e.Kind, o.key)
		}
	}
	if slices.Contains(k.keys, "device") && (!filepath.IsAbs(e.Device) || k.device != nil && !k.device.MatchString(e.Device)) {
		e.add(".device", "%q is no path from the root to a device of this kind; give one such as %s", e.Device, k.example)
	}
	if k.counted && e.Channels != 0 {
		e.add(".channels", "the channels of kind %s follow from its wiring; take the key out", e.Kind)
	} else if !k.counted {
		e.most(".channels", e.Channels, k.channels)
	}
	e.most(".leds", e.LEDs, k.leds)
	if k.wire != nil {
		k.wire(e)
	}
	if e.Channels > k.channels && k.counted {
		e.add("", "these are %d channels; %d can be", e.Channels, k.channels)
	}
	if e.Channels == 0 && e.LEDs == 0 && !k.counted {
		e.add("", "the driver has neither channels nor leds; say how many")
	}
}

// most checks a number of which a kind has so many at most.
func (e *driverEntry) most(key string, n, most int) {
	if most == 0 && n != 0 {
		e.add(key, "a driver of kind %s has none; take the key out", e.Kind)
		return
	}
	e.within(key, n, 0, most)
}
