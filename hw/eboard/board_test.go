package eboard_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hw/eboard"
	"reeve/hw/hwtest"
)

// notes is a Sink that writes down what it hears.
type notes struct {
	mu    sync.Mutex
	text  []string
	marks map[int]uint8
}

func (n *notes) add(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text = append(n.text, fmt.Sprintf(format, args...))
}

func (n *notes) Edge(channel int, closed bool, _ time.Duration) {
	sign := "-"
	if closed {
		sign = "+"
	}
	n.add("%d%s", channel, sign)
}
func (n *notes) State(levels []uint64, _ time.Duration) { n.add("=%x", levels[0]) }
func (n *notes) Down(err error)                         { n.add("down %v", err) }
func (n *notes) Mark(channel int, mark uint8) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.marks[channel] = mark
}

func (n *notes) want(t *testing.T, what string, want ...string) {
	t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	if !slices.Equal(n.text, want) {
		t.Errorf("%s: heard %q, want %q", what, n.text, want)
	}
	n.text = nil
}

// wood is a model of a board.
type wood interface {
	Put(field int, id uint64)
	Lit(field int) bool
	Mute(bool)
	Run(io.ReadWriter)
}

// words are how a board of each kind says all its fields: how that begins, and how long it is, 0 for a line of text.
var words = map[string]struct {
	begin byte
	long  int
}{"certabo": {':', 0}, "sentio": {':', 0}, "chessnut": {1, 2 + 32 + 29}, "chesslink": {'s', 67}}

// models are a board of each kind, by the kind's name.
var models = map[string]func() wood{
	"certabo":   func() wood { return &hwtest.Certabo{} },
	"sentio":    func() wood { return &hwtest.Certabo{Sentio: true} },
	"chessnut":  func() wood { return hwtest.NewChessnut() },
	"chesslink": func() wood { return hwtest.NewChessLink() },
}

// rig is a driver that runs, and a board on a cable that may be pulled; it is made
// inside a bubble.
type rig struct {
	*notes
	*eboard.Board
	real  wood
	cable *hwtest.Cable
	stop  func() error
}

func newRig(kind eboard.Kind, real wood, turned bool) *rig {
	r := &rig{notes: &notes{marks: map[int]uint8{}}, real: real}
	r.run(kind, turned, r.notes)
	return r
}

// run begins with a sink.
func (r *rig) run(kind eboard.Kind, turned bool, sink eboard.Sink) {
	r.cable = &hwtest.Cable{Board: r.real.Run}
	r.Board = eboard.New(eboard.Config{Open: r.cable.Open, Sink: sink, Turned: turned, Kind: kind})
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
}

// settle waits for three pictures, or for the cable to be tried again.
func (r *rig) settle() {
	wait(400 * time.Millisecond)
	if r.Scan(make([]uint64, 1)) != nil {
		wait(6 * time.Second)
	}
}

func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestBoardConforms(t *testing.T) {
	for i, kind := range eboard.Kinds {
		turned := i%2 == 1 // each way is looked at
		for _, c := range hwtest.Checks {
			t.Run(fmt.Sprintf("%s, %s, turned %v", c.Name, kind, turned), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					r := newRig(kind, models[kind.String()](), turned)
					defer r.stop()
					if r.Channels() != 64 || r.Identity() != kind.Marks {
						t.Errorf("%d channels, identity %v", r.Channels(), r.Identity())
					}
					c.Run(t, &hwtest.Rig{
						Scan: r.Scan, Close: r.stop, Channels: 64, Break: r.cable.Pull, Opened: r.cable.Opened,
						Settle: r.settle,
						Set: func(ch int, closed bool) {
							if turned {
								ch = 63 - ch
							}
							id := uint64(0)
							if closed {
								id = uint64(ch%12 + 1)
							}
							r.real.Put(ch, id)
						},
					})
				})
			})
		}
	}
}

// Whatever comes over the line, and wherever it breaks, no board tells of wood or a touch that is not there.
func TestRubbishIsNeverWood(t *testing.T) { rubbish(t) }

func TestLongRubbishIsNeverWood(t *testing.T) { rubbish(t) }

func rubbish(t *testing.T) {
	for _, kind := range eboard.Kinds {
		t.Run(kind.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, heard := &rig{real: models[kind.String()]()}, &hwtest.Told{}
				r.run(kind, false, heard)
				defer r.stop()
				word := words[kind.String()]
				hwtest.Rubbish(t, hwtest.Line{
					Cable: r.cable, Told: heard, Scan: r.Scan, Stray: r.real.(interface{ Stray(string) }).Stray, Begin: word.begin,
					Ended: func(said []byte) bool {
						return len(said) == word.long || word.long == 0 && said[len(said)-1] == '\n'
					},
					Set: func(ch int, closed bool) {
						id := uint64(0)
						if closed {
							id = uint64(ch%12 + 1)
						}
						r.real.Put(ch, id)
					},
				})
			})
		})
	}
}

// The vectors of the wire: a Sentio's start position, a lift and a place; e2 and e4
// lit, a1 and h8.
func TestVectors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		real := &hwtest.Certabo{Sentio: true}
		for field := range 16 { // before the first picture
			real.Put(field, 1)
			real.Put(63-field, 1)
		}
		r := newRig(eboard.Sentio, real, false)
		defer r.stop()
		wait(time.Second)
		r.want(t, "the start", "=ffff00000000ffff")
		r.real.Put(52, 0)
		wait(500 * time.Millisecond)
		r.real.Put(36, 1)
		wait(500 * time.Millisecond)
		r.want(t, "e2 to e4", "52-", "36+")
		for _, lit := range [][]int{{52, 36}, {56, 7}} {
			frame := make([]byte, 3*64)
			for _, f := range lit {
				frame[3*f+1] = 9
			}
			if err := r.Show(frame); err != nil {
				t.Fatal(err)
			}
			wait(2 * time.Second)
			for f := range 64 {
				if r.real.Lit(f) != slices.Contains(lit, f) {
					t.Errorf("with %v lit, field %d shines: %v", lit, f, r.real.Lit(f))
				}
			}
		}
	})
}

// Single pictures have holes in them, lines break, and junk comes between: nothing
// of it is a touch.
func TestWhatASinglePictureSaysIsNoTouch(t *testing.T) {
	for _, sentio := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			real, kind := &hwtest.Certabo{Sentio: sentio}, eboard.Certabo
			if sentio {
				kind = eboard.Sentio
			}
			real.Put(0, 77) // before the first picture
			real.Put(9, 78)
			r := newRig(kind, real, false)
			defer r.stop()
			wait(time.Second)
			r.want(t, "two pieces", "=201")
			real.Hole(20)
			wait(3 * time.Second)
			for _, junk := range []string{"junk", ":", ":1 2 3\r\n", ":999 1\r\n", "L\r\n", ":" + strings.Repeat("1 ", 400) + "\r\n", ":1 2 x 3 4 5 6 7 8\r\n", "\x00\xff:\n\n"} {
				real.Stray(junk)
				wait(time.Second)
			}
			r.want(t, "holes and junk")
			r.real.Put(9, 0)
			wait(time.Second)
			r.want(t, "one lifted", "9-")
		})
	}
}

// A piece with a chip is the same piece wherever it comes, also after the cable was pulled.
func TestChipsTellPiecesApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		real := &hwtest.Certabo{}
		real.Put(3, 0x1122334455) // before the first picture
		real.Put(4, 0x1122334456)
		r := newRig(eboard.Certabo, real, false)
		defer r.stop()
		wait(time.Second)
		first, second := r.marks[3], r.marks[4]
		if first == 0 || second == 0 || first == second {
			t.Fatalf("marks %d and %d", first, second)
		}
		r.real.Put(3, 0x1122334456) // changed places in one hand
		r.real.Put(4, 0x1122334455)
		wait(time.Second)
		r.want(t, "a swap", "=18", "3-", "3+", "4-", "4+")
		if r.marks[3] != second || r.marks[4] != first {
			t.Errorf("after the swap marks %d and %d, before %d and %d", r.marks[3], r.marks[4], first, second)
		}
		r.cable.Pull(true)
		wait(time.Second)
		r.cable.Pull(false)
		wait(10 * time.Second)
		if r.marks[3] != second || r.marks[4] != first {
			t.Errorf("after the cable was pulled marks %d and %d", r.marks[3], r.marks[4])
		}
	})
}

// The lights are told something every 600 ms at most; what shone in between is shown
// by the next command, and the last frame is never late by more than one.
func TestTheLightsAreThinnedNotLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		real := &hwtest.Certabo{Sentio: true}
		r := newRig(eboard.Sentio, real, false)
		frame := func(fields ...int) []byte {
			f := make([]byte, 3*64)
			for _, n := range fields {
				f[3*n] = 5
			}
			return f
		}
		wait(time.Second)
		for i := range 300 { // 60 frames a second for five seconds, one field blinking
			lit := []int{10}
			if i/10%2 == 0 {
				lit = append(lit, 20)
			}
			if err := r.Show(frame(lit...)); err != nil {
				t.Fatal(err)
			}
			wait(time.Second / 60)
			if i > 80 && (!r.real.Lit(10) || !r.real.Lit(20)) {
				t.Fatalf("frame %d: what blinks is not steadily lit", i)
			}
		}
		if err := r.Show(frame(33)); err != nil {
			t.Fatal(err)
		}
		wait(1300 * time.Millisecond)
		if !r.real.Lit(33) || r.real.Lit(10) || r.real.Lit(20) {
			t.Error("the last frame is late by more than one command")
		}
		before, _ := real.Told()
		wait(10 * time.Second)
		if after, early := real.Told(); early != 0 || after != before || before > 12 {
			t.Errorf("%d commands, then %d; %d came too early", before, after, early)
		}
		if err := r.Show(make([]byte, 5)); !errors.Is(err, eboard.ErrFrame) {
			t.Errorf("a frame of 5 bytes: %v", err)
		}
		if err := r.stop(); err != nil {
			t.Error(err)
		}
		for f := range 64 {
			if r.real.Lit(f) {
				t.Errorf("field %d shines after the end", f)
			}
		}
	})
}

// Every kind of board shows what shone for but one frame by its next command, whenever that frame came, and by the one after that
// nothing but the last frame: the lights are never late by more than one write.
func TestTheLightsAreNeverLateByMoreThanOneWrite(t *testing.T) {
	for _, kind := range eboard.Kinds {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 25))
			r := newRig(kind, models[kind.String()](), false)
			defer r.stop()
			pause, line := kind.Turn()
			line += 100 * time.Millisecond // what is asked and answered on the same line goes before
			show := func(field int) {
				t.Helper()
				frame := make([]byte, 3*64)
				frame[3*field] = 5
				if err := r.Show(frame); err != nil {
					t.Fatal(err)
				}
			}
			wait(time.Second)
			for range 40 {
				before, brief, last := random.IntN(64), random.IntN(64), random.IntN(64)
				show(before)
				wait(time.Duration(random.Int64N(int64(2 * pause))))
				show(brief)
				wait(time.Second / 60)
				seen := r.real.Lit(brief)
				show(last)
				for late := time.Now().Add(pause + line - time.Second/60); time.Now().Before(late); wait(5 * time.Millisecond) {
					seen = seen || r.real.Lit(brief)
				}
				if !seen {
					t.Errorf("%s: what shone on %d for one frame is not shown by the next write", kind, brief)
				}
				wait(pause + line)
				for f := range 64 {
					if got := r.real.Lit(f); got != (f == last) {
						t.Errorf("%s: after two writes field %d shines: %v; the last frame has %d", kind, f, got, last)
					}
				}
			}
		})
	}
}

func TestSilenceIsTold(t *testing.T) {
	for _, kind := range eboard.Kinds {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(kind, models[kind.String()](), false)
			defer r.stop()
			wait(time.Minute) // in which nothing happens, and nothing is wrong
			r.real.Mute(true)
			wait(5200 * time.Millisecond)
			r.want(t, kind.String()+": a board that falls silent", "=0", "down "+eboard.ErrSilent.Error())
			if err := r.Scan(make([]uint64, 1)); !errors.Is(err, eboard.ErrDown) {
				t.Errorf("Scan: %v", err)
			}
			r.real.Mute(false)
			wait(10 * time.Second)
			r.want(t, kind.String()+": and speaks again", "=0")
		})
	}
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{":255 255 0 0 0 0 255 255 \r\n", ":1 2 3\n4 5 6 7 8\r\n", "::::", ":-1 ", ":" + strings.Repeat("255 ", 320) + "\r\n", string(hwtest.LinkFrame("s" + strings.Repeat(".", 64))), "\x01\x24" + strings.Repeat("\x21", 36)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, said []byte) { eboard.Read(said) })
}
