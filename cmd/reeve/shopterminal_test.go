package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/referee"
	"reeve/rules"
)

// shopLine is a board from a shop on a terminal, and the daemon that has opened it.
type shopLine struct {
	*table
	t    *testing.T
	wood shopWood
	name string // of the terminal
	line *lead
}

// Boards from shops play with the daemon over a terminal of the system, through the driver that a serial port has: set-up and
// moves, lights for each, rubbish on the line, and the cable pulled with a piece in the air.
func TestBoardsFromShopsOnATerminal(t *testing.T) {
	for _, kind := range []string{"certabo", "sentio", "chesslink"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel() // they wait for their lights most of the time
			shopOnATerminal(t, kind)
		})
	}
}

func shopOnATerminal(t *testing.T, kind string) {
	text, err := os.ReadFile("../../configs/boards/" + kind + "-rolechess.yaml")
	if err != nil {
		t.Fatal(err)
	}
	b := &shopLine{t: t, wood: shopModel(kind), name: filepath.Join(t.TempDir(), "board")}
	b.plug(true)
	file := written(t, "board.yaml", regexp.MustCompile(`device: [^,]*`).ReplaceAllLiteralString(string(text), "device: "+b.name))
	began := time.Now()
	b.table = serveOn(t, bench{file: file, machine: linux})
	b.expect("the set-up is lit", func(*referee.Table) bool { return b.shines() })
	for _, p := range b.board.Places {
		if strings.ContainsAny(p.Name[1:], "1267") && p.Name[0] <= 'g' {
			b.wood.Put(p.Channel, uint64(1+p.Channel%12))
		}
	}
	b.expect("play", func(table *referee.Table) bool { return table.Status == referee.StatusPlay })

	b.put("b1", 0)
	b.lit("a3", "c3")
	b.stray()
	b.put("c3", 3)
	b.logged("b1-c3")
	b.lit("b1", "c3") // where it came from, and where it is

	b.put("a6", 0)
	b.plug(false) // with the piece in the air
	b.expect("the outage", func(table *referee.Table) bool { return table.Message.Key == "paused.board" })
	b.put("a5", 4)
	b.plug(true)
	b.logged("a6-a5")

	if err := b.session.Do(t.Context(), referee.GiveUp{Seat: 0}); err != nil {
		t.Fatal(err)
	}
	b.expect("the end", func(table *referee.Table) bool { return table.Status == referee.StatusOver })
	if err := b.stop(); err != nil {
		t.Error(err)
	}
	if told, ok := b.wood.(interface{ Told() (int, int) }); ok {
		if n, _ := told.Told(); n < 4 || n > 4+int(time.Since(began)/(200*time.Millisecond)) {
			t.Errorf("the lights were told something %d times in %v", n, time.Since(began))
		}
	}
}

func (b *shopLine) plug(in bool) {
	b.t.Helper()
	if !in {
		if err := os.Remove(b.name); err != nil {
			b.t.Fatal(err)
		}
		b.line.pull()
		return
	}
	line, err := plugIn(b.name, b.wood.Run)
	if err != nil {
		b.t.Fatal(err)
	}
	b.line = line
	b.t.Cleanup(line.pull)
}

func (b *shopLine) put(square string, piece uint64) {
	for _, p := range b.board.Places {
		if p.Name == square {
			b.wood.Put(p.Channel, piece)
		}
	}
}

// stray says rubbish on the line.
func (b *shopLine) stray() {
	for _, junk := range []string{"junk", ":1 2 3\r\n", "s\x00\xff", "l\xff", ":" + strings.Repeat("9 ", 400) + "\r\n"} {
		b.wood.(interface{ Stray(string) }).Stray(junk)
	}
}

func (b *shopLine) shines() bool {
	for field := range 64 {
		if b.wood.Lit(field) {
			return true
		}
	}
	return false
}

// lit waits until these squares shine on the board.
func (b *shopLine) lit(squares ...string) {
	b.t.Helper()
	b.expect(strings.Join(squares, " and ")+" lit", func(*referee.Table) bool {
		for _, p := range b.board.Places {
			if slices.Contains(squares, p.Name) && !b.wood.Lit(p.LEDs[0]) {
				return false
			}
		}
		return true
	})
}

func (b *shopLine) logged(want string) {
	b.t.Helper()
	b.expect(want, func(table *referee.Table) bool {
		return slices.ContainsFunc(table.Log, func(e referee.Entry) bool { return e.Action == want })
	})
}

func (b *shopLine) expect(what string, is func(*referee.Table) bool) {
	b.t.Helper()
	tables := b.session.Watch(rules.Table)
	defer tables.Close()
	dead := time.After(patience)
	for {
		var lights <-chan struct{} // of a board that is a model
		if m, ok := b.wood.(interface{ Watch() <-chan struct{} }); ok {
			lights = m.Watch()
		}
		if table := b.session.Table(rules.Table); table != nil && is(table) {
			return
		}
		select {
		case <-tables.C():
		case <-lights:
		case <-dead:
			b.t.Fatalf("never %s: %+v\n%s", what, b.session.Table(rules.Table), b.log.text.String())
		}
	}
}
