package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/referee"
)

// diary is a sink that writes down what it hears.
type diary []string

func (h *diary) Touch(t board.Touch) { *h = append(*h, fmt.Sprintf("%d %v", t.Square, t.Placed)) }
func (h *diary) Wood(w board.Set, _ time.Duration) {
	*h = append(*h, fmt.Sprintf("wood %d", w.Len()))
}
func (h *diary) Fault(err error) { *h = append(*h, strings.ReplaceAll(fmt.Sprint(err), "\n", ", ")) }

func TestPlayWaitsForTheLights(t *testing.T) {
	h := &diary{}
	p := newHold(h)
	gone, lost := errors.New("no such device"), errors.New("board lost")
	expect := func(want ...string) {
		t.Helper()
		if !slices.Equal(*h, want) {
			t.Errorf("heard %q, want %q", *h, want)
		}
		*h = nil
	}
	p.Dark("strip", nil, 0) // as it was
	p.Wood(board.SetOf(1, 2), 0)
	p.Touch(board.Touch{Square: 1})
	expect("wood 2", "1 false")
	p.Dark("strip", gone, 0)
	p.Touch(board.Touch{Square: 2})
	p.Dark("rim", gone, 0)
	expect("the lights fail: strip: no such device", "the lights fail: rim: no such device, strip: no such device")
	p.Dark("strip", nil, 0)
	expect("the lights fail: rim: no such device")
	p.Fault(lost)
	p.Wood(board.SetOf(4, 5, 6), 0)
	expect("board lost, the lights fail: rim: no such device")
	p.Dark("rim", nil, 0)
	p.Fault(nil)
	p.Touch(board.Touch{Square: 7, Placed: true})
	expect("wood 3", "board lost", "<nil>", "7 true")
}

// The strip's port goes away in mid-game: play pauses and says which lights, and goes on by itself when it is back,
// with the wood as it lies then.
func TestAStripThatIsGonePausesPlay(t *testing.T) { synctest.Test(t, aStripThatIsGonePausesPlay) }

func aStripThatIsGonePausesPlay(t *testing.T) {
	b := gpioBench()
	r := serveOn(t, b)
	for _, p := range r.board.Places {
		if strings.ContainsAny(p.Name[1:], "1267") {
			b.contact(p.Channel, true)
		}
	}
	r.until(t, "played", func(table *referee.Table) bool { return table.Status == referee.StatusPlay && len(table.Wood) == 28 })
	b.strip.Break(true)
	b.contact(1, false) // the light of b1's squares is the first that fails
	r.until(t, "paused", func(table *referee.Table) bool {
		return table.Message.Key == "paused.lights" && strings.HasPrefix(table.Message.Text, "Paused: the lights do not respond (strip: ")
	})
	b.contact(1, true)
	b.strip.Break(false)
	r.until(t, "going on", func(table *referee.Table) bool { return table.Message.Key == "turn" && len(table.Wood) == 28 })
	if !r.log.has("the lights fail") || !r.log.has("the lights are back") {
		t.Error(r.log.text.String())
	}
}

// A controller that measures says that the supply of its LEDs is gone: play pauses, says which and how little is left,
// and goes on by itself when it is back.
func TestASupplyThatIsGonePausesPlay(t *testing.T) { synctest.Test(t, aSupplyThatIsGonePausesPlay) }

func aSupplyThatIsGonePausesPlay(t *testing.T) {
	wood, m := sim.New(49, 49), nowhere
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() { cancel(); running.Wait() })
	m.serial = func(string, int) (io.ReadWriteCloser, error) {
		host, far := net.Pipe()
		running.Go(func() {
			_ = sim.NewController(wood, sim.Options{Name: "box", Supply: true}).Run(ctx, far)
			far.Close()
		})
		return host, nil
	}
	file := written(t, "b.yaml", `name: box
drivers: [{name: box, kind: serial, device: /dev/serial/by-id/none, channels: 49, leds: 49}]
surface: {width_mm: 350, height_mm: 350}
grids: [{files: 7, ranks: 7, pitch_mm: 50}]
games: {rolechess: {}}
`)
	r := serveOn(t, bench{file: file, machine: m})
	for _, p := range r.board.Places {
		wood.Set(p.Channel, strings.ContainsAny(p.Name[1:], "1267"))
	}
	r.until(t, "played", func(table *referee.Table) bool { return table.Status == referee.StatusPlay && len(table.Wood) == 28 })
	wood.Supply(700)
	r.until(t, "paused", func(table *referee.Table) bool {
		return table.Message.Text == "Paused: the lights do not respond (box: serial: the supply of the LEDs is gone: 0.7 V)"
	})
	wood.Supply(4900)
	r.until(t, "going on", func(table *referee.Table) bool { return table.Message.Key == "turn" && len(table.Wood) == 28 })
}
