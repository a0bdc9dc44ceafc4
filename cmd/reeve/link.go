package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"reeve/doctor"
	"reeve/firmware-protocol/firmware"
	"reeve/firmware-protocol/wire"
	"reeve/hw/serial"

	"github.com/spf13/cobra"
)

// link loads the serial links of a board for a while, and tells their counters.
func (f *doctorFlags) link(cmd *cobra.Command) error {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	o, stop, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer stop()
	if len(o.links) == 0 {
		return exitError{2, errors.New("doctor: the board has no serial driver")}
	}
	o.greet(ctx, f.length)
	length, cancel := context.WithTimeout(ctx, f.length)
	defer cancel()
	start := time.Now()
	before, err := o.load(length)
	if err != nil {
		return exitError{1, err}
	}
	var list []doctor.Finding
	for i, link := range o.links {
		who, why := o.linkStates[i].get()
		n := link.Counters()
		if n.Sessions == 0 {
			list = append(list, doctor.Finding{Grade: doctor.Wrong, What: "link", Seen: fmt.Sprintf("never came up: %v", why), Remedy: "look at the cable, the baud and whether the firmware is on the controller"})
			continue
		}
		list = append(list, introduce(who))
		list = append(list, doctor.Judge(counts(n, before[i]), time.Since(start))...)
		if why != nil {
			list = append(list, doctor.Finding{Grade: doctor.Wrong, What: "link", Seen: fmt.Sprintf("is down: %v", why), Remedy: "look at the cable"})
		}
	}
	return tell(out, list)
}

// tellsDrift is the minor version from which on firmware for linear sensors tells which have drifted.
const tellsDrift = 2

// introduce says who answered. Older firmware is welcome; a note says what it cannot do, and what would help.
func introduce(who serial.Info) doctor.Finding {
	f := doctor.Finding{What: "controller", Seen: fmt.Sprintf("%s %s, layout %q, %d contacts, %d LEDs, %d buttons", who.Firmware, who.Version, who.Layout, who.Contacts, who.LEDs, who.Buttons)}
	name := programFor(who.Layout)
	switch {
	case who.Features&wire.HasPoles != 0 && who.Minor < tellsDrift:
		f.Seen += "; its firmware is older, and tells nobody when a linear sensor has drifted"
	case who.Firmware == "reeve" && name != "" && older(who.Version, firmware.Version()):
		f.Seen += "; its firmware is older than " + firmware.Version() + ", which comes with this program"
	default:
		return f
	}
	f.Grade, f.Remedy = doctor.Note, "reeve firmware install "+name+", with -apa102 or -supply behind the name if it has that; it plays on with the old one"
	return f
}

// programFor is the name of the program with that layout, without its variants.
func programFor(layout string) string {
	switch chip, rest, pico := strings.Cut(layout, " "); {
	case pico && chip == "pico":
		return "pico-" + rest
	case layout == "16x16":
		return "atmega2560"
	case layout == "8x8":
		return "atmega328p"
	}
	return "" // not ours
}

// older compares versions by their numbers; what is none counts as the oldest.
func older(version, than string) bool {
	numbers := func(text string) (list []int) {
		for part := range strings.SplitSeq(text, ".") {
			n, err := strconv.Atoi(part)
			if err != nil {
				return nil
			}
			list = append(list, n)
		}
		return list
	}
	return slices.Compare(numbers(version), numbers(than)) < 0
}

// greeting is how long a controller may take to come up: many restart when their
// port is opened.
const greeting = 10 * time.Second

// greet waits until every link is up, or for long enough. One that says why it is
// down is waited for no longer than it would be loaded.
func (o *doctorBoard) greet(ctx context.Context, length time.Duration) {
	for start := time.Now(); time.Since(start) < greeting; {
		wait := false
		for i, link := range o.links {
			_, why := o.linkStates[i].get()
			wait = wait || link.Counters().Sessions == 0 && (why == nil || time.Since(start) < length)
		}
		if !wait || pause(ctx, 20*time.Millisecond) != nil {
			return
		}
	}
}

// load runs a dim dot along the LEDs of every link, 25 frames a second, until ctx
// is done. It returns what each controller first said of itself.
func (o *doctorBoard) load(ctx context.Context) ([]wire.Stats, error) {
	tick := time.NewTicker(40 * time.Millisecond)
	defer tick.Stop()
	first := make([]wire.Stats, len(o.links))
	for n := 0; ; n++ {
		for i, link := range o.links {
			if first[i] == (wire.Stats{}) {
				first[i] = link.Counters().Controller
			}
		}
		for i, d := range o.board.Drivers {
			if d.Kind != "serial" || d.LEDs == 0 {
				continue
			}
			frame := make([]byte, 3*d.LEDs)
			at := 3 * (n % d.LEDs)
			frame[at], frame[at+1], frame[at+2] = 8, byte(n), 8
			if err := o.parts[i].Show(frame); err != nil {
				return nil, err
			}
		}
		select {
		case <-ctx.Done():
			return first, nil
		case <-tick.C:
		}
	}
}

// counts returns a link's counters and the controller's own, with what is harmless of each: a line that is
// plugged in begins with a torn frame, and one answer may be late. The controller reports every ten seconds;
// before is its first report.
func counts(n serial.Counters, before wire.Stats) []doctor.Count {
	const (
		noise = "bytes are lost or damaged: a shorter cable, a ground of its own, a lower baud"
		full  = "the controller could not say all it felt: a higher baud, or fewer contacts that flicker"
	)
	since := func(list ...int) (sum uint64) {
		for _, i := range list {
			sum += uint64(n.Controller[i] - before[i]) // they count modulo 65536
		}
		return sum
	}
	return []doctor.Count{
		{Name: "frames received", N: n.OK}, {Name: "edges", N: n.Edges}, {Name: "edges received again", N: n.Duplicates},
		{Name: "frames damaged", N: n.Damaged(), Most: n.Sessions, Remedy: noise},
		{Name: "frames of our own that came back", N: n.Echo, Remedy: "TX and RX are connected"},
		{Name: "messages not understood", N: n.Ignored, Remedy: "the firmware is of another version"},
		{Name: "holes asked for again", N: n.Rewinds, Most: 1, Remedy: noise},
		{Name: "edges lost for good", N: n.Lost, Remedy: full},
		{Name: "levels not as believed", N: n.Mismatches, Remedy: full},
		{Name: "commands sent again", N: n.Resent, Most: 2, Remedy: noise},
		{Name: "commands refused", N: n.Refused, Remedy: "the firmware has fewer LEDs or another version"},
		{Name: "rates that did not carry", N: n.Slowed, Remedy: "a lower baud, or a better cable; it stays at 115200"},
		{Name: "frames painted again", N: n.Repaints, Most: n.Sessions, Remedy: noise},
		{Name: "controller: bytes it had no room for", N: since(wire.StatRxRingFull), Remedy: noise},
		{Name: "controller: bytes its UART lost", N: since(wire.StatUARTOverrun, wire.StatUARTFrame), Remedy: noise},
		{Name: "controller: frames damaged", N: since(wire.StatCRC, wire.StatCOBS, wire.StatShort, wire.StatLong), Most: 1, Remedy: noise},
		{Name: "times the link came up", N: n.Sessions, Most: 1, Remedy: "it broke in between: look at the plug and the controller's supply"},
	}
}
