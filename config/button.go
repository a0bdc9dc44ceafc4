package config

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Button is a button of the board.
type Button struct {
	Name    string // what it means: "confirm", "undo", "energy", "hint" or "arbiter"
	Seat    string // whose it is, as the game names seats; "" for everybody's
	Driver  int    // an index of Board.Drivers
	Number  int    // among the driver's own buttons; -1 if it hangs on a channel
	Channel int    // one that feels no square; -1 if it is a button of the driver's own

	Long  string        // what it means held for After; "" is nothing else
	After time.Duration // until it is held, or repeats; 0 if it does neither
	Every time.Duration // between repeats; 0 is none
}

// buttonNames are what a button can mean (api.md, POST /api/button, /api/hint and /api/call).
var buttonNames = []string{"confirm", "undo", "energy", "hint", "arbiter"}

// longPress is how long a long press is unless long_ms says otherwise.
const longPress = 800

// buttonEntry is a button as it is read.
type buttonEntry struct {
	entry
	Button
	from buttonFile
}

func (b *builder) buttons() {
	used := map[[3]int]bool{} // driver, number, channel
	for i, f := range b.file.Buttons {
		n := &buttonEntry{entry: entry{b.faults, fmt.Sprintf("buttons[%d]", i)}, from: f}
		if !slices.Contains(buttonNames, f.Name) {
			n.add(".name", "unknown button %q; there are %s", f.Name, strings.Join(buttonNames, ", "))
		}
		n.Button = Button{Name: f.Name, Seat: f.Seat, Driver: b.chosen(n.at+".driver", f.Driver, feels), Number: -1, Channel: -1}
		if n.placed() && n.Driver >= 0 {
			n.hang(b.board.Drivers[n.Driver], b.felt)
		}
		n.held()
		if key := [3]int{n.Driver, n.Number, n.Channel}; n.Number >= 0 || n.Channel >= 0 {
			if used[key] && n.Driver >= 0 {
				n.add("."+map[bool]string{true: "number", false: "channel"}[n.Number >= 0], "another button of driver %s is there, too: it stands twice; change one", b.board.Drivers[n.Driver].Name)
			}
			used[key] = true
		}
		b.board.Buttons = append(b.board.Buttons, n.Button)
	}
}

// placed reports whether it is said once where a button hangs.
func (n *buttonEntry) placed() bool {
	once := (n.from.Number == nil) != (n.from.Channel == nil)
	if !once {
		n.add(".number", "is missing, or stands beside channel; say which button of the driver it is, or on which channel it hangs, from 0")
	}
	return once
}

// hang hangs a button on its driver, where each channel in felt feels a square.
func (n *buttonEntry) hang(d Driver, felt map[end]string) {
	k, known := kinds[d.Kind]
	switch {
	case !known:
	case n.from.Number != nil && k.buttons == 0:
		n.add(".number", "a driver of kind %s has no buttons of its own; give the channel on which it hangs", d.Kind)
	case n.from.Number != nil:
		if n.Number = *n.from.Number; !n.within(".number", n.Number, 0, k.buttons-1) {
			n.Number = -1
		}
	default:
		n.Channel = *n.from.Channel
		if n.Channel < 0 || n.Channel >= d.Channels || d.tied(n.Channel) {
			n.add(".channel", "channel %d is tied, or beyond driver %s, which has %d, counted from 0", n.Channel, d.Name, d.Channels)
		} else if square := felt[end{n.Driver, n.Channel}]; square != "" {
			n.add(".channel", "channel %d of driver %s is that of %s; change one", n.Channel, d.Name, square)
		}
	}
}

// held says what a button means that is not let go of: energy asks for a hint, unless the file says otherwise.
func (n *buttonEntry) held() {
	f := n.from
	if f.Name == "energy" && f.Long == "" && f.RepeatMS == 0 {
		f.Long = "hint"
	}
	switch {
	case f.Long == "" && f.RepeatMS == 0:
		if f.LongMS != 0 {
			n.add(".long_ms", "means nothing without long or repeat_ms; take it out")
		}
		return
	case f.Long != "" && f.RepeatMS != 0:
		n.add(".long", "a button that repeats has no long press; choose long or repeat_ms")
	case f.Long != "" && (!slices.Contains(buttonNames, f.Long) || f.Long == f.Name):
		n.add(".long", "%q is no other meaning; there are %s", f.Long, strings.Join(buttonNames, ", "))
	}
	if f.LongMS == 0 {
		f.LongMS = longPress
	}
	n.within(".long_ms", f.LongMS, 200, 10_000)
	if f.RepeatMS != 0 {
		n.within(".repeat_ms", f.RepeatMS, 50, 10_000)
	}
	n.Long, n.After, n.Every = f.Long, time.Duration(f.LongMS)*time.Millisecond, time.Duration(f.RepeatMS)*time.Millisecond
}
