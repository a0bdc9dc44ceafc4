package doctor

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"reeve/config"
)

// LiveOptions say how Live reads and shows.
type LiveOptions struct {
	Period  time.Duration // between scans
	Samples int           // that settle a contact
	Refresh time.Duration // between two tables
	Width   int           // of the terminal, in characters
	Screen  bool          // a terminal: the table is drawn again in its place; else it is written once, at the end
}

// restless is the rate of flickers or edges, per minute, that no hand causes.
const restless = 40

// Live reads every contact until ctx is done and shows what each does: whether it
// is closed, how often it changed and in the last refresh, and how often it
// flickered (began to change and did not). It returns what is wrong: contacts that
// are restless and drivers that failed.
func Live(ctx context.Context, b *config.Board, parts []Part, out io.Writer, o LiveOptions) ([]Finding, error) {
	v := &liveSurvey{board: b, all: newFeelers(parts, o.Samples), options: o, start: time.Now()}
	v.label()
	scans, draws := time.NewTicker(o.Period), time.NewTicker(o.Refresh)
	defer scans.Stop()
	defer draws.Stop()
	if o.Screen {
		io.WriteString(out, "\x1b[2J")
	}
	for {
		select {
		case <-ctx.Done():
			_, err := io.WriteString(out, v.table(!o.Screen))
			return v.findings(), err
		case <-scans.C:
			v.scan()
		case <-draws.C:
			if o.Screen {
				if _, err := io.WriteString(out, v.table(false)); err != nil {
					return v.findings(), err
				}
			}
			v.refresh()
		}
	}
}

// liveSurvey is what was seen so far.
type liveSurvey struct {
	board   *config.Board
	all     contactReaders
	options LiveOptions
	start   time.Time
	lines   [][]contact // by driver and channel
}

// contact is what was seen of one channel.
type contact struct {
	label  string // its square or button; "" for none
	edges  int
	before int // edges at the last refresh
	recent int // edges in the refresh before that
}

func (v *liveSurvey) label() {
	for _, f := range v.all {
		v.lines = append(v.lines, make([]contact, f.part.Channels))
	}
	for _, p := range v.board.Places {
		v.lines[p.Driver][p.Channel].label = p.Name
	}
	for _, n := range v.board.Buttons {
		if n.Channel >= 0 {
			v.lines[n.Driver][n.Channel].label = "[" + n.Name + "]"
		}
	}
}

func (v *liveSurvey) scan() {
	at := time.Since(v.start)
	for i, f := range v.all {
		for _, c := range f.scan(at) {
			v.lines[i][c.Channel].edges++
		}
	}
}

func (v *liveSurvey) refresh() {
	for _, lines := range v.lines {
		for ch := range lines {
			c := &lines[ch]
			c.recent, c.before = c.edges-c.before, c.edges
		}
	}
}

// cell is how wide the table shows one contact.
const cell = 26

// table is what a terminal shows; plain has none of its control sequences.
func (v *liveSurvey) table(plain bool) string {
	var t strings.Builder
	end := "\x1b[K\n"
	if plain {
		end = "\n"
	} else {
		t.WriteString("\x1b[H")
	}
	for i, f := range v.all {
		if f.part.Channels == 0 {
			continue
		}
		d := v.board.Drivers[i]
		state := "well"
		if f.fault != nil {
			state = f.fault.Error()
		}
		fmt.Fprintf(&t, "%s (%s): %d scans, %d failed; %s%s", d.Name, d.Kind, f.scans, f.failures, state, end)
		columns, n := max(v.options.Width/cell, 1), 0
		for ch, c := range v.lines[i] {
			if c.label == "" && c.edges == 0 && !f.closed(ch) {
				continue // nothing hangs there
			}
			if n++; n > 1 && (n-1)%columns == 0 {
				t.WriteString(end)
			}
			t.WriteString(v.cell(f, ch, c))
		}
		t.WriteString(end)
	}
	fmt.Fprintf(&t, "# closed  . open  edges, in the last %s, ~ flickers%s", v.options.Refresh, end)
	if !plain {
		t.WriteString("\x1b[J")
	}
	return t.String()
}

func (v *liveSurvey) cell(f *contactReader, ch int, c contact) string {
	mark := "."
	if f.closed(ch) {
		mark = "#"
	}
	name := c.label
	if name == "" {
		name = "?"
	}
	return fmt.Sprintf("%3d %-9s %s%4d%3d~%-3d", ch, name, mark, c.edges, c.recent, f.debounce.Flicker(ch))
}

// findings says what was wrong with what was seen.
func (v *liveSurvey) findings() (list []Finding) {
	minutes := max(time.Since(v.start).Minutes(), 1.0/12) // what shows in five seconds
	for i, f := range v.all {
		name := v.board.Drivers[i].Name
		if f.part.Channels > 0 && f.scans == 0 {
			list = append(list, Finding{Wrong, name, fmt.Sprintf("was never read: %v", f.fault), "look at its device, its wires and your groups: reeve doctor --board FILE"})
		} else if f.failures > 0 {
			list = append(list, Finding{Wrong, name, fmt.Sprintf("%d of %d scans failed", f.failures, f.failures+f.scans), "look at its supply and its wires"})
		}
		for ch, c := range v.lines[i] {
			if f.part.Drifted != nil && f.part.Drifted(ch) {
				list = append(list, Finding{Note, fmt.Sprintf("%s channel %d %s", name, ch, c.label),
					"has drifted: with nothing on it, it reads otherwise than when it was calibrated", "look whether it or a magnet has moved, or it is much warmer than it was; then calibrate anew: reeve doctor calibrate --board FILE"})
			}
			flickers := float64(f.debounce.Flicker(ch))
			if flickers/minutes >= restless || float64(c.edges)/minutes >= 3*restless {
				list = append(list, Finding{Wrong, fmt.Sprintf("%s channel %d %s", name, ch, c.label),
					fmt.Sprintf("is restless: %d edges, %.0f flickers", c.edges, flickers), "look for a loose joint, or a magnet at the edge of what the reed feels"})
			}
		}
	}
	return list
}
