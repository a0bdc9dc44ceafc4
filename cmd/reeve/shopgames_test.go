package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/config"
	"reeve/hw/hwtest"
	"reeve/robot"
	"reeve/sensors"
)

// shopTable is a board file with models of boards from shops behind the daemon's own drivers, on cables that come
// loose. It is made and used inside a bubble of virtual time.
type shopTable struct {
	t       *testing.T
	parts   []shopPart
	begin   time.Time // robots' time 0
	queue   []func(sensors.Sink)
	mu      sync.Mutex // guards queue
	sink    sensors.Sink
	out     bool // the cables are pulled out
	cables  []*hwtest.Cable
	running sync.WaitGroup // drivers
	cancel  context.CancelFunc
	loose   []time.Duration // when cables come loose, from the start
	unplugs int
}

// shopPart is one driver, and what stands on its channels.
type shopPart struct {
	squares []board.Square
	put     func(channel int, closed bool)
	closed  []bool
}

// later are the sinks of drivers: what they are told waits for Pass.
type later struct {
	table *shopTable
}

func (l later) add(tell func(sensors.Sink)) {
	l.table.mu.Lock()
	defer l.table.mu.Unlock()
	l.table.queue = append(l.table.queue, tell)
}
func (l later) Touch(t board.Touch) { l.add(func(s sensors.Sink) { s.Touch(t) }) }
func (l later) Wood(w board.Set, at time.Duration) {
	l.add(func(s sensors.Sink) { s.Wood(w, at) })
}
func (l later) Fault(err error) { l.add(func(s sensors.Sink) { s.Fault(err) }) }

// unplug pulls every cable out, or puts them in again.
func (s *shopTable) unplug(out bool) {
	if s.out = out; out {
		s.unplugs++
	}
	for _, c := range s.cables {
		c.Pull(out)
	}
}

// newShopTable connects a board file's drivers for a game to a sink.
func newShopTable(t *testing.T, file, game string, loose []time.Duration, sink sensors.Sink) *shopTable {
	b, err := config.LoadBoard("../../configs/boards/" + file)
	if err != nil {
		t.Fatal(err)
	}
	start, err := begin(game)
	if err != nil {
		t.Fatal(err)
	}
	wires, err := b.Wires(game, start.Topology())
	if err != nil {
		t.Fatal(err)
	}
	s := &shopTable{t: t, begin: time.Now(), sink: sink, loose: loose}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	feelers := 0
	for _, w := range wires {
		if w.Driver.Channels > 0 {
			feelers++
		}
	}
	sinks := []sensors.Sink{later{s}}
	if feelers > 1 {
		sinks = sensors.Join(later{s}, feelers)
	}
	for _, w := range wires {
		if w.Driver.Channels == 0 {
			continue
		}
		wiring, err := sensors.NewWiring(w.Squares)
		if err != nil {
			t.Fatal(err)
		}
		edges := sensors.NewEdges(wiring, sinks[0], nil)
		sinks = sinks[1:]
		part := shopPart{squares: w.Squares, closed: make([]bool, len(w.Squares))}
		if !w.Driver.Bought() { // soldered beside the board: it feels at once
			edges.State(make([]uint64, wiring.Words()), 0)
			part.put = func(channel int, closed bool) { edges.Edge(channel, closed, time.Since(s.begin)) }
		} else {
			part.put = s.bought(ctx, w.Driver, edges)
		}
		s.parts = append(s.parts, part)
	}
	return s
}

// bought connects a model to the daemon's driver for it, and returns how pieces are put on its channels.
func (s *shopTable) bought(ctx context.Context, d config.Driver, edges *sensors.Edges) func(channel int, closed bool) {
	var run func(io.ReadWriter)
	var put func(field int, id uint64)
	if d.Kind == "dgt" {
		model := hwtest.NewDGT()
		run, put = func(line io.ReadWriter) { model.Restart(); model.Run(line) }, func(field int, id uint64) { model.Put(field, byte(id)) }
	} else {
		model := shopModel(d.Kind)
		run, put = model.Run, model.Put
	}
	cable := &hwtest.Cable{Board: run}
	s.cables = append(s.cables, cable)
	m := nowhere
	m.serial = func(string, int) (io.ReadWriteCloser, error) { return cable.Open() }
	m.reports = func(string) (io.ReadWriteCloser, error) { return cable.Open() }
	driver := m.shopBoard(d, edges, s.begin)
	s.running.Go(func() { _ = driver.Run(ctx) })
	return func(channel int, closed bool) {
		if d.Turned {
			channel = 63 - channel
		}
		id := uint64(0)
		if closed {
			id = 1
		}
		put(channel, id)
	}
}

// Pass is of robot.Through.
func (s *shopTable) Pass(closed []uint64, until time.Duration) {
	for _, p := range s.parts {
		for channel, sq := range p.squares {
			if sq == board.None {
				continue
			}
			if is := closed[sq/64]>>(sq%64)&1 == 1; is != p.closed[channel] {
				p.closed[channel] = is
				p.put(channel, is)
			}
		}
	}
	if len(s.loose) > 0 && until >= s.loose[0] {
		s.unplug(!s.out)
		if s.out {
			s.loose[0] += 1500 * time.Millisecond
		} else {
			s.loose = s.loose[1:]
		}
	}
	time.Sleep(time.Until(s.begin.Add(until)))
	synctest.Wait()
	s.mu.Lock()
	queue := s.queue
	s.queue = nil
	s.mu.Unlock()
	for _, tell := range queue {
		tell(s.sink)
	}
}

func (s *shopTable) close() {
	s.cancel()
	s.running.Wait()
	for _, c := range s.cables {
		c.Wait()
	}
}

// shopGame has robot hands play a game on a board file's models, whose cables come loose so often.
func shopGame(t *testing.T, file, game string, seed uint64, unplugs int) {
	calm := map[string]time.Duration{"chessnut": 0, "chesslink": 200 * time.Millisecond, "certabo": 400 * time.Millisecond, "sentio": 400 * time.Millisecond, "dgt": 0}
	kind, _, _ := strings.Cut(file, "-")
	every := 7 * time.Second
	if game == "dungeonchess" { // it may be over after 50 s
		every = 4 * time.Second
	}
	var loose []time.Duration
	for i := range unplugs {
		loose = append(loose, 8*time.Second+time.Duration(i)*every)
	}
	synctest.Test(t, func(t *testing.T) {
		var table *shopTable
		var told strings.Builder
		report, err := robot.Play(robot.Options{
			Games: games(), Game: game, Seed: seed, Calm: calm[kind],
			Through: func(sink sensors.Sink) robot.Through {
				table = newShopTable(t, file, game, loose, sink)
				return table
			},
			Tell: func(line string) { fmt.Fprintln(&told, line) },
		})
		if table != nil {
			table.close()
		}
		if err != nil {
			t.Fatal(err)
		}
		if !report.Sound() || table.unplugs < unplugs {
			text := told.String()
			t.Errorf("%s on %s, seed %d, unplugged %d times: %s\n%s", game, file, seed, table.unplugs, report.String(), text[max(0, len(text)-6000):])
		}
		t.Logf("%s on %s: %d actions, %d touches, %d questions, unplugged %d times, ends %v", game, file, report.Actions, report.Touches, report.Questions, table.unplugs, report.Ends)
	})
}

// A whole game on a board from a shop, unplugged ten times.
func TestAWholeGameOnABoardFromAShop(t *testing.T) {
	shopGame(t, "chessnut-rolechess.yaml", "rolechess", 1, 10)
}

// A whole game of every kind that boards from shops carry, each unplugged ten times.
func TestLongWholeGamesOnBoardsFromShops(t *testing.T) { shopGames(t, 2) }

func TestHoursWholeGamesOnBoardsFromShops(t *testing.T) { shopGames(t, 3, 4, 5, 6) }

// shopGames plays each game on each kind of board once a seed, though more than one file may carry it.
func shopGames(t *testing.T, seeds ...uint64) {
	played := map[string]bool{}
	for _, file := range slices.Sorted(maps.Keys(shipped)) {
		kind, _, _ := strings.Cut(file, "-")
		if kind != "dgt" && shopKinds[kind].Baud == 0 && kind != "chessnut" {
			continue
		}
		for _, game := range shipped[file] {
			if played[kind+game] {
				continue
			}
			played[kind+game] = true
			for _, seed := range seeds {
				t.Run(fmt.Sprintf("%s %s %d", file, game, seed), func(t *testing.T) { shopGame(t, file, game, seed, 10) })
			}
		}
	}
	if len(played) != 3*5 {
		t.Errorf("five kinds of boards carry three games each, played were %v", played)
	}
}
