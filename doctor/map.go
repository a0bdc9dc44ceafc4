package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"reeve/config"
)

// ErrGone is returned when the console closes: nobody is there to answer.
var ErrGone = errors.New("doctor: nobody is at the console any more")

// The times of a walk over the board.
const (
	walkPeriod  = 5 * time.Millisecond // between scans
	walkSamples = 4                    // that settle a contact
	steady      = 300 * time.Millisecond
	complain    = 2 * time.Second
)

// Map walks somebody over the board: "put a magnet on c4", for each square in the
// file's order and then for the buttons that hang on channels, and finds the channel
// of each. Enter skips one, b goes back by one, q ends. What was found by then is
// returned, with whatever error ended it.
func Map(ctx context.Context, b *config.Board, parts []Part, c Console) (config.Found, error) {
	m := &mapper{board: b, all: newFeelers(parts, walkSamples), console: c, found: map[string]config.End{}, start: time.Now()}
	tick := time.NewTicker(walkPeriod)
	defer tick.Stop()
	m.tick = tick.C
	err := m.walk(ctx)
	found := config.Found{Channels: map[string]config.End{}, Buttons: map[int]config.End{}}
	for _, t := range targets(b) {
		if e, ok := m.found[t.name]; ok && t.button < 0 {
			found.Channels[t.name] = e
		} else if ok {
			found.Buttons[t.button] = e
		}
	}
	return found, err
}

// target is what is asked for.
type target struct {
	name     string // as it is spoken of
	ask, off string
	button   int // an index of Board.Buttons; -1 of a square
}

func targets(b *config.Board) (list []target) {
	for _, p := range b.Places {
		list = append(list, target{p.Name, "Put a magnet on " + p.Name, "Take the magnet off.", -1})
	}
	for i, n := range b.Buttons {
		if n.Channel >= 0 {
			name := strings.TrimSpace(fmt.Sprintf("button %d, %s %s", i+1, n.Name, n.Seat))
			list = append(list, target{name, "Hold " + name, "Let it go.", i})
		}
	}
	return list
}

func (m *mapper) walk(ctx context.Context) error {
	if on, err := m.baseline(ctx); err != nil || !on {
		return err
	}
	list := targets(m.board)
	for i := 0; i < len(list); {
		move, err := m.find(ctx, list[i])
		if err != nil || move == 0 {
			return err
		}
		i = max(i+move, 0)
	}
	return nil
}

// mapper is a walk over the board.
type mapper struct {
	board   *config.Board
	all     contactReaders
	console Console
	tick    <-chan time.Time
	start   time.Time
	stuck   []config.End // closed with nothing on the board
	found   map[string]config.End
}

// next waits for the next scan, or for a line.
func (m *mapper) next(ctx context.Context) (line string, typed bool, err error) {
	select {
	case <-ctx.Done():
		return "", false, ctx.Err()
	case line, open := <-m.console.Lines:
		if !open {
			return "", false, ErrGone
		}
		return strings.TrimSpace(line), true, nil
	case <-m.tick:
		m.all.scan(time.Since(m.start))
		return "", false, nil
	}
}

// baseline finds what is closed on an empty board; on is false if the walk ends there.
func (m *mapper) baseline(ctx context.Context) (on bool, err error) {
	m.console.Say("Take everything off the board, then press Enter.")
	told := ""
	for typed, wait := false, true; !typed || wait; {
		line, now, err := m.next(ctx)
		if err != nil {
			return false, err
		}
		if typed = typed || now; now && line == "q" {
			return false, nil
		}
		var why error
		if wait, why = m.all.waiting(); typed && why != nil && why.Error() != told {
			told = why.Error()
			m.console.Say("The contacts cannot be read yet: %v", why)
		}
	}
	for range walkSamples + 1 {
		m.all.scan(time.Since(m.start))
	}
	m.stuck = m.all.closed()
	for _, e := range m.stuck {
		m.console.Say("Channel %s is closed with nothing on the board: its wire touches another, or its reed is stuck. It is left out.", m.name(e))
	}
	return true, nil
}

// find asks for one target. Move is how far to go on from there: 1, -1 for back, 0
// for the end.
func (m *mapper) find(ctx context.Context, t target) (move int, err error) {
	m.console.Say("%s. (Enter: skip, b: back, q: end)", t.ask)
	var seen []config.End
	since := time.Now()
	told := false
	for {
		line, typed, err := m.next(ctx)
		switch {
		case err != nil:
			return 0, err
		case typed && line == "q":
			return 0, nil
		case typed && line == "b":
			return -1, nil
		case typed && line == "":
			return 1, nil
		case typed:
			m.console.Say("%q is nothing I know: Enter skips %s, b goes back, q ends.", line, t.name)
		}
		now := m.fresh()
		if !slices.Equal(now, seen) {
			seen, since, told = now, time.Now(), false
		}
		still := time.Since(since)
		switch {
		case len(now) == 1 && still >= steady && m.take(t, now[0]):
			return 1, m.away(ctx, t)
		case len(now) == 1 && still >= steady && !told:
			told = true
			m.console.Say("That is channel %s, which felt %s before: a short between two, or the magnet stands elsewhere.", m.name(now[0]), m.holder(now[0]))
		case len(now) > 1 && still >= complain && !told:
			told = true
			m.console.Say("%s close together: a short, a missing diode, or a magnet that is too strong. Take it off, or skip.", m.names(now))
		}
	}
}

// fresh lists what is closed beside what was from the beginning.
func (m *mapper) fresh() []config.End {
	return slices.DeleteFunc(m.all.closed(), func(e config.End) bool { return slices.Contains(m.stuck, e) })
}

// take notes that a target is on a channel, unless another is.
func (m *mapper) take(t target, e config.End) bool {
	if other := m.holder(e); other != "" && other != t.name {
		return false
	}
	m.found[t.name] = e
	m.console.Say("%s is channel %s. %s", t.name, m.name(e), t.off)
	return true
}

// holder is what was found on a channel.
func (m *mapper) holder(e config.End) string {
	for name, other := range m.found {
		if other == e {
			return name
		}
	}
	return ""
}

// away waits until the board is empty again.
func (m *mapper) away(ctx context.Context, t target) error {
	for len(m.fresh()) > 0 {
		line, typed, err := m.next(ctx)
		if err != nil {
			return err
		}
		if typed && line != "" {
			m.console.Say("%s", t.off)
		}
	}
	return nil
}

func (m *mapper) name(e config.End) string {
	return fmt.Sprintf("%d of %s", e.Number, m.board.Drivers[e.Driver].Name)
}

func (m *mapper) names(list []config.End) string {
	var names []string
	for _, e := range list {
		names = append(names, m.name(e))
	}
	return "Channels " + strings.Join(names, ", ")
}
