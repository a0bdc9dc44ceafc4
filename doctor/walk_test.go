package doctor_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/config"
	"reeve/doctor"
	"reeve/hw/sim"
)

// twoDrivers is a board of a grid and two squares of their own, on two drivers.
const twoDrivers = `name: test
drivers:
  - {name: main, kind: sim, channels: 20, leds: 14}
  - {name: more, kind: serial, device: /dev/ttyACM0, channels: 3, leds: 2}
surface: {width_mm: 250, height_mm: 200}
grids:
  - {files: 4, ranks: 3, pitch_mm: 50}
squares:
  x: {x_mm: 25, y_mm: 190, driver: more, channel: 0, led_driver: more, leds: [0]}
  y: {x_mm: 100, y_mm: 190, driver: more, channel: 1, led_driver: more, leds: [1]}
games: {rolechess: {}}
`

func parse(t *testing.T, text string) *config.Board {
	t.Helper()
	b, err := config.ParseBoard("b.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// person sits at the console: what is said to them is answered in time.
type person struct {
	lines chan string
	said  chan string
	mu    sync.Mutex
	all   []string
}

func newPerson() *person {
	return &person{lines: make(chan string, 100), said: make(chan string, 10_000)}
}

func (p *person) console() doctor.Console {
	return doctor.Console{Lines: p.lines, Say: func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		p.mu.Lock()
		p.all = append(p.all, text)
		p.mu.Unlock()
		p.said <- text
	}}
}

func (p *person) heard(text string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.all {
		if strings.Contains(s, text) {
			n++
		}
	}
	return n
}

// answer has do called with everything that is said, until ctx is done.
func (p *person) answer(ctx context.Context, do func(text string)) {
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case text := <-p.said:
				time.Sleep(400 * time.Millisecond)
				do(text)
			}
		}
	}()
}

// asked is the square of which is said "Put a magnet on it".
func asked(text string) (square string, ok bool) {
	rest, ok := strings.CutPrefix(text, "Put a magnet on ")
	square, _, _ = strings.Cut(rest, ".")
	return square, ok
}

// TestMapOnWood walks over boards whose wires run in random orders, with magnets
// on simulated reeds that bounce, fail and feel their neighbours.
func TestMapOnWood(t *testing.T) {
	for _, noise := range []sim.Noise{sim.None, sim.Light, sim.Heavy} {
		for seed := range uint64(3) {
			synctest.Test(t, func(t *testing.T) { mapWood(t, noise, seed) })
		}
	}
}

func mapWood(t *testing.T, noise sim.Noise, seed uint64) {
	b := parse(t, twoDrivers)
	order := rand.New(rand.NewPCG(seed, 1)).Perm(12)
	truth := map[string]config.End{"x": {Driver: 1, Number: 2}, "y": {Driver: 1, Number: 0}}
	far := sim.Point{X: -1000, Y: -1000}
	wood := [2][]sim.Point{make([]sim.Point, 20), make([]sim.Point, 3)}
	for d := range wood {
		for ch := range wood[d] {
			wood[d][ch] = sim.Point{X: far.X - 100*float64(ch), Y: far.Y}
		}
	}
	for i, p := range b.Places {
		if p.Driver == 0 {
			truth[p.Name] = config.End{Number: order[i] + 8*(order[i]/6)} // some channels feel nothing
		}
		e := truth[p.Name]
		wood[e.Driver][e.Number] = sim.Point{X: p.X, Y: p.Y}
	}
	start := time.Now()
	fields := [2]*sim.Field{sim.NewField(wood[0], seed, noise), sim.NewField(wood[1], seed+7, noise)}
	parts := []doctor.Part{{Channels: 20, Scan: fields[0].Live(start).Scan}, {Channels: 3, Scan: fields[1].Live(start).Scan}}
	who := newPerson()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	on := -1
	who.answer(ctx, func(text string) {
		square, put := asked(text)
		switch now := time.Since(start); {
		case strings.HasPrefix(text, "Take everything"):
			who.lines <- ""
		case put:
			e := truth[square]
			on = e.Driver
			fields[on].Put(0, fields[on].Aim(e.Number), now)
		case strings.Contains(text, "Take the magnet off"):
			fields[on].Lift(0, now)
		}
	})
	found, err := doctor.Map(ctx, b, parts, who.console())
	if err != nil || !maps.Equal(found.Channels, truth) {
		t.Fatalf("%v noise, seed %d: found %v, it is %v, %v\n%s", noise, seed, found.Channels, truth, err, strings.Join(who.all, "\n"))
	}
	text, err := config.Rewire("b.yaml", []byte(twoDrivers), found)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parse(t, string(text)).Places {
		if truth[p.Name] != (config.End{Driver: p.Driver, Number: p.Channel}) {
			t.Errorf("%s is written as %+v", p.Name, p)
		}
	}
}

// TestMapSaysWhatIsWrong walks over a board with a stuck contact, a short between
// two, and a person who skips, goes back and mistypes.
func TestMapSaysWhatIsWrong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := parse(t, strings.NewReplacer("channels: 20, leds: 14", "channels: 20, leds: 14", "files: 4, ranks: 3", "files: 4, ranks: 1").Replace(twoDrivers))
		main, more := sim.New(20, 14), sim.New(3, 2)
		main.Set(17, true)
		parts := []doctor.Part{{Channels: 20, Scan: main.Scan}, {Channels: 3, Scan: more.Scan}}
		who := newPerson()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		visits := map[string]int{}
		who.answer(ctx, func(text string) {
			square, put := asked(text)
			visits[square]++
			switch {
			case strings.HasPrefix(text, "Take everything"):
				who.lines <- ""
			case put && square == "a1":
				main.Set(5, true)
			case strings.HasPrefix(text, "a1 is channel"):
				main.Set(5, false)
			case put && square == "b1" && visits[square] == 1: // two close together
				main.Set(6, true)
				main.Set(7, true)
			case strings.Contains(text, "close together"):
				main.Set(7, false)
			case strings.HasPrefix(text, "b1 is channel"):
				main.Set(6, false)
			case put && square == "c1" && visits[square] == 1: // what a1 is on
				main.Set(5, true)
			case strings.Contains(text, "felt a1 before"):
				main.Set(5, false)
				who.lines <- "what"
			case strings.Contains(text, "nothing I know"):
				who.lines <- "b"
			case put && square == "b1": // back at it
				main.Set(8, true)
				who.lines <- "" // skipped before it is felt; the magnet is taken off again
				main.Set(8, false)
			case put && square == "c1":
				who.lines <- ""
			case put && square == "d1":
				who.lines <- "q"
			}
		})
		found, err := doctor.Map(ctx, b, parts, who.console())
		if err != nil || !maps.Equal(found.Channels, map[string]config.End{"a1": {Number: 5}, "b1": {Number: 6}}) {
			t.Errorf("found %v, %v\n%s", found, err, strings.Join(who.all, "\n"))
		}
		for _, said := range []string{"Channel 17 of main is closed with nothing on the board", "Channels 6 of main, 7 of main close together", "felt a1 before"} {
			if who.heard(said) != 1 {
				t.Errorf("%q was said %d times\n%s", said, who.heard(said), strings.Join(who.all, "\n"))
			}
		}
	})
}

func TestMapFindsButtons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := strings.Replace(lightsBoard, "channels: 12", "channels: 16", 1) + "buttons: [{name: undo, number: 0}, {name: confirm, seat: white, channel: 14}, {name: energy, channel: 15}]\n"
		b, board, who := parse(t, text), sim.New(16, 26), newPerson()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		who.answer(ctx, func(text string) {
			switch _, square := asked(text); {
			case square, strings.HasPrefix(text, "Take everything"):
				who.lines <- ""
			case strings.HasPrefix(text, "Hold button 2, confirm white."):
				board.Set(13, true)
			case strings.HasPrefix(text, "Hold button 3, energy."):
				board.Set(14, true)
			case strings.HasSuffix(text, "Let it go."):
				board.SetAll(nil)
			}
		})
		found, err := doctor.Map(ctx, b, []doctor.Part{{Channels: 16, Scan: board.Scan}}, who.console())
		if err != nil || len(found.Channels) != 0 || !maps.Equal(found.Buttons, map[int]config.End{1: {Number: 13}, 2: {Number: 14}}) {
			t.Fatalf("%+v, %v\n%s", found, err, strings.Join(who.all, "\n"))
		}
		if _, err := config.Rewire("b.yaml", []byte(text), found); err != nil {
			t.Error(err)
		}
	})
}

func TestMapEnds(t *testing.T) {
	b := parse(t, twoDrivers)
	board := sim.New(20, 14)
	parts := []doctor.Part{{Channels: 20, Scan: board.Scan}, {Channels: 3, Scan: func([]uint64) error { return errors.New("unplugged") }}}
	synctest.Test(t, func(t *testing.T) { // a driver that fails: nothing is asked before it is well
		who := newPerson()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		who.lines <- ""
		if found, err := doctor.Map(ctx, b, parts, who.console()); !errors.Is(err, context.DeadlineExceeded) || len(found.Channels) != 0 || who.heard("Put a magnet") > 0 {
			t.Errorf("%v, %v, %q", found, err, who.all)
		}
	})
	synctest.Test(t, func(t *testing.T) { // nobody there
		who := newPerson()
		who.lines <- "q"
		if found, err := doctor.Map(t.Context(), b, parts[:1], who.console()); err != nil || len(found.Channels) != 0 || who.heard("Put a magnet") > 0 {
			t.Errorf("ended before it began: %v, %v", found, err)
		}
		close(who.lines)
		if _, err := doctor.Map(t.Context(), b, parts[:1], who.console()); !errors.Is(err, doctor.ErrGone) {
			t.Error(err)
		}
		if _, err := doctor.Lights(t.Context(), b, []doctor.Part{{LEDs: 14, Show: board.Show}}, who.console()); !errors.Is(err, doctor.ErrGone) {
			t.Error(err)
		}
		if strings.Trim(string(board.Frame()), "\x00") != "" {
			t.Error("an LED is left lit")
		}
	})
}

// lightsBoard is a grid over two LEDs a square, the first LED of the strip under none.
const lightsBoard = `name: test
drivers:
  - {name: main, kind: sim, channels: 12, leds: 26}
surface: {width_mm: 200, height_mm: 150}
grids:
  - {files: 4, ranks: 3, pitch_mm: 50, leds_per_square: 2, first_led: 2}
games: {rolechess: {}}
`

// TestLights walks along strips that run in every way a strip can, and counts how
// often somebody has to type a name.
func TestLights(t *testing.T) {
	b := parse(t, lightsBoard)
	for _, way := range b.Ways() {
		synctest.Test(t, func(t *testing.T) {
			board, who := sim.New(12, 26), newPerson()
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			typed := 0
			who.answer(ctx, func(text string) {
				var led int
				if _, err := fmt.Sscanf(text, "LED %d of main is lit", &led); err != nil {
					t.Errorf("said %q", text)
					return
				}
				if frame := board.Frame(); frame[3*led] == 0 || strings.Count(string(frame), "\x00") != len(frame)-3 {
					t.Errorf("LED %d is not the one that is lit", led)
				}
				right := "-"
				if led >= 1 && led <= 24 {
					right = way.Squares[(led-1)/2]
				}
				_, guess, _ := strings.Cut(text, "is lit: ")
				guess, _, _ = strings.Cut(guess, "?")
				if guess == right {
					who.lines <- ""
					return
				}
				typed++
				who.lines <- right
			})
			found, err := doctor.Lights(ctx, b, []doctor.Part{{LEDs: 26, Show: board.Show}}, who.console())
			if err != nil || len(found) != 12 {
				t.Fatalf("%v, %v", found, err)
			}
			out, err := config.Rewire("b.yaml", []byte(lightsBoard), config.Found{LEDs: found})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range parse(t, string(out)).Places {
				if e := found[p.Name]; len(e) != 2 || p.LEDs[0] != e[0].Number || p.LEDs[1] != e[1].Number || way.Squares[(p.LEDs[0]-1)/2] != p.Name {
					t.Errorf("%s: %+v", way.Order, p)
				}
			}
			if strings.Contains(string(out), "squares:") {
				t.Errorf("%s from %s is written singly\n%s", way.Order, way.From, out)
			}
			if typed > 10 {
				t.Errorf("%s from %s: %d names had to be typed", way.Order, way.From, typed)
			}
		})
	}
}

// Of LEDs at the edge there is nothing to ask: no square has them alone.
func TestLightsAtTheEdge(t *testing.T) {
	text := strings.NewReplacer("pitch_mm: 50, leds_per_square: 2, first_led: 2", "pitch_mm: 50, x_mm: 20, y_mm: 20, leds: edges").Replace(lightsBoard)
	text = regexp.MustCompile(`surface:.*`).ReplaceAllString(text, "surface: {width_mm: 300, height_mm: 300}")
	board, said := sim.New(12, 26), []string{}
	found, err := doctor.Lights(t.Context(), parse(t, text), []doctor.Part{{LEDs: 26, Show: board.Show}}, doctor.Console{
		Say: func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) },
	})
	if err != nil || len(found) != 0 || len(said) != 1 || !strings.Contains(said[0], "lie at the edge") {
		t.Errorf("%v, %v, %q", found, err, said)
	}
}

func TestLightsAnswers(t *testing.T) {
	b := parse(t, strings.Replace(lightsBoard, "leds: 26", "leds: 40", 1))
	board, who := sim.New(12, 40), newPerson()
	for _, line := range []string{"-", "-", "z9", "", "d3", "b", "", "r"} {
		who.lines <- line
	}
	found, err := doctor.Lights(t.Context(), b, []doctor.Part{{LEDs: 40, Show: board.Show}}, who.console())
	if err != nil || len(found) != 12 || who.heard(`no square "z9"`) != 1 {
		t.Errorf("%v, %v\n%s", found, err, strings.Join(who.all, "\n"))
	}
	if e := found["a1"]; len(e) != 2 || e[0].Number != 2 || e[1].Number != 3 {
		t.Errorf("a1 has %v", e)
	}
	who = newPerson()
	who.lines <- "b1"
	who.lines <- "q"
	if found, err := doctor.Lights(t.Context(), b, []doctor.Part{{LEDs: 40, Show: board.Show}}, who.console()); err != nil || len(found) != 1 {
		t.Errorf("%v, %v", found, err)
	}
	broken := errors.New("no such device")
	if _, err := doctor.Lights(t.Context(), b, []doctor.Part{{LEDs: 40, Show: func([]byte) error { return broken }}}, who.console()); !errors.Is(err, broken) {
		t.Error(err)
	}
}
