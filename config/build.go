package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"reeve/board"
)

// kind is what a kind of driver can do, and which of a driver's own keys it has.
type kind struct {
	channels, leds, buttons int // the most it can have
	keys                    []string
}

// kinds are the kinds of drivers. A serial controller numbers channels and LEDs
// with a byte (firmware-protocol/PROTOCOL.md).
var kinds = map[string]kind{
	"sim":    {channels: 1024, leds: 4096, buttons: 8},
	"serial": {channels: 256, leds: 256, buttons: 8, keys: []string{"device", "baud"}},
}

// bauds are the speeds that a serial driver can have.
var bauds = []int{9600, 19200, 38400, 57600, 115200, 230400, 250000, 460800, 500000, 921600, 1000000, 2000000}

// games are the games there are; a board can carry no others.
var games = []string{"rolechess", "camelot", "kaleidochess", "dungeonchess", "chessbattle"}

// buttonNames are what a button can mean (api.md, POST /api/button).
var buttonNames = []string{"confirm", "undo", "energy"}

var (
	placeName  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{0,7}$`)
	driverName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
)

// builder makes a Board of a file, and collects what is wrong on the way.
type builder struct {
	*faults
	file  *boardFile
	board Board
	index map[string]int // by name of a place
	where []string       // by index of a place: the key to blame
}

func (b *builder) build() *Board {
	b.board = Board{Name: b.file.Name, Width: b.file.Surface.Width, Height: b.file.Surface.Height, games: map[string]carried{}}
	b.index = map[string]int{}
	if b.file.Name == "" {
		b.add("name", "is missing; give the board a name")
	}
	b.drivers()
	for i := range b.file.Grids {
		b.grid(i)
	}
	for _, name := range slices.Sorted(maps.Keys(b.file.Squares)) {
		b.square(name)
	}
	b.surface()
	b.wires()
	for _, name := range slices.Sorted(maps.Keys(b.file.Games)) {
		b.game(name)
	}
	if len(b.file.Games) == 0 {
		b.add("games", "is missing; name the games the board carries, for instance `games: {rolechess: {}}`")
	}
	b.buttons()
	return &b.board
}

func (b *builder) drivers() {
	if len(b.file.Drivers) == 0 {
		b.add("drivers", "is missing; a board needs a driver, for instance `drivers: [{name: main, kind: sim, channels: 49, leds: 49}]`")
	}
	for i, d := range b.file.Drivers {
		at := fmt.Sprintf("drivers[%d]", i)
		if !driverName.MatchString(d.Name) {
			b.add(at+".name", "%q is no name; use small letters, digits and -, a letter first", d.Name)
		} else if b.driver(d.Name) >= 0 {
			b.add(at+".name", "%q is the name of another driver, too; change one", d.Name)
		}
		b.board.Drivers = append(b.board.Drivers, Driver(d))
		k, known := kinds[d.Kind]
		if !known {
			b.add(at+".kind", "unknown driver %q; there are %s", d.Kind, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
			continue
		}
		b.within(at+".channels", d.Channels, 0, k.channels)
		b.within(at+".leds", d.LEDs, 0, k.leds)
		if d.Channels == 0 && d.LEDs == 0 {
			b.add(at, "the driver has neither channels nor leds; say how many")
		}
		b.ownKeys(at, i, k)
	}
	if len(b.board.Drivers) > 0 && !slices.ContainsFunc(b.board.Drivers, feels) {
		b.add("drivers", "no driver has channels; without any nothing is felt")
	}
}

// ownKeys checks the keys that only some kinds of drivers have.
func (b *builder) ownKeys(at string, i int, k kind) {
	d := &b.board.Drivers[i]
	if !slices.Contains(k.keys, "device") {
		if d.Device != "" {
			b.add(at+".device", "a %s driver has no device; take the key out", d.Kind)
		}
	} else if !filepath.IsAbs(d.Device) {
		b.add(at+".device", "%q is no path from the root; give one such as /dev/serial/by-id/…", d.Device)
	}
	if !slices.Contains(k.keys, "baud") {
		if d.Baud != 0 {
			b.add(at+".baud", "a %s driver has no baud; take the key out", d.Kind)
		}
		return
	}
	if d.Baud == 0 {
		d.Baud = 115200
	}
	if !slices.Contains(bauds, d.Baud) {
		b.add(at+".baud", "%d is no speed there is; one of %s", d.Baud, strings.Trim(fmt.Sprint(bauds), "[]"))
	}
}

// driver returns the index of the driver of that name, -1 if there is none.
func (b *builder) driver(name string) int {
	return slices.IndexFunc(b.board.Drivers, func(d Driver) bool { return d.Name == name })
}

// chosen returns the driver of that name, or the first that fits where none is
// named, -1 if there is none.
func (b *builder) chosen(at, name string, fits func(Driver) bool) int {
	if name == "" {
		return slices.IndexFunc(b.board.Drivers, fits)
	}
	i := b.driver(name)
	if i < 0 {
		b.add(at, "there is no driver %q; name one of `drivers`", name)
	}
	return i
}

func feels(d Driver) bool  { return d.Channels > 0 }
func shines(d Driver) bool { return d.LEDs > 0 }

// within adds a fault and returns false if n is not within least and most.
func (b *builder) within(at string, n, least, most int) bool {
	if n < least || n > most {
		b.add(at, "%d is out of range; %d to %d can be", n, least, most)
	}
	return n >= least && n <= most
}

// square adds a square of its own, or changes one of a grid.
func (b *builder) square(name string) {
	at, s := "squares."+name, b.file.Squares[name]
	i, gridded := b.index[name]
	if !gridded {
		if !placeName.MatchString(name) {
			b.add(at, "%q is no name of a square; letters and digits, a letter first, 8 at most", name)
		}
		if s.X == nil || s.Y == nil {
			b.add(at, "the place is missing; give x_mm and y_mm")
		}
		if s.Channel == nil {
			b.add(at+".channel", "is missing; say which channel feels this square")
		}
		i = b.place(Place{Name: name, Driver: b.chosen(at, "", feels), Channel: -1, LEDDriver: b.chosen(at, "", shines)}, at)
	}
	p := &b.board.Places[i]
	b.where[i] = at
	if s.X != nil {
		p.X = *s.X
	}
	if s.Y != nil {
		p.Y = *s.Y
	}
	if s.Driver != "" {
		p.Driver = b.chosen(at+".driver", s.Driver, nil)
	}
	if s.Channel != nil {
		if p.Channel = *s.Channel; p.Channel < 0 {
			b.add(at+".channel", "%d is no channel; they are counted from 0", p.Channel)
		}
	}
	if s.LEDDriver != "" {
		p.LEDDriver = b.chosen(at+".led_driver", s.LEDDriver, nil)
	}
	if s.LEDs != nil {
		p.LEDs = s.LEDs
	}
}

// place adds a place and returns its index.
func (b *builder) place(p Place, at string) int {
	b.index[p.Name] = len(b.board.Places)
	b.board.Places = append(b.board.Places, p)
	b.where = append(b.where, at)
	return len(b.board.Places) - 1
}

// surface checks that every square lies on the surface and no two on one spot.
func (b *builder) surface() {
	if n := len(b.board.Places); n == 0 {
		b.add("squares", "the board has no squares; give `grids` or `squares`")
	} else if n > board.MaxSquares {
		b.add("squares", "the board has %d squares; %d can be", n, board.MaxSquares)
		return
	}
	w, h := &b.board.Width, &b.board.Height
	if *w <= 0 || *w > 10000 || *h <= 0 || *h > 10000 {
		b.add("surface", "width_mm and height_mm are wanted, more than 0 and at most 10000")
		return
	}
	spots := map[[2]float64]string{}
	for i, p := range b.board.Places {
		if p.X < 0 || p.X > *w || p.Y < 0 || p.Y > *h {
			b.add(b.where[i], "%s at (%s, %s) mm lies off the surface of %s × %s mm", p.Name, mm(p.X), mm(p.Y), mm(*w), mm(*h))
		}
		spot := [2]float64{p.X, p.Y}
		if other := spots[spot]; other != "" {
			b.add(b.where[i], "%s lies where %s lies; move one", p.Name, other)
		}
		spots[spot] = p.Name
	}
}

func mm(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// end is a channel or an LED of a driver.
type end struct{ driver, number int }

// wires checks that each square has a channel and its LEDs for itself.
func (b *builder) wires() {
	channels, leds := map[end]string{}, map[end]string{}
	for i, p := range b.board.Places {
		if p.Driver >= 0 && p.Channel >= 0 {
			b.wire(b.channelKey(i), "channel", channels, end{p.Driver, p.Channel}, p.Name)
		}
		if p.LEDDriver < 0 {
			if len(p.LEDs) > 0 && !slices.ContainsFunc(b.board.Drivers, shines) {
				b.add(b.where[i]+".leds", "no driver has LEDs; say so in `drivers`, or take the key out")
			}
			continue
		}
		if len(p.LEDs) == 0 {
			b.add(b.where[i]+".leds", "%s has no LED though its driver has some; say which", p.Name)
		}
		for _, led := range p.LEDs {
			b.wire(b.where[i]+".leds", "LED", leds, end{p.LEDDriver, led}, p.Name)
		}
	}
}

// channelKey is the key that gives a place its channel.
func (b *builder) channelKey(i int) string {
	if strings.HasPrefix(b.where[i], "grids") {
		return b.where[i] + ".channels"
	}
	return b.where[i] + ".channel"
}

// wire checks that an end is there and in nobody's use, and takes it for a square.
func (b *builder) wire(at, what string, used map[end]string, e end, square string) {
	d := b.board.Drivers[e.driver]
	has := map[string]int{"channel": d.Channels, "LED": d.LEDs}[what]
	if e.number < 0 || e.number >= has {
		b.add(at, "%s %d of %s is beyond driver %s, which has %d, counted from 0", what, e.number, square, d.Name, has)
		return
	}
	if other := used[e]; other != "" {
		b.add(at, "%s %d of driver %s is that of %s, too; change one", what, e.number, d.Name, other)
	}
	used[e] = square
}

func (b *builder) buttons() {
	used := map[end]bool{}
	for i, n := range b.file.Buttons {
		at := fmt.Sprintf("buttons[%d]", i)
		if !slices.Contains(buttonNames, n.Name) {
			b.add(at+".name", "unknown button %q; there are %s", n.Name, strings.Join(buttonNames, ", "))
		}
		e := end{driver: b.chosen(at+".driver", n.Driver, feels)}
		if n.Number == nil {
			b.add(at+".number", "is missing; say which button of the driver it is, from 0")
		} else if e.number = *n.Number; e.driver >= 0 {
			if k, known := kinds[b.board.Drivers[e.driver].Kind]; known && b.within(at+".number", e.number, 0, k.buttons-1) && used[e] {
				b.add(at+".number", "button %d of driver %s stands twice; change one", e.number, b.board.Drivers[e.driver].Name)
			}
			used[e] = true
		}
		b.board.Buttons = append(b.board.Buttons, Button{Name: n.Name, Seat: n.Seat, Driver: e.driver, Number: e.number})
	}
}
