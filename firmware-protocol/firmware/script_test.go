package firmware

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/firmware-protocol/wire"
	"reeve/hw/sim"
)

// vectors decodes a JSON-lines file of firmware-protocol/vectors.
func vectors[V any](t testing.TB, file string) []V {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../vectors", file))
	if err != nil {
		t.Fatal(err)
	}
	var all []V
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	for dec.More() {
		var v V
		if err := dec.Decode(&v); err != nil {
			t.Fatalf("%s: vector %d: %v", file, len(all)+1, err)
		}
		all = append(all, v)
	}
	return all
}

// script is a vector of vectors/README.md that takes time.
type script struct {
	Name, Note string
	Steps      []step
}

type step struct {
	Send                        string
	Pass                        int // ms
	Close, Open, Press, Release []int
	Restart                     bool
	Rate, Baud                  int
	Hear                        *[]string
	Of                          []string
}

// player plays one script on one controller.
type player struct {
	t       testing.TB
	on      controller
	decoder wire.Decoder
	heard   []string // frames in hexadecimal, without their check
	boot    string   // of the last HELLO heard
}

func (p *player) pass(d time.Duration) {
	for rest := p.on.pass(d); len(rest) > 0; {
		var f wire.Frame
		var ok bool
		if f, rest, ok = p.decoder.Next(rest); ok {
			p.heard = append(p.heard, fmt.Sprintf("%02x%02x%02x%x", byte(f.Type), f.SID, f.Seq, f.Payload))
		}
	}
}

// send puts a frame on the line, with a delimiter before it.
func (p *player) send(s string) {
	other := "0000"
	if p.boot == other {
		other = "ffff"
	}
	b, err := hex.DecodeString(strings.NewReplacer("BBBB", p.boot, "XXXX", other).Replace(s))
	if err != nil {
		p.t.Fatal(err)
	}
	p.on.feed(wire.Frame{Type: wire.Type(b[0]), SID: b[1], Seq: b[2], Payload: b[3:]}.Append([]byte{0}))
}

// settle is how long hear waits for what is on its way.
const settle = 20 * time.Millisecond

// hear checks what was heard since the last time.
func (p *player) hear(want, of []string) error {
	p.pass(settle)
	got := slices.DeleteFunc(p.heard, func(f string) bool {
		if of != nil {
			return !slices.Contains(of, f[:2])
		}
		own := slices.ContainsFunc(want, func(w string) bool { return w[:2] == f[:2] })
		return !own && (f[:2] == "81" || f[:2] == "92")
	})
	p.heard = nil
	for i, f := range got {
		if i == len(want) || !p.matches(want[i], f) {
			return fmt.Errorf("heard %q, want %q", got, want)
		}
	}
	if len(got) < len(want) {
		return fmt.Errorf("heard %q, want %q", got, want)
	}
	return nil
}

// matches compares a frame with a pattern and remembers the boot number of a HELLO.
func (p *player) matches(pattern, frame string) bool {
	boot := ""
	if frame[:2] == "81" && len(frame) >= 22 {
		boot = frame[18:22]
	}
	known := p.boot
	if known == "" {
		known = "...."
	}
	if strings.Contains(pattern, "XXXX") {
		if boot == p.boot {
			return false
		}
		pattern = strings.Replace(pattern, "XXXX", "....", 1)
	}
	pattern = strings.Replace(pattern, "BBBB", known, 1)
	pattern = strings.Replace(pattern, "*", ".*", 1)
	if boot != "" {
		p.boot = boot
	}
	return regexp.MustCompile("^" + pattern + "$").MatchString(frame)
}

func (p *player) play(s script) {
	for i, st := range s.Steps {
		switch {
		case st.Send != "":
			p.send(st.Send)
		case st.Restart:
			p.on.restart()
		case st.Rate > 0:
			p.on.rate(st.Rate)
		case st.Baud > 0:
			if got := p.on.baud(); got < st.Baud*96/100 || got > st.Baud*104/100 {
				p.t.Errorf("step %d: the controller is at %d baud, want %d", i+1, got, st.Baud)
				return
			}
		case st.Hear != nil:
			if err := p.hear(*st.Hear, st.Of); err != nil {
				p.t.Errorf("step %d: %v", i+1, err)
				return
			}
		default:
			each(st.Close, func(n int) { p.on.set(n, true) })
			each(st.Open, func(n int) { p.on.set(n, false) })
			each(st.Press, func(n int) { p.on.press(n, true) })
			each(st.Release, func(n int) { p.on.press(n, false) })
			p.pass(time.Duration(st.Pass) * time.Millisecond)
		}
	}
}

func each(list []int, do func(int)) {
	for _, n := range list {
		do(n)
	}
}

var scriptFiles = []string{"sessions.jsonl", "edges.jsonl", "commands.jsonl", "rates.jsonl"}

// playAll plays every script on a controller that was just switched on.
func playAll(t *testing.T, play func(t *testing.T, s script)) { playSome(t, 1, 0, play) }

// playSome plays one script in so many.
func playSome(t *testing.T, of, first int, play func(t *testing.T, s script)) {
	for _, file := range scriptFiles {
		for i, s := range vectors[script](t, file) {
			if i%of != first {
				continue
			}
			t.Run(file+"/"+s.Name, func(t *testing.T) { play(t, s) })
		}
	}
}

// goController is hw/sim behind a pipe, in a bubble.
type goController struct {
	board   *sim.Board
	control *sim.Controller
	in      *io.PipeWriter
	mu      sync.Mutex
	said    []byte
	rates   [2]int // of the controller's side and of the host's
}

type goLine struct {
	io.Reader
	*goController
}

func (l goLine) Write(p []byte) (int, error) {
	time.Sleep(wire.LineTime(len(p), l.baud()))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.said = append(l.said, l.through(p)...)
	return len(p), nil
}

// SetBaud is the controller's side.
func (l goLine) SetBaud(baud int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rates[0] = baud
	return nil
}

// through is what comes out at the other side.
func (g *goController) through(p []byte) []byte {
	out := slices.Clone(p)
	for i := range out {
		if g.rates[0] != g.rates[1] {
			out[i] ^= 0x5a
		}
	}
	return out
}

func (g *goController) feed(line []byte) {
	g.mu.Lock()
	line = g.through(line)
	g.mu.Unlock()
	g.in.Write(line)
}

func (g *goController) rate(baud int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.rates[1] = baud
}

func (g *goController) baud() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.rates[0]
}

func (g *goController) set(n int, closed bool)    { g.board.Set(n, closed) }
func (g *goController) press(n int, pressed bool) { g.board.Press(n, pressed) }
func (g *goController) restart()                  { g.control.Restart() }

func (g *goController) pass(d time.Duration) []byte {
	time.Sleep(d)
	synctest.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	said := g.said
	g.said = nil
	return said
}

func inGo(t *testing.T, test func(t *testing.T, on controller)) {
	synctest.Test(t, func(t *testing.T) {
		g := &goController{board: sim.New(64, 64), rates: [2]int{115200, 115200}}
		g.control = sim.NewController(g.board, sim.Options{Buttons: 1, EventRing: 64})
		r, w := io.Pipe()
		g.in = w
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- g.control.Run(ctx, goLine{r, g}) }()
		test(t, g)
		cancel()
		<-ended
		w.Close()
		time.Sleep(time.Second) // a write that was under way ends
	})
}

func TestScriptsInGo(t *testing.T) {
	playAll(t, func(t *testing.T, s script) {
		inGo(t, func(t *testing.T, on controller) { (&player{t: t, on: on}).play(s) })
	})
}

func TestScriptsOnHost(t *testing.T) {
	playAll(t, func(t *testing.T, s script) { (&player{t: t, on: onHost(t)}).play(s) })
}

func TestScriptsOnChip(t *testing.T) { scriptsOnChip(t, 6) }

func TestLongScriptsOnChip(t *testing.T) { scriptsOnChip(t, 1) }

func scriptsOnChip(t *testing.T, of int) {
	playSome(t, of, 0, func(t *testing.T, s script) { (&player{t: t, on: onChip(t, "atmega328p", "")}).play(s) })
}

// The Pico's serial line takes one half of the scripts, and USB of those that are for it the other; a night has all of both.
func TestLongScriptsOnPico(t *testing.T)       { scriptsOnPico(t, 2, 0) }
func TestLongScriptsOnPicoAtUSB(t *testing.T)  { scriptsOnPicoAtUSB(t, 2, 1) }
func TestHoursScriptsOnPico(t *testing.T)      { scriptsOnPico(t, 1, 0) }
func TestHoursScriptsOnPicoAtUSB(t *testing.T) { scriptsOnPicoAtUSB(t, 1, 0) }

func scriptsOnPico(t *testing.T, of, first int) {
	m := onChip(t, "pico-8x8", "")
	playSome(t, of, first, func(t *testing.T, s script) { (&player{t: t, on: m.fresh(t)}).play(s) })
}

// Over USB there is no rate that could be wrong. Commands are the core's, whatever line they come over.
func scriptsOnPicoAtUSB(t *testing.T, of, first int) {
	m := onUSB(t, "8x8", "")
	playSome(t, of, first, func(t *testing.T, s script) {
		if strings.Contains(t.Name(), "commands.jsonl") {
			t.Skip("a script of commands")
		}
		if slices.ContainsFunc(s.Steps, func(s step) bool { return s.Rate > 0 || s.Baud > 0 }) {
			t.Skip("a script of rates")
		}
		on := m.fresh(t)
		on.ask("plug")
		(&player{t: t, on: on}).play(s)
	})
}
