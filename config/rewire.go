package config

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"
)

// End is a channel or an LED of a driver.
type End struct {
	Driver int // an index of Board.Drivers
	Number int
}

// Found is how a board turned out to be wired, by the names of its squares; of
// squares that do not stand in it the file is believed.
type Found struct {
	Channels map[string]End
	LEDs     map[string][]End // of one driver each
	Buttons  map[int]End      // by index of Board.Buttons: those that hang on channels
}

// Rewire returns the text of a board file with its wiring as it was found: where a
// grid's wires run in one of its orders that order is written, else its squares
// are, one by one. Comments stay. It returns Faults if the text is not sound, or
// would not be with that wiring, as when two squares were found on one channel.
func Rewire(name string, text []byte, found Found) ([]byte, error) {
	b, err := ParseBoard(name, text)
	if err != nil {
		return nil, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("config: %w", err) // ParseBoard has read it
	}
	r := rewirer{board: b, top: doc.Content[0], found: found}
	r.channels()
	r.leds()
	r.buttons()
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(&doc); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	after, err := ParseBoard(name, out.Bytes())
	if err != nil {
		return nil, err
	}
	return out.Bytes(), found.check(after)
}

// check compares a board with what was found.
func (f Found) check(b *Board) error {
	for _, p := range b.Places {
		if e, ok := f.Channels[p.Name]; ok && e != (End{p.Driver, p.Channel}) {
			return fmt.Errorf("config: %s came out on channel %d, not %d", p.Name, p.Channel, e.Number)
		}
		if list, ok := f.LEDs[p.Name]; ok && (p.LEDDriver != list[0].Driver || !slices.Equal(p.LEDs, numbers(list))) {
			return fmt.Errorf("config: %s came out with the LEDs %v, not %v", p.Name, p.LEDs, list)
		}
	}
	for i, e := range f.Buttons {
		if i >= len(b.Buttons) || (End{b.Buttons[i].Driver, b.Buttons[i].Channel}) != e {
			return fmt.Errorf("config: button %d came out elsewhere than on channel %d", i, e.Number)
		}
	}
	return nil
}

func numbers(list []End) (n []int) {
	for _, e := range list {
		n = append(n, e.Number)
	}
	return n
}

// rewirer changes the tree of a board file.
type rewirer struct {
	board *Board
	top   *yaml.Node
	found Found
}

func (r *rewirer) channels() {
	whole := map[string]End{} // what the file says and what was found
	for _, p := range r.board.Places {
		whole[p.Name] = End{p.Driver, p.Channel}
	}
	maps.Copy(whole, r.found.Channels)
	changed := r.differs(func(p Place) bool { return whole[p.Name] != End{p.Driver, p.Channel} })
	for _, w := range r.board.Ways() {
		first := whole[w.Squares[0]]
		if changed[w.Grid] && runs(w.Squares, func(k int, square string) bool { return whole[square] == End{first.Driver, first.Number + k} }) {
			r.channelsRun(w, first)
			changed[w.Grid] = false
		}
	}
	r.singly(changed, func(p Place, s *yaml.Node) {
		if e := whole[p.Name]; e != (End{p.Driver, p.Channel}) {
			set(s, "driver", textNode(r.board.Drivers[e.Driver].Name))
			set(s, "channel", intNode(e.Number))
		}
	}, func(p Place) bool { return whole[p.Name] != End{p.Driver, p.Channel} })
}

func (r *rewirer) leds() {
	whole := map[string][]End{}
	for _, p := range r.board.Places {
		for _, led := range p.LEDs {
			whole[p.Name] = append(whole[p.Name], End{p.LEDDriver, led})
		}
	}
	maps.Copy(whole, r.found.LEDs)
	differs := func(p Place) bool {
		list := whole[p.Name]
		return len(list) > 0 && (list[0].Driver != p.LEDDriver || !slices.Equal(numbers(list), p.LEDs))
	}
	changed := r.differs(differs)
	for _, w := range r.board.Ways() {
		first := whole[w.Squares[0]]
		per := len(first)
		if changed[w.Grid] && per > 0 && runs(w.Squares, func(k int, square string) bool {
			list := whole[square]
			return len(list) == per && runs(list, func(j int, e End) bool { return e == End{first[0].Driver, first[0].Number + k*per + j} })
		}) {
			r.ledsRun(w, first)
			changed[w.Grid] = false
		}
	}
	r.singly(changed, func(p Place, s *yaml.Node) {
		list := whole[p.Name]
		set(s, "led_driver", textNode(r.board.Drivers[list[0].Driver].Name))
		seq := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, e := range list {
			seq.Content = append(seq.Content, intNode(e.Number))
		}
		set(s, "leds", seq)
	}, differs)
}

func (r *rewirer) buttons() {
	for i, n := range r.board.Buttons {
		if e, ok := r.found.Buttons[i]; ok && n.Channel >= 0 {
			m := get(r.top, "buttons").Content[i]
			setUnless(m, "driver", textNode(r.board.Drivers[e.Driver].Name), r.usual(feels))
			set(m, "channel", intNode(e.Number))
		}
	}
}

// channelsRun writes that a grid's channels run that way.
func (r *rewirer) channelsRun(w Way, first End) {
	g := r.grid(w.Grid)
	setUnless(g, "driver", textNode(r.board.Drivers[first.Driver].Name), r.usual(feels))
	setUnless(g, "channels", textNode(w.Order), "rows")
	setUnless(g, "channels_from", textNode(w.From), "lower-left")
	setUnless(g, "first_channel", intNode(first.Number), "0")
	r.clean(w.Squares, "driver", "channel")
}

// ledsRun writes that a grid's LEDs run that way, as many a square as the first has.
func (r *rewirer) ledsRun(w Way, first []End) {
	g := r.grid(w.Grid)
	setUnless(g, "led_driver", textNode(r.board.Drivers[first[0].Driver].Name), r.usual(shines))
	setUnless(g, "leds", textNode(w.Order), "rows")
	setUnless(g, "leds_from", textNode(w.From), "lower-left")
	setUnless(g, "first_led", intNode(first[0].Number), "0")
	setUnless(g, "leds_per_square", intNode(len(first)), "1")
	r.clean(w.Squares, "led_driver", "leds")
}

// runs reports whether all of a list are as they should be.
func runs[T any](list []T, right func(int, T) bool) bool {
	for k, each := range list {
		if !right(k, each) {
			return false
		}
	}
	return true
}

// differs finds the grids with a square that is not as the file says; the squares
// outside of grids are under -1.
func (r *rewirer) differs(is func(Place) bool) map[int]bool {
	in := r.grids()
	changed := map[int]bool{}
	for _, p := range r.board.Places {
		if is(p) {
			changed[in[p.Name]] = true
		}
	}
	return changed
}

// grids says in which grid each square lies, -1 for none.
func (r *rewirer) grids() map[string]int {
	in := map[string]int{}
	for _, p := range r.board.Places {
		in[p.Name] = -1
	}
	for i, l := range r.board.layouts {
		for _, name := range l.names {
			if name != "" {
				in[name] = i
			}
		}
	}
	return in
}

// singly writes the squares that differ, of the grids that are changed, one by one.
func (r *rewirer) singly(changed map[int]bool, write func(Place, *yaml.Node), differs func(Place) bool) {
	in := r.grids()
	for _, p := range r.board.Places {
		if changed[in[p.Name]] && differs(p) {
			write(p, child(child(r.top, "squares", 0), p.Name, yaml.FlowStyle))
		}
	}
}

// clean takes keys out of single squares that their grid says by now.
func (r *rewirer) clean(squares []string, keys ...string) {
	all := get(r.top, "squares")
	if all == nil {
		return
	}
	for _, name := range squares {
		s := get(all, name)
		if s == nil {
			continue
		}
		for _, key := range keys {
			remove(s, key)
		}
		if len(s.Content) == 0 {
			remove(all, name)
		}
	}
	if len(all.Content) == 0 {
		remove(r.top, "squares")
	}
}

// usual is the name of the driver that is meant where none is named.
func (r *rewirer) usual(fits func(Driver) bool) string {
	if i := slices.IndexFunc(r.board.Drivers, fits); i >= 0 {
		return r.board.Drivers[i].Name
	}
	return ""
}

func (r *rewirer) grid(i int) *yaml.Node { return get(r.top, "grids").Content[i] }
