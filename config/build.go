package config

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"reeve/board"
	"reeve/rules/catalog"
)

// games are the games there are; a board can carry no others.
var games = catalog.Names()

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
	felt  map[end]string // by channel: the square that it feels
}

func (b *builder) build() *Board {
	b.board = Board{Name: b.file.Name, Width: b.file.Surface.Width, Height: b.file.Surface.Height, games: map[string]gameSquares{}}
	b.index = map[string]int{}
	if b.file.Name == "" {
		b.missing("name", "give the board a name")
	}
	b.drivers()
	for i := range b.file.Grids {
		b.grid(i)
	}
	for _, name := range slices.Sorted(maps.Keys(b.file.Squares)) {
		b.square(name)
	}
	b.surface()
	b.drill()
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
	if i < 0 && at != "" {
		b.add(at, "there is no driver %q; name one of `drivers`", name)
	}
	return i
}

func feels(d Driver) bool  { return d.Channels > 0 }
func shines(d Driver) bool { return d.LEDs > 0 }

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
		p.LEDs, p.Edge = s.LEDs, false
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
	if n := len(b.board.Places); n == 0 && len(b.list) > 0 && len(b.file.Grids)+len(b.file.Squares) > 0 {
		// what is wrong with them has been said
	} else if n == 0 {
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
	leds, shared := map[end]string{}, map[end]bool{}
	b.felt = map[end]string{}
	for i, p := range b.board.Places {
		if p.Driver >= 0 && p.Channel >= 0 {
			b.wire(b.channelKey(i), "channel", b.felt, end{p.Driver, p.Channel}, p.Name)
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
			e := end{p.LEDDriver, led}
			if p.Edge && shared[e] {
				continue // with another of its file or rank
			}
			shared[e] = p.Edge
			b.wire(b.where[i]+".leds", "LED", leds, e, p.Name)
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

// wire checks that an end exists and is free, and assigns it to a square.
func (b *builder) wire(at, what string, used map[end]string, e end, square string) {
	d := b.board.Drivers[e.driver]
	has := map[string]int{"channel": d.Channels, "LED": d.LEDs}[what]
	if e.number < 0 || e.number >= has {
		b.add(at, "%s %d of %s is beyond driver %s, which has %d, counted from 0", what, e.number, square, d.Name, has)
		return
	}
	if what == "channel" && d.tied(e.number) {
		b.add(at, "channel %d of %s is an input of driver %s that is tied (high, low); choose another", e.number, square, d.Name)
	}
	if other := used[e]; other != "" {
		b.add(at, "%s %d of driver %s is that of %s, too; change one", what, e.number, d.Name, other)
	}
	used[e] = square
}
