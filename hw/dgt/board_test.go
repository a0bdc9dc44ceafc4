package dgt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creack/pty"

	"reeve/board"
	"reeve/hw/dgt"
	"reeve/hw/hwtest"
	"reeve/sensors"
)

// notes is a Sink that writes down what it hears.
type notes struct {
	mu   sync.Mutex
	text []string
}

func (n *notes) add(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text = append(n.text, fmt.Sprintf(format, args...))
}

func (n *notes) Edge(channel int, closed bool, _ time.Duration) {
	n.add("%d%c", channel, "-+"[b2i(closed)])
}

func (n *notes) State(levels []uint64, _ time.Duration) { n.add("=%x", levels[0]) }
func (n *notes) Down(err error)                         { n.add("down %v", err) }
func (n *notes) Mark(int, uint8)                        {} // see TestMarks

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// take returns what was heard since the last take.
func (n *notes) take() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	text := strings.Join(n.text, " ")
	n.text = nil
	return text
}

func (n *notes) want(t *testing.T, what, want string) {
	t.Helper()
	if got := n.take(); got != want {
		t.Errorf("%s: heard %q, want %q", what, got, want)
	}
}

// rig is a driver that runs, and a board; it is made inside a bubble.
type rig struct {
	*notes
	*dgt.Board
	cable *hwtest.Cable
	real  *hwtest.DGT
	stop  func() error
}

func newRig(t *testing.T, turned bool) *rig {
	n := &notes{}
	r := runRig(turned, n)
	r.notes = n
	return r
}

// runRig begins with a sink.
func runRig(turned bool, sink dgt.Sink) *rig {
	r := &rig{real: hwtest.NewDGT()}
	r.cable = &hwtest.Cable{Board: r.real.Run}
	r.Board = dgt.New(dgt.Config{Open: r.cable.Open, Sink: sink, Turned: turned})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	r.stop = sync.OnceValue(func() error {
		cancel()
		err := <-done
		r.cable.Wait()
		if !errors.Is(err, context.Canceled) {
			return fmt.Errorf("Run returned %w", err)
		}
		return nil
	})
	return r
}

// wait lets time go by.
func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestBoardConforms(t *testing.T) {
	for _, turned := range []bool{false, true} {
		for _, c := range hwtest.Checks {
			t.Run(fmt.Sprintf("%s, turned %v", c.Name, turned), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					r := newRig(t, turned)
					defer r.stop()
					if r.Channels() != 64 || !r.Identity() {
						t.Errorf("%d channels, identity %v", r.Channels(), r.Identity())
					}
					pieces := 0
					c.Run(t, &hwtest.Rig{
						Scan: r.Scan, Close: r.stop, Channels: 64, Break: r.cable.Pull, Opened: r.cable.Opened,
						Settle: func() { wait(6 * time.Second) },
						Set: func(ch int, closed bool) {
							if turned {
								ch = 63 - ch
							}
							pieces++
							r.real.Put(ch, byte(b2i(closed)*(1+pieces%12)))
						},
					})
				})
			})
		}
	}
}

// Whatever comes over the line, and wherever it breaks, no wood or touch is told that is not there.
func TestRubbishIsNeverWood(t *testing.T) { synctest.Test(t, rubbish) }

func TestLongRubbishIsNeverWood(t *testing.T) { synctest.Test(t, rubbish) }

func rubbish(t *testing.T) {
	heard := &hwtest.Told{}
	r := runRig(false, heard)
	defer r.stop()
	hwtest.Rubbish(t, hwtest.Line{
		Cable: r.cable, Told: heard, Scan: r.Scan, Stray: func(text string) { r.real.Say([]byte(text)...) },
		Set:   func(ch int, closed bool) { r.real.Put(ch, byte(b2i(closed)*(1+ch%12))) },
		Begin: 0x86, Ended: func(said []byte) bool { return len(said) == 3+dgt.Fields },
	})
}

// The vectors of the protocol: the start position, a lift, a place, and the
// header's own example of a queen dragged from c1 to c4.
func TestVectors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		defer r.stop()
		wait(time.Second)
		r.want(t, "an empty board", "=0")
		start := slices.Concat([]byte{8, 9, 10, 12, 11, 10, 9, 8}, bytes.Repeat([]byte{7}, 8), make([]byte, 32),
			bytes.Repeat([]byte{1}, 8), []byte{2, 3, 4, 6, 5, 4, 3, 2})
		for field, piece := range start {
			r.real.Put(field, piece)
		}
		wait(3 * time.Second)
		r.take()
		all, err := r.Pieces()
		if err != nil {
			t.Fatal(err)
		}
		fen := ""
		for _, p := range all {
			fen += p.String()
		}
		if fen != "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR" {
			t.Errorf("start position %s", fen)
		}
		r.real.Put(0x34, 0)
		r.real.Put(0x24, 1)
		wait(time.Second)
		r.want(t, "e2-e4", "52- 36+")
		for _, m := range [][2]byte{{0x22, 0}, {0x32, 6}, {0x2a, 6}, {0x3a, 0}, {0x32, 0}, {0x22, 6}, {0x2a, 0}} {
			r.real.Put(int(m[0]), m[1])
		}
		wait(time.Second)
		r.want(t, "Qc1-c4 dragged over a pawn", "50- 50+ 42+ 58- 50- 34+ 42-")
	})
}

// A capture of which only the new piece is said was a lift and a place.
func TestPieceThatGivesWayToAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		defer r.stop()
		r.real.Put(10, 7)
		r.real.Put(20, 2)
		wait(time.Second)
		r.take()
		r.real.Put(10, 2)
		r.real.Put(20, 0)
		wait(time.Second)
		r.want(t, "a capture", "10- 10+ 20-")
		r.real.Say(0x8e, 0, 5, 10, 2) // said again
		wait(time.Second)
		r.want(t, "a change that is none", "")
	})
}

// felt is what comes out of the sensors of a DGT board: the marks by square.
type felt struct {
	mu    sync.Mutex
	wood  board.Set
	marks map[board.Square]uint8
	woods int
}

func (f *felt) Touch(t board.Touch) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wood.Set(t.Square, t.Placed)
	delete(f.marks, t.Square)
	if t.Placed {
		f.marks[t.Square] = t.Piece
	}
}

func (f *felt) Wood(wood board.Set, _ time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wood, f.marks = wood, map[board.Square]uint8{}
	f.woods++
}

func (f *felt) Fault(error) {}

func (f *felt) want(t *testing.T, what string, woods int, marks map[board.Square]uint8) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.woods != woods || !maps.Equal(f.marks, marks) || f.wood.Len() != len(marks) {
		t.Errorf("%s: felt %v on %d squares, the whole wood %d times; want %v, %d times", what, f.marks, f.wood.Len(), f.woods, marks, woods)
	}
}

// The pieces come through the sensors: with the state, with each change, and again after
// changes that were missed, were it only in who stands there.
func TestMarksThroughTheSensors(t *testing.T) {
	for _, turned := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			squares := make([]board.Square, dgt.Fields)
			for channel := range squares {
				squares[channel] = board.Square(channel)
			}
			wiring, err := sensors.NewWiring(squares)
			if err != nil {
				t.Fatal(err)
			}
			at := func(field int) board.Square {
				if turned {
					return board.Square(63 - field)
				}
				return board.Square(field)
			}
			var heard felt
			r := runRig(turned, sensors.NewEdges(wiring, &heard, nil))
			defer r.stop()

			r.real.Put(10, byte(dgt.BlackPawn))
			r.real.Put(20, byte(dgt.WhiteRook))
			wait(time.Second)
			heard.want(t, "at first", 1, map[board.Square]uint8{at(10): uint8(dgt.BlackPawn), at(20): uint8(dgt.WhiteRook)})
			r.real.Put(20, 0)
			r.real.Put(10, byte(dgt.WhiteRook)) // it gives way at once
			wait(time.Second)
			heard.want(t, "a capture", 1, map[board.Square]uint8{at(10): uint8(dgt.WhiteRook)})
			r.real.Lose(1)
			r.real.Put(10, byte(dgt.WhiteQueen))
			wait(5 * time.Second)
			heard.want(t, "missed", 2, map[board.Square]uint8{at(10): uint8(dgt.WhiteQueen)})
			r.cable.Pull(true)
			wait(time.Second)
			r.real.Put(10, byte(dgt.BlackKing))
			r.cable.Pull(false)
			wait(20 * time.Second)
			heard.want(t, "after an outage", 3, map[board.Square]uint8{at(10): uint8(dgt.BlackKing)})
		})
	}
}

func TestLostChangeIsFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		defer r.stop()
		wait(time.Second)
		r.take()
		r.real.Lose(1)
		r.real.Put(5, 1)
		wait(100 * time.Millisecond)
		r.want(t, "at once", "")
		wait(2 * time.Second) // a check, and another soon after it
		r.want(t, "after two dumps", "=20")
		r.real.Put(6, 1)
		wait(time.Second)
		r.want(t, "a change after that", "6+")
	})
}

// A dump that is ahead of the changes on their way must not turn them into a
// state, of which nobody could say what the hands did.
func TestDumpAheadOfItsChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		defer r.stop()
		wait(time.Second)
		r.take()
		r.real.Lose(1)
		r.real.Put(5, 1)
		ahead := append([]byte{0x86, 0, 67}, make([]byte, 64)...)
		ahead[3+5] = 1
		r.real.Say(ahead...)
		wait(200 * time.Millisecond)
		r.real.Say(0x8e, 0, 5, 5, 1)
		wait(5 * time.Second)
		r.want(t, "a change behind its dump", "5+")
	})
}

func TestBoardSwitchedOffAndOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		defer r.stop()
		wait(time.Second)
		r.take()
		r.real.Restart()
		wait(3 * time.Second)
		r.real.Put(9, 5)
		wait(300 * time.Millisecond)
		r.want(t, "after a restart", "9+")
	})
}

func TestUnpluggedAndSilentBoards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		defer r.stop()
		wait(time.Second)
		r.take()
		r.cable.Pull(true)
		wait(time.Second)
		heard := r.take()
		if !strings.HasPrefix(heard, "down dgt: read: ") || !strings.Contains(heard, "does not exist") {
			t.Errorf("unplugged: heard %q", heard)
		}
		if _, err := r.Pieces(); !errors.Is(err, dgt.ErrDown) {
			t.Errorf("Pieces of no board: %v", err)
		}
		r.real.Put(3, 3)
		r.cable.Pull(false)
		wait(10 * time.Second)
		if heard := r.take(); !strings.HasSuffix(heard, "=8") {
			t.Errorf("plugged in: heard %q", heard)
		}
	})
	synctest.Test(t, func(t *testing.T) { // a port where nobody answers
		n := &notes{}
		host, other := net.Pipe()
		go io.Copy(io.Discard, other)
		b := dgt.New(dgt.Config{Sink: n, Open: func() (io.ReadWriteCloser, error) { return host, nil }})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); b.Run(ctx) }()
		wait(5100 * time.Millisecond)
		n.want(t, "silence", "down "+dgt.ErrSilent.Error())
		cancel()
		<-done
		other.Close()
	})
	synctest.Test(t, func(t *testing.T) { // a port that takes nothing
		n := &notes{}
		host, other := net.Pipe()
		b := dgt.New(dgt.Config{Sink: n, Open: func() (io.ReadWriteCloser, error) { return host, nil }})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); b.Run(ctx) }()
		wait(5100 * time.Millisecond)
		n.want(t, "a stuck port", "down "+dgt.ErrSilent.Error())
		cancel()
		<-done
		other.Close()
	})
}

// Among what must never be sent is 4e, which starts a board's boot loader.
func TestOnlyThreeCommandsAreSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		r.real.Lose(1)
		r.real.Put(1, 1)
		wait(time.Minute)
		r.cable.Pull(true)
		wait(time.Second)
		r.cable.Pull(false)
		wait(time.Minute)
		if err := r.stop(); err != nil {
			t.Error(err)
		}
		sent := r.real.Commands()
		if sent[0x40] == 0 || sent[0x42] == 0 || sent[0x44] == 0 || len(sent) != 3 {
			t.Errorf("sent %x", sent)
		}
	})
}

// stream is a port on which bytes come, and then nothing more.
type stream struct {
	in   *bytes.Reader
	gone chan struct{}
	once sync.Once
}

func (s *stream) Write(b []byte) (int, error) { return len(b), nil }

func (s *stream) Close() error {
	s.once.Do(func() { close(s.gone) })
	return nil
}

func (s *stream) Read(b []byte) (int, error) {
	if n, _ := s.in.Read(b); n > 0 {
		return n, nil
	}
	<-s.gone
	return 0, io.EOF
}

// hear returns what a board makes of bytes, and what it believes in the end.
func hear(said []byte) (*notes, [64]dgt.Piece, error) {
	n := &notes{}
	s := &stream{in: bytes.NewReader(said), gone: make(chan struct{})}
	b := dgt.New(dgt.Config{Sink: n, Open: func() (io.ReadWriteCloser, error) { return s, nil }})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); b.Run(ctx) }()
	wait(time.Second)
	all, err := b.Pieces()
	cancel()
	<-done
	return n, all, err
}

// Whatever comes, two dumps after it are believed.
func FuzzNoise(f *testing.F) {
	f.Add([]byte{0x86, 0, 67, 1, 2, 3})
	f.Add([]byte{0x8e, 0, 5, 63, 15, 0x8e, 0, 5, 64, 1, 0x8e, 0, 5, 1, 16, 0x8e, 0, 0})
	f.Add([]byte{0x8e, 0, 2, 0xff, 0x7f, 0x7f, 1, 2, 3, 0x8d, 0, 10, 1, 2})
	f.Add(slices.Concat([]byte{0x86, 0, 67}, make([]byte, 64), []byte{0x8e, 0, 5, 63, 15, 0x8e, 0}))
	f.Fuzz(func(t *testing.T, noise []byte) {
		synctest.Test(t, func(t *testing.T) {
			truth := append([]byte{0x86, 0, 67}, make([]byte, 64)...)
			for i := range 64 {
				truth[3+i] = byte(i % 16)
			}
			_, all, err := hear(slices.Concat(noise, truth, truth))
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range all {
				if p != dgt.Piece(i%16) {
					t.Fatalf("channel %d has %v", i, p)
				}
			}
		})
	})
}

func TestNothingIsBelievedBeforeADump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad := append([]byte{0x86, 0, 67}, make([]byte, 64)...)
		bad[66] = 16 // no piece
		n, _, err := hear(slices.Concat([]byte{0x8e, 0, 5, 1, 1}, bad, bad[:60]))
		if !errors.Is(err, dgt.ErrDown) {
			t.Errorf("Pieces: %v", err)
		}
		n.want(t, "no dump", "")
	})
}

// The real port: a pseudo-terminal.
func TestBoardOnAPort(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal("no pseudo-terminal: ", err)
	}
	real := hwtest.NewDGT()
	real.Put(0, 8)
	ended := make(chan struct{})
	go func() { defer close(ended); real.Run(master) }()
	told := make(chan string, 10)
	b := dgt.New(dgt.Config{Path: slave.Name(), Sink: teller(told)})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); b.Run(ctx) }()
	for i, want := range []string{"=1", "63+"} {
		select {
		case got := <-told:
			if got != want {
				t.Errorf("heard %q, want %q", got, want)
			}
		case <-time.After(10 * time.Minute):
			t.Fatal("the board is not heard")
		}
		if i == 0 {
			for real.Commands()[0x44] == 0 {
				runtime.Gosched() // until changes are asked for
			}
			real.Put(63, 2)
		}
	}
	cancel()
	<-done
	slave.Close() // or nothing ends a Read of the master
	<-ended
	master.Close()
}

type teller chan string

func (c teller) Edge(channel int, closed bool, _ time.Duration) {
	c <- fmt.Sprintf("%d%c", channel, "-+"[b2i(closed)])
}
func (c teller) Mark(channel int, piece uint8)          {}
func (c teller) State(levels []uint64, _ time.Duration) { c <- fmt.Sprintf("=%x", levels[0]) }
func (c teller) Down(err error)                         { c <- err.Error() }

func BenchmarkScan(b *testing.B) {
	board := dgt.New(dgt.Config{})
	levels := make([]uint64, 1)
	for b.Loop() {
		if board.Scan(levels) == nil {
			b.Fatal("scanned no board")
		}
	}
}
