package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"reeve/config"
)

// lamp is the brightness of a lit LED: visible, and at most 20 mA.
const lamp = 60

// Lights lights one LED after another and asks which square lit. It guesses from
// the file, and from the answers which way the strip runs, so that most answers
// are Enter; r accepts the guesses for the rest, - is an LED under no square, b
// goes back, q ends. It returns the LEDs of every square that was named.
func Lights(ctx context.Context, b *config.Board, parts []Part, c Console) (map[string][]config.End, error) {
	found := map[string][]config.End{}
	for i, p := range parts {
		if p.Show == nil || p.LEDs == 0 {
			continue
		}
		if slices.ContainsFunc(b.Edges, func(e config.EdgeLED) bool { return e.Driver == i }) {
			c.Say("The LEDs of %s lie at the edge, in the order of the file; nothing is asked about them.", b.Drivers[i].Name)
			continue
		}
		l := &lights{board: b, driver: i, part: p, console: c, said: map[int]string{}, ways: b.Ways()}
		err := l.walk(ctx)
		l.show(-1)
		for _, led := range slices.Sorted(maps.Keys(l.said)) {
			if square := l.said[led]; square != "" {
				found[square] = append(found[square], config.End{Driver: i, Number: led})
			}
		}
		if err != nil {
			return found, err
		}
	}
	return found, nil
}

// lights is a walk along one strip.
type lights struct {
	board   *config.Board
	driver  int
	part    Part
	console Console
	said    map[int]string // by LED: the square, "" for none
	ways    []config.Way
}

func (l *lights) walk(ctx context.Context) error {
	for led := 0; led < l.part.LEDs; {
		if err := l.show(led); err != nil {
			return fmt.Errorf("doctor: LED %d of %s: %w", led, l.name(), err)
		}
		guess := l.guess(led)
		if guess == "" {
			l.console.Say("LED %d of %s is lit. Which square? (-: none, b: back, q: end)", led, l.name())
		} else {
			l.console.Say("LED %d of %s is lit: %s? (Enter: yes, else its square, -: none, r: yes for all the rest, b: back, q: end)", led, l.name(), guess)
		}
		answer, err := l.ask(ctx)
		if err != nil || answer == "q" {
			return err
		}
		switch {
		case answer == "b":
			led = max(led-1, 0)
			delete(l.said, led)
		case answer == "r" && guess != "":
			return l.rest(led)
		case answer == "" && guess != "":
			l.said[led] = guess
			led++
		case answer == "-":
			l.said[led] = ""
			led++
		case l.is(answer):
			l.said[led] = answer
			led++
		default:
			l.console.Say("The board has no square %q.", answer)
		}
	}
	return nil
}

// rest takes the guesses for all LEDs from that one on.
func (l *lights) rest(from int) error {
	for led := from; led < l.part.LEDs; led++ {
		l.said[led] = l.guess(led)
	}
	return nil
}

func (l *lights) ask(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, open := <-l.console.Lines:
		if !open {
			return "", ErrGone
		}
		return strings.TrimSpace(line), nil
	}
}

func (l *lights) name() string { return l.board.Drivers[l.driver].Name }

func (l *lights) is(square string) bool {
	return slices.ContainsFunc(l.board.Places, func(p config.Place) bool { return p.Name == square })
}

// show lights one LED, or none.
func (l *lights) show(led int) error {
	frame := make([]byte, 3*l.part.LEDs)
	if led >= 0 {
		frame[3*led], frame[3*led+1], frame[3*led+2] = lamp, lamp, lamp
	}
	return l.part.Show(frame)
}

// guess returns the square that an LED probably lies under: by the board file if it was right so far, else by
// the first wiring order that fits; "" if none does.
func (l *lights) guess(led int) string {
	file := l.file()
	right := true
	for known, square := range l.said {
		right = right && file[known] == square
	}
	if right {
		return file[led]
	}
	for _, w := range l.ways {
		if square, fits := l.follow(w, led); fits {
			return square
		}
	}
	return ""
}

// file says which square each LED lights in the file.
func (l *lights) file() map[int]string {
	file := map[int]string{}
	for _, p := range l.board.Places {
		if p.LEDDriver == l.driver {
			for _, led := range p.LEDs {
				file[led] = p.Name
			}
		}
	}
	return file
}

// follow returns the square of an LED on a strip that runs that way, if the answers on that strip agree with it.
func (l *lights) follow(w config.Way, led int) (square string, fits bool) {
	per := 1
	for _, p := range l.board.Places {
		per = max(per, len(p.LEDs))
	}
	first, known := 0, 0
	for _, n := range slices.Sorted(maps.Keys(l.said)) {
		i := slices.Index(w.Squares, l.said[n])
		if i < 0 {
			continue
		}
		if known == 0 {
			first = n - i*per
		}
		known++
		if at := n - first; at < 0 || at/per != i {
			return "", false
		}
	}
	if at := led - first; known > 0 && at >= 0 && at/per < len(w.Squares) {
		return w.Squares[at/per], true
	}
	return "", false
}
