package hall_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/bus"
	"reeve/hall/wire"
)

// liar has the hall's key, hears what boards say, and tells them what is not so.
type liar struct {
	*house
	line *line
	mu   sync.Mutex
	key  ed25519.PrivateKey
	up   map[wire.ID]wire.Up
	told map[wire.ID][]wire.Line
	all  bool // that it has every line at once
}

func newLiar(h *house) *liar {
	h.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	h.Cleanup(cancel)
	key, err := h.store.Key()
	if err != nil {
		h.Fatal(err)
	}
	l := &liar{house: h, line: h.air.call(ctx), key: key, up: map[wire.ID]wire.Up{}, told: map[wire.ID][]wire.Line{}}
	if err := l.line.Listen(wire.Hall(h.hall.ID())+".>", l.hear); err != nil {
		h.Fatal(err)
	}
	return l
}

func (l *liar) hear(m bus.Message) {
	id, what, _ := wire.OwnerOf(l.hall.ID(), m.Subject)
	_, body, _ := strings.Cut(string(m.Data), "\n")
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case what == "up":
		var up wire.Up
		if json.Unmarshal([]byte(body), &up) != nil {
			return
		}
		if l.up[id] = up; l.all {
			l.says(id, l.latest(id))
		}
	case strings.HasPrefix(what, "g."):
		var said wire.Lines
		if json.Unmarshal([]byte(body), &said) != nil {
			return
		}
		if l.told[id] = append(l.told[id], said.Lines...); l.all {
			l.says(id, l.latest(id))
		}
	}
}

// latest is what the board has said last; nil for nothing.
func (l *liar) latest(id wire.ID) *wire.Have {
	lines := l.told[id]
	if len(lines) == 0 {
		return &wire.Have{}
	}
	m := lines[len(lines)-1].Mark()
	return &wire.Have{Mark: &m}
}

func (l *liar) says(id wire.ID, h *wire.Have) {
	subject := wire.Place{Hall: l.hall.ID(), Board: id}.Have()
	h.V, h.Boot, h.Session = wire.Version, l.up[id].Boot, l.up[id].Session
	if text, err := wire.Seal(l.key, subject, h); err == nil {
		l.line.Publish(subject, text)
	}
}

// lies are what a hall may say that is not so; each makes it of the lines that a board has told.
var lies = map[string]func(told []wire.Line) *wire.Have{
	"it has a line that nobody said":  at(func(m *wire.Mark) { m.Hash[7] ^= 1 }),
	"it has a game that there is not": at(func(m *wire.Mark) { m.Game.Number += 7 }),
	"the game began at another time":  at(func(m *wire.Mark) { m.Game.Started++ }),
	"it has more than the board":      at(func(m *wire.Mark) { m.N = 1 << 40 }),
	"it has less than the beginning":  at(func(m *wire.Mark) { m.N = -1 }),
	"it has everything that was said": at(func(m *wire.Mark) {}),
	"it has nothing":                  func([]wire.Line) *wire.Have { return &wire.Have{} },
	"it has what was said first":      func(told []wire.Line) *wire.Have { m := told[0].Mark(); return &wire.Have{Mark: &m} },
	"the board contradicts itself":    func([]wire.Line) *wire.Have { return &wire.Have{Fork: true} },
	"it has a false line, and contradicts": func(told []wire.Line) *wire.Have {
		h := at(func(m *wire.Mark) { m.Hash[0] ^= 1 })(told)
		h.Fork = true
		return h
	},
}

// at is a lie about what the board has said last.
func at(change func(*wire.Mark)) func([]wire.Line) *wire.Have {
	return func(told []wire.Line) *wire.Have {
		m := told[len(told)-1].Mark()
		change(&m)
		return &wire.Have{Mark: &m}
	}
}

// Whatever a hall says that is not so, and whenever: once it tells the truth again it gets every line, in order and once,
// and no honest board is taken for one that contradicts itself.
func TestWhole_ABoardIsWellAgainAfterWhateverItsHallSaid(t *testing.T) { lied(t, 3) }

func TestLongABoardIsWellAgainAfterWhateverItsHallSaid(t *testing.T) { lied(t, 8) }

func lied(t *testing.T, times int) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 41)
		h.most = 5
		l := newLiar(h)
		names := slices.Sorted(maps.Keys(lies))
		for _, name := range names {
			h.join(name, "camelot", 400*time.Millisecond)
		}
		for range times {
			h.wait(1700 * time.Millisecond)
			for i, b := range h.boards {
				if l.mu.Lock(); len(l.told[b.id]) > 0 {
					l.says(b.id, lies[names[i]](l.told[b.id]))
				}
				l.mu.Unlock()
			}
		}
		h.honest(5 * times)
	})
}

// A hall that is away, and whose key says meanwhile that it has everything, is told everything when it is back: it
// takes no game in the middle.
func TestWhole_WhatAHallFalselySaidToHaveItIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 42)
		h.most = 5
		l := newLiar(h)
		h.join("Table 1", "camelot", 400*time.Millisecond).stop()
		h.close()
		l.mu.Lock()
		l.all = true
		l.mu.Unlock()
		h.connect(h.boards[0])
		h.wait(12 * time.Second)
		h.open()
		h.wait(6 * time.Second)
		l.mu.Lock()
		l.all = false
		n := len(l.told[h.boards[0].id])
		l.mu.Unlock()
		if n < 12 {
			t.Errorf("only %d lines were believed to be safe", n)
		}
		h.honest(12)
	})
}

// honest lets everything come to rest, and holds hall and boards to be equal, and no board to be taken for a fork.
func (h *house) honest(atLeast int) {
	h.Helper()
	for _, b := range h.boards {
		b.Rests.Store(true)
	}
	h.wait(45 * time.Second) // a board that waits for its hall asks again after 30 s at most
	for _, c := range h.frame("size=99").Cards {
		if c.Fork {
			h.Errorf("%s: the hall believes that it contradicts itself", c.Name)
		}
	}
	for _, b := range h.boards {
		if s := b.link.State(); s.Fork || s.Trouble != "" {
			h.Errorf("%s: the board believes that the hall has another record: %s", b.member.Name, s.Trouble)
		}
	}
	if h.Failed() {
		return
	}
	if n := h.equal(); n < atLeast {
		h.Errorf("only %d lines", n)
	}
}
