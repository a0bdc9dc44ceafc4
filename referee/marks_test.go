package referee_test

import (
	"slices"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/rolechess"
)

// marked is a room whose driver tells every piece from every other.
type marked struct {
	*room
	mark map[string]uint8 // of each piece, by where it stood first
}

// told opens a game on such a board.
func told(t *testing.T, faces ...int) *marked {
	m := &marked{playing(t, faces...), map[string]uint8{}}
	s, _ := rolechess.Game.Start(nil)
	for sq := range s.Occupied(rules.Full).All() {
		m.mark[s.Topology().Name(sq)] = uint8(len(m.mark) + 1)
	}
	for name := range m.mark {
		m.stands(name, name)
	}
	return m
}

// stands has the driver say which piece stands somewhere; put puts it there.
func (m *marked) stands(at, who string) {
	sq, _ := m.Topology().Square(at)
	m.Touch(board.Touch{Square: sq, Placed: true, Piece: m.mark[who], At: time.Since(m.start)})
	m.settle(0)
}

func (m *marked) put(at, who string) {
	time.Sleep(50 * time.Millisecond) // virtual time
	m.stands(at, who)
	m.settle(3 * time.Millisecond)
}

// exchanged puts two pieces each where the other stood, and wants that to be wrong or not.
func (m *marked) exchanged(a, b string, wrong bool) {
	m.Helper()
	m.hands("-" + a + " -" + b)
	m.put(a, b)
	m.put(b, a)
	m.hands("~")
	var want []string
	if wrong {
		want = []string{a, b}
	}
	if got := m.table().lit("lift"); !slices.Equal(got, want) {
		m.Fatalf("to be lifted are %v, want %v", got, want)
	}
	m.hands("-" + a + " -" + b)
	m.put(a, a)
	m.put(b, b)
	m.hands("~")
	if got := m.table().lit("lift"); got != nil {
		m.Fatalf("all is right, and %v are to be lifted", got)
	}
}

func TestMarksSayWhoIsPutDown(t *testing.T) {
	in(t, func(t *testing.T) {
		m := told(t)
		defer m.stop()
		m.hands("-b1 -a2")
		m.put("a3", "a2")
		m.expectLog("die 6 die 1 (a2-a3)")
		if m.settle(time.Second); m.disk.touches != 3 {
			t.Errorf("%d touches are on record, and hands made 3", m.disk.touches)
		}
		m.put("b1", "b1")
		m.hands("~").expectLog("die 6 die 1 (a2-a3)")
		m.exchanged("c2", "d2", true)
		m.expectLog("die 6 die 1 (a2-a3)")
	})
}

func TestMarksEndWithAnOutage(t *testing.T) {
	in(t, func(t *testing.T) {
		m := told(t)
		defer m.stop()
		s, _ := rolechess.Game.Start(nil)
		m.Wood(s.Occupied(rules.Full), time.Since(m.start)) // hands may have been there
		m.settle(0)
		m.exchanged("c2", "d2", false)
		m.stands("c2", "d2") // and so they were
		m.stands("d2", "c2")
		m.Wood(s.Occupied(rules.Full), time.Since(m.start))
		m.settle(0)
		for name := range m.mark {
			m.stands(name, name)
		}
		m.exchanged("c2", "d2", true)
	})
}

func TestMarksOutlastAConfirmedStep(t *testing.T) {
	in(t, func(t *testing.T) {
		m := told(t)
		defer m.stop()
		m.hands("-b1")
		m.put("c3", "b1")
		m.do(referee.Press{Button: "confirm"}).expectLog("die 6 die 1 b1-c3")
		m.mark["c3"] = m.mark["b1"]
		m.exchanged("c3", "d2", true)
	})
}

// After an undo the wood is not what the position says, though all its squares may be taken.
func TestMarksEndWithAnUndo(t *testing.T) {
	in(t, func(t *testing.T) {
		m := told(t)
		defer m.stop()
		m.hands("-b1")
		m.put("c3", "b1")
		m.do(referee.Press{Button: "undo"})
		m.hands("-c3")
		m.put("b1", "b1")
		m.expectStatus("play")
		m.exchanged("c2", "d2", false)
	})
}
