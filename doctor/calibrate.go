package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"reeve/config"
)

// Hall is the linear Hall sensors of a part, which can be calibrated.
type Hall struct {
	Readings func(ctx context.Context) ([]uint16, error)  // by channel, 0 to 4095
	Empty    func(ctx context.Context) error              // nothing stands anywhere
	Learn    func(ctx context.Context, channel int) error // one magnet stands on this, and no other anywhere
	Keep     func(ctx context.Context) error              // so that it survives power
}

// ErrNoHall says that a board has no linear sensors.
var ErrNoHall = errors.New("doctor: none of the board's drivers has linear Hall sensors: only a controller with the program pico-hall has")

// Limits of a calibration, in steps of a 12-bit reading (0 to 4095).
const (
	hallMoved = 64  // less is no magnet
	hallStill = 12  // two readings of a magnet at rest differ by less
	hallEnd   = 64  // so near to its ends a sensor feels no more
	hallWeak  = 200 // a swing that is told
	hallFull  = 4095
)

// Calibrate walks somebody over the board with one magnet: each linear sensor learns its own reading of it, and what it feels
// of the others'. What it learned is kept if the walk comes to its end; findings say which sensors feel their neighbours' magnets too
// much, or their own too little.
func Calibrate(ctx context.Context, b *config.Board, parts []Part, c Console) (list []Finding, err error) {
	any := false
	for i, p := range parts {
		if p.Hall == nil {
			continue
		}
		any = true
		if err := up(ctx, p); err != nil {
			return list, err
		}
		w := &calibration{board: b, driver: i, hall: p.Hall, console: c}
		done, err := w.walk(ctx)
		if err != nil || !done {
			return w.list, err
		}
		list = append(list, w.list...)
	}
	if !any {
		return nil, ErrNoHall
	}
	return list, nil
}

// up waits until a part can be read.
func up(ctx context.Context, p Part) (err error) {
	levels := make([]uint64, (p.Channels+63)/64)
	for late := time.Now().Add(15 * time.Second); time.Now().Before(late); {
		if err = p.Scan(levels); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(steady):
		}
	}
	return err
}

// calibration is a walk over one driver's sensors.
type calibration struct {
	board   *config.Board
	driver  int
	hall    *Hall
	console Console
	empty   []uint16
	list    []Finding
}

// walk reports whether it came to its end.
func (w *calibration) walk(ctx context.Context) (done bool, err error) {
	if line, err := w.wait(ctx, "Take everything off the board, then press Enter."); err != nil || line == "q" {
		return false, err
	}
	if err := w.hall.Empty(ctx); err != nil {
		return false, err
	}
	if w.empty, err = w.hall.Readings(ctx); err != nil {
		return false, err
	}
	for _, p := range w.board.Places {
		if p.Driver != w.driver {
			continue
		}
		if on, err := w.square(ctx, p); err != nil || !on {
			return false, err
		}
	}
	if err := w.hall.Keep(ctx); err != nil {
		return false, err
	}
	w.console.Say("What was learned is kept.")
	return true, nil
}

// wait asks, and waits for a line.
func (w *calibration) wait(ctx context.Context, ask string) (string, error) {
	w.console.Say("%s", ask)
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, open := <-w.console.Lines:
		if !open {
			return "", ErrGone
		}
		return strings.TrimSpace(line), nil
	}
}

func (w *calibration) add(g Grade, channel int, remedy, format string, args ...any) {
	w.list = append(w.list, Finding{g, fmt.Sprintf("channel %d of %s", channel, w.board.Drivers[w.driver].Name), fmt.Sprintf(format, args...), remedy})
}

// square has one sensor learn its magnet; on is false if the walk ends there.
func (w *calibration) square(ctx context.Context, p config.Place) (on bool, err error) {
	w.console.Say("Put the magnet on %s. (Enter: skip, q: end)", p.Name)
	var before []uint16
	told := ""
	for {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case line, open := <-w.console.Lines:
			if !open {
				return false, ErrGone
			}
			if strings.TrimSpace(line) == "q" {
				return false, nil
			}
			w.skipped(p)
			return true, nil
		case <-time.After(steady):
		}
		now, err := w.hall.Readings(ctx)
		if err != nil {
			return false, err
		}
		channel, swing := w.most(now)
		rests := before != nil && apart(now[channel], before[channel]) < hallStill
		before = now
		if swing < hallMoved || !rests {
			continue
		}
		why := "the sensor feels no more than this: put more wood between, or take a weaker magnet"
		if now[channel] >= hallEnd && now[channel] <= hallFull-hallEnd {
			if err := w.hall.Learn(ctx, channel); err == nil {
				w.learned(p, channel, swing, now)
				return true, w.away(ctx, channel)
			} else {
				why = err.Error()
			}
		}
		if text := fmt.Sprintf("That is not learned, channel %d reads %d: %s.", channel, now[channel], why); text != told {
			told = text
			w.console.Say("%s", told)
		}
	}
}

// skipped notes a square without a sensor. Of the others nothing is said: a board may have fewer than its controller, and
// somebody who builds it tries the first before the rest are there.
func (w *calibration) skipped(p config.Place) {
	if p.Channel < 0 || p.Channel >= len(w.empty) {
		return
	}
	if v := w.empty[p.Channel]; v < hallEnd || v > hallFull-hallEnd {
		w.add(Wrong, p.Channel, "no sensor answers there, or it is without supply: look at its three wires, and its place at the multiplexer",
			"was skipped as %s, and reads %d with nothing on the board", p.Name, v)
	}
}

// most is the channel that moved most, and how far.
func (w *calibration) most(now []uint16) (channel, swing int) {
	for ch, v := range now {
		if d := apart(v, w.empty[ch]); d > swing {
			channel, swing = ch, d
		}
	}
	return channel, swing
}

func apart(a, b uint16) int { return max(int(a)-int(b), int(b)-int(a)) }

// learned notes what is worth knowing of a sensor.
func (w *calibration) learned(p config.Place, channel, swing int, now []uint16) {
	w.console.Say("%s is channel %d, its swing is %d. Take the magnet off.", p.Name, channel, swing)
	if channel != p.Channel {
		w.add(Note, channel, "afterwards reeve doctor map writes the channels into the file", "lies under %s, the board file says channel %d", p.Name, p.Channel)
	}
	if swing < hallWeak {
		w.add(Note, channel, "a stronger magnet, or less wood between, is felt more surely", "feels its magnet by %d of %d only", swing, hallFull)
	}
	for ch, v := range now {
		if share := 100 * apart(v, w.empty[ch]) / swing; ch != channel && share > 30 {
			grade := Note
			if share > 50 {
				grade = Wrong
			}
			w.add(grade, ch, "take weaker magnets, or put the sensors nearer to the surface", "feels %d %% of a magnet on %s", share, p.Name)
		}
	}
}

// away waits until the magnet is off.
func (w *calibration) away(ctx context.Context, channel int) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case _, open := <-w.console.Lines:
			if !open {
				return ErrGone
			}
		case <-time.After(steady):
		}
		now, err := w.hall.Readings(ctx)
		if err != nil || apart(now[channel], w.empty[channel]) < hallMoved {
			return err
		}
	}
}
