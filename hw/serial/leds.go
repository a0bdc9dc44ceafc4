package serial

import (
	"slices"

	"reeve/firmware-protocol/wire"
)

// command is one numbered command before it has a number.
type command struct {
	typ     wire.Type
	payload []byte
}

// own marks a LED with a colour of its own.
const own = -1

type colour = [3]byte

// backBuffer is what the host knows of the controller's back buffer and palette (PROTOCOL.md 5.4).
type backBuffer struct {
	known   bool
	palette [wire.PaletteSize]colour
	stale   [wire.PaletteSize]bool // the entry is not known
	entry   []int8                 // or own
	colours []byte
}

// newBackBuffer returns the back buffer as it is after OPEN: dark.
func newBackBuffer(leds int) backBuffer {
	b := backBuffer{known: true, entry: make([]int8, leds), colours: make([]byte, 3*leds)}
	for i := range b.entry {
		b.entry[i] = own
	}
	return b
}

func (b backBuffer) clone() backBuffer {
	b.entry = slices.Clone(b.entry)
	b.colours = slices.Clone(b.colours)
	return b
}

// forget makes the next plan send everything.
func (b *backBuffer) forget() {
	b.known = false
	for e := range b.stale {
		b.stale[e] = true
	}
}

func (b *backBuffer) colour(i int) colour { return colour(b.colours[3*i:]) }

// plan returns the shortest commands that bring the back buffer to frame, and the back buffer after them.
func (b backBuffer) plan(frame []byte, maxPayload int) ([]command, backBuffer) {
	var changed []int
	for i := range len(frame) / 3 {
		if !b.known || b.colour(i) != colour(frame[3*i:]) {
			changed = append(changed, i)
		}
	}
	if b.known && len(changed) == 0 {
		return nil, b
	}
	best, after := b.direct(frame, changed, maxPayload)
	if !b.known {
		return best, after
	}
	var every []int
	for i := changed[0]; i <= changed[len(changed)-1]; i++ {
		every = append(every, i)
	}
	for _, way := range []struct {
		leds  []int
		paint func(backBuffer, []int, int) []command
	}{{changed, pairs}, {changed, runs}, {changed, masks}, {every, nibbles}} {
		cmds, next, ok := b.assign(frame, way.leds)
		if !ok {
			continue
		}
		cmds = append(cmds, way.paint(next, b.others(next, way.leds), maxPayload)...)
		if size(cmds) < size(best) {
			best, after = cmds, next
		}
	}
	return best, after
}

// others returns those of leds whose entry is another in next: of the rest only the palette changed. What
// lies between them stays in, for who writes them in one piece.
func (b backBuffer) others(next backBuffer, leds []int) []int {
	same := func(i int) bool { return b.entry[i] == next.entry[i] }
	if len(leds) > 0 && leds[len(leds)-1]-leds[0] == len(leds)-1 {
		for len(leds) > 0 && same(leds[0]) {
			leds = leds[1:]
		}
		for len(leds) > 0 && same(leds[len(leds)-1]) {
			leds = leds[:len(leds)-1]
		}
		return leds
	}
	return slices.DeleteFunc(slices.Clone(leds), same)
}

// size is how many bytes commands are on the line, each with a delimiter in front.
func size(cmds []command) (n int) {
	for _, c := range cmds {
		n += 1 + wire.EncodedLen(len(c.payload))
	}
	return n
}

// direct sends colours. LEDs between two changed ones are sent too if that is shorter than a new frame.
func (b backBuffer) direct(frame []byte, changed []int, maxPayload int) (cmds []command, after backBuffer) {
	const gap = (wire.Overhead + 2) / 3
	after = b.clone()
	after.known = true
	most := (maxPayload - 2) / 3
	for i := 0; i < len(changed); {
		first, last := changed[i], changed[i]
		for i++; i < len(changed) && changed[i]-last <= gap && changed[i]-first < most; i++ {
			last = changed[i]
		}
		rgb := frame[3*first : 3*last+3]
		cmds = append(cmds, command{wire.TypeLEDRGB, wire.LEDRGB{First: uint8(first), RGB: rgb}.Append(nil)})
		copy(after.colours[3*first:], rgb)
		for led := first; led <= last; led++ {
			after.entry[led] = own
		}
	}
	return cmds, after
}

// assign finds a palette entry for every one of leds without changing what others refer to, and returns
// the commands for the entries that are new. It reports false if there are not enough entries.
func (b backBuffer) assign(frame []byte, leds []int) (cmds []command, after backBuffer, ok bool) {
	after = b.clone()
	var used, fresh [wire.PaletteSize]bool
	for _, i := range leds {
		after.entry[i] = own
	}
	for _, e := range after.entry {
		if e != own {
			used[e] = true
		}
	}
	wanted := map[colour]int8{}
	for e := range after.palette { // entries that can stay come first
		for _, i := range leds {
			if c := colour(frame[3*i:]); c == after.palette[e] && !after.stale[e] {
				wanted[c] = int8(e)
				used[e] = true
				break
			}
		}
	}
	for _, i := range leds {
		c := colour(frame[3*i:])
		e, found := wanted[c]
		if old := b.entry[i]; !found && old != own && !used[old] { // all that refer to it may change with it
			e, found = old, true
		}
		for !found && int(e) < len(used) {
			if found = !used[e]; !found {
				e++
			}
		}
		if !found {
			return nil, b, false
		}
		if after.palette[e] != c || after.stale[e] {
			after.palette[e], after.stale[e], fresh[e] = c, false, true
		}
		wanted[c], used[e] = e, true
		after.entry[i] = e
		copy(after.colours[3*i:], c[:])
	}
	return entries(after.palette, fresh), after, true
}

func entries(palette [wire.PaletteSize]colour, fresh [wire.PaletteSize]bool) (cmds []command) {
	for e := 0; e < len(fresh); e++ {
		if !fresh[e] {
			continue
		}
		m := wire.LEDPalette{First: uint8(e)}
		for ; e < len(fresh) && fresh[e] && m.Len() < 11; e++ { // 11 entries fit the shortest frame
			c := palette[e]
			m.Entries = wire.AppendEntry(m.Entries, wire.Entry{R: c[0], G: c[1], B: c[2]})
		}
		e--
		cmds = append(cmds, command{wire.TypeLEDPalette, m.Append(nil)})
	}
	return cmds
}

func pairs(b backBuffer, leds []int, maxPayload int) []command {
	var list []byte
	for _, i := range leds {
		list = append(list, uint8(i), uint8(b.entry[i]))
	}
	return split(wire.TypeLEDSet, list, maxPayload/2*2)
}

func runs(b backBuffer, leds []int, maxPayload int) []command {
	var list []byte
	for n := 0; n < len(leds); {
		first := n
		for n++; n < len(leds) && leds[n] == leds[n-1]+1 && b.entry[leds[n]] == b.entry[leds[first]]; n++ {
		}
		list = wire.AppendRun(list, uint8(leds[first]), n-first, uint8(b.entry[leds[first]]))
	}
	return split(wire.TypeLEDRuns, list, maxPayload/3*3)
}

func masks(b backBuffer, leds []int, _ int) (cmds []command) {
	var sets [wire.PaletteSize][]byte
	for _, i := range leds {
		e := b.entry[i]
		if sets[e] == nil {
			sets[e] = make([]byte, (len(b.entry)+7)/8)
		}
		sets[e][i/8] |= 1 << (i % 8)
	}
	for e, set := range sets {
		if set != nil {
			cmds = append(cmds, command{wire.TypeLEDMask, wire.LEDMask{Entry: uint8(e), Mask: set}.Append(nil)})
		}
	}
	return cmds
}

func split(typ wire.Type, list []byte, most int) (cmds []command) {
	for len(list) > 0 {
		n := min(len(list), most)
		cmds = append(cmds, command{typ, list[:n]})
		list = list[n:]
	}
	return cmds
}

func nibbles(b backBuffer, leds []int, maxPayload int) (cmds []command) {
	for len(leds) > 0 {
		n := min(len(leds), 2*(maxPayload-2))
		m := wire.LEDIdx4{First: uint8(leds[0]), Count: n, Nibbles: make([]byte, (n+1)/2)}
		for i, led := range leds[:n] {
			m.Nibbles[i/2] |= uint8(b.entry[led]) << (i % 2 * 4)
		}
		cmds = append(cmds, command{wire.TypeLEDIdx4, m.Append(nil)})
		leds = leds[n:]
	}
	return cmds
}
